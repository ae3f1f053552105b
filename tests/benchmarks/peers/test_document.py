"""Published tables beside ours."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.benchmarks.peers.__main__ import main

SCORE = {"value": 0.5, "low": 0.5, "high": 0.5, "n": 4, "unknowns": 0, "no_data": 0, "interval": None}
WEAVE = {
    "kind": "weave",
    "version": 1,
    "task_id": "Mbpp/1",
    "number": 0,
    "origin": "samples.jsonl:1",
    "solution": "",
    "status": "woven",
    "added": [],
    "reason": "",
    "passed": True,
    "passes": True,
    "csr_before": SCORE,
    "csr": {**SCORE, "value": 1.0, "low": 1.0, "high": 1.0},
}
SUITE = {
    "kind": "suite-scores",
    "version": 1,
    "suite": "o4.json",
    "model": "o4-mini",
    "tasks": 1,
    "outside": 0,
    "tests": 4,
    "malformed": 0,
    "unsatisfiable": 0,
    "refuted": 0,
    **dict.fromkeys(("avc", "ts", "exact", "published_avc", "published_ts"), SCORE),
}
CVT = {
    "kind": "cvt",
    "version": 1,
    "task_id": "Mbpp/1",
    "violates": [0],
    "verdict": "violating",
    "arguments": {"n": "0"},
    "raised": "AssertionError",
    "raises_first": 0,
    "how": {"0": "false"},
    "runs_without_contract": True,
    "solver": "search",
    "universe": "plain",
    "core": None,
    "bounded": False,
    "bounds": None,
    "reason": None,
    "digest": "0",
}


def made(tmp_path: Path, *rows: object) -> tuple[int, str]:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = CliRunner().invoke(main, [str(path)])
    return result.exit_code, result.output


def test_each_kind_of_rows_has_its_table(tmp_path: Path) -> None:
    left = {**WEAVE, "status": "not woven", "reason": "it is empty", "csr": {**SCORE, "low": 0.0}}
    code, text = made(tmp_path, WEAVE, left, SUITE)
    assert code == 0, text
    assert "| samples.jsonl | 2 | 1 | 50 %, n 8 | 100 %, n 4 | 2 of 2 | 2 of 2 |" in text
    assert "| samples.jsonl | it is empty | 1 |" in text
    assert "| o4.json | o4-mini | 4 | 50 %, n 4 | 50 %, n 4 |" in text
    assert "| HumanEval+ | 164 | gemma-3 | CS | 84.41 | 24.85 | 11.41 | 14.04 |" in text
    code, text = made(tmp_path, CVT)
    assert code == 0, text
    assert "| Mbpp | 1 | 100 % " in text


def test_every_published_row_has_its_own_place(tmp_path: Path) -> None:
    _, text = made(tmp_path, CVT)
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith(("| HumanEval+", "| MBPP+"))]
    assert len({(dataset, model, prompt) for dataset, _, model, prompt, *_ in rows}) == len(rows) == 16
    assert all(0 < float(value) < 100 for row in rows for value in row[4:])


@pytest.mark.parametrize("text", ["", "no rows\n", '{"kind": "mystery"}\n'])
def test_what_holds_no_rows_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text)
    result = CliRunner().invoke(main, [str(path)])
    assert (result.exit_code, "Error: " in result.output) == (2, True), result.output


def spec(name: str, verdict: str, folder: str = "vericoding/verus/verina") -> dict[str, object]:
    row = {"kind": "spec", "version": 1, "task_id": name, "file": f"{folder}/{name}.rs", "method": "m"}
    assessment = {"verdict": verdict, "text": verdict, "reason": "", "witness": None}
    return {**row, "line": 1, "status": "scored", "reason": "", "assessment": assessment}


def test_verdicts_and_translations_have_their_tables_beside_what_was_published(tmp_path: Path) -> None:
    translation = {
        "kind": "translation",
        "version": 1,
        "task_id": "p",
        "dataset": "vericoding-verina",
        "first": "a.dfy::M",
        "languages": ["Dafny", "Verus"],
        "changes": [{"change": "clause lost", "language": "Verus", "clause": "r > 0"}],
    }
    rows = [{**translation, "second": f"{name}.rs::m", "relation": name} for name in ("equal", "unknown")]
    specs = [spec(name, verdict) for name, verdict in (("a", "weak"), ("b", "wrong"), ("c", "unknown"))]
    code, text = made(tmp_path, *rows, *specs)
    assert code == 0, text
    counts = " | ".join(map(str, [1, *[0] * 8, 2, *[0] * 4]))
    assert f"| vericoding-verina | 2 | 1 (50 % [9, 91]) | {counts} |" in text
    line = [line for line in text.splitlines() if line.startswith("| verus/verina | of")][-1]
    assert [cell.strip().partition(" [")[0] for cell in line.split("|")[2:9]] == [
        "of the files",
        "3",
        # What is not known may be any of these.
        "33.3 % to 66.7 %",
        "33.3 % to 66.7 %",
        "0 % to 33.3 %",
        "0 % to 33.3 %",
        "1",
    ]
    assert "| Gemini 3.1 Pro | 581 | 77.8 |" in text
    assert "misses 26 % of" in text


def test_a_folder_for_each_task_is_one_set_and_a_place_of_this_machine_is_not_told(tmp_path: Path) -> None:
    specs = [spec("verified", "strong", f"/data/vericontest/leetcode/lc{number}") for number in range(3)]
    code, text = made(
        tmp_path, *specs, spec("a", "strong", "/data/mbpp_dfy/test"), spec("b", "weak", "/data/mbpp_dfy/test")
    )
    assert code == 0, text
    assert "| vericontest/leetcode | of the files | 3 |" in text
    assert "| mbpp_dfy/test | of the files | 2 |" in text
    assert ("| /data/" in text, "lc1" in text) == (False, False)


def test_the_published_document_has_the_texts_that_are_written_now(tmp_path: Path) -> None:
    code, text = made(tmp_path, CVT)
    assert code == 0, text
    published = (Path(__file__).parents[3] / "docs" / "results.md").read_text("utf-8")
    # A table, or a line about one, may be of other rows; whatever else is said comes from the program.
    written = [part for part in text.split("\n\n") if not part.startswith(("|", "Ours")) and "<!--" not in part]
    assert [part for part in written if part.strip() not in published] == []
