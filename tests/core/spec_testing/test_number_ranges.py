"""Which whole numbers a fact leaves for an unknown, and numbers that are found backwards through operations."""

import operator
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.deciding.simplify import simplify
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import boolean, conj, disj, eq, iff, implies, integer, ite, lt, negate, op
from specassay.core.ir.operator_names import OperatorName
from specassay.core.ir.sorts import BOOL, INT, bit_vector
from specassay.core.ir.terms import Term, var
from specassay.core.spec_testing.number_ranges import EVERYTHING, NOTHING, congruence, ranges_left

X, Y = var("x", INT), var("y", INT)
COMPARISONS: tuple[OperatorName, ...] = ("lt", "le", "gt", "ge", "eq")


SHIFTED = (X, op("add", X, integer(2)), op("add", integer(1), X), op("sub", X, integer(3)))


def compared(name: OperatorName, value: int, turned: bool, whole: Term = X) -> Term:
    return op(name, integer(value), whole) if turned else op(name, whole, integer(value))


def square(whole: Term) -> Term:
    return op("mul", whole, whole)


squares = st.builds(
    compared,
    st.sampled_from(COMPARISONS),
    st.integers(-1, 10),
    st.booleans(),
    st.sampled_from(SHIFTED).map(square),
)
atoms = st.builds(compared, st.sampled_from(COMPARISONS), st.integers(-3, 3), st.booleans()) | squares
atoms |= st.sampled_from((boolean(True), boolean(False), lt(X, Y), var("b", BOOL)))
facts = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(negate, inner),
        st.builds(conj, inner, inner),
        st.builds(disj, inner, inner),
        st.builds(implies, inner, inner),
        st.builds(iff, inner, inner),
        st.builds(ite, inner, inner, inner),
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("fact", "ranges"),
    [
        (compared("le", 10, False, square(X)), ((-3, 3),)),
        (compared("lt", 9, False, square(X)), ((-2, 2),)),
        (compared("lt", 9, True, square(op("add", X, integer(1)))), ((None, -5), (3, None))),
        (compared("ge", 9, False, square(op("sub", X, integer(1)))), ((None, -2), (4, None))),
        (compared("eq", 9, False, square(X)), ((-3, -3), (3, 3))),
        (compared("eq", 10, False, square(X)), ()),
        (compared("lt", 0, False, square(X)), ()),
        (negate(compared("eq", 9, False, square(X))), EVERYTHING.ranges),
    ],
)
def test_what_is_said_of_a_square_is_said_of_its_root(
    fact: Term, ranges: tuple[tuple[int | None, int | None], ...]
) -> None:
    assert ranges_left(fact, X).ranges == ranges


@given(facts, st.integers(-5, 5), st.integers(-5, 5), st.booleans())
def test_a_value_for_which_a_fact_is_true_is_in_its_ranges(fact: Term, x: int, y: int, b: bool) -> None:
    left = ranges_left(fact, X)
    is_inside = any((low is None or low <= x) and (high is None or x <= high) for low, high in left.ranges)
    assert is_inside or not evaluate(fact, {"x": x, "y": y, "b": b}).is_true


def test_ranges_are_exact_where_comparisons_with_constants_are_all_there_is() -> None:
    several = disj(eq(X, integer(7)), lt(X, integer(-3)), eq(integer(0), X))
    assert ranges_left(conj(op("ge", X, integer(0)), several), X).values() == [0, 7]
    assert ranges_left(lt(X, Y), X) == EVERYTHING
    assert ranges_left(conj(lt(X, integer(2)), negate(lt(X, integer(2)))), X) == NOTHING
    assert ranges_left(lt(X, integer(2)), X).size is None


def xor(one: Term, other: Term, width: int) -> Term:
    """`^` of signed numbers, as Verus lowers it."""
    size = 2**width
    bits = [op("bv.of_int", op("mod", each, integer(size)), sort=bit_vector(width)) for each in (one, other)]
    rest = op("mod", op("bv.to_int", op("bv.xor", *bits)), integer(size))
    return ite(lt(rest, integer(size // 2)), rest, op("sub", rest, integer(size)))


@pytest.mark.parametrize("known", [0, 1, 77, -1, -128, 127])
@pytest.mark.parametrize("x", [0, 5, -7, 127, -128])
def test_exclusive_or_is_found_backwards(known: int, x: int) -> None:
    right = evaluate(xor(X, integer(known), 8), {"x": x}).value
    found = congruence(simplify(xor(integer(known), X, 8), {}), right)
    assert found is not None
    assert found.within(-128, 127) == x
    assert found.within(None, 127) is None


@pytest.mark.parametrize(
    ("made", "inverse"),
    [
        (lambda x: op("add", integer(3), x), lambda value: value - 3),
        (lambda x: op("sub", x, integer(3)), lambda value: value + 3),
        (lambda x: op("sub", integer(3), x), lambda value: 3 - value),
        (lambda x: op("neg", x), operator.neg),
    ],
)
def test_sums_are_found_backwards(made: Callable[[Term], Term], inverse: Callable[[int], int]) -> None:
    found = congruence(made(X), 10)
    assert found is not None
    assert (found.number, found.modulus) == (inverse(10), 0)
    assert congruence(op("mul", X, X), 4) is None
