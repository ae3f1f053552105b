"""Fields of which no clause says anything: those of objects that a body has made count, and no others."""

from typing import Any

import pytest

from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import execute
from specassay.core.interpret.choices import Choices
from specassay.core.ir.sorts import OBJECT
from specassay.core.ir.values import UninterpretedValue
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import verdicts_of

CELL = """
class Cell { var v: int constructor (v0: int) ensures v == v0 { v := v0; } }
"""
# Ghost fields exist for proofs: one that holds what it would without an assignment is none that a caller misses.
MARKED = """
class Cell {
  var v: int
  ghost var mark: int
  constructor (v0: int) ensures v == v0 { v := v0; mark := 0; }
}
method Made() returns (r: Cell) ensures fresh(r) && r.v == 3 { r := new Cell(3); }
"""
LINKS = """
class Node {
  var data: int
  var next: Node?
  ghost var made: bool
  constructor (d: int) ensures data == d && next == null { data := d; next := null; made := true; }
  method Link(n: Node) requires n != this modifies this`next ensures next == n && next.next == old(n.next)
  { next := n; }
  method Grow() modifies this`next ensures next != null && fresh(next) && next.next == old(next) {
    var node := new Node(7); node.next := next; next := node;
  }
}
"""


@pytest.mark.parametrize(
    ("text", "method", "verdict"),
    [
        (CELL + "method Same(c: Cell) returns (r: Cell) ensures r == c { r := c; }", "Same", "strong"),
        (
            CELL + "method Set(c: Cell) returns (r: Cell) modifies c ensures r == c && c.v == 5 { c.v := 5; r := c; }",
            "Set",
            "strong",
        ),
        (CELL + "method Made() returns (r: Cell) ensures fresh(r) { r := new Cell(3); }", "Made", "weak"),
        (CELL + "method Made() returns (r: Cell) ensures fresh(r) && r.v == 3 { r := new Cell(3); }", "Made", "strong"),
        (MARKED, "Made", "strong"),
        (MARKED.replace("mark := 0", "mark := 1"), "Made", "weak"),
        (MARKED.replace("ghost var", "var"), "Made", "weak"),
        (LINKS, "Node.Link", "strong"),
        (LINKS, "Node.Grow", "weak"),
        (LINKS.replace("fresh(next) &&", "fresh(next) && next.data == 7 &&"), "Node.Grow", "strong"),
    ],
)
def test_an_object_that_was_there_keeps_its_fields_and_a_new_one_has_those_that_the_body_gives_it(
    text: str, method: str, verdict: str
) -> None:
    assert verdicts_of(text, method) == {method: verdict}


PAIR = """
class Pair {
  var v: int
  var w: int
  var s: seq<int>
  constructor () ensures v == 1 { v, w, s := 1, 2, []; }
  method Set(n: int) modifies this ensures v == n { v := n; if n > 0 { w := n; } }
  method Both(p: Pair) modifies this, p ensures v == p.v { p.w := 5; v, p.v := 3, 3; }
}
"""


def unsaid(text: str, method: str, **inputs: Any) -> dict[str, Any]:
    """The fields of objects with names that the body changes, and the specification does not mention."""
    program = parse_program(text, "t.dfy")
    specification = next(each for each in program.specifications if each.name == method)
    given: dict[Any, Any] = {each.name: inputs.get(str(each.name), 1) for each in specification.inputs}
    found = execute(specification, given, program)
    assert found.state == "returned", found
    return {str(binder.name): value for binder, value in found.unsaid}


def test_the_field_that_a_body_has_changed_is_told_with_its_value() -> None:
    assert unsaid(PAIR, "Pair.Set", n=4) == {"this.w": 4}
    assert unsaid(PAIR, "Pair.Set", n=-4) == {}
    assert unsaid(PAIR.replace("ensures v == n", "ensures v == n && w >= 0"), "Pair.Set", n=4) == {}
    assert unsaid(PAIR, "Pair.constructor") == {"this.w": 2, "this.s": ()}


def test_of_two_names_for_one_object_nothing_is_told() -> None:
    one, other = (UninterpretedValue(str(OBJECT.label), number) for number in (1, 2))
    assert unsaid(PAIR, "Pair.Both", this=one, p=other) == {"p.w": 5}
    assert unsaid(PAIR, "Pair.Both", this=one, p=one) == {}


def test_what_nobody_gave_is_not_known_where_there_is_no_time_to_ask_for_its_type() -> None:
    program = parse_program(
        """type pos = x: int | x > 0 witness 1
        class C { var p: pos constructor () ensures p > 0 { p := 3; } }""",
        "t.dfy",
    )
    outcome = execute(program.specifications[0], {}, program, Fuel(0), Choices())
    assert (outcome.state, outcome.reason) == ("unknown", "out of fuel: more than 0 steps")
