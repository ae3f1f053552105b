"""Candidate specifications are graded on the tests of their problems: every figure is recomputed here."""

import json
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.backends.solvers.engines import engines_of
from specassay.benchmarks.candidates.judging import AskedProblem, grade_candidate
from specassay.benchmarks.candidates.reading import SpecificationCandidate
from specassay.benchmarks.datasets.benchmark_problem import ProblemTest
from specassay.benchmarks.problems.carrying import carry
from specassay.benchmarks.problems.checking import hidden_tests, programs_of, visible_tests
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.score import score_program
from specassay.frontends.registry import language as language_named

HEAD = "method Abs(x: int) returns (y: int)\n"
Says = tuple[Callable[[int], bool], Callable[[int, int], bool]]
"""What a specification says of an input, and of an input and an output."""
CANDIDATES: dict[str, tuple[str, Says | None]] = {
    "right": (
        HEAD + "  requires x != 7\n  ensures y == if x < 0 then -x else x\n",
        (lambda x: x != 7, lambda x, y: y == abs(x)),
    ),
    "weak": (HEAD + "  ensures y >= x && y >= -x\n", (lambda x: True, lambda x, y: y >= abs(x))),
    "wrong": (HEAD + "  ensures y == x\n", (lambda x: True, lambda x, y: y == x)),
    "vacuous": (HEAD + "  ensures y == y\n", (lambda x: True, lambda x, y: True)),
    "narrow": (HEAD + "  requires x > 0\n  ensures y == x\n", (lambda x: x > 0, lambda x, y: y == x)),
    "broken": ("methd Abs", None),
    "nothing": (HEAD, None),
    "misfit": ("method Abs(s: string) returns (y: int)\n  ensures y >= 0\n", None),
}
BOUGHT = [("a", "right"), ("a", "weak"), ("a", "broken"), ("b", "wrong"), ("b", "vacuous"), ("b", "narrow")]
BOUGHT += [("b", "nothing"), ("b", "misfit")]
VALID, INVALID = {-2: 2, 5: 5, 0: 0, 900: 900}, [7]
RATES = ("well_formed", "correct", "complete", "strong")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    tests = [{"inputs": {"x": x}, "output": y, "wrong": [y + 1]} for x, y in VALID.items()]
    tests += [{"inputs": {"x": x}, "invalid": True} for x in INVALID]
    problems = [{"id": name, "function": "abs", "tests": tests} for name in ("abs", "same")]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(problem) + "\n" for problem in problems))
    return tmp_path


def row(model: str, name: str, task_id: str = "abs") -> dict[str, str]:
    return {"task_id": task_id, "language": "dafny", "specification": CANDIDATES[name][0], "model": model}


