"""Foreign code, loaded and called; its outputs as frames on a pipe. Runs in a process of its own, which then ends.

Source and calls come through a pipe that this process alone reads, each call when the one before has been answered:
there is nothing here that this program is not to see, and nothing yet of what it will be asked.

A frame is the number of the call (`LOADING` for the module body), a kind, the length of what follows, and that: a
value, or the list [class name, names of the bases, message, lines, whether another exception was being handled], as
`encoding` writes them. No verdict is made here:
the expected outputs are in another process, so that code which writes frames of its own has only returned a value.
"""

import errno
import marshal
import math
import os
import struct
import sys
import types
from array import array
from collections import UserList, UserString, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .elsewhere import move_elsewhere
from .encoding import Encoder, TooLarge, Unserialisable, name_of, qualified_name

FRAME = struct.Struct("<IBI")
LENGTH = struct.Struct("<I")
CHUNK = 1 << 16  # bytes that are read at once: what a pipe holds (pipe(7))
MARSHALLED, TEXT = b"m", b"t"
"""How a call is written: its arguments by marshal (plain values only), or as text. Marshal crashes on hostile bytes;
these are the supervisor's."""
LOADING = 0xFFFFFFFF  # in the place of the number of a call: the last one that a frame can have
LOADED, VALUE, RAISED, MEMORY, UNSERIALISABLE, OUTPUT, NOT_LOADABLE, FORBIDDEN = range(8)
NAMES: dict[str, Any] = {
    "inf": math.inf,
    "nan": math.nan,
    "set": set,
    "frozenset": frozenset,
    "float": float,
    "complex": complex,
    "range": range,
    "Fraction": Fraction,
    "Decimal": Decimal,
    "deque": deque,
    "array": array,
    "UserString": UserString,
    "UserList": UserList,
}
"""What the text of a call may use beside literals: the names of `replay/guest/literals.py`."""
NUMPY_NAMES = ("int64", "float64", "bool_")
"""And these of numpy, where it is installed."""
MAX_LINES = 8
"""Calls of which the line is told where an exception came about: a check is not many calls away."""
FILE = "candidate.py"
"""The name of the program's file, in tracebacks."""
MAX_TEXT = 300
"""Characters of a message, and of the name of a class. An exception may have a text of any size."""
MAX_BASES = 12
"""Classes of an exception that are named: itself and the last ones, where Python's own are, by which most refusals are
recognised. A program may write any number of them."""


class Output:
    """Frames on a pipe, each of a value of at most `limit` bytes."""

    def __init__(self, pipe: int, limit: int) -> None:
        self.pipe, self.limit = pipe, limit

    def write(self, call: int, kind: int, payload: bytes = b"") -> None:
        data = memoryview(FRAME.pack(call, kind, len(payload)) + payload)
        while data:
            data = data[os.write(self.pipe, data) :]

    def value(self, call: int, value: object) -> None:
        """Write what a call returned."""
        try:
            payload = Encoder(self.limit).encode(value)
        except TooLarge:
            self.failure(call, OUTPUT, message=f"more than {self.limit} bytes")
        except MemoryError as error:
            self.failure(call, MEMORY, error)
        except Unserialisable as error:
            self.failure(call, UNSERIALISABLE, message=str(error))
        except Exception as error:
            self.failure(call, UNSERIALISABLE, error)
        else:
            self.write(call, VALUE, payload)

    def failure(self, call: int, kind: int, error: BaseException | None = None, message: str = "") -> None:
        """Write why there is no value."""
        name, bases = "", []
        if error is not None:
            name, message = name_of(type(error)), _message(error)
            own, *inherited = type.mro(type(error))
            bases = [qualified_name(base) for base in (own, *inherited[1 - MAX_BASES :])]
        lines = [_line(name), [_line(base) for base in bases], _line(message)]
        self.write(call, kind, Encoder(1 << 20).encode([*lines, *_origin(error)]))


