"""Texts of known values as Python gives them, and what of texts that are not known is known."""

from typing import Any

import pytest

from specassay.core.encoding.context import Context
from specassay.core.encoding.formatting import HANDLERS, format_template, formatted

from .symbolic import exceptions, meant, raised_by, symbolic


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (str, ()),
        (str, (-3,)),
        (str, (None,)),
        (str, (False,)),
        (str, ("a",)),
        (bin, (5,)),
        (oct, (True,)),
        (hex, (-255,)),
        (format, (7,)),
        (format, (-7, "04d")),
        (format, (7, "3")),
    ],
)
def test_the_value_is_that_of_python(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    found = meant(HANDLERS[function](context, [symbolic(each) for each in arguments]))
    assert (found, exceptions(context)) == (function(*arguments), [])


@pytest.mark.parametrize(
    ("value", "specification"),
    [(1.5, "d"), ("a", "d"), (None, "5"), ([], ">3"), (1, "s"), (True, ".2"), ("a", "+"), ({}, "x"), (1j, "05")],
)
def test_what_raises_in_python_raises(value: Any, specification: str) -> None:
    context = Context()
    formatted(context, symbolic(value), None, specification)
    assert exceptions(context)[:1] == [raised_by(lambda: format(value, specification))]


@pytest.mark.parametrize("template", ["{} {}", "{a}", "{", "{!x}", "{2}"])
def test_a_template_that_raises_in_python_raises(template: str) -> None:
    context = Context()
    format_template(context, template, [symbolic(1)], {})
    assert exceptions(context)[:1] == [raised_by(lambda: template.format(1))]
