"""When to try again."""

from datetime import UTC, datetime

import pytest

from specassay.benchmarks.prompting.generation.endpoint import Next, Retries, asked_seconds, what_next
from specassay.benchmarks.prompting.generation.replies import HttpReply

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        ("-4", 0.0),
        ("Thu, 01 Jan 2026 12:01:00 GMT", 60.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: str, seconds: float | None) -> None:
    assert asked_seconds(HttpReply(429, "", {"retry-after": text}), NOW) == seconds


def test_waits_double_up_to_a_limit_with_jitter() -> None:
    retries = Retries(most=5, first=1.0, longest=6.0)
    assert [retries.wait(attempt, None, lambda: 1.0) for attempt in range(1, 7)] == [1.0, 2.0, 4.0, 6.0, 6.0, None]
    assert retries.wait(2, None, lambda: 0.0) == 1.0


def test_the_longer_of_both_waits_counts() -> None:
    assert Retries().wait(1, 9.0, lambda: 1.0) == 9.0
    assert Retries().wait(1, 0.0, lambda: 1.0) == 0.5
    assert Retries(patience=5).wait(1, 9.0, lambda: 1.0) is None


@pytest.mark.parametrize(
    ("status", "following"),
    [
        (200, Next.AGAIN),
        (400, Next.GIVE_UP),
        (401, Next.STOP),
        (422, Next.GIVE_UP),
        (429, Next.AGAIN),
        (529, Next.AGAIN),
    ],
)
def test_what_follows_depends_on_the_status(status: int, following: Next) -> None:
    assert what_next(HttpReply(status, "nonsense")) == following
