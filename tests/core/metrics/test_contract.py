from fractions import Fraction
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.metrics import (
    ContractTests,
    ViolationTest,
    assert_violation_coverage,
    bootstrap_interval,
    jaccard_index,
    target_specificity,
    wilson_interval,
)
from specassay.core.metrics import tests_of_program as enforced
from specassay.core.metrics.contract import _with_least_mean

from .values import value_of

CLAUSES = 4
subsets = st.frozensets(st.integers(0, CLAUSES - 1))


@st.composite
def violation_tests(draw: st.DrawFn) -> ViolationTest:
    state = st.sampled_from(["holds", "violated", "unknown"])
    states = draw(st.lists(state, min_size=CLAUSES, max_size=CLAUSES))
    violated = frozenset(clause for clause, state in enumerate(states) if state == "violated")
    unknown = frozenset(clause for clause, state in enumerate(states) if state == "unknown")
    return ViolationTest(draw(subsets), violated, unknown)


def completions(test: ViolationTest) -> list[ViolationTest]:
    unknown = sorted(test.unknown)
    more = chain.from_iterable(combinations(unknown, size) for size in range(len(unknown) + 1))
    return [ViolationTest(test.target, test.violated | set(extra)) for extra in more]


def violating(target: set[int], violated: set[int], unknown: set[int] | None = None) -> ViolationTest:
    return ViolationTest(frozenset(target), frozenset(violated), frozenset(unknown or ()))


def test_avc_is_the_share_of_clauses_that_some_test_violates() -> None:
    task = ContractTests(3, (violating({0}, {0}), violating({1}, {0, 1})))
    score = assert_violation_coverage([task])
    assert (score.value, score.n, score.unknowns) == (2 / 3, 3, 0)
    assert score.interval == wilson_interval(2, 3)


def test_avc_pools_the_clauses_of_several_tasks() -> None:
    # 1 of 1 and 1 of 4 clauses: 2 of 5, whereas the mean of the two tasks would be 5/8.
    tasks = [ContractTests(1, (violating({0}, {0}),)), ContractTests(4, (violating({1}, {3}),))]
    assert assert_violation_coverage(tasks).value == 2 / 5


def test_avc_of_a_task_without_tests_is_zero_and_without_clauses_no_data() -> None:
    assert assert_violation_coverage([ContractTests(2, ())]).value == 0
    assert assert_violation_coverage([ContractTests(0, ())]).value is None
    assert assert_violation_coverage([]).n == 0


def test_avc_counts_a_clause_as_unknown_only_if_no_test_is_known_to_violate_it() -> None:
    task = ContractTests(3, (violating({0}, {0}, {1}), violating({2}, set(), {0, 2}), violating({1}, {1})))
    score = assert_violation_coverage([task])
    assert (score.low, score.high, score.unknowns) == (2 / 3, 1, 1)
    pooled = assert_violation_coverage([task, task, ContractTests(2, ())])
    assert (pooled.low, pooled.high, pooled.unknowns) == (4 / 8, 6 / 8, 2)


@given(st.lists(violation_tests(), max_size=3))
@settings(deadline=None, max_examples=50)
def test_avc_bounds_are_its_extreme_completions(tests: list[ViolationTest]) -> None:
    score = assert_violation_coverage([ContractTests(CLAUSES, tuple(tests))])
    values = [
        value_of(assert_violation_coverage([ContractTests(CLAUSES, chosen)]))
        for chosen in product(*map(completions, tests))
    ]
    assert (score.low, score.high) == (min(values), max(values))


@given(subsets, subsets)
def test_jaccard_laws(left: frozenset[int], right: frozenset[int]) -> None:
    index = jaccard_index(left, right)
    assert 0 <= index <= 1
    assert index == jaccard_index(right, left)
    assert (index == 1) == (left == right)
    assert (index == 0) == (left.isdisjoint(right) and bool(left or right))


def test_jaccard_by_hand() -> None:
    assert jaccard_index({0, 1, 2}, {1, 2, 3}) == Fraction(1, 2)
    assert jaccard_index(set(), set()) == 1


def test_ts_is_the_mean_jaccard_index_over_tests_that_violate_something() -> None:
    tests = [violating({0}, {0}), violating({0}, {0, 1}), violating({0, 1}, {2}), violating({1}, set())]
    score = target_specificity(tests)
    assert (score.value, score.n, score.no_data, score.unknowns) == (0.5, 3, 1, 0)


def test_ts_of_exact_tests_is_one_with_a_wilson_interval() -> None:
    score = target_specificity([violating({0}, {0})] * 50)
    assert (score.value, score.interval) == (1, wilson_interval(50, 50))


def test_ts_without_a_violating_test_has_no_data() -> None:
    score = target_specificity([violating({0}, set())])
    assert (score.value, score.n, score.no_data) == (None, 0, 1)


