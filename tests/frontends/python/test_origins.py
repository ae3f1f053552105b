"""Where names in annotations come from."""

import ast

import pytest

from specassay.frontends.python.origins import LOCAL, OWN, origin, origins_at, standard_name

MODULE = """
import collections.abc
import datetime as dt
from datetime import date as day, datetime
from .money import Decimal
from svg import Path
try:
    from typing import Literal
except ImportError:
    from typing_extensions import Literal
class date: ...
class Calendar:
    class timedelta: ...
    def move(self, by): ...
    def around(self):
        class Path: ...
        def inner(d): ...
def outer():
    import decimal
    from fractions import Fraction
    @decorated
    def inner(d): ...
datetime = lambda: 0
class str: ...
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(MODULE.splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    ("name", "where", "expected"),
    [
        ("day", "", "datetime.date"),
        ("dt.date", "", "datetime.date"),
        ("date", "", OWN),
        ("datetime", "", OWN),
        ("datetime", "def outer", LOCAL),
        ("Path", "def outer", "svg.Path"),
        ("str", "def outer", LOCAL),
        ("str", "", OWN),
        ("Decimal", "", ".money.Decimal"),
        ("Literal", "", "typing.Literal"),
        ("collections.abc.Set", "", "collections.abc.Set"),
        ("int", "", None),
        ("timedelta", "", None),
        ("timedelta", "def move", LOCAL),
        ("timedelta", "def inner(d)", None),
        ("Path", "def inner(d)", LOCAL),
        ("Path", "def move", "svg.Path"),
    ],
)
def test_a_name_means_what_the_nearest_scope_binds(name: str, where: str, expected: str | None) -> None:
    origins = origins_at(ast.parse(MODULE), line_of(where) if where else 0)
    assert origin(ast.parse(name, mode="eval").body, origins) == expected


def test_a_function_around_binds_names_for_those_in_it() -> None:
    origins = origins_at(ast.parse(MODULE), line_of("@decorated") + 1)
    assert (origins["Fraction"], origins["decimal"]) == ("fractions.Fraction", "decimal")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("day", "date"), ("dt.date", "date"), ("date", ""), ("Decimal", ""), ("Path", ""), ("UUID", None)],
)
def test_a_class_of_another_module_is_none_of_the_standard_library(name: str, expected: str | None) -> None:
    assert standard_name(ast.parse(name, mode="eval").body, origins_at(ast.parse(MODULE), 0)) == expected
