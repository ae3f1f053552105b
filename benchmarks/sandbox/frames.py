"""Reads the frames that a sample's process writes: see `guest/sample.py`. Anything may be in these bytes."""

from collections.abc import Iterator
from typing import cast

from attrs import frozen

from .decoding import Malformed, decode
from .guest import sample
from .protocol import CallOutcome, Outcome

_KINDS: dict[int, Outcome] = {
    sample.RAISED: "raised",
    sample.MEMORY: "memory",
    sample.UNSERIALISABLE: "unserialisable",
    sample.OUTPUT: "output",
    sample.NOT_LOADABLE: "not loadable",
    sample.FORBIDDEN: "forbidden",
}
LOADED = CallOutcome("value")
OVERHEAD = 1 << 16
"""Bytes of a frame beside a value: its header, or a message with the names of classes."""


@frozen(slots=True)
class Frame:
    """What became of a call (its number), or of loading the code (None)."""

    call: int | None
    outcome: CallOutcome


class FrameReader:
    """Takes bytes in, gives frames out. Raises Malformed for what no honest process writes."""

    def __init__(self, first: int, calls: int, limit: int, decoded: bool = True) -> None:
        """`first`: the number of the first call; `calls`: the number of all. `limit`: bytes of all values
        together. `decoded`: whether values are decoded, or left as bytes that may be no value at all."""
        self.calls = calls
        self.limit = limit
        self.decoded = decoded
        self.rest = bytearray()
        self.expected: int | None = None
        self.first = first

    def feed(self, data: bytes) -> Iterator[Frame]:
        """The frames that are complete with these bytes."""
        self.rest += data
        position, header = 0, sample.FRAME.size
        try:
            while len(self.rest) - position >= header:
                call, kind, size = sample.FRAME.unpack_from(self.rest, position)
                if size > self.limit + OVERHEAD:
                    raise Malformed("a frame that is too long")
                if len(self.rest) - position < header + size:
                    return
                payload = bytes(self.rest[position + header : position + header + size])
                position += header + size
                yield self._frame(call, kind, payload)
        finally:
            del self.rest[:position]

    def _frame(self, call: int, kind: int, payload: bytes) -> Frame:
        if call != (sample.LOADING if self.expected is None else self.expected):
            raise Malformed("frames out of order")
        if self.expected == self.calls:
            raise Malformed("more frames than calls")
        if self.expected is None:
            self.expected = self.first
            return Frame(None, LOADED if kind == sample.LOADED else _failure(kind, payload))
        self.expected += 1
        if kind == sample.VALUE:
            self.limit -= len(payload)
            return Frame(call, _value(payload) if self.decoded else CallOutcome("value", encoded=payload))
        return Frame(call, _failure(kind, payload))


def _value(payload: bytes) -> CallOutcome:
    try:
        return CallOutcome("value", value=decode(payload), encoded=payload)
    except Malformed as error:
        return CallOutcome("unserialisable", message=str(error))


def _failure(kind: int, payload: bytes) -> CallOutcome:
    match decode(payload):
        case [str(name), list(bases), str(message)] if all(isinstance(base, str) for base in bases):
            lines = (name, *cast("list[str]", bases), message)
            if kind in _KINDS and all(len(line) <= 12 * sample.MAX_TEXT and line.isascii() for line in lines):
                return CallOutcome(_KINDS[kind], exception=name, mro=tuple(lines[1:-1]), message=message)
    raise Malformed("a frame that says nothing known")
