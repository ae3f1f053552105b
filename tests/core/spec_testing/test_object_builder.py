"""Objects are built as programs build them: what no code of the program can make is never given."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import new_execution
from specassay.core.interpret.store import NULL
from specassay.core.ir.contracts import Program, Specification
from specassay.core.spec_testing.accepted_outputs import after_further_calls
from specassay.core.spec_testing.assigned_fields import AssignedFields
from specassay.core.spec_testing.drawn_inputs import LIKE_ANOTHER
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.executed_subjects import executed
from specassay.core.spec_testing.executing import execute_from
from specassay.core.spec_testing.object_builder import ObjectBuilder, routine_of
from specassay.core.spec_testing.spec_testing_limits import LIMITS
from specassay.frontends.dafny import parse_program

PROGRAM = parse_program(
    """
class Even {
  var n: int
  var last: int
  constructor (k: int) requires 0 < k < 9 { n := 2 * k; last := 0; }
  method Up() modifies this ensures n == old(n) + 2 { n := n + 2; last := 1; }
  method Down(k: int) requires 0 <= k < n / 2 modifies this ensures n > 0 { n := n - 2 * k; last := 2; }
  method Same(other: Even) requires other != this && other.n >= n modifies this ensures n == other.n { n := other.n; }
}
class Cell { var v: int var kids: seq<Cell> }
class Pair<T> { var x: T var y: T constructor (x: T) ensures this.x == this.y { this.x, this.y := x, x; } }
class Holder { var own: Even var other: Even? }
trait Wide { var w: int }
trait Narrow extends Wide { }
class Only extends Narrow { constructor () { w := 1; } }
class Never { constructor () requires false { } method Use() ensures true { } }
trait Shape { var size: nat method Grow() modifies this ensures size > old(size) }
class Square extends Shape {
  constructor () { size := 1; }
  method Grow() modifies this ensures size > old(size) { size := size + 1; }
}
method Read(c: Cell) returns (r: int) ensures r == c.v { r := c.v; }
method Member(c: Cell, d: Cell) requires d in c.kids ensures true { }
method One(c: Even, d: Even) requires c == d returns (r: int) ensures r == c.n { r := c.n; }
method Twice(p: Pair<int>) returns (r: int) ensures r == p.x { r := p.y; }
method Of(s: Shape) returns (r: int) ensures r == s.size { r := s.size; }
method Never(n: Never) ensures true { }
method Held(h: Holder) returns (r: int) ensures r == h.own.n { r := h.own.n; }
method Sized(xs: seq<int>, k: int) requires k == |xs| ensures true { }
""".replace("requires c == d returns (r: int)", "returns (r: int) requires c == d"),
    "t.dfy",
)


def specification(name: str) -> Specification:
    return next(each for each in PROGRAM.specifications if each.name == name)


def inputs(name: str, free: bool = False, seeds: int = 12) -> Iterator[dict[str, Any]]:
    """What the subject reads of objects that some attempts build for it."""
    subject = specification(name)
    for seed in range(seeds):
        execution = new_execution(PROGRAM, Fuel(50_000))
        builder = ObjectBuilder(PROGRAM, execution, Random(seed), LIKE_ANOTHER, {}, subject.heap.fields, free=free)
        for number, variables in enumerate(builder.drawn(subject)):
            if number < 3:
                yield {str(each): value for each, value in builder.observed(subject, variables).items()} | {
                    f"&{each}": value for each, value in variables.items()
                }


def test_an_object_with_a_constructor_has_what_its_methods_make_of_it() -> None:
    found = [each["this.n"] for each in inputs("Even.Up")]
    assert all(number > 0 and number % 2 == 0 for number in found)
    assert len(set(found)) > 3
    assert any(number % 2 for number in (each["this.n"] for each in inputs("Even.Up", free=True)))


def test_an_object_without_a_constructor_has_any_fields_of_their_types() -> None:
    found = list(inputs("Read"))
    assert len({each["c.v"] for each in found}) > 5


def test_parameters_are_different_objects_but_where_the_precondition_says_that_they_are_one() -> None:
    assert all(each["&this"] != each["&other"] for each in inputs("Even.Same"))
    assert all(each["&c"] == each["&d"] for each in inputs("One"))


def test_what_the_precondition_says_a_parameter_is_it_often_is() -> None:
    assert all(each["k"] == len(each["xs"]) for each in inputs("Sized"))
    found = list(inputs("Member", seeds=10))
    assert sum(each["&d"] in each["c.kids"] for each in found) > 8


def test_objects_of_generic_classes_and_traits_are_those_of_a_class_at_these_types() -> None:
    pairs = list(inputs("Twice"))
    assert pairs
    assert all(isinstance(each["p.x"], int) for each in pairs)
    assert all(each["s.size"] >= 1 for each in inputs("Of"))


def test_a_field_whose_type_has_no_null_always_holds_an_object() -> None:
    holders = list(inputs("Held", seeds=8))
    assert holders
    assert all(each["h.own"] != NULL for each in holders)


def test_of_a_trait_there_are_objects_of_classes_only() -> None:
    builder = ObjectBuilder(PROGRAM, new_execution(PROGRAM, Fuel(1000)), Random(0), LIKE_ANOTHER)
    assert isinstance(builder, AssignedFields)
    assert (builder.kinds("Wide"), builder.kinds("Only"), builder.kinds("Cell")) == (["Only"], ["Only"], ["Cell"])


def test_nothing_is_given_of_a_class_that_nobody_can_construct() -> None:
    assert list(inputs("Never", seeds=5)) == []


def test_an_execution_has_an_input_that_meets_the_precondition_and_its_beginning() -> None:
    subject = specification("Even.Down")
    found = []
    for seed in range(20):
        execution = new_execution(PROGRAM, Fuel(50_000))
        result = executed(ObjectBuilder(PROGRAM, execution, Random(seed), LIKE_ANOTHER), subject)
        if result is not None:
            found.append(result)
    assert len(found) > 10
    for each in found:
        values = {str(name): value for name, value in each.inputs.items()}
        outputs = {str(name): value for name, value in each.outcome.outputs.items()}
        assert 0 <= values["k"] < values["this.n"] // 2
        assert outputs["this.n"] == values["this.n"] - 2 * values["k"]
        assert each.beginning is not None
        again = execute_from(each.beginning, subject, each.inputs, PROGRAM, Fuel(50_000))
        assert again.outputs == each.outcome.outputs


def test_a_lemma_or_function_has_its_parameters_and_does_nothing() -> None:
    program: Program = parse_program("lemma L(x: int, c: Cell?) ensures x == x { } class Cell { var v: int }", "t.dfy")
    routine = routine_of(program.others[0], program)
    assert (routine.body, routine.parameters[0].name) == ((), "x")


@pytest.mark.parametrize("name", ["Even.Up", "Even.Down"])
def test_further_calls_leave_what_the_class_allows(name: str) -> None:
    subject = specification(name)
    builder = ObjectBuilder(PROGRAM, new_execution(PROGRAM, Fuel(50_000)), Random(3), LIKE_ANOTHER)
    result = executed(builder, subject)
    assert result is not None
    example = Example(
        subject,
        result.inputs,
        result.outcome.outputs,
        {},
        (),
        "assertion",
        "t",
        subject.span,
        beginning=result.beginning,
    )
    found = [
        {str(each): value for each, value in outputs.items()}
        for outputs in after_further_calls(example, PROGRAM, Engines(), "seed")
    ]
    assert 0 < len(found) <= LIMITS.further_executions * LIMITS.further_calls
    assert all(each["this.n"] > 0 and each["this.n"] % 2 == 0 for each in found)
    assert len({each["this.n"] for each in found}) > 1
    first, again = (list(after_further_calls(example, PROGRAM, Engines(), "seed")) for _ in range(2))
    assert first == again
