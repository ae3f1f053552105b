"""Binary operators on two numbers: what is exact is CPython's, and what is open allows what CPython computes."""

import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractBool, AbstractInt, Symbolic
from specassay.core.encoding.arithmetic import arithmetic
from specassay.core.encoding.context import Context
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.ir.build import conj, integer, sub
from specassay.core.ir.sorts import BOOL, INT, REAL
from specassay.core.ir.terms import Term, free_variables, var

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
    ("name", "right"), [*product(["&", "<<", ">>"], MASKS), *product(["**"], range(LIMITS.exponent + 1))]
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
    for name, right in (("**", LIMITS.exponent + 1), ("**", -1), ("<<", 33), (">>", -1), ("<<", LIMITS.mask + 1)):
        assert arithmetic(Context(), name, X, abstract(right)) is None, (name, right)
    assert arithmetic(Context(), "**", X, Y) is None
    assert arithmetic(Context(), "**", abstract(-2), Y) is None


def worlds_of(context: Context, world: dict[str, Any], beyond: Any, raises: bool = False) -> dict[str, Any]:
    """A world where what is unknown beyond the cases is what CPython computes."""
    fresh = frozenset().union(*(free_variables(fact) for fact in context.facts)) | frozenset(
        pair for each in context.raised for pair in free_variables(each.guard)
    )
    of_sort = {BOOL: raises, INT: beyond if isinstance(beyond, int) else 0}
    values = {str(name): of_sort.get(sort, Fraction(beyond)) for name, sort in fresh}
    return {**values, **world}


@pytest.mark.parametrize("name", ["<<", ">>"])
def test_a_shift_by_an_unknown_number_is_a_case_or_within_limits(name: str) -> None:
    context = Context()
    found = arithmetic(context, name, X, Y)
    assert found is not None
    for x, y in product((*NUMBERS, 2**70, -(2**70)), (-3, -1, 0, 1, 5, 32, 33, 64, 65, 70, 200)):
        expected = outcome(name, x, y)
        world = worlds_of(context, {"x": x, "y": y}, 0 if isinstance(expected, str) else expected)
        if isinstance(expected, str):
            assert exceptions(context, world) == [expected], (x, y)
            continue
        assert exceptions(context, world) == []
        assert known(conj(*context.facts), world), (x, y)
        assert meant(found, world) == expected
    # What is beyond has limits: its sign, and that it is larger than the last case.
    for x, wrong in ((1, 0), (1, -1), (-1, 0), (0, 1)) if name == "<<" else ((1, 1), (1, -1), (-1, 0), (-1, -2)):
        assert not known(conj(*context.facts), worlds_of(context, {"x": x, "y": 70}, wrong)), (x, wrong)
    assert exceptions(context, worlds_of(context, {"x": 1, "y": 70}, 1 << 70, raises=True)) == ["OverflowError"]


@pytest.mark.parametrize("base", [0, 1, 2, 3, 10, 1000])
def test_a_power_of_a_known_number_is_a_case_or_within_limits(base: int) -> None:
    context = Context()
    found = arithmetic(context, "**", abstract(base), Y)
    assert found is not None
    for y in (-400, -6, -5, -4, -1, 0, 1, 2, 5, 6, 7, 16, 21, 32, 33, 64, 65, 90):
        expected = outcome("**", base, y)
        if isinstance(expected, str):
            assert exceptions(context, worlds_of(context, {"y": y}, 0)) == [expected]
            continue
        world = worlds_of(context, {"y": y}, expected)
        # Of whole and fractional powers each has a number of its own: only the one that is asked for has to fit.
        facts = [fact for fact in context.facts if is_about(fact, expected)]
        assert known(conj(*facts), world), y
        assert exceptions(context, world) == []
        found_value = meant(found, world)
        assert (found_value, type(found_value)) == (expected, type(expected)), y


def is_about(fact: Term, value: float) -> bool:
    return any(
        sort is (INT if isinstance(value, int) else REAL) and "power" in str(name)
        for name, sort in free_variables(fact)
    )


def test_a_power_of_two_is_told_by_the_bits_of_its_predecessor() -> None:
    context = Context()
    arithmetic(context, "&", X, AbstractInt(sub(X.term, integer(1))))
    facts = conj(*context.facts)
    for x in (*range(-20, 70), 2**40, 2**40 + 2, 2**64, 2**64 + 1, 2**70, 2**70 - 1):
        bits = x & (x - 1)
        assert known(facts, {"x": x, "bits!1": bits}), x
        if 0 < x < 2**64:
            assert not known(facts, {"x": x, "bits!1": 1 if bits == 0 else 0}), x


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
