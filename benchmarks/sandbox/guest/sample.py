"""Foreign code, loaded and called; its outputs as frames on a pipe. Runs in a process of its own, which then ends.

A frame is the number of the call (`LOADING` for the module body), a kind, the length of what follows, and that: a
value, or the list [class name, names of the bases, message], as `encoding` writes them. No verdict is made here:
the expected outputs are in another process, so that code which writes frames of its own has only returned a value.
"""

import errno
import math
import os
import struct
import sys
import types
from array import array
from collections import UserList, UserString, deque
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from types import CodeType
from typing import Any

from .encoding import Encoder, TooLarge, Unserialisable, name_of, qualified_name

FRAME = struct.Struct("<IBI")
LOADING = 0xFFFFFFFF
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
"""What the text of a call may use beside literals: the names of `replay/worker.py`."""
NUMPY_NAMES = ("int64", "float64", "bool_")
"""And these of numpy, where it is installed."""
MAX_TEXT = 300
MAX_BASES = 12


class Output:
    """Frames on a pipe, of at most `limit` bytes of values."""

    def __init__(self, pipe: int, limit: int) -> None:
        self.pipe, self.rest = pipe, limit

    def write(self, call: int, kind: int, payload: bytes = b"") -> None:
        data = memoryview(FRAME.pack(call, kind, len(payload)) + payload)
        while data:
            data = data[os.write(self.pipe, data) :]

    def value(self, call: int, value: object) -> None:
        """Write what a call returned."""
        try:
            payload = Encoder(self.rest).encode(value)
        except TooLarge:
            self.failure(call, OUTPUT, message=f"more than {self.rest} bytes")
        except MemoryError as error:
            self.failure(call, MEMORY, error)
        except Unserialisable as error:
            self.failure(call, UNSERIALISABLE, message=str(error))
        except Exception as error:
            self.failure(call, UNSERIALISABLE, error)
        else:
            self.rest -= len(payload)
            self.write(call, VALUE, payload)

    def failure(self, call: int, kind: int, error: BaseException | None = None, message: str = "") -> None:
        """Write why there is no value."""
        name, bases = "", []
        if error is not None:
            name, message = name_of(type(error)), _message(error)
            bases = [qualified_name(base) for base in type.mro(type(error))[:MAX_BASES]]
        lines = [_line(name), [_line(base) for base in bases], _line(message)]
        self.write(call, kind, Encoder(1 << 20).encode(lines))


def run(source: str, entry_point: str, calls: Sequence[CodeType], first: int, output: Output) -> None:
    """Load the code and run the calls from number `first` on."""
    function = _load(source, entry_point, output)
    if function is None:
        return
    output.write(LOADING, LOADED)
    for index, call in enumerate(calls[first:], first):
        try:
            arguments = eval(call, dict(NAMES))
        except MemoryError as error:
            output.failure(index, MEMORY, error)
            continue
        try:
            value = function(*arguments)
        except MemoryError as error:
            output.failure(index, MEMORY, error)
        except BaseException as error:  # SystemExit and KeyboardInterrupt of foreign code are results too
            output.failure(index, FORBIDDEN if _by_the_kernel(error) else RAISED, error)
        else:
            output.value(index, value)


def _load(source: str, entry_point: str, output: Output) -> Callable[..., Any] | None:
    module = types.ModuleType("candidate")
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, "candidate.py", "exec", dont_inherit=True), module.__dict__)
    except MemoryError as error:
        output.failure(LOADING, MEMORY, error)
        return None
    except BaseException as error:
        output.failure(LOADING, NOT_LOADABLE, error)
        return None
    function = module.__dict__.get(entry_point)
    if not callable(function):
        output.failure(LOADING, NOT_LOADABLE, message=f"defines no function {entry_point}")
        return None
    return function


def _by_the_kernel(error: BaseException) -> bool:
    """Whether the interpreter raised this because a system call was forbidden. A program that makes the same exception
    only gives up its own."""
    return type(error) is PermissionError and error.errno in (errno.EPERM, errno.EACCES)


def _message(error: BaseException) -> str:
    try:
        return str.__str__(str(error))  # str may return an instance of a subclass
    except BaseException as another:
        return f"its text raises {name_of(type(another))}"


def _line(text: str) -> str:
    """One short line that can be printed anywhere."""
    return ascii(text[:MAX_TEXT])[1:-1]
