"""The objects in values, wherever they stand, and those that others lead to."""

from typing import Any

import pytest

from specassay.core.ir.objects import is_object, objects_in, objects_reached, renamed
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue
from specassay.core.ir.variables import Name, heap_variable


def o(index: int) -> UninterpretedValue:
    return UninterpretedValue("object", index)


NESTED = (
    1,
    o(1),
    frozenset({(o(2), "a")}),
    ArrayValue((o(3),), "a"),
    DatatypeValue("Some", (o(4),)),
    FrozenMap({o(5): (o(6),)}),
    Multiset((o(7), o(7))),
)


def test_objects_are_found_wherever_they_stand() -> None:
    assert {each.index for each in objects_in([NESTED])} == {1, 2, 3, 4, 5, 6, 7}


@pytest.mark.parametrize(("value", "expected"), [(o(0), True), (UninterpretedValue("T", 1), False), (1, False)])
def test_values_of_other_types_are_no_objects(value: Any, expected: bool) -> None:
    assert is_object(value) is expected
    assert list(objects_in([value])) == ([value] if expected else [])


def test_other_objects_stand_where_some_stood() -> None:
    renaming = {o(number): o(number + 10) for number in range(1, 8)}
    found = renamed(NESTED, renaming)
    assert {each.index for each in objects_in([found])} == {11, 12, 13, 14, 15, 16, 17}
    assert renamed(found, {new: old for old, new in renaming.items()}) == NESTED
    assert renamed(NESTED, {}) == NESTED


def test_what_a_caller_comes_to_does_not_end_in_a_circle() -> None:
    following: Name = heap_variable("Node", "next")
    # 1 leads to 2, that back to 1, and 3 to 4, to which nobody comes.
    outputs = {"r": o(1), following: (0, FrozenMap({o(1): o(2), o(2): o(1), o(3): o(4)}))}
    assert objects_reached(outputs, [following]) == {o(1), o(2)}
    assert objects_reached(outputs, [following], frozenset({o(3)})) == {o(1), o(2), o(3), o(4)}
