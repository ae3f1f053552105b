"""Solvers' values, as both solvers write them."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.backends.smtlib.reader import NotAValue, ValueReader
from specassay.backends.smtlib.sorts import SortTable
from specassay.backends.smtlib.symbols import parse
from specassay.core.errors import SolverFailure
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    STRING,
    Sort,
    array_of,
    bit_vector,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
    uninterpreted,
)
from specassay.core.ir.values import ArrayValue, FrozenMap, Multiset, UninterpretedValue

CASES: list[tuple[str, Sort, Any]] = [
    ("(- 5)", INT, -5),
    ("(/ (- 1) 3)", REAL, Fraction(-1, 3)),
    ("(- (/ 1.0 3.0))", REAL, Fraction(-1, 3)),
    ("2.5", REAL, Fraction(5, 2)),
    (r'"a""\u{1F600}\u0041\u{5c}"', STRING, 'a"😀A\\'),
    ("128512", CHAR, "😀"),
    ("#x0f", bit_vector(8), 15),
    ("#b101", bit_vector(3), 5),
    ("(_ bv7 8)", bit_vector(8), 7),
    ("(as seq.empty (Seq Int))", seq_of(INT), ()),
    ("(seq.++ (seq.++ (seq.unit 1) (seq.unit 2)) (seq.unit 3))", seq_of(INT), (1, 2, 3)),
    ("(store ((as const (Array Int Bool)) false) 1 true)", set_of(INT), frozenset({1})),
    ("(store (store ((as const (Array Int Bool)) false) 1 true) 1 false)", set_of(INT), frozenset()),
    ("(let ((a!1 (store ((as const (Array Int Bool)) false) 4 true))) a!1)", set_of(INT), frozenset({4})),
    ("(lambda ((x!1 Int)) (and (<= 1 x!1) (not (<= 3 x!1))))", set_of(INT), frozenset({1, 2})),
    ('(lambda ((x String)) (or (= x "a") (= "b" x)))', set_of(STRING), frozenset({"a", "b"})),
    ("((as const (Array Bool Bool)) true)", set_of(BOOL), frozenset({True, False})),
    ("(lambda ((x Int)) (ite (= x 3) 2 0))", multiset_of(INT), Multiset([3, 3])),
    (
        "(store ((as const (Array Int |Option<Int>|)) Option<Int>.none) 3 (|Option<Int>.some| 4))",
        map_of(INT, INT),
        FrozenMap({3: 4}),
    ),
    ("(|Tuple<Int&Bool>.make| 3 true)", tuple_of(INT, BOOL), (3, True)),
    ("(Array<Int>.make 0 (seq.unit 1))", array_of(INT), None),
    ("(as @U_2 U)", uninterpreted("U"), UninterpretedValue("U", 2)),
    ("U!val!3", uninterpreted("U"), UninterpretedValue("U", 3)),
]


def reader() -> ValueReader:
    return ValueReader(SortTable({}, lambda declaration: None), {"old": 1})


@pytest.mark.parametrize(("text", "sort", "value"), CASES, ids=[f"{case[1]}-{n}" for n, case in enumerate(CASES)])
def test_value(text: str, sort: Sort, value: Any) -> None:
    found = reader().read(text, sort)
    assert found == value
    assert type(found) is type(value)


def test_array_keeps_the_identity_of_a_constant() -> None:
    found = reader().read("(Array<Int>.make 1 (seq.unit 7))", array_of(INT))
    assert found == ArrayValue((7,), "old")
    assert found.elements == (7,)


@pytest.mark.parametrize(
    "text",
    [
        "((as const (Array Int Bool)) true)",
        "(lambda ((x Int)) (<= 3 x))",
        "(lambda ((x Int)) (not (= x 3)))",
    ],
)
def test_infinite_set_is_not_a_value(text: str) -> None:
    with pytest.raises(NotAValue, match="infinitely many"):
        reader().read(text, set_of(INT))


@pytest.mark.parametrize(
    "text", ["(root-obj (+ (^ x 2) (- 2)) 2)", "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)"]
)
def test_an_irrational_number_is_no_value(text: str) -> None:
    with pytest.raises(NotAValue, match="irrational"):
        reader().read(text, REAL)


@pytest.mark.parametrize("text", ["", "(", ")", "1 2", "(foo)", "(lambda ((x Int)) (f x))", '"open'])
def test_nonsense_is_a_failure(text: str) -> None:
    with pytest.raises(SolverFailure):
        reader().read(text, set_of(INT))


def test_deep_nesting_is_read() -> None:
    assert parse("(" * 50_000 + "x" + ")" * 50_000)


def test_a_value_that_doubles_in_each_let_is_refused() -> None:
    text = "x0"
    for level in range(1, 61):
        text = f"(let ((x{level - 1} (seq.++ x{level} x{level}))) {text})"
    text = f"(let ((x60 (seq.unit 1))) {text})"
    with pytest.raises(NotAValue, match="more than 1,000,000 parts"):
        reader().read(text, seq_of(INT))
