"""The replay worker: a part of the sandbox, where a process is forked for every task and `serve` runs in it; or,
unconfined, a process of its own, where `main` does what the sandbox does otherwise: see `replayer.BOOT`.

It imports nothing of ours beside the files of this folder. It reads one JSON object a line and answers in the same way,
unconfined on its standard input and output:

- `{"load": TASK, "limits": LIMITS, "imports": TEXT}`: `{"clauses": N}`, or `{"error": MESSAGE, "line": N | null}`.
  `imports`, where it is not empty: the statements that the task's module begins with, executed before a copy of the
  process is left to later tasks of the module; `{"again": true}` where that cannot be done, and the task is not loaded;
- `{"run": [[LITERAL, ...], ...], "reference": BOOL}`: for each input in turn an object with `outcomes`,
  `exceptions`, `accepted`, `raised`, `raises_first`, `reference`, `fails`, or `{"malformed": MESSAGE}`;
- `{"call": [[LITERAL, ...], ...]}`: for each input in turn what the reference returns for it, `{"value": TEXT}` (the
  text of a literal where the value has one), or why not, `{"raised": CLASS}` (`null` for a limit), or `malformed`;
- `{"construct": [EXPRESSION, ...], "parameter": NAME}`: for each text of an argument `malformed`, or the
  attributes of the object that it makes, as text, `{"state": TEXT}`; with `"late": true` where it takes too long;
- `{"build": WANTED}`: `{"built": [EXPRESSION, ...]}`, objects of classes that are asked for (`building.Wanted`);
- `{"listing": true}`, of a task with declarations: `{"declared": [...]}`, what its module declares;
- `{"end": true}`: the task is over.

Answers to `run` and `call` have the processor time of the input, `seconds`, beside.

Every task lives in a process forked for it, so that one task cannot poison the next. When that process ends,
asked to or not, the answer is `{"ended": WAIT_STATUS}`. The limits here keep accidents in check (endless loops,
memory, output); what is a defence against malice is the sandbox.
"""

import contextlib
import importlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple, Protocol

from . import declared
from .clock import Clock, Late
from .imports import NAMELESS, NoImport, import_first, import_given
from .literals import NotALiteral
from .task import NoClass, Task

HOME = "/nonexistent"
"""The home folder inside the sandbox, which has none: `Path.home()` has a value (Debian's for users without one)."""


class Conversation:
    """Lines of JSON, read from one descriptor and written to another."""

    def __init__(self, requests: int, replies: int) -> None:
        self.requests: BinaryIO = os.fdopen(requests, "rb")
        self.replies: BinaryIO = os.fdopen(replies, "wb", buffering=0)

    def close(self) -> None:
        self.requests.close()
        self.replies.close()

    def hear(self) -> dict[str, Any] | None:
        """The next request; None when there will be none."""
        line = self.requests.readline()
        return json.loads(line) if line else None

    def say(self, **reply: Any) -> None:
        self.replies.write(json.dumps(reply).encode("ascii") + b"\n")


connect = Conversation
"""What the zygote of the sandbox opens the pipes of a task with, to call `serve`."""


class CopyMaker(Protocol):
    """See `fork_server`."""

    def leave(self, close: Callable[[], None]) -> list[int] | None:
        """Leave a copy of this process behind."""


def restrict(memory_bytes: int) -> None:
    """Give up output and what could fill a disk; bound memory."""
    os.dup2(1, 2)
    for kind, bound in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(kind, (bound, bound))


