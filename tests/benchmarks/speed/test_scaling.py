"""The model of large runs: its simulation against what can be computed, and its figures from a run."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.runs.parallel import reports
from specassay.benchmarks.runs.provenance import provenance
from specassay.benchmarks.runs.run import RunSettings, rows_of
from specassay.benchmarks.runs.stored import result_of
from specassay.benchmarks.speed.scaling import (
    ClusterRun,
    Serving,
    costs_of,
    efficiency_table,
    growth_table,
    main,
    simulate,
    small_tasks,
)
from specassay.benchmarks.store import PlannedTask, start_run
from specassay.benchmarks.store.writing import now

FREE = Serving(0.0, 0.0)


@pytest.mark.parametrize("workers", [1, 7, 100])
def test_equal_tasks_are_shared_perfectly_where_storing_costs_nothing(workers: int) -> None:
    found = simulate([2.0], 700, workers, FREE)
    assert found.seconds == pytest.approx(700 * 2.0 / workers)
    assert found.efficiency == pytest.approx(1.0)


def test_what_stores_the_results_limits_however_many_workers_there_are() -> None:
    runs = [simulate([1.0], 5000, workers, Serving(0.0, 0.01)) for workers in (10, 100, 1000)]
    assert runs[0].efficiency == pytest.approx(1.0, abs=0.02)
    assert [run.seconds for run in runs[1:]] == pytest.approx([5000 * 0.01] * 2, rel=0.1)
    assert runs[2].served == pytest.approx(1.0, abs=0.1)


def test_a_straggler_that_is_begun_last_is_waited_for() -> None:
    found = simulate([1.0] * 99 + [100.0], 1000, 100, FREE)
    assert found.seconds >= 100.0
    assert found.tail <= found.seconds
    assert simulate([1.0, 5.0], 1000, 10, FREE) == simulate([1.0, 5.0], 1000, 10, FREE)


def test_a_run_becomes_tables(tmp_path: Path) -> None:
    out = tmp_path / "run"
    out.mkdir()
    tasks = small_tasks(3, tmp_path)
    planned = [PlannedTask("cvt", "small", task.task_id, "") for task in tasks]
    with start_run(out, resume=False) as writer:
        writer.begin(provenance("z3", {}, 0, [], now()), planned)
        for task, report in zip(planned, reports(tasks, RunSettings(config=Config(jobs=1))), strict=True):
            writer.add(task, result_of(report, rows_of(report)))
    costs = costs_of(out)
    assert [cost.size for cost in costs] == [2, 2, 2]
    assert [row[:3] for row in growth_table(costs).texts] == [("cvt", "2 clauses", "3")]
    result = CliRunner().invoke(main, ["model", str(out), "--tasks", "1000"])
    assert result.exit_code == 0, result.output
    assert "Simulated: as measured" in result.output


def test_small_tasks_are_tasks_and_their_runs_a_table(tmp_path: Path) -> None:
    assert [task.task_id for task in small_tasks(2, tmp_path)] == ["small/0", "small/1"]
    runs = [ClusterRun(1, 100, 10.0, 10.0, 1.0), ClusterRun(2, 100, 5.5, 10.5, 1.1)]
    assert [row[-2:] for row in efficiency_table(runs).texts] == [("1.00", "1.00"), ("0.91", "0.95")]
