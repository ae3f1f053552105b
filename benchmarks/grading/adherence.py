"""Does a program refuse what its contract excludes? By running it on contract-violating tests.

A program that crashes on a bad input has not checked it: only exceptions that say so (`reject`) count as a refusal.

Example: `def half(n): return n / 2` raises TypeError on "a". Where AssertionError counts, it has accepted the input;
where any exception counts, it has refused it.

Invariant: what was stopped from outside (a limit, a call that the sandbox forbids) is neither, but *unknown*, and every
rate is the interval that its unknowns leave.
"""

import builtins
from collections.abc import Iterable, Sequence
from typing import Literal

from attrs import frozen

from ...backends.python.sandbox.protocol import SandboxOutcome
from ...core.iteration import grouped
from ...core.metrics import (
    Rejection,
    Score,
    assert_violation_coverage,
    contract_satisfaction_rate,
    tests_of_program,
)
from ..closest import suggestion
from .cvts import ViolatingTest

Reject = Literal["any"] | frozenset[str]
"""Which exceptions count as a refusal: all, or those that are instances of one of these classes."""
ANY: Reject = "any"
PAPER: Reject = frozenset({"AssertionError"})
"""What the papers count."""
RETURNED = frozenset({"value", "unserialisable", "output"})
"""The outcomes of calls that have come to a result."""


@frozen(slots=True)
class Response:
    """What a program did with a contract-violating test. `exception` and `mro` are there when it raised: the names of
    the class and of its bases. `inconsistent`: it raised, but does not treat the same input alike in two runs. `by`:
    what raised: a check that says what a clause says and was seen at work, what handles another exception, or
    something else in the program."""

    test: ViolatingTest
    kind: SandboxOutcome | Literal["inconsistent"]
    exception: str = ""
    mro: tuple[str, ...] = ()
    by: Literal["aligned check", "handler", ""] = ""
    lines: tuple[int, ...] = ()

    def rejection(self, reject: Reject) -> Rejection:
        """Whether that is a refusal: what a check of the contract raises, and what counts and is no crash; where any
        exception counts, a crash does, and so does what a handler makes of one. A program that is stopped by a limit,
        or from reaching out, may have been about to refuse; one that cannot be loaded refuses nothing."""
        match self.kind:
            case "raised" if self.by == "aligned check" or (
                counts(self.mro, reject) and (self.by != "handler" or reject == ANY)
            ):
                return "rejected"
            case "timeout" | "memory" | "forbidden" | "inconsistent":
                return "unknown"
        return "accepted"

    def crash(self, reject: Reject) -> Rejection:
        """Whether it ends by an exception that is no refusal: a crash, made a refusal by a handler or not."""
        rejection = self.rejection(reject)
        if self.kind == "raised":
            return "accepted" if rejection == "rejected" else "rejected"
        return rejection


@frozen(slots=True)
class DrawnResponses:
    """What a program did with inputs that were drawn anew: with those that violate the contract and with valid ones."""

    violating: tuple[Response, ...] = ()
    valid: tuple[Response, ...] = ()

    def satisfaction(self, reject: Reject) -> Score:
        """The share of the clauses of which every input that violates them is refused: a check that some inputs get by
        is none. Where few get by one, what lets them by may lie before the others, too, and be met by chance: then
        only aligned checks count."""
        clauses = grouped(
            (clause, drawn_response) for drawn_response in self.violating for clause in drawn_response.test.violates
        )
        leaks = any(
            _leaks([drawn_response.rejection(reject) for drawn_response in responses]) for responses in clauses.values()
        )
        return contract_satisfaction_rate(
            "accepted"
            # One input that gets by shows that refusals may be chance: then only a check that says what the clause says
            # counts.
            if leaks and any(response.by != "aligned check" for response in responses)
            else _of_all([drawn_response.rejection(reject) for drawn_response in responses])
            for responses in clauses.values()
        )

    @property
    def alone(self) -> frozenset[int]:
        """The clauses that some input violates which violates no other."""
        return frozenset().union(*(each.test.violates for each in self.violating if len(each.test.violates) == 1))

    def share_of_job(self, reject: Reject) -> float:
        """The share of valid inputs that do not end by an exception, 1 without any, and 0 where one is refused."""
        if any(response.rejection(reject) == "rejected" for response in self.valid):
            return 0.0
        returned = sum(response.kind in RETURNED for response in self.valid)
        raised = sum(response.kind == "raised" for response in self.valid)
        return returned / (returned + raised) if returned + raised else 1.0


