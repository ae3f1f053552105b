"""Mutants are values of the sort, distinct, and never what they were made from."""

from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.errors import InputError
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    Sort,
    array_of,
    bit_vector,
    datatype,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
    uninterpreted,
)
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue
from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.operators import OPERATOR_SETS, Mutation, mutants, operator_set

LIST = datatype("List", INT)
TREE = Datatype(
    "List",
    ("T",),
    (
        Constructor("Nil", ()),
        Constructor("Cons", (Binder("head", uninterpreted("T")), Binder("tail", datatype("List", uninterpreted("T"))))),
    ),
)


def belongs(value: Any, sort: Sort) -> bool:
    """Whether a value is one of the sort: the representation that `core/ir/values.py` fixes."""
    match sort.kind:
        case "Bool":
            return isinstance(value, bool)
        case "Int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "BitVec":
            return isinstance(value, int) and 0 <= value < 2 ** int(sort.label or 0)
        case "Real":
            return isinstance(value, Fraction)
        case "Char":
            return isinstance(value, str) and len(value) == 1
        case "Uninterpreted":
            return isinstance(value, UninterpretedValue)
        case "Seq":
            return isinstance(value, tuple) and all(belongs(element, sort.args[0]) for element in value)
        case "Array":
            return isinstance(value, ArrayValue) and all(belongs(e, sort.args[0]) for e in value.elements)
        case "Set":
            return isinstance(value, frozenset) and all(belongs(element, sort.args[0]) for element in value)
        case "Multiset":
            return isinstance(value, Multiset) and all(belongs(element, sort.args[0]) for element in value)
        case "Map":
            return isinstance(value, FrozenMap) and all(
                belongs(k, sort.args[0]) and belongs(v, sort.args[1]) for k, v in value.items()
            )
        case "Tuple":
            return len(value) == len(sort.args) and all(map(belongs, value, sort.args))
        case _:
            fields = {"Nil": (), "Cons": (sort.args[0], sort)}[value.constructor]
            return len(value.fields) == len(fields) and all(map(belongs, value.fields, fields))


def values_of(sort: Sort) -> st.SearchStrategy[Any]:
    inner = [values_of(argument) for argument in sort.args] if sort.kind != "Datatype" else []
    match sort.kind:
        case "Bool":
            return st.booleans()
        case "Int":
            return st.integers(-50, 50)
        case "BitVec":
            return st.integers(0, 2 ** int(sort.label or 0) - 1)
        case "Real":
            return st.fractions(-50, 50)
        case "Char":
            return st.characters(min_codepoint=32, max_codepoint=126)
        case "Uninterpreted":
            return st.integers(0, 5).map(lambda index: UninterpretedValue(str(sort.label), index))
        case "Seq":
            return st.lists(inner[0], max_size=4).map(tuple)
        case "Array":
            return st.lists(inner[0], max_size=4).map(lambda items: ArrayValue(tuple(items), "a"))
        case "Set":
            return st.frozensets(inner[0], max_size=4)
        case "Multiset":
            return st.lists(inner[0], max_size=4).map(Multiset)
        case "Map":
            return st.dictionaries(inner[0], inner[1], max_size=4).map(FrozenMap)
        case "Tuple":
            return st.tuples(*inner)
        case _:
            return st.lists(values_of(sort.args[0]), max_size=3).map(_linked)


def _linked(items: list[Any]) -> DatatypeValue:
    result = DatatypeValue("Nil")
    for item in reversed(items):
        result = DatatypeValue("Cons", (item, result))
    return result


SORTS = [
    BOOL,
    INT,
    REAL,
    CHAR,
    bit_vector(2),
    bit_vector(32),
    uninterpreted("T"),
    seq_of(CHAR),
    seq_of(INT),
    seq_of(seq_of(CHAR)),
    seq_of(array_of(INT)),
    array_of(BOOL),
    array_of(REAL),
    set_of(INT),
    set_of(tuple_of(INT, BOOL)),
    multiset_of(CHAR),
    map_of(INT, seq_of(CHAR)),
    tuple_of(BOOL, INT, seq_of(INT)),
    LIST,
]


def made(value: Any, sort: Sort, count: int = 20, seed: int = 0, name: str = "paper") -> list[tuple[str, Any]]:
    mutation = Mutation(operator_set(name), Random(seed), {"List": TREE})
    return list(islice(mutants(value, sort, mutation), count))


