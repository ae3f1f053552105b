"""The heap after a call as one unknown for each object that may change, and put together of these again."""

import pytest
from attrs import evolve

from specassay.core.deciding.clauses import theory_of
from specassay.core.deciding.engines import Engines
from specassay.core.ir.contracts import Program
from specassay.core.ir.variables import Valuation
from specassay.core.spec_testing.heap_outputs import ObjectByObject, changed_heap, object_by_object
from specassay.core.spec_testing.output_search import OutputQuery, OutputSearch
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of

CLASS = "class C { var v: int }\n"
TEST = "var a := new C; a.v := 1; var b := new C; b.v := 2; M(a, {a, b}); assert a.v == 7; assert b.v == 8;"


def read(modifies: str, test: str = TEST) -> tuple[OutputQuery, Program]:
    head = f"method M(c: C, s: set<C>)\n  requires c in s\n  modifies {modifies}\n"
    head += "  ensures forall d :: d in s ==> d.v >= 7\n"
    program = parse_program(f"{CLASS}{head}{{ }}\nmethod T() {{ {test} }}", file="t.dfy")
    (example,) = examples_of(program).examples
    return OutputQuery(example, example.outputs, "holds"), program


def query(modifies: str, test: str = TEST) -> OutputQuery:
    return read(modifies, test)[0]


def split(given: OutputQuery) -> ObjectByObject | None:
    program = parse_program(CLASS, file="t.dfy")
    return object_by_object(given, theory_of(program))


def parts(found: ObjectByObject) -> dict[str, int]:
    return {str(name): found.query.expected[name] for name in found.places}


def test_each_object_without_a_name_that_may_change_is_one_unknown() -> None:
    given = query("s")
    assert [*map(str, changed_heap(given.example.specification))] == ["object.C.v"]
    found = split(given)
    assert found is not None
    assert parts(found) == {"object.C.v[2]": 8}  # the first has a name, c, and so a variable
    assert found.query.example.specification.heap.fields == ()


def test_what_the_frame_leaves_out_keeps_its_field() -> None:
    found = split(query("c", "var a := new C; a.v := 1; var b := new C; b.v := 2; M(a, {a, b}); assert a.v == 7;"))
    assert found is None or parts(found) == {}


def test_the_parts_put_together_are_the_output() -> None:
    given = query("s")
    found = split(given)
    assert found is not None
    assert found.joined(found.query.expected) == given.expected
    (part,) = found.places
    other = found.joined({**found.query.expected, part: 9})
    (whole,) = changed_heap(given.example.specification)
    _, fields = other[whole]
    assert sorted(fields.values()) == [7, 9]


@pytest.mark.parametrize(("value", "accepted"), [(7, True), (8, True), (6, False)])
def test_the_clauses_say_of_the_parts_what_they_say_of_the_whole(value: int, accepted: bool) -> None:
    given, program = read("s")
    found = split(given)
    assert found is not None
    (part,) = found.places
    output: Valuation = {**found.query.expected, part: value}
    assert OutputSearch(found.query, program, Engines()).accepts(output) is accepted
    assert OutputSearch(given, program, Engines()).accepts(found.joined(output)) is accepted


def test_an_output_that_is_only_constrained_has_no_parts() -> None:
    given = query("s")
    constraint = given.example.specification.requires[-1].term
    assert constraint is not None
    assert split(evolve(given, example=evolve(given.example, constraints=(constraint,)))) is None
