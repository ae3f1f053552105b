"""`-k`: further tests in the rows, replayed."""

from msgspec import UNSET

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import Parameter, PythonTask
from specassay.benchmarks.runs.alternatives import with_alternatives
from specassay.benchmarks.runs.run import RunSettings, run_python

TASK = PythonTask(
    task_id="T/1", entry_point="f", parameters=(Parameter("x"),),
    contract_text="assert isinstance(x, int)\nassert x > 3\nassert x is not None\n",
    solution="def f(x):\n    return x\n", file="T.jsonl", line=1,
)  # fmt: skip


def test_every_alternative_violates_exactly_the_same_clauses() -> None:
    with Replayer() as replayer:
        report = run_python(TASK, RunSettings(config=Config(tests_per_set=3)), replayer)
        replayer.load(TASK.replay_task)
        for row in report.rows:
            if row.verdict != "violating":
                assert row.alternatives == []
                continue
            assert row.alternatives is not UNSET
            replays = replayer.run_many(row.alternatives)
            assert [sorted(replay.violated) for replay in replays] == [row.violates] * len(replays)
    (small,) = (row for row in report.rows if row.violates == [1])
    assert small.alternatives is not UNSET
    assert small.alternatives[0] == {"x": "3"}


def test_one_test_is_enough_unless_more_are_asked_for() -> None:
    with Replayer() as replayer:
        report = run_python(TASK, RunSettings(), replayer)
    assert all(row.alternatives is UNSET for row in report.rows)


def test_no_more_are_looked_for_when_the_time_for_them_is_over() -> None:
    with Replayer() as replayer:
        report = run_python(TASK, RunSettings(), replayer)
        found = with_alternatives(TASK, report, 3, replayer, seconds=-1.0)
    assert [row.alternatives for row in found.rows] == [[] for _ in report.rows]