@pytest.mark.parametrize("name", ["paper", "full"])
@pytest.mark.parametrize("sort", SORTS, ids=str)
@given(data=st.data())
@settings(deadline=None, max_examples=20)
def test_mutants_are_distinct_values_of_the_sort(sort: Sort, name: str, data: st.DataObject) -> None:
    value = data.draw(values_of(sort))
    found = made(value, sort, name=name)
    keys = [contents(mutant) for _, mutant in found]
    assert found
    assert len(set(keys)) == len(keys)
    assert contents(value) not in keys
    assert all(belongs(mutant, sort) for _, mutant in found)


@pytest.mark.parametrize("sort", SORTS, ids=str)
@given(data=st.data())
@settings(deadline=None, max_examples=10)
def test_the_seed_decides(sort: Sort, data: st.DataObject) -> None:
    value = data.draw(values_of(sort))
    seed = data.draw(st.integers(0, 3))
    for operators in ("paper", "full"):
        first, again = ([(n, contents(m)) for n, m in made(value, sort, 5, seed, operators)] for _ in range(2))
        assert first == again


def test_a_bool_has_one_mutant() -> None:
    assert made(True, BOOL) == [("paper.bool-flip", False)]


def test_the_papers_offsets_of_an_integer() -> None:
    assert sorted(mutant for _, mutant in made(100, INT, 50)) == [n for n in range(90, 111) if n != 100]


def test_operators_take_turns() -> None:
    names = [name for name, _ in made((1, 2, 3), seq_of(INT), 4)]
    assert names == ["paper.list-drop", "paper.list-insert"] * 2


def test_an_array_that_is_modified_in_place_keeps_its_length_and_identity() -> None:
    mutation = Mutation(operator_set("paper"), Random(0), {})
    array = ArrayValue((1, 2, 3), "a")
    found = list(islice(mutants(array, array_of(INT), mutation, mutation.operators.fixed_length), 20))
    assert {name for name, _ in found} == {"element.change", "element.swap"}
    assert all(len(mutant.elements) == 3 and mutant.identity == "a" for _, mutant in found)


def test_a_null_array_has_no_mutants() -> None:
    assert made(None, array_of(INT)) == []


def test_an_unknown_set_of_operators_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="no operator set 'best': choose paper"):
        operator_set("best")


def test_operator_names_are_unique() -> None:
    for chosen in OPERATOR_SETS.values():
        names = [operator.name for operator in chosen.operators]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("value", "sort", "expected"),
    [
        (5, INT, {4, 6, 0, -5, 10, 2}),
        (Fraction(5, 2), REAL, {Fraction(0), Fraction(2), Fraction(3), Fraction("2.525"), Fraction("2.4999975")}),
        ("b", CHAR, {"a", "c", "B"}),
        ((1, 2, 3), seq_of(INT), {(3, 2, 1), (2, 3, 1), (2, 1, 3), (1, 1, 3), (1, 2, 2, 3), (), (2, 3), (1, 2)}),
        (frozenset({1, 5}), set_of(INT), {frozenset({1, 6}), frozenset({1, 4})}),
        (Multiset((1, 1)), multiset_of(INT), {Multiset((1, 2))}),
        (FrozenMap({1: 7}), map_of(INT, INT), {FrozenMap({2: 7})}),
    ],
    ids=lambda value: str(value) if isinstance(value, Sort) else "",
)
def test_the_full_set_has_near_misses(value: Any, sort: Sort, expected: set[Any]) -> None:
    assert expected <= {mutant for _, mutant in made(value, sort, 600, name="full")}


def test_small_domains_are_tried_out() -> None:
    assert {mutant for _, mutant in made(2, bit_vector(3), 20, name="full")} == {0, 1, 3, 4, 5, 6, 7}


def test_the_full_set_offers_what_is_in_the_input() -> None:
    inputs = ((array_of(INT), ArrayValue((70, 80), "a")), (INT, 900))
    mutation = Mutation(operator_set("full"), Random(0), {}, inputs)
    assert {70, 80, 900} <= {mutant for _, mutant in islice(mutants(5, INT, mutation), 100)}
    assert (70, 80) in {mutant for _, mutant in islice(mutants((1,), seq_of(INT), mutation), 100)}


def test_the_full_set_keeps_the_length_of_an_array_that_is_modified_in_place() -> None:
    inputs = ((array_of(INT), ArrayValue((9, 8, 7), "a")), (array_of(INT), ArrayValue((1,), "b")))
    mutation = Mutation(operator_set("full"), Random(0), {}, inputs)
    array = ArrayValue((1, 2, 3), "a")
    found = list(islice(mutants(array, array_of(INT), mutation, mutation.operators.fixed_length), 40))
    assert ("input.copy", ArrayValue((9, 8, 7), "a")) in found
    assert all(len(mutant.elements) == 3 and mutant.identity == "a" for _, mutant in found)
