"""A solver that says what a test tells it to say, and oracles that do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from attrs import define, evolve, field, frozen

from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.inputs import TAG
from specassay.core.evaluate.execution import run
from specassay.core.fuel import Fuel
from specassay.core.ir.terms import Term
from specassay.core.synthesis import synthesise
from specassay.core.synthesis.synthesis_limits import LIMITS
from specassay.core.synthesis.synthesise import Synthesis
from specassay.core.synthesis.verdicts import Arguments, Observation, Oracle
from specassay.frontends.python import parse_contract

SAT, UNSAT, UNKNOWN, TIMEOUT, ERROR = Outcome
CONTRACT = parse_contract("assert sum(xs) < 9\nassert len(xs) > 1\n", name="f", parameters=["xs"])
FEW = parse_contract("assert isinstance(n, int)\nassert n < 5\nassert n < 9\n", name="f", parameters=["n"])


@frozen
class Asked:
    """A question: the encoding that it is about, in the order in which they were opened, and what is assumed."""

    encoding: str
    violated: frozenset[int]
    held: frozenset[int]
    bounded: bool
    followed: bool

    @property
    def kind(self) -> str:
        """`model` is asked for, `proof` of infeasibility, or one `within` bounds."""
        return "model" if self.followed else "within" if self.bounded else "proof"


Script = Callable[[Asked], Answer]


@define
class Scripted:
    """A session that answers by script and remembers what it was asked and told."""

    encoding: str
    script: Script
    asked: list[Asked] = field(factory=list)
    added: list[Term] = field(factory=list)
    limits: list[float] = field(factory=list)
    closed: int = 0

    def add(self, *terms: Term) -> None:
        self.added += terms

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        assert seconds > 0
        plain = [term.data for term in assumptions if term.op == "var"]
        negated = [term.args[0].data for term in assumptions if term.op == "not"]
        asked = Asked(
            self.encoding, _numbers(plain), _numbers(negated), WITHIN_BOUNDS in assumptions, FOLLOWED in assumptions
        )
        self.asked.append(asked)
        self.limits.append(seconds)
        return self.script(asked)

    def close(self) -> None:
        self.closed += 1


def _numbers(names: list[str]) -> frozenset[int]:
    return frozenset(int(name.split()[1]) for name in names if name.startswith("violated "))


@define
class Solver:
    """A solver that answers by script. The encodings are opened in a fixed order."""

    script: Script
    order: tuple[str, ...] = ("lean", "full", "unbounded", "native")
    sessions: list[Scripted] = field(factory=list)

    def open(self) -> Scripted:
        self.sessions.append(Scripted(self.order[len(self.sessions)], self.script))
        return self.sessions[-1]

    @property
    def asked(self) -> list[Asked]:
        return [each for session in self.sessions for each in session.asked]


def evaluated(contract: Any) -> Oracle:
    def oracle(arguments: Arguments) -> Observation | None:
        outcomes = run(contract, arguments, Fuel(steps=5_000))
        violated = outcomes.violated
        return None if violated is None else Observation(violated, dict.fromkeys(violated, "false"))

    return oracle


def blind(arguments: Arguments) -> Observation | None:
    """An oracle that never knows."""
    return None


def one_of(*answers: tuple[Mapping[str, Any], Outcome]) -> Script:
    """Answers by what is asked; the first entry whose fields match."""

    def script(asked: Asked) -> Answer:
        for wanted, outcome in answers:
            if all(getattr(asked, name) == value for name, value in wanted.items()):
                return Answer(outcome, core=tuple(range(9)), message="as told" if outcome is UNKNOWN else "")
        raise AssertionError(asked)

    return script


def ints(*numbers: int) -> dict[str, Any]:
    """A model in which xs is a list of these (at most three)."""
    model: dict[str, Any] = {"xs.tag": TAG["list"], "xs.len": len(numbers)}
    for place, number in enumerate(numbers):
        model |= {f"xs.item{place}.tag": TAG["int"], f"xs.item{place}.int": number}
    return model


def synthesis(script: Script, oracle: Oracle | None = None, contract: Any = CONTRACT, **more: Any) -> Synthesis:
    return Synthesis(contract, "z3", Solver(script).open, oracle or evaluated(contract), effort=20, **more)


FIRST = frozenset({0})
BOTH = frozenset({0, 1})


def remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, computed once for the same arguments: encodings are immutable, and making them is what takes the
    time of these tests. The time that is left is no part of what is asked."""
    results: dict[Any, Any] = {}

    def remembered(subject: Any, *more: Any, left: Any = None, **named: Any) -> Any:
        key = (id(subject), more, tuple(named.items()))
        if key not in results:  # The subject is kept, so that its identity stays its own.
            results[key] = subject, function(subject, *more, **named, **({"left": left} if left else {}))
        return results[key][1]

    return remembered


REMEMBERED = {name: remembering(getattr(synthesise, name)) for name in ("encode", "pooled", "compressed")}


def enumerate_at_most(monkeypatch: pytest.MonkeyPatch, inputs: int, listed: int = LIMITS.listed_inputs) -> None:
    """So many small inputs are tried before nothing is said to be found within bounds, of so many that are listed."""
    monkeypatch.setattr(synthesise, "LIMITS", evolve(LIMITS, enumerated_inputs=inputs, listed_inputs=listed))


def only_by_script(monkeypatch: pytest.MonkeyPatch) -> None:
    """No small inputs, so that what is found is what the script says; each encoding is made once."""
    enumerate_at_most(monkeypatch, 0)
    for name, function in REMEMBERED.items():
        monkeypatch.setattr(synthesise, name, function)


def within(*answers: tuple[Mapping[str, Any], Answer], core: tuple[int, ...] = (0, 1)) -> Script:
    """Nothing is found within bounds, and nothing is proved. Inputs within the bounds: both clauses hold on [1, 1],
    and the first is violated by [9], which has one element."""

    def script(asked: Asked) -> Answer:
        for wanted, answer in answers:
            if all(getattr(asked, name) == value for name, value in wanted.items()):
                return answer
        if asked.kind == "proof":
            return Answer(SAT, ints(1, 1))
        if asked.held | asked.violated == BOTH:
            return Answer(UNSAT, core=core)
        if asked.kind == "within":
            return Answer(SAT, ints(1, 1))
        return Answer(SAT, ints(9) if 0 in asked.violated else ints(1, 1))

    return script