def serve(conversation: Conversation, request: dict[str, Any] | None = None, copies: "CopyMaker | None" = None) -> None:
    """Load a task and run its inputs until it is over. `request`: the first, where somebody has read it already.
    `copies`: what leaves a copy of this process to later tasks, where that can be."""
    request = request or conversation.hear()
    if request is None:
        return
    os.environ.setdefault("HOME", HOME)
    # Memory is limited before the first line of the task's own code runs.
    restrict(request["limits"]["memory_bytes"])
    if copies is not None:
        clock = Clock(request["limits"]["cpu_seconds"], request["limits"]["wall_seconds"])
        try:
            # Imports have a limit of their own: a copy of this process serves many tasks, which would each pay for
            # them.
            with clock.limit(request["limits"]["import_seconds"]):
                _import(request["load"], request["imports"])
                clock.check()
        except Late:
            conversation.say(error="its module does not load: what it imports takes too long")
            return
        except BaseException:
            # From then on each task imports for itself, with its own limits.
            conversation.say(again=True)
            return
        pipes = copies.leave(conversation.close)
        # From here on this is a copy, which speaks by pipes of its own.
        if pipes is not None:
            conversation = Conversation(*pipes)
            request = conversation.hear()
            if request is None:
                return
    _serve(conversation, request)


def _import(task: dict[str, Any], text: str) -> None:
    """What all tasks of a module import: what the module begins with; all of it, where none of its text is different.
    Raises what that raises."""
    for library in task["libraries"]:
        with contextlib.suppress(ImportError):
            importlib.import_module(library)
    name = task["module"] or NAMELESS
    if task["declared"]:
        import_given(name, task["file"], task["preamble"], task["stubs"])
    else:
        import_first(name, task["file"], text, task["stubs"])


def _serve(conversation: Conversation, request: dict[str, Any]) -> None:
    # From here on only this task's code runs; whatever it does to the process ends with it.
    task = _loaded(request)
    if isinstance(task, _NoTask):
        conversation.say(error=task.message, line=task.line)
        return
    conversation.say(clauses=task.clauses)
    # One request after the other: it may list what is declared, build values, construct arguments, and call.
    while (later := conversation.hear()) is not None and "end" not in later:
        if isinstance(task, declared.DeclaringModule):
            if "listing" in later:
                conversation.say(declared=task.listing())
        else:
            if "build" in later:
                conversation.say(**task.build(later["build"]))
            for text in later.get("construct", ()):
                conversation.say(**task.construct(later["parameter"], text))
        for texts in later.get("call") or later.get("run") or ():
            started = time.process_time()
            reply = _reply(task, texts, later)
            conversation.say(**reply, seconds=time.process_time() - started)


class _NoTask(NamedTuple):
    """Why a task does not load, and the line of that in its text, where there is one."""

    message: str
    line: int | None = None


def _loaded(request: dict[str, Any]) -> Task | declared.DeclaringModule | _NoTask:
    limits = request["limits"]
    kind = declared.DeclaringModule if request["load"]["declared"] else Task
    try:
        return kind(request["load"], Clock(limits["cpu_seconds"], limits["wall_seconds"]), limits["import_seconds"])
    except Late:
        return _NoTask("loading takes too long")
    except (NoClass, NoImport) as error:
        return _NoTask(str(error)[:500])
    except SyntaxError as error:
        part = "contract" if error.filename == "contract" else "reference implementation"
        return _NoTask(f"the {part} is not Python: {error.msg}", error.lineno)
    except (RecursionError, MemoryError):
        return _NoTask("the contract or its reference implementation is too large")
    except BaseException as error:
        # Also `SystemExit` and `KeyboardInterrupt`: the module may raise anything while it is imported.
        message = f"the reference implementation does not load: {type(error).__name__}: {error}"
        return _NoTask(message[:500])


def _reply(task: Task | declared.DeclaringModule, texts: list[str], request: dict[str, Any]) -> dict[str, Any]:
    """What there is to say of one input."""
    try:
        if isinstance(task, declared.DeclaringModule):
            return task.replay(task.arguments(texts))
        arguments = task.arguments(texts)
        return task.value(arguments) if "call" in request else task.replay(arguments, request["reference"])
    except (NotALiteral, RecursionError) as error:
        return {"malformed": str(error)}


def main() -> None:
    sys.set_int_max_str_digits(0)
    conversation = Conversation(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)  # foreign code does not find us under a usual number
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    while (request := conversation.hear()) is not None:
        child = os.fork()
        if child == 0:
            try:
                serve(conversation, request)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        try:
            conversation.say(ended=status)
        except BrokenPipeError:  # Whoever asked is gone.
            return
