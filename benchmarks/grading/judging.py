"""Does a program do its job on the valid inputs of its task?"""

import math
import struct
from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import evolve, frozen

from ..sandbox.decoding import Malformed, decode
from ..sandbox.protocol import CallOutcome, Limits, Opaque
from .comparison import is_right
from .expected import Case, Expectations
from .running import Runner, run_until

BATCH_BYTES = 8 << 20
"""Of expected outputs, encoded: what a program returns for a batch is in memory together."""

NAN = struct.pack("<d", math.nan)
"""Every nan, in the encoding of the sandbox."""

Verdict = Literal[
    "pass", "wrong", "raised", "forbidden", "timeout", "memory", "crash", "unserialisable", "not loadable", "output",
    "not run",
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


PASSED = SuiteVerdict("pass")


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
    """Run a program on the tests of its task, until it fails one. It never sees what is expected of it. The limits are
    those of a batch of tests; most tasks are one batch."""
    cases = (*tests.base, *tests.plus)
    split = len(tests.base)
    failed = None
    for start, end in _batches(cases):
        failed = _first_failure(code, entry_point, cases, start, end, tests, runner, limits)
        if failed is not None:
            break
    if failed is None:
        return Judgement(PASSED, PASSED)
    if failed.verdict == "not loadable" or failed.place is None:
        return Judgement(failed, failed)
    if failed.place >= split:
        return Judgement(PASSED, evolve(failed, place=failed.place - split))
    return Judgement(failed, SuiteVerdict("not run"))


def _batches(cases: Sequence[Case]) -> Iterator[tuple[int, int]]:
    """Consecutive parts whose expected outputs together are not too large."""
    start, size = 0, 0
    for place, case in enumerate(cases):
        length = len(case.encoded or b"")
        if size and size + length > BATCH_BYTES:
            yield start, place
            start, size = place, 0
        size += length
    yield start, len(cases)


def _first_failure(
    code: str,
    entry_point: str,
    cases: Sequence[Case],
    start: int,
    end: int,
    tests: Expectations,
    runner: Runner,
    limits: Limits,
) -> SuiteVerdict | None:
    """The verdict on the first of the cases from `start` to `end` that the program does not pass."""

    def fails(place: int, outcome: CallOutcome) -> bool:
        return verdict_of(cases[start + place], outcome, tests) != "pass"

    outcomes = run_until(runner, code, entry_point, [case.call for case in cases[start:end]], limits, fails)
    if not outcomes:
        return None
    last = outcomes[-1]
    if last.kind == "not loadable":
        return SuiteVerdict("not loadable", found=said(last))
    case = cases[start + len(outcomes) - 1]
    verdict = verdict_of(case, last, tests)
    if verdict == "pass":
        return None
    found = repr_of(decode(last.encoded)) if verdict == "wrong" and last.encoded else said(last)
    return SuiteVerdict(verdict, start + len(outcomes) - 1, case.call, repr_of(case.expected), found)


def verdict_of(case: Case, outcome: CallOutcome, tests: Expectations) -> Verdict:
    """What the outcome of one call is worth."""
    if outcome.kind == "unserialisable" and tests.only_whether_none:
        value: object = Opaque("", "")
    elif outcome.kind != "value":
        return outcome.kind
    elif outcome.encoded == case.encoded and tests.oracle is None and NAN not in outcome.encoded:
        # Equal bytes are equal values; only nan is not equal to itself.
        return "pass"
    else:
        try:
            value = decode(outcome.encoded)
        except Malformed:
            return "unserialisable"
    return "pass" if is_right(case.arguments, value, case.expected, case.tolerance, tests.oracle) else "wrong"


def said(outcome: CallOutcome) -> str:
    """What an outcome without a value says."""
    return ": ".join(part for part in (outcome.exception, outcome.message) if part)


MOST_SHOWN = 300


def repr_of(value: object) -> str:
    """A value for people, shortened. It is plain data: its text runs no foreign code."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
