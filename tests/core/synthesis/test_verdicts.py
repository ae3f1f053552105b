"""Sets of clauses, their order and their names; cores and what they match."""

from itertools import chain, combinations

import pytest

from specassay.core.synthesis.verdicts import NOTHING, Core, Observation, Verdict, named, targets


@pytest.mark.parametrize("clauses", range(6))
def test_the_targets_are_all_sets_but_the_empty_one_small_ones_first(clauses: int) -> None:
    found = list(targets(clauses))
    every = chain.from_iterable(combinations(range(clauses), size) for size in range(1, clauses + 1))
    assert set(found) == set(map(frozenset, every))
    assert len(found) == 2**clauses - 1
    assert list(map(len, found)) == sorted(map(len, found))


def test_single_clauses_and_pairs_come_in_the_order_of_the_contract() -> None:
    assert [sorted(target) for target in targets(3)] == [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]


@pytest.mark.parametrize(("most", "count"), [(0, 0), (1, 1), (3, 3), (4, 4), (7, 7), (8, 7), (None, 7)])
def test_so_many_targets_at_most_and_those_that_come_first(most: int | None, count: int) -> None:
    assert list(targets(3, most)) == list(targets(3))[:count]


def test_of_forty_clauses_the_first_targets_are_there_at_once() -> None:
    assert [sorted(target) for target in targets(40, 41)][-2:] == [[39], [0, 1]]


@pytest.mark.parametrize(
    ("clauses", "text"), [(set(), "{}"), ({3}, "{3}"), ({10, 2}, "{2, 10}"), ({0, 1, 2}, "{0, 1, 2}")]
)
def test_a_set_is_written_in_order(clauses: set[int], text: str) -> None:
    assert named(frozenset(clauses)) == text


@pytest.mark.parametrize("clauses", [set(), {0}, {0, 2}, {1}, {0, 1}])
def test_a_core_matches_where_every_literal_is_true(clauses: set[int]) -> None:
    violated = frozenset(clauses)
    core = Core(violated=frozenset({0}), held=frozenset({1}))
    assert core.matches(violated) is (0 in violated and 1 not in violated)
    assert NOTHING.matches(violated)


def test_only_false_clauses_are_counted_as_false() -> None:
    assert Observation(frozenset({0, 1, 2}), {0: "false", 1: "raises", 2: "false"}).false_count() == 2
    assert Observation(frozenset({1}), {1: "raises"}).false_count() == 0


def test_without_bounds_a_verdict_of_infeasibility_is_closed() -> None:
    proof = Verdict(frozenset({0}), "infeasible", "z3", core=("clause 0 violated: x",), literals=NOTHING)
    assert (proof.bounded, proof.is_open) == (False, False)
    assert not Verdict(frozenset({0}), "violating", "z3", {"x": 1}).is_open
    assert Verdict(frozenset({0}), "unknown", "z3", reason="z3: timeout").is_open
