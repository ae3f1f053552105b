"""Does a program do its job on the valid inputs of its task?"""

from collections.abc import Sequence
from typing import Literal

from attrs import evolve, frozen

from ..sandbox.protocol import CallOutcome
from .comparison import is_right
from .expected import SOMETHING, Case, Expectations
from .running import Runner, run_valid

Verdict = Literal[
    "pass", "wrong", "raised", "timeout", "memory", "crash", "unserialisable", "not loadable", "output", "not run"
]
"""`wrong`: another output than the expected one. `not run`: a test before it ended the program. The others are those of
the sandbox."""


@frozen(slots=True)
class SuiteVerdict:
    """A program on one suite: the verdict on the first test that it does not pass, with that test's call, what was
    expected and what came instead."""

    verdict: Verdict
    place: int | None = None
    call: str = ""
    expected: str = ""
    found: str = ""


@frozen(slots=True)
class Judgement:
    """A program on the base suite and on the additional one."""

    base: SuiteVerdict
    plus: SuiteVerdict

    @property
    def passes_base(self) -> bool:
        return self.base.verdict == "pass"

    @property
    def passes_plus(self) -> bool:
        """Both suites, as EvalPlus counts it."""
        return self.passes_base and self.plus.verdict == "pass"


def not_run(verdict: Verdict, reason: str) -> Judgement:
    """The judgement of a sample that could not be run at all."""
    missed = SuiteVerdict(verdict, found=reason)
    return Judgement(missed, missed)


def judge(code: str, entry_point: str, tests: Expectations, runner: Runner) -> Judgement:
    """Run a program on the tests of its task. It never sees what is expected of it."""
    cases = (*tests.base, *tests.plus)
    outcomes = run_valid(runner, code, entry_point, [case.call for case in cases])
    if outcomes and outcomes[0].kind == "not loadable":
        return not_run("not loadable", _said(outcomes[0]))
    split = len(tests.base)
    return Judgement(
        _suite(tests.base, outcomes[:split], tests), _suite(tests.plus, outcomes[split:], tests)
    )


def _suite(cases: Sequence[Case], outcomes: Sequence[CallOutcome], tests: Expectations) -> SuiteVerdict:
    for place, case in enumerate(cases):
        if place >= len(outcomes):
            return SuiteVerdict("not run", place, case.call)
        outcome = outcomes[place]
        if outcome.kind == "unserialisable" and tests.only_whether_none:
            outcome = evolve(outcome, kind="value", value=SOMETHING)
        if outcome.kind != "value":
            return SuiteVerdict(outcome.kind, place, case.call, repr_of(case.expected), _said(outcome))
        if not is_right(case.arguments, outcome.value, case.expected, case.tolerance, tests.oracle):
            return SuiteVerdict("wrong", place, case.call, repr_of(case.expected), repr_of(outcome.value))
    return SuiteVerdict("pass")


def _said(outcome: CallOutcome) -> str:
    return ": ".join(part for part in (outcome.exception, outcome.message) if part)


MOST_SHOWN = 300


def repr_of(value: object) -> str:
    """A value for people, shortened. It is plain data: its text runs no foreign code."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
