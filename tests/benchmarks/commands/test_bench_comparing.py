"""The question `compare` of `bench`: pairs found in the data, kept in the store, and shown in the report."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.commands import bench_comparing
from specassay.benchmarks.store import open_run

TASK = {
    "task_id": "Mbpp/7",
    "entry_point": "up",
    "prompt": "",
    "contract": "\n    assert type(n) is int\n    assert n > 0\n",
    "canonical_solution": "def up(n):\n    return n + 1 if n < 5 else n\n",
    "base_input": [[1], [2]],
    "plus_input": [[7]],
}
DAFNY = """
method Up(n: int) returns (r: int)
  requires n >= 0
  ensures r > n
{ r := n + 1; }
method UpTest() { var r := Up(2); assert r == 3; var s := Up(8); assert s == 9; var t := Up(0); assert t == 1; }
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A problem in both languages, another one that cannot be compared, and one that is alone."""
    (tmp_path / "data" / "evalplus").mkdir(parents=True)
    (tmp_path / "data" / "mbpp_dfy" / "test").mkdir(parents=True)
    tasks = [TASK, {**TASK, "task_id": "Mbpp/8"}, {**TASK, "task_id": "Mbpp/9"}]
    (tmp_path / "data" / "evalplus" / "Tiny.jsonl").write_text("".join(json.dumps(each) + "\n" for each in tasks))
    for number, text in ((7, DAFNY), (8, "method Two(a: int, b: int) requires a > b"), (10, DAFNY)):
        (tmp_path / "data" / "mbpp_dfy" / "test" / f"task_id_{number}.dfy").write_text(text)
    return tmp_path / "data"


def bench(data: Path, out: Path, *options: str) -> Result:
    command = ["bench", "--data", str(data), "--out", str(out), "--question", "compare", "-j", "1", *options]
    return CliRunner().invoke(main, command)


def comparisons(out: Path) -> list[dict[str, Any]]:
    rows = map(json.loads, (out / "results.jsonl").read_text().splitlines())
    return [row for row in rows if row["kind"] == "comparison"]


def test_each_pair_is_compared_once_and_tests_of_either_are_held_against_the_other(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    assert bench(data, out).exit_code == 0
    first, second = comparisons(out)
    assert (first["task_id"], first["task_ids"], first["relation"]) == ("MBPP 7", ["Mbpp/7", "task_id_7"], "stronger")
    assert (first["reference"]["satisfied"], first["reference"]["tests"]) == (2, 3)
    carried = first["carried"]
    assert (carried["tests"], carried["refused"], carried["same"], carried["different"]) == (3, 1, 1, 1)
    assert (carried["refused_input"], carried["different_input"]) == ({"n": "0"}, {"n": "8"})
    assert (carried["expected"], carried["found"]) == ("9", "8")
    assert first["promises"] == [[], ["r > n"]]
    assert (second["relation"], "no common problem" in second["reason"]) == ("unknown", True)
    with open_run(out) as run:
        assert [(each.task.question, each.task.subject) for each in run.results()] == [
            ("compare", "MBPP 7"),
            ("compare", "MBPP 8"),
        ]
    report = (out / "report.html").read_text()
    assert "MBPP 7: Mbpp/7 and Up" in report
    assert "Dafny lacks it" in report
    monkeypatch.setattr(bench_comparing, "compare_pair", None)  # Nothing is left to do.
    resumed = bench(data, out, "--resume")
    assert (resumed.exit_code, "2 of 2 tasks are done already" in resumed.stderr) == (0, True)
    assert comparisons(out) == [first, second]
