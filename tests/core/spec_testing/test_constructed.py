"""Objects are what constructors and methods make of them: nothing that no program builds is an input."""

from itertools import islice

import pytest

from specassay.core.deciding.engines import Engines, Work
from specassay.core.ir.contracts import Program, Specification
from specassay.core.spec_testing.constructed import built_inputs, executions, has_objects, many_executions
from specassay.frontends.dafny import parse_program

COUNTER = """class Even {
  var n: int
  constructor (k: nat) ensures n == 2 * k { n := 2 * k; }
  method Twice(times: nat) requires times < 5 modifies this ensures n == old(n) + 2 * times { n := n + 2 * times; }
  method Half() returns (h: int) ensures h == n / 2 { h := n / 2; }
}
method Plain(x: int) returns (r: int) ensures r == x { r := x; }
method Open(e: Even) returns (r: int)
method Both(e: Even, f: Even) returns (r: bool) ensures r == (e.n == f.n) { r := e.n == f.n; }
function Of(e: Even): int reads e ensures Of(e) == e.n { e.n }
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return parse_program(COUNTER, file="t.dfy")


def subject(program: Program, name: str) -> Specification:
    return next(each for each in program.specifications if each.name == name)


def engines() -> Engines:
    return Engines(work=Work(), deadline=60.0)


def test_what_has_objects_and_a_body_is_built(program: Program) -> None:
    found = {name: has_objects(subject(program, name), program) for name in ("Even.Half", "Both", "Plain", "Open")}
    assert found == {"Even.Half": True, "Both": True, "Plain": False, "Open": False}


def test_a_field_is_only_what_constructors_and_methods_make_of_it(program: Program) -> None:
    inputs = list(islice(built_inputs(subject(program, "Even.Half"), program, engines(), 1.0), 40))
    values = {inputs_of["this.n"] for inputs_of in ({str(k): v for k, v in each.items()} for each in inputs)}
    assert len(values) > 2
    assert all(value % 2 == 0 and value >= 0 for value in values)


def test_executions_meet_the_precondition_and_are_no_more_than_asked_for(program: Program) -> None:
    found = executions(subject(program, "Even.Twice"), program, 3, engines(), 1.0)
    assert 0 < len(found) <= 3
    assert all(0 <= each.inputs["times"] < 5 for each in found)
    many = many_executions(subject(program, "Even.Twice"), program, engines(), 1.0)
    few = many_executions(subject(program, "Even.Twice"), program, engines(), 1.0, most=2)
    assert [each.inputs for each in few] == [each.inputs for each in many[:2]]


def test_a_subject_without_objects_has_no_built_inputs(program: Program) -> None:
    assert list(built_inputs(subject(program, "Plain"), program, engines(), 1.0)) == []
