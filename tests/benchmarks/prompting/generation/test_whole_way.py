"""The whole way with an endpoint of our own: prompts, answers of every kind, grades, a run, its report. Every figure is
recomputed here in plain Python, by running the programs without any of the package."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from click.testing import CliRunner

from specassay.__main__ import main
from tests.samples import in_laws, some

CHECKS = "    assert type(n) == int\n    assert n >= 0\n"
CONTRACT = "\n" + CHECKS


@frozen
class Answered:
    """An answer of the endpoint, and the program in it; None where there is none, or none that ends."""

    reply: Any
    program: str | None


def said(text: str | None, finish: str = "stop", **message: str) -> tuple[int, Any, dict[str, str]]:
    choice = {"message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    return 200, {"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}, {}


def streamed(text: str) -> tuple[int, Any, dict[str, str]]:
    parts: list[dict[str, Any]] = [
        {"choices": [{"delta": {"content": text[place : place + 20]}}]} for place in range(0, len(text), 20)
    ]
    parts.append({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    events = "".join(f"data: {json.dumps(part)}\n\n" for part in parts)
    return 200, f"{events}data: [DONE]\n\n".encode(), {"content-type": "text/event-stream"}


def function(number: int, *lines: str) -> str:
    return f"def f{number}(n):\n" + "".join(lines)


CHECKED = function(1, CHECKS, "    return n // 2\n")
WRONG = function(1, CHECKS, "    return n // 2 + 1\n")
CRASHING = function(3, "    return len(range(n)) // 2\n")
HELD = function(3, "    try:\n        return len(range(n)) // 2\n    except Exception:\n        raise AssertionError\n")
ENDLESS = function(5, CHECKS, "    while n: pass\n    return 0\n")
ANSWERS = (
    Answered(said(CHECKED), CHECKED),
    Answered(said(WRONG), WRONG),
    Answered(
        said(f"Of course:\n```python\n{function(2, '    return n // 2')}\n```\nDone."),
        function(2, "    return n // 2\n"),
    ),
    Answered(said("def f2(n:\n    return"), None),
    Answered(streamed(CRASHING), CRASHING),
    Answered(said(HELD), HELD),
    Answered(said("", "content_filter"), None),
    Answered(said(None, refusal="I cannot."), None),
    Answered(said(function(5, CHECKS, "    return n // 2\n"), "length"), function(5, CHECKS, "    return n // 2\n")),
    Answered(said(ENDLESS), ENDLESS),
)
"""Two for each of the five tasks, in the order in which they are asked."""
VALID = (4, 7, 0)


def results(program: str | None, number: int) -> bool:
    """Whether a program passes, in plain Python."""
    if program is None or program is ENDLESS:
        return False
    names: dict[str, Any] = {}
    exec(program, names)
    return all(names[f"f{number}"](n) == n // 2 for n in VALID)


def response(program: str | None, number: int, call: str) -> str:
    """What a program does with an input that violates the contract: `refuses`, `crashes` or `returns`."""
    names: dict[str, Any] = {}
    if program is None:
        return "returns"
    exec(program, names)
    try:
        names[f"f{number}"](*eval(call, {"nan": math.nan, "inf": math.inf}))
    except AssertionError as error:
        return "crashes" if error.__context__ is not None else "refuses"
    except Exception:
        return "crashes"
    return "returns"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "key")

    def call(*arguments: str) -> str:
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code in (0, 1), result.output
        return result.stdout

    return call


@pytest.mark.slow
def test_every_figure_of_every_output_is_that_of_plain_python(script: Any, run: Callable[..., str]) -> None:
    chosen = some(range(1, 6), 4)
    answers = [answer for number in chosen for answer in ANSWERS[2 * number - 2 : 2 * number]]
    tasks = [
        {
            "task_id": f"Mbpp/{number}",
            "prompt": f'"""Half of a number, f{number}."""\n',
            "entry_point": f"f{number}",
            "canonical_solution": function(number, "    return n // 2\n"),
            "contract": CONTRACT,
            "base_input": [[VALID[0]]],
            "plus_input": [[n] for n in VALID[1:]],
        }
        for number in chosen
    ]
    Path("data.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    script.replies = [answer.reply for answer in answers]
    endpoint = ("--model", "org/m", "--base-url", script.url, "--concurrency", "1")
    run("generate", "--dataset", "data.jsonl", "--strategy", "cs", "-n", "2", "--out", "runs", *endpoint)
    prompts = [
        row["prompt"]
        for row in map(json.loads, run("prompts", "--dataset", "data.jsonl", "--strategy", "cs", "--json").splitlines())
    ]
    asked = [body["messages"][1]["content"] for _, _, body in script.received]
    assert asked == [prompt for prompt in prompts for _ in range(2)]
    samples = "runs/org_m--cs/org_m--cs.jsonl"

    graded = run(
        "grade",
        "--dataset",
        "data.jsonl",
        "--samples",
        samples,
        "--json",
        "--k",
        "1,2",
        "--cpu-call",
        "0.2",
        "--cache",
        "-",
        "--unsafe",
    )
    *rows, statistics = [row for row in map(json.loads, graded.splitlines()) if row["kind"] in ("grade", "statistics")]
    programs = [answer.program for answer in answers]
    numbers = [number for number in chosen for _ in range(2)]
    passed = [results(program, number) for program, number in zip(programs, numbers, strict=True)]
    assert [row["plus"]["verdict"] == "pass" for row in rows] == passed
    pass_1 = sum(passed) / len(passed)
    pass_2 = sum(any(passed[place : place + 2]) for place in range(0, len(passed), 2)) / len(tasks)
    assert statistics["pass_at_k"]["plus"]["1"]["low"] == pytest.approx(pass_1)
    assert statistics["pass_at_k"]["plus"]["2"]["low"] == pytest.approx(pass_2)

    responses = [
        response(program, number, part["input"])
        for program, number, row in zip(programs, numbers, rows, strict=True)
        for part in row["responses"]
    ]
    csr, crashes = (responses.count(word) / len(responses) for word in ("refuses", "crashes"))
    assert (statistics["csr"]["value"], statistics["csr"]["n"]) == (pytest.approx(csr), len(responses))
    assert statistics["csr_crash"]["value"] == pytest.approx(crashes)
    if not in_laws():
        assert statistics["problems"] == {"cut": 1}
        return
    counts = {"filtered": 1, "refused": 1, "no function": 1, "cut": 1, "code extracted": 1}
    assert statistics["problems"] == counts

    run(
        "bench",
        "--data",
        "data.jsonl",
        "--samples",
        samples,
        "--question",
        "grade",
        "--k",
        "1,2",
        "--out",
        "bench",
        "-j",
        "1",
        "--unsafe",
    )
    (of_run,) = [
        row
        for row in map(json.loads, Path("bench/results.jsonl").read_text().splitlines())
        if row["kind"] == "statistics"
    ]
    for name in ("pass_at_k", "csr", "csr_crash", "aar", "aap", "avc", "problems", "verdicts"):
        assert of_run[name] == statistics[name], name
    run("report", "bench", "--latex", "tables", "--html", "report.html")
    shown = [f"{100 * rate:.1f}" for rate in (pass_1, pass_2, csr, crashes)]
    for path in ("tables/programs.tex", "bench/report.md", "report.html"):
        text = re.sub(r"[\s,]", "", Path(path).read_text())
        assert [number for number in shown if number not in text] == [], path
