"""The endpoint: one request over HTTP, through OpenAI's own client; when it is sent again, and how long to wait
before."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from types import TracebackType
from typing import Any, Protocol, Self

from attrs import frozen

from ....core.errors import InputError
from .replies import HttpReply, error_code_of

KEY_VARIABLE = "OPENAI_API_KEY"
NO_KEY = "none"
"""Sent to endpoints other than OpenAI's when no key is set: many local servers want none, but the header."""
_AGAIN = frozenset({200, 408, 409, 425, 429})
"""200: a reply that was no answer. Servers that are overloaded send halves of replies."""
_NEVER = frozenset({401, 402, 403, 404})
"""What is wrong with one request of these is wrong with all."""


class Unreachable(Exception):
    """No whole reply came: no connection, one that broke, or none in time. The reason."""


class Endpoint(Protocol):
    """Where requests are sent."""

    async def send(self, body: dict[str, Any]) -> HttpReply:
        """The reply to one request, whatever its status. Raises Unreachable."""


class OpenAIEndpoint:
    """`POST {base_url}/chat/completions`; an asynchronous context manager.

    The client's own retries are off: `Retries` has one budget for all that can go wrong with a request, malformed
    replies too, and every reply has to be stored.
    """

    def __init__(self, base_url: str | None, timeout: float) -> None:
        """`base_url` None: OpenAI's. `timeout`: seconds for a whole request. Raises InputError when the library or the
        key is missing."""
        try:
            import openai
        except ImportError as error:
            raise InputError("needs the library openai: pip install 'specassay[generate]'") from error
        key = os.environ.get(KEY_VARIABLE, "")
        if not key and base_url is None:
            raise InputError(f"set the environment variable {KEY_VARIABLE}, or --base-url for another endpoint")
        self._failures = openai.APIStatusError, openai.APIConnectionError
        self._timeout = timeout
        self._client = openai.AsyncOpenAI(api_key=key or NO_KEY, base_url=base_url, max_retries=0, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._client.close()

    async def send(self, body: dict[str, Any]) -> HttpReply:
        status_error, connection_error = self._failures
        try:
            # The client's limit is for each part of a reply: one that drips would never end.
            async with asyncio.timeout(self._timeout):
                raw = await self._client.chat.completions.with_raw_response.create(**body)
            response = raw.http_response
        except TimeoutError as error:
            raise Unreachable(f"no reply in {self._timeout:g} s") from error
        except connection_error as error:
            raise Unreachable(_reason(error, self._timeout)) from error
        except status_error as error:
            response = error.response
        headers = {name.lower(): value for name, value in response.headers.items()}
        return HttpReply(response.status_code, response.text, headers)


def _reason(error: BaseException, timeout: float) -> str:
    if "Timeout" in type(error).__name__:
        return f"no reply in {timeout:g} s"
    return f"no connection: {error.__cause__ or error}"


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
