"""Quantifiers over values that matter only where they occur, held against each value in turn."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.evaluate.occurring import compared_with
from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir.build import add, call, conj, disj, eq, exists, forall, integer, ite, le, lt, negate, op, sub
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import CHAR, INT, array_of, seq_of
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.ir.values import ArrayValue
from specassay.core.ir.variables import Name

V, X, END = (var(name, INT) for name in ("v", "x", "end"))
S, R = (var(name, seq_of(INT)) for name in "sr")
BOUND = Binder("v", INT)
ONE = integer(1)


def counting(name: str, with_place: bool = False) -> Function:
    """How often v is in the first elements of s; `with_place`: how often an element is the sum of v and its place."""
    before = sub(END, ONE)
    found = op("seq.at", S, before)
    same = eq(sub(found, before) if with_place else found, V)
    body = ite(le(END, integer(0)), integer(0), add(call(name, S, V, before, sort=INT), ite(same, ONE, integer(0))))
    return Function(name, (Binder("s", seq_of(INT)), BOUND, Binder("end", INT)), INT, body=body)


FUNCTIONS: dict[Name, Function] = {name: counting(name, name == "shifted") for name in ("count", "shifted")}


def counted(name: str, sequence: Term, value: Term) -> Term:
    return call(name, sequence, value, op("seq.len", sequence), sort=INT)


def every(body: Term, low: int, high: int) -> Term:
    return forall((BOUND,), body, (op("range", integer(low), integer(high)),))


def test_of_numbers_that_are_no_elements_one_stands_for_all() -> None:
    term = forall((BOUND,), eq(counted("count", S, V), counted("count", R, V)))
    for second, same in (((3, 1, 3), True), ((3, 1, 1), False), ((3, 3, 1), True), ((1, 2, 3), False)):
        found = evaluate(term, {"s": (1, 3, 3), "r": second}, FUNCTIONS, {}, Fuel(2_000, depth=100))
        assert (found.state, found.value) == ("defined", same)


def test_characters_too() -> None:
    character, text, other = var("c", CHAR), var("s", seq_of(CHAR)), var("r", seq_of(CHAR))
    first, second = (op("multiset.count", op("multiset.of_seq", each), character) for each in (text, other))
    term = forall((Binder("c", CHAR),), eq(first, second))
    for letters, same in ((tuple("tae"), True), (tuple("tee"), False)):
        found = evaluate(term, {"s": tuple("eat"), "r": letters}, {}, {}, Fuel(2_000))
        assert (found.state, found.value) == ("defined", same)


@pytest.mark.parametrize(
    "body",
    [
        eq(V, add(X, ONE)),
        lt(op("seq.len", S), V),
        eq(op("mul", V, X), ONE),
        eq(add(V, V), X),
        eq(counted("shifted", S, V), integer(0)),
        exists((Binder("i", INT),), eq(var("i", INT), V), (op("range", integer(0), X),)),
        eq(op("seq.literal", V), S),
        op("multiset.member", V, op("multiset.update", op("multiset.of_seq", S), op("mul", X, X), ONE)),
        op("seq.member", V, op("seq.update", S, X, op("mul", X, X))),
    ],
    ids=str,
)
def test_what_is_computed_tells_numbers_apart_that_do_not_occur(body: Term) -> None:
    assert compared_with(BOUND, (BOUND,), body, FUNCTIONS, {}) is None


def test_what_an_array_of_numbers_holds_occurs() -> None:
    first, second = (op("array.elements", var(name, array_of(INT))) for name in ("a", "b"))
    before, after = (op("multiset.count", op("multiset.of_seq", each), V) for each in (first, second))
    term = forall((BOUND,), eq(before, after))
    for elements, same in (((3, 1, 3), True), ((3, 1, 1), False), ((1, 3, 4), False)):
        values = {"a": ArrayValue((1, 3, 3), "a"), "b": ArrayValue(elements, "b")}
        found = evaluate(term, values, {}, {}, Fuel(2_000))
        assert (found.state, found.value) == ("defined", same)
    # Which array an array holds may be another one in another state.
    inside = op("array.elements", op("array.at", var("c", array_of(array_of(INT))), integer(0)))
    assert compared_with(BOUND, (), op("seq.member", V, first), {}, {}) is not None
    assert compared_with(BOUND, (), op("seq.member", V, inside), {}, {}) is None


def test_the_element_whose_count_changes_occurs() -> None:
    body = op("multiset.member", V, op("multiset.update", op("multiset.of_seq", S), X, op("seq.len", S)))
    assert compared_with(BOUND, (BOUND,), body, FUNCTIONS, {}) is not None


def test_a_variable_that_is_bound_beside_has_no_value_yet() -> None:
    other = Binder("w", INT)
    assert compared_with(BOUND, (BOUND, other), eq(V, var("w", INT)), {}, {}) is None
    assert compared_with(BOUND, (BOUND,), eq(V, X), {}, {}) is not None


def numbers(random: Random, depth: int) -> Term:
    """A number, which occurs or is computed."""
    if depth == 0:
        return random.choice(
            [V, V, X, integer(random.randrange(-3, 12)), op("seq.at", S, integer(random.randrange(2)))]
        )
    first, second = numbers(random, depth - 1), numbers(random, 0)
    made = [add(first, second), ite(lt(first, X), first, second), counted("count", S, first)]
    return random.choice([first, *made, op("seq.len", S), op("seq.at", op("seq.slice", S, ONE, integer(3)), ONE)])


def conditions(random: Random, depth: int) -> Term:
    if depth == 0:
        first, second = numbers(random, random.randrange(2)), numbers(random, random.randrange(2))
        element = op("seq.at", S, var("i", INT))
        within = (op("range", integer(0), op("seq.len", S)),)
        some = exists((Binder("i", INT),), random.choice([lt, eq, le])(element, first), within)
        return random.choice([eq(first, second), lt(first, second), op("seq.member", first, S), some])
    parts = [conditions(random, depth - 1) for _ in range(2)]
    return random.choice([conj(*parts), disj(*parts), negate(parts[0])])


@given(st.integers(0, 10**9))
def test_the_values_that_are_tried_stand_for_all(seed: int) -> None:
    random = Random(seed)
    body = conditions(random, random.randrange(3))
    values = {"s": tuple(random.randrange(-2, 30) for _ in range(3)), "x": random.randrange(35)}
    each = [evaluate(body, {**values, "v": value}, FUNCTIONS, {}, Fuel(depth=50)) for value in range(-5, 45)]
    assert all(found.state == "defined" for found in each)
    whole = evaluate(every(body, -5, 45), values, FUNCTIONS, {}, Fuel(depth=50))
    assert (whole.state, whole.value) == ("defined", all(found.value for found in each)), (str(body), values)


def test_some_of_these_conditions_only_compare() -> None:
    bodies = [conditions(Random(seed), 2) for seed in range(60)]
    told = sum(compared_with(BOUND, (BOUND,), body, FUNCTIONS, {}) is not None for body in bodies)
    assert 5 < told < 55
