"""Dafny 2.x: options with slashes, and outcomes of methods in the trace."""

import re

from attrs import frozen

from .report import METHOD, MethodReport, VerifierLimits, VerifierOutcome, VerifierReport, finished, messages

_VERIFYING = re.compile(r"^Verifying Impl\$\$\S*\.(\S+) \.\.\.", re.M)
_RESULT = re.compile(r"^\s*\[([\d.]+) s, \d+ proof obligations?\]\s+(.+)$", re.M)
_OUTCOMES: dict[str, VerifierOutcome] = {
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
        methods = {}
        for match in _VERIFYING.finditer(output):
            following = _VERIFYING.search(output, match.end())
            result = _RESULT.search(output, match.end(), following.start() if following else len(output))
            if result is not None:
                outcome = _OUTCOMES.get(result[2].strip(), "other")
                methods[match[1]] = MethodReport(match[1], outcome, float(result[1]))
        return VerifierReport(finished(output), methods, tuple(messages(output)))
