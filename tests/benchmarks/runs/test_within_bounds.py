"""What is said of sets of clauses that the bounds of the encoding do not reach."""

import json

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.reporting.statistics import contract_statistics, idle_clauses
from specassay.benchmarks.run_report.contracts_part import contract_table, contracts_table
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.schema import line_of

FAR = """\
assert type(xs) is list and all(type(x) is int and 0 <= x <= 1 for x in xs)
assert sum(xs) < 1000000000
"""
"""What violates clause 1 alone is a list of 10⁹ elements."""

DISTINCT = """\
assert isinstance(xs, list)
assert len(xs) >= 5 and len(set(xs)) == len(xs)
"""
"""Clause 0 alone is violated by a tuple of five numbers; the encoding shows three elements."""


def report_of(contract: str, replayer: Replayer, budget: float = 4.0) -> Report:
    task = ContractTask(
        task_id="t",
        entry_point="f",
        parameters=(Parameter("xs"),),
        contract_text=contract,
        file="t",
        line=1,
        solution="def f(xs):\n    return 0\n",
    )
    return synthesise(task, config=Config(solver_limit=1.0, budget=budget), replayer=replayer)


def test_no_set_that_some_input_violates_is_called_infeasible(replayer: Replayer) -> None:
    rows = {tuple(row.violates): row.verdict for row in report_of(DISTINCT, replayer, budget=1.0).rows}
    assert rows[0,] in ("violating", "unknown")


@pytest.mark.slow
def test_a_verdict_within_bounds_names_them_and_is_no_proof(replayer: Replayer) -> None:
    report = report_of(FAR, replayer)
    (row,) = (row for row in report.rows if row.violates == [1])
    assert (row.verdict, row.bounded, "within bounds" in (row.core or ())) == ("infeasible", True, True)
    bounds = json.loads(line_of(row))["bounds"]
    assert {limit["what"]: limit["line"] for limit in bounds["limits"]}["elements of a sum"] == 2
    assert bounds["arguments"]["xs"]["length"] > 0
    assert "elements of a sum (line 2): at most" in bounds["text"]
    statistics = contract_statistics([report])
    assert (statistics.infeasible, statistics.bounded) == (0, 1)
    assert idle_clauses(report) == []
    detailed, (line,) = contract_table(report, ("a", "b")), contracts_table([report]).texts
    assert [row[1] for row in detailed.texts] == ["violating", "none found", "violating"]
    assert any("which is no proof ({1}): xs: containers at most" in note for note in detailed.notes)
    assert line[2:6] == ("2", "0", "1", "0")
