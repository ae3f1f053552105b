"""The rows of the table of operators: sorts, and definedness beside evaluation."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest

from specassay.core.errors import SortError
from specassay.core.ir.build import op
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.definedness import well_defined
from specassay.core.ir.operator_names import OperatorName, operator_name
from specassay.core.ir.operators.context import EvaluationContext, Undefined
from specassay.core.ir.operators.row import Operator
from specassay.core.ir.operators.table import OPERATORS, STRICT
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
)
from specassay.core.ir.terms import Binder, Term, const, fold, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset

NUMBERS, BYTE = seq_of(INT), bit_vector(8)
LIST = datatype("List")
DATATYPES = {"List": Datatype("List", (), (Constructor("Nil", ()), Constructor("Cons", (Binder("head", INT),))))}
AROUND = (-1, 0, 1, 2, 3)
ARRAYS = (None, ArrayValue((), 1), ArrayValue((5, 6), 2))

PARTIAL: dict[str, tuple[tuple[tuple[Sort, Sequence[Any]], ...], Any, Sort | None]] = {
    "div": (((INT, AROUND), (INT, AROUND)), None, None),
    "mod": (((INT, AROUND), (INT, AROUND)), None, None),
    "real.to_int": (((REAL, (Fraction(1, 2), Fraction(-3), Fraction(0))),), None, None),
    "char.of_int": (((INT, (-1, 0, 0x10FFFF, 0x110000)),), None, None),
    "bv.div": (((BYTE, (0, 7)), (BYTE, (0, 1, 255))), None, None),
    "bv.mod": (((BYTE, (0, 7)), (BYTE, (0, 1, 255))), None, None),
    "bv.shl": (((BYTE, (0, 7)), (INT, (-1, 0, 8, 9))), None, None),
    "bv.shr": (((BYTE, (0, 7)), (INT, (-1, 0, 8, 9))), None, None),
    "bv.of_int": (((INT, (-1, 0, 255, 256)),), None, BYTE),
    "seq.at": (((NUMBERS, ((), (5, 6))), (INT, AROUND)), None, None),
    "seq.slice": (((NUMBERS, ((), (5, 6))), (INT, AROUND), (INT, AROUND)), None, None),
    "seq.update": (((NUMBERS, ((), (5, 6))), (INT, AROUND), (INT, (9,))), None, None),
    "array.len": (((array_of(INT), ARRAYS),), None, None),
    "array.at": (((array_of(INT), ARRAYS), (INT, AROUND)), None, None),
    "array.elements": (((array_of(INT), ARRAYS),), None, None),
    "datatype.at": (((LIST, (DatatypeValue("Nil", ()), DatatypeValue("Cons", (1,)))),), ("Cons", "head"), INT),
    "datatype.update": (
        ((LIST, (DatatypeValue("Nil", ()), DatatypeValue("Cons", (1,)))), (INT, (7,))),
        ("Cons", "head"),
        None,
    ),
    "multiset.update": (((multiset_of(INT), (Multiset((1, 1)),)), (INT, (1, 2)), (INT, AROUND)), None, None),
    "map.at": (((map_of(INT, INT), (FrozenMap({1: 2}),)), (INT, AROUND)), None, None),
}
"""Each operator that is partial: values of each argument around the edge of its domain, its data, its sort."""


def has_value(term: Term) -> bool:
    """Does the evaluation of the row give a value for constant arguments?"""
    try:
        STRICT[term.op](term, EvaluationContext(datatypes=DATATYPES), *(arg.data for arg in term.args))
    except Undefined:
        return False
    return True


def value(condition: Term) -> bool:
    def step(node: Term, args: tuple[bool, ...]) -> Any:
        if node.op == "const":
            return node.data
        if node.op == "and":
            return all(args)
        if node.op == "not":
            return not args[0]
        return STRICT[node.op](node, EvaluationContext(datatypes=DATATYPES), *args)

    return bool(fold(condition, step))


def test_every_partial_operator_has_examples() -> None:
    assert {row.name for row in OPERATORS.values() if row.domain is not None} == set(PARTIAL)


@pytest.mark.parametrize("name", PARTIAL)
def test_the_domain_is_where_the_evaluation_gives_a_value(name: str) -> None:
    columns, data, sort = PARTIAL[name]
    domain = OPERATORS[name].domain
    found = set()
    for values in product(*(column for _, column in columns)):
        term = op(
            operator_name(name), *(const(v, s) for v, (s, _) in zip(values, columns, strict=True)), data=data, sort=sort
        )
        defined = has_value(term)
        # One conjunct after the other: a later one may have no value where an earlier one is false.
        assert domain is not None
        conditions = domain(term)
        assert all(map(value, _until_false(conditions))) is defined, values
        found.add(defined)
    assert found == {True, False}


def _until_false(conditions: Sequence[Term]) -> list[Term]:
    kept = []
    for condition in conditions:
        kept.append(condition)
        if not value(condition):
            break
    return kept


def test_a_domain_is_a_condition_on_the_arguments() -> None:
    index = var("i", INT)
    assert well_defined(op("seq.at", const((5, 6), NUMBERS), index)).op == "and"
    assert well_defined(op("div", index, const(2, INT))) is const(True, BOOL)


@pytest.mark.parametrize("row", OPERATORS.values(), ids=lambda row: row.name)
def test_a_row_is_complete(row: Operator) -> None:
    """What is partial can be evaluated, and what any number of arguments may have is printed for none."""
    assert row.domain is None or row.evaluate is not None
    assert (row.smtlib is not None and row.sorts.arity is None) == bool(row.smtlib_unit)


@pytest.mark.parametrize(
    ("name", "arguments", "sort"),
    [
        ("map.items", (map_of(INT, CHAR),), set_of(tuple_of(INT, CHAR))),
        ("map.remove", (map_of(INT, CHAR), set_of(INT)), map_of(INT, CHAR)),
        ("seq.update", (seq_of(CHAR), INT, CHAR), seq_of(CHAR)),
        ("multiset.of_set", (set_of(REAL),), multiset_of(REAL)),
        ("bv.shl", (BYTE, INT), BYTE),
        ("lt", (CHAR, CHAR), BOOL),
        ("ite", (BOOL, REAL, REAL), REAL),
    ],
)
def test_sort_variables_are_what_the_arguments_say(name: str, arguments: tuple[Sort, ...], sort: Sort) -> None:
    assert op(operator_name(name), *(var(f"x{i}", each) for i, each in enumerate(arguments))).sort == sort


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("map.remove", (map_of(INT, CHAR), set_of(CHAR)), "argument 2 of map.remove has sort Set<Char>, not Set<Int>"),
        ("bv.add", (INT, INT), "bv.add is not defined on Int"),
        ("bv.add", (BYTE, bit_vector(16)), "argument 2 of bv.add has sort bv16, not bv8"),
        ("real.floor", (INT,), "argument 1 of real.floor has sort Int, not Real"),
        ("map.literal", (), "the sort of an empty map.literal must be given"),
        ("datatype.make", (INT,), "the sort of datatype.make must be given"),
        ("seq.len", (NUMBERS, INT), "seq.len takes 1 arguments, not 2"),
    ],
)
def test_what_does_not_fit_is_named(name: str, arguments: tuple[Sort, ...], message: str) -> None:
    with pytest.raises(SortError) as caught:
        op(operator_name(name), *(var(f"x{i}", each) for i, each in enumerate(arguments)))
    assert str(caught.value) == message


def test_the_type_of_names_has_every_row() -> None:
    outside = {"divisors", "subsets", "collections", "sequences", "old", "field", "field.old", "array.make"}
    assert set(get_args(OperatorName)) - outside == set(OPERATORS)
    with pytest.raises(AttributeError):
        operator_name("seq.lenght")
