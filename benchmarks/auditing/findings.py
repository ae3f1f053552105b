"""Findings as rows, each with a command that shows it again."""

import shlex

from ..reporting.findings import ReportedFinding
from ..schema import FindingRow

OF_DATA = frozenset({"invalid-input", "no-answer", "duplicate-task", "duplicate-input"})
OF_EXECUTION = frozenset({"not-executed"})
"""What says how far the body of a method could be followed, and nothing of its specification."""
OF_CONTRACTS = frozenset(
    {"idle-clause", "contradictory-contract", "raising-clause", "open-clause", "open-contract", "unsupported-contract",
     "wrong-infeasible", "disagreement", "refuted-proof", "not-looked-at"}
)  # fmt: skip


def command_of(finding: ReportedFinding) -> str:
    """What a user enters to see the finding again; empty where its file is not known."""
    if finding.place is None:
        return ""
    file = finding.place.file
    name = finding.subject
    if finding.kind in OF_DATA or (".jsonl" in file and finding.kind not in OF_CONTRACTS):
        return shlex.join(["specassay", "data", "check", file, "--task", name.split(".")[0] if _dafny(file) else name])
    command = "cvt" if finding.kind in OF_CONTRACTS else "spec"
    chosen = [] if command == "spec" and "." not in name else ["--select", name]
    return shlex.join(["specassay", command, file, *chosen])


def _dafny(file: str) -> bool:
    return file.endswith(".dfy")


def as_row(finding: ReportedFinding, command: str) -> FindingRow:
    """A finding as a row."""
    place = finding.place
    return FindingRow(
        task_id=finding.subject,
        rule=finding.kind,
        message=finding.message,
        witness=finding.witness,
        parts={name: dict(values) for name, values in finding.parts.items()},
        file=None if place is None else place.file,
        line=None if place is None else place.line,
        clause=finding.clause,
        text=finding.text,
        command=command,
    )
