"""What an object stands for where functions of its class say it."""

from fractions import Fraction

import pytest

from specassay.core.deciding.clauses import theory_of
from specassay.core.deciding.engines import Engines
from specassay.core.ir.contracts import Specification
from specassay.core.ir.sorts import REAL, set_of, uninterpreted
from specassay.core.ir.terms import Binder
from specassay.core.ir.type_instances import with_types
from specassay.core.ir.values import FrozenMap, UninterpretedValue
from specassay.core.ir.variables import field_variable, heap_variable
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.making import made_examples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.states import other_states, stands_for_the_same
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

BOX = """class Box {
  var a: int
  var b: int
  function Total(): int reads this { a + b }
  {other}
  method Add(x: int) modifies this ensures {promise} { a := a + x; }
}
"""


GHOST = """class Sum {
  var a: int
  var b: int
  ghost var total: int
  predicate Valid() reads this { total == a + b }
  constructor (x: int) ensures Valid() && total == x { a, b := x, 0; total := x; }
}
"""


def test_what_represents_an_object_may_be_exchanged() -> None:
    program = parse_program(GHOST, file="t.dfy")
    made = made_examples(program, examples_of(program), 4, Engines(), DAFNY)
    (found,) = score_program(program, made, Options(Engines(), operator_set("full"), DAFNY, mutants=20))
    changed = {mutant.changed for test in found.tests for mutant in test.mutants}
    assert (field_variable("this", "total"),) in changed
    assert (field_variable("this", "a"), field_variable("this", "b")) not in changed


def verdict(promise: str, other: str) -> str:
    program = parse_program(BOX.replace("{promise}", promise).replace("{other}", other), file="t.dfy")
    made = made_examples(program, examples_of(program), 2, Engines(), DAFNY)
    scores = score_program(program, made, Options(Engines(), operator_set("full"), DAFNY, bodies=True))
    return next(each.assessed.verdict for each in scores if each.specification.name == "Box.Add")


@pytest.mark.parametrize(
    ("promise", "other", "expected"),
    [
        ("Total() == old(Total()) + x", "", "strong"),
        ("Total() >= old(Total()) + x", "", "weak"),
        ("Total() == old(Total()) + x", "function First(): int reads this { a }", "weak"),
        ("Total() == old(Total()) + x", "function Times(n: int): int reads this { a * n }", "weak"),
    ],
)
def test_outputs_that_say_the_same_of_an_object_are_one(promise: str, other: str, expected: str) -> None:
    assert verdict(promise, other) == expected


TREE = """class Tree {
  var left: Tree?
  var size: int
  ghost var Repr: set<object>
  constructor (l: Tree?) ensures left == l && size == 0 && Repr == {this}
  { left := l; size := 0; Repr := {this}; }
  static method Above(l: Tree) returns (n: Tree)
    ensures fresh(n) && n.left == l && n.size == 7 && n.Repr == {n, l}
  { n := new Tree(l); n.left := l; n.size := 7; n.Repr := {n, l}; }
}
"""


def test_which_new_object_it_is_makes_no_other_output() -> None:
    program = parse_program(TREE, file="t.dfy")
    made = made_examples(program, examples_of(program), 1, Engines(), DAFNY).examples
    example = next(each for each in made if each.specification.name == "Tree.Above")
    right, new, given = example.outputs, example.outputs["n"], example.inputs["l"]
    other = UninterpretedValue("object", 999)
    frame = field_variable("n", "Repr")
    named = {**right, "n": other, frame: frozenset({other, given})}
    theory = theory_of(program)
    assert right[frame] == {new, given}
    assert stands_for_the_same(named, right, example, theory)
    assert not stands_for_the_same({**named, field_variable("n", "left"): other}, right, example, theory)
    assert not stands_for_the_same({**named, "m": new}, {**right, "m": new}, example, theory)  # one is not two
    both = {"n": other, "m": UninterpretedValue("object", 998)}
    assert not stands_for_the_same({**named, **both}, {**right, "m": new}, example, theory)
    assert stands_for_the_same({**named, **both}, {**right, "m": other}, example, theory)
    assert not stands_for_the_same({**right, "n": given, frame: frozenset({given, new})}, right, example, theory)


LOST = """class Node {
  ghost var Repr: set<Node>
  var next: Node?
  constructor () ensures Repr == {this} { next := null; Repr := {this}; }
  static method Three(o: Node) returns (n: Node)
    ensures fresh(n) && n.next != null && n.next.next != null && n.next.next.Repr == {n.next.next}
  { n := new Node(); n.next := new Node(); n.next.next := new Node(); var lost := new Node(); }
}
"""


def test_a_new_object_that_nobody_comes_to_says_not_which_others_are_which() -> None:
    program = parse_program(LOST, file="t.dfy")
    made = made_examples(program, examples_of(program), 1, Engines(), DAFNY).examples
    example = next(each for each in made if each.specification.name == "Node.Three")
    right, heap, frames = example.outputs, heap_variable("Node", "next"), heap_variable("Node", "Repr")
    (number, fields), (_, owned) = right[heap], right[frames]
    second = fields[right["n"]]
    third = fields[second]
    (lost,) = fields.keys() - {right["n"], second, third, example.inputs["o"]}
    theory = theory_of(program)
    other = {**right, frames: (number, FrozenMap({**owned, lost: frozenset({third})}))}
    assert stands_for_the_same(other, right, example, theory)
    other = {**right, frames: (number, FrozenMap({**owned, third: frozenset({lost})}))}
    assert not stands_for_the_same(other, right, example, theory)


def test_a_state_at_other_types_is_none_of_an_object() -> None:
    """Of a generic class a test of the file may be about reals; those that are made are about values of any type."""
    items = field_variable("this", "items")
    generic = Specification(
        "M", (Binder(items, set_of(uninterpreted("T"))),), (), (), (), modifies=(items,), type_parameters=("T",)
    )
    reals = with_types(generic, {"T": REAL})
    one, two = frozenset({Fraction(1)}), frozenset({Fraction(2)})
    any_type = frozenset({UninterpretedValue("T", 0)})
    example, same, other = (
        Example(specification, {items: value}, {items: value}, {}, (), "assertion", "Test", None)
        for specification, value in ((reals, one), (reals, two), (generic, any_type))
    )
    theory = theory_of(parse_program("", "file.dfy"))
    assert list(other_states(example, {items: one}, (other, same), theory)) == [{items: two}]
