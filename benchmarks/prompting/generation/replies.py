"""What an endpoint replies, and what a reply holds."""

from collections.abc import Mapping
from typing import Any

import msgspec
from attrs import field, frozen

HTTP_OK = 200  # RFC 9110, section 15.3.1


class Unusable(Exception):
    """A reply without an answer in it: the reason."""


@frozen(slots=True)
class HttpReply:
    """What came back over HTTP. `headers` have lower-case names."""

    status: int
    body: str
    headers: Mapping[str, str] = field(factory=dict)


@frozen(slots=True)
class Completion:
    """The text of a reply, and what it cost. `cut`: the model stopped at the limit of tokens, or was stopped. A token
    count that the endpoint does not give is None."""

    text: str
    cut: bool
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class _Error(msgspec.Struct):
    error: Any = None


def answer_of(reply: HttpReply) -> Completion:
    """The answer in a reply. Raises Unusable for one that has none: another status, no JSON, no choices."""
    if reply.status != HTTP_OK:
        raise Unusable(f"HTTP {reply.status}{_because(message_of(reply))}")
    try:
        found = msgspec.json.decode(reply.body, type=_Completion)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unusable(f"a reply that is not a chat completion: {error}") from error
    if not found.choices:
        raise Unusable("a reply without choices")
    choice, usage = found.choices[0], found.usage or _Usage()
    return Completion(
        choice.message.content or "",
        choice.finish_reason not in (None, "stop"),
        usage.prompt_tokens,
        usage.completion_tokens,
    )


def message_of(reply: HttpReply) -> str:
    """What the endpoint says is wrong, "" when it says nothing that can be read."""
    error = _error_of(reply)
    found = error.get("message") if isinstance(error, dict) else error
    return found if isinstance(found, str) else ""


def error_code_of(reply: HttpReply) -> str:
    """The endpoint's code of an error, such as `insufficient_quota`."""
    error = _error_of(reply)
    found = error.get("code") if isinstance(error, dict) else None
    return found if isinstance(found, str) else ""


def _error_of(reply: HttpReply) -> Any:
    try:
        return msgspec.json.decode(reply.body, type=_Error).error
    except (msgspec.DecodeError, RecursionError):
        return None  # The status says enough.


def _because(message: str) -> str:
    return f": {message}" if message else ""
