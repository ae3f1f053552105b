"""SARIF 2.1.0, the format of static analysis that code hosts show beside the code.

OASIS: Static Analysis Results Interchange Format (SARIF) Version 2.1.0. Sections in comments are its.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...datasets.tasks import SourcePlace
from ..baseline import fingerprint
from ..findings import ReportedFinding
from ..rules import ADVICE, KINDS, kinds_of, level_of
from .export import Export, relative, told

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
"""The folder in which the command runs: what relative addresses are relative to (3.14.14)."""
FINGERPRINT = "specassayFinding/v1"


def lines(export: Export) -> Iterator[str]:
    """One document on one line, in ASCII. Findings that a baseline has are in it as *unchanged* (3.27.24), and
    suppressed by it (3.27.23)."""
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(export)]}
    yield json.dumps(document)


def _run(export: Export) -> dict[str, Any]:
    seen_kinds = {finding.kind for finding, _ in _all(export)}
    rules = [kind for kind in KINDS if kind in seen_kinds or kind in kinds_of(export.command)]
    seen = Counter[str]()
    driver = {"name": "specassay", "version": metadata.version("specassay"), "rules": list(map(_rule, rules))}
    results = [_result(finding, export, rules, seen, known=known) for finding, known in _all(export)]
    return {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"specassay/{export.command}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which specassay ran."}}},
        "invocations": [{"executionSuccessful": export.finished}],
        "results": results,
    }


def _all(export: Export) -> Iterator[tuple[ReportedFinding, bool]]:
    yield from ((finding, False) for finding in export.findings)
    yield from ((finding, True) for finding in export.known)


def _rule(kind: str) -> dict[str, Any]:
    meaning = KINDS[kind]
    text = f"{meaning[0].upper()}{meaning[1:]}."
    return {
        "id": kind,
        "name": "".join(word.capitalize() for word in kind.split("-")),
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": " ".join(filter(None, (text, ADVICE.get(kind, ""))))},
        "defaultConfiguration": {"level": level_of(kind)},
    }


def _result(
    finding: ReportedFinding, export: Export, rules: Sequence[str], seen: Counter[str], *, known: bool
) -> dict[str, Any]:
    # Findings that are alike are told apart by their number, so that each has a fingerprint that stays.
    mark = fingerprint(finding)
    seen[mark] += 1
    result: dict[str, Any] = {
        "ruleId": finding.kind,
        "ruleIndex": rules.index(finding.kind),
        "level": export.level(finding.kind),
        "message": {"text": _text(told(finding))},
        "partialFingerprints": {FINGERPRINT: f"{mark}:{seen[mark]}"},
        "locations": [_location(finding)],
    }
    if finding.witness:
        result["properties"] = {"witness": _text(finding.witness)}
    if known:
        result |= {"baselineState": "unchanged", "suppressions": [{"kind": "external"}]}
    elif export.known:
        result["baselineState"] = "new"
    return result


def _location(finding: ReportedFinding) -> dict[str, Any]:
    name = {"fullyQualifiedName": _text(finding.subject)}
    if finding.place is None:
        return {"logicalLocations": [name]}
    return {"physicalLocation": _physical(finding.place), "logicalLocations": [name]}


def _physical(source_place: SourcePlace) -> dict[str, Any]:
    path = relative(source_place.file)
    address = (
        {"uri": Path(source_place.file).absolute().as_uri()}
        if path is None
        else {"uri": quote(path), "uriBaseId": ROOT}
    )
    if source_place.line is None:
        return {"artifactLocation": address}
    region = {
        "startLine": source_place.line,
        "startColumn": source_place.column,
        "endLine": source_place.end_line,
        "endColumn": source_place.end_column,
    }
    return {"artifactLocation": address, "region": {name: value for name, value in region.items() if value is not None}}


def _text(text: str) -> str:
    """Text without lone surrogates, which are no characters in JSON either (RFC 8259, section 8.2)."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
