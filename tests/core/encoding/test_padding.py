"""Texts that are filled up to a width, against CPython's."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt, Symbolic
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.encoding.methods import unbound
from specassay.core.encoding.padding import padded
from specassay.core.ir.build import conj
from specassay.core.ir.sorts import INT, STRING
from specassay.core.ir.terms import free_variables, var

from .symbolic import exceptions, known, meant, raised_by, symbolic

TEXT, WIDTH = var("text", STRING), single(AbstractInt(var("width", INT)))
TEXTS, WIDTHS = ("", "a", "-1", "+", "--"), (-1, 0, 1, 2, 3, 4)
CALLS = [("zfill", ()), ("ljust", ()), ("rjust", ("-",)), ("center", ()), ("center", ("a",))]


def possible(context: Context, found: Symbolic, filling: str, world: dict[str, Any]) -> Iterator[str]:
    """What the result is in a world, by each padding of which the facts hold."""
    found_in = {str(name) for fact in context.facts for name, _ in free_variables(fact)}
    names = sorted(found_in - {"text", "width"})
    for sizes in product(range(5), repeat=len(names)):
        extended = world | {name: filling * size for name, size in zip(names, sizes, strict=True)}
        if known(conj(*context.facts), extended):
            yield meant(found, extended)


@pytest.mark.parametrize(("name", "filling"), CALLS)
def test_an_unknown_text_is_filled_as_cpython_does(name: str, filling: tuple[str, ...]) -> None:
    context = Context()
    found = padded(context, TEXT, name, [WIDTH, *map(symbolic, filling)])
    character = filling[0] if filling else "0" if name == "zfill" else " "
    for text, width in product(TEXTS, WIDTHS):
        results = list(possible(context, found, character, {"text": text, "width": width}))
        assert results == [getattr(text, name)(width, *filling)], (text, width)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ljust", ()),
        ("center", ("3",)),
        ("rjust", (3, "ab")),
        ("rjust", (3, "")),
        ("ljust", (3, 5)),
        ("center", (3, "-", 1)),
        ("zfill", (3, "0")),
        ("zfill", (2.0,)),
    ],
)
def test_what_cpython_refuses_raises(name: str, arguments: tuple[Any, ...]) -> None:
    context = Context()
    unbound(context, getattr(str, name), [symbolic("ab"), *map(symbolic, arguments)])
    assert exceptions(context) == [raised_by(lambda: getattr("ab", name)(*arguments))]


def test_a_width_beyond_what_memory_holds_is_not_followed() -> None:
    context = Context()
    padded(context, TEXT, "ljust", [WIDTH])
    (cut,) = context.cuts
    assert cut.kind == "unsupported"
    assert [known(cut.guard, {"width": LIMITS.padded_width + more}) for more in (0, 1)] == [
        False,
        True,
    ]
