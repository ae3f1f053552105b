"""VERINA's folders as its authors lay them out, with a task of our own."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets.sets.registry import adapter_of
from specassay.benchmarks.problems import catalogue
from specassay.benchmarks.problems.catalogue import problems_of
from specassay.benchmarks.problems.tests_of_files import problem_tests_for
from specassay.frontends.registry import language_of

TASK: dict[str, Any] = {
    "id": "verina_basic_7",
    "signature": {
        "name": "firstIndex",
        "parameters": [
            {"param_name": "xs", "param_type": "Array Int"},
            {"param_name": "text", "param_type": "String"},
        ],
        "return_type": "Option Nat",
    },
    "description_file": "./description.txt",
    "lean_file": "./task.lean",
    "specification": {"preconditions": "", "postconditions": ""},
    "metadata": {"upstream": {"name": "own"}},
    "test_file": "./test.json",
    "reject_inputs_file": "./reject_inputs.json",
}
TESTS = [
    {"input": {"xs": "#[4, -1]", "text": "10"}, "expected": "some 1", "unexpected": ["some (0)", "none", "some x"]},
    {"input": {"xs": "#[]", "text": ""}, "expected": "none", "unexpected": ["some 0"]},
    {"input": {"xs": "#[f 1]", "text": ""}, "expected": "none", "unexpected": []},
]
DAFNY = """datatype Option<T> = None | Some(value: T)
method FirstIndex(xs: seq<int>, text: string) returns (r: Option<nat>)
  requires |xs| > 0 || text == ""
  ensures r.Some? ==> r.value < |xs| && xs[r.value] < 0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    # What other data sets on this machine have for the problem is joined with it, and kept for the process.
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path / "nothing"))
    catalogue.everything.cache_clear()
    put(tmp_path / "verina" / "datasets" / "verina" / "verina_basic_7", TASK)
    yield tmp_path
    catalogue.everything.cache_clear()


def put(folder: Path, task: dict[str, Any]) -> None:
    folder.mkdir(parents=True)
    (folder / "task.json").write_text(json.dumps(task))
    (folder / "task.lean").write_text("import Mathlib\n")
    (folder / "description.txt").write_text("Where the first negative number is.")
    (folder / "test.json").write_text(json.dumps(TESTS))
    (folder / "reject_inputs.json").write_text(json.dumps([{"input": {"xs": "#[]", "text": "a"}}]))


def test_a_task_is_a_problem_with_its_tests(folder: Path) -> None:
    (part,) = adapter_of("verina-json").find(folder)
    assert (part.name, len(part.problems), part.sources) == ("verina-json", 1, ())
    problem = problems_of([str(folder)]).problem("VERINA basic 7")
    assert problem.description == "Where the first negative number is."
    assert (problem.function, problem.result) == ("firstIndex", "Option Nat")
    assert dict(problem.parameters) == {"xs": "Array Int", "text": "String"}
    (source,) = problem.sources
    assert dict(source.labels) == {"right": 3, "wrong": 4, "invalid": 1}
    sourced = problem.tests()
    assert [(test.inputs, test.right, test.wrong, test.invalid) for test in sourced.tests] == [
        (([4, -1], "10"), (1,), (0, None), False),
        (([], ""), (None,), (0,), False),
        (([], "a"), (), (), True),
    ]
    assert [test.origins for test in sourced.tests] == [
        ("verina-json verina_basic_7#0",),
        ("verina-json verina_basic_7#1",),
        ("verina-json verina_basic_7#R0",),
    ]
    assert sourced.left_out == (
        "verina-json verina_basic_7#0: a wrong output: 'some x' is not read as a value of the Lean type Option Nat",
        "verina-json verina_basic_7#2: '#[f 1]' is not read as a value of the Lean type Array Int",
    )


def test_a_broken_task_is_told_and_the_others_are_read(folder: Path) -> None:
    broken = folder / "verina" / "datasets" / "verina" / "verina_basic_8"
    put(broken, {**TASK, "id": "verina_basic_8"})
    (broken / "test.json").write_text('[{"input": 3}]')
    found = problems_of([str(folder)])
    assert [*found.problems] == ["VERINA basic 7"]
    assert [str(error) for error in found.unread] == [
        f"{broken / 'test.json'}: expected tests of VERINA: Expected `object`, got `int` - at `$[0].input`"
    ]


def test_its_labels_judge_what_others_specify(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, text in {"dafny/verina/verina_basic_7.dfy": DAFNY, "verus/verina/verina_basic_7.rs": ""}.items():
        (folder / "vericoding" / place).parent.mkdir(parents=True)
        (folder / "vericoding" / place).write_text(text)
    monkeypatch.setenv("SPECASSAY_DATA", str(folder))
    monkeypatch.setattr("specassay.benchmarks.problems.tests_of_files._folders", lambda: frozenset({folder.resolve()}))
    catalogue.everything.cache_clear()
    file = folder / "vericoding/dafny/verina/verina_basic_7.dfy"
    language = language_of(file)
    beside = problem_tests_for(file, language)
    assert beside is not None
    program = language.read(file)
    examples = beside.examples("", program).examples
    assert [example.invalid for example in examples].count(True) == 1
    assert beside.carried is not None
    assert beside.carried.conversions == (
        "xs: list or list of int → seq<int>",
        "text: text → string",
        "r: int or none → Option<int>",
    )
    catalogue.everything.cache_clear()


def test_it_is_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECASSAY_DATA", str(folder))
    catalogue.everything.cache_clear()
    runner = CliRunner()
    assert runner.invoke(main, ["data", "path", "verina-json"]).stdout.endswith("verina_basic_7/task.json\n")
    listed = runner.invoke(main, ["data", "problems", "verina-json"])
    assert (listed.exit_code, "3 right, 4 wrong, 1 invalid" in listed.stdout) == (0, True)
    assert "verina-json" in runner.invoke(main, ["data", "problems"]).stdout
    catalogue.everything.cache_clear()
