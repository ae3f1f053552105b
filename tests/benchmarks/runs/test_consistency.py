"""Contracts that no input satisfies: told where that is proved, and unknown where it is not known."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

CONTRACTS = """
def between(x):
    assert x > 3
    assert x < 9
    assert x < 3

def alone(x):
    assert 3 < x < 3

def fits(x):
    assert x > 3
    assert x < 5
    assert x != 4

def rare(x):
    assert isinstance(x, int) and x * 3 == 98765432123457

def either(x):
    assert isinstance(x, int) or hasattr(x, "n")
    assert not isinstance(x, int)
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("consistency") / "mod.py"
    path.write_text(CONTRACTS)
    return path


@pytest.mark.slow
def test_a_contradiction_is_a_finding_and_what_is_not_known_is_said(module: Path) -> None:
    rows = module.with_suffix(".jsonl")
    command = ["cvt", str(module), "--budget", "1", "-j", "1", "--out", str(rows)]
    done = CliRunner().invoke(main, command, catch_exceptions=False)
    assert done.exit_code == 1
    told: dict[str, list[dict[str, Any] | None]] = {}
    for line in rows.read_text().splitlines():
        row = json.loads(line)
        told.setdefault(row["task_id"].removeprefix("mod."), []).append(row.get("consistency"))
    assert all(each == found[0] for found in told.values() for each in found)
    assert told["fits"][0] is told["rare"][0] is None
    said = {name: found[0] for name, found in told.items() if found[0] is not None}
    assert (said["between"]["clauses"], said["alone"]["clauses"]) == ([0, 2], [0])
    assert said["between"]["core"] == ["clause 0 holds: x > 3", "clause 2 holds: x < 3"]
    assert {said[name]["outcome"] for name in ("between", "alone")} == {"contradictory"}
    assert said["either"]["outcome"] == "unknown"  # No plain value satisfies it; an object that has an `n` does.
    assert (
        f"{module}:2: contradictory-contract: mod.between: no input satisfies clauses {{0, 2}} together" in done.output
    )
    assert "open-contract: mod.either" in done.output

    again = CliRunner().invoke(main, [*command, "--resume", "--format", "jsonl"], catch_exceptions=False)
    assert again.exit_code == 1
    assert "contradictory-contract: mod.between" in again.output


def test_a_contradiction_is_in_sarif(module: Path) -> None:
    command = ["cvt", str(module), "--budget", "1", "-j", "1", "--select", "*.between", "--format", "sarif"]
    done = CliRunner().invoke(main, command, catch_exceptions=False)
    (run,) = json.loads(done.stdout)["runs"]
    assert [(each["ruleId"], each["level"]) for each in run["results"]] == [("contradictory-contract", "error")]
    assert "clause 2 holds: x < 3" in run["results"][0]["message"]["text"]
