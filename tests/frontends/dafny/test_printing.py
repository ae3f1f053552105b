"""Terms and values as Dafny text: reading the text again gives the same."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.errors import Unsupported
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import (
    BOOL,
    CHAR,
    INT,
    REAL,
    VALUE,
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
from specassay.core.ir.terms import bare, const
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from specassay.frontends.dafny import literal, parse_expression, parse_file, parse_program, show_type

from .rereading import START, reread

EMPTY = Program(file="e")
FILES = [
    *("sequences", "in_place", "datatypes", "problems", "objects", "matrices", "tests", "constructs", "generics"),
    *("returned", "linked"),
]


@pytest.mark.parametrize("name", FILES)
def test_the_text_of_a_term_reads_as_the_term(name: str, root: Path) -> None:
    program = parse_file(root / "tests" / "data" / "dafny" / f"{name}.dfy")
    for text, term, again in reread(program):
        assert bare(again) is bare(term), text


def test_the_prefixes_of_extreme_predicates_and_of_equality_read_as_what_they_are() -> None:
    source = """codatatype Stream = Cons(hd: int, tl: Stream)
    greatest predicate Up(s: Stream) { s.hd < s.tl.hd && Up(s.tl) }
    method L(k: nat, s: Stream, t: Stream) requires Up#[k + 1](s) && s ==#[2] t ensures (s !=#[k] t) == Up#[k](t) { }"""
    texts = []
    for text, term, again in reread(parse_program(source)):
        texts.append(text)
        assert bare(again) is bare(term), text
    assert "Up#[k + 1](s) && s ==#[2] t" in texts


def test_a_field_that_two_classes_name_alike_reads_as_the_field_of_its_class() -> None:
    source = """class Node {
      var size: int
    }
    class List {
      var root: Node?
      var size: int
      method Count()
        ensures root != null ==> size == root.size
      { }
    }"""
    for text, term, again in reread(parse_program(source)):
        assert bare(again) is bare(term), text


@pytest.mark.parametrize(
    ("value", "sort", "text"),
    [
        (True, BOOL, "true"),
        (-5, INT, "-5"),
        (Fraction(5, 4), REAL, "1.25"),
        (Fraction(-3), REAL, "-3.0"),
        (Fraction(1, 3), REAL, "1.0 / 3.0"),
        ("'", CHAR, r"'\''"),
        (("a", "\n", '"', "é", "\0"), seq_of(CHAR), r'"a\n\"\u00E9\0"'),
        ((), seq_of(INT), "[]"),
        (((1,), ()), seq_of(seq_of(INT)), "[[1], []]"),
        (frozenset({3, 1}), set_of(INT), "{1, 3}"),
        (Multiset([2, 1, 2]), multiset_of(INT), "multiset{1, 2, 2}"),
        (FrozenMap({1: ("a",)}), map_of(INT, seq_of(CHAR)), 'map[1 := "a"]'),
        ((1, True), tuple_of(INT, BOOL), "(1, true)"),
        (7, bit_vector(8), "7"),
        (DatatypeValue("Cons", (1, DatatypeValue("Nil"))), datatype("List"), "Cons(1, Nil)"),
        (ArrayValue((1, 2), "a"), array_of(INT), "new int[] [1, 2]"),
        (None, array_of(INT), "null"),
    ],
)
def test_literals(value: Any, sort: Sort, text: str) -> None:
    assert literal(value, sort) == text


def values(sort: Sort) -> st.SearchStrategy[Any]:
    """Values of a sort without datatypes and arrays."""
    match sort.kind:
        case "Bool":
            return st.booleans()
        case "Int":
            return st.integers()
        case "Real":
            return st.fractions().filter(lambda value: value.denominator in (1, 2, 5, 8, 10, 1000))
        case "Char":
            return st.characters(codec="utf-8")
        case "Seq":
            return st.lists(values(sort.args[0]), max_size=4).map(tuple)
        case "Set":
            return st.frozensets(values(sort.args[0]), max_size=4)
        case "Multiset":
            return st.lists(values(sort.args[0]), max_size=4).map(Multiset)
        case "Map":
            return st.dictionaries(*map(values, sort.args), max_size=3).map(FrozenMap)
        case _:
            return st.tuples(*map(values, sort.args))


SORTS = st.recursive(
    st.sampled_from([BOOL, INT, REAL, CHAR]),
    lambda inner: st.one_of(
        inner.map(seq_of),
        inner.map(set_of),
        inner.map(multiset_of),
        st.builds(map_of, inner, inner),
        st.builds(tuple_of, inner, inner),
    ),
    max_leaves=4,
)


@given(st.data())
def test_a_literal_reads_as_its_value(data: st.DataObject) -> None:
    sort = data.draw(SORTS)
    value = data.draw(values(sort))
    term = parse_expression(literal(value, sort), {}, sort, EMPTY, START)
    assert bare(term) is const(value, sort)


def test_types() -> None:
    sort = map_of(seq_of(CHAR), tuple_of(set_of(REAL), Sort("Function", (INT, BOOL))))
    assert show_type(sort) == "map<string, (set<real>, (int) -> bool)>"
    with pytest.raises(Unsupported):
        show_type(VALUE)
