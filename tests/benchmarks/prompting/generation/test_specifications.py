"""Candidate specifications from an endpoint: a folder for each model, language and strategy, which `grade` reads."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

from .conftest import completion

HEAD = "method Abs(x: int) returns (y: int)\n"
STRONG, WEAK = HEAD + "  ensures y == if x < 0 then -x else x\n", HEAD + "  ensures y >= x\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    (tmp_path / "abs.dfy").write_text(HEAD + "  ensures y >= 0 && (y == x || y == -x)\n")
    tests = [{"inputs": {"x": x}, "output": abs(x)} for x in (-2, 5, 0, 900, -31)]
    problem = {"id": "abs", "description": "Of a number.", "function": "abs", "specifications": ["abs.dfy"]}
    (tmp_path / "own.jsonl").write_text(json.dumps({**problem, "tests": tests}) + "\n")

    def call(*arguments: str) -> str:
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code in (0, 1), result.output
        return result.stdout

    return call


def test_answers_become_candidates_that_are_graded_and_mended(script: Any, run: Callable[..., str]) -> None:
    script.replies = [
        (200, completion(f"Sure:\n```dafny\n{STRONG}```\n"), {}),
        (200, completion(WEAK), {}),
        (200, completion("", "content_filter"), {}),
        (200, completion(STRONG), {}),
    ]
    asking = ("generate", "--for", "specification", "--language", "dafny", "--data", "own.jsonl", "--out", "runs")
    endpoint = ("--model", "org/m", "--base-url", script.url, "--concurrency", "1")
    run(*asking, "-n", "3", *endpoint)
    candidates = "runs/org_m--dafny--plain/org_m--dafny--plain.jsonl"
    rows = [*map(json.loads, Path(candidates).read_text().splitlines())]
    assert [row["state"] for row in rows] == ["answered", "answered", "filtered"]
    assert {(row["task_id"], row["language"], row["model"], row["strategy"]) for row in rows} == {
        ("abs", "dafny", "org/m", "plain")
    }
    (prompt,) = {body["messages"][1]["content"] for _, _, body in script.received}
    asked = json.loads(run("prompts", *asking[1:-2], "--json"))
    assert (asked["prompt"], "ensures" in prompt) == (prompt, False)

    run(*asking, "--strategy", "repair", "--repair", candidates, *endpoint)
    mended = "runs/org_m--dafny--repair/org_m--dafny--repair.jsonl"
    assert "accepts another output" in script.received[-1][2]["messages"][1]["content"]

    graded = run("grade", "--for", "specification", candidates, mended, "--data", "own.jsonl", "--json", "-j", "1")
    found = [*map(json.loads, graded.splitlines())]
    grades = [row for row in found if row["kind"] == "specification-grade"]
    assert [(row["strategy"], row["state"], row["verdict"]) for row in grades] == [
        ("plain", "well-formed", "strong"),
        ("plain", "well-formed", "weak"),
        ("plain", "filtered", None),
        ("repair", "well-formed", "strong"),
    ]
    rates = {row["strategy"]: row["strong_at_k"]["1"]["value"] for row in found if row["kind"] == "specification-rates"}
    assert rates == {"plain": pytest.approx(1 / 3), "repair": 1.0}
