"""Every registered backend answers every row of the conformance table, in a worker as users ask it."""

from collections.abc import Callable

import pytest

from specassay.backends.solvers.driver import THEORIES
from specassay.backends.solvers.session import TextBackend, TextSession
from specassay.backends.solvers.worker import IsolatedSolver
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.ir.operators.table import OPERATORS
from specassay.core.ir.terms import subterms

from .certificates import check_model
from .conformance import ROWS, Row

SECONDS = 20.0
BRIEF = 0.5
OPEN = {Outcome.UNKNOWN, Outcome.TIMEOUT}
PLACES = [*((row, "isolated") for row in ROWS), *((row, "in-process") for row in ROWS[::8])]
"""A worker runs the same driver: of what it does in this process some rows are enough."""


def test_the_table_is_a_table() -> None:
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names)) >= 60


def test_every_operator_that_smtlib_has_is_in_the_table() -> None:
    bodies = (each.body for row in ROWS for each in row.functions.values() if each.body is not None)
    asked = {node.op for node in subterms(*(term for row in ROWS for term in row.terms), *bodies)}
    assert {row.name for row in OPERATORS.values() if row.smtlib is not None} <= asked


@pytest.mark.parametrize(
    ("row", "backend"),
    PLACES,
    indirect=["backend"],
    ids=[f"{where}-{row.name}".replace(" ", "-") for row, where in PLACES],
)
def test_row(row: Row, backend: TextBackend, open_session: Callable[..., TextSession]) -> None:
    allowed_open = backend.name in row.undecided
    if allowed_open and not isinstance(backend.solver, IsolatedSolver):
        pytest.skip("a solver that does not finish is only run where it can be killed")
    session = open_session(backend, row.functions, row.datatypes)
    session.add(*row.terms)
    answer = session.check(seconds=BRIEF if allowed_open else SECONDS)
    session.close()  # A worker waits for the next session; with another open it would have to be started.
    if answer.outcome is Outcome.UNKNOWN and backend.solver.theories != THEORIES:
        assert answer.message.startswith("not asked: it lacks ") or "non-linear" in answer.message
        return
    if allowed_open and answer.outcome in OPEN:
        return
    assert answer.outcome.value == row.status, answer.message
    if answer.outcome is Outcome.SAT:
        certify(row, answer)
    else:
        explain(row, backend, open_session)


def certify(row: Row, answer: Answer) -> None:
    """The reference evaluator finds every term true under the model."""
    failed, unknown = check_model(row.terms, answer.model, row.functions, row.datatypes)
    assert not failed, answer.model
    assert row.beyond_evaluator or not unknown, answer.model


def explain(row: Row, backend: TextBackend, open_session: Callable[..., TextSession]) -> None:
    """Assuming the terms gives a core, and the core's terms alone are unsatisfiable."""
    session = open_session(backend, row.functions, row.datatypes)
    answer = session.check(row.terms, SECONDS)
    if answer.outcome is Outcome.UNKNOWN and "non-linear" in answer.message:
        return  # definedness multiplies by what only the assertions fix
    core = answer.core
    assert core
    session.close()
    alone = open_session(backend, row.functions, row.datatypes)
    alone.add(*(row.terms[position] for position in core))
    assert alone.check(seconds=SECONDS).outcome is Outcome.UNSAT
