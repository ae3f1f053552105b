"""Published suites, replayed and scored."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

CONTRACT = "\n    assert len(xs) > 0\n    assert isinstance(xs, list)\n"


def case(combination: dict[str, bool], *tests: dict[str, Any]) -> dict[str, Any]:
    solutions = [{"test_case": test, "solution_id": number} for number, test in enumerate(tests, 1)]
    return {
        "combination": combination,
        "is_satisfiable": bool(tests),
        "solution_count": len(tests),
        "solutions": solutions,
        "metadata": {},
        "smt_script": "",
    }


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPECASSAY_UNSAFE", "1")
    row = {
        "task_id": "Mbpp/1",
        "prompt": '"""\nThe first.\nassert first([4]) == 4\n"""\n',
        "entry_point": "first",
        "canonical_solution": "\ndef first(xs):\n    return xs[0]\n",
        "base_input": [[[4]]],
        "plus_input": [[[6]]],
        "contract": CONTRACT,
        "assertion": "assert first([4]) == 4",
        "atol": 0,
    }
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(row) + "\n")
    return path


SUITE = {
    "metadata": {"model_name": "o4-mini"},
    "test_cases": {
        "Mbpp/1": {
            "satisfied_assert_1, violated_assert_0": case({"assert_0": False, "assert_1": True}, {"xs": []}),
            "satisfied_assert_0, violated_assert_1": case(
                {"assert_0": True, "assert_1": False}, {"xs": "a"}, {"xs": [1]}, {"ys": 1}
            ),
            "satisfied_, violated_assert_0;assert_1": case({"assert_0": False, "assert_1": False}, {"xs": 5}),
            "satisfied_assert_0;assert_1, violated_": case({"assert_0": True, "assert_1": True}, {"xs": [1]}),
        },
        "Mbpp/99": {"x": case({"assert_0": False}, {"n": 1})},
    },
}


def scored(suite: object, dataset: Path, *options: str) -> tuple[int, str]:
    path = dataset.with_name("suite.json")
    path.write_text(json.dumps(suite))
    result = CliRunner().invoke(main, ["score-cvts", str(path), "--dataset", str(dataset), *options])
    return result.exit_code, result.output


def test_each_test_is_replayed_and_both_definitions_are_counted(dataset: Path) -> None:
    code, output = scored(SUITE, dataset, "--json")
    row = json.loads(output)
    assert code == 0
    assert (row["kind"], row["model"], row["tasks"], row["outside"]) == ("suite-scores", "o4-mini", 1, 1)
    assert (row["tests"], row["malformed"], row["unsatisfiable"]) == (5, 1, 0)
    assert row["avc"]["value"] == 1
    # [] and "a" violate what they say, 5 both clauses, [1] none of them, which drops out.
    assert (row["ts"]["value"], row["ts"]["n"]) == (1, 3)
    assert row["exact"]["value"] == 1
    # The published program: the whole contract raises an AssertionError for [] and "a", a TypeError for 5, nothing for
    # [1], which is right where nothing is to be violated. Of the clauses alone, the size of 5 raises a TypeError.
    assert row["published_avc"]["value"] == 3 / 5
    assert row["published_ts"]["value"] == 3 / 5


def test_what_is_called_unsatisfiable_and_is_not_is_found(dataset: Path) -> None:
    suite = {
        "test_cases": {
            "Mbpp/1": {
                "a": case({"assert_0": False, "assert_1": True}),
                "b": case({"assert_0": True, "assert_1": False}, {"xs": []}),
            }
        }
    }
    code, output = scored(suite, dataset)
    assert (code, "refuted" in output) == (1, True)


@pytest.mark.parametrize(
    ("suite", "message"),
    [
        ([], "no solver results in ContractEval's layout"),
        ({"test_cases": {"Mbpp/1": {"a": {"combination": {"x": False}, "is_satisfiable": True}}}}, "are not assert_0"),
        ({"test_cases": {"Mbpp/1": {"a": 3}}}, r"$.test_cases"),
        ({"test_cases": {}}, "no test for a task"),
    ],
)
def test_another_layout_is_refused(suite: object, message: str, dataset: Path) -> None:
    code, output = scored(suite, dataset)
    assert (code, message in output.replace("\n", " ")) == (2, True), output
