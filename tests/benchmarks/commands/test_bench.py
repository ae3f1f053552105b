"""Runs of `bench`: killed anywhere, interrupted, resumed, in any order."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.datasets.tasks import PythonTask
from specassay.benchmarks.runs import run as runs
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.store import FILE, open_run
from specassay.core.errors import InputError

TASKS = 9
DAFNY = """
method Next(n: int) returns (r: int)
  ensures r > n
{ r := n + 1; }
method NextTest() { var r := Next(2); assert r == 3; }
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of cheap tasks in both languages."""
    folder = tmp_path / "data"
    (folder / "evalplus").mkdir(parents=True)
    lines = [
        {
            "task_id": f"T/{number}", "prompt": "", "entry_point": "f",
            "canonical_solution": "def f(n, xs):\n    return n\n",
            "contract": f"    assert type(n) == int\n    assert n > {number}\n    assert xs\n",
        }
        for number in range(TASKS)
    ]  # fmt: skip
    (folder / "evalplus" / "Tiny.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    specs = folder / "mbpp_dfy" / "test"
    specs.mkdir(parents=True)
    for number in range(3):
        (specs / f"task_id_{number}.dfy").write_text(DAFNY)
    return folder


def bench(data: Path, out: Path, *options: str) -> Result:
    command = ["bench", "--data", str(data), "--out", str(out), "--solver", "z3", "-j", "1", *options]
    return CliRunner().invoke(main, command)


def rows(out: Path) -> list[dict[str, Any]]:
    """The rows behind those that say where they are from."""
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    first = next(place for place, row in enumerate(lines) if row["kind"] != "provenance")
    assert all(row["kind"] != "provenance" for row in lines[first:])
    return lines[first:]


def test_a_real_run_that_is_killed_is_resumed_to_the_rows_of_one_that_is_not(data: Path, tmp_path: Path) -> None:
    """Two workers, a run that is killed once some results are there, the tasks in another order after that."""
    out, whole = tmp_path / "killed", tmp_path / "whole"
    assert bench(data, whole).exit_code == 0
    command = [sys.executable, "-m", "specassay", "bench", "--data", str(data), "--out", str(out), "-j", "2"]
    process = subprocess.Popen([*command, "--solver", "z3"], stdout=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and not _done(out):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = _done(out)
    assert done
    source = data / "evalplus" / "Tiny.jsonl"
    source.write_text("".join(line + "\n" for line in reversed(source.read_text().splitlines())))
    result = bench(data, out, "--resume")
    assert f"{done} of {TASKS + 3} tasks are done already" in result.stderr
    assert _done(out) == TASKS + 3
    assert sorted(map(json.dumps, rows(out))) == sorted(map(json.dumps, rows(whole)))


def _done(out: Path) -> int:
    try:
        with open_run(out) as run:
            return sum(1 for _ in run.results())
    except InputError:
        return 0


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Replaces the work on a task: the names of those that were worked on; before the one of that number, `happens`."""

    def replace(number: int = -1, happens: Callable[[], object] = lambda: None) -> list[str]:
        names: list[str] = []

        def work(task: PythonTask, *rest: Any, **options: Any) -> Report:
            if len(names) == number:
                happens()
            names.append(task.task_id)
            return Report(task_id=task.task_id, clauses=1, lowered=1)

        monkeypatch.setattr(runs, "synthesise", work)
        return names

    return replace


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupt_says_what_is_kept_and_a_resumed_run_does_the_rest(
    data: Path, tmp_path: Path, worked: Callable[..., list[str]]
) -> None:
    out = tmp_path / "out"
    worked(4, interrupt)
    result = bench(data, out)
    assert result.exit_code == 130
    assert re.search(rf"4 of {TASKS + 3} tasks are done and kept; --resume goes on", result.stderr)
    names = worked()
    assert bench(data, out, "--resume").exit_code == 0
    assert names == [f"T/{number}" for number in range(4, TASKS)]
    names = worked()
    assert bench(data, out, "--resume").exit_code == 0
    assert names == []


def test_where_results_come_from_stands_first(data: Path, tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    worked()
    result = bench(data, tmp_path / "out", "--json")
    first = json.loads((tmp_path / "out" / "results.jsonl").read_text().splitlines()[0])
    assert first["kind"] == "provenance"
    assert next(iter(json.loads(result.stdout))) == "provenance"
    assert [(part["name"], part["tasks"], part["files"]) for part in first["data"]] == [
        ("Tiny", TASKS, 1), ("mbpp_dfy", 3, 3),
    ]  # fmt: skip
    assert {"specassay", "build", "python", "z3", "dafny"} <= first["versions"].keys()
    assert first["ended"] is not None
    assert (first["seed"], first["options"]["solver"]) == (0, "z3")
    report = (tmp_path / "out" / "report.md").read_text()
    assert report.index("Where this comes from") < report.index("Python contracts")


def test_a_run_is_not_replaced_by_mistake(data: Path, tmp_path: Path, worked: Callable[..., list[str]]) -> None:
    worked()
    assert bench(data, tmp_path / "out").exit_code == 0
    again = bench(data, tmp_path / "out")
    assert again.exit_code == 2
    assert "a run is here: --resume goes on with it, --force starts anew" in again.stderr
    assert bench(data, tmp_path / "out", "--force").exit_code == 0


def test_a_damaged_store(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / FILE).write_bytes(b"nonsense" * 1000)
    result = bench(data, out, "--resume")
    assert result.exit_code == 2
    assert "damaged, or no run of specassay" in result.stderr
