"""What a lambda requires and reads: of a function that is used as a value, what the function does."""

from specassay.core.evaluate.typed import evaluate
from specassay.core.interpret.store import NULL
from specassay.core.ir.build import boolean, call, integer, le, op
from specassay.core.ir.contracts import Function
from specassay.core.ir.functions import NOTHING, is_function_as_value, read_by, required_by
from specassay.core.ir.sorts import INT, OBJECT, set_of
from specassay.core.ir.terms import TRUE, Binder, const, var
from specassay.core.ir.variables import Name

X, Y = Binder("x", INT), Binder("y", INT)
x, y, c = var("x", INT), var("y", INT), var("c", OBJECT)
FRAME = op("set.literal", c, sort=set_of(OBJECT))
POSITIVE = Function("F", (Binder("c", OBJECT), X), INT, None, requires=(le(integer(1), x),), frames=((FRAME, ""),))
FUNCTIONS: dict[Name, Function] = {"F": POSITIVE}
AS_VALUE = call("F", var("d", OBJECT), y, sort=INT)


def test_a_function_that_is_used_as_a_value_is_called_with_the_parameters_themselves() -> None:
    assert is_function_as_value((Y,), AS_VALUE)
    assert not is_function_as_value((X,), AS_VALUE)
    assert not is_function_as_value((Y, X), call("F", y, sort=INT))
    assert not is_function_as_value((X, Y), call("F", y, x, sort=INT))
    assert not is_function_as_value((Y,), y)


def test_the_precondition_is_that_of_the_clauses_or_of_the_function() -> None:
    clauses = op("lambda.clauses", le(y, integer(3)), NOTHING, y)
    assert required_by((Y,), clauses, {}) == le(y, integer(3))
    of_function = required_by((Y,), AS_VALUE, FUNCTIONS)
    assert [evaluate(of_function, {"y": number, "d": NULL}).value for number in (0, 1)] == [False, True]
    assert required_by((Y,), op("div", y, y), FUNCTIONS) is TRUE


def test_the_frame_is_that_of_the_clauses_or_of_the_function_or_not_known() -> None:
    clauses = op("lambda.clauses", boolean(True), FRAME, y)
    assert read_by((Y,), clauses, {}) == FRAME
    of_function = read_by((Y,), AS_VALUE, FUNCTIONS)
    assert of_function is not None
    assert evaluate(of_function, {"y": 1, "d": NULL}).value == {NULL}
    assert read_by((Y,), y, FUNCTIONS) == NOTHING == const(frozenset(), set_of(OBJECT))
    assert read_by((Y,), AS_VALUE, {}) is None
