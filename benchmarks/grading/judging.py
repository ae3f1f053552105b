"""Does a program do its job on the valid inputs of its task? What its outputs are worth."""

import math
import struct
from typing import Literal

from attrs import frozen

from ...backends.python.sandbox.protocol import CallOutcome, TimeBudget
from .compare_worker import text_of
from .comparing import Comparer
from .expected import Expectations, ExpectedCase

NAN = struct.pack("<d", math.nan)
"""Every nan, in the encoding of the sandbox."""

ProgramVerdict = Literal[
    "pass",
    "wrong",
    "raised",
    "forbidden",
    "timeout",
    "memory",
    "crash",
    "unserialisable",
    "not loadable",
    "output",
    "not run",
    "no test",
]
"""`wrong`: another output than the expected one. `not run`: a test before it was not passed. `no test`: there is none
that could be passed or not, so that nothing is known. The others are those of the sandbox; `output` is also an output
that takes too much time or memory to compare."""


@frozen(slots=True)
class SuiteVerdict:
    """A program on one suite: the verdict on the first test that it does not pass, with that test's call, what was
    expected and what came instead."""

    verdict: ProgramVerdict
    place: int | None = None
    call: str = ""
    expected: str = ""
    found: str = ""


PASSED = SuiteVerdict("pass")
NO_TEST = SuiteVerdict("no test")


@frozen(slots=True)
class ProgramJudgement:
    """A program on the base suite and on the additional one."""

    base: SuiteVerdict
    plus: SuiteVerdict

    @property
    def hangs(self) -> bool:
        """Whether it had to be stopped on a valid test."""
        return "timeout" in (self.base.verdict, self.plus.verdict)

    @property
    def passes_base(self) -> bool:
        """Whether it is known to pass."""
        return self.base.verdict == "pass"

    @property
    def passes_plus(self) -> bool:
        """Whether it is known to pass both suites, as EvalPlus counts it; one of them may be empty."""
        verdicts = {self.base.verdict, self.plus.verdict}
        return "pass" in verdicts and verdicts <= {"pass", "no test"}

    @property
    def verdict(self) -> ProgramVerdict:
        """The verdict of the first suite that fails; `no test` if both are empty."""
        for suite in (self.base, self.plus):
            if suite.verdict not in ("pass", "no test"):
                return suite.verdict
        return "pass" if self.passes_plus else "no test"

    @property
    def known_base(self) -> bool | None:
        """Whether it passes the base suite; None where that has no test."""
        return None if self.base.verdict == "no test" else self.passes_base

    @property
    def known_plus(self) -> bool | None:
        """Whether it passes both suites; None where neither has a test."""
        return None if self.base.verdict == self.plus.verdict == "no test" else self.passes_plus


@frozen(slots=True)
class JobShare:
    """How many of the `valid` inputs a program answers rightly; how many of them the same answer to all would; whether
    it raised on one of them; whether it answers alike each time, as far as that was asked."""

    right: int
    valid: int
    by_constant: int
    raised: bool
    steady: bool = True

    @property
    def value(self) -> float:
        """The share of its job that a program does: of the inputs that it answers rightly, 0 where it refuses one or
        answers otherwise each time, and where some one answer to everything does as well, or guessing as often right as
        that would with a chance of `BY_CHANCE`: to give these is no job. Without inputs nobody knows of any."""
        if self.raised or not self.steady or not self.valid or self.valid > self.right <= self.by_constant:
            return 0.0
        if self.valid > self.right and self.by_constant > 1 and self._by_chance() > BY_CHANCE:
            return 0.0
        return self.right / self.valid

    def _by_chance(self) -> float:
        """How likely so many or more are right where each is as the constant is."""
        share = self.by_constant / self.valid
        return sum(
            math.comb(self.valid, right) * share**right * (1 - share) ** (self.valid - right)
            for right in range(self.right, self.valid + 1)
        )


BY_CHANCE = 0.01
"""What guesses may reach so seldom counts as done. Where no two outputs are alike there is nothing to guess from."""

NO_JOB = JobShare(0, 1, 0, raised=False)
"""The share of a program that cannot be run."""


def not_run(reason: str) -> ProgramJudgement:
    """The judgement of a sample that could not be run at all."""
    missed = SuiteVerdict("not loadable", found=reason)
    return ProgramJudgement(missed, missed)


def judgement_of(failed: SuiteVerdict | None, tests: Expectations) -> ProgramJudgement:
    """Build the judgement from the verdict on the first failed test; its place counts through both suites."""
    split = len(tests.base)
    base = PASSED if tests.base else NO_TEST
    if failed is None:
        return ProgramJudgement(base, PASSED if tests.plus else NO_TEST)
    if failed.verdict == "not loadable" or failed.place is None:
        return ProgramJudgement(failed, failed)
    if failed.place >= split:
        return ProgramJudgement(base, SuiteVerdict(failed.verdict, failed.place - split, *_texts(failed)))
    return ProgramJudgement(failed, SuiteVerdict("not run"))


def _texts(verdict: SuiteVerdict) -> tuple[str, str, str]:
    return verdict.call, verdict.expected, verdict.found


def verdict_on(
    place: int,
    case: ExpectedCase,
    outcome: CallOutcome,
    tests: Expectations,
    comparer: Comparer,
    budget: TimeBudget | None = None,
) -> SuiteVerdict | None:
    """What the outcome of a valid call is worth; None when the test is passed. What the program returned is looked at
    as bytes here, and read elsewhere, within the budget of the program."""
    verdict: ProgramVerdict
    encoded: bytes | None = outcome.encoded
    # Where only `None` is asked, an opaque value is not None.
    if outcome.kind == "unserialisable" and tests.only_whether_none:
        encoded = None
    elif outcome.kind != "value":
        return SuiteVerdict(outcome.kind, place, case.call, text_of(case.expected), said(outcome))
    # Bytes are compared here; everything else in the sandbox, for decoding may take long.
    elif outcome.encoded == case.encoded and tests.oracle is None and NAN not in outcome.encoded:
        return None  # equal bytes are equal values; only nan is not equal to itself
    shown_output = said(outcome)
    comparison = comparer.compare(tests.task, case.asked, case.encoded, encoded, case.tolerance, budget)
    # The finding of the sandbox as a verdict.
    match comparison.finding:
        case "right":
            return None
        case "wrong":
            verdict, shown_output = "wrong", comparison.text
        case "unreadable":
            verdict, shown_output = "unserialisable", "bytes that hold no value"
        case "too large":
            verdict, shown_output = "output", "it takes too much time or memory to compare"
    return SuiteVerdict(verdict, place, case.call, text_of(case.expected), shown_output)


def said(outcome: CallOutcome) -> str:
    """What an outcome without a value says."""
    return ": ".join(part for part in (outcome.exception, outcome.message) if part)