class Requests:
    """What the supervisor sends to the process of a sample, one after the other: the source with the name of its
    function, then calls, each only when the one before has been answered. Nobody else reads this pipe."""

    def __init__(self, pipe: int) -> None:
        self.pipe = pipe

    def source(self) -> tuple[str, str, bool]:
        """The text of the module, the entry point, and whether it runs elsewhere. Raises EOFError."""
        source, entry_point, elsewhere = marshal.loads(self._next())
        return source, entry_point, elsewhere

    def call(self) -> bytes | None:
        """The next call; None when there will be none."""
        try:
            return self._next()
        except EOFError:
            return None

    def _next(self) -> bytes:
        data = os.read(self.pipe, CHUNK)
        if len(data) < LENGTH.size:
            if not data:
                raise EOFError
            data += self._exactly(LENGTH.size - len(data))
        (size,) = LENGTH.unpack_from(data)
        if len(data) < LENGTH.size + size:
            data += self._exactly(LENGTH.size + size - len(data))
        return data[LENGTH.size :]

    def _exactly(self, count: int) -> bytes:
        parts = []
        while count:
            parts.append(os.read(self.pipe, min(CHUNK, count)))
            if not parts[-1]:
                raise EOFError
            count -= len(parts[-1])
        return b"".join(parts)


def run(requests: Requests, output: Output) -> None:
    """Load the code that is sent and run the calls that are."""
    function = _load(*requests.source(), output)
    if function is None:
        return
    output.write(LOADING, LOADED)
    index = 0
    while (request := requests.call()) is not None:
        _call(function, request, index, output)
        index += 1


def _call(function: Callable[..., Any], request: bytes, index: int, output: Output) -> None:
    try:
        arguments = arguments_of(request)
    except MemoryError as error:
        output.failure(index, MEMORY, error)
        return
    try:
        value = function(*arguments)
    except MemoryError as error:
        output.failure(index, MEMORY, error)
    except BaseException as error:  # SystemExit and KeyboardInterrupt of foreign code are results too
        output.failure(index, FORBIDDEN if _by_the_kernel(error) else RAISED, error)
    else:
        output.value(index, value)


def arguments_of(request: bytes) -> tuple[Any, ...]:
    """The arguments of a call, as it was sent."""
    arguments: tuple[Any, ...]
    if request[:1] == MARSHALLED:
        arguments = marshal.loads(request[1:])
        return arguments
    # Numbers of tests may have more digits than Python reads by default; the program itself keeps the default.
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        arguments = eval(request[1:].decode("utf-8", "surrogatepass"), dict(NAMES))
    finally:
        sys.set_int_max_str_digits(digits)
    return arguments


def _load(source: str, entry_point: str, elsewhere: bool, output: Output) -> Callable[..., Any] | None:
    if elsewhere:
        move_elsewhere()
    # Not `__main__`: what stands below `if __name__ == "__main__":` is not run, as EvalPlus does not run it. It is
    # registered, since dataclasses and pickle look up the module of a class.
    module = types.ModuleType("candidate")
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, FILE, "exec", dont_inherit=True), module.__dict__)
    except MemoryError as error:
        output.failure(LOADING, MEMORY, error)
        return None
    except BaseException as error:
        output.failure(LOADING, NOT_LOADABLE, error)
        return None
    function: Callable[..., Any] | None = module.__dict__.get(entry_point)
    if not callable(function):
        output.failure(LOADING, NOT_LOADABLE, message=f"defines no function {entry_point}")
        return None
    return function


def _by_the_kernel(error: BaseException) -> bool:
    """Whether the interpreter raised this because a system call was forbidden. A program that makes the same exception
    only gives up its own."""
    return type(error) is PermissionError and error.errno in (errno.EPERM, errno.EACCES)


def _origin(error: BaseException | None) -> tuple[list[int], bool]:
    """The lines of the program at which an exception came about, of the innermost calls; and whether that was while
    another exception was handled."""
    lines: list[int] = []
    trace = None if error is None else error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            lines = [*lines[1 - MAX_LINES :], trace.tb_lineno or 0]
        trace = trace.tb_next
    return lines, error is not None and error.__context__ is not None


def _message(error: BaseException) -> str:
    try:
        return str.__str__(str(error))  # str may return an instance of a subclass
    except BaseException as another:
        return f"its text raises {name_of(type(another))}"


def _line(text: str) -> str:
    """One short line that can be printed anywhere."""
    return ascii(text[:MAX_TEXT])[1:-1]
