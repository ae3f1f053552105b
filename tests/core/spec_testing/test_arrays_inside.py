"""The arrays inside a value have names that depend on nothing but the way to them; two places may hold one."""

import pytest

from specassay.core.deciding.clauses import Theory
from specassay.core.ir.sorts import BOOL, INT, Sort, array_of, function_of, seq_of, set_of, tuple_of
from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.arrays_inside import NotKnown, arrays_in, may_hold_array, reached_twice
from specassay.frontends.dafny import parse_program

A, B, OTHER = ArrayValue((1, 2), 7), ArrayValue((3,), 8), ArrayValue((1, 2), 9)
ARRAY = array_of(INT)


def ways(value: object, sort: Sort) -> list[tuple[str, ArrayValue]]:
    return [(path, array) for path, _, array in arrays_in(value, sort, "x", Theory())]


def test_each_array_is_listed_with_the_way_to_it() -> None:
    assert ways(A, ARRAY) == [("x", A)]
    assert ways((A, B, A), seq_of(ARRAY)) == [("x[0]", A), ("x[1]", B), ("x[2]", A)]
    assert ways((True, (B, A)), tuple_of(BOOL, seq_of(ARRAY))) == [("x`1[0]", B), ("x`1[1]", A)]
    outer = ArrayValue((A, B), 1)
    assert ways(outer, array_of(ARRAY)) == [("x", outer), ("x[0]", A), ("x[1]", B)]
    assert ways((1, 2), seq_of(INT)) == ways(None, ARRAY) == []


def test_the_order_of_a_set_of_arrays_does_not_depend_on_what_they_hold() -> None:
    changed = frozenset({ArrayValue((9, 9), 7), ArrayValue((0,), 8)})
    before, after = ways(frozenset({A, B}), set_of(ARRAY)), ways(changed, set_of(ARRAY))
    assert [(path, array.identity) for path, array in before] == [(path, array.identity) for path, array in after]


def test_what_nothing_looks_into_is_not_known() -> None:
    with pytest.raises(NotKnown):
        ways(lambda: None, function_of(INT, ARRAY))


def test_a_sort_may_hold_an_array_of_its_own_elements_only() -> None:
    assert may_hold_array(seq_of(ARRAY), ARRAY)
    assert not may_hold_array(seq_of(array_of(BOOL)), ARRAY)


def test_one_array_is_put_in_two_places_that_hold_something_else() -> None:
    text = "method M(s: seq<array<int>>, a: array<int>) modifies s[0] ensures true { }"
    specification = parse_program(text).specifications[0]
    theory = Theory()
    found = list(reached_twice(specification, {"s": (A,), "a": B}, theory))
    assert [names for names, _ in found] == [("s", "a")]
    assert [(inputs["s"][0].identity, inputs["a"].identity) for _, inputs in found] == [(7, 7)]
    assert list(reached_twice(specification, {"s": (A,), "a": A}, theory)) == []
    assert list(reached_twice(specification, {"s": (A,), "a": OTHER}, theory)) == [], "they hold the same"
