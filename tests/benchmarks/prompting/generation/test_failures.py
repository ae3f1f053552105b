"""Requests over real HTTP to a server that fails in the usual ways."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.prompting.generation.endpoint import OpenAIEndpoint, Retries
from specassay.benchmarks.prompting.generation.run import GenerationRun
from specassay.benchmarks.prompting.generation.store import ReplyStore, Request, Sampling, requests_for
from specassay.benchmarks.prompting.rendering import Prompt
from specassay.core.errors import InputError

SECONDS = 0.5
"""The client's time limit: what the test of a hang has to wait for."""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-key")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def requests(count: int = 1) -> list[Request]:
    return requests_for([Prompt("pick", "cs", "Be brief.", "Write pick.")], Sampling(model="m"), count)


def settle(
    script: Any, path: Path, wanted: list[Request], timeout: float = 20, **options: Any
) -> tuple[GenerationRun, list[float]]:
    """Run the requests; the run, and the seconds that it would have waited."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def go() -> GenerationRun:
        async with OpenAIEndpoint(script.url, timeout) as endpoint:
            with ReplyStore(path) as store:
                run = GenerationRun(endpoint, store, sleep=sleep, chance=lambda: 1.0, **options)
                await run.settle(wanted)
                return run

    return asyncio.run(go()), waited


def answers(path: Path, wanted: list[Request]) -> list[str | None]:
    with ReplyStore(path) as store:
        found = [store.answer(request) for request in wanted]
    return [None if answer is None else answer.text for answer in found]


@pytest.mark.slow
def test_a_request_is_what_such_endpoints_take(script: Any, tmp_path: Path) -> None:
    run, _ = settle(script, tmp_path / "r", requests())
    ((path, headers, body),) = script.received
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer secret-key"
    assert body["model"] == "m"
    assert body["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Write pick."}]
    assert run.given_up == []


BAD = [
    pytest.param((500, {"error": {"message": "oops"}}, {}), id="500"),
    pytest.param((503, b"<html>busy</html>", {"content-type": "text/html"}), id="503-html"),
    pytest.param((429, {"error": {"message": "slow down"}}, {}), id="429"),
    pytest.param((200, b'{"choices": [', {}), id="malformed"),
    pytest.param((200, b"\xff\xfe", {}), id="not-text"),
    pytest.param((200, b"", {}), id="empty"),
    pytest.param((200, b"[" * 100_000, {}), id="deep"),
    pytest.param((200, {"choices": []}, {}), id="no-choices"),
    pytest.param((200, {"error": {"message": "overloaded"}}, {}), id="error-with-200"),
    pytest.param("half", id="half"),
    pytest.param("close", id="close"),
]


@pytest.mark.parametrize("bad", BAD)
def test_a_passing_failure_is_tried_again(script: Any, tmp_path: Path, bad: Any) -> None:
    script.replies = [bad, bad]
    run, waited = settle(script, tmp_path / "r", requests())
    assert run.attempts == 3
    assert waited == [0.5, 1.0]
    assert "def pick" in (answers(tmp_path / "r", requests())[0] or "")


@pytest.mark.parametrize("bad", ["hang", "drip"])
def test_a_request_without_end_ends_at_the_limit(script: Any, tmp_path: Path, bad: str) -> None:
    script.replies = [bad]
    run, waited = settle(script, tmp_path / "r", requests(), timeout=SECONDS)
    assert (run.attempts, len(waited), run.given_up) == (2, 1, [])


@pytest.mark.parametrize("bad", BAD)
def test_a_lasting_failure_is_given_up_and_leaves_the_others(script: Any, tmp_path: Path, bad: Any) -> None:
    script.replies = [bad] * 3
    run, _ = settle(script, tmp_path / "r", requests(2), concurrency=1, retries=Retries(most=2))
    (given_up,) = run.given_up
    assert (given_up.request.number, given_up.attempts) == (0, 3)
    assert given_up.reason
    first, second = answers(tmp_path / "r", requests(2))
    assert first is None
    assert second is not None


def test_the_wait_that_the_endpoint_asks_for_is_kept(script: Any, tmp_path: Path) -> None:
    script.replies = [(429, {}, {"retry-after": "17"}), (503, {}, {"retry-after": "0"})]
    _, waited = settle(script, tmp_path / "r", requests())
    assert waited == [17.0, 1.0]


def test_nobody_waits_for_a_day(script: Any, tmp_path: Path) -> None:
    script.replies = [(429, {}, {"retry-after": "86400"})]
    run, waited = settle(script, tmp_path / "r", requests())
    assert waited == []
    assert "try again in 86400 s" in run.given_up[0].reason


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ((401, {"error": {"message": "Incorrect API key"}}, {}), "OPENAI_API_KEY is wrong .*401: Incorrect"),
        ((403, {}, {}), "may not do this"),
        ((404, {"error": {"message": "no model m"}}, {}), "no such model.*no model m"),
        ((429, {"error": {"code": "insufficient_quota", "message": "pay"}}, {}), "quota is spent"),
    ],
)
def test_what_is_wrong_with_every_request_stops_the_run(script: Any, tmp_path: Path, reply: Any, message: str) -> None:
    script.replies = [reply] * 50
    with pytest.raises(InputError, match=message):
        settle(script, tmp_path / "r", requests(50), concurrency=2)
    assert len(script.received) <= 4


def test_a_request_that_is_refused_alone_is_given_up_at_once(script: Any, tmp_path: Path) -> None:
    script.replies = [(400, {"error": {"message": "the context is too long"}}, {})]
    run, waited = settle(script, tmp_path / "r", requests(2), concurrency=1)
    assert (run.attempts, waited) == (2, [])
    assert "the context is too long" in run.given_up[0].reason


def test_nobody_listens(script: Any, tmp_path: Path) -> None:
    script.url = "http://127.0.0.1:1/v1"
    run, _ = settle(script, tmp_path / "r", requests(), retries=Retries(most=1))
    assert "no connection" in run.given_up[0].reason


def test_there_are_as_many_requests_at_a_time_as_allowed(script: Any, tmp_path: Path) -> None:
    settle(script, tmp_path / "r", requests(12), concurrency=3)
    assert len(script.received) == 12
    assert 1 <= script.busiest <= 3


def test_every_reply_is_stored_before_it_is_used(script: Any, tmp_path: Path) -> None:
    script.replies = [(500, {"error": {"message": "oops"}}, {}), (200, {"choices": []}, {})]
    settle(script, tmp_path / "r", requests())
    rows = [json.loads(line) for line in (tmp_path / "r").read_text(encoding="ascii").splitlines()]
    assert [(row["status"], row["sample"]) for row in rows] == [(500, 0), (200, 0), (200, 0)]
    assert "oops" in rows[0]["body"]
    assert "secret-key" not in json.dumps(rows)


def test_an_answer_without_text_is_an_answer(script: Any, tmp_path: Path, good: dict[str, Any]) -> None:
    good["choices"][0] |= {"message": {"content": None}, "finish_reason": "content_filter"}
    script.replies = [(200, good, {})]
    run, _ = settle(script, tmp_path / "r", requests())
    assert run.attempts == 1
    assert answers(tmp_path / "r", requests()) == [""]


def test_openai_needs_a_key_and_a_local_server_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    OpenAIEndpoint("http://127.0.0.1:1/v1", 1)
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        OpenAIEndpoint(None, 1)
