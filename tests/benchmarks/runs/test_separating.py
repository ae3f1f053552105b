"""Which input separates two conditions: what search and solvers are asked, what is confirmed, and what stays open."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.backends.solvers import registry
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs import separating
from specassay.benchmarks.runs.run_limits import LIMITS
from specassay.benchmarks.runs.separating import NOTHING_ASKED, Budget, NamedSolver, Separation, separate, separation_of
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.ir.terms import Term
from specassay.core.synthesis.verdicts import Observation

FIRST, SECOND = frozenset({0}), frozenset({1})
BUDGET = Budget(2.0, 4.0)
Z3 = NamedSolver("z3", registry.get("z3").session)
SAME = "assert n > 0\nassert not n <= 0\nassert isinstance(n, int)\n"
"""Equal for the ints of the context; nan violates clause 0 alone without it."""


class Told:
    """A session that gives one answer to everything."""

    def __init__(self, answer: Answer, asked: list[str], name: str) -> None:
        self.answer, self.asked, self.name = answer, asked, name

    def add(self, *terms: Term) -> None:
        """Nothing is remembered."""

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        self.asked.append(self.name)
        return self.answer

    def close(self) -> None:
        """Nothing is open."""


def told(name: str, outcome: Outcome, asked: list[str]) -> NamedSolver:
    return NamedSolver(name, lambda: Told(Answer(outcome), asked, name))


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separating, "LIMITS", evolve(LIMITS, separating_tries=0))


@pytest.fixture
def asked_about(replayer: Replayer) -> Callable[..., Separation]:
    def about(contract: str, *solvers: NamedSolver, budget: Budget = BUDGET, **more: Any) -> Separation:
        both = ContractTask(
            task_id="T/1",
            entry_point="f",
            parameters=(Parameter("n"),),
            contract_text=contract,
            solution="def f(n):\n    pass\n",
            file="T.jsonl",
            line=1,
        )
        return separate(separation_of(both, (FIRST, SECOND), replayer, budget), solvers, **more)

    return about


Asking = Callable[..., Separation]


def test_search_finds_what_separates_and_no_solver_is_asked(asked_about: Asking) -> None:
    asked: list[str] = []
    solver = told("z3", Outcome.UNKNOWN, asked)
    found = asked_about("assert n > 0\nassert n > 1\n", solver, done=lambda found: found.separated is not None)
    assert found.separated is not None
    assert (found.separated.target, found.separated.solver, asked) == (SECOND, "search", [])
    assert found.concluded()[FIRST].reason == NOTHING_ASKED


def test_two_conditions_that_agree_in_their_context_are_proved_to(asked_about: Asking) -> None:
    verdicts = asked_about(SAME, Z3).concluded()
    assert [(each.outcome, each.bounded) for each in verdicts.values()] == [("infeasible", False)] * 2
    without = asked_about(SAME.replace("assert isinstance(n, int)\n", ""), Z3).concluded()
    assert (without[FIRST].outcome, without[SECOND].outcome) == ("violating", "infeasible")
    assert repr(without[FIRST].arguments) == "{'n': nan}"


@pytest.mark.usefixtures("no_search")
def test_the_next_solver_is_asked_only_what_is_open(asked_about: Asking) -> None:
    asked: list[str] = []
    found = asked_about(SAME, told("told", Outcome.UNKNOWN, asked), Z3, told("third", Outcome.UNKNOWN, asked))
    assert {verdict.solver for verdict in found.concluded().values()} == {"z3"}
    assert set(asked) == {"told"}


def test_what_does_not_replay_is_no_input(asked_about: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator is wrong: it says of every input that it violates clause 0 alone."""
    monkeypatch.setattr(separating, "counted", lambda *_: (Observation(FIRST, {0: "false"}), 1))
    found = asked_about("assert n is n\nassert n is not 77\n")
    assert found.separated is None
    assert {verdict.outcome for verdict in found.concluded().values()} == {"unknown"}


@pytest.mark.usefixtures("no_search")
def test_when_the_time_is_over_no_further_solver_is_asked(asked_about: Asking) -> None:
    asked: list[str] = []
    found = asked_about(SAME, told("z3", Outcome.UNKNOWN, asked), budget=Budget(2.0, 4.0, total=0.0))
    assert asked == []
    assert {verdict.reason for verdict in found.concluded().values()} == {NOTHING_ASKED}
