"""How terms are written in any notation: parentheses where a part holds together too weakly, and nowhere else."""

import pytest

from specassay.core.ir.build import integer, op
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import BOOL, INT, seq_of
from specassay.core.ir.terms import Binder, Term, make, var
from specassay.frontends.dafny import show_term
from specassay.frontends.dafny.showers import suffix, wrapped
from specassay.frontends.dafny.symbols import Precedence, Text

X, Y, S = var("i", INT), var("j", INT), var("s", seq_of(INT))


def within(low: Term, high: Term, binder: Term, operator: str, body: Term) -> Term:
    return make(operator_name(operator), (op("range", low, high), body), BOOL, (Binder(binder.data, INT),))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (op("sub", X, op("sub", Y, X)), "i - (j - i)"),
        (op("sub", op("sub", X, Y), X), "i - j - i"),
        (op("mul", op("add", X, Y), X), "(i + j) * i"),
        (op("lt", op("add", X, Y), X), "i + j < i"),
        (op("not", op("eq", X, Y)), "i != j"),
        (within(integer(0), X, Y, "forall", op("lt", Y, X)), "forall j: int :: 0 <= j < i ==> j < i"),
        (within(integer(0), X, Y, "exists", op("lt", Y, X)), "exists j: int :: 0 <= j < i && j < i"),
    ],
)
def test_terms_of_dafny(term: Term, text: str) -> None:
    assert show_term(term) == text


def test_lists_in_brackets_and_members_that_follow() -> None:
    parts = (Text("a + b", Precedence.SUM), Text("c"), Text("d"))
    assert wrapped("[", "]")(S, parts).text == "[a + b, c, d]"
    assert suffix("[", " .. ", "]")(S, parts).text == "(a + b)[c .. d]"
