"""The command: samples, resuming, totals, the dry run."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.samples import read_samples
from specassay.benchmarks.prompting.generation.store import ReplyStore, Sampling, read_answers, requests_for
from specassay.benchmarks.prompting.rendering import Prompt
from specassay.core.errors import InputError

SOURCE = """
def pick(items):
    assert items
    return items[0]


def last(items):
    assert items
    return items[-1]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    Path("tasks.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def run(script: Any, *more: object) -> tuple[int, str, str]:
    arguments = ["generate", "--dataset", "tasks.py", "--model", "m", "--out", "runs", "--base-url", script.url]
    result = CliRunner().invoke(main, [*arguments, *map(str, more)])
    return result.exit_code, result.stdout, result.stderr


def samples(strategy: str = "standard") -> list[dict[str, Any]]:
    path = Path("runs") / f"m--{strategy}" / f"m--{strategy}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def test_there_is_a_sample_for_each_task_and_number_in_order(script: Any) -> None:
    code, shown, errors = run(script, "-n", 3, "--strategy", "cs", "--seed", 7)
    assert (code, errors) == (0, "")
    assert [row["task_id"] for row in samples("cs")] == ["tasks.pick"] * 3 + ["tasks.last"] * 3
    assert [row["sample"] for row in samples("cs")] == [0, 1, 2] * 2
    assert {(row["model"], row["strategy"], row["state"], row["finish_reason"]) for row in samples("cs")} == {
        ("m", "cs", "answered", "stop")
    }
    assert {(row["prompt_tokens"], row["completion_tokens"]) for row in samples("cs")} == {(100, 20)}
    assert all(0 < row["seconds"] < 60 for row in samples("cs"))
    assert sorted(body["seed"] for _, _, body in script.received) == [7, 7, 8, 8, 9, 9]
    assert all("must be truthy" in body["messages"][1]["content"] for _, _, body in script.received)
    assert "6 of 6" in shown


def test_a_run_without_any_answer_announces_no_samples(script: Any) -> None:
    script.replies = [(400, {"error": {"message": "too long"}}, {})] * 2
    code, shown, _ = run(script)
    assert code == 3
    assert [(row["state"], row["solution"]) for row in samples()] == [("given up", "")] * 2
    assert "too long" in samples()[0]["reason"]
    assert "empty, since no request was answered" in shown
    assert "the samples" not in shown


def test_a_second_run_sends_only_what_is_open(script: Any) -> None:
    assert run(script, "-n", 2)[0] == 0
    assert len(script.received) == 4
    code, totals, _ = run(script, "-n", 3, "--json")
    assert code == 0
    assert len(script.received) == 6
    assert len(samples()) == 6
    assert json.loads(totals)["answered_before"] == 4


def test_a_folder_holds_samples_of_one_kind(script: Any) -> None:
    run(script)
    code, _, errors = run(script, "--temperature", 0)
    assert (code, len(script.received)) == (2, 2)
    assert "holds samples of temperature 0.8: name another folder" in errors
    assert run(script, "--strategy", "cs-may")[0] == 0
    assert (len(samples()), len(samples("cs-may"))) == (2, 2)
    assert "may" in script.received[-1][2]["messages"][1]["content"]


STREAM = "".join(
    f"data: {json.dumps(part)}\n\n"
    for part in (
        {"model": "m-1", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "def pick(items"}}]},
        {"choices": [{"index": 1, "delta": {"content": "another choice"}}]},
        {"choices": [{"index": 0, "delta": {"content": "):\n    return 1\n"}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}},
    )
)


def test_a_stream_is_read_and_one_that_breaks_off_is_asked_for_again(script: Any) -> None:
    kind = {"content-type": "text/event-stream"}
    whole, broken = STREAM + "data: [DONE]\n\n", STREAM[:300]
    script.replies = [(200, broken.encode(), kind), (200, whole.encode(), kind)]
    assert run(script, "--task", "tasks.pick")[0] == 0
    (row,) = samples()
    assert (row["solution"], row["state"]) == ("def pick(items):\n    return 1\n", "answered")
    assert (row["answered_by"], row["prompt_tokens"], row["completion_tokens"]) == ("m-1", 3, 4)


