"""What a sandbox is asked and what it answers. A call of foreign code, a text of a tuple of arguments, is made into
what the process of a sample is sent."""

import ast
import marshal
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Literal

from attrs import define, field, frozen

from ....core.errors import InputError
from .guest import sample

SandboxOutcome = Literal[
    "value", "raised", "forbidden", "timeout", "memory", "crash", "unserialisable", "not loadable", "output"
]
"""What became of a module body or of one call.

- `value`: it returned, and the value could be brought out;
- `raised`: an exception came out of it (SystemExit and KeyboardInterrupt included, MemoryError excluded);
- `forbidden`: the interpreter's own exception for a system call that the sandbox forbids came out of it; files that
  cannot be seen inside are absent instead, and what code makes of either exception is its own;
- `timeout`: the processor time or the wall time of its process was over;
- `memory`: a MemoryError came out of it, or it took more memory than a call may;
- `crash`: its process ended otherwise, by a signal, by `os._exit`, or by saying what makes no sense;
- `unserialisable`: it returned a value that cannot be brought out: too deep, cyclic, or broken;
- `not loadable`: the code is no Python, its body raised, or it does not define the entry point;
- `output`: what it returned is larger than the limit.
"""
MARSHAL_VERSION = 2
"""Without references between values: two equal lists of a call stay two lists. Known to every Python 3."""
MOST_KEPT = 4096
"""Calls that are parsed once: more than a data set has inputs for one task, which each program of the task is given."""


@frozen(slots=True)
class CallLimits:
    """Bounds on one call, kept from outside: a program cannot see them.

    `cpu_seconds`: its processor time, and some hundredths more. `wall_seconds`: without the time in which it waits for
    a processor. `memory_mb`: by how many MiB the memory in use may grow, looked at now and then. None: no limit.
    """

    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    memory_mb: int | None = None


@define(slots=True, eq=False)
class TimeBudget:
    """What a program may take in all its processes together, and others because of it: `seconds` of processor time and
    of waiting, in which it neither computes nor is kept from a processor; of these it may wait `waiting`. `left`,
    `waiting_left`: what is left of them."""

    waiting: float
    seconds: float = math.inf
    left: float = field(init=False)
    waiting_left: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left, self.waiting_left = self.seconds, self.waiting

    def charge(self, seconds: float) -> None:
        """Take off what was computed."""
        self.left -= seconds

    def charge_waiting(self, seconds: float) -> None:
        """Take off what was waited."""
        self.left -= seconds
        self.waiting_left -= seconds

    @contextmanager
    def own(self) -> Iterator[None]:
        """Take off what this thread computes in between."""
        start = time.thread_time()
        try:
            yield
        finally:
            self.left -= time.thread_time() - start

    @property
    def is_over(self) -> bool:
        """Whether nothing is left of one of them."""
        return self.waiting_left <= 0 or self.left <= 0

    @property
    def over(self) -> "CallOutcome":
        """What becomes of a call when nothing is left."""
        what = f"{self.seconds:g} s" if self.left <= 0 else f"{self.waiting:g} s of waiting"
        return CallOutcome("timeout", message=f"more than {what}{IN_ALL}")


IN_ALL = " in all its processes"


@frozen(slots=True)
class SandboxLimits:
    """Bounds on one sample: on one process that loads the code and runs its calls.

    `cpu_seconds`, `wall_seconds`: of the process from its start. `memory_mb`: its address space, in MiB
    (Python itself takes about 40). `output_bytes`: what one result may take, encoded (`Sandbox.run`: all together).
    `call`: what each call may take, and loading the code. `budget`: what it may take, with other processes.
    `elsewhere`: Python tells it of another user and another time than those that there are.
    """

    cpu_seconds: float = 5.0
    wall_seconds: float = 15.0
    memory_mb: int = 1024
    output_bytes: int = 16 << 20
    call: CallLimits = CallLimits()
    budget: TimeBudget | None = None
    elsewhere: bool = False


@frozen(slots=True)
class CallOutcome:
    """What became of one call, or of the loading of the code.

    `value`: for the outcome "value", made of None, bool, int, float, complex, str, bytes, list, tuple, dict, set,
    frozenset and `Opaque`, all of these exact types. An instance of a subclass comes out as the plain data it holds
    (a `Counter` as a dict), a numpy scalar as the Python number.
    `encoded`: the bytes it came in. Equal bytes mean equal values of equal types (not the reverse); NaN included.
    `exception`: for "raised" and "not loadable", the name of the exception's class. `mro`: the names of that class
    and of its bases; only a builtin class has a plain name ("AssertionError"), all others are qualified by their
    module. `message`: of the exception, or why there is no value; one line, truncated. `lines`: of "raised", the lines
    of the program at which it came about, of the innermost calls, outer ones first; `handling`: whether another
    exception was being handled there. Both are what the process says: a program may write anything there.
    """

    kind: SandboxOutcome
    value: object = None
    encoded: bytes = b""
    exception: str = ""
    mro: tuple[str, ...] = ()
    message: str = ""
    lines: tuple[int, ...] = ()
    handling: bool = False


@frozen(slots=True)
class Run:
    """What became of a sample.

    `load` is None when the code was loaded; otherwise it says why not, and there are no results. `results`: by
    call, in order; there are fewer than calls when the process ended early: the last one then says why.
    `cpu_seconds`, `wall_seconds`: what the sample took, all its processes together.
    """

    load: CallOutcome | None
    results: tuple[CallOutcome, ...]
    cpu_seconds: float
    wall_seconds: float


@frozen(slots=True)
class SandboxCall:
    """One call. `payload`: its arguments as `guest/sample.py` reads them. `names`: those of numpy that it needs."""

    payload: bytes
    names: frozenset[str] = frozenset()


@lru_cache(maxsize=MOST_KEPT)
def call_of(text: str) -> SandboxCall:
    """The call with the arguments that a text has: a tuple of literals and of the names in `guest.sample.NAMES` and
    `NUMPY_NAMES`. Raises InputError for a text that is no Python or uses other names."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        if unknown := names - sample.NAMES.keys() - set(sample.NUMPY_NAMES):
            raise NameError(", ".join(sorted(unknown)))
        # Marshalled, a literal is read in the guest without its parser, which most of the time of a small call would go
        # to.
        if not names and (value := _plain(tree)) is not None:
            return SandboxCall(sample.MARSHALLED + marshal.dumps(value, MARSHAL_VERSION))
    except (NameError, SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise InputError(f"these calls are not Python: {f'{type(error).__name__}: {error}'[:500]}") from error
    payload = sample.TEXT + text.strip().encode("utf-8", "surrogatepass")
    return SandboxCall(payload, frozenset(names - sample.NAMES.keys()))


def call_with(arguments: tuple[Any, ...], text: str) -> SandboxCall:
    """The call with these arguments, which `text` stands for: faster than from the text alone."""
    if "{" not in text and "set(" not in text:  # the order of a set is that of its hashes
        try:
            return SandboxCall(sample.MARSHALLED + marshal.dumps(arguments, MARSHAL_VERSION))
        except ValueError:
            pass  # no plain value: the process has to evaluate it
    return call_of(text)


def _plain(tree: ast.Expression) -> tuple[Any, ...] | None:
    """The tuple that an expression is, None where the process has to evaluate it: the order of a set is that of
    its hashes."""
    if any(isinstance(node, ast.Set) for node in ast.walk(tree)):
        return None
    try:
        value = ast.literal_eval(tree)
    except (ValueError, TypeError):
        return None
    return value if isinstance(value, tuple) else None