def grade(own: Path, rows: Sequence[dict[str, str]], *options: str) -> Result:
    (own / "candidates.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    files = [str(own / "candidates.jsonl"), "--data", str(own / "own.jsonl")]
    shown = () if "--show-tests" in options else ("--show-tests", "0")
    return CliRunner().invoke(main, ["grade", "--for", "specification", *files, "-j", "1", *shown, *options])


def rows_of(said: Result, kind: str) -> list[dict[str, Any]]:
    return [row for row in map(json.loads, said.stdout.splitlines()) if row["kind"] == kind]


def test_every_figure_is_what_plain_python_counts(own: Path) -> None:
    # The second problem has one candidate of each model: the right one of `a`, the wrong one of `b`.
    rows = [row(model, name) for model, name in BOUGHT] + [row("a", "right", "same"), row("b", "wrong", "same")]
    said = grade(own, rows, "--k", "1,2", "--json", "--out", str(own / "rows.jsonl"))
    assert said.exit_code == 1, said.output
    assert (own / "rows.jsonl").read_text() == said.output
    found = rows_of(said, "specification-grade") + rows_of(said, "specification-rates")
    facts: dict[tuple[str, str], list[dict[str, bool]]] = {}
    for each, (model, name) in zip(found, [*BOUGHT, ("a", "right"), ("b", "wrong")], strict=False):
        says, known = CANDIDATES[name][1], dict.fromkeys(RATES, False)
        if says is not None:
            (allows, accepts), wrong = says, wrong_outputs(each["problem"])
            inputs = [x for x in VALID if allows(x)]
            counts = {
                "valid_inputs": bucket([allows(x) for x in VALID]),
                "invalid_inputs": bucket([allows(x) for x in INVALID]),
                "right_outputs": bucket([accepts(x, VALID[x]) for x in inputs]),
                "wrong_outputs": bucket([accepts(x, y) for x in inputs for y in wrong[x]]),
            }
            assert {key: each[key] for key in counts} == counts, name
            refused = [not accepts(x, y) for x in inputs for y in wrong[x]]
            assert each["completeness"]["value"] == pytest.approx(mean(refused))
            only = [not any(accepts(x, y) for y in range(-950, 950) if y != VALID[x]) for x in inputs]
            sole = [alone and accepts(x, VALID[x]) for x, alone in zip(inputs, only, strict=True)]
            assert each["functional"]["value"] == pytest.approx(mean(sole))
            correct = len(inputs) == len(VALID) and all(accepts(x, VALID[x]) for x in inputs)
            complete = len(inputs) == len(VALID) and all(refused)
            strong = correct and all(sole) and not any(map(allows, INVALID))
            known = {"well_formed": True, "correct": correct, "complete": complete, "strong": strong}
        assert {key: each[key] for key in RATES} == known, name
        facts.setdefault((model, each["problem"]), []).append(known)
    for each in found[-2:]:
        for rate in RATES:
            for k in (1, 2):
                of_problems = [
                    mean(any(chosen) for chosen in combinations([fact[rate] for fact in own_facts], k))
                    for (model, _), own_facts in facts.items()
                    if model == each["model"] and len(own_facts) >= k
                ]
                assert each[f"{rate}_at_k"][str(k)]["value"] == pytest.approx(mean(of_problems)), (
                    each["model"],
                    rate,
                    k,
                )


def wrong_outputs(problem: str) -> dict[int, list[int]]:
    """The wrong outputs on each input, labelled and made, which are the same for all candidates of a problem."""
    language = language_named("dafny")
    (program,) = programs_of(HEAD, language)
    (method,) = program.specifications
    tests = [ProblemTest(inputs=(x,), right=(y,), wrong=(y + 1,)) for x, y in VALID.items()]
    examples = Examples(carry(tests, method, program, language).examples)
    (score,) = score_program(program, examples, Scoring().options(language, engines_of), problem)
    return {test.example.inputs["x"]: [mutant.outputs["y"] for mutant in test.mutants] for test in score.tests}


def bucket(accepted: list[bool]) -> dict[str, int]:
    return {"accepted": sum(accepted), "refused": len(accepted) - sum(accepted), "unknown": 0}


def graded(text: str, language: str = "dafny", *tests: ProblemTest) -> Any:
    given = tests or (ProblemTest(inputs=(-2,), right=(2,)), ProblemTest(inputs=(5,), right=(5,)))
    candidate = SpecificationCandidate("abs", language, text)
    return grade_candidate(candidate, AskedProblem("abs", "abs", given))


RUST = (
    "use vstd::prelude::*;\nverus! {\n"
    "fn abs(x: i8) -> (y: i8)\n    ensures y == if x < 0 { -x } else { x as int },\n{ 0 }\n}\n"
)
PYTHON = 'def abs(x: int) -> int:\n    """\n    post: __return__ == (-x if x < 0 else x)\n    """\n    return x\n'
SEPARATE = (
    "def postcondition(x: int, return_value: int):\n    expected = -x if x < 0 else x\n"
    "    assert return_value == expected, f'{return_value} is not {expected}'\n"
)
CHATTY = "Sure, here it is:\n\n```\n{}```\nIt says what you asked for.\n"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("dafny", HEAD + "  ensures y == if x < 0 then -x else x\n"),
        ("verus", RUST),
        ("python", PYTHON),
        ("python", SEPARATE),
    ],
)
def test_answers_are_read_and_judged_alike_in_each_language(language: str, text: str) -> None:
    for answer in (text, CHATTY.format(text)):
        row = graded(answer, language)
        assert (row.state, row.correct, row.complete) == ("well-formed", True, True)
        assert (row.valid_inputs.accepted, row.right_outputs.accepted) == (2, 2)


