"""The real files: every one is scored, and what contradicts its own tests is what people found by hand."""

import re
from pathlib import Path
from typing import Any

import pytest

from specassay.dafny_harness.run import score_sources

CONTRADICTS = {264, 276, 304, 572, 574, 577}
"""The expected outputs are wrong, or computed with another value of pi."""
ROUNDS = {85, 312}
BREAKS_PRECONDITION = {470, 793}


@pytest.fixture(scope="module")
def rows(data_dir: Path) -> dict[int, list[dict[str, Any]]]:
    scored = score_sources([data_dir / "mbpp_dfy" / "test"], mutants=0)
    return {int(re.findall(r"\d+", path.stem)[-1]): found for path, found in scored}


def tasks(rows: dict[int, list[dict[str, Any]]], kind: str) -> set[int]:
    return {
        task for task, found in rows.items() for row in found if kind in {f["kind"] for f in row["findings"]}
    }


def test_every_file_with_code_is_scored_and_every_test_decided(rows: dict[int, list[dict[str, Any]]]) -> None:
    scored = {task for task, found in rows.items() if any(row["status"] == "scored" for row in found)}
    assert rows.keys() - scored == {470, 747}
    verdicts = {test["verdict"] for found in rows.values() for row in found for test in row["tests"]}
    assert verdicts == {"holds", "refuted", "invalid input"}


def test_the_files_that_contradict_their_tests(rows: dict[int, list[dict[str, Any]]]) -> None:
    assert tasks(rows, "contradicts-test") == CONTRADICTS
    assert tasks(rows, "breaks-precondition") == BREAKS_PRECONDITION
    assert tasks(rows, "rounds-differently") == ROUNDS
