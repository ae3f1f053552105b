"""Objects that represent what another one stands for, and that nobody else comes to."""

import pytest

from specassay.backends.solvers.registry import get as backend_of
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.making import made_examples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.samples import some

DIFFERENCE = """class Cell { var v: int constructor (x: int) ensures v == x { v := x; } }
class C {
  var a: Cell
  var b: Cell
  ghost var N: int
  ghost predicate Valid() reads this, a, b { a != b && N == a.v - b.v }
  constructor () ensures Valid() && fresh(a) && fresh(b) && N == 0 { a := new Cell(0); b := new Cell(0); N := 0; }
  METHOD
}"""
INC = "method Inc() requires Valid() modifies this, a, b ensures Valid() && a == old(a) && b == old(b)"


@pytest.mark.parametrize(
    ("method", "verdict"),
    some(
        [
            (INC + " && N == old(N) + 1 { a.v := a.v + 1; N := N + 1; }", "strong"),
            (INC + " && N > old(N) { a.v := a.v + 1; N := N + 1; }", "weak"),
            # Two calls may leave the same, in states of other numbers.
            (
                "method To(k: int) requires Valid() modifies this, a, b ensures Valid() && a == old(a) && b == old(b)"
                " && N == old(N) && a.v == k { b.v := k - N; a.v := k; }",
                "strong",
            ),
            # What a clause mentions itself callers see.
            (
                "method More() requires Valid() modifies this, a, b ensures Valid() && a == old(a) && b == old(b)"
                " && N == old(N) && a.v > old(a.v) { a.v := a.v + 1; b.v := b.v + 1; }",
                "weak",
            ),
            # Who gives the object knows it: what is in it afterwards is open.
            (
                "method Take(c: Cell) requires Valid() && c != a && c != b modifies this, b, c"
                " ensures Valid() && a == c && N == 0 { c.v := b.v; a := c; N := 0; }",
                "weak",
            ),
            # Without a ghost field nothing says that a and b stand for something else.
            ("method Both() requires a != b modifies a, b ensures a.v == b.v { a.v := 0; b.v := 0; }", "weak"),
        ],
        2,
    ),
)
def test_what_the_objects_hold_that_nobody_else_comes_to_is_a_choice(method: str, verdict: str) -> None:
    assert verdict_on(f"C.{method.split()[1].split('(')[0]}", DIFFERENCE.replace("METHOD", method)) == verdict


LIST = """class Node {
  var value: int
  var next: Node?
  ghost var model: seq<int>
  ghost var Repr: set<Node>
  ghost predicate Valid() reads this, Repr decreases Repr {
    this in Repr && (next == null ==> model == [value] && Repr == {this}) &&
    (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid()
      && model == [value] + next.model && Repr == {this} + next.Repr)
  }
  constructor Single(v: int) ensures Valid() && fresh(Repr) && model == [v]
    { value := v; next := null; model := [v]; Repr := {this}; }
  constructor Cons(v: int, n: Node) requires n.Valid() ensures Valid() && fresh(Repr - n.Repr) && model == [v] + n.model
    { value := v; next := n; model := [v] + n.model; Repr := {this} + n.Repr; }
  METHOD
}"""
SET = "method Set(v: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr))"
SET_BODY = "{ value := v; model := [v] + model[1..]; }"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "clause", "verdict"),
    some(
        [
            # What callers see is determined, whatever nodes there are: of the recursive Valid() nothing need be known.
            ("Node.Set", "model == [v] + old(model)[1..]", "strong"),
            ("Node.Single", "true", "strong"),
            # Another model is that of other nodes, so that two values have to change together.
            ("Node.Set", "|model| == |old(model)| && model[0] == v", "weak"),
            ("Node.Set", "true", "weak"),
        ],
        2,
    ),
)
def test_of_a_linked_list_what_its_model_leaves_open_is_found(method: str, clause: str, verdict: str) -> None:
    assert verdict_on(method, LIST.replace("METHOD", f"{SET} && {clause} {SET_BODY}"), 6) == verdict


SAID = """class Node {
  var val: int
  var next: Node?
  ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr decreases Repr
    { this in Repr && (next != null ==> next in Repr && next.Repr < Repr && this !in next.Repr && next.Valid()) }
  function Seq(): seq<int> requires Valid() reads this, Repr decreases Repr
    { if next == null then [val] else [val] + next.Seq() }
  constructor (v: int, n: Node?) requires n != null ==> n.Valid() ensures Valid() && val == v && next == n
    { val := v; next := n; Repr := {this}; if n != null { Repr := Repr + n.Repr; } }
}
class List {
  var head: Node?
  ghost var Repr: set<object>
  ghost predicate Valid() reads this, Repr
    { this in Repr && (head != null ==> head in Repr && head.Repr <= Repr && this !in head.Repr && head.Valid()) }
  function Elems(): seq<int> requires Valid() reads this, Repr { if head == null then [] else head.Seq() }
  constructor () ensures Valid() && fresh(Repr) && Elems() == [] { head := null; Repr := {this}; }
  method Push(x: int) requires Valid() modifies Repr ensures Valid() && fresh(Repr - old(Repr)) && CLAUSE
    { head := new Node(x, head); Repr := Repr + head.Repr; }
}"""


@pytest.mark.parametrize(
    ("clause", "verdict"),
    some(
        [
            ("Elems() == [x] + old(Elems())", "strong"),
            ("|Elems()| == 1 + |old(Elems())| && Elems()[0] == x", "weak"),
        ],
        2,
    ),
)
def test_a_linked_list_is_what_functions_of_its_class_say(clause: str, verdict: str) -> None:
    assert verdict_on("List.Push", SAID.replace("CLAUSE", clause), 4) == verdict


