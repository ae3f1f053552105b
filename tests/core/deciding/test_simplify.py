"""Simplification never changes what a term means, and decides what the values decide."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.deciding.simplify import simplify
from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir import build
from specassay.core.ir.build import conj, eq, exists, forall, gt, iff, implies, integer, le, lt, op
from specassay.core.ir.contracts import Function
from specassay.core.ir.sorts import INT, Sort, seq_of
from specassay.core.ir.terms import Binder, Term, free_variables, make, subterms, var
from specassay.frontends.show import show

from ...samples import samples

ZERO, ONE = integer(0), integer(1)
I, N, X = (var(name, INT) for name in "inx")  # noqa: E741
S, R = var("s", seq_of(INT)), var("r", seq_of(INT))


def length(term: Term) -> Term:
    return op("seq.len", term)


def at(term: Term, index: Term) -> Term:
    return op("seq.at", term, index)


@settings(deadline=None, max_examples=samples(400))
@given(data=st.data())
def test_a_simplified_term_means_the_same(typed: Any, data: st.DataObject) -> None:
    sample, environment = data.draw(typed.samples), data.draw(typed.environments)
    known = data.draw(st.sets(st.sampled_from(sorted(environment))))
    simpler = simplify(sample.term, {name: environment[name] for name in known})
    assert not known & {name for name, _ in free_variables(simpler)}
    before, after = evaluate(sample.term, environment), evaluate(simpler, environment)
    assert (before.state, before.value) == (after.state, after.value), simpler


@settings(deadline=None, max_examples=samples(200))
@given(data=st.data())
def test_with_all_values_what_is_defined_becomes_a_constant(typed: Any, data: st.DataObject) -> None:
    sample, environment = data.draw(typed.samples), data.draw(typed.environments)
    result = evaluate(sample.term, environment)
    simpler = simplify(sample.term, environment)
    assert build.is_value(simpler) is (result.state == "defined")


def test_a_function_value_is_applied_to_what_it_needs() -> None:
    unbounded = make("unbounded", (), Sort("Domain"))
    needs, ignores = (
        op("lambda", unbounded, body, data=(Binder("y", INT),)) for body in (lt(var("y", INT), N), lt(ZERO, N))
    )
    partial = at(S, I)
    assert show(simplify(op("apply", needs, partial), {})) == "s[i] < n"
    assert simplify(op("apply", ignores, partial), {}).op == "apply"
    assert show(simplify(op("apply", ignores, I), {})) == "0 < n"


def test_what_is_undefined_stays() -> None:
    assert show(simplify(conj(eq(op("div", ONE, N), ONE), lt(ONE, ZERO)), {})) == "1 / n == 1 && false"
    assert show(simplify(eq(op("div", ONE, ZERO), X), {})) == "1 / 0 == x"
    unused = build.let(Binder("y", INT), op("div", ONE, N), ONE)
    assert simplify(unused, {}) is unused
    assert simplify(unused, {"n": 2}) is ONE


def test_bounded_quantifiers_become_their_instances() -> None:
    guard = conj(le(ZERO, I), lt(I, length(S)))
    every = forall([Binder("i", INT)], implies(guard, gt(at(R, I), at(S, I))))
    assert show(simplify(every, {"s": (1, 2)})) == "r[0] > 1 && r[1] > 2"
    some = exists([Binder("i", INT)], conj(guard, eq(X, at(S, I))))
    assert show(simplify(some, {"s": (1, 2)})) == "x == 1 || x == 2"


def test_an_unknown_domain_keeps_the_quantifier() -> None:
    member = iff(op("seq.member", X, R), op("seq.member", X, S))
    term = forall([Binder("x", INT)], member)
    assert show(simplify(term, {"s": (1,)})) == "forall x: Int :: x in r <==> x in [1]"


def test_a_variable_that_stays_bound_captures_nothing() -> None:
    # y stands for x + 1 here, and a quantifier over another x must not take it in.
    inner = exists([Binder("x", INT)], gt(var("x", INT), var("y", INT)))
    simpler = simplify(build.let(Binder("y", INT), build.add(X, ONE), inner), {})
    assert free_variables(simpler) == frozenset({("x", INT)})
    assert show(simpler) == "exists x'1: Int :: x'1 > x + 1"


def test_a_call_equals_itself_where_it_is_defined() -> None:
    free = Function("f", (Binder("n", INT),), INT, None)
    positive = Function("f", (Binder("n", INT),), INT, None, requires=(build.lt(build.integer(0), N),))
    same = build.eq(build.call("f", X, sort=INT), build.call("f", N, sort=INT))
    assert show(simplify(same, {"x": 3, "n": 3}, {"f": free})) == "true"
    assert show(simplify(same, {"x": 3, "n": 4}, {"f": free})) == "f(3) == f(4)"
    assert show(simplify(same, {"x": 0, "n": 0}, {"f": positive})) == "f(0) == f(0)"


def test_without_fuel_the_values_are_put_in() -> None:
    term = forall([Binder("i", INT)], gt(at(S, I), N), [build.between(ZERO, length(S))])
    simpler = simplify(term, {"n": 0, "s": (1, 2)}, fuel=Fuel(steps=3))
    assert show(simpler) == "forall i :: 0 <= i < |[1, 2]| ==> [1, 2][i] > 0"


def test_terms_of_any_depth() -> None:
    deep = X
    for _ in range(5000):
        deep = op("add", deep, I)
    assert evaluate(simplify(deep, {"i": 1}), {"x": 0}).value == 5000


def test_the_number_of_values_that_meet_a_condition_is_a_sum() -> None:
    k = Binder("k", INT)
    inside = op("and", le(ZERO, var("k", INT)), lt(var("k", INT), length(S)))
    chosen = op("and", inside, eq(at(S, var("k", INT)), X))
    counted = op("set.card", op("set.comprehension", build.UNBOUNDED, chosen, var("k", INT), data=(k,)))
    simpler = simplify(counted, {"s": (4, 7, 4)})
    assert not any(node.op == "set.comprehension" for node in subterms(simpler))
    for value in (4, 7, 5):
        assert evaluate(simpler, {"x": value}).value == evaluate(counted, {"s": (4, 7, 4), "x": value}).value
    assert evaluate(simplify(counted, {"s": ()}), {"x": 1}).value == 0


def test_the_number_of_other_values_than_the_variable_stays() -> None:
    k = Binder("k", INT)
    inside = op("and", le(ZERO, var("k", INT)), lt(var("k", INT), integer(4)), gt(var("k", INT), X))
    halves = op("set.comprehension", build.UNBOUNDED, inside, op("div", var("k", INT), integer(2)), data=(k,))
    simpler = simplify(op("set.card", halves), {})
    for value in range(-1, 5):
        assert evaluate(simpler, {"x": value}).value == evaluate(op("set.card", halves), {"x": value}).value
