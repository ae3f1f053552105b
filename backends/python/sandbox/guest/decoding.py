"""Reads values that foreign code wrote: anything may be in these bytes.

The format is that of `encoding.py`. Whatever the bytes are, reading them takes time and memory proportional to
their number, calls nothing of theirs, and ends in a value or in `Malformed`. Its own format, because `pickle` runs
code and `marshal` crashes on such bytes.
"""

import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from .encoding import MAX_DEPTH, MAX_TEXT

MAX_CONTAINERS = 1 << 18
"""An empty set takes 5 bytes here and 216 in memory."""
MAX_EQUAL_HASHES = 64
"""Elements of a set that hash alike are compared with each other: with many, reading takes quadratic time."""

_COUNT = struct.Struct("<I")
_FLOAT = struct.Struct("<d")
_COMPLEX = struct.Struct("<dd")


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value that is no plain data, such as a `re.Match`: the qualified name of its type, and its text
    (truncated, and chosen by the code that ran)."""

    type: str
    text: str


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
        read = _READERS.get(self.data[self.position : self.position + 1])
        if read is None:
            raise Malformed(f"no value at byte {self.position}")
        self.position += 1
        return read(self, depth)

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
        text = self.value(MAX_DEPTH)
        if not isinstance(text, str) or len(text) > MAX_TEXT:
            raise Malformed("an invalid description")
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

    def packed(self, letter: str, depth: int) -> tuple[object, ...]:
        count = self.count(depth)
        return struct.unpack(f"<{count}{letter}", self.take(8 * count))

    def mapping(self, depth: int) -> dict[object, object]:
        keys, values = [], []
        for _ in range(self.count(depth)):
            keys.append(self.value(depth + 1))
            values.append(self.value(depth + 1))
        return dict(zip(self.distinct(keys), values, strict=True))

    def distinct(self, elements: list[object]) -> list[object]:
        """The elements, if they can be those of a set."""
        if len(elements) == 0:
            return elements
        try:
            hashes = Counter(map(hash, elements))
        except TypeError as error:
            raise Malformed(str(error)) from None
        if max(hashes.values()) > MAX_EQUAL_HASHES:
            raise Malformed("too many elements with one hash")
        if len(set(elements)) != len(elements):
            raise Malformed("an element that occurs twice")
        return elements


_READERS: dict[bytes, Callable[[_Decoder, int], object]] = {
    b"N": lambda decoder, depth: None,
    b"T": lambda decoder, depth: True,
    b"F": lambda decoder, depth: False,
    b"i": lambda decoder, depth: int.from_bytes(decoder.sized(), "little", signed=True),
    b"f": lambda decoder, depth: _FLOAT.unpack(decoder.take(8))[0],
    b"c": lambda decoder, depth: complex(*_COMPLEX.unpack(decoder.take(16))),
    b"s": lambda decoder, depth: decoder.text(decoder.sized()),
    b"b": lambda decoder, depth: decoder.sized(),
    b"o": lambda decoder, depth: Opaque(decoder.description(), decoder.description()),
    b"[": lambda decoder, depth: decoder.elements(depth),
    b"(": lambda decoder, depth: tuple(decoder.elements(depth)),
    b"q": lambda decoder, depth: list(decoder.packed("q", depth)),
    b"Q": lambda decoder, depth: decoder.packed("q", depth),
    b"d": lambda decoder, depth: list(decoder.packed("d", depth)),
    b"D": lambda decoder, depth: decoder.packed("d", depth),
    b"<": lambda decoder, depth: set(decoder.distinct(decoder.elements(depth))),
    b">": lambda decoder, depth: frozenset(decoder.distinct(decoder.elements(depth))),
    b"{": lambda decoder, depth: decoder.mapping(depth),
}
