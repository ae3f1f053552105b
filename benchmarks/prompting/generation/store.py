"""Replies on disk: one JSON line each, written before anything is made of them."""

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import msgspec

from ....core.errors import InputError
from ...datasets.text_lines import read_records
from .replies import Completion, HttpReply, Unusable, answer_of
from .requests import Request


class _Line(msgspec.Struct):
    key: str
    status: int
    body: str


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
            raise InputError(f"cannot be written: {error.strerror or error}", file=str(self.path)) from error
        try:
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

    def add(self, request: Request, reply: HttpReply) -> Completion:
        """Store a reply, whatever it is; then read it. Raises Unusable for one without an answer, InputError when the
        file cannot be written."""
        if self._file is None:
            raise ValueError("the store is not open")
        row = {
            "key": request.key, "task_id": request.task_id, "sample": request.number,
            "status": reply.status, "body": reply.body,
        }  # fmt: skip
        try:
            self._file.write(json.dumps(row) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror or error}", file=str(self.path)) from error
        answer = answer_of(reply)
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
            answers[line.key] = answer_of(HttpReply(line.status, line.body))
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
