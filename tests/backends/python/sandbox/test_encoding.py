"""Values as bytes: what is written is read, and whatever else is read does no harm."""

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.backends.python.sandbox.guest.decoding import Malformed, Opaque, decode
from specassay.backends.python.sandbox.guest.encoding import Encoder, TooLarge, Unserialisable

LIMIT = 1 << 20
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**300), 2**300)
    | st.floats(allow_nan=False)
    | st.complex_numbers(allow_nan=False)
    | st.text(st.characters(exclude_categories=()))
    | st.binary()
)
HASHABLE = st.recursive(SCALARS, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=5)
VALUES = st.recursive(
    HASHABLE | st.sets(HASHABLE, max_size=3),
    lambda inner: (
        st.lists(inner)
        | st.lists(st.integers(), min_size=8)
        | st.lists(st.floats(allow_nan=False), min_size=8).map(tuple)
        | st.tuples(inner)
        | st.dictionaries(HASHABLE, inner, max_size=3)
    ),
    max_leaves=20,
)


def encode(value: object) -> bytes:
    return Encoder(LIMIT).encode(value)


def shape(value: Any) -> Any:
    """The value with the type of every part, so that 1, 1.0 and True differ, and 0.0 and -0.0."""
    match value:
        case list() | tuple():
            return type(value), [shape(part) for part in value]
        case set() | frozenset():
            return type(value), sorted(repr(shape(part)) for part in value)
        case dict():
            return type(value), [(shape(key), shape(part)) for key, part in value.items()]
        case _:
            return type(value), repr(value)


@given(VALUES)
@settings(deadline=None)
def test_a_value_is_read_as_it_was_written(value: object) -> None:
    assert shape(decode(encode(value))) == shape(value)


@given(st.sets(HASHABLE, max_size=6).map(list), st.randoms())
@settings(deadline=None)
def test_sets_are_written_alike_whatever_their_order(elements: list[Any], random: Any) -> None:
    first = encode(set(elements))
    random.shuffle(elements)
    assert encode(set(elements)) == first


@given(VALUES, st.data())
@settings(deadline=None)
def test_bytes_that_were_changed_are_read_or_refused(value: object, data: st.DataObject) -> None:
    changed = bytearray(encode(value))
    for _ in range(data.draw(st.integers(1, 3))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(Malformed):
        decode(bytes(changed))


@given(st.lists(st.sampled_from([b"[", b"<", b"{", b"o", b"i", b"N", b"\1\0\0\0", b"\2\0\0\0", b"x"])).map(b"".join))
@settings(deadline=None)
def test_bytes_that_nobody_wrote_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(Malformed):
        decode(data)


def test_one_nan_is_as_another() -> None:
    assert encode(math.nan) == encode(-math.nan)
    value = decode(encode(math.nan))
    assert isinstance(value, float)
    assert math.isnan(value)


def test_an_instance_of_a_subclass_is_the_data_it_holds_and_runs_nothing() -> None:
    class Sly(list[int]):
        def __iter__(self) -> Any:
            raise AssertionError("it was asked")

        __len__ = __eq__ = __iter__  # type: ignore[assignment]  # of the wrong type, as hostile code would

    assert decode(encode(Sly([1, 2]))) == [1, 2]


def test_what_is_no_data_has_its_type_and_its_text() -> None:
    assert decode(encode(range(3))) == Opaque("range", "range(0, 3)")
    assert decode(encode(object())) == Opaque("object", "<object object>")


def test_values_within_themselves_and_too_large_ones_are_refused() -> None:
    cyclic: list[object] = []
    cyclic.append(cyclic)
    with pytest.raises(Unserialisable):
        encode(cyclic)
    with pytest.raises(TooLarge):
        encode("x" * (LIMIT + 1))
    doubling: list[object] = []
    for _ in range(80):
        doubling = [doubling, doubling]
    with pytest.raises(TooLarge):
        encode(doubling)