def test_ts_bootstraps_over_the_tests() -> None:
    # Indices 1, 1/2, 1/3, ... 1/9.
    tests = [violating({0}, set(range(size))) for size in range(1, 10)]
    indices = [1 / size for size in range(1, 10)]
    assert target_specificity(tests).interval == bootstrap_interval(indices)


def test_an_unknown_clause_can_move_the_index_both_ways() -> None:
    # Violated for certain: 0. If 1 is violated too the test is exact; if 2 is, it overshoots.
    score = target_specificity([violating({0, 1}, {0}, {1, 2})])
    assert (score.low, score.high, score.n, score.unknowns) == (1 / 3, 1, 1, 1)


def test_an_unknown_that_changes_nothing_leaves_a_point() -> None:
    score = target_specificity([violating(set(), {0}, {1})])
    assert (score.value, score.unknowns) == (0, 0)


def test_an_unknown_can_decide_whether_a_test_counts() -> None:
    # The second test either violates its target (1) or nothing (not counted): 1/2 alone, or 3/4 with it.
    score = target_specificity([violating({0}, {0, 1}), violating({1}, set(), {1})])
    assert (score.low, score.high, score.n, score.unknowns, score.no_data) == (0.5, 0.75, 2, 1, 0)


def test_ts_counts_every_undecided_and_every_harmless_test() -> None:
    tests = [
        violating({0}, {0}),
        violating({0}, {0}, {1}),
        violating({0}, {0}, {1}),
        violating({0}, set(), {1}),
        violating({0}, set(), {1}),
        violating({0}, set()),
        violating({0}, set()),
    ]
    # At worst (1 + 1/2 + 1/2 + 0 + 0) / 5; at best the tests without a known violation violate nothing.
    score = target_specificity(tests)
    assert (score.low, score.high, score.n, score.unknowns, score.no_data) == (0.4, 1, 5, 4, 2)
    # At best one of two targeted clauses, three times: only those that raise the mean are counted.
    score = target_specificity([violating({0}, {1}), *[violating({0, 1}, set(), {0})] * 3])
    assert (score.low, score.high) == (0, 0.375)


@given(tests=st.lists(violation_tests(), max_size=3))
@settings(deadline=None, max_examples=100)
def test_ts_bounds_are_its_extreme_completions(tests: list[ViolationTest]) -> None:
    means = set()
    for chosen in product(*map(completions, tests)):
        counted = [test for test in chosen if test.violated]
        if counted:
            indices = (jaccard_index(test.target, test.violated) for test in counted)
            means.add(sum(indices, Fraction(0)) / len(counted))
    score = target_specificity(tests)
    if means:
        assert (score.low, score.high) == (float(min(means)), float(max(means)))
    else:
        assert (score.value, score.n) == (None, 0)
    assert score.n + score.no_data == len(tests)


def test_a_clause_cannot_be_violated_and_unknown() -> None:
    with pytest.raises(ValueError, match=r"clauses \[1\] are both"):
        violating({0}, {0, 1}, {1, 2})


@pytest.mark.parametrize("test", [violating({2}, set()), violating(set(), {2}), violating(set(), set(), {-1})])
def test_clauses_outside_the_contract_are_refused(test: ViolationTest) -> None:
    with pytest.raises(ValueError, match="do not exist in a contract of 2 clauses"):
        ContractTests(2, (test,))


def test_values_that_make_the_mean_smaller_are_chosen_one_after_the_other() -> None:
    """(1 + 1/4) / 2 = 0.625 becomes smaller by 3/5, and larger by 5/8 and more."""
    one, quarter, more, enough = Fraction(1), Fraction(1, 4), Fraction(3, 5), Fraction(7, 10)
    assert _with_least_mean([one], [enough, more, quarter]) == [one, quarter, more]


def test_what_a_program_refuses_counts_for_clauses_that_are_violated_alone() -> None:
    tests = enforced(
        [
            (frozenset({4}), "rejected"),
            (frozenset({1}), "accepted"),
            (frozenset({1, 4}), "rejected"),
            (frozenset({1}), "unknown"),
            (frozenset({7}), "accepted"),
        ]
    )
    first, second, third = (frozenset({place}) for place in range(3))
    nothing = frozenset[int]()
    assert tests == ContractTests(
        3,
        (
            ViolationTest(second, second, nothing),
            ViolationTest(first, nothing, nothing),
            ViolationTest(first, nothing, first),
            ViolationTest(third, nothing, nothing),
        ),
    )
    found = assert_violation_coverage([tests])
    assert (found.low, found.high, found.n, found.unknowns) == (1 / 3, 2 / 3, 3, 1)


def test_of_no_test_of_one_clause_there_is_no_rate() -> None:
    assert enforced([(frozenset({0, 1}), "rejected")]) == ContractTests(0, ())
    assert assert_violation_coverage([enforced([])]).n == 0
