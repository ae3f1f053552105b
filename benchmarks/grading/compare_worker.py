"""Compares what a program returned with what was expected: inside a sandbox, in a process that can be ended.

What a program returned may be anything: values that take hours to read, or to compare. The zygote of a sandbox of its
own loads this module (`sandbox/guest/zygote.py`) and forks a process, which answers one request after the other. It
holds what is expected of programs, and none of them ever runs there.

A request is a marshalled tuple, from us: the task's id, its function, the arguments as `sandbox/protocol.py` writes
them, what is expected and what was returned as `sandbox/guest/encoding.py` writes them (None where only that counts,
and it is no plain value), the tolerance, and the seconds of processor time to answer in. The answer is a byte, of
`ANSWERS`, the seconds that it took, as `TAKEN` writes them, and the text of what was returned, in UTF-8. Each comes
after its length, 8 bytes.
"""

import marshal
import os
import signal
import struct
import sys
import time
from importlib import import_module
from typing import Any, BinaryIO

from .evalplus_rules import is_right, oracle_of

ANSWERS = RIGHT, WRONG, UNREADABLE, TOO_LARGE = b"+", b"-", b"?", b"!"
"""Right, wrong, bytes that hold no value, and more than there is memory for."""
LENGTH_BYTES = 8
"""Bytes of the number before each message that says how long it is: outputs may have more than 4 GiB."""
TAKEN = struct.Struct("<d")
MOST_SHOWN = 300
"""Characters of a value in a row, for people."""

ComparisonRequest = tuple[str, str, bytes, bytes | None, bytes | None, float, float]


class ComparisonChannel:
    """Requests read from one descriptor, answers written to another."""

    def __init__(self, requests: int, answers: int) -> None:
        self.requests: BinaryIO = os.fdopen(requests, "rb")
        self.answers: BinaryIO = os.fdopen(answers, "wb", buffering=0)

    def hear(self) -> ComparisonRequest | None:
        """The next request; None when there will be none."""
        header = self.requests.read(LENGTH_BYTES)
        if len(header) < LENGTH_BYTES:
            return None
        request: ComparisonRequest = marshal.loads(self.requests.read(int.from_bytes(header, "little")))
        return request

    def say(self, answer: bytes) -> None:
        self.answers.write(len(answer).to_bytes(LENGTH_BYTES, "little") + answer)


connect = ComparisonChannel
"""What the zygote of the sandbox opens the pipes of a task with, to call `serve`."""


def serve(conversation: ComparisonChannel) -> None:
    """Answer until there are no more requests. What takes too long ends the process: nothing can hold that up."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    before = time.process_time()
    while (request := conversation.hear()) is not None:
        signal.setitimer(signal.ITIMER_PROF, request[-1])
        try:
            answer = _answer(request)
        except MemoryError:
            answer = TOO_LARGE
        signal.setitimer(signal.ITIMER_PROF, 0)
        now = time.process_time()
        conversation.say(answer[:1] + TAKEN.pack(now - before) + answer[1:])
        before = now


def _answer(request: ComparisonRequest) -> bytes:
    task_id, entry_point, arguments, expected, found, tolerance, _ = request
    # Imported by the names that they have in the sandbox, where there is no package `specassay`.
    decoding, sample = import_module("guest.decoding"), import_module("guest.sample")
    opaque = decoding.Opaque("", "")
    try:
        value: Any = opaque if found is None else decoding.decode(found)
    except decoding.Malformed:
        return UNREADABLE
    known: Any = opaque if expected is None else decoding.decode(expected)
    right = is_right(sample.arguments_of(arguments), value, known, tolerance, oracle_of(task_id, entry_point))
    return RIGHT if right else WRONG + text_of(value).encode("utf-8", "surrogatepass")


def text_of(value: object) -> str:
    """A value for people, shortened. It is plain data: its text runs no foreign code."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__} too large to show"
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
