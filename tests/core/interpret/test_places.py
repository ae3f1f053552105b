"""Conditions in the state at hand: known while what they read is the same, and counted as often as they are asked."""

import pytest

from specassay.core.errors import OutOfFuel
from specassay.core.evaluate.calls import Closure
from specassay.core.evaluate.environment import Environment, LiveValues
from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import Interpreter
from specassay.core.interpret.store import UNKNOWN
from specassay.core.ir.build import eq, integer, op
from specassay.core.ir.contracts import Program
from specassay.core.ir.operators.context import Undecided
from specassay.core.ir.sorts import BOOL, INT, array_of, function_of
from specassay.core.ir.terms import Binder, var
from specassay.core.ir.values import ArrayValue

NUMBERS = ArrayValue((1, 2), "numbers")
FIRST_IS_ONE = eq(op("array.at", var("numbers", array_of(INT)), integer(0)), integer(1))


def interpreter(steps: int = 1000) -> Interpreter:
    found = Interpreter(Program("numbers.dfy"), Fuel(steps))
    found.store.add_array(NUMBERS)
    return found


def test_what_a_condition_reads_is_read_each_time() -> None:
    here = interpreter()
    assert here.is_met(FIRST_IS_ONE, {"numbers": NUMBERS})
    here.store.arrays[NUMBERS.identity] = (3, 2)
    assert not here.is_met(FIRST_IS_ONE, {"numbers": NUMBERS})
    here.store.arrays[NUMBERS.identity] = (1, 2)
    assert here.is_met(FIRST_IS_ONE, {"numbers": NUMBERS})


def test_a_function_reads_the_state_each_time_it_is_applied() -> None:
    state = {"n": 1}
    inside = Environment({"n": 1}, live=LiveValues({"n": 1}, lambda: dict(state)))
    given = Closure((Binder("x", INT),), eq(var("n", INT), var("x", INT)), inside)
    condition = op("apply", var("f", function_of(INT, BOOL)), integer(1))
    here = interpreter()
    assert here.is_met(condition, {"f": given})
    state["n"] = 2
    assert not here.is_met(condition, {"f": given})


def test_a_condition_without_a_value_is_not_met() -> None:
    here = interpreter()
    assert not here.is_met(FIRST_IS_ONE, {})
    assert not here.is_met(FIRST_IS_ONE, {"numbers": None})
    assert here.is_met(FIRST_IS_ONE, {"numbers": NUMBERS})


def test_a_condition_that_is_known_takes_as_many_steps_as_one_that_is_not() -> None:
    here = interpreter()
    left = [here.fuel.steps for _ in range(4) if here.is_met(FIRST_IS_ONE, {"numbers": NUMBERS})]
    assert left[0] - left[1] == left[1] - left[2] == left[2] - left[3] > 0
    short = interpreter(2 * (left[0] - left[1]))
    assert all(short.is_met(FIRST_IS_ONE, {"numbers": NUMBERS}) for _ in range(2))
    with pytest.raises(OutOfFuel):
        short.is_met(FIRST_IS_ONE, {"numbers": NUMBERS})


def test_a_variable_is_read_as_any_other_term() -> None:
    here, number = interpreter(), var("i", INT)
    same = op("ite", eq(number, number), number, number)
    assert here.value(number, {"i": 7}) == here.value(same, {"i": 7}) == 7
    assert here.value(var("numbers", array_of(INT)), {"numbers": NUMBERS}) is NUMBERS
    for unread in (number, same):
        with pytest.raises(Undecided, match="no value for i"):
            here.value(unread, {"i": UNKNOWN})
    left = here.fuel.steps
    here.value(number, {"i": 7})
    assert here.fuel.steps == left - 1
