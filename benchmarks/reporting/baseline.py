"""Findings that are known: a file of them, which a team accepts for now, so that only new ones fail.

A finding is recognised by its rule, by the qualified name of what it is about and by the text of its clause, if it is
about one. Lines may move.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ...core.errors import InputError
from ..datasets.text_lines import read_json
from .findings import ReportedFinding
from .output import write_text

DIGITS = 32
"""Hexadecimal digits of a SHA-256 that are kept, 128 bits: somebody may look for two findings that have the same."""
VERSION = 1
"""The version of the format of the file; any other is refused."""


class KnownFinding(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A finding as a baseline has it; `count`: how many there are of it."""

    rule: str
    name: str
    clause: str = ""
    count: int = 1


class Baseline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of known findings."""

    specassay_baseline: int = VERSION
    findings: list[KnownFinding] = []


def fingerprint(finding: ReportedFinding) -> str:
    """A digest of what a finding is recognised by."""
    return hashlib.sha256("\0".join(_key(finding)).encode("utf-8", "backslashreplace")).hexdigest()[:DIGITS]


def _key(finding: ReportedFinding) -> tuple[str, str, str]:
    return finding.kind, finding.subject, " ".join(finding.text.split())


def read_baseline(path: Path) -> Baseline:
    """A file that `write_baseline` wrote. Raises InputError."""
    baseline = read_json(path, Baseline, "is not a baseline that --write-baseline wrote")
    if baseline.specassay_baseline != VERSION:
        raise InputError(f"is of version {baseline.specassay_baseline}, not {VERSION}; write it again", file=str(path))
    return baseline


def write_baseline(path: Path, findings: Iterable[ReportedFinding]) -> None:
    """Write the findings, sorted, one a line, so that changes of the file can be read. Raises InputError."""
    counts = Counter(_key(finding) for finding in findings)
    known_findings = sorted(KnownFinding(*key, count) for key, count in counts.items())
    rows = ",\n".join(f"  {msgspec.json.encode(known_finding).decode()}" for known_finding in known_findings)
    write_text(path, f'{{"specassay_baseline": {VERSION}, "findings": [\n{rows}\n]}}\n')


def apart(
    findings: Sequence[ReportedFinding], baseline: Baseline | None
) -> tuple[list[ReportedFinding], list[ReportedFinding]]:
    """The findings that are new, and those that the baseline has: of each at most as many as it counts."""
    allowed = Counter(
        {(finding.rule, finding.name, finding.clause): finding.count for finding in baseline.findings}
        if baseline
        else {}
    )
    new: list[ReportedFinding] = []
    known_findings: list[ReportedFinding] = []
    for finding in findings:
        key = _key(finding)
        if allowed[key] > 0:
            allowed[key] -= 1
            known_findings.append(finding)
        else:
            new.append(finding)
    return new, known_findings
