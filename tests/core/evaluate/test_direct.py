"""Small terms as functions: the same values and the same failures as the machine gives, whoever evaluates them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.errors import NotComputed, OutOfFuel
from specassay.core.evaluate.direct import MOST_NODES, OFTEN, Direct, direct, direct_alone, direct_once
from specassay.core.evaluate.environment import AsKey, own_copy
from specassay.core.evaluate.typed import Machine
from specassay.core.fuel import Fuel
from specassay.core.ir.build import add, call, conj, eq, integer, op
from specassay.core.ir.contracts import Function
from specassay.core.ir.operators.context import EvaluationContext, Undecided, Undefined
from specassay.core.ir.sorts import INT, seq_of
from specassay.core.ir.terms import Binder, Term, var
from specassay.core.trampoline import run

X, S = var("x", INT), var("s", seq_of(INT))
BYTE = Function("byte", (Binder("b", INT),), INT, var("b", INT), (op("lt", var("b", INT), integer(256)),))
TWICE = Function("twice", (Binder("b", INT),), INT, add(var("b", INT), var("b", INT)))
FUNCTIONS = {function.name: function for function in (BYTE, TWICE)}


def outcome(evaluate: Any) -> tuple[str, Any]:
    try:
        return "value", evaluate()
    except Undefined:
        return "undefined", None
    except (NotComputed, Undecided):
        return "open", None


def by_machine(term: Term, known: dict[str, Any]) -> tuple[str, Any]:
    machine = Machine(EvaluationContext(FUNCTIONS, {}, Fuel()), known)
    return outcome(lambda: run(machine.evaluate(term, machine.environment)))


def at_once(term: Term, known: dict[str, Any]) -> tuple[str, Any]:
    """What the function of a term makes of it, and the code that it becomes when it is called often."""
    found = direct_alone(term)
    assert found is not None
    return by_function(found, known)


def by_function(found: Direct, known: dict[str, Any]) -> tuple[str, Any]:
    context = EvaluationContext(FUNCTIONS, {}, Fuel())
    outcomes = [outcome(lambda: found(own_copy(known), context)) for _ in range(OFTEN + 1)]
    assert all(type(each[1]) is type(outcomes[0][1]) and each == outcomes[0] for each in outcomes)
    return outcomes[0]


@given(data=st.data())
def test_a_term_has_one_value_whoever_evaluates_it(typed: Any, data: st.DataObject) -> None:
    term, environment = data.draw(typed.samples).term, data.draw(typed.environments)
    if direct_alone(term) is not None:
        assert at_once(term, environment) == by_machine(term, environment)
    once = direct_once(term, AsKey({}))
    if once is not None:
        assert by_function(once, environment) == by_machine(term, environment)


def test_a_term_that_is_evaluated_once_may_build_collections_and_call_guards() -> None:
    functions = AsKey(FUNCTIONS)
    guarded = call("byte", add(X, call("byte", X, sort=INT)), sort=INT)
    grown = op("seq.concat", S, op("seq.literal", guarded, sort=seq_of(INT)))
    for term in (guarded, add(guarded, X), grown):
        once = direct_once(term, functions)
        assert once is not None
        assert direct(term) is None
        for x in (1, 127, 128, 256):
            assert by_function(once, {"x": x, "s": (7,)}) == by_machine(term, {"x": x, "s": (7,)}), (term, x)
    # What a function computes is kept for equal arguments, so that the machine has to call it.
    assert direct_once(call("twice", X, sort=INT), functions) is None
    assert direct_once(call("missing", X, sort=INT), functions) is None


def test_what_is_not_reached_need_not_be_defined() -> None:
    bounded = op("lt", X, op("seq.len", S))
    inside = eq(op("seq.at", S, X), integer(1))
    for x, s in ((0, (1,)), (3, (1,)), (0, (2,))):
        known = {"x": x, "s": s}
        assert at_once(conj(bounded, inside), known) == by_machine(conj(bounded, inside), known)
    assert at_once(inside, {"x": 3, "s": (1,)}) == ("undefined", None)
    assert at_once(inside, {"x": 3}) == ("open", None)


def test_only_small_terms_that_build_no_collection_are_functions() -> None:
    large = X
    for _ in range(MOST_NODES):
        large = add(large, X)
    assert direct(large) is None
    assert direct(eq(op("seq.concat", S, S), S)) is None
    assert direct(eq(op("seq.at", S, X), X)) is not None


def test_a_function_takes_fuel_as_any_evaluation() -> None:
    found = direct(eq(add(X, X), X))
    assert found is not None
    with pytest.raises(OutOfFuel):
        found(own_copy({"x": 1}), EvaluationContext({}, {}, Fuel(3)))


def test_a_deep_term_stays_a_function() -> None:
    term = X
    for _ in range(MOST_NODES // 2 - 1):
        term = add(term, integer(1))
    assert at_once(term, {"x": 1}) == by_machine(term, {"x": 1})
    assert at_once(term, {}) == ("open", None)
