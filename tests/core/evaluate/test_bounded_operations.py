"""Python's operations under bounds: the value that Python gives, or a refusal before anything large is built."""

import math
import re
import struct
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from specassay.core.errors import OutOfFuel, Unsupported
from specassay.core.evaluate import bounded_operations
from specassay.core.fuel import Fuel

SIZE = 100


def fuel(steps: int = 50) -> Fuel:
    return Fuel(steps=steps, size=SIZE)


@pytest.mark.parametrize(
    ("name", "left", "right", "value"),
    [
        ("**", 2, 33, 2**33),
        ("**", 2, -1, 0.5),
        ("**", 0.5, 3, 0.125),
        ("<<", 1, 98, 1 << 98),
        ("*", "ab", 50, "ab" * 50),
        ("*", 50, [0, 1], [0, 1] * 50),
        ("*", "ab", -3, ""),
        ("%", -7, 2, 1),
        ("//", -7, 2, -4),
    ],
)
def test_what_is_small_has_the_value_that_python_gives(name: str, left: Any, right: Any, value: Any) -> None:
    found = bounded_operations.binary(name, left, right, fuel())
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("name", "left", "right"),
    [
        ("**", 2, 51),
        ("**", 10, 10**9),
        ("<<", 1, 100),
        ("*", "ab", 51),
        ("*", 10**9, (0,)),
        ("**", Fraction(3, 2), 10**9),
        ("**", Fraction(3, 2), -(10**9)),
    ],
)
def test_what_is_large_is_refused_before_it_is_built(name: str, left: Any, right: Any) -> None:
    with pytest.raises(OutOfFuel):
        bounded_operations.binary(name, left, right, fuel())


@pytest.mark.parametrize(("name", "left", "right", "error"), [("//", 1, 0, ZeroDivisionError), ("+", 1, "", TypeError)])
def test_what_python_raises_is_raised(name: str, left: Any, right: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        bounded_operations.binary(name, left, right, fuel())


def test_an_iterator_is_paid_for_item_by_item() -> None:
    assert bounded_operations.call(sum, [map(abs, [-1, 2])], {}, fuel(steps=2)) == 3
    with pytest.raises(OutOfFuel):
        bounded_operations.call(sum, [map(abs, count())], {}, fuel())
    with pytest.raises(OutOfFuel):
        bounded_operations.compare("in", -1, map(abs, count()), fuel())


def test_a_range_is_paid_for_by_its_length_where_it_is_consumed() -> None:
    long = range(10**12)
    assert bounded_operations.call(len, [long], {}, fuel()) == 10**12
    assert bounded_operations.compare("in", 10**11, long, fuel()) is True
    with pytest.raises(OutOfFuel):
        bounded_operations.call(sum, [long], {}, fuel())
    with pytest.raises(OutOfFuel):
        bounded_operations.compare("in", 0.5, long, fuel())


def test_formatting_by_percent_is_unsupported() -> None:
    with pytest.raises(Unsupported):
        bounded_operations.binary("%", "%d", 7, fuel())


def _helper() -> None: ...


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (pow, [2, 10**6]),
        (bytes, [SIZE + 1]),
        (math.factorial, [10**6]),
        (math.comb, [10**6, 2]),
        (format, [1, "999"]),
        (round, [12345, -(10**9)]),
        (round, [Fraction(1, 3), 10**9]),
        (struct.pack, ["5000000000xB", 1]),
        (re.match, ["(a*)*b", "a" * 40]),
        (re.sub, ["(a|a)*b", "", "a" * 40]),
    ],
)
def test_a_call_that_takes_long_is_refused(function: Callable[..., Any], arguments: list[Any]) -> None:
    with pytest.raises(OutOfFuel):
        bounded_operations.call(function, arguments, {}, fuel())


@pytest.mark.parametrize("value", [_helper, ValueError(), [1, (_helper,)], {"a": {1: KeyError()}}])
def test_a_text_that_is_not_that_of_cpython_is_unsupported(value: Any) -> None:
    with pytest.raises(Unsupported):
        bounded_operations.call(str, [value], {}, fuel())
    with pytest.raises(Unsupported):
        bounded_operations.formatted(value, "r", "", fuel())


def test_texts_of_values_and_of_types_are_pythons() -> None:
    assert bounded_operations.call(repr, [[1, "a", int]], {}, fuel()) == "[1, 'a', <class 'int'>]"
    assert bounded_operations.formatted(2.5, None, "08.3f", fuel()) == "0002.500"
    assert bounded_operations.formatted("é", "a", ">8", fuel()) == r"  '\xe9'"


def test_methods_without_effect_are_called_and_others_are_not() -> None:
    assert bounded_operations.method("a-b", "split", ["-"], {}, fuel()) == ["a", "b"]
    assert bounded_operations.method(True, "bit_length", [], {}, fuel()) == 1
    assert bounded_operations.method(5, "to_bytes", [2, "big"], {}, fuel()) == b"\0\5"
    assert bounded_operations.method({1: 2}.keys(), "isdisjoint", [[2]], {}, fuel()) is True
    for receiver, name in (([1], "append"), ({1}, "add"), ({}, "setdefault"), (list, "append")):
        with pytest.raises(Unsupported):
            bounded_operations.method(receiver, name, [1], {}, fuel())
    with pytest.raises(AttributeError):
        bounded_operations.method(1, "upper", [], {}, fuel())


@pytest.mark.parametrize(("name", "arguments"), [("center", [999]), ("zfill", [999]), ("replace", ["", "x" * 60])])
def test_a_method_that_makes_texts_longer_is_bounded(name: str, arguments: list[Any]) -> None:
    with pytest.raises(OutOfFuel):
        bounded_operations.method("ab", name, arguments, {}, fuel())


def test_an_attribute_of_unknown_effect_is_unsupported() -> None:
    assert bounded_operations.attribute(3, "real") == 3
    with pytest.raises(AttributeError):
        bounded_operations.attribute(3, "nothing")
    with pytest.raises(Unsupported):
        bounded_operations.attribute([], "append")


@pytest.mark.parametrize("pattern", ["a*b", "(ab)*c", "(a{1,8})*b", "[ab]+c?", "("])
def test_patterns_that_cannot_backtrack_far_are_matched(pattern: str) -> None:
    bounded_operations.check_regular_expression(pattern, "a" * 200)


@pytest.mark.parametrize(("pattern", "length"), [("(a+)+b", 40), ("(a|ab)*c", 40), ("a*a*a*a*b", 200)])
def test_patterns_that_may_backtrack_far_are_refused_on_long_texts_only(pattern: str, length: int) -> None:
    bounded_operations.check_regular_expression(pattern, "aaaa")
    with pytest.raises(OutOfFuel):
        bounded_operations.check_regular_expression(pattern, "a" * length)
