"""Findings as rows have them."""

import msgspec
import pytest
from attrs import evolve

from specassay.benchmarks.runs.spec_rows import finding_part
from specassay.core.ir.contracts import Clause
from specassay.core.spans import Span
from specassay.core.spec_testing.findings import DATA_DEFECTS, KINDS, Finding, Witness, summary

SPAN = Span("f.dfy", 4, 2, 5, 9)
FOUND = Finding("accepts-another-output", "Min", "weak", SPAN, 1, Witness({"a": "2"}, {"r": "1"}, {"r": "7"}))


def test_a_finding_as_json() -> None:
    assert msgspec.to_builtins(finding_part(FOUND)) == {
        "id": "accepts-another-output/Min/1",
        "kind": "accepts-another-output",
        "method": "Min",
        "message": "weak",
        "clause": 1,
        "file": "f.dfy",
        "line": 4,
        "column": 2,
        "end_line": 5,
        "end_column": 9,
        "witness": {"inputs": {"a": "2"}, "expected": {"r": "1"}, "other": {"r": "7"}},
        "diff": "",
    }


def test_what_a_finding_does_not_have_is_null() -> None:
    bare = Finding("no-code", "", "nothing")
    assert msgspec.to_builtins(finding_part(bare)) == {
        "id": "no-code/",
        "kind": "no-code",
        "method": None,
        "message": "nothing",
        "clause": None,
        "file": None,
        "line": None,
        "column": None,
        "end_line": None,
        "end_column": None,
        "witness": None,
        "diff": "",
    }


def test_the_identity_of_a_finding_stays_when_lines_move_and_tells_clauses_apart() -> None:
    moved = evolve(FOUND, span=evolve(SPAN, line=40), message="other words")
    assert finding_part(moved).id == finding_part(FOUND).id
    assert finding_part(evolve(FOUND, clause=0)).id == "accepts-another-output/Min/0"
    assert finding_part(evolve(FOUND, clause=None)).id == "accepts-another-output/Min"


def test_only_known_kinds_are_found() -> None:
    with pytest.raises(ValueError, match="no such kind of finding: odd"):
        Finding("odd", "M", "")
    assert KINDS.keys() >= DATA_DEFECTS


def test_a_clause_in_a_message_is_one_line() -> None:
    assert summary(Clause("ensures", "r >= 0\n    && r < 9", SPAN)) == "ensures r >= 0 && r < 9"
