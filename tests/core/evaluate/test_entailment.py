"""What is known to hold whatever the variables are: never more than does, and what definedness of clauses asks for."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.entailment import entailed, unproved
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import build
from specassay.core.ir.sorts import INT, seq_of
from specassay.core.ir.terms import Binder, Term, free_names, var

A, B, C = (var(name, INT) for name in "abc")
S = var("s", seq_of(INT))
LENGTH = build.op("seq.len", S)
INDEX = Binder("i", INT)
ZERO = build.integer(0)


def within(index: Term) -> Term:
    return build.conj(build.le(ZERO, index), build.lt(index, LENGTH))


def everywhere(condition: Term) -> Term:
    """The condition for all i at which s has an element."""
    return build.forall((INDEX,), build.implies(within(var("i", INT)), condition))


def element(index: Term) -> Term:
    return build.op("seq.at", S, index)


@pytest.mark.parametrize(
    ("condition", "known"),
    [
        (build.implies(build.conj(build.le(ZERO, A), build.lt(A, B), build.lt(B, LENGTH)), within(A)), True),
        (build.implies(build.conj(build.le(ZERO, A), build.lt(A, B)), within(A)), False),
        (build.le(ZERO, LENGTH), True),
        (build.lt(ZERO, LENGTH), False),
        # Between 0 and 1 is no whole number.
        (build.implies(build.lt(ZERO, A), build.le(build.integer(1), A)), True),
        (build.implies(build.lt(ZERO, A), build.negate(build.eq(A, ZERO))), True),
        (everywhere(within(var("i", INT))), True),
        # Of all elements is said that they are positions; of this one, too.
        (build.implies(build.conj(everywhere(within(element(var("i", INT)))), within(A)), within(element(A))), True),
        (build.implies(everywhere(within(element(var("i", INT)))), within(element(A))), False),
        # What is known of i outside a quantifier is about another i.
        (build.implies(within(var("i", INT)), build.forall((INDEX,), within(var("i", INT)))), False),
    ],
)
def test_what_follows_from_linear_facts_is_known(condition: Term, known: bool) -> None:
    assert entailed(condition) is known


small = st.integers(-2, 2).map(build.integer)
sums = st.recursive(st.sampled_from((A, B, C)) | small, lambda one: st.builds(build.add, one, one), max_leaves=4)
orders = st.sampled_from((build.lt, build.le, build.gt, build.ge, build.eq))
relations = st.builds(lambda order, left, right: order(left, right), orders, sums, sums)
conditions = st.recursive(
    relations,
    lambda one: st.builds(build.conj, one, one) | st.builds(build.implies, one, one) | st.builds(build.negate, one),
    max_leaves=4,
)


@settings(max_examples=60)
@given(conditions)
def test_nothing_is_known_that_is_false_of_some_values(condition: Term) -> None:
    if entailed(condition):
        for a, b, c in product(range(-3, 4), repeat=3):
            assert evaluate(condition, {"a": a, "b": b, "c": c}).value is True


@settings(max_examples=60)
@given(conditions)
def test_what_is_left_to_show_implies_the_condition_and_says_nothing_of_what_is_bound(condition: Term) -> None:
    left = unproved(condition, frozenset("a"))
    if left is None:
        return
    assert "a" not in free_names(left)
    for values in product(range(-3, 4), repeat=3):
        state = dict(zip("abc", values, strict=True))
        if evaluate(left, state).value is True:
            assert evaluate(condition, state).value is True


def test_of_conjuncts_those_are_left_that_do_not_follow() -> None:
    listed = build.op("seq.member", B, S)
    condition = build.implies(
        within(A), build.conj(within(A), listed, build.implies(build.le(B, A), build.lt(B, LENGTH)))
    )
    assert unproved(condition, frozenset("a")) == listed
    assert unproved(condition, frozenset("b")) is None
    assert unproved(build.let(Binder("a", INT), B, build.lt(A, C)), frozenset("b")) is None
