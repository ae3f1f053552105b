"""Prompts for specifications tell what a problem asks for, and neither a reference nor a hidden test."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main

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


def prompts(folder: Path, language: str, *options: str, description: str = DESCRIPTION) -> Result:
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
    given = ["prompts", "--for", "specification", "--data", str(folder / "own.jsonl"), "--language", language]
    return CliRunner().invoke(main, [*given, *options])


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


def test_a_language_is_asked_for_and_one_without_signatures_refused(tmp_path: Path) -> None:
    assert "Python has no signatures here" in prompts(tmp_path, "python").stderr
    assert "no language 'cobol'" in prompts(tmp_path, "cobol").stderr
    assert "--strategy means nothing" in prompts(tmp_path, "dafny", "--strategy", "cs").stderr
    said = CliRunner().invoke(main, ["prompts", "--for", "specification"])
    assert said.exit_code == 2
    assert "--language" in said.stderr
