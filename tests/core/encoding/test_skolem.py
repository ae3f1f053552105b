"""Elements beyond those shown: one query has each, and what is not followed states nothing."""

import pytest

from specassay.core.encoding.abstract_values import Entry
from specassay.core.encoding.context import Context
from specassay.core.encoding.skolem import available, rule_out, shared, state, take
from specassay.core.ir.build import conj
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import TRUE, Term, var

from .symbolic import known, symbolic

P, Q = var("p", BOOL), var("q", BOOL)
BEYOND = tuple(Entry(TRUE, symbolic(number), name) for number, name in enumerate(("one", "two")))


def test_a_constant_is_taken_by_one_query() -> None:
    context = Context()
    assert [take(context, BEYOND) for _ in range(3)] == [*BEYOND, None]
    assert not available(context, BEYOND)


def test_a_query_that_is_asked_again_has_the_same_constant() -> None:
    context = Context()
    first, other = shared(context, BEYOND, "is positive"), shared(context, BEYOND, "is even")
    assert (first, other) == BEYOND
    assert shared(context, BEYOND, "is positive") is first
    assert shared(context, BEYOND, "is odd") is None
    assert shared(context, (), "is odd") is None


@pytest.mark.parametrize("path", [False, True])
@pytest.mark.parametrize("cut", [False, True])
def test_a_fact_is_stated_where_it_is_reached_and_followed(path: bool, cut: bool) -> None:
    context = Context(path=var("path", BOOL))

    def build() -> Term:
        context.unsupported(var("cut", BOOL), "something")
        context.fail(P, "ValueError")
        return Q

    state(context, build)
    rule_out(context, build)
    assert (context.raised, context.cuts) == ([], [])
    for raises in (False, True):
        for fact in (False, True):
            world = {"path": path, "cut": cut, "p": raises, "q": fact}
            counts = path and not cut
            # A fact says nothing where it raises; that a query is not decided says that nothing raises, too.
            assert known(context.facts[0], world) is (not counts or raises or fact)
            assert known(context.facts[1], world) is (not counts or not (raises or fact))
    assert conj(*context.facts) is not TRUE
