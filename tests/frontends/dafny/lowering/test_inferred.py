"""A bound variable without a type is of a subset type where its uses ask for that one and for no other."""

import pytest

from specassay.core.ir.terms import Term
from specassay.frontends.dafny import parse_program, show_term

HEAD = """
predicate P(n: nat) { n > 3 }
predicate Q(i: int) { i > 3 }
predicate G<T>(x: T) { true }
"""


def clause(text: str) -> Term:
    (condition,) = parse_program(f"{HEAD}method M(s: seq<int>) ensures {text} {{ }}").specifications[0].ensures
    assert condition.term is not None
    return condition.term


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("forall n :: P(n)", True),
        ("exists n :: P(n)", True),
        ("forall n :: P((n))", True),
        ("forall n :: P(n) || n < 5", True),  # a literal says nothing of the type
        ("forall n :: Q(n)", False),
        ("forall n :: P(n) && Q(n)", False),
        ("forall n :: P(n + 1)", False),  # the sum has the type of the parameter
        ("forall n :: P(n) && G(n)", True),
        ("forall n :: n < |s| ==> s[n] > 0", False),
        ("forall n: int :: P(n)", False),
    ],
)
def test_the_type_of_a_bound_variable(text: str, natural: bool) -> None:
    assert ("0 <= n" in show_term(clause(text)) or "n >= 0" in show_term(clause(text))) is natural
