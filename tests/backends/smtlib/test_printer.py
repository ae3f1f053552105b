"""The text itself: size, depth and sharing."""

from collections.abc import Callable

import pytest

from specassay.backends.smtlib.script import Script
from specassay.backends.smtlib.sorts import SortTable
from specassay.backends.solvers.session import TextBackend, TextSession
from specassay.core.deciding.solver import Outcome
from specassay.core.errors import Unsupported
from specassay.core.ir import build as b
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.sorts import INT, Sort, array_of, datatype, seq_of, tuple_of
from specassay.core.ir.terms import Binder, Term, var

Open = Callable[..., TextSession]


def doubled(term: Term, levels: int) -> Term:
    """A term whose tree has 2^levels leaves and whose graph has one node a level."""
    for _ in range(levels):
        term = b.op("add", term, term)
    return term


def text_of(script: Script) -> str:
    return "\n".join(command.text for command in script.take())


def printed(term: Term) -> str:
    script = Script({}, {})
    script.assertion(term)
    return text_of(script)


def test_text_is_linear_in_the_graph() -> None:
    sizes = [len(printed(b.lt(doubled(var("x", INT), levels), b.integer(0)))) for levels in (200, 400)]
    assert sizes[1] < 2.2 * sizes[0]


def test_text_is_linear_under_a_quantifier() -> None:
    def quantified(levels: int) -> Term:
        body = b.lt(doubled(b.add(var("k", INT), var("x", INT)), levels), b.integer(0))
        return b.exists([Binder("k", INT)], body)

    sizes = [len(printed(quantified(levels))) for levels in (100, 200)]
    assert sizes[1] < 2.2 * sizes[0]


def test_shared_terms_mean_the_same(complete_backend: TextBackend, open_session: Open) -> None:
    session = open_session(complete_backend)
    session.add(b.eq(doubled(var("x", INT), 30), b.integer(3 * 2**30)))
    session.add(b.exists([Binder("k", INT)], b.eq(doubled(b.add(var("k", INT), var("x", INT)), 12), b.integer(2**14))))
    answer = session.check(seconds=20)
    assert answer.outcome is Outcome.SAT
    assert answer.model == {"x": 3}


def test_closed_part_of_a_quantifier_is_defined_outside() -> None:
    closed = doubled(var("x", INT), 10)
    text = printed(b.forall([Binder("k", INT)], b.lt(closed, b.add(var("k", INT), closed))))
    quantifier = text.splitlines()[-1]
    assert "(let" not in quantifier
    assert "t!" in quantifier


def test_deep_terms_do_not_overflow() -> None:
    term: Term = var("x", INT)
    for level in range(20_000):
        term = b.op("add", term, b.integer(level))
    text = printed(b.lt(term, b.integer(0)))
    assert max(map(len, text.splitlines())) < 2_000


def test_terms_are_printed_once() -> None:
    script = Script({}, {})
    big = doubled(var("x", INT), 50)
    script.assertion(b.lt(big, b.integer(0)))
    first = text_of(script)
    script.assertion(b.lt(big, b.integer(1)))
    assert len(text_of(script)) < len(first) / 5


def test_a_codatatype_is_no_question_for_a_solver() -> None:
    """To SMT-LIB `x == Cons(x)` has no solution; of a codatatype it has one, so that unsat would be a false proof."""
    made = (Constructor("Cons", (Binder("next", datatype("Flow")),)), Constructor("Over", ()))
    flow = Datatype("Flow", (), made, lazy=True)
    with pytest.raises(Unsupported, match="codatatype Flow"):
        SortTable({"Flow": flow}, lambda declaration: None).text(datatype("Flow"))


@pytest.mark.parametrize("sort", [seq_of(array_of(INT)), tuple_of(INT, array_of(INT))], ids=str)
def test_equality_of_what_holds_arrays_is_refused(sort: Sort) -> None:
    """Two sequences of arrays are equal if they hold the same arrays; `=` would compare what these hold, too."""
    with pytest.raises(Unsupported, match="compared by identity"):
        printed(b.eq(var("x", sort), var("y", sort)))


def test_membership_of_arrays_is_refused() -> None:
    with pytest.raises(Unsupported, match="compared by identity"):
        printed(b.op("seq.member", var("a", array_of(INT)), var("s", seq_of(array_of(INT)))))
