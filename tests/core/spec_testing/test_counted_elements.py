"""Facts that say how often each value is in a sequence."""

import pytest

from specassay.core.ir.build import add, conj, eq, forall, implies, integer, ite, le
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import Binder, Term, const, var
from specassay.core.spans import Span
from specassay.core.spec_testing.counted_elements import elements_counted, miscounted

V, X, Y = (var(name, INT) for name in "vxy")


def counted(*terms: Term) -> Term:
    return add(*(ite(eq(term, V), integer(1), integer(0)) for term in terms), integer(0))


def of_each(left: Term, right: Term, condition: Term | None = None) -> Term:
    body = eq(left, right)
    return forall([Binder("v", INT)], body if condition is None else implies(condition, body))


def test_each_of_as_many_unknowns_is_one_of_the_values() -> None:
    assert elements_counted(of_each(counted(X, Y), counted(integer(3), integer(3)))) == (["x", "y"], [3, 3])
    assert elements_counted(of_each(counted(integer(4), integer(3)), counted(X, Y))) == (["x", "y"], [4, 3])


def test_a_count_may_add_to_the_count_of_the_rest_in_each_case() -> None:
    rest = counted(Y)
    either = ite(eq(V, X), add(integer(1), rest), rest)
    assert elements_counted(of_each(either, counted(integer(1), integer(2)))) == (["y", "x"], [1, 2])


def test_a_condition_must_not_exclude_a_value() -> None:
    condition = conj(le(integer(0), V), le(V, integer(5)))
    assert elements_counted(of_each(counted(X), counted(integer(5)), condition)) == (["x"], [5])
    assert elements_counted(of_each(counted(X), counted(integer(6)), condition)) is None


def test_what_stands_on_both_sides_is_left_out() -> None:
    assert elements_counted(of_each(counted(X, integer(4)), counted(integer(3), integer(4)))) == (["x"], [3])
    assert elements_counted(of_each(counted(X, Y), counted(X, integer(3)))) == (["y"], [3])


def test_where_a_constant_is_written_does_not_matter() -> None:
    there = const(4, INT, Span("f", 1, 1, 1, 2))
    fact = of_each(counted(X, integer(4)), counted(integer(3), there))
    assert elements_counted(fact) == (["x"], [3])
    assert not miscounted(fact)


def test_a_value_that_nothing_else_can_be_contradicts() -> None:
    assert miscounted(of_each(counted(X, integer(5)), counted(integer(3), integer(4))))
    assert miscounted(of_each(counted(integer(3), integer(3)), counted(integer(3))))
    assert not miscounted(of_each(counted(X, integer(5)), counted(integer(3), Y)))
    assert not miscounted(of_each(counted(X, integer(5)), counted(integer(3), integer(5))))


def test_equal_counts_of_constants_say_nothing() -> None:
    fact = of_each(counted(integer(3), integer(4)), counted(integer(4), integer(3)))
    assert elements_counted(fact) is None
    assert not miscounted(fact)


@pytest.mark.parametrize(
    "fact",
    [
        of_each(counted(X, Y), counted(integer(3))),
        of_each(counted(X, X), counted(integer(3), integer(3))),
        of_each(add(counted(X), integer(1)), counted(integer(3))),
        of_each(counted(add(X, V)), counted(integer(3))),
        of_each(ite(eq(X, V), integer(2), integer(0)), counted(integer(3))),
        of_each(ite(le(X, V), integer(1), integer(0)), counted(integer(3))),
        eq(counted(X), counted(integer(3))),
    ],
)
def test_other_facts_say_nothing_of_all_unknowns(fact: Term) -> None:
    assert elements_counted(fact) is None
