"""What grading needs of a sandbox."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

Kind = Literal["value", "raised", "timeout", "memory", "crash", "unserialisable", "not loadable", "output"]
"""How a call ended. `timeout`, `memory`, `crash`, `output`: a limit or a signal ended the program. `unserialisable`: it
returned what is no plain value. `not loadable`: the module does not run or does not define the function."""


class CallOutcome(Protocol):
    """One call. `value` is there for `value`; `exception` names the class of what was raised, `mro` it and its bases,
    most derived first."""

    @property
    def kind(self) -> Kind: ...
    @property
    def value(self) -> Any: ...
    @property
    def exception(self) -> str | None: ...
    @property
    def mro(self) -> Sequence[str]: ...
    @property
    def message(self) -> str | None: ...


class Run(Protocol):
    """The calls of one program, in order."""

    @property
    def results(self) -> Sequence[CallOutcome]: ...


class Runner(Protocol):
    """Runs foreign code: the sandbox."""

    def run(self, code: str, entry_point: str, calls: Sequence[str]) -> Run:
        """Load a module and call its function `entry_point` once for each text of a tuple of arguments."""
