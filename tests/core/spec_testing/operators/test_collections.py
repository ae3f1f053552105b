"""Each operator of values with parts changes one part, and leaves the others as they are."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    Sort,
    array_of,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from specassay.core.ir.values import ArrayValue, FrozenMap, Multiset, applied
from specassay.core.spec_testing.operators import Mutation, operator_set
from specassay.core.spec_testing.operators import collections as operators
from specassay.frontends.dafny import parse_program

TYPES = parse_program("datatype Shape = Dot | Line(length: int) | Box(width: int, height: int)", file="t.dfy").datatypes
Operator = Callable[[Any, Sort, Mutation], Iterator[Any]]


def made(operator: Operator, value: Any, sort: Sort) -> list[Any]:
    return list(operator(value, sort, Mutation(operator_set("paper"), Random(0), TYPES)))


@pytest.mark.parametrize(
    ("operator", "lengths"),
    [(operators.drop_element, {2}), (operators.insert_element, {4}), (operators.change_element, {3})],
)
def test_a_sequence_has_one_element_less_more_or_another(operator: Operator, lengths: set[int]) -> None:
    value = (5, 6, 7)
    found = made(operator, value, seq_of(INT))
    assert {len(each) for each in found} == lengths
    assert all(len(set(each) & set(value)) >= 2 for each in found)
    assert len(set(found)) >= 3


def test_of_the_insertions_into_a_long_sequence_some_are_listed() -> None:
    found = made(operators.insert_element, tuple(range(500)), seq_of(INT))
    assert len(found) == operators.MOST_INSERTED < 501 * 500


def test_nothing_can_be_taken_from_what_is_empty_and_something_put_into_it() -> None:
    for operator, value, sort in (
        (operators.drop_element, (), seq_of(INT)),
        (operators.drop_member, frozenset(), set_of(INT)),
        (operators.drop_occurrence, Multiset.of_counts({}), multiset_of(INT)),
        (operators.drop_key, FrozenMap({}), map_of(INT, INT)),
        (operators.swap_elements, (1,), seq_of(INT)),
    ):
        assert made(operator, value, sort) == []
    assert all(len(each) == 1 for each in made(operators.insert_element, (), seq_of(INT)))
    assert all(len(each) == 1 for each in made(operators.insert_key, FrozenMap({}), map_of(INT, BOOL)))


def test_swapping_gives_every_pair_once() -> None:
    assert {*made(operators.swap_elements, (1, 2, 3), seq_of(INT))} == {(2, 1, 3), (3, 2, 1), (1, 3, 2)}


def test_an_array_stays_the_same_array() -> None:
    array = ArrayValue((1, 2), 7)
    found = made(operators.change_element, array, array_of(INT))
    assert found
    assert all(each.identity == 7 and len(each.elements) == 2 for each in found)


def test_texts_change_in_one_character() -> None:
    value = ("a", "b")
    for each in made(operators.replace_character, value, seq_of(CHAR)):
        assert sum(a != b for a, b in zip(each, value, strict=True)) <= 1
    assert {each[:2] for each in made(operators.append_character, value, seq_of(CHAR))} == {value}


def test_members_of_a_set_are_dropped_added_and_replaced() -> None:
    value = frozenset({1, 5})
    assert {*made(operators.drop_member, value, set_of(INT))} == {frozenset({1}), frozenset({5})}
    assert all(value <= each for each in made(operators.insert_member, value, set_of(INT)))
    changed = made(operators.change_member, value, set_of(INT))
    assert changed
    assert all(len(value & each) >= 1 and len(each) <= 2 for each in changed)


def test_a_multiset_counts() -> None:
    value, sort = Multiset.of_counts({4: 2}), multiset_of(INT)
    assert made(operators.drop_occurrence, value, sort) == [Multiset.of_counts({4: 1})]
    assert Multiset.of_counts({4: 3}) in made(operators.insert_occurrence, value, sort)
    changed = made(operators.change_occurrence, value, sort)
    assert changed
    assert all(sum(each.counts.values()) == 2 and each.count(4) == 1 for each in changed)


def test_a_map_loses_a_key_changes_a_value_or_a_key() -> None:
    value, sort = FrozenMap({1: 10, 2: 20}), map_of(INT, INT)
    assert {*map(str, made(operators.drop_key, value, sort))} == {str(FrozenMap({1: 10})), str(FrozenMap({2: 20}))}
    assert all(each.keys() == value.keys() and each != value for each in made(operators.change_value, value, sort))
    for each in made(operators.change_key, value, sort):
        assert {10, 20} & set(each.values())
        assert each.keys() != value.keys()
    assert all(each.keys() > value.keys() for each in made(operators.insert_key, value, sort))


def test_a_tuple_changes_in_one_component() -> None:
    for first, second in made(operators.change_component, (3, True), tuple_of(INT, BOOL)):
        assert (first == 3) is not (second is True)


def test_a_datatype_value_changes_a_field_or_its_constructor() -> None:
    (line, *_) = made(operators.change_constructor, _value("Dot"), datatype("Shape"))
    assert line.constructor in ("Line", "Box")
    assert made(operators.change_field, _value("Dot"), datatype("Shape")) == []
    found = made(operators.change_field, _value("Box", 2, 3), datatype("Shape"))
    assert found
    assert all(each.constructor == "Box" and (each.fields[0] == 2) is not (each.fields[1] == 3) for each in found)


def _value(name: str, *fields: int) -> Any:
    return applied(name, fields)


@pytest.mark.parametrize(
    ("rows", "columns", "shapes"),
    [(2, 3, {(1, 3), (3, 3), (2, 2), (2, 4), (3, 2)}), (2, 2, {(1, 2), (3, 2), (2, 1), (2, 3)}), (0, 2, {(2, 0)})],
)
def test_other_shapes_have_as_many_elements_as_their_lengths_say(
    rows: int, columns: int, shapes: set[tuple[int, int]]
) -> None:
    found = list(operators.other_shapes(tuple(range(rows * columns)), rows, columns))
    assert {(first, second) for first, second, _ in found} == shapes
    assert all(len(elements) == first * second for first, second, elements in found)


def test_a_transposed_array_has_columns_as_rows_and_what_is_no_shape_has_no_other() -> None:
    assert (3, 2, (0, 3, 1, 4, 2, 5)) in list(operators.other_shapes((0, 1, 2, 3, 4, 5), 2, 3))
    assert list(operators.other_shapes((0, 1, 2), 2, 2)) == []
