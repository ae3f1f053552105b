"""How each release line of Dafny is called, and its output read: options with slashes and outcomes of methods in the
trace of Dafny 2.x, `dafny verify` and outcomes in the text log of Dafny 4.x."""

import re

from attrs import frozen

from .report import METHOD, MethodReport, VerifierLimits, VerifierOutcome, VerifierReport, finished, messages

_VERIFYING = re.compile(r"^Verifying Impl\$\$\S*\.(\S+) \.\.\.", re.M)
_RESULT_2 = re.compile(r"^\s*\[([\d.]+) s, \d+ proof obligations?\]\s+(.+)$", re.M)
_OUTCOMES_2: dict[str, VerifierOutcome] = {
    "verified": "verified",
    "error": "errors",
    "errors": "errors",
    "timed out": "timeout",
}


@frozen(slots=True)
class Dialect2:
    """The driver. Boogie's options: `/trace` names each method with its outcome and time."""

    function: str = "function"

    def command(self, executable: str, file: str, limits: VerifierLimits) -> list[str]:
        resources = [] if limits.resources is None else [f"/rlimit:{limits.resources}"]
        return [
            executable,
            "/nologo",
            "/compile:0",
            "/trace",
            "/errorTrace:0",
            "/errorLimit:1",
            f"/timeLimit:{limits.seconds}",
            *resources,
            f"/proc:Impl$$*.{METHOD}*",
            file,
        ]

    def read(self, output: str) -> VerifierReport:
        # The result of a method is the first one before the next method begins. Without that bound a method whose
        # output breaks off, killed at its limit, would have the result of the one after it.
        methods = {}
        for match in _VERIFYING.finditer(output):
            following = _VERIFYING.search(output, match.end())
            result = _RESULT_2.search(output, match.end(), following.start() if following else len(output))
            if result is not None:
                outcome = _OUTCOMES_2.get(result[2].strip(), "other")
                methods[match[1]] = MethodReport(match[1], outcome, float(result[1]))
        return VerifierReport(finished(output), methods, tuple(messages(output)))


_RESULT_4 = re.compile(
    r"^Results for (?:\S*\.)?(\S+) \(correctness\)\n\s+Overall outcome: (\w+)\n\s+Overall time: ([\d:.]+)", re.M
)
_OUTCOMES_4: dict[str, VerifierOutcome] = {"Correct": "verified", "Errors": "errors", "TimedOut": "timeout"}


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
            match[1]: MethodReport(match[1], _OUTCOMES_4.get(match[2], "other"), _seconds(match[3]))
            for match in _RESULT_4.finditer(output)
        }
        return VerifierReport(finished(output), methods, tuple(messages(output)))


def _seconds(clock: str) -> float:
    """The seconds of `00:00:01.5`."""
    total = 0.0
    for part in clock.split(":"):
        total = 60 * total + float(part)
    return total
