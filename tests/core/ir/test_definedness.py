"""`well_defined` agrees with the evaluator: it is true exactly where a term has a value."""

from fractions import Fraction
from typing import Any

import pytest

from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import (
    between,
    boolean,
    call,
    conj,
    disj,
    eq,
    exists,
    forall,
    implies,
    integer,
    let,
    lt,
    op,
)
from specassay.core.ir.contracts import Constructor, Datatype, Function
from specassay.core.ir.definedness import well_defined
from specassay.core.ir.sorts import BOOL, INT, REAL, Sort, array_of, bit_vector, datatype, map_of, multiset_of, seq_of
from specassay.core.ir.terms import Binder, Term, make, var
from specassay.core.ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset
from specassay.core.ir.variables import Name

X, Y = var("x", INT), var("y", INT)
S = var("s", seq_of(INT))
A = var("a", array_of(INT))
R = var("r", REAL)
B = var("b", bit_vector(4))
M = var("m", map_of(INT, INT))
BAG = var("bag", multiset_of(INT))
LIST = datatype("List")
L = var("l", LIST)
DATATYPES = {
    "List": Datatype("List", (), (Constructor("Nil", ()), Constructor("Cons", (Binder("head", INT),)))),
}
POSITIVE: dict[Name, Function] = {
    "positive": Function("positive", (Binder("x", INT),), INT, X, requires=(lt(integer(0), X),)),
}


def at(index: Term) -> Term:
    return op("seq.at", S, index)


def positive(argument: Term) -> Term:
    return lt(call("positive", argument, sort=INT), integer(9))


INDEX = Binder("i", INT)
CASES: list[Term] = [
    eq(op("div", X, Y), X),
    eq(op("mod", X, Y), X),
    eq(op("div", R, R), R),
    eq(op("real.to_int", R), X),
    eq(op("char.of_int", X), op("char.of_int", integer(65))),
    eq(make("bv.div", (B, B), B.sort), B),
    eq(make("bv.shl", (B, X), B.sort), B),
    eq(make("bv.of_int", (X,), B.sort), B),
    eq(at(X), Y),
    eq(op("seq.update", S, X, Y), S),
    eq(op("seq.slice", S, X, Y), S),
    eq(op("array.at", A, X), Y),
    eq(op("map.at", M, X), Y),
    eq(op("multiset.update", BAG, X, Y), BAG),
    eq(make("datatype.at", (L,), INT, ("Cons", "head")), X),
    positive(X),
    positive(op("add", X, Y)),
    conj(lt(integer(0), X), positive(X)),
    conj(positive(X), lt(integer(0), X)),
    disj(lt(X, integer(1)), positive(X)),
    disj(positive(X), lt(X, integer(1))),
    implies(lt(integer(0), X), positive(X)),
    make("ite", (lt(integer(0), X), positive(X), boolean(True)), BOOL),
    let(Binder("x", INT), Y, positive(X)),
    let(Binder("z", INT), at(X), boolean(True)),
    forall((INDEX,), lt(at(var("i", INT)), integer(9)), (between(integer(0), X),)),
    forall((INDEX,), positive(var("i", INT)), (between(X, Y),)),
    forall((INDEX,), implies(lt(X, var("i", INT)), positive(var("i", INT))), (between(integer(0), Y),)),
]
ENVIRONMENTS: list[dict[str, Any]] = [
    {
        "x": x,
        "y": y,
        "s": (5, 6),
        "a": ArrayValue((7,), "a"),
        "r": real,
        "b": bits,
        "m": FrozenMap({1: 1}),
        "bag": Multiset((1,)),
        "l": value,
    }
    for x in (-1, 0, 1, 2, 5)
    for y in (-1, 0, 1, 3)
    for real, bits, value in (
        (Fraction(0), 0, DatatypeValue("Nil")),
        (Fraction(1, 2), 3, DatatypeValue("Cons", (1,))),
    )
]


@pytest.mark.parametrize("term", CASES, ids=repr)
def test_well_definedness_is_what_the_evaluator_says(term: Term) -> None:
    condition = well_defined(term, POSITIVE)
    states = set()
    for environment in ENVIRONMENTS:
        result = evaluate(term, environment, POSITIVE, DATATYPES)
        said = evaluate(condition, environment, POSITIVE, DATATYPES)
        states.add(result.state)
        assert said.state == "defined", (environment, said)
        assert said.value is (result.state == "defined"), environment
    assert "defined" in states


def test_a_total_term_needs_no_condition() -> None:
    assert well_defined(eq(op("add", X, Y), X)) is boolean(True)


def test_null_arrays_have_no_contents() -> None:
    condition = well_defined(eq(op("array.len", A), X))
    assert evaluate(condition, {"a": None, "x": 0}).is_false


def test_a_quantifier_is_defined_when_its_body_is_everywhere() -> None:
    body = eq(at(var("i", INT)), integer(5))
    guarded = conj(lt(integer(-1), var("i", INT)), lt(var("i", INT), op("seq.len", S)), body)
    domain = (between(integer(-3), integer(9)),)
    assert evaluate(well_defined(exists((INDEX,), guarded, domain)), {"s": (5, 6)}).is_true
    assert evaluate(well_defined(exists((INDEX,), body, domain)), {"s": (5, 6)}).is_false


@pytest.mark.parametrize(
    "term",
    [
        call("nowhere", X, sort=BOOL),
        make("lambda", (make("unbounded", (), Sort("Domain")), op("div", X, Y)), INT, (Binder("x", INT),)),
    ],
)
def test_what_has_no_known_domain_is_unsupported(term: Term) -> None:
    with pytest.raises(Unsupported):
        well_defined(term)
