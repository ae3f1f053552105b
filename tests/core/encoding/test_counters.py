"""Counters of some elements, in all the worlds that choose them, are those of CPython, in its order."""

from collections import Counter
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractDict, Symbolic
from specassay.core.encoding.context import Context
from specassay.core.encoding.counters import HANDLERS, combined_counters, on_counter
from specassay.core.ir.terms import TRUE

from .symbolic import choices, exceptions, known, meant, some_of, symbolic

ELEMENTS = ("a", "b", "a", 1, True, "a")


def counter(context: Context, value: Symbolic) -> AbstractDict:
    ((_, found),) = HANDLERS[Counter](context, [value])
    assert isinstance(found, AbstractDict)
    return found


def test_elements_are_counted_in_the_order_of_their_first() -> None:
    context = Context()
    found = HANDLERS[Counter](context, [some_of("list", ELEMENTS)])
    for world, elements in choices(ELEMENTS):
        assert list(meant(found, world).items()) == list(Counter(elements).items()), elements


@pytest.mark.parametrize("given", [None, {}, "aab", (1, 2, 1), Counter])
def test_what_a_counter_is_made_of(given: Any) -> None:
    context = Context()
    arguments = [] if given is Counter else [symbolic(given)]
    found = HANDLERS[Counter](context, arguments)
    assert meant(found) == (Counter() if given is Counter else Counter(given))
    assert not [cut for cut in context.cuts if known(cut.guard)]


def test_a_dict_with_keys_is_not_followed_and_what_has_no_hash_raises() -> None:
    context = Context()
    HANDLERS[Counter](context, [symbolic({"a": 1})])
    assert [(cut.what, cut.guard) for cut in context.cuts] == [("a counter of a dict", TRUE)]
    context = Context()
    HANDLERS[Counter](context, [symbolic([1, []])])
    assert exceptions(context) == ["TypeError"]


@pytest.mark.parametrize("name", ["-", "&"])
def test_of_two_counters_the_counts_above_zero_are_left(name: str) -> None:
    context = Context()
    others = ("c", "b", "a")
    found = combined_counters(
        context, name, counter(context, some_of("list", ELEMENTS)), counter(context, some_of("list", others))
    )
    assert found is not None
    for world, elements in choices(ELEMENTS):
        one, other = Counter(elements), Counter(each for place, each in enumerate(others) if world[f"p{place}"])
        assert list(meant(found, world).items()) == list((one - other if name == "-" else one & other).items()), (
            elements
        )


def test_counters_are_not_added() -> None:
    context = Context()
    some = counter(context, symbolic("ab"))
    assert combined_counters(context, "+", some, some) is None


@pytest.mark.parametrize("arguments", [(), (None,), (2,), (-1,), (9,)])
def test_the_most_common_come_first(arguments: tuple[Any, ...]) -> None:
    elements = ("b", "a", "a", 1)
    context = Context()
    found = on_counter(
        context, counter(context, some_of("list", elements)), "most_common", list(map(symbolic, arguments))
    )
    assert found is not None
    for world, chosen in choices(elements):
        expected = Counter(chosen).most_common(*(max(0, each) if each else each for each in arguments))
        assert meant(found, world) == expected, chosen


def test_the_total_is_the_number_of_elements() -> None:
    context = Context()
    found = on_counter(context, counter(context, some_of("list", ELEMENTS)), "total", [])
    assert found is not None
    assert all(meant(found, world) == len(elements) for world, elements in choices(ELEMENTS))
    on_counter(context, counter(context, symbolic("a")), "most_common", [symbolic("1")])
    assert exceptions(context) == ["TypeError"]
