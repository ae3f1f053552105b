"""Findings as rows, each with a command that shows it again."""

import shlex

from ..reporting.findings import Notable
from ..schema import FindingRow

OF_DATA = frozenset({"invalid-input", "no-answer", "duplicate-task", "duplicate-input"})
OF_EXECUTION = frozenset({"not-executed"})
"""What says how far the body of a method could be followed, and nothing of its specification."""
OF_CONTRACTS = frozenset(
    {"idle-clause", "contradictory-contract", "raising-clause", "open-clause", "open-contract", "unsupported-contract",
     "wrong-infeasible", "disagreement", "refuted-proof", "not-looked-at"}
)  # fmt: skip


def command_of(notable: Notable) -> str:
    """What a user enters to see the finding again; empty where its file is not known."""
    if notable.place is None:
        return ""
    file = notable.place.file
    name = notable.subject
    if notable.kind in OF_DATA or (".jsonl" in file and notable.kind not in OF_CONTRACTS):
        return shlex.join(["specassay", "data", "check", file, "--task", name.split(".")[0] if _dafny(file) else name])
    command = "cvt" if notable.kind in OF_CONTRACTS else "spec"
    chosen = [] if command == "spec" and "." not in name else ["--select", name]
    return shlex.join(["specassay", command, file, *chosen])


def _dafny(file: str) -> bool:
    return file.endswith(".dfy")


def as_row(notable: Notable, command: str) -> FindingRow:
    """A finding as a row."""
    place = notable.place
    return FindingRow(
        task_id=notable.subject,
        rule=notable.kind,
        message=notable.message,
        witness=notable.witness,
        parts={name: dict(values) for name, values in notable.parts.items()},
        file=None if place is None else place.file,
        line=None if place is None else place.line,
        clause=notable.clause,
        text=notable.text,
        command=command,
    )
