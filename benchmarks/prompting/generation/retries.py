"""When a request is sent again, and how long to wait before."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum

from attrs import frozen

from .replies import HttpReply, error_code_of

_AGAIN = frozenset({200, 408, 409, 425, 429})
"""200: a reply that was no answer. Servers that are overloaded send halves of replies."""
_NEVER = frozenset({401, 402, 403, 404})
"""What is wrong with one request of these is wrong with all."""


class Next(Enum):
    """What follows an unusable reply."""

    AGAIN = "again"
    GIVE_UP = "give up"
    STOP = "stop"


@frozen(slots=True)
class Retries:
    """`most` further attempts; waits double from `first` seconds up to `longest`. A wait that the endpoint asks for is
    kept up to `patience` seconds; one that is longer gives the request up."""

    most: int = 6
    first: float = 0.5
    longest: float = 60.0
    patience: float = 300.0

    def wait(self, attempt: int, asked: float | None, chance: Callable[[], float]) -> float | None:
        """Seconds before attempt number `attempt` (from 1), None to give up. `chance` is from 0 to 1: with full jitter,
        requests that failed together do not come back together."""
        if attempt > self.most or (asked is not None and asked > self.patience):
            return None
        backoff = min(self.first * 2.0 ** (attempt - 1), self.longest) * (0.5 + chance() / 2)
        return backoff if asked is None else max(asked, backoff)


def what_next(reply: HttpReply) -> Next:
    """What to do about a reply that has no answer."""
    if reply.status in _NEVER or error_code_of(reply) == "insufficient_quota":
        return Next.STOP
    return Next.AGAIN if reply.status in _AGAIN or reply.status >= 500 else Next.GIVE_UP


def asked_seconds(reply: HttpReply, now: datetime | None = None) -> float | None:
    """How long the header Retry-After asks to wait: seconds or a date (RFC 9110, section 10.2.3); None without one, or
    with one that is neither."""
    text = reply.headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    date = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())
