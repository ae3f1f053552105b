"""One query, one answer: whatever ends a solver is a line of JSON, and none is taken for another."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.smtlib.query import query_of
from specassay.backends.solvers import one_query
from specassay.backends.solvers.driver import PRODUCTS, QUANTIFIERS, Overdue, Profile, Reply
from specassay.core.deciding.solver import Outcome
from specassay.core.errors import SolverFailure

SCRIPT = "(declare-const x Int)(declare-const |a b| Bool)(assert (< 0 x))(check-sat)"


class Scripted:
    """A solver that answers, or ends, as it is told."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[Any] = []

    def start(self, profile: Profile) -> "Scripted":
        return self

    def feed(self, text: str) -> None:
        self.asked.append(text)

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        self.asked.append((list(literals), list(symbols), seconds))
        if isinstance(self.answer, BaseException):
            raise self.answer
        found: Reply = self.answer
        return found

    def close(self) -> None:
        self.asked.append("closed")


@pytest.mark.parametrize(
    ("answer", "outcome", "message"),
    [
        (Reply(Outcome.SAT, values={"x": "1"}), "sat", ""),
        (Reply(Outcome.UNSAT), "unsat", ""),
        (Reply(Outcome.UNKNOWN, message="incomplete"), "unknown", "incomplete"),
        (Overdue("killed"), "timeout", "killed"),
        (SolverFailure("no such sort"), "error", "no such sort"),
        (MemoryError(), "error", "out of memory"),
    ],
)
def test_the_answer_is_one_line(
    answer: Any,
    outcome: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, solver = tmp_path / "query.smt2", Scripted(answer)
    file.write_text(SCRIPT)
    monkeypatch.setattr(one_query, "loaded", lambda name: solver)
    for values, symbols in (([], []), (["--values"], ["x", "|a b|"])):
        monkeypatch.setattr(sys, "argv", ["one_query", "scripted", str(file), "2.5", *values])
        one_query.main()
        found = json.loads(capsys.readouterr().out)
        assert (found["outcome"], found["message"]) == (outcome, message)
        assert found["values"] == ({"x": "1"} if outcome == "sat" else {})
        assert found["cpu_seconds"] >= 0
        assert solver.asked[-2:] == [([], symbols, 2.5), "closed"]


def test_the_profile_has_what_the_script_multiplies_and_quantifies() -> None:
    product = "(declare-const r Real)(assert (= (* r r) 2.0))(check-sat)"
    assert one_query.profile_of_query(query_of(product)).theories == {PRODUCTS}
    assert one_query.profile_of_query(query_of(SCRIPT)).theories == frozenset()
    every = "(declare-const r Real)(assert (forall ((x Real)) (= (* r r x) x)))(check-sat)"
    assert one_query.profile_of_query(query_of(every)).theories == {PRODUCTS, QUANTIFIERS}
