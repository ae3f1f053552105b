"""Findings that a comment in the line of their place lets pass: `# specassay: ignore[rule, …]`, of all rules where it
names none; behind `//` in Dafny."""

import re
from collections.abc import Iterable, Sequence

from .findings import ReportedFinding

_COMMENT = re.compile(r"(?:#|//)\s*specassay:\s*ignore\b(?:\[([^\]]*)\])?")


def without_ignored(
    findings: Iterable[ReportedFinding],
) -> tuple[list[ReportedFinding], list[ReportedFinding]]:
    """Return the findings that no comment lets pass, and the others."""
    files: dict[str, list[str]] = {}
    counted: list[ReportedFinding] = []
    ignored: list[ReportedFinding] = []
    for finding in findings:
        source_place = finding.place
        if source_place is not None and source_place.file not in files:
            files[source_place.file] = _lines(source_place.file)
        (ignored if source_place is not None and _lets_pass(finding, files[source_place.file]) else counted).append(
            finding
        )
    return counted, ignored


def _lets_pass(finding: ReportedFinding, lines: Sequence[str]) -> bool:
    line = None if finding.place is None else finding.place.line
    match = _COMMENT.search(lines[line - 1]) if line is not None and line <= len(lines) else None
    return match is not None and (match[1] is None or finding.kind in match[1].replace(",", " ").split())


def _lines(file: str) -> list[str]:
    """Return the lines of a file as Python and Dafny count them; none where it cannot be read."""
    try:
        with open(file, encoding="utf-8", errors="replace") as text:
            return text.read().split("\n")
    except OSError:
        return []
