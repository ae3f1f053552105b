"""What the process of a sample writes, read by who trusts none of it."""

import pytest

from specassay.backends.python.sandbox import session
from specassay.backends.python.sandbox.guest import sample
from specassay.backends.python.sandbox.guest.decoding import Malformed
from specassay.backends.python.sandbox.guest.encoding import Encoder
from specassay.backends.python.sandbox.session import MOST_SAID, FrameReader, decoded

LOADED = sample.FRAME.pack(sample.LOADING, sample.LOADED, 0)


def frame(call: int, kind: int, payload: bytes) -> bytes:
    return sample.FRAME.pack(call, kind, len(payload)) + payload


def value(call: int, of: object) -> bytes:
    return frame(call, sample.VALUE, Encoder(1 << 16).encode(of))


def read(written: bytes) -> None:
    """Let a reader take the bytes one by one."""
    reader = FrameReader(1 << 16)
    for start in range(len(written) + 64):
        reader.feed(written[start : start + 1])


def test_frames_are_the_same_however_the_pipe_cuts_them() -> None:
    written = LOADED + value(0, [1, "two"]) + value(1, None)
    for step in (1, 7, len(written)):
        reader, found = FrameReader(1 << 16), []
        for start in range(0, len(written), step):
            outcome = reader.feed(written[start : start + step])
            while outcome is not None:
                found.append(outcome)
                outcome = reader.feed(b"")
        assert found[0] is session.LOADED
        assert [decoded(each).value for each in found[1:]] == [[1, "two"], None]


@pytest.mark.parametrize(
    "written",
    [
        value(0, 1),  # before the code is loaded
        LOADED + value(1, 1),  # the first call left out
        LOADED + value(0, 1) + value(0, 1),  # a second answer
        LOADED + sample.FRAME.pack(0, sample.VALUE, 1 << 20),  # more than the limit of a value
        LOADED + sample.FRAME.pack(0, sample.RAISED, MOST_SAID + 1),
        LOADED + frame(0, sample.LOADED, Encoder(99).encode(["E", [], ""])),  # it is loaded already
        LOADED + frame(0, sample.RAISED, Encoder(99).encode("no list")),
        LOADED + frame(0, sample.RAISED, Encoder(99).encode(["\x1b[2J", [], ""])[:-1] + b"\xff"),
    ],
)
def test_what_no_honest_process_writes_is_malformed(written: bytes) -> None:
    with pytest.raises(Malformed):
        read(written)


def test_a_value_that_cannot_be_read_is_no_value() -> None:
    reader = FrameReader(1 << 16)
    reader.feed(LOADED)
    outcome = reader.feed(frame(0, sample.VALUE, b"?"))
    assert outcome is not None
    assert decoded(outcome).kind == "unserialisable"
