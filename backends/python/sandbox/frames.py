"""Reads the frames that a sample's process writes: see `guest/sample.py`. Anything may be in these bytes."""

from typing import cast

from .guest import sample
from .guest.decoding import Malformed, decode
from .protocol import CallOutcome, SandboxOutcome

_KINDS: dict[int, SandboxOutcome] = {
    sample.RAISED: "raised",
    sample.MEMORY: "memory",
    sample.UNSERIALISABLE: "unserialisable",
    sample.OUTPUT: "output",
    sample.NOT_LOADABLE: "not loadable",
    sample.FORBIDDEN: "forbidden",
}
LOADED = CallOutcome("value")
MOST_SAID = 1 << 16
"""Bytes of a frame without a value: a message, with the names of classes."""
HEADER = sample.FRAME.size


class FrameReader:
    """Takes bytes in, says what became of the loading of the code, and then of each call, in this order."""

    def __init__(self, limit: int) -> None:
        """`limit`: bytes of one value."""
        self.limit = limit
        self.rest = b""
        self._parts: list[bytes] = []
        self._missing = 0
        self.due = sample.LOADING

    def feed(self, data: bytes) -> CallOutcome | None:
        """What the frame says that is complete with these bytes, None while it is not. Values are left as bytes. Raises
        Malformed for what no honest process writes."""
        if self._missing > len(data):  # in the middle of a large one: joined only once
            self._parts.append(data)
            self._missing -= len(data)
            return None
        data = b"".join((*self._parts, data)) if self._parts else data
        self._parts.clear()
        self._missing = 0
        if self.rest:
            data = self.rest + data
            self.rest = b""
        if len(data) < HEADER:
            self.rest = data
            return None
        call, kind, size = sample.FRAME.unpack_from(data)
        if call != self.due:
            raise Malformed("frames out of order")
        if size > (self.limit if kind == sample.VALUE and call != sample.LOADING else MOST_SAID):
            raise Malformed("a frame that is too long")
        end = HEADER + size
        if len(data) < end:
            self._parts, self._missing = [data], end - len(data)
            return None
        self.rest = data[end:]
        return self._outcome(kind, data[HEADER:end])

    def _outcome(self, kind: int, payload: bytes) -> CallOutcome:
        loading, self.due = self.due == sample.LOADING, (self.due + 1) & sample.LOADING
        if loading:
            return LOADED if kind == sample.LOADED else _failure(kind, payload)
        if kind == sample.VALUE:
            return CallOutcome("value", encoded=payload)
        return _failure(kind, payload)


def decoded(outcome: CallOutcome) -> CallOutcome:
    """An outcome with its value, where it has one that can be read."""
    if outcome.kind != "value":
        return outcome
    try:
        return CallOutcome("value", value=decode(outcome.encoded), encoded=outcome.encoded)
    except Malformed as error:
        return CallOutcome("unserialisable", message=str(error))


def _failure(kind: int, payload: bytes) -> CallOutcome:
    match decode(payload):
        case [str(name), list(bases), str(message)] if all(isinstance(base, str) for base in bases):
            lines = (name, *cast("list[str]", bases), message)
            if kind in _KINDS and all(len(line) <= 12 * sample.MAX_TEXT and line.isascii() for line in lines):
                return CallOutcome(_KINDS[kind], exception=name, mro=tuple(lines[1:-1]), message=message)
    raise Malformed("a frame that says nothing known")
