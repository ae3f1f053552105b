"""What a run of the verifier said: outcomes of methods, and messages with positions."""

import re
from collections.abc import Iterator
from typing import Literal, Protocol

from attrs import frozen

METHOD = "Triple"
"""How the names of the methods that are looked at start. Without underscores: Dafny 2 doubles them in its trace."""

VerifierOutcome = Literal["verified", "errors", "timeout", "other"]
"""Of one method. `other`: out of memory or resources, inconclusive, a broken solver."""


@frozen(slots=True)
class VerifierLimits:
    """For each method: whole seconds, and units of the solver's own resource count (the same on every machine)."""

    seconds: int = 10
    resources: int | None = None


@frozen(slots=True)
class Message:
    """`file(line,column): Error: text`, with a 1-based line."""

    line: int
    column: int
    severity: Literal["error", "warning", "info"]
    text: str


@frozen(slots=True)
class MethodReport:
    """One verification task. `seconds` is the verifier's own measurement."""

    name: str
    outcome: VerifierOutcome
    seconds: float


@frozen(slots=True)
class VerifierReport:
    """`methods` by name. `finished`: the verifier reached its summary, so that nothing is missing."""

    finished: bool
    methods: dict[str, MethodReport]
    messages: tuple[Message, ...]

    @property
    def errors(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if message.severity == "error")


class ReleaseLine(Protocol):
    """A line of Dafny releases: how its verifier is called, what it prints, and what differs in its language."""

    @property
    def function(self) -> str:
        """The keywords that declare a function for specifications only."""

    def command(self, executable: str, file: str, limits: VerifierLimits) -> list[str]:
        """The command that verifies a file."""

    def read(self, output: str) -> VerifierReport:
        """What the verifier printed, also when it was stopped before the end."""


_MESSAGE = re.compile(r"^.*?\((\d+),(\d+)\): (Error|Warning|Info)\b(?: [A-Z]+\d+)?:? ?(.*)$")
_SUMMARY = re.compile(r"^Dafny program verifier finished with \d+ verified, \d+ errors?", re.M)


def finished(output: str) -> bool:
    """Whether the verifier's summary is there."""
    return _SUMMARY.search(output) is not None


def messages(output: str) -> Iterator[Message]:
    """The messages with positions."""
    for line in output.splitlines():
        if match := _MESSAGE.match(line):
            severity: Literal["error", "warning", "info"] = "info"
            match match[3]:
                case "Error":
                    severity = "error"
                case "Warning":
                    severity = "warning"
            yield Message(int(match[1]), int(match[2]), severity, match[4].strip())
