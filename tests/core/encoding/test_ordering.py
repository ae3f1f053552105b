"""The least and the greatest of elements that may be missing, and their sorted list."""

from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import Entry
from specassay.core.encoding.context import Context
from specassay.core.encoding.ordering import select, sorted_shown
from specassay.core.encoding.sequences import filtered
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import var

from .symbolic import exceptions, known, meant, symbolic

NAMES = ("p", "q", "r")


def worlds(values: list[Any]) -> list[tuple[dict[str, bool], list[Any]]]:
    """Which of three elements are there, and these."""
    chosen = product((False, True), repeat=3)
    return [
        (dict(zip(NAMES, each, strict=True)), [value for value, there in zip(values, each, strict=True) if there])
        for each in chosen
    ]


def entries(values: list[Any]) -> tuple[Entry, ...]:
    return tuple(Entry(var(name, BOOL), symbolic(value)) for name, value in zip(NAMES, values, strict=True))


@pytest.mark.parametrize("values", [[3, 1, 2], [1, 2, 2], ["b", "a", "ab"], [2, True, 1]])
@pytest.mark.parametrize("least", [True, False])
def test_the_first_of_the_least_is_selected(values: list[Any], least: bool) -> None:
    found = select(Context(), list(entries(values)), least)
    for world, there in worlds(values):
        if there:
            expected = min(there) if least else max(there)
            assert (meant(found, world), type(meant(found, world))) == (expected, type(expected))


@pytest.mark.parametrize("values", [[3, 1, 2], ["b", "a", "ab"], [[1], [], [0, 5]]])
@pytest.mark.parametrize("descending", [True, False])
def test_what_is_there_is_sorted(values: list[Any], descending: bool) -> None:
    found = sorted_shown(Context(), filtered("list", entries(values)), descending)
    for world, there in worlds(values):
        shown = [meant(each.value, world) for each in found.entries if known(each.present, world)]
        assert shown == sorted(there, reverse=descending)


def test_elements_that_are_there_and_have_no_order_raise() -> None:
    context = Context()
    sorted_shown(context, filtered("list", entries([1, "a", 2])), False)
    for world, there in worlds([1, "a", 2]):
        raises = len({type(each) for each in there}) > 1
        assert bool(exceptions(context, world)) is raises, there
