"""The kinds that an annotation allows are never fewer than those of the values that have its type."""

import collections.abc
import typing
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.frontends.python.declared import choices_of, fits, kinds_of, lengths_of
from tests.samples import samples

ATOMS = (
    "int",
    "float",
    "complex",
    "bool",
    "str",
    "bytes",
    "tuple[()]",
    "Literal[1, 'a', None]",
    "list",
    "dict",
)
HASHABLE = ("int", "str", "bool", "bytes", "tuple[int, str]")


def wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    keys = st.sampled_from(HASHABLE)
    return st.one_of(
        inner.map("list[{}]".format),
        inner.map("Sequence[{}]".format),
        inner.map("Iterable[{}]".format),
        inner.map("tuple[{}, ...]".format),
        inner.map("Optional[{}]".format),
        keys.map("set[{}]".format),
        keys.map("frozenset[{}]".format),
        st.tuples(inner, inner).map(lambda pair: f"tuple[{pair[0]}, {pair[1]}]"),
        st.tuples(inner, inner).map(lambda pair: f"{pair[0]} | {pair[1]}"),
        st.tuples(keys, inner).map(lambda pair: f"dict[{pair[0]}, {pair[1]}]"),
    )


ANNOTATIONS = st.recursive(st.sampled_from(ATOMS), wider, max_leaves=4)
NAMES = {**vars(typing), "Sequence": collections.abc.Sequence, "Iterable": collections.abc.Iterable}


def parts(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """The parts of a value with their kinds."""
    yield name, type(value).__name__
    match value:
        case list() | tuple():
            for item in value:
                yield from parts(item, f"{name}.item")
        case dict():
            for key, item in value.items():
                yield from parts(key, f"{name}.hashed")
                yield from parts(item, f"{name}.value")
        case set() | frozenset():
            for item in value:
                yield from parts(item, f"{name}.hashed")


def tuple_lengths(value: Any, name: str) -> Iterator[tuple[str, int]]:
    """The parts of a value that are tuples, with their lengths."""
    match value:
        case list() | tuple():
            if isinstance(value, tuple):
                yield name, len(value)
            for item in value:
                yield from tuple_lengths(item, f"{name}.item")
        case dict():
            for key, item in value.items():
                yield from tuple_lengths(key, f"{name}.hashed")
                yield from tuple_lengths(item, f"{name}.value")
        case set() | frozenset():
            for item in value:
                yield from tuple_lengths(item, f"{name}.hashed")


@pytest.mark.slow
@settings(max_examples=samples(2_000, 16))
@given(ANNOTATIONS, st.data())
def test_no_value_of_the_type_is_left_out(annotation: str, data: st.DataObject) -> None:
    plain = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.integers() | st.text(), inner) | st.lists(inner).map(tuple),
        max_leaves=4,
    )
    value = data.draw(st.from_type(eval(annotation, NAMES)) if data.draw(st.booleans()) else plain)
    if fits(annotation, value, exactly=False) is not True:
        return
    kinds = kinds_of(annotation, "x")
    for part, kind in parts(value, "x"):
        assert part not in kinds or kind in kinds[part], (part, kind, kinds)
    lengths = lengths_of(annotation, "x")
    for part, length in tuple_lengths(value, "x"):
        assert part not in lengths or length in lengths[part], (part, length, lengths)


def test_the_lengths_of_tuples_are_those_that_no_alternative_widens() -> None:
    assert lengths_of("tuple[int, str] | tuple[int] | None", "x") == {"x": (1, 2)}
    assert lengths_of("list[tuple[int, str]]", "x") == {"x.item": (2,)}
    assert lengths_of("tuple[()]", "x") == {"x": (0,)}
    for annotation in (
        "tuple[int, ...]",
        "tuple[int, int] | tuple[int, ...]",
        "tuple[int, int] | Sequence[int]",
        "tuple[int, int] | Own",
        "tuple[int, *Ts]",
        "tuple[int, Unpack[Ts]]",
        "tuple",
        "list[int]",
    ):
        assert lengths_of(annotation, "x") == {}, annotation


def test_a_text_is_an_iterable_of_texts_also_where_it_is_empty() -> None:
    for name in ("Iterable", "Sequence", "Collection", "Reversible"):
        assert fits(f"{name}[int]", "", exactly=False) is False
        assert fits(f"{name}[str]", "", exactly=False) is True
        assert fits(f"{name}[str]", b"", exactly=False) is False
        assert fits(f"{name}[int]", b"", exactly=False) is True
        assert fits(f"{name}[Own]", "", exactly=False) is None
        assert "str" not in kinds_of(f"{name}[int]", "x")["x"]
        assert {"str", "list"} <= {*kinds_of(f"{name}[object]", "x")["x"]}
    assert fits("Iterable", "", exactly=False) is True


def test_alternatives_widen_what_is_known_of_their_parts() -> None:
    assert kinds_of("list[int]", "x") == {"x": ("list",), "x.item": ("bool", "int")}
    assert kinds_of("list[list[int]] | list", "x") == {"x": ("list",)}
    assert kinds_of("list[list[int] | Own]", "x") == {"x": ("list",)}
    assert kinds_of("Own", "x") == kinds_of("other.Sequence[int]", "x") == {}
    assert kinds_of("dict[str, tuple[int, str]]", "x")["x.value.item"] == ("bool", "int", "str")
    keyed = kinds_of("list[{'a': int, 'b': NotRequired[str]}]", "x")
    assert keyed["x.item"] == ("dict",)
    assert keyed["x.item.hashed"] == ("str",)
    assert keyed["x.item.value"] == ("bool", "int", "str")
    assert "x.value" not in kinds_of("{'a': Own}", "x")
    assert choices_of("Literal['r', 'w'] | None") == ("r", "w", None)
    assert choices_of("Literal['r'] | str") == ()
