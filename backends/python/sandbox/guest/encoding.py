"""Values as bytes: what comes out of the sandbox. Read by `decoding.py`, which trusts nothing of it.

A value is a tag of one byte and what it needs; all numbers are little-endian, every length and count is 32 bits:

| tag | value | then |
|---|---|---|
| `N` `T` `F` | None, True, False | |
| `i` | int | length, two's complement |
| `f` | float | 8 bytes IEEE 754 |
| `c` | complex | two floats |
| `s` `b` | str, bytes | length, bytes (UTF-8, surrogates kept) |
| `[` `(` | list, tuple | count, elements |
| `q` `Q` | list, tuple of at least `PACKED` ints of 64 bits | count, 8 bytes each |
| `d` `D` | list, tuple of at least `PACKED` floats, none of them NaN | count, 8 bytes each |
| `<` `>` | set, frozenset | count, elements sorted by their bytes |
| `{` | dict | count, keys and values in order |
| `o` | anything else | a str (its type), a str (its text) |

Only the exact builtin types are looked at: methods that a subclass overrides are never called, so that a value
cannot pretend to be another. Example: for ``class Five(int)`` with ``__eq__``, ``__int__`` and ``__repr__`` of its own
what is written is the number that `int.__int__` finds in the object, as for any int.

Invariant: what is equal and of one builtin type has the same bytes in every process: sets are sorted by the bytes of
their elements, NaN has one form, and addresses are cut from texts.
"""

import builtins
import math
import re
import struct
import sys
from collections.abc import Callable, Iterable
from typing import Any

MAX_DEPTH = 100
"""Containers inside each other: writing and reading them recurses. A value with more is *unserialisable*."""
PACKED = 8
"""Elements from which on one block of eight bytes each is written, and no tag for each. Chosen, not measured."""
MAX_TEXT = 200
"""Characters of a type's name and of the text of an opaque value."""

_COUNT = struct.Struct("<I")
_FLOAT = struct.Struct("<d")
_NAN = _FLOAT.pack(math.nan)


_NAME: Callable[[type], str] = type.__dict__["__name__"].__get__
_MODULE: Callable[[type], object] = type.__dict__["__module__"].__get__
_ADDRESS = re.compile(" at 0x[0-9a-f]+")


class Unserialisable(Exception):
    """The value cannot be written; the argument says why."""


class TooLarge(Exception):
    """The value takes more bytes than are allowed."""


