"""The law of printing: whatever a clause means, its text reads as the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.ir.contracts import Condition, Program
from specassay.core.ir.terms import bare, free_variables
from specassay.frontends.dafny import parse_expression, parse_program, show_term

from ...samples import samples
from .rereading import START
from .texts import BINDERS, IN_CONSTRUCTOR, IN_METHOD, Place, expressions, filled

PLACES = pytest.mark.parametrize("place", [IN_METHOD, IN_CONSTRUCTOR], ids=lambda place: place.method)
CLAUSES = 5
"""Clauses of one program: reading its declarations takes longer than reading these."""


def conditions(place: Place, clauses: list[str]) -> tuple[Program, list[Condition]]:
    """The program with these clauses, and what they mean."""
    program = parse_program(place.program(clauses))
    (specification,) = (one for one in program.specifications if one.name == place.method)
    return program, [condition for condition in specification.ensures if not condition.clause.implicit]


@PLACES
@settings(deadline=None, max_examples=samples(100))
@given(data=st.data())
def test_the_text_of_a_clause_reads_as_its_meaning(place: Place, data: st.DataObject) -> None:
    check(place, data.draw(st.lists(expressions(place), min_size=CLAUSES, max_size=CLAUSES)))


@pytest.mark.parametrize(
    "clause",
    [
        "(exists i <- s, s: int | i < s :: true)",
        "(set k <- u, u: int | u < k :: k) == u",
        "(forall s <- s, n <- multiset(s) | n < s :: n > 0)",
        "0 <= (var Some(x) := Some(0); x)",
        "(var Line(x, i) := Line(0, 1); i) > 0",
        'Full(a, n) && this.title != ""',
        "j.(at := 3).at == j.(to := n, at := 0).to",
        "(if j.Point? then j.at else j.at) > 0",
        "(match j case Line(x, 0) => x case Circle(i, l) => i case Odd(t) => t case _ => j.at) > 0",
    ],
)
def test_names_that_hide_others_and_fields_of_several_constructors_read_as_they_mean(clause: str) -> None:
    check(IN_METHOD, [clause])


def check(place: Place, texts: list[str]) -> None:
    program, found = conditions(place, texts)
    assert len(found) == len(texts)
    for term in (condition.term for condition in found):
        if term is not None:
            text = show_term(term)
            again = parse_expression(text, dict(free_variables(term)), term.sort, program, START)
            assert bare(again) is bare(term), text


@pytest.mark.slow
def test_every_template_of_the_law_has_a_meaning() -> None:
    """A law over clauses that are not lowered would say nothing."""
    names = {kind: name for name, kind in IN_METHOD.names.items()}
    clauses = [
        f"var x': {kind} := {filled(template, BINDERS[:2], lambda inner, _: names[inner])}; true"
        for kind, templates in IN_METHOD.templates.items()
        for template in templates
    ]
    _, found = conditions(IN_METHOD, clauses)
    assert {text: one.clause.problems for text, one in zip(clauses, found, strict=True) if one.term is None} == {}
