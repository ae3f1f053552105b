"""A budget is about work that is counted, so that a busy machine changes no verdict."""

import time
from collections.abc import Callable, Mapping

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replay, Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs import cvt, observed_task
from specassay.benchmarks.runs.run_limits import LIMITS
from specassay.benchmarks.runs.task_report import Report

CONTRACT = """\
assert isinstance(x, list) and isinstance(y, int)
assert len(x) >= 2
assert all(isinstance(i, int) for i in x)
assert sum(x) * y * y != 977 * 31
assert x and y ** 3 != 2197
"""
TASK = ContractTask(
    task_id="T/1",
    entry_point="f",
    parameters=(Parameter("x"), Parameter("y")),
    file="T.jsonl",
    line=1,
    contract_text=CONTRACT,
    solution="def f(x, y):\n    return x\n",
)

BUDGET = 0.15
"""Seconds that are too few for the largest sets."""


def report(budget: float) -> Report:
    return cvt.synthesise(TASK, "both", Config(budget=budget))


def slowed(clock: Callable[[], float]) -> Callable[[], float]:
    """The clock, four times as fast from now on."""
    start = clock()
    return lambda: start + 4 * (clock() - start)


def test_the_clock_changes_no_verdict_also_where_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observed_task, "LIMITS", evolve(LIMITS, slowed_times=1000))
    first = report(BUDGET)
    assert any(row.verdict == "unknown" for row in first.rows), "with a larger budget this shows nothing"
    assert any(row.verdict == "violating" for row in first.rows)
    for name in ("process_time", "perf_counter", "monotonic"):
        # No clock may jump: that would end what began before, and some read the true one as they begin.
        monkeypatch.setattr(time, name, slowed(getattr(time, name)))
    again = report(BUDGET)
    assert again.rows == first.rows
    assert again.work == first.work


def test_what_replays_take_is_their_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of a contract that no term says, all inputs are replayed; the process that does it is slow by the clock alone.
    task = evolve(TASK, contract_text="import os\nassert os.getpid() and x\n")
    tried = []
    run = Replayer.run

    def counted(self: Replayer, arguments: Mapping[str, str], *, reference: bool = True) -> Replay:
        tried.append(arguments)
        return run(self, arguments, reference=reference)

    monkeypatch.setattr(Replayer, "run", counted)
    first = cvt.synthesise(task, "z3", Config(budget=1.0))
    replayed = len(tried)
    start, clock = time.perf_counter(), time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: start + 100 * (clock() - start))
    again = cvt.synthesise(task, "z3", Config(budget=1.0))
    assert len(tried) == 2 * replayed
    assert again.rows == first.rows


def test_work_that_is_not_counted_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observed_task, "LIMITS", evolve(LIMITS, slowed_times=0))
    assert {row.verdict for row in report(30.0).rows} == {"unknown"}
