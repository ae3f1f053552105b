"""The region of an atom holds every value for which the atom is as wanted, and is finite where it says so."""

import pytest

from specassay.core.evaluate.atomic_regions import of_atom
from specassay.core.evaluate.region import as_set
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, Sort, seq_of
from specassay.core.ir.substitution import FreeNames
from specassay.core.ir.terms import Binder, Term
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM = parse_program("", file="t.dfy")
SCOPE: dict[Name, Sort] = {"x": INT, "n": INT, "s": seq_of(INT)}
X = Binder("x", INT)
GIVEN = [{"n": -3, "s": ()}, {"n": 0, "s": (2, 5)}, {"n": 7, "s": (2,)}]
RANGE = range(-8, 9)


def term_of(text: str) -> Term:
    return parse_expression(text, SCOPE, BOOL, PROGRAM, Span("e.dfy", 1, 1, 1, 1))


def inside(text: str, wanted: bool, value: int, given: dict[str, object]) -> bool:
    """Is a value in the region, by its bounds?"""
    region = of_atom(term_of(text), X, wanted, FreeNames())
    assert region is not None
    low = all(evaluate(each, given).value <= value for each in region.lows)
    return low and all(value < evaluate(each, given).value for each in region.highs)


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize(
    "text", ["x < n", "x <= n", "n < x", "2 * x + 1 >= n", "n - 3 * x > 2", "x - n <= 4 * x + 1", "-x < n"]
)
def test_the_bounds_of_a_comparison_are_exact(text: str, wanted: bool) -> None:
    for given in GIVEN:
        for value in RANGE:
            holds = evaluate(term_of(text), {**given, "x": value}).value
            assert inside(text, wanted, value, given) is (holds is wanted)


@pytest.mark.parametrize("text", ["x * x < n", "n >= x * x"])
def test_the_bounds_of_a_square_hold_all_values(text: str) -> None:
    for given in GIVEN:
        for value in RANGE:
            if evaluate(term_of(text), {**given, "x": value}).value is True:
                assert inside(text, True, value, given)


@pytest.mark.parametrize("text", ["x == n + 1", "x in s", "multiset(s)[x] > 0", "3 * x == n", "x + n == 2 * x"])
def test_a_domain_holds_all_values(text: str) -> None:
    region = of_atom(term_of(text), X, True, FreeNames())
    domain = None if region is None else region.domain()
    assert domain is not None
    for given in GIVEN:
        values = evaluate(as_set(domain, X), given).value
        for value in RANGE:
            if evaluate(term_of(text), {**given, "x": value}).value is True:
                assert value in values


def test_of_a_collection_that_has_the_variable_nothing_is_read() -> None:
    assert of_atom(term_of("n in {x}"), X, True, FreeNames()) is None


def test_what_is_not_linear_has_no_region() -> None:
    for text in ("x * n < 3", "n / x < 3", "x * x > n"):
        assert of_atom(term_of(text), X, True, FreeNames()) is None
    assert of_atom(term_of("x == n"), X, False, FreeNames()) is None
