"""Conditions in the state at hand: known while what they read is the same, and counted as often as they are asked."""

import pytest

from specassay.core.errors import OutOfFuel
from specassay.core.evaluate.calls import Closure
from specassay.core.evaluate.environment import Environment, LiveValues
from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import new_execution
from specassay.core.interpret.places import is_met, value_of
from specassay.core.interpret.state import ExecutionState
from specassay.core.interpret.store import UNKNOWN
from specassay.core.ir.build import eq, integer, op
from specassay.core.ir.contracts import Program
from specassay.core.ir.operators.context import Undecided
from specassay.core.ir.sorts import BOOL, INT, array_of, function_of
from specassay.core.ir.terms import Binder, var
from specassay.core.ir.values import ArrayValue

NUMBERS = ArrayValue((1, 2), "numbers")
FIRST_IS_ONE = eq(op("array.at", var("numbers", array_of(INT)), integer(0)), integer(1))


def begun(steps: int = 1000) -> ExecutionState:
    found = new_execution(Program("numbers.dfy"), Fuel(steps))
    found.store.add_array(NUMBERS)
    return found


def test_what_a_condition_reads_is_read_each_time() -> None:
    execution = begun()
    assert is_met(execution, FIRST_IS_ONE, {"numbers": NUMBERS})
    execution.store.arrays[NUMBERS.identity] = (3, 2)
    assert not is_met(execution, FIRST_IS_ONE, {"numbers": NUMBERS})
    execution.store.arrays[NUMBERS.identity] = (1, 2)
    assert is_met(execution, FIRST_IS_ONE, {"numbers": NUMBERS})


def test_a_function_reads_the_state_each_time_it_is_applied() -> None:
    state = {"n": 1}
    inside = Environment({"n": 1}, live=LiveValues({"n": 1}, lambda: dict(state)))
    given = Closure((Binder("x", INT),), eq(var("n", INT), var("x", INT)), inside)
    condition = op("apply", var("f", function_of(INT, BOOL)), integer(1))
    execution = begun()
    assert is_met(execution, condition, {"f": given})
    state["n"] = 2
    assert not is_met(execution, condition, {"f": given})


def test_a_condition_without_a_value_is_not_met() -> None:
    execution = begun()
    assert not is_met(execution, FIRST_IS_ONE, {})
    assert not is_met(execution, FIRST_IS_ONE, {"numbers": None})
    assert is_met(execution, FIRST_IS_ONE, {"numbers": NUMBERS})


def test_a_condition_that_is_known_takes_as_many_steps_as_one_that_is_not() -> None:
    execution = begun()
    left = [execution.fuel.steps for _ in range(4) if is_met(execution, FIRST_IS_ONE, {"numbers": NUMBERS})]
    assert left[0] - left[1] == left[1] - left[2] == left[2] - left[3] > 0
    short = begun(2 * (left[0] - left[1]))
    assert all(is_met(short, FIRST_IS_ONE, {"numbers": NUMBERS}) for _ in range(2))
    with pytest.raises(OutOfFuel):
        is_met(short, FIRST_IS_ONE, {"numbers": NUMBERS})


def test_a_variable_is_read_as_any_other_term() -> None:
    execution, number = begun(), var("i", INT)
    same = op("ite", eq(number, number), number, number)
    assert value_of(execution, number, {"i": 7}) == value_of(execution, same, {"i": 7}) == 7
    assert value_of(execution, var("numbers", array_of(INT)), {"numbers": NUMBERS}) is NUMBERS
    for unread in (number, same):
        with pytest.raises(Undecided, match="no value for i"):
            value_of(execution, unread, {"i": UNKNOWN})
    left = execution.fuel.steps
    value_of(execution, number, {"i": 7})
    assert execution.fuel.steps == left - 1
