"""What an endpoint replies, and what a reply holds: in one piece, or as a stream of server-sent events."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

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


ReplyState = Literal["answered", "cut", "filtered", "refused"]
"""What a reply is: an answer; one that stopped at the limit of tokens, or was stopped; none, since a filter held it
back; none, since the model declined."""


@frozen(slots=True)
class Completion:
    """The text of a reply, its state, and what it cost. `finish_reason` and `model`: as the endpoint says them. A token
    count that the endpoint does not give is None."""

    text: str
    state: ReplyState
    finish_reason: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float | None = None


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message = msgspec.field(default_factory=_Message)
    delta: _Message = msgspec.field(default_factory=_Message)
    index: int = 0
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None
    model: str | None = None


class _Error(msgspec.Struct):
    error: Any = None


EVENT = "data:"
"""What a line of a stream begins with that holds a part of the reply (HTML Living Standard, server-sent events)."""
DONE = "[DONE]"


def answer_of(reply: HttpReply) -> Completion:
    """The answer in a reply. Raises Unusable for one that has none: another status, no JSON, no choices, a stream that
    breaks off."""
    if reply.status != HTTP_OK:
        raise Unusable(f"HTTP {reply.status}{_because(message_of(reply))}")
    try:
        # Some servers stream whatever is asked of them: the body says which form it has.
        if _is_stream(reply.body):
            completion = _joined([msgspec.json.decode(event, type=_Completion) for event in _events(reply.body)])
        else:
            completion = msgspec.json.decode(reply.body, type=_Completion)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unusable(f"a reply that is not a chat completion: {error}") from error
    if not completion.choices:
        raise Unusable("a reply without choices")
    choice, usage = completion.choices[0], completion.usage or _Usage()
    return Completion(
        choice.message.content or choice.message.refusal or "",
        _state(choice),
        choice.finish_reason,
        completion.model,
        usage.prompt_tokens,
        usage.completion_tokens,
    )


def _state(choice: _Choice) -> ReplyState:
    if choice.finish_reason == "content_filter":
        return "filtered"
    if choice.message.refusal and not choice.message.content:
        return "refused"
    return "answered" if choice.finish_reason in (None, "stop") else "cut"


def _is_stream(body: str) -> bool:
    return body.lstrip().startswith((EVENT, ":", "event:"))


def _events(body: str) -> Iterator[str]:
    """What the events of a stream hold, up to its end. Raises Unusable where it does not come to one."""
    for line in body.splitlines():
        if line.startswith(EVENT):
            event = line.removeprefix(EVENT).strip()
            if event == DONE:
                return
            yield event
    raise Unusable("a stream that breaks off")


def _joined(parts: list[_Completion]) -> _Completion:
    """The parts of a stream as one reply: the first choice of each, of which several come in turn."""
    choices = [choice for part in parts for choice in part.choices if choice.index == 0]
    if not choices:
        return _Completion([])

    def text(values: list[str | None]) -> str | None:
        said = [value for value in values if value is not None]
        return "".join(said) if said else None

    message = _Message(
        text([choice.delta.content for choice in choices]), text([choice.delta.refusal for choice in choices])
    )
    # What is said of the whole comes last, and the name of the model with each part.
    reasons = [choice.finish_reason for choice in choices if choice.finish_reason]
    usages = [part.usage for part in parts if part.usage is not None]
    models = [part.model for part in parts if part.model]
    joined = _Choice(message, finish_reason=reasons[-1] if reasons else None)
    return _Completion([joined], usages[-1] if usages else None, models[0] if models else None)


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