LEAK = 1 / 4
"""The largest share of the inputs that violate a clause that gets by a check of it; where more do, there is none."""


def _leaks(rejections: Sequence[Rejection]) -> bool:
    """Whether a clause is checked, and few inputs get by."""
    return 0 < rejections.count("accepted") <= LEAK * len(rejections)


def _of_all(rejections: Sequence[Rejection]) -> Rejection:
    if "accepted" in rejections:
        return "accepted"
    return "unknown" if "unknown" in rejections else "rejected"


NO_DRAWN = DrawnResponses()


def counts(mro: Sequence[str], reject: Reject) -> bool:
    """Whether an exception is a refusal, by the names of its class and of that class's bases."""
    return not isinstance(reject, frozenset) or not reject.isdisjoint(mro)


def no_response(tests: Sequence[ViolatingTest]) -> tuple[Response, ...]:
    """The responses of a sample that could not be run: it refuses nothing."""
    return tuple(Response(test, "not loadable") for test in tests)


def satisfaction(responses: Iterable[Response], reject: Reject) -> Score:
    """CSR over the tests of all responses."""
    return contract_satisfaction_rate(response.rejection(reject) for response in responses)


def crashing(responses: Iterable[Response], reject: Reject) -> Score:
    """The share of tests that end by a crash, over the tests of all responses."""
    return contract_satisfaction_rate(response.crash(reject) for response in responses)


def feasible(responses: Iterable[Response]) -> list[Response]:
    """The responses to tests on which the reference without its contract runs: there a crash of the program cannot pass
    for a check."""
    return [response for response in responses if response.test.runs_without_contract is True]


def coverage(programs: Iterable[Sequence[Response]], reject: Reject) -> Score:
    """AVC of programs: of the clauses that some test violates alone, the share that the program enforces. The unit of n
    is a clause of a program."""
    return assert_violation_coverage(
        tests_of_program((response.test.violates, response.rejection(reject)) for response in responses)
        for responses in programs
    )


@frozen(slots=True)
class ClauseRow:
    """One clause of one task and what programs did with the tests that violate it alone: refused them, raised something
    that does not count as a refusal, returned, or neither is known."""

    task_id: str
    clause: int
    rejected: int
    raised: int
    accepted: int
    unknown: int


def clause_table(task_id: str, programs: Iterable[Sequence[Response]], reject: Reject) -> list[ClauseRow]:
    """The rows of a task's clauses, in source order; clauses without a test of their own are left out."""
    cells: dict[int, list[str]] = {}
    for responses in programs:
        for response in responses:
            # Of several clauses nobody sees which one was refused.
            if len(response.test.violates) == 1:
                (clause,) = response.test.violates
                rejection = response.rejection(reject)
                other = rejection == "accepted" and response.kind == "raised"
                cells.setdefault(clause, []).append("raised" if other else rejection)
    return [
        ClauseRow(task_id, clause, *(found.count(cell) for cell in ("rejected", "raised", "accepted", "unknown")))
        for clause, found in sorted(cells.items())
    ]


def parse_reject(text: str) -> Reject:
    """`any`, or names of exception classes separated by commas. Raises ValueError."""
    names = [name.strip() for name in text.split(",")]
    if names == [ANY]:
        return ANY
    if not all(name.replace(".", "_").isidentifier() for name in names) or ANY in names:
        raise ValueError(f"expected {ANY}, or names of exceptions separated by commas, not {text!r}")
    return checked_reject(frozenset(names))


def checked_reject(reject: object) -> Reject:
    """Refusals that somebody asks for: `ANY`, or names of exception classes as a set or, with commas, as text. A
    builtin class has its plain name, any other one its module's before it. Raises ValueError for a name that no
    exception can have, with the nearest one."""
    if isinstance(reject, str):
        return ANY if reject == ANY else parse_reject(reject)
    if not isinstance(reject, frozenset | set) or not all(isinstance(name, str) for name in reject):
        raise ValueError(f"expected {ANY!r}, or a set of names of exceptions, not {reject!r}")
    for name in sorted(reject):
        if "." not in name and name not in _EXCEPTIONS:
            hint = suggestion(name, _EXCEPTIONS) or "a class that is not builtin is named with its module: my.Error"
            raise ValueError(f"no builtin exception is called {name!r}; {hint}")
    return frozenset(reject)


_EXCEPTIONS = sorted(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)


def describe(reject: Reject) -> str:
    """The refusals that count, for people."""
    return ", ".join(sorted(reject)) if isinstance(reject, frozenset) else "any exception"
