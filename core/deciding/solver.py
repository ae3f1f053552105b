"""What the algorithms of core expect of a solver. `backends/` has the implementations."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..ir.contracts import Datatype, Function
from ..ir.terms import Term
from ..ir.variables import Name
from ..limits import SECONDS_PER_CHECK
from .answers import Answer, Outcome

__all__ = ["Answer", "Backend", "Outcome", "Session"]


class Session(Protocol):
    """An incremental conversation. Variables are declared by their first use in an asserted or assumed term."""

    def add(self, *terms: Term) -> None:
        """Assert Bool terms for the rest of the session. Raises Unsupported for a term it cannot print."""

    def check(self, assumptions: Sequence[Term] = (), seconds: float = SECONDS_PER_CHECK) -> Answer:
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
        functions: Mapping[Name, Function] = {},
        datatypes: Mapping[str, Datatype] = {},
        *,
        dump: str | None = None,
        label: str = "",
    ) -> Session:
        """A new session. `dump` is a folder that receives every query as an SMT-LIB 2.6 file named after `label`."""
        ...
