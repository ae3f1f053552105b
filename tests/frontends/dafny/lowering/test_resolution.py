"""Generic functions, constructors and fields at one place of use."""

import pytest

from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, Sort, datatype
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM = parse_program("""
datatype List<T> = Nil | Cons(head: T, tail: List<T>)
datatype Tree = Leaf(size: int) | Node(left: Tree, size: int)
datatype Other = Leaf | Twig
function Len<T>(l: List<T>): int { match l case Nil => 0 case Cons(_, rest) => 1 + Len(rest) }
""")
SPAN = Span("<text>", 1, 1, 1, 1)


def value(text: str, sort: Sort) -> object:
    return evaluate(parse_expression(text, {}, sort, PROGRAM, SPAN), {}, PROGRAM.functions, PROGRAM.datatypes).value


@pytest.mark.parametrize(
    ("text", "sort", "expected"),
    [
        ("Len(Cons(1, Cons(2, Nil)))", INT, 2),
        ("Len(Cons(true, Nil)) + Len(Cons('a', Nil))", INT, 2),
        ("Len(List<int>.Nil)", INT, 0),
        ("Cons(1, Nil).Cons?", BOOL, True),
        ("Cons(1, Nil).head", INT, 1),
        ("Tree.Leaf(3).size + Node(Tree.Leaf(4), 5).size", INT, 8),
        ("Node(Tree.Leaf(4), 5).left.size", INT, 4),
        ("Twig.Twig? && !Other.Leaf.Twig?", BOOL, True),
    ],
)
def test_type_parameters_stand_for_what_the_use_says(text: str, sort: Sort, expected: object) -> None:
    assert value(text, sort) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Leaf(3).size", "which is a constructor of Tree and of Other"),
        ("Len(Nil)", "cannot be inferred"),
        ("Cons(1).head", "Cons with 1 arguments"),
        ("Len(Cons(1, Cons(true, Nil)))", "incompatible types"),
        ("Cons(1, Nil).size", "size"),
    ],
)
def test_what_is_ambiguous_or_does_not_fit_is_refused(text: str, problem: str) -> None:
    with pytest.raises(Unsupported, match=problem):
        value(text, INT)


def test_a_written_type_decides_where_no_argument_does() -> None:
    assert parse_expression("List<bool>.Nil", {}, None, PROGRAM, SPAN).sort == datatype("List", BOOL)
