"""What a solver must be able to do: read SMT-LIB text, check, print values. Sessions need nothing else. Which theories
a script needs is read off its text."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from ...core.deciding.solver import Outcome
from ...core.errors import SolverFailure
from ..smtlib.symbols import PRODUCTS_MARK as MULTIPLIED

WAITING, LEAST_WAITING = 10, 20.0
"""A query may take so many times its seconds on the clock, and so many seconds more, before it is ended."""


def patience(seconds: float) -> float:
    """How long to wait on the clock for a query of so many seconds to a solver that counts its work.

    `seconds` bounds the work (in units that take about as long where nothing else runs), so that a busy machine changes
    no answer; this is for solvers that do nothing at all any more, and then the answer is a timeout. Those that work
    and lose count are ended by their processor time (`worker.py`).
    """
    return WAITING * seconds + LEAST_WAITING


class Overdue(SolverFailure):
    """The solver did not stop at its limit and was killed. `work`: the seconds of processor time that it had used, as
    the limit says that it met; 0 where it was the clock."""

    def __init__(self, message: str, work: float = 0.0) -> None:
        super().__init__(message)
        self.work = work


TIMEOUT = "timeout"
"""The message of a reply whose solver stopped at its limit; the session, which knows that, says how long it was."""
RECURSION, QUANTIFIERS, PRODUCTS = "recursive functions", "quantifiers", "products of reals"
THEORIES = frozenset({RECURSION, QUANTIFIERS, PRODUCTS, "strings", "sequences", "datatypes", "arrays", "bit-vectors"})
"""What a script may need beyond Bool, linear arithmetic of Int and Real, and uninterpreted symbols."""


@frozen(slots=True)
class Profile:
    """What a script contains: some of `THEORIES`."""

    theories: frozenset[str] = frozenset()

    @property
    def recursive(self) -> bool:
        return RECURSION in self.theories

    @property
    def quantified(self) -> bool:
        return QUANTIFIERS in self.theories

    def covers(self, other: "Profile") -> bool:
        """Does a solver that was started for this profile read scripts of the other?"""
        # Only these three change how a solver is started: with products z3 has other options and counts other units of
        # work, of recursive functions it unfolds some, and cvc5 has options for quantifiers, others for recursion. Any
        # other theory needs nothing but a solver that declares it.
        return all(name in self.theories or name not in other.theories for name in (RECURSION, QUANTIFIERS, PRODUCTS))

    def joined(self, other: "Profile") -> "Profile":
        return Profile(self.theories | other.theories)


@frozen(slots=True)
class Reply:
    """A solver's answer in its own terms: `values` are SMT-LIB texts by symbol, `core` a subset of the
    literals. `cpu_seconds`: what the check took, where the driver's process measures it; `work`: what it counted, in
    such seconds, where the solver counts. `asked`: False where the solver was not asked, since the script needs a
    theory that it has not."""

    outcome: Outcome
    values: Mapping[str, str] = field(factory=dict)
    core: tuple[str, ...] = ()
    message: str = ""
    cpu_seconds: float | None = None
    work: float | None = None
    asked: bool = True


@runtime_checkable
class Driver(Protocol):
    """One running solver. Raises SolverFailure when it breaks; it is then closed and another is opened."""

    def feed(self, text: str) -> None:
        """Execute declarations, definitions and assertions, which stay."""

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        """Check under literals (texts); on SAT, the values of the symbols (texts)."""

    def close(self) -> None:
        """Free everything. Idempotent."""


class Solver(Protocol):
    """A solver that can be started. Every solver module has one as `SOLVER`: its name, and what it can decide of
    `THEORIES`. What needs more is not asked, and *unknown*."""

    @property
    def name(self) -> str: ...

    @property
    def theories(self) -> frozenset[str]: ...

    def version(self) -> str: ...

    def start(self, profile: Profile) -> Driver: ...


def profile_of(texts: Sequence[str]) -> Profile:
    """What pieces of a script contain."""
    text = "\n".join(texts)
    return Profile(frozenset(theory for theory, marks in _MARKS.items() if any(mark in text for mark in marks)))


_MARKS = {
    RECURSION: ("(define-funs-rec ", "(define-fun-rec "),
    PRODUCTS: (MULTIPLIED,),
    QUANTIFIERS: ("(forall ", "(exists "),
    "strings": (" String", "(str.", "(re."),
    "sequences": ("(Seq ", "(seq."),
    "datatypes": ("(declare-datatype",),
    "arrays": ("(Array ", "(select ", "(store "),
    "bit-vectors": ("(_ BitVec ", "(bv", "int_to_bv", "bv_to_int"),
}
"""How a script that needs a theory is told from one that does not: every use of it has one of these. A literal that
looks like one costs a query that would not have been refused, and no verdict."""
