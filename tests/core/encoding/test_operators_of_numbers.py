"""Binary operators on two numbers: what is exact is CPython's, and what is open allows what CPython computes."""

import operator
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractBool, AbstractInt, Symbolic
from specassay.core.encoding.arithmetic import MOST_BITS, MOST_FACTORS, arithmetic
from specassay.core.encoding.context import Context
from specassay.core.ir.build import conj
from specassay.core.ir.sorts import BOOL, INT
from specassay.core.ir.terms import var

from .symbolic import abstract, exceptions, known, meant, raised_by

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "@": operator.matmul,
}
X, Y = AbstractInt(var("x", INT)), AbstractInt(var("y", INT))
NUMBERS = (-9, -8, -2, -1, 0, 1, 2, 5, 7, 12)
MASKS = (0, 1, 6, 7, 8)


def outcome(name: str, left: Any, right: Any) -> Any:
    """What CPython computes, or the name of the exception."""
    try:
        return OPERATORS[name](left, right)
    except Exception as problem:  # which one it is, is the question
        return type(problem).__name__


@pytest.mark.parametrize("name", OPERATORS)
def test_known_numbers_have_the_result_of_cpython(name: str) -> None:
    for x, y in product((-3, 0, 2, True, False, 0.5, -4.0), (2, 1, 0, -1, True, 0.5)):
        if name == "**" and y == 0.5:
            continue  # a root, of which only the square is known
        context = Context(grid=True)
        found = arithmetic(context, name, abstract(x), abstract(y))
        cut = any(known(each.guard) for each in context.cuts)
        expected = outcome(name, x, y)
        if isinstance(expected, str):
            assert found is None or exceptions(context) == [expected], (x, y)
            continue
        assert exceptions(context) == []
        if found is not None and not cut:
            assert (meant(found), type(meant(found))) == (expected, type(expected)), (x, y)


@pytest.mark.parametrize("name", ["&", "|", "^"])
def test_of_unknown_numbers_the_bits_that_cpython_computes_are_allowed(name: str) -> None:
    context = Context()
    found = arithmetic(context, name, X, Y)
    assert found is not None
    for x, y in product(NUMBERS, repeat=2):
        world = {"x": x, "y": y, "bits!1": x & y}
        assert known(conj(*context.facts), world), (x, y)
        assert meant(found, world) == OPERATORS[name](x, y)


@pytest.mark.parametrize(("x", "y"), [(0, 5), (-1, 12), (12, 12), (3, 5)])
def test_bits_that_are_certain_are_not_left_open(x: int, y: int) -> None:
    context = Context()
    arithmetic(context, "&", X, Y)
    for one, other in ((x, y), (y, x)):
        allowed = [
            bits for bits in range(-20, 21) if known(conj(*context.facts), {"x": one, "y": other, "bits!1": bits})
        ]
        assert x & y in allowed
        assert all(
            0 <= bits <= min(each for each in (x, y) if each >= 0) and bits % 2 == (x & y) % 2 for bits in allowed
        )
        assert len(allowed) == 1 or (x, y) == (3, 5)


@pytest.mark.parametrize(
    ("name", "right"), [*product(["&", "<<", ">>"], MASKS), *product(["**"], range(MOST_FACTORS + 1))]
)
def test_an_unknown_number_and_a_known_one(name: str, right: int) -> None:
    context = Context()
    found = arithmetic(context, name, X, abstract(right))
    assert found is not None
    for x in NUMBERS:
        assert meant(found, {"x": x, "bits!1": x & right}) == OPERATORS[name](x, right), x
    if name == "&":
        context = Context()
        swapped = arithmetic(context, name, abstract(right), X)
        assert swapped is not None
        assert bool(context.facts) is (right in (6, 8))  # A mask of the last bits is arithmetic.
        assert all(meant(swapped, {"x": x, "bits!1": x & right}) == x & right for x in NUMBERS)


def test_what_is_not_followed_is_no_value() -> None:
    for name, right in (("**", MOST_FACTORS + 1), ("**", -1), ("<<", 33), (">>", -1), ("<<", MOST_BITS + 1)):
        assert arithmetic(Context(), name, X, abstract(right)) is None, (name, right)
    assert arithmetic(Context(), "<<", X, Y) is None


def test_what_is_divided_by_an_unknown_number_raises_where_that_is_zero() -> None:
    for name in ("//", "%", "/"):
        context = Context(grid=True)
        found = arithmetic(context, name, X, Y)
        assert found is not None
        for x, y in product(NUMBERS, repeat=2):
            world = {"x": x, "y": y}
            assert exceptions(context, world) == ([] if y else ["ZeroDivisionError"])
            inside = not any(known(each.guard, world) for each in context.cuts)
            assert inside or (name == "/" and y and (8 * x) % y)
            assert not y or not inside or meant(found, world) == OPERATORS[name](x, y)


def test_bits_of_truth_values_are_truth_values() -> None:
    p, q = AbstractBool(var("p", BOOL)), AbstractBool(var("q", BOOL))
    for name, one, other in product("&|^", (False, True), (False, True)):
        found = arithmetic(Context(), name, p, q)
        assert found is not None
        assert meant(found, {"p": one, "q": other}) is OPERATORS[name](one, other)


@pytest.mark.parametrize(
    ("left", "name", "right"), [(1j, "+", 2), (2.5, "-", 1j), (1j, "%", 1), (1, "//", 1j), (1j, "&", 1)]
)
def test_complex_numbers_are_added_and_have_no_remainder(left: Any, name: str, right: Any) -> None:
    context = Context(grid=True)
    found = arithmetic(context, name, abstract(left), abstract(right))
    assert isinstance(found, Symbolic)
    if name in "+-":
        ((_, number),) = found
        expected = abstract(OPERATORS[name](left, right))
        for part in ("real", "imaginary"):
            one, other = getattr(number, part), getattr(expected, part)
            assert (known(one.kind), known(one.value)) == (known(other.kind), known(other.value))
    else:
        assert exceptions(context) == [raised_by(lambda: OPERATORS[name](left, right))]
