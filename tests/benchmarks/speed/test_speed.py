"""The speed benchmark: what it prints, not how fast it is."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter, SpecTask
from specassay.benchmarks.runs.run import FileReport, RunSettings, run_specifications
from specassay.benchmarks.schema import SpecRow
from specassay.benchmarks.speed.__main__ import main, sampled, spread, triples_of


@pytest.mark.parametrize(("most", "expected"), [(0, []), (1, [0]), (3, [0, 3, 6]), (10, list(range(10)))])
def test_a_sample_is_spread_evenly(most: int, expected: list[int]) -> None:
    assert spread(range(10), most) == expected


def test_a_random_sample_is_that_of_its_seed_and_has_only_tasks_with_a_contract() -> None:
    tasks = [
        ContractTask(
            task_id=f"T/{n}",
            entry_point="f",
            parameters=(Parameter("x"),),
            file="T.jsonl",
            line=n,
            contract_text="assert x" if n % 5 else "",
            solution="",
        )
        for n in range(1, 40)
    ]
    drawn = sampled(tasks, 10, 3)
    assert len(drawn) == 10
    assert all(task.contract_text for task in drawn)
    assert drawn == sampled(tasks, 10, 3)
    assert drawn != sampled(tasks, 10, 4)
    assert [task.line for task in drawn] == sorted(task.line for task in drawn)
    assert len(sampled(tasks, 100, 3)) == sum(bool(task.contract_text) for task in tasks)


def decided(verdict: str, *clauses: str | None, mutants: tuple[tuple[str, list[str]], ...] = ()) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "clauses": [{"engine": engine} for engine in clauses],
        "mutants": [{"verdict": verdict, "engines": engines} for verdict, engines in mutants],
    }


def test_a_triple_belongs_to_the_engine_that_was_asked_last() -> None:
    tests = [
        decided("holds", "evaluate", "z3", mutants=(("refuted", ["evaluate"]), ("holds", ["cvc5", "z3"]))),
        decided("approximate", "evaluate"),
        decided("timeout", None, mutants=(("unknown", []),)),
        decided("invalid input"),
    ]
    fields = {"task_id": "f", "file": "f", "status": "scored", "reason": "", "tests": tests}
    row = msgspec.convert(fields, SpecRow)
    file = FileReport(SpecTask(task_id="f", file=Path("f.dfy")), (row,), 0.1)
    assert triples_of(file) == ["z3", "evaluate", "cvc5", "evaluate", "none", "none"]


def test_the_triples_of_a_file_are_its_tests_and_mutants(tmp_path: Path) -> None:
    path = tmp_path / "next.dfy"
    path.write_text(
        "method Next(n: int) returns (r: int)\n  requires n > 0\n  ensures r == n + 1\n{ }\n"
        "method Test() { var a := Next(1); assert a == 2; var b := Next(0); assert b == 1; }\n",
        encoding="utf-8",
    )
    file = run_specifications(
        SpecTask(task_id="next", file=path), RunSettings(config=Config(mutants=3, operators="paper"))
    )
    assert triples_of(file) == ["evaluate"] * 4


@pytest.mark.slow
def test_every_table_of_a_small_data_set(tmp_path: Path) -> None:
    row = {
        "task_id": "HumanEval/1000",
        "prompt": "",
        "entry_point": "f",
        "base_input": [],
        "plus_input": [],
        "canonical_solution": "def f(x):\n    return x\n",
        "contract": "assert isinstance(x, int)\nassert x is not None\n",
    }
    folder = tmp_path / "evalplus"
    folder.mkdir()
    (folder / "HumanEvalPlus.jsonl").write_text(json.dumps(row) + "\n")
    options = ["--data", str(tmp_path), "--verified", "0", "--baselines", "1", "--baseline-seconds", "1"]
    result = CliRunner().invoke(main, options)
    assert result.exit_code == 0, result.output
    for title in ("Contract-violating tests", "time goes", "Who decides", "by other tools", "independent check"):
        assert title in result.stdout
    assert "1 tasks, drawn with seed 0: HumanEval/1000." in result.stdout
    (ours,) = (line.split() for line in result.stdout.splitlines() if line.split()[:1] == ["specassay"])
    assert ours[1:5] == ["1", "3", "2", "1"]
    (proved,) = (line.split() for line in result.stdout.splitlines() if line.split()[:1] == ["proved"])
    assert proved[1:3] == ["1", "0"]
