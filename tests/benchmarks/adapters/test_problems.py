"""Problems with prompts, and what answers earn."""

import json
from pathlib import Path

import pytest

from specassay.benchmarks.adapters.problems import (
    RewardProblem,
    answer_text,
    earned,
    program_problems,
    specification_problems,
    specifications_of_problems,
)
from specassay.core.errors import InputError

from .answers import EMPTY, GUARDED, RIGHT, UNGUARDED, VACUOUS


def test_answers_to_problems_of_both_kinds_in_one_batch(program: RewardProblem, specification: RewardProblem) -> None:
    answers = [RIGHT, GUARDED, VACUOUS, UNGUARDED, EMPTY, EMPTY]
    asked = [specification, program, specification, program, specification, program]
    found = earned([each.ground_truth for each in asked], answers)
    assert [each.verdict for each in found] == [
        "paid",
        "pass",
        "refuses nothing",
        "pass",
        "not readable",
        "not loadable",
    ]
    assert (found[0].total, found[1].total) == (1, 1)
    assert 0 < found[3].total < 1
    assert [found[place].total for place in (2, 4, 5)] == [0, 0, 0]
    assert found[1].numbers == {"score": 1, "verdict": "pass", "passes": 1, "csr": 1, "aar": 1, "aap": 1}


def test_prompts_show_some_tests_and_the_others_judge(references: Path) -> None:
    (problem,) = specification_problems(references, shown=2)
    assert "method Double(x: int) returns (r: int)" in problem.request
    assert problem.request.count("it gives r = ") == 2
    (by_file,) = specification_problems(references / "double.dfy", shown=2)
    assert by_file.request == problem.request
    overfitted = "method Double(x: int) returns (r: int) ensures r == (if x == 3 then 6 else if x == 7 then 14 else -4)"
    found = [
        earned([each.ground_truth], [overfitted])[0] for each in (*specification_problems(references, shown=0), problem)
    ]
    assert [(each.verdict, each.total) for each in found] == [("refuses a right output", 0)] * 2
    assert problem.messages[0]["role"] == "system"


def test_lines_with_tests_and_a_signature(tmp_path: Path) -> None:
    path = tmp_path / "problems.jsonl"
    tests = {"Double": [{"inputs": [3], "output": 6}, {"inputs": [1], "output": 2}]}
    signature = "method Double(x: int) returns (r: int)"
    row = {"problem_id": "d", "prompt": "Double it.", "tests": tests, "signature": signature}
    path.write_text(json.dumps(row) + "\n")
    (problem,) = specification_problems(path)
    assert (problem.problem_id, problem.request) == ("d", "Double it.")
    assert earned([problem.ground_truth], [RIGHT])[0].total == 1
    (tmp_path / "double.py").write_text("def Double(x):\n    return x + x\n")
    path.write_text(json.dumps({**row, "reference": str(tmp_path / "double.py")}) + "\n")
    (problem,) = specification_problems(path)
    near = RIGHT.replace("ensures", "requires -9 < x < 9 ensures")
    assert 0 < earned([problem.ground_truth], [near])[0].total < earned([problem.ground_truth], [RIGHT])[0].total == 1


def test_answers_in_all_forms_and_none_of_them_raises(
    program: RewardProblem, specification: RewardProblem, references: Path
) -> None:
    assert (
        answer_text([{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"text": "b"}, "c"]}]) == "bc"
    )
    named = str(references / "double.dfy")
    hostile: list[object] = [
        None,
        "",
        3,
        [],
        [None],
        [{}],
        {"role": "assistant"},
        b"x",
        "\ud800",
        "\0",
        "```",
        named,
        f"```\n{named}\n```",
    ]
    for problem in (program, specification):
        assert [each.total for each in earned([problem.ground_truth] * len(hostile), hostile)] == [0.0] * len(hostile)


def test_what_cannot_be_used_is_said(dataset: Path, references: Path) -> None:
    absent = {"program": {"dataset": str(dataset), "task_id": "Mbpp/2"}}
    for wrong in ("", "[]", "{", '{"program": {}}', json.dumps(absent), '{"specification": {"tests": {}}}'):
        with pytest.raises(InputError):
            earned([wrong], [RIGHT])
    with pytest.raises(InputError, match="1 answers to 0 problems"):
        earned([], [RIGHT])
    with pytest.raises(InputError, match="no tasks for programs"):
        program_problems(references / "double.dfy")
    with pytest.raises(InputError, match="no file of specifications with usable tests"):
        specification_problems(dataset.parent / "references", shown=9)
    with pytest.raises(InputError, match="3 of 3 tests cannot be shown"):
        specification_problems(references / "double.dfy", shown=3)


ABS = "method Abs(x: int) returns (y: int)\n"


def test_specifications_of_problems_are_asked_for_and_judged_on_hidden_tests(tmp_path: Path) -> None:
    (tmp_path / "abs.dfy").write_text(ABS + "  ensures y >= 0 && (y == x || y == -x)\n")
    tests = [{"inputs": {"x": x}, "output": abs(x)} for x in (-2, 5, 0, 900, -31)]
    row = {"id": "abs", "description": "Of a number.", "specifications": ["abs.dfy"], "tests": tests}
    undescribed = {**row, "id": "other", "description": ""}
    own = tmp_path / "own.jsonl"
    own.write_text(json.dumps(row) + "\n" + json.dumps(undescribed) + "\n")
    (problem,) = specifications_of_problems([str(own)], shown=2)
    assert "on x = 5: y = 5" in problem.request
    assert "900" not in problem.request + problem.system
    right, weak = ABS + "ensures y == if x < 0 then -x else x", ABS + "ensures y >= 0"
    seen = ABS + "ensures y == if x == -2 then 2 else 5"
    found = earned([problem.ground_truth] * 3, [right, weak, seen])
    assert found[0].total == 1
    assert found[1].total < 0.5
    assert (found[2].verdict, found[2].total) == ("refuses a right output", 0)
    with pytest.raises(InputError, match="no problem of"):
        specifications_of_problems([str(own)], "verus")
