"""What is asked of the endpoint, and its replies on disk: one JSON line each, written before anything is made of
them."""

import fcntl
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

import msgspec
from attrs import evolve, frozen

from ....core.errors import InputError, unwritable
from ...datasets.text_lines import read_records
from ..rendering import Prompt
from .replies import Completion, HttpReply, Unusable, answer_of


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
    """The requests for so many samples of each prompt, in the order of the prompts; samples of a task with several
    prompts are numbered one after the other."""
    requests: list[Request] = []
    asked = Counter[str]()
    for prompt in prompts:
        for number in range(asked[prompt.task_id], asked[prompt.task_id] + samples):
            requests.append(Request(prompt.task_id, number, _body(prompt, sampling, number)))
        asked[prompt.task_id] += samples
    return requests


def _body(prompt: Prompt, sampling: Sampling, number: int) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": sampling.model,
        "messages": prompt.messages,
        "temperature": sampling.temperature,
    }
    if sampling.top_p is not None:
        body["top_p"] = sampling.top_p
    if sampling.most_tokens is not None:
        body["max_tokens"] = sampling.most_tokens
    if sampling.seed is not None:
        body["seed"] = sampling.seed + number
    return body


class _Line(msgspec.Struct):
    key: str
    status: int
    body: str
    seconds: float | None = None


class ReplyStore:
    """A file of replies; a context manager. It is locked: two runs that share it would pay for every reply twice."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._answers: dict[str, Completion] = {}
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        """Raises InputError for a file that cannot be written, that another run uses, or that holds something else."""
        try:
            file = self.path.open("a+", encoding="ascii")
        except OSError as error:
            raise unwritable(self.path, error) from error
        try:
            # Two runs at once would both ask for what neither has, and pay twice.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _drop_broken_line(file)
            self._answers = read_answers(self.path)
        except BlockingIOError as error:
            file.close()
            reason = "another run is writing this file; wait for it, or name another file"
            raise InputError(reason, file=str(self.path)) from error
        except BaseException:
            file.close()
            raise
        self._file = file
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def answer(self, request: Request) -> Completion | None:
        """The stored answer to a request."""
        return self._answers.get(request.key)

    def add(self, request: Request, reply: HttpReply, seconds: float | None = None) -> Completion:
        """Store a reply, whatever it is, and how long it took; then read it. Raises Unusable for one without an answer,
        InputError when the file cannot be written."""
        if self._file is None:
            raise ValueError("the store is not open")
        row = {
            "key": request.key,
            "task_id": request.task_id,
            "sample": request.number,
            "status": reply.status,
            "body": reply.body,
            "seconds": seconds,
        }
        # On the disk before it is read: a reply is paid for, also one that cannot be used.
        try:
            self._file.write(json.dumps(row) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from error
        answer = evolve(answer_of(reply), seconds=seconds)
        self._answers[request.key] = answer
        return answer


def read_answers(path: Path) -> dict[str, Completion]:
    """The answers in a file of replies by the key of their request. A file that does not exist has none.

    Raises InputError for a file that holds something else.
    """
    if not path.exists() or path.stat().st_size == 0:
        return {}
    answers: dict[str, Completion] = {}
    for _, line in read_records(path, _Line, "no stored reply"):
        try:
            answers[line.key] = evolve(answer_of(HttpReply(line.status, line.body)), seconds=line.seconds)
        except Unusable:
            continue  # Stored for people who ask what went wrong; the request is open.
    return answers


def _drop_broken_line(file: TextIO) -> None:
    """Cut what follows the last newline: a line that a killed run did not finish."""
    size = file.seek(0, os.SEEK_END)
    position = size
    while position > 0:
        start = max(0, position - (1 << 16))
        os.lseek(file.fileno(), start, os.SEEK_SET)
        block = os.read(file.fileno(), position - start)
        if b"\n" in block:
            os.ftruncate(file.fileno(), start + block.rindex(b"\n") + 1)
            return
        position = start
    os.ftruncate(file.fileno(), 0)
