"""A solver is asked in two rounds; how much of it the first one settles does not change a verdict."""

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import Parameter, PythonTask
from specassay.benchmarks.runs import cvt
from specassay.core.synthesis import engine

CONTRACT = """\
assert isinstance(x, list)
assert len(x) >= 2
assert all(isinstance(i, int) for i in x)
assert sum(x) != 977
assert x
"""
TASK = PythonTask(
    task_id="T/1", entry_point="f", parameters=(Parameter("x"),), file="T.jsonl", line=1,
    contract_text=CONTRACT, solution="def f(x):\n    return x\n",
)  # fmt: skip


def verdicts() -> dict[tuple[int, ...], tuple[str, bool]]:
    report = cvt.synthesise(TASK, config=Config(solver_limit=20.0, budget=120.0))
    return {tuple(row.violates): (row.verdict, row.bounded) for row in report.rows}


@pytest.mark.parametrize("tries", [0, cvt.QUICK_TRIES])
def test_a_first_round_without_answers_changes_no_verdict(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    monkeypatch.setattr(cvt, "FIRST_TRIES", 0)  # so that the solver has something to do
    at_once = verdicts()
    assert {outcome for outcome, _ in at_once.values()} == {"violating", "infeasible"}
    monkeypatch.setattr(engine, "QUICK_SECONDS", 0.001)
    monkeypatch.setattr(cvt, "QUICK_TRIES", tries)
    assert verdicts() == at_once
