"""The endpoint: one request over HTTP, through OpenAI's own client."""

import asyncio
import os
from types import TracebackType
from typing import Any, Protocol, Self

from ....core.errors import InputError
from .replies import HttpReply

KEY_VARIABLE = "OPENAI_API_KEY"
NO_KEY = "none"
"""Sent to endpoints other than OpenAI's when no key is set: many local servers want none, but the header."""


class Unreachable(Exception):
    """No whole reply came: no connection, one that broke, or none in time. The reason."""


class Endpoint(Protocol):
    """Where requests are sent."""

    async def send(self, body: dict[str, Any]) -> HttpReply:
        """The reply to one request, whatever its status. Raises Unreachable."""


class OpenAIEndpoint:
    """`POST {base_url}/chat/completions`; an asynchronous context manager.

    The client's own retries are off: `retries.py` has one budget for all that can go wrong with a request, malformed
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
        self._client = openai.AsyncOpenAI(
            api_key=key or NO_KEY, base_url=base_url, max_retries=0, timeout=timeout
        )

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
