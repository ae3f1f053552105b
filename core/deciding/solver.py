"""What the algorithms of core ask of a solver, and what a solver says. `backends/` has the implementations.

A process that only runs a solver needs to know what solvers say, and nothing of the languages of contracts that are
asked about: importing these took longer than to import the solver. So they are imported for their types alone.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen

from ..limits import SECONDS_PER_CHECK

if TYPE_CHECKING:
    from ..ir.contracts import Datatype, Function
    from ..ir.terms import Term
    from ..ir.variables import Name


class Outcome(Enum):
    """How a check ended. Never folded: unknown is the solver's word, timeout is ours, error is a defect."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"
    TIMEOUT = "timeout"
    ERROR = "error"


@frozen(slots=True)
class Answer:
    """The answer to one check.

    `model`: on SAT, the value (as `values.py` represents it) of every declared variable: a `Valuation`. `core`: on
    UNSAT, the positions of the assumptions that suffice. `message`: the solver's reason for unknown, or the error.
    `seconds` of wall time and `cpu_seconds` are what the check took, and `work` what it counted: seconds of a processor
    that does nothing else, the same in each run (the CPU time of a solver that counts nothing). `asked`: False where
    the solver was not asked, since it has not the theories; then the outcome is unknown.
    """

    outcome: Outcome
    model: Mapping[Any, Any] = field(factory=dict)
    core: tuple[int, ...] = ()
    seconds: float = 0.0
    message: str = ""
    cpu_seconds: float = 0.0
    work: float = 0.0
    asked: bool = True


class Session(Protocol):
    """An incremental conversation. Variables are declared by their first use in an asserted or assumed term."""

    def add(self, *terms: "Term") -> None:
        """Assert Bool terms for the rest of the session. Raises Unsupported for a term it cannot print."""

    def check(self, assumptions: Sequence["Term"] = (), seconds: float = SECONDS_PER_CHECK) -> Answer:
        """Are the asserted terms and these Bool terms satisfiable together? Never raises for the solver's sake."""

    def close(self) -> None:
        """End the session and free what it holds. Idempotent."""


class Backend(Protocol):
    """A solver. One module of `backends/`, one line of its registry."""

    @property
    def name(self) -> str: ...

    def version(self) -> str: ...

    def session(
        self,
        functions: Mapping["Name", "Function"] = {},
        datatypes: Mapping[str, "Datatype"] = {},
        *,
        dump: str | None = None,
        label: str = "",
    ) -> Session:
        """A new session. `dump` is a folder that receives every query as an SMT-LIB 2.6 file named after `label`."""
        ...
