"""Reads values that foreign code wrote: anything may be in these bytes.

The format is that of `guest/encoding.py`. Whatever the bytes are, reading them takes time and memory proportional to
their number, calls nothing of theirs, and ends in a value or in `Malformed`. Its own format, because `pickle` runs
code and `marshal` crashes on such bytes.
"""

import struct
from collections import Counter
from collections.abc import Hashable

from .guest.encoding import MAX_DEPTH, MAX_TEXT
from .protocol import Opaque

MAX_CONTAINERS = 1 << 18
"""An empty set takes 5 bytes here and 216 in memory."""
MAX_EQUAL_HASHES = 64
"""Elements of a set that hash alike are compared with each other: with many, reading takes quadratic time."""

_COUNT = struct.Struct("<I")
_FLOAT = struct.Struct("<d")
_COMPLEX = struct.Struct("<dd")


class Malformed(ValueError):
    """Bytes that no honest encoder writes."""


def decode(data: bytes) -> object:
    """The one value that is written in `data`. Raises Malformed."""
    decoder = _Decoder(data)
    value = decoder.value(0)
    if decoder.position != len(data):
        raise Malformed("bytes after the value")
    return value


class _Decoder:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0
        self.containers = 0

    def value(self, depth: int) -> object:
        match self.take(1):
            case b"N":
                return None
            case b"T":
                return True
            case b"F":
                return False
            case b"i":
                return int.from_bytes(self.sized(), "little", signed=True)
            case b"f":
                return _FLOAT.unpack(self.take(8))[0]
            case b"c":
                return complex(*_COMPLEX.unpack(self.take(16)))
            case b"s":
                return self.text(self.sized())
            case b"b":
                return self.sized()
            case b"o":
                return Opaque(self.description(), self.description())
            case b"[":
                return self.elements(depth)
            case b"(":
                return tuple(self.elements(depth))
            case b"<":
                return set(self.distinct(self.elements(depth)))
            case b">":
                return frozenset(self.distinct(self.elements(depth)))
            case b"{":
                return self.mapping(depth)
            case tag:
                raise Malformed(f"no such tag: {tag!r}")

    def take(self, count: int) -> bytes:
        end = self.position + count
        if end > len(self.data):
            raise Malformed("the bytes end within a value")
        part = self.data[self.position : end]
        self.position = end
        return part

    def sized(self) -> bytes:
        return self.take(_COUNT.unpack(self.take(4))[0])

    def text(self, data: bytes) -> str:
        try:
            return data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise Malformed(str(error)) from None

    def description(self) -> str:
        text = self.text(self.sized()) if self.take(1) == b"s" else ""
        if len(text) > MAX_TEXT:
            raise Malformed("a description that is too long")
        return text

    def count(self, depth: int) -> int:
        """How many elements follow. Each takes a byte at least."""
        count: int = _COUNT.unpack(self.take(4))[0]
        self.containers += 1
        if depth >= MAX_DEPTH and count:
            raise Malformed("nested too deep")
        if self.containers > MAX_CONTAINERS:
            raise Malformed("too many containers")
        if count > len(self.data) - self.position:
            raise Malformed("more elements than bytes")
        return count

    def elements(self, depth: int) -> list[object]:
        return [self.value(depth + 1) for _ in range(self.count(depth))]

    def mapping(self, depth: int) -> dict[object, object]:
        keys, values = [], []
        for _ in range(self.count(depth)):
            keys.append(self.value(depth + 1))
            values.append(self.value(depth + 1))
        return dict(zip(self.distinct(keys), values, strict=True))

    def distinct(self, elements: list[object]) -> list[object]:
        """The elements, if they can be those of a set."""
        if not all(isinstance(element, Hashable) for element in elements):
            raise Malformed("an element that has no hash")
        try:
            hashes = Counter(map(hash, elements))
        except TypeError as error:
            raise Malformed(str(error)) from None
        if hashes and max(hashes.values()) > MAX_EQUAL_HASHES:
            raise Malformed("too many elements with one hash")
        if len(set(elements)) != len(elements):
            raise Malformed("an element that occurs twice")
        return elements
