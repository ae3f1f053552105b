"""What is asked of the endpoint."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from ..rendering import Prompt


@frozen(slots=True, kw_only=True)
class Sampling:
    """How a model answers: the parameters of the endpoint's `chat/completions`. With a seed, sample number i of a task
    gets the seed + i."""

    model: str
    temperature: float = 0.8
    top_p: float | None = None
    most_tokens: int | None = None
    seed: int | None = None


@frozen(slots=True)
class Request:
    """One sample of one task. `body` is what is sent."""

    task_id: str
    number: int
    body: dict[str, Any]

    @property
    def key(self) -> str:
        """What makes a stored reply an answer to this request: everything that is sent, and the sample's number."""
        text = json.dumps([self.task_id, self.number, self.body], sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    @property
    def characters(self) -> int:
        """The length of the prompt."""
        return sum(len(message["content"]) for message in self.body["messages"])


def requests_for(prompts: Iterable[Prompt], sampling: Sampling, samples: int) -> list[Request]:
    """The requests for so many samples of each task, in the order of the prompts."""
    return [
        Request(prompt.task_id, number, _body(prompt, sampling, number))
        for prompt in prompts
        for number in range(samples)
    ]


def _body(prompt: Prompt, sampling: Sampling, number: int) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": sampling.model, "messages": prompt.messages, "temperature": sampling.temperature,
    }  # fmt: skip
    if sampling.top_p is not None:
        body["top_p"] = sampling.top_p
    if sampling.most_tokens is not None:
        body["max_tokens"] = sampling.most_tokens
    if sampling.seed is not None:
        body["seed"] = sampling.seed + number
    return body