class Encoder:
    """Writes one value of at most `limit` bytes.

    They are one growing array: a list of the bytes of each element would take five times as much memory.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self.data = bytearray()

    def encode(self, value: object) -> bytes:
        """The bytes of a value. Raises TooLarge, Unserialisable, and what the value itself may raise."""
        self._value(value, 0)
        return bytes(self.data)

    def _put(self, part: bytes) -> None:
        self.size += len(part)
        if self.size > self.limit:
            raise TooLarge
        self.data += part

    def _sized(self, tag: bytes, data: bytes) -> None:
        self._put(tag + _COUNT.pack(len(data)) + data)

    def _value(self, value: Any, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise Unserialisable(f"nested deeper than {MAX_DEPTH}, or cyclic")
        # `type(value)` and `type.mro` cannot be overridden, `value.__class__` and `isinstance` can: an instance of a
        # subclass is written as what the builtin part of it holds.
        for base in type.mro(type(value)):
            if write := _WRITERS.get(base):
                write(self, value, depth)
                return
        if (number := _numpy_number(value)) is not None:
            self._value(number, depth)
            return
        self._put(b"o")
        self._sized(b"s", _text(qualified_name(type(value))))
        self._sized(b"s", _text(_description(value)))

    def _none(self, value: None, depth: int) -> None:
        self._put(b"N")

    def _bool(self, value: bool, depth: int) -> None:
        self._put(b"T" if value else b"F")

    def _int(self, value: int, depth: int) -> None:
        number = int.__int__(value)
        self._sized(b"i", number.to_bytes((number.bit_length() + 8) // 8, "little", signed=True))

    def _float(self, value: float, depth: int) -> None:
        self._put(b"f" + _float_bytes(float.__float__(value)))

    def _complex(self, value: complex, depth: int) -> None:
        real, imaginary = complex.real.__get__(value), complex.imag.__get__(value)
        self._put(b"c" + _float_bytes(real) + _float_bytes(imaginary))

    def _str(self, value: str, depth: int) -> None:
        self._sized(b"s", str.encode(value, "utf-8", "surrogatepass"))

    def _bytes(self, value: bytes, depth: int) -> None:
        self._sized(b"b", bytes.__getitem__(value, slice(None)))

    def _list(self, value: list[Any], depth: int) -> None:
        self._sequence(b"[qd", list(list.__iter__(value)), depth)

    def _tuple(self, value: tuple[Any, ...], depth: int) -> None:
        self._sequence(b"(QD", list(tuple.__iter__(value)), depth)

    def _sequence(self, tags: bytes, elements: list[Any], depth: int) -> None:
        count = _COUNT.pack(len(elements))
        if len(elements) >= PACKED and (packed := _packed(elements)):
            letter, data = packed
            self._put(tags[letter : letter + 1] + count + data)
            return
        self._put(tags[:1] + count)
        for element in elements:
            self._value(element, depth + 1)

    def _dict(self, value: dict[Any, Any], depth: int) -> None:
        self._put(b"{" + _COUNT.pack(dict.__len__(value)))
        for key, item in dict.items(value):
            self._value(key, depth + 1)
            self._value(item, depth + 1)

    def _set(self, value: set[Any], depth: int) -> None:
        self._unordered(b"<", set.__iter__(value), depth)

    def _frozenset(self, value: frozenset[Any], depth: int) -> None:
        self._unordered(b">", frozenset.__iter__(value), depth)

    def _unordered(self, tag: bytes, elements: Iterable[Any], depth: int) -> None:
        # The order of a set is that of hashes, which differ between processes: the elements are written apart, and
        # their bytes sorted. What each takes still counts towards the limit, in `_put`.
        outer, encoded = self.data, []
        for element in elements:
            self.data = bytearray()
            self._value(element, depth + 1)
            encoded.append(bytes(self.data))
        self.data = outer
        self.data += tag + _COUNT.pack(len(encoded)) + b"".join(sorted(encoded))


_WRITERS: dict[type, Callable[[Encoder, Any, int], None]] = {
    type(None): Encoder._none,
    bool: Encoder._bool,
    int: Encoder._int,
    float: Encoder._float,
    complex: Encoder._complex,
    str: Encoder._str,
    bytes: Encoder._bytes,
    list: Encoder._list,
    tuple: Encoder._tuple,
    dict: Encoder._dict,
    set: Encoder._set,
    frozenset: Encoder._frozenset,
}


def _packed(elements: list[Any]) -> tuple[int, bytes] | None:
    """Numbers of one kind, many at once: which kind (1 for int, 2 for float), and the bytes."""
    kinds = set(map(type, elements))
    if kinds == {int} and min(elements) >= -(1 << 63) and max(elements) < 1 << 63:
        return 1, struct.pack(f"<{len(elements)}q", *elements)
    if kinds == {float} and not any(map(math.isnan, elements)):
        return 2, struct.pack(f"<{len(elements)}d", *elements)
    return None


def name_of(kind: type) -> str:
    """The name of a class, whatever its metaclass says."""
    return str(_NAME(kind))


def qualified_name(kind: type) -> str:
    """The name of a class: plain only for the builtin classes themselves, whatever another calls itself."""
    name, module = name_of(kind), _MODULE(kind)
    if vars(builtins).get(name) is kind:
        return name
    return f"{module}.{name}" if type(module) is str else f"?.{name}"


def _float_bytes(number: float) -> bytes:
    return _NAN if number != number else _FLOAT.pack(number)


def _text(text: str) -> bytes:
    return str.encode(text[:MAX_TEXT], "utf-8", "surrogatepass")


def _description(value: object) -> str:
    try:
        return _ADDRESS.sub("", str.__str__(repr(value))[: 2 * MAX_TEXT])
    except Exception as error:
        return f"its repr raises {type(error).__name__}"


def _numpy_number(value: Any) -> object:
    """The Python number (or text) of a numpy scalar; None for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.generic):
        return None
    item = value.item()
    return item if type(item) in _WRITERS else None