def test_values_without_room_count_nowhere_and_unconverted_ones_are_unknown() -> None:
    row = graded(RUST, "verus", ProblemTest(inputs=(5,), right=(5,)), ProblemTest(inputs=(900,), right=(900,)))
    assert (row.no_room, row.valid_inputs.accepted, row.valid_inputs.unknown, row.correct) == (1, 1, 0, True)
    right = HEAD + "  ensures y == if x < 0 then -x else x\n"
    row = graded(right, "dafny", ProblemTest(inputs=(5,), right=(5,)), ProblemTest(inputs=("a",), right=(1,)))
    assert (row.valid_inputs.accepted, row.valid_inputs.unknown, row.correct, row.strong) == (1, 1, None, None)
    # Nobody calls it strong, either.
    assert (row.verdict, row.reason.partition(";")[0]) == ("unknown", "1 of 2 tests are not judged")


def test_a_body_and_an_assumption_make_nothing_right() -> None:
    # The body returns -5 on 5: were it believed, that output would be right and no witness of weakness.
    row = graded(HEAD + "  ensures y == x || y == -x\n{ y := -x; }\n")
    assert (row.verdict, row.correct, row.complete) == ("weak", True, False)
    row = graded(HEAD + "  ensures y == if x < 0 then -x else x\n{ assume {:axiom} false; }\n")
    assert (row.state, row.verdict) == ("well-formed", "strong")
    row = graded("lemma {:axiom} L() ensures false\n" + HEAD + "  ensures y == x\n")
    assert (row.state, row.correct) == ("assumes something", False)


def test_a_choice_that_no_test_shows_is_a_weakness() -> None:
    row = graded(HEAD + "  ensures x < 1000 ==> y == if x < 0 then -x else x\n")
    assert (row.verdict, row.correct, row.complete, row.strong) == ("weak", True, True, False)


def test_a_block_that_promises_nothing_is_readable_and_no_specification() -> None:
    row = graded(CHATTY.format("def postcondition(x, return_value):\n    return return_value >= 0\n"), "python")
    assert row.state == "no specification"
    assert "a function `postcondition` with assertions" in row.reason


def test_what_is_no_candidate_is_told_and_not_graded(own: Path) -> None:
    rows = [row("a", "right"), {**row("a", "right"), "task_id": "other"}, {"task_id": "abs"}]
    said = grade(own, [*rows, {**row("a", "right"), "language": "cobol"}], "--json")
    assert said.exit_code == 2
    assert [json.loads(line)["kind"] for line in said.stdout.splitlines()] == [
        "specification-problem",
        "specification-grade",
        "specification-rates",
    ]
    for told in (
        "no problem 'other'",
        "candidates.jsonl:3: a candidate has",
        "candidates.jsonl:4: no language 'cobol'",
    ):
        assert told in said.stderr


def test_what_prompts_showed_judges_nobody(own: Path) -> None:
    assert grade(own, [row("a", "right")], "--show-tests", "4").exit_code == 2  # only an invalid input is left
    (found,) = rows_of(grade(own, [row("a", "right")], "--show-tests", "3", "--json"), "specification-grade")
    assert (found["tests"], found["valid_inputs"]["accepted"]) == (2, 1)
    tests = [ProblemTest(inputs=(x,), right=(y,), wrong=(y + 1,)) for x, y in VALID.items()]
    assert [test.inputs for test in (*visible_tests(tests, 1), *hidden_tests(tests, 1))] == [(x,) for x in VALID]


def test_options_of_programs_are_refused_and_tables_are_for_people(own: Path) -> None:
    said = grade(own, [row("a", "right")], "--paired")
    assert said.exit_code == 2
    assert "--paired means nothing for --for specification" in said.output
    said = CliRunner().invoke(main, ["grade", str(own)])
    assert said.exit_code == 2
    assert "programs come with --dataset and --samples" in said.output
    said = grade(own, [row("a", "right")])
    assert said.exit_code == 0, said.output
    assert "Leaderboard: specifications" in said.output
    assert "strong" in said.output