def test_refusals_and_filters_are_no_empty_programs(script: Any, good: dict[str, Any]) -> None:
    tasks = {task.task_id: task for task in load("tasks.py").items if isinstance(task, ContractTask)}
    declined, filtered, cut = copy.deepcopy(good), copy.deepcopy(good), copy.deepcopy(good)
    declined["choices"][0]["message"] = {"role": "assistant", "content": None, "refusal": "I cannot help."}
    filtered["choices"][0] |= {"message": {"role": "assistant", "content": ""}, "finish_reason": "content_filter"}
    cut["choices"][0] |= {"message": {"content": "def last(items):\n    return items[-1]\n"}, "finish_reason": "length"}
    script.replies = [(200, reply, {}) for reply in (declined, filtered, cut)] + [(400, {}, {})]
    code, totals, _ = run(script, "-n", 2, "--concurrency", 1, "--json")
    assert code == 3
    counts = json.loads(totals)
    assert (counts["answers"], counts["cut"], counts["filtered"], counts["refused"]) == (1, 1, 1, 1)
    assert [row["state"] for row in samples()] == ["refused", "filtered", "cut", "given up"]
    found = read_samples(Path("runs/m--standard/m--standard.jsonl"), tasks)
    assert [sample.problem for sample in found] == ["refused", "filtered", None, "given up"]
    assert [sample.detail for sample in found if sample.problem == "refused"] == ["I cannot help."]
    assert [sample.cut for sample in found] == [False, False, True, False]


def test_what_was_given_up_is_asked_again_by_the_next_run(script: Any) -> None:
    script.replies = [(500, {}, {})]
    code, _, errors = run(script, "--retries", 0, "--concurrency", 1)
    assert code == 3
    assert "tasks.pick, sample 0: given up after 1 attempt: HTTP 500" in errors
    assert [row["state"] for row in samples()] == ["given up", "answered"]
    assert run(script)[0] == 0
    assert [row["state"] for row in samples()] == ["answered"] * 2


def test_a_wrong_key_ends_the_run_and_keeps_what_there_is(script: Any, good: dict[str, Any]) -> None:
    script.replies = [(200, good, {}), *[(401, {"error": {"message": "bad key"}}, {})] * 9]
    code, _, errors = run(script, "-n", 4, "--concurrency", 1)
    assert code == 2
    assert "OPENAI_API_KEY is wrong" in errors
    assert "secret-key" not in errors
    assert len(samples()) == 1


def test_a_line_that_a_killed_run_did_not_finish_is_dropped(script: Any) -> None:
    assert run(script)[0] == 0
    path = Path("runs/m--standard/m--standard.jsonl.replies.jsonl")
    whole = path.read_text(encoding="ascii")
    path.write_text(whole[:-30], encoding="ascii")
    assert run(script)[0] == 0
    assert len(script.received) == 3
    assert len(samples()) == 2


def test_tokens_and_cost_are_added_up(script: Any, good: dict[str, Any]) -> None:
    uncounted = copy.deepcopy(good)
    del uncounted["usage"]
    good["choices"][0]["finish_reason"] = "length"
    script.replies = [(200, good, {}), (200, uncounted, {})]
    code, totals, _ = run(script, "-n", 2, "--prices", 2.5, 10, "--json")
    assert code == 0
    assert json.loads(totals) == {
        "requests": 4,
        "answered_before": 0,
        "attempts": 4,
        "given_up": 0,
        "answers": 4,
        "cut": 1,
        "filtered": 0,
        "refused": 0,
        "prompt_tokens": 300,
        "completion_tokens": 60,
        "uncounted": 1,
        "cost": pytest.approx(0.00135),
    }


def test_a_dry_run_sends_nothing_and_needs_no_key(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    code, plan, _ = run(script, "-n", 10, "--dry-run", "--max-tokens", 100, "--prices", 1, 1, "--json")
    assert code == 0
    assert script.received == []
    assert not Path("runs").exists()
    found = json.loads(plan)
    assert (found["requests"], found["to_send"], found["completion_tokens_at_most"]) == (20, 20, 2000)
    assert found["cost_at_most"] == pytest.approx((found["prompt_tokens_estimated"] + 2000) / 1e6)
    assert "20" in run(script, "-n", 10, "--dry-run")[1]


def test_two_runs_do_not_share_a_store(tmp_path: Path) -> None:
    with ReplyStore(tmp_path / "r"), pytest.raises(InputError, match="another run"), ReplyStore(tmp_path / "r"):
        pass


def test_a_file_of_something_else_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "r").write_text('{"task_id": "x", "solution": ""}\n', encoding="ascii")
    with pytest.raises(InputError, match="no stored reply"), ReplyStore(tmp_path / "r"):
        pass
    assert read_answers(tmp_path / "absent") == {}


def test_samples_of_a_task_are_different_requests() -> None:
    prompts = [Prompt("a", "cs", "", "x"), Prompt("b", "cs", "", "x")]
    found = requests_for(prompts, Sampling(model="m"), 3)
    assert len({request.key for request in found}) == 6
    assert found[0].body["messages"] == [{"role": "user", "content": "x"}]
