"""A normal term means the same, and no two of its quantifiers bind one name."""

from collections import Counter
from itertools import product

import pytest

from specassay.backends.smtlib.normal import BoundNames, normalise, replace
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import add, boolean, conj, eq, forall, integer, le, let, lt, mul, negate, op
from specassay.core.ir.sorts import DOMAIN, INT, function_of
from specassay.core.ir.terms import BINDING, Binder, Term, free_names, make, subterms, var
from specassay.core.ir.variables import Name

X, Y = Binder("x", INT), Binder("y", INT)
x, y = var("x", INT), var("y", INT)


def between(binder: Binder, low: int, high: int, body: Term) -> Term:
    """Of all numbers from `low` to `high`."""
    variable = var(binder.name, INT)
    guard = conj(le(integer(low), variable), lt(variable, integer(high)))
    return forall((binder,), op("implies", guard, body))


TERMS = [
    let(X, add(x, integer(1)), mul(x, y)),
    let(X, y, let(Y, add(x, integer(1)), add(x, y))),
    between(X, 0, 3, between(X, 1, 2, le(x, y))),
    conj(between(X, 0, 3, le(x, y)), le(y, x), between(X, 2, 4, lt(y, x))),
    let(X, y, between(Y, 0, 4, op("or", eq(x, y), negate(eq(y, integer(2)))))),
]


def bound(term: Term) -> list[Name]:
    return [binder.name for node in subterms(term) if node.op in BINDING for binder in node.data]


@pytest.mark.parametrize("term", TERMS)
def test_it_means_the_same_and_binds_each_name_once(term: Term) -> None:
    normal = normalise(term, BoundNames())
    assert all(node.op != "let" for node in subterms(normal))
    assert set(Counter(bound(normal)).values()) <= {1}
    assert free_names(normal) == free_names(term)
    for values in product(range(-1, 4), repeat=2):
        environment = dict(zip("xy", values, strict=True))
        assert evaluate(normal, environment).value == evaluate(term, environment).value


def test_a_term_that_stands_in_two_places_is_bound_apart_in_each() -> None:
    once = between(X, 0, 3, le(x, y))
    names = BoundNames()
    one, other = normalise(once, names), normalise(once, names)
    assert not {*bound(one)} & {*bound(other)}


def test_what_is_put_in_is_not_captured() -> None:
    normal = normalise(between(X, 0, 3, le(x, y)), BoundNames(), {"y": x})
    assert free_names(normal) == {"x"}
    assert [evaluate(normal, {"x": value}).value for value in (1, 2)] == [False, True]


def test_an_applied_lambda_is_its_body() -> None:
    function = make("lambda", (add(x, y),), function_of(INT, INT), (X,))
    applied = make("apply", (function, integer(4)), INT)
    assert evaluate(normalise(applied, BoundNames()), {"y": 3}).value == 7


def test_a_function_value_and_a_choice_are_refused() -> None:
    function = make("lambda", (add(x, y),), function_of(INT, INT), (X,))
    chosen = make("such_that", (make("unbounded", (), DOMAIN), eq(x, y), x), INT, (X,))
    for term in (function, make("apply", (var("f", function_of(INT, INT)), y), INT), chosen):
        with pytest.raises(Unsupported):
            normalise(term, BoundNames())


def test_replacing_goes_into_every_part() -> None:
    assert replace(conj(le(x, y), lt(y, x)), {"y": integer(1)}) == conj(le(x, integer(1)), lt(integer(1), x))
    assert replace(boolean(True), {"y": integer(1)}) == boolean(True)
