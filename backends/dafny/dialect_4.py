"""Dafny 4.x: `dafny verify`, and outcomes of methods in the text log."""

import re

from attrs import frozen

from .report import MethodReport, VerifierLimits, VerifierOutcome, VerifierReport, finished, messages

_RESULT = re.compile(
    r"^Results for (?:\S*\.)?(\S+) \(correctness\)\n\s+Overall outcome: (\w+)\n\s+Overall time: ([\d:.]+)", re.M
)
_OUTCOMES: dict[str, VerifierOutcome] = {"Correct": "verified", "Errors": "errors", "TimedOut": "timeout"}


@frozen(slots=True)
class Dialect4:
    """The driver. `--log-format text` prints, after the summary, each method with its outcome and time."""

    function: str = "ghost function"

    def command(self, executable: str, file: str, limits: VerifierLimits) -> list[str]:
        resources = [] if limits.resources is None else [f"--resource-limit:{limits.resources}"]
        return [
            executable,
            "verify",
            "--show-snippets:false",
            "--cores:1",
            "--error-limit:1",
            f"--verification-time-limit:{limits.seconds}",
            *resources,
            "--log-format:text",
            file,
        ]

    def read(self, output: str) -> VerifierReport:
        methods = {
            match[1]: MethodReport(match[1], _OUTCOMES.get(match[2], "other"), _seconds(match[3]))
            for match in _RESULT.finditer(output)
        }
        return VerifierReport(finished(output), methods, tuple(messages(output)))


def _seconds(clock: str) -> float:
    """The seconds of `00:00:01.5`."""
    total = 0.0
    for part in clock.split(":"):
        total = 60 * total + float(part)
    return total
