"""Prompts for specifications tell what a problem asks for, and neither a reference nor a hidden test."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.candidates.judging import AskedProblem, grade_candidate
from specassay.benchmarks.candidates.prompts import FORMS
from specassay.benchmarks.candidates.reading import SpecificationCandidate
from specassay.benchmarks.datasets.benchmark_problem import ProblemTest
from specassay.benchmarks.prompting.rendering import TEMPLATES

VALID = {-2: 2, 5: 5, 0: 0, 900: 900}
REFERENCES = {
    "dafny": (
        "abs.dfy",
        "predicate Fine(x: int) { x != 7 }\n"
        "method Abs(x: int) returns (y: int)\n  requires Fine(x)\n  ensures y == if x < 0 then -x else x\n",
        "method Abs(x: int) returns (y: int)",
    ),
    "verus": (
        "abs.rs",
        "use vstd::prelude::*;\nverus! {\nfn abs(x: i32) -> (y: i32)\n    requires x != 7,\n"
        "    ensures y == if x < 0 { -x } else { x as int },\n{ 0 }\n}\n",
        "fn abs(x: i32) -> (y: i32)",
    ),
}
DESCRIPTION = "The distance of a number from zero."


def problem_in(folder: Path, description: str = DESCRIPTION) -> Path:
    tests = [{"inputs": {"x": x}, "output": y, "wrong": [y + 77]} for x, y in VALID.items()]
    for file, text, _ in REFERENCES.values():
        (folder / file).write_text(text)
    problem = {
        "id": "abs",
        "description": description,
        "function": "abs",
        "specifications": [file for file, _, _ in REFERENCES.values()],
        "tests": [*tests, {"inputs": {"x": 7}, "invalid": True}],
    }
    (folder / "own.jsonl").write_text(json.dumps(problem) + "\n")
    return folder / "own.jsonl"


def prompts(folder: Path, language: str, *options: str, description: str = DESCRIPTION) -> Result:
    data = str(problem_in(folder, description))
    return CliRunner().invoke(
        main, ["prompts", "--for", "specification", "--data", data, "--language", language, *options]
    )


@pytest.mark.parametrize("language", REFERENCES)
def test_a_prompt_has_what_may_be_seen_and_nothing_else(language: str, tmp_path: Path) -> None:
    said = prompts(tmp_path, language, "--show-tests", "2", "--json")
    assert said.exit_code == 0, said.output
    row = json.loads(said.stdout)
    assert (row["task_id"], row["language"], row["strategy"]) == ("abs", language, "plain")
    text = row["system"] + row["prompt"]
    for part in (DESCRIPTION, REFERENCES[language][2], "on x = -2: y = 2\n", "on x = 5: y = 5\n"):
        assert part in text
    # Neither a clause or helper of the reference, nor another test, nor what is labelled wrong or invalid.
    for part in ("requires", "ensures", "Fine", "7", "if x", "900", "x = 0"):
        assert part not in text, part


def test_no_test_is_shown_where_none_is_asked_for(tmp_path: Path) -> None:
    said = prompts(tmp_path, "dafny", "--show-tests", "0")
    assert said.exit_code == 0, said.output
    assert "on x" not in said.output
    assert "Right results:" not in said.output


@pytest.mark.parametrize(
    ("description", "told"),
    [
        (
            "It holds that y == if x < 0  then -x else x there.",
            "a clause of the reference: y == if x < 0 then -x else x",
        ),
        (
            "For example, on x = 900: y = 900.5 is wrong, on x = 900: y = 900 right.",
            "a hidden test: on x = 900: y = 900",
        ),
        (" ", "nobody describes it"),
    ],
)
def test_a_prompt_that_would_tell_too_much_or_nothing_is_not_written(
    description: str, told: str, tmp_path: Path
) -> None:
    said = prompts(tmp_path, "dafny", description=description)
    assert said.exit_code == 2
    assert told in said.stderr
    assert "abs, plain" not in said.stdout


def test_a_template_that_shows_a_hidden_test_is_refused(tmp_path: Path) -> None:
    (tmp_path / "specification.j2").write_text("{{ description }} on x = 900: y = 900\n")
    said = prompts(tmp_path, "dafny", "--templates", str(tmp_path))
    assert said.exit_code == 2
    assert "a hidden test" in said.stderr


def test_what_cannot_be_asked_for_is_refused(tmp_path: Path) -> None:
    assert "no language 'cobol'" in prompts(tmp_path, "cobol").stderr
    assert "no strategy 'cs'" in prompts(tmp_path, "dafny", "--strategy", "cs").stderr
    assert "Dafny has one form" in prompts(tmp_path, "dafny", "--form", "icontract").stderr
    assert "belong together" in prompts(tmp_path, "dafny", "--strategy", "repair").stderr
    assert "--cvts means nothing" in prompts(tmp_path, "dafny", "--cvts", "rows.jsonl").stderr
    said = CliRunner().invoke(main, ["prompts", "--for", "specification"])
    assert said.exit_code == 2
    assert "--language" in said.stderr


@pytest.mark.parametrize(
    ("form", "asked"),
    [
        ("postcondition", "a function `postcondition(x, result)`"),
        ("icontract", "`icontract.ensure`"),
        ("assertions", "before `return result`"),
    ],
)
def test_python_is_asked_for_in_each_of_its_forms(form: str, asked: str, tmp_path: Path) -> None:
    said = prompts(tmp_path, "python", "--task", "abs", "--form", form, "--show-tests", "1", "--json")
    assert said.exit_code == 0, said.output
    row = json.loads(said.stdout)
    assert (row["language"], row["strategy"]) == ("python", f"plain-{form}")
    for part in (DESCRIPTION, "def abs(x):", "on x = -2: result = 2\n", asked):
        assert part in row["prompt"]
    assert "900" not in row["prompt"]


WORKED: dict[str, list[tuple[tuple[Any, ...], Any]]] = {
    "clamp": [((5, 0, 3), 3), ((-2, 0, 3), 0), ((2, 0, 3), 2)],
    "first_negative": [(([4, -1, -1],), 1), (([2, 1],), -1)],
}


@pytest.mark.parametrize("name", WORKED)
@pytest.mark.parametrize("form", ["dafny", "verus", *FORMS])
def test_the_worked_examples_of_prompts_are_strong_themselves(name: str, form: str) -> None:
    text = (TEMPLATES / f"specification_{name}_{form}.j2").read_text()
    language = form if form in REFERENCES else "python"
    tests = tuple(ProblemTest(inputs=inputs, right=(right,)) for inputs, right in WORKED[name])
    row = grade_candidate(SpecificationCandidate(name, language, text), AskedProblem(name, "", tests))
    assert (row.state, row.correct, row.complete) == ("well-formed", True, True), row.reason


def test_a_weak_candidate_is_shown_with_its_witness_and_a_good_one_is_not(tmp_path: Path) -> None:
    head = "method Abs(x: int) returns (y: int)\n"
    weak, good = head + "  ensures y >= x\n", head + "  ensures y == if x < 0 then -x else x\n"
    rows = [
        {"task_id": "abs", "language": "dafny", "answer": f"Here:\n```dafny\n{weak}```\nDone."},
        {"task_id": "abs", "language": "dafny", "answer": good},
        {"task_id": "abs", "language": "dafny", "answer": "", "state": "refused"},
        {"task_id": "abs", "language": "verus", "answer": "fn"},
    ]
    (tmp_path / "weak.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    repair = ("--strategy", "repair", "--repair", str(tmp_path / "weak.jsonl"))
    said = prompts(tmp_path, "dafny", *repair, "--json")
    assert said.exit_code == 0, said.output
    (row,) = map(json.loads, said.stdout.splitlines())
    assert row["strategy"] == "repair"
    for part in (weak, "Abs, abs: accepts another output", "right: y=", "on x = -2: y = 2"):
        assert part in row["prompt"], part
    assert "Done." not in row["prompt"]
