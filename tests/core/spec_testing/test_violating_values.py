"""Values of parameters, for the search of inputs that violate preconditions."""

from collections.abc import Iterator

from attrs import evolve

from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, OBJECT, array_of, seq_of
from specassay.core.ir.terms import var
from specassay.core.ir.values import UninterpretedValue
from specassay.core.spec_testing.operators.samples import fresh_array
from specassay.core.spec_testing.violating_values import equal, measures, of_literals, with_objects
from specassay.core.synthesis.verdicts import Arguments
from specassay.frontends.dafny import parse_program


def made(number: int) -> UninterpretedValue:
    return UninterpretedValue(str(OBJECT.label), number)


def test_each_parameter_that_may_not_be_null_has_an_object_of_its_own() -> None:
    text = "class C { var n: int; }\nmethod M(a: C, b: C, c: C?, k: int) requires a.n < b.n { }"
    (written,) = parse_program(text).specifications
    method = evolve(written, nullable=("c",))
    inputs = {"a": made(0), "b": made(2), "c": made(0), "k": 1}
    assert with_objects(inputs, method) == {"a": made(3), "b": made(2), "c": made(0), "k": 1}
    assert with_objects({**inputs, "a": made(1)}, method)["a"] == made(1)


def test_candidates_end_where_a_type_has_no_literals() -> None:
    def found() -> Iterator[Arguments]:
        yield {"n": 1}
        raise Unsupported("values of T")

    assert [*of_literals(found())] == [{"n": 1}]


def test_an_array_is_equal_to_another_by_its_elements_and_null_only_to_null() -> None:
    a = var("a", array_of(INT))
    one, same, other = fresh_array((1, 2)), fresh_array((1, 2)), fresh_array((1, 3))
    assert evaluate(equal(a, one), {"a": same}).value is True
    assert evaluate(equal(a, one), {"a": other}).value is False
    assert evaluate(equal(a, one), {"a": None}).value is False
    assert evaluate(equal(a, None), {"a": None}).value is True
    assert evaluate(equal(var("n", INT), 3), {"n": 3}).value is True


def test_small_is_a_number_near_zero_and_a_short_sequence() -> None:
    assert [evaluate(each, {"n": -4}).value for each in measures(var("n", INT))] == [-4, 4]
    assert [evaluate(each, {"s": (7, 8)}).value for each in measures(var("s", seq_of(INT)))] == [2]
    assert [evaluate(each, {"a": fresh_array((7,))}).value for each in measures(var("a", array_of(INT)))] == [1]
    assert measures(var("b", BOOL)) == []
