"""What a solver must be able to do: read SMT-LIB text, check, print values. Sessions need nothing else."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from ..core.errors import SolverFailure
from ..core.solver import Outcome


class Overdue(SolverFailure):
    """The solver did not stop at its limit and was killed."""


@frozen(slots=True)
class Profile:
    """What a script contains, as far as solvers want to know before it starts."""

    recursive: bool = False
    quantified: bool = False

    def covers(self, other: "Profile") -> bool:
        """Does a solver that was started for this profile read scripts of the other?"""
        return self.recursive >= other.recursive and self.quantified >= other.quantified

    def joined(self, other: "Profile") -> "Profile":
        return Profile(self.recursive or other.recursive, self.quantified or other.quantified)


@frozen(slots=True)
class Reply:
    """A solver's answer in its own terms: `values` are SMT-LIB texts by symbol, `core` a subset of the
    literals. `cpu_seconds`: what the check took, where the driver's process measures it."""

    outcome: Outcome
    values: Mapping[str, str] = field(factory=dict)
    core: tuple[str, ...] = ()
    message: str = ""
    cpu_seconds: float | None = None


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
    """A solver that can be started. Every solver module has one as `SOLVER`."""

    @property
    def name(self) -> str: ...

    def version(self) -> str: ...

    def start(self, profile: Profile) -> Driver: ...