@pytest.mark.slow
def test_a_linked_list_is_not_what_a_number_says() -> None:
    text = SAID.replace("function Elems(): seq<int>", "function Size(): nat").replace("Elems() == []", "Size() == 0")
    text = text.replace("then [] else head.Seq()", "then 0 else |head.Seq()|")
    assert verdict_on("List.Push", text.replace("CLAUSE", "Size() == old(Size()) + 1"), 4) == "weak"


RING = """class Ring {
  var list: array<int>
  var c: nat
  var n: nat
  function Repr(): set<object> reads this { {this, list} }
  predicate Valid() reads this, Repr() { list.Length > 0 && c < list.Length && n <= list.Length }
  function Model(): seq<int> reads this, Repr() requires Valid() { From(list, c, n) }
  function From(a: array<int>, c: nat, n: nat): seq<int> reads a requires c < a.Length && n <= a.Length
    { if c + n <= a.Length then a[c..c + n] else a[c..] + a[..c + n - a.Length] }
  constructor () ensures Valid() && Model() == [] && fresh(Repr()) { list := new int[2]; c, n := 0, 0; }
  method Pop() returns (x: int) requires Valid() && Model() != [] modifies this
    ensures Valid() && fresh(Repr() - old(Repr())) && CLAUSE { x := list[c]; c := (c + 1) % list.Length; n := n - 1; }
  method Push(x: int) requires Valid() && n < list.Length modifies this, list
    ensures Valid() && Model() == old(Model()) + [x]
    { list[(c + n) % list.Length] := x; n := n + 1; }
}"""


@pytest.mark.parametrize(
    ("clause", "verdict"),
    some(
        [
            ("[x] + Model() == old(Model())", "strong"),
            ("Model() == old(Model())[1..]", "weak"),
        ],
        2,
    ),
)
def test_which_objects_represent_it_and_parameters_named_as_its_fields_are_nothing_it_stands_for(
    clause: str, verdict: str
) -> None:
    assert verdict_on("Ring.Pop", RING.replace("CLAUSE", clause), 3) == verdict


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "verdict"),
    some(
        [
            (
                "At(i: nat): int reads this, Repr() requires Valid() && i < n { list[(c + i) % list.Length] }",
                "strong up to choice",
            ),
            ("Raw(i: nat): int reads this, Repr() requires i < list.Length { list[i] }", "weak"),
            # Of what takes any number nobody tries all.
            ("Plus(i: int): int reads this { i + c - c }", "weak"),
        ],
        3,
    ),
)
def test_a_function_with_parameters_says_what_it_says_for_each_of_them(function: str, verdict: str) -> None:
    text = RING.replace("CLAUSE", "[x] + Model() == old(Model())")
    assert (
        verdict_on("Ring.Pop", text.replace("  constructor ()", f"  function {function}\n  constructor ()"), 3)
        == verdict
    )


def test_a_set_of_objects_of_a_class_is_what_an_object_stands_for() -> None:
    text = """class Cell { constructor () {} }
class Bag {
  var cells: set<Cell>
  function All(): set<Cell> reads this { cells }
  function Full(): seq<bool> reads this { [cells != {}] }
  constructor () ensures All() == {} && Full() == [false] { cells := {}; }
  method Put(c: Cell) modifies this ensures old(All()) <= All() && Full() == [true] { cells := cells + {c}; }
}"""
    assert verdict_on("Bag.Put", text, 3) == "weak"


BAG = """class Bag {
  var items: seq<int>
  ghost var Elems: multiset<int>
  ghost predicate Valid() reads this
    { Elems == multiset(items) && forall i, j :: 0 <= i < j < |items| ==> items[i] <= items[j] }
  constructor () ensures Valid() && Elems == multiset{} { items := []; Elems := multiset{}; }
  method Put(x: int) requires Valid() modifies this ensures Valid() && CLAUSE {
    var i := 0;
    while i < |items| && items[i] <= x { i := i + 1; }
    items := items[..i] + [x] + items[i..];
    Elems := Elems + multiset{x};
  }
}"""


@pytest.mark.parametrize(
    ("clause", "verdict"),
    [("Elems == old(Elems) + multiset{x}", "strong"), ("x in Elems && old(Elems) <= Elems", "weak")],
)
def test_what_a_further_call_leaves_is_another_output(clause: str, verdict: str) -> None:
    assert verdict_on("Bag.Put", BAG.replace("CLAUSE", clause), 3) == verdict


QUEUE = """class Node { var next: Node? constructor () ensures next == null { next := null; } }
class Queue {
  var head: Node
  CONTENTS
  ghost var spine: seq<Node>
  ghost predicate Valid() reads this { |spine| == SIZE + 1 && head == spine[0] }
  constructor () ensures Valid() && fresh(head)
}"""


@pytest.mark.parametrize(
    ("contents", "size", "chosen"),
    [("ghost var contents: seq<int>", "|contents|", {"this.head", "this.spine"}), ("", "0", {"this.head"})],
)
def test_a_spine_beside_the_contents_is_a_choice_and_alone_it_is_what_is_said(
    contents: str, size: str, chosen: set[str]
) -> None:
    program = parse_program(QUEUE.replace("CONTENTS", contents).replace("SIZE", size), "t.dfy")
    (found,) = (each for each in program.specifications if each.name == "Queue.constructor")
    assert set(map(str, found.heap.representation)) == chosen


def verdict_on(method: str, text: str, tests: int = 2) -> str:
    program = parse_program(text, "t.dfy")
    engines = Engines(backends=(backend_of("z3"),))
    made = made_examples(program, Examples(()), tests, engines, DAFNY, [method])
    (score,) = score_program(program, made, Options(engines, operator_set("full"), DAFNY, mutants=1), only=[method])
    return score.assessed.verdict
