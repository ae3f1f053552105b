"""What a value is: `isinstance`, `type`, `hasattr`, `callable`, `hash`."""

from collections.abc import Sequence
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.introspection import HANDLERS
from specassay.core.encoding.sequences import from_values

from .symbolic import exceptions, known, meant, symbolic


@pytest.mark.parametrize("value", [True, 1, 1.5, "a", [1], (1,), {1}, None, frozenset({2})], ids=repr)
def test_known_values_answer_as_in_python(value: Any) -> None:
    for kind in (bool, int, float, str, list, tuple, set, object, (int, str), (list, (str, tuple)), int | str):
        found = HANDLERS[isinstance](Context(), [symbolic(value), symbolic(kind)])
        assert meant(found) is isinstance(value, kind), kind
    assert meant(HANDLERS[type](Context(), [symbolic(value)])) is type(value)
    assert meant(HANDLERS[callable](Context(), [symbolic(value)])) is callable(value)
    for name in ("append", "upper", "real", "__len__", "nothing"):
        assert meant(HANDLERS[hasattr](Context(), [symbolic(value), symbolic(name)])) is hasattr(value, name)


@pytest.mark.parametrize("kind", [1, "int", (1,), (str, 1)], ids=repr)
def test_isinstance_of_what_is_no_type_raises(kind: Any) -> None:
    context = Context()
    HANDLERS[isinstance](context, [symbolic(1), symbolic(kind)])
    assert exceptions(context) == ["TypeError"]


def test_an_abstract_class_has_known_values_and_leaves_an_iterator_open() -> None:
    assert meant(HANDLERS[isinstance](Context(), [symbolic([1]), symbolic(Sequence)])) is True
    context = Context()
    HANDLERS[isinstance](context, [single(from_values("iterator", [])), symbolic(Sequence)])
    assert [cut.what for cut in context.cuts] == ["isinstance with Sequence"]


@pytest.mark.parametrize(
    ("value", "hashable"), [(1, True), ("a", True), ((1, "a"), True), ([1], False), ((1, [2]), False)]
)
def test_only_what_can_be_hashed_has_a_hash(value: Any, hashable: bool) -> None:
    context = Context()
    HANDLERS[hash](context, [symbolic(value)])
    assert exceptions(context) == ([] if hashable else ["TypeError"])


@pytest.mark.parametrize("number", [0, 5, -1, -2, 2**40, True])
def test_the_hash_of_a_small_whole_number_is_known(number: int) -> None:
    ((_, found),) = HANDLERS[hash](Context(), [symbolic(number)])
    assert isinstance(found, AbstractInt)
    assert known(found.term) == hash(number)
