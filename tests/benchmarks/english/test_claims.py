"""The negation of what a condition says holds where the condition does not."""

from hypothesis import given
from hypothesis import strategies as st

from specassay.benchmarks.english.claims import (
    Both,
    Claim,
    Claims,
    Either,
    Every,
    Loop,
    Noun,
    Some,
    When,
    claims_in,
    negate,
)
from specassay.core.ir.terms import TRUE

ROUNDS = 3
LOOP = (Loop("x", TRUE),)
FACTS = st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=ROUNDS, max_size=ROUNDS)
"""In each round of a loop, which of three things are so. Outside of loops it is the first round."""


def claim(number: int, negated: bool) -> Claims:
    return Claim(Noun("`n`"), "be", str(number), negated=negated)


CLAIMS = st.recursive(
    st.builds(claim, st.integers(0, 2), st.booleans()),
    lambda inner: st.one_of(
        st.builds(Both, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Either, st.lists(inner, max_size=3).map(tuple)),
        st.builds(When, inner, inner, st.none() | inner),
        st.builds(Every, st.just(LOOP), inner),
        st.builds(Some, st.just(LOOP), inner),
    ),
    max_leaves=8,
)


def holds(claims: Claims, facts: list[list[bool]], now: int = 0) -> bool:
    match claims:
        case Claim(rest=rest, negated=negated):
            return facts[now][int(rest)] is not negated
        case Both(parts):
            return all(holds(part, facts, now) for part in parts)
        case Either(parts):
            return any(holds(part, facts, now) for part in parts)
        case When(condition, then, otherwise):
            if holds(condition, facts, now):
                return holds(then, facts, now)
            return otherwise is None or holds(otherwise, facts, now)
        case Every(_, body):
            return all(holds(body, facts, each) for each in range(ROUNDS))
        case Some(_, body):
            return any(holds(body, facts, each) for each in range(ROUNDS))
    raise AssertionError(claims)


@given(CLAIMS, FACTS)
def test_a_negation_holds_where_the_claims_do_not(claims: Claims, facts: list[list[bool]]) -> None:
    assert holds(negate(claims), facts) is not holds(claims, facts)


@given(CLAIMS)
def test_a_negation_is_about_the_same_things_in_the_same_order(claims: Claims) -> None:
    assert [each.rest for each in claims_in(negate(claims))] == [each.rest for each in claims_in(claims)]
