"""A solver is asked in two rounds; how much of it the first one settles does not change a verdict."""

from typing import Any

import pytest
from attrs import evolve

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs import cvt, observed_task
from specassay.benchmarks.runs.contract_oracle import counted
from specassay.benchmarks.runs.run_limits import LIMITS as RUN_LIMITS
from specassay.core.synthesis import engine
from specassay.core.synthesis.synthesis_limits import LIMITS

CONTRACT = """\
assert isinstance(x, list)
assert len(x) >= 2
assert all(isinstance(i, int) for i in x)
assert sum(x) != 977
assert x
"""
TASK = ContractTask(
    task_id="T/1",
    entry_point="f",
    parameters=(Parameter("x"),),
    file="T.jsonl",
    line=1,
    contract_text=CONTRACT,
    solution="def f(x):\n    return x\n",
)


Verdicts = dict[tuple[int, ...], tuple[str, bool]]


def verdicts() -> Verdicts:
    report = cvt.synthesise(TASK, config=Config(solver_limit=20.0, budget=120.0))
    return {tuple(row.violates): (row.verdict, row.bounded) for row in report.rows}


@pytest.fixture(scope="module")
def at_once() -> Verdicts:
    """The verdicts without a first round, where the solver has something to do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cvt, "LIMITS", evolve(RUN_LIMITS, first_tries=0))
        return verdicts()


@pytest.mark.slow
@pytest.mark.parametrize("tries", [0, RUN_LIMITS.quick_tries])
def test_a_first_round_without_answers_changes_no_verdict(
    monkeypatch: pytest.MonkeyPatch, at_once: Verdicts, tries: int
) -> None:
    assert {outcome for outcome, _ in at_once.values()} == {"violating", "infeasible"}
    monkeypatch.setattr(engine, "LIMITS", evolve(LIMITS, quick_seconds=0.001))
    monkeypatch.setattr(cvt, "LIMITS", evolve(RUN_LIMITS, first_tries=0, quick_tries=tries))
    assert verdicts() == at_once


@pytest.mark.slow
def test_what_the_evaluator_said_is_asked_once_and_changes_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(contract: Any, arguments: Any) -> Any:
        asked.append(repr(arguments))
        return counted(contract, arguments)

    monkeypatch.setattr(observed_task, "counted", noted)
    kept = cvt.synthesise(TASK)
    number = len(asked)
    short = [text for text in asked if len(text) <= RUN_LIMITS.kept_characters]
    assert len(set(short)) == len(short)
    monkeypatch.setattr(observed_task, "LIMITS", evolve(RUN_LIMITS, kept_inputs=0))
    again = cvt.synthesise(TASK)
    assert len(asked) - number > number, "most inputs come more than once"
    assert again.rows == kept.rows
