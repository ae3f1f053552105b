"""One program with all its calls and nothing else: inside a sandbox, in a process of its own.

The request is a marshalled list, after its length of 8 bytes: the source, the function, and for each call its arguments
as `sandbox/protocol.py` writes them with the seconds of processor time that it may take. There is no answer: what the
process takes is what is measured.
"""

import marshal
import os
import signal
from importlib import import_module


class RequestReader:
    """What to run, read from a descriptor."""

    def __init__(self, requests: int, answers: int) -> None:
        with os.fdopen(requests, "rb") as file:
            size = int.from_bytes(file.read(8), "little")
            self.source, self.entry_point, self.calls = marshal.loads(file.read(size))


connect = RequestReader
"""What the zygote of the sandbox opens the pipes of a task with, to call `serve`."""


def serve(conversation: RequestReader) -> None:
    """Load the program and make its calls, whatever becomes of each."""
    sample = import_module("guest.sample")
    signal.signal(signal.SIGPROF, _stop)
    try:
        names = {"__name__": "candidate"}
        exec(compile(conversation.source, "candidate.py", "exec", dont_inherit=True), names)
        function = names[conversation.entry_point]
    except BaseException:
        return
    for payload, seconds in conversation.calls:
        arguments = sample.arguments_of(payload)
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            function(*arguments)  # type: ignore[operator]  # What a program defines by this name may be anything.
        except BaseException:
            continue  # a refusal, or the limit
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise TimeoutError
