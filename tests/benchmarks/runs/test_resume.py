"""Going on with the rows of an earlier run."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.runs.resume import SUPERSEDED


def task(path: Path, condition: str, name: str = "f") -> Path:
    path.write_text(f"def {name}(n):\n    assert {condition}\n    return n\n")
    return path


def cvt(source: Path, out: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["cvt", str(source), "--out", str(out), *options], catch_exceptions=False)


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_rows_of_another_text_of_the_contract_are_not_believed(tmp_path: Path) -> None:
    source, out = task(tmp_path / "a.py", "n > 0"), tmp_path / "rows.jsonl"
    cvt(source, out)
    (before,) = rows(out)
    task(source, "n == n or n != n")
    result = cvt(source, out, "--resume")
    (after,) = rows(out)
    assert (before["verdict"], after["verdict"]) == ("violating", "infeasible")
    assert before["digest"] != after["digest"]
    assert rows(tmp_path / f"rows.jsonl{SUPERSEDED}") == [before]
    assert "0 rows are used again" in result.stderr
    assert "1 that were computed from another text" in result.stderr


def test_rows_of_other_options_are_not_believed_and_equal_ones_are(tmp_path: Path) -> None:
    source, out = task(tmp_path / "a.py", "n > 0"), tmp_path / "rows.jsonl"
    cvt(source, out, "-k", "2")
    marked = rows(out)[0] | {"solver": "an earlier run"}
    out.write_text(json.dumps(marked) + "\n")
    assert "1 rows are used again" in cvt(source, out, "-k", "2", "--resume").stderr
    assert rows(out) == [marked]
    assert "0 rows are used again" in cvt(source, out, "--resume").stderr
    assert rows(out)[0]["solver"] != "an earlier run"


def test_rows_of_other_tasks_are_kept(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    cvt(task(tmp_path / "a.py", "n > 0"), out)
    (first,) = rows(out)
    result = cvt(task(tmp_path / "b.py", "n > 1", "g"), out, "--resume")
    assert "0 rows are used again, 1 of other tasks are kept" in result.stderr
    assert rows(out)[0] == first
    assert len(rows(out)) == 2
