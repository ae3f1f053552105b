"""Does a program do its job on the valid inputs of its task?"""

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from ..sandbox.protocol import CallOutcome, Limits
from .comparison import is_right
from .expected import SOMETHING, Case, Expectations
from .running import Runner, run_until

Verdict = Literal[
    "pass", "wrong", "raised", "timeout", "memory", "crash", "unserialisable", "not loadable", "output", "not run"
]
"""`wrong`: another output than the expected one. `not run`: a test before it was not passed. The others are those of
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


def judge(code: str, entry_point: str, tests: Expectations, runner: Runner, limits: Limits) -> Judgement:
    """Run a program on the tests of its task, until it fails one. It never sees what is expected of it."""
    cases = (*tests.base, *tests.plus)

    def fails(place: int, outcome: CallOutcome) -> bool:
        return _verdict(cases[place], outcome, tests) != "pass"

    outcomes = run_until(runner, code, entry_point, [case.call for case in cases], limits, fails)
    if outcomes and outcomes[0].kind == "not loadable":
        return not_run("not loadable", _said(outcomes[0]))
    split = len(tests.base)
    return Judgement(_suite(tests.base, outcomes[:split], tests), _suite(tests.plus, outcomes[split:], tests))


def _verdict(case: Case, outcome: CallOutcome, tests: Expectations) -> Verdict:
    value = outcome.value
    if outcome.kind == "unserialisable" and tests.only_whether_none:
        value = SOMETHING
    elif outcome.kind != "value":
        return outcome.kind
    return "pass" if is_right(case.arguments, value, case.expected, case.tolerance, tests.oracle) else "wrong"


def _suite(cases: Sequence[Case], outcomes: Sequence[CallOutcome], tests: Expectations) -> SuiteVerdict:
    for place, case in enumerate(cases):
        if place >= len(outcomes):
            return SuiteVerdict("not run", place, case.call)
        outcome = outcomes[place]
        verdict = _verdict(case, outcome, tests)
        if verdict != "pass":
            found = repr_of(outcome.value) if verdict == "wrong" else _said(outcome)
            return SuiteVerdict(verdict, place, case.call, repr_of(case.expected), found)
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
