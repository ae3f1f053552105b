"""Python tasks over worker processes, and going on with a run that was stopped."""

import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.backends.processes.workers import LOST
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, SpecTask
from specassay.benchmarks.executors.executor import ItemWork
from specassay.benchmarks.runs import parallel
from specassay.benchmarks.runs.gathering import gather
from specassay.benchmarks.runs.parallel import file_reports, reports
from specassay.benchmarks.runs.run import RunSettings
from specassay.benchmarks.runs.task_report import Report

SOURCE = "\n\n".join(
    f"def f{number}(n, text):\n    assert type(n) == int\n    assert n > {number}\n    assert text\n    return n\n"
    for number in range(8)
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "many.py"
    path.write_text(SOURCE)
    return path


def _tasks(source: Path) -> tuple[ContractTask, ...]:
    return gather([source], ContractTask).tasks


@frozen(slots=True)
class _LosingOne:
    """An executor whose worker dies twice on the first item."""

    def as_known(self, items: Sequence[Any], work: ItemWork[Any, Any]) -> Iterator[tuple[int, Any]]:
        with work.open_worker() as done:
            for place, item in enumerate(items):
                for part in (LOST,) if not place else done(item):
                    yield place, part


def test_a_file_whose_worker_dies_twice_is_an_error_and_the_others_are_not(tmp_path: Path) -> None:
    for name in ("one", "two"):
        text = f"method {name.title()}(n: int) returns (r: int) ensures r == n {{ r := n; }}"
        (tmp_path / f"{name}.dfy").write_text(text)
    files = gather([tmp_path], SpecTask).tasks
    first, second = file_reports(files, RunSettings(), executor=_LosingOne())
    (row,) = first.rows
    assert (row.status, row.reason, row.file) == ("error", "its worker process died twice", str(files[0].file))
    assert [(row.method, row.status) for row in second.rows] == [("Two", "scored")]


def _verdicts(report: Report) -> list[tuple[Any, ...]]:
    return [(tuple(row.violates), row.verdict, row.arguments) for row in report.rows]


def test_workers_give_the_reports_of_one_process_in_order(source: Path) -> None:
    tasks = _tasks(source)
    alone = list(reports(tasks, RunSettings(config=Config(jobs=1))))
    together = list(reports(tasks, RunSettings(config=Config(jobs=2))))
    assert [report.task_id for report in together] == [task.task_id for task in tasks]
    assert list(map(_verdicts, together)) == list(map(_verdicts, alone))


def _die_on_the_third(task: ContractTask) -> Report:
    if task.entry_point == "f2":
        os.kill(os.getpid(), signal.SIGKILL)
    return Report(task_id=task.task_id)


@contextmanager
def _mortal(settings: RunSettings) -> Iterator[Callable[[ContractTask], Report]]:
    yield _die_on_the_third


def test_a_task_that_kills_its_worker_takes_no_other_with_it(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_worker", _mortal)
    found = list(reports(_tasks(source), RunSettings(config=Config(jobs=2))))
    assert [report.error for report in found].count(None) == 7
    assert found[2].failed


def test_a_stopped_run_goes_on(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    assert CliRunner().invoke(main, ["cvt", str(source), "--out", str(out), "-j", "1"]).exit_code == 0
    whole = out.read_text().splitlines()
    marked = json.loads(whole[0]) | {"solver": "an earlier run"}
    out.write_text("\n".join([json.dumps(marked), *whole[1:10], whole[10][:20]]))
    result = CliRunner().invoke(main, ["cvt", str(source), "--out", str(out), "-j", "1", "--resume"])
    assert result.exit_code == 0, result.output
    after = [json.loads(line) for line in out.read_text().splitlines()]
    assert after[0]["solver"] == "an earlier run"
    assert [(row["task_id"], row["violates"], row["verdict"]) for row in after] == [
        (row["task_id"], row["violates"], row["verdict"]) for row in map(json.loads, whole)
    ]


def test_resuming_needs_a_file(source: Path) -> None:
    result = CliRunner().invoke(main, ["cvt", str(source), "--resume"])
    assert result.exit_code == 2
    assert "--out" in result.output
