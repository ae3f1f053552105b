"""Values as Dafny writes them, which read back to the same values; escapes and digits of literals."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    Sort,
    array_of,
    bit_vector,
    map_of,
    multiset_of,
    seq_of,
    set_of,
    tuple_of,
)
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from specassay.core.spans import Span
from specassay.frontends.dafny import literal, parse_expression, parse_program
from specassay.frontends.dafny.literals import decimal, decimal_number, escape, show_type, shown, unescape, whole_number

SPAN = Span("<text>", 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("value", "sort", "text"),
    [
        (-3, INT, "-3"),
        (True, BOOL, "true"),
        (Fraction(5, 2), REAL, "2.5"),
        (Fraction(-1), REAL, "-1.0"),
        (Fraction(1, 3), REAL, None),
        ("a", CHAR, "'a'"),
        ("'", CHAR, None),
        (tuple('a"\n\\'), seq_of(CHAR), None),
        ((1, 2), seq_of(INT), "[1, 2]"),
        (frozenset({2, 1}), set_of(INT), "{1, 2}"),
        ((), seq_of(INT), "[]"),
        (Multiset([1, 1]), multiset_of(INT), None),
        (FrozenMap({1: "a"}), map_of(INT, CHAR), "map[1 := 'a']"),
        ((1, (True,)), tuple_of(INT, seq_of(BOOL)), "(1, [true])"),
        (5, bit_vector(4), None),
        (((), (1,)), seq_of(seq_of(INT)), "[[], [1]]"),
        (("é", "\U0001f600"), seq_of(CHAR), None),
    ],
)
def test_a_value_reads_back(value: Any, sort: Sort, text: str | None) -> None:
    shown = literal(value, sort)
    assert text is None or shown == text
    term = parse_expression(shown, {}, sort, Program("<text>"), SPAN)
    assert (term.sort, evaluate(term, {}).value) == (sort, value)


RECORDS = """datatype Edge = Edge(ends: (nat, nat), marks: seq<char>, names: set<(char, char)>)
datatype Cell<T> = Empty | Cell(content: T, next: Cell<T>)
method M(e: Edge, c: Cell<(string, map<int, real>)>) returns (r: bool) ensures r == (e == e && c == c)"""


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("e", ((0, 1), ("a",), frozenset({("a", "b")})), "Edge((0, 1), \"a\", {('a', 'b')})"),
        ("e", ((0, 1), (), frozenset()), 'Edge((0, 1), "", {})'),
        ("c", (((), FrozenMap({1: Fraction(1)})), DatatypeValue("Empty", ())), 'Cell(("", map[1 := 1.0]), Empty)'),
    ],
)
def test_the_fields_of_a_value_are_of_the_types_that_its_datatype_declares(name: str, value: Any, text: str) -> None:
    """A tuple in Python is a sequence, a text or a tuple in Dafny."""
    program = parse_program(RECORDS, "t.dfy")
    (method,) = program.specifications
    made = DatatypeValue("Edge" if name == "e" else "Cell", value)
    assert literal(made, method.sorts[name], method.datatypes) == text
    term = parse_expression(text, {}, method.sorts[name], program, SPAN)
    assert evaluate(term, {}, program.functions, program.datatypes).value == made


@pytest.mark.parametrize(
    ("sort", "text"),
    [
        (seq_of(CHAR), "string"),
        (map_of(INT, seq_of(BOOL)), "map<int, seq<bool>>"),
        (tuple_of(INT, REAL), "(int, real)"),
    ],
)
def test_types_are_written_as_dafny_has_them(sort: Sort, text: str) -> None:
    assert show_type(sort) == text


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("1_000", 1000), ("0xF_F", 255), ("007", 7)])
def test_whole_numbers_have_digits_of_two_bases(text: str, value: int) -> None:
    assert whole_number(text, SPAN) == value


def test_decimals_are_exact() -> None:
    assert decimal_number("0.1", SPAN) == Fraction(1, 10)
    assert decimal_number("1_0.2_5", SPAN) == Fraction(41, 4)
    assert (decimal(Fraction(1, 8)), decimal(Fraction(1, 3))) == ("0.125", None)


@pytest.mark.parametrize("text", ["plain", '\\ and "', "tab\tline\n", "\x00", "é"])
def test_escapes_are_undone(text: str) -> None:
    assert "".join(unescape(escape(text, '"'), SPAN)) == text


def test_a_verbatim_text_has_no_escapes() -> None:
    assert "".join(unescape('@"a\\n""b"', SPAN)) == 'a\\n"b'


def test_what_dafny_does_not_have_is_refused() -> None:
    with pytest.raises(Unsupported, match="4000 digits"):
        whole_number("9" * 5000, SPAN)
    with pytest.raises(Unsupported, match="the escape"):
        unescape('"\\q"', SPAN)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((0,) * 99, literal((0,) * 99, seq_of(INT))),
        ((-7,) * 1000, "seq(1000, _ => -7)"),
        ((1, 2, *(0,) * 100, 3), "[1, 2] + seq(100, _ => 0) + [3]"),
        (tuple(range(200)), literal(tuple(range(200)), seq_of(INT))),
    ],
)
def test_many_equal_elements_are_shown_once_and_read_back(value: tuple[int, ...], text: str) -> None:
    assert shown(value, seq_of(INT)) == text
    term = parse_expression(text, {}, seq_of(INT), Program("<text>"), SPAN)
    assert evaluate(term, {}).value == value


def test_an_array_of_equal_elements_is_shown_with_what_makes_it() -> None:
    assert shown(ArrayValue((0,) * 1000, ("a", 1)), array_of(INT)) == "new int[1000](_ => 0)"
    mixed = ArrayValue((*(0,) * 100, 1), ("a", 1))
    assert shown(mixed, array_of(INT)) == literal(mixed, array_of(INT))
    assert shown(None, array_of(INT)) == "null"
