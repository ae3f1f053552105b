"""Where the ways through a test meet again, the state says of each result what the way of that result says."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from specassay.core.evaluate.typed import evaluate
from specassay.core.interpret.store import Store
from specassay.core.ir.build import conj, ge, integer, lt, negate
from specassay.core.ir.sorts import BOOL, INT, Sort
from specassay.core.ir.statements import Break, Return
from specassay.core.ir.terms import Term, var
from specassay.core.ir.variables import Name
from specassay.core.test_execution.paths import PathEnd, PathState, merged
from specassay.core.test_execution.symbolic import as_term

R = var("r", INT)
SORTS: dict[Name, Sort] = {"ok": BOOL, "n": INT}


def state(way: tuple[Term, ...] = (), arrays: dict[Any, tuple[Any, ...]] | None = None, **variables: Any) -> PathState:
    known: dict[Name, Any] = {"ok": True, "n": 0}
    known.update(variables)
    return PathState(known, Store(arrays=dict(arrays or {})), way, dict(SORTS))


def value(found: Any, sort: Sort, result: int) -> Any:
    return evaluate(as_term(found, sort), {"r": result}).value


def test_a_copy_is_changed_by_itself() -> None:
    first = state(arrays={"a": (1,)})
    second = first.taking(lt(R, integer(0)))
    second.variables["n"], second.store.arrays["a"] = 5, (2,)
    assert (first.variables["n"], first.store.arrays["a"], first.way) == (0, (1,), ())
    assert second.way == (lt(R, integer(0)),)


def test_two_ways_that_meet_are_one_state_without_a_condition() -> None:
    negative = lt(R, integer(0))
    ways: list[PathEnd] = [(None, state((negative,), ok=False)), (None, state((negate(negative),)))]
    ((signal, found),) = merged(ways, ())
    assert (signal, found.way, found.variables["n"]) == (None, (), 0)
    for result in (-2, -1, 0, 3):
        assert value(found.variables["ok"], BOOL, result) is (result >= 0)


def test_ways_that_are_left_in_different_manners_stay_apart() -> None:
    negative = lt(R, integer(0))
    outer, inner = Break(label="outer"), Break()
    ways: list[PathEnd] = [
        (None, state((negative,))),
        (Return(None), state((negate(negative),))),
        (outer, state()),
        (inner, state()),
    ]
    found = merged(ways, ())
    assert [signal for signal, _ in found] == [None, Return(None), outer, inner]
    assert [state.way for _, state in found[:2]] == [(negative,), (negate(negative),)]


def test_states_with_arrays_of_different_lengths_stay_two() -> None:
    negative = lt(R, integer(0))
    ways: list[PathEnd] = [
        (None, state((negative,), arrays={"a": (1,)})),
        (None, state((negate(negative),), arrays={"a": (1, 2)})),
    ]
    assert [state.store.arrays["a"] for _, state in merged(ways, ())] == [(1,), (1, 2)]


def test_an_array_that_one_way_has_changed_has_the_elements_of_its_way() -> None:
    negative = lt(R, integer(0))
    ways: list[PathEnd] = [
        (None, state((negative,), arrays={"a": (True, True)})),
        (None, state((negate(negative),), arrays={"a": (False, True)})),
    ]
    ((_, found),) = merged(ways, ())
    changed, kept = found.store.arrays["a"]
    assert (value(changed, BOOL, -1), value(changed, BOOL, 1), kept) == (True, False, True)


def test_a_variable_of_one_way_only_is_gone_where_they_meet() -> None:
    negative = lt(R, integer(0))
    ((_, found),) = merged([(None, state((negative,), inner=1)), (None, state((negate(negative),)))], ())
    assert "inner" not in found.variables


CUTS = st.lists(st.integers(-3, 3), unique=True, min_size=1, max_size=3).map(sorted)


@given(cuts=CUTS, numbers=st.lists(st.integers(0, 3), min_size=4, max_size=4), last=st.booleans())
def test_of_each_result_the_value_and_the_condition_are_those_of_its_way(
    cuts: list[int], numbers: list[int], last: bool
) -> None:
    ways: list[PathEnd] = []
    known: tuple[Term, ...] = ()
    for cut, number in zip(cuts, numbers, strict=False):
        below = lt(R, integer(cut))
        ways.append((None, state((*known, below), n=number)))
        known = (*known, negate(below))
    # The results beyond the last cut may have a way that is left in another manner: what is left then has a condition.
    ways.append((None if last else Return(None), state(known, n=numbers[-1])))
    found = merged(ways, ())
    assert len(found) == (1 if last else 2)
    for result in range(-4, 5):
        there = [(s, each) for s, each in found if evaluate(conj(*each.way), {"r": result}).value]
        ((signal, one),) = there
        expected = next((n for cut, n in zip(cuts, numbers, strict=False) if result < cut), numbers[-1])
        assert value(one.variables["n"], INT, result) == expected
        assert (signal is None) is (last or result < cuts[-1])


def test_what_held_where_the_ways_parted_is_kept() -> None:
    before = ge(R, integer(-9))
    negative = lt(R, integer(0))
    ways: list[PathEnd] = [(None, state((before, negative), n=1)), (None, state((before, negate(negative)), n=2))]
    ((_, found),) = merged(ways, (before,))
    assert found.way == (before,)