def test_two_models_are_compared_by_problems_with_a_correction(own: Path) -> None:
    rows = [row("a", "right"), row("a", "right", "same"), row("b", "wrong"), row("b", "right", "same")]
    rows += [row("c", "weak"), row("c", "weak", "same")]
    found = rows_of(grade(own, rows, "--json"), "specification-paired")
    # One problem of two, or both, tell two apart: all ways of two signs, and three tests together.
    expected = {("a", "b"): (1, 0, 1.0), ("a", "c"): (2, 0, 0.5), ("b", "c"): (1, 0, 1.0)}
    assert {
        (each["first"][0], each["second"][0]): (each["only_first"], each["only_second"], each["p_by_task"])
        for each in found
    } == expected
    assert {each["p_holm"] for each in found} == {1.0}
    differences = {each["second"][0]: each["differences"]["strong"]["mean"] for each in found[:2]}
    assert differences == {"b": -0.5, "c": -1.0}


def test_each_row_has_its_relation_to_the_reference_and_the_value_that_breaks_it(own: Path) -> None:
    (own / "abs.dfy").write_text(HEAD + "  ensures y >= 0 && (y == x || y == -x)\n")
    problem = json.loads((own / "own.jsonl").read_text().splitlines()[0])
    (own / "own.jsonl").write_text(json.dumps({**problem, "specifications": ["abs.dfy"]}) + "\n")
    names = ["right", "weak", "wrong", "narrow", "broken"]
    said = grade(own, [row("a", name) for name in names], "--json")
    found = dict(zip(names, rows_of(said, "specification-grade"), strict=True))
    relations = {name: each["reference"] and each["reference"]["relation"] for name, each in found.items()}
    # `right` accepts all inputs but 7, and so it promises less; `wrong` promises y == x on all inputs.
    expected = {"right": "weaker", "weak": "weaker", "wrong": "incomparable", "narrow": "weaker", "broken": None}
    assert relations == expected
    shown = {name: each["witness"] and each["witness"]["kind"] for name, each in found.items()}
    assert shown == {
        "right": None,
        "weak": "allows an invalid input",
        "wrong": "refuses a right output",
        "narrow": "refuses a valid input",
        "broken": None,
    }
    assert found["wrong"]["witness"] == {
        "kind": "refuses a right output",
        "inputs": {"x": "-2"},
        "output": {"y": "2"},
        "expected": {},
        "clause": "y == x",
    }
    (rates,) = rows_of(said, "specification-rates")
    assert rates["relations"] == {"weaker": 3, "incomparable": 1}


def test_a_run_has_candidates_that_are_graded_once(own: Path) -> None:
    rows = [row("a", "right"), row("b", "weak"), row("b", "wrong"), {"task_id": "abs"}]
    (own / "candidates.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    files = ["--data", str(own / "own.jsonl"), "--candidates", str(own / "candidates.jsonl"), "--out", str(own / "run")]
    arguments = ["bench", *files, "--question", "grade", "--show-tests", "0", "-j", "1", "--k", "1,2"]
    said = CliRunner().invoke(main, arguments)
    assert said.exit_code == 2, said.output  # the last line is no candidate
    assert "Leaderboard: specifications" in said.output
    lines = (own / "run" / "results.jsonl").read_text()
    graded = grade(own, rows, "--json", "--k", "1,2").stdout
    kinds = ("specification-grade", "specification-rates", "specification-paired")
    of_run, of_command = (
        [each for each in map(json.loads, text.splitlines()) if each["kind"] in kinds] for text in (lines, graded)
    )
    assert of_run == of_command
    again = CliRunner().invoke(main, [*arguments, "--resume"])
    assert "3 of 3 tasks are done already" in again.output
    assert (own / "run" / "report.html").read_text().count("Leaderboard: specifications in Dafny") == 1
