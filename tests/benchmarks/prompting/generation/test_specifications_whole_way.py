"""The whole way of candidate specifications with an endpoint of our own, whose answers are specifications that other
authors wrote, weakened, wrong, vacuous and broken. Every figure is recomputed here in plain Python."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.backends.solvers.engines import engines_of
from specassay.benchmarks.datasets.benchmark_problem import ProblemTest
from specassay.benchmarks.problems.carrying import carry
from specassay.benchmarks.problems.checking import programs_of
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.score import score_program
from specassay.frontends.registry import language as language_named

from .conftest import completion

Accepts = Callable[..., bool]
RATES = ("well_formed", "correct", "complete", "strong")


@frozen
class Asked:
    """A problem: the file that an author wrote, a body in Python, inputs, and answers: what the author's text becomes,
    and what it says of an input and an output, in Python; None where it cannot be read."""

    file: str
    function: Callable[..., Any]
    inputs: tuple[tuple[Any, ...], ...]
    allows: Accepts
    answers: dict[str, tuple[tuple[str, str], Accepts | None]]


PROBLEMS = {
    "min": Asked(
        "dafny_bench/Clover_min_of_two.dfy",
        min,
        ((2, 3), (3, 2), (-1, -1), (7, -5), (0, 9), (8, 8)),
        lambda *inputs: True,
        {
            "right": (("", ""), lambda x, y, z: z == min(x, y)),
            "weak": (("ensures x>y ==> z==y", ""), lambda x, y, z: x > y or z == x),
            "wrong": (("x<=y ==> z==x", "x<=y ==> z==y"), lambda x, y, z: z == y),
            "broken": (("ensures", "esnures"), None),
        },
    ),
    "kth": Asked(
        "vericoding/dafny/verina/verina_basic_4_task.dfy",
        lambda items, k: items[k - 1],
        (([5, 2, 9], 1), ([5, 2, 9], 2), ([4], 1), ([3, 3], 2), ([0, -1, 6], 3), ([8, 7], 1)),
        lambda items, k: 1 <= k <= len(items),
        {
            "right": (("", ""), lambda items, k, y: y == items[k - 1]),
            "weak": (("result == arr", "result >= arr"), lambda items, k, y: y >= items[k - 1]),
            "wrong": (("arr[k - 1]", "arr[0]"), lambda items, k, y: y == items[0]),
            "vacuous": (("result == arr[k - 1]", "result == result"), lambda items, k, y: True),
        },
    ),
}
BOUGHT = {"a": [("min", "right"), ("min", "weak"), ("kth", "right"), ("kth", "vacuous")]}
BOUGHT["b"] = [("min", "wrong"), ("min", "broken"), ("kth", "weak"), ("kth", "wrong")]
SHOWN = 2


def text_of(data_dir: Path, problem: str, name: str) -> str:
    asked = PROBLEMS[problem]
    (old, new), _ = asked.answers[name]
    text = (data_dir / asked.file).read_text()
    assert old in text
    return text.replace(old, new) if old else text


def made_wrong(text: str, tests: list[ProblemTest], problem: str) -> list[list[Any]]:
    """The wrong outputs of each test, which are the same for all candidates of a problem."""
    language = language_named("dafny")
    (program,) = programs_of(text, language)
    (method,) = program.specifications
    examples = Examples(carry(tests, method, program, language).examples)
    bare = evolve(program, routines={}, implemented={})
    (score,) = score_program(bare, examples, Scoring().options(language, engines_of), problem)
    return [[next(iter(mutant.outputs.values())) for mutant in test.mutants] for test in score.tests]


def test_every_figure_is_that_of_plain_python(
    script: Any, data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    lines = []
    for name, asked in PROBLEMS.items():
        tests = [{"inputs": list(inputs), "output": asked.function(*inputs)} for inputs in asked.inputs]
        row = {"id": name, "description": f"The {name}.", "specifications": [str(data_dir / asked.file)]}
        lines.append(json.dumps({**row, "tests": tests}) + "\n")
    Path("own.jsonl").write_text("".join(lines))

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code in (0, 1), result.output
        return result.stdout

    files = []
    for model, answers in BOUGHT.items():
        texts = [text_of(data_dir, *each) for each in answers]
        script.replies = [(200, completion(f"Here it is:\n```dafny\n{text}\n```\n"), {}) for text in texts]
        asking = ("--for", "specification", "--language", "dafny", "--data", "own.jsonl", "--show-tests", str(SHOWN))
        endpoint = ("--model", model, "--base-url", script.url, "--concurrency", "1")
        run("generate", *asking, "-n", "2", "--out", "runs", *endpoint)
        files.append(f"runs/{model}--dafny--plain/{model}--dafny--plain.jsonl")
    judged = ("--data", "own.jsonl", "--show-tests", str(SHOWN), "--k", "1,2", "-j", "1")
    run("grade", "--for", "specification", *files, *judged, "--out", "rows.jsonl")
    rows = [*map(json.loads, Path("rows.jsonl").read_text().splitlines())]
    grades = [row for row in rows if row["kind"] == "specification-grade"]

    # From here on: what each candidate accepts, in Python, on the tests that were not shown.
    known: dict[tuple[str, str], list[dict[str, bool]]] = {}
    candidates = [(model, *each) for model, answers in BOUGHT.items() for each in answers]
    for row, (model, problem, name) in zip(grades, candidates, strict=True):
        asked, accepts = PROBLEMS[problem], PROBLEMS[problem].answers[name][1]
        hidden = [(inputs, asked.function(*inputs)) for inputs in asked.inputs[SHOWN:]]
        hidden_tests = [ProblemTest(inputs=inputs, right=(right,)) for inputs, right in hidden]
        facts = dict.fromkeys(RATES, False)
        if accepts is not None:
            wrong = made_wrong(text_of(data_dir, problem, "right"), hidden_tests, problem)
            rights = [accepts(*inputs, right) for inputs, right in hidden]
            refused = [not accepts(*inputs, y) for (inputs, _), ys in zip(hidden, wrong, strict=True) for y in ys]
            only = [all(accepts(*i, y) == (y == right) for y in range(-99, 99)) for i, right in hidden]
            assert row["right_outputs"] == {
                "accepted": sum(rights),
                "refused": len(rights) - sum(rights),
                "unknown": 0,
            }
            assert (row["wrong_outputs"]["refused"], row["wrong_outputs"]["accepted"]) == (
                sum(refused),
                len(refused) - sum(refused),
            )
            assert row["functional"]["value"] == pytest.approx(mean(only))
            facts = dict(zip(RATES, (True, all(rights), all(refused), all(rights) and all(only)), strict=True))
            grid = [
                (accepts(*inputs, y), asked.answers["right"][1](*inputs, y))  # type: ignore[misc]
                for inputs in asked.inputs
                for y in range(-9, 10)
            ]
            weaker, stronger = (all(one or not other for one, other in pairs) for pairs in (grid, map(reversed, grid)))
            relations = {(True, True): "equal", (True, False): "weaker", (False, True): "stronger"}
            assert row["reference"]["relation"] == relations.get((weaker, stronger), "incomparable"), (problem, name)
        assert {rate: row[rate] for rate in RATES} == facts, (problem, name)
        known.setdefault((model, problem), []).append(facts)
    for rates in (row for row in rows if row["kind"] == "specification-rates"):
        for rate in RATES:
            own = [[fact[rate] for fact in facts] for (model, _), facts in known.items() if model == rates["model"]]
            for k in (1, 2):
                expected = mean(mean(any(chosen) for chosen in combinations(each, k)) for each in own)
                assert rates[f"{rate}_at_k"][str(k)]["value"] == pytest.approx(expected), (rates["model"], rate, k)
    (paired,) = [row for row in rows if row["kind"] == "specification-paired"]
    strong = {key: [fact["strong"] for fact in facts] for key, facts in known.items()}
    differences = [sum(strong["a", problem]) - sum(strong["b", problem]) for problem in PROBLEMS]
    signs = [sum(s * d for s, d in zip((one, two), differences, strict=True)) for one in (1, -1) for two in (1, -1)]
    extreme = [abs(each) >= abs(sum(differences)) for each in signs]
    assert paired["p_by_task"] == paired["p_holm"] == mean(extreme)

    run("report", "rows.jsonl", "--html", "report.html", "--latex", "tables")
    text, table = Path("report.html").read_text(), Path("tables/candidates.tex").read_text()
    for rates in (row for row in rows if row["kind"] == "specification-rates"):
        for rate in RATES:
            assert f"{100 * rates[f'{rate}_at_k']['1']['value']:.1f}" in table
    for problem in PROBLEMS:
        assert f"The {problem}." in text
