"""The independent check breaks what is wrong, and only that."""

from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.schema import CvtRow
from specassay.benchmarks.speed.independent import apart, attempts, table

TASK = ContractTask(
    task_id="T/1",
    entry_point="f",
    parameters=(Parameter("x"),),
    file="T.jsonl",
    line=1,
    contract_text="limit = 4\nassert isinstance(x, int)\nassert x > limit\nassert x > 1\n",
    solution="def f(x):\n    return x\n",
)


def claimed(*sets: tuple[int, ...], task: ContractTask = TASK) -> Report:
    rows = tuple(
        CvtRow(task_id=task.task_id, violates=list(violates), verdict="infeasible", solver="z3") for violates in sets
    )
    return Report(task_id=task.task_id, rows=rows, clauses=3)


def test_true_verdicts_are_confirmed_by_the_other_solver() -> None:
    report = synthesise(TASK, "z3")
    with Replayer() as replayer:
        tried = attempts(TASK, report, replayer)
    assert {tuple(sorted(each.violates)) for each in tried} == {(2,), (0, 2)}
    assert {each.result for each in tried} == {"confirmed"}


def test_a_false_verdict_is_broken() -> None:
    with Replayer() as replayer:
        tried = attempts(TASK, claimed((1,), (0, 1, 2), (2,)), replayer)
    assert [each.result for each in tried] == ["broken", "broken", "confirmed"]
    shown = table(tried, errors=1)
    assert shown.texts[0][:3] == ("proved", "3", "2")
    assert "Not tried: 1 tasks." in shown.notes


def test_an_input_that_no_search_finds_is_found_by_the_other_encoding() -> None:
    task = evolve(TASK, contract_text="assert isinstance(x, int)\nassert 3 * x + 7 != 996001\n")
    with Replayer() as replayer:
        (attempt,) = attempts(task, claimed((1,), task=task), replayer)
    assert attempt.result == "broken"
    assert attempt.arguments == {"x": 331998}


def test_each_clause_has_its_own_copy_of_the_statements_around_it() -> None:
    text = apart(TASK)
    assert text.count("limit = 4") == 3
    assert text.count("\nassert ") == 3
