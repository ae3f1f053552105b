"""Tests that are made by running bodies: objects as inputs and outputs."""

from pathlib import Path
from typing import Any

import pytest

from tests.dafny_harness.made import kinds, rows


def test_the_fields_of_an_object_are_inputs_and_outputs(tmp_path: Path) -> None:
    text = """class Counter { var n: int
      method Up(by: nat) modifies this requires n >= 0 ensures n == old(n) + by { n := n + by; } }"""
    (row,) = rows(tmp_path, text)
    assert row["correctness"] == [1.0, 1.0]
    assert row["completeness"] == [1.0, 1.0]


CELLS = """class Cell {
  var value: int
  var next: Cell?
  ghost var Repr: set<Cell>
  ghost predicate Valid() reads this, Repr decreases Repr + {this} {
    this in Repr && (next != null ==> next in Repr && next.Repr <= Repr && this !in next.Repr && next.Valid())
  }
  constructor (v: int) ensures Valid() && value == v { value := v; next := null; Repr := {this}; }
  method Push(c: Cell) modifies this requires Valid() && c.Valid() && this !in c.Repr ensures Valid()
  { next := c; Repr := {this} + c.Repr; }
  method Second() returns (r: int) requires Valid() && next != null ensures r == next.value { r := next.value; }
  method Bad() returns (r: int) requires Valid() && next != null ensures r != next.value { r := next.value; }
}
method Apply(f: int -> int, x: int) returns (r: int) ensures r == f(x) { r := f(x); }
"""


def test_objects_are_built_by_constructors_and_calls(tmp_path: Path) -> None:
    found = {row["method"]: row for row in rows(tmp_path, CELLS)}
    assert found["Cell.Second"]["correctness"] == [1.0, 1.0]
    assert found["Cell.Second"]["completeness"] == [1.0, 1.0]
    assert "body-breaks-postcondition" in kinds(found["Cell.Bad"])
    assert found["Apply"]["correctness"] == [1.0, 1.0]


READS = """class Cell { var v: int var w: int constructor (a: int, b: int) { v, w := a, b; } }
method Value(c: Cell?) returns (r: int) ensures c == null ==> r == 0 { r := 0; if c != null { r := c.w; } }
method Same(a: Cell, b: Cell, c: Cell) returns (r: int) requires a != c && b == c ensures r == a.v + b.w
{ r := a.v + c.w; }
method Three(a: Cell, b: Cell, c: Cell) requires a == b && a == c modifies b ensures c.v == 1 && a.w == old(b.w)
{ a.v := 1; }
method Given(a: array<int>, b: array<int>, c: array<int>) returns (r: array<int>) requires a == b && a != c
  ensures r == b { r := a; }
"""


def test_a_body_reads_what_no_clause_mentions_and_parameters_that_have_to_be_one_are(tmp_path: Path) -> None:
    """On objects the body of Value came to nothing that was known, so that only null showed what it does; of objects
    that were drawn no two were one."""
    found = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, READS, engine="auto")}
    assert found == {"Value": "weak", "Same": "strong", "Three": "strong", "Given": "strong"}


DEFINED = """class Log { var xs: seq<int> constructor () ensures xs == [] { xs := []; }
  method Add(x: int) modifies this ensures xs == old(xs) + [x] { xs := xs + [x]; }
  method Set(n: nat, all: seq<int>, m: map<int, seq<int>>) returns (r: int)
    requires all == xs + [n, 7, 7, 7] && |all| > 4 && m == map[n := all] ensures r == m[n][0] { r := all[0]; }
}"""


def test_a_parameter_has_the_value_that_the_precondition_says(tmp_path: Path) -> None:
    """By chance hardly a sequence that is drawn is that, and no solver is asked about objects that are built."""
    found = {row["method"]: row for row in rows(tmp_path, DEFINED)}["Log.Set"]
    assert found["assessment"]["verdict"] == "strong"
    assert len(found["tests"]) >= 2


CHAIN = """class Node { var next: Node? constructor (n: Node?) ensures next == n { next := n; } }
class Chain {
  var head: Node?
  ghost var nodes: seq<Node>
  ghost predicate Valid() reads this, set n | n in nodes {
    (forall i | 0 <= i < |nodes| - 1 :: nodes[i].next == nodes[i + 1])
    && (if head == null then nodes == [] else nodes != [] && nodes[0] == head && nodes[|nodes| - 1].next == null)
  }
  constructor () ensures Valid() && nodes == [] { head := null; nodes := []; }
  method Push() modifies this requires Valid()
    ensures Valid() && nodes != [] && fresh(nodes[0]) && nodes[1..] == old(nodes)
  { head := new Node(head); nodes := [head] + nodes; }
  lemma Successor(n: Node, m: Node) requires Valid() && n in nodes && m in nodes && n.next == m
    ensures |nodes| >= 2 {}
  lemma Thrice(n: Node, m: Node, last: Node?) requires Valid() && n in set k | k in nodes
    requires m == n.next && last == m.next ensures last != null ==> |nodes| >= 3 {}
}
"""


@pytest.mark.slow
def test_a_parameter_is_the_object_or_one_of_those_that_the_precondition_says(tmp_path: Path) -> None:
    """Of the objects that there are, hardly any two are in the chain, one behind the other."""
    found = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, CHAIN, engine="auto")}
    assert found == dict.fromkeys(found, "strong")
    assert {"Chain.Successor", "Chain.Thrice"} <= found.keys()


def test_what_a_constructor_is_given_does_not_know_its_object(tmp_path: Path) -> None:
    """Its precondition is about what there was before, so that no field of the new object is read there."""
    row, later = rows(
        tmp_path,
        """
        class Node {
          var rank: nat
          var next: Node?
          predicate Valid() reads * decreases rank {
            next != null ==> next.rank < rank && next.Valid()
          }
          constructor () ensures rank == 0 && next == null { rank := 0; next := null; }
          constructor Above(n: Node) requires n.Valid() ensures Valid() && rank == n.rank + 1 && next == n
          { rank := n.rank + 1; next := n; }
        }
        """,
    )
    assert (row["assessment"]["verdict"], later["assessment"]["verdict"]) == ("strong", "strong")
    for test in later["tests"]:
        fields = [text for name, text in test["inputs"].items() if name.endswith(".next")]
        assert fields
        assert test["inputs"]["this"] not in fields


DEVICE = """trait Device {
  var on: bool
  method Toggle() modifies this ensures on == !old(on)
  method Off() modifies this ensures old(on) ==> !on
}
method Zero(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == 0
"""


@pytest.mark.slow
def test_what_a_method_without_a_body_changes_is_an_output(tmp_path: Path) -> None:
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, DEVICE, engine="z3", made=2)}
    assert verdicts == {"Device.Toggle": "strong", "Device.Off": "unknown", "Zero": "strong"}


LINKED = """class Data { var n: int }
trait Item { var weight: int predicate Light() reads this { weight < 9 }
  method Weigh() returns (w: int) ensures w == weight }
class Stone extends Item { constructor () ensures weight == 3 { weight := 3; }
  method Weigh() returns (w: int) ensures w == weight { w := weight; } }
class Bag {
  ghost var Repr: set<object>
  var all: set<Data>
  constructor () ensures all == {} { all := {}; Repr := {this}; }
  method Put(d: Data) modifies this requires d !in all ensures all == old(all) + {d} { all := all + {d}; }
  method Take(d: Data) modifies this requires d in all ensures all == old(all) - {d} { all := all - {d}; }
}
method Lift(i: Item) returns (w: int) requires i.Light() ensures w == i.weight { w := i.weight; }
"""


def test_objects_are_known_to_others_and_those_of_a_trait_are_of_a_class(tmp_path: Path) -> None:
    found = {row["method"]: row for row in rows(tmp_path, LINKED)}
    for method in ("Bag.Put", "Bag.Take", "Lift"):
        assert found[method]["correctness"] == [1.0, 1.0], method


CHAINS = """class Node {
  var val: int
  var next: Node?
  constructor (v: int) ensures val == v && next == null { val := v; next := null; }
  method SetNext(n: Node?) modifies this ensures next == n { next := n; }
  method NextVal() returns (v: int) requires next != null ensures v == next.val { v := next.val; }
  method Ends(nodes: set<Node>) returns (s: set<Node>) ensures s == set n | n in nodes && n.next == null
  { s := set n | n in nodes && n.next == null; }
}
"""


@pytest.fixture(scope="module")
def chains(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The rows about the methods of `CHAINS`."""
    return {row["method"]: row for row in rows(tmp_path_factory.mktemp("chains"), CHAINS)}


def test_objects_refer_to_others_of_their_class(chains: dict[str, dict[str, Any]]) -> None:
    assert chains["Node.NextVal"]["assessment"]["verdict"] == "strong"


def test_no_collection_has_null_where_its_type_does_not(chains: dict[str, dict[str, Any]]) -> None:
    assert "fails-at-run-time" not in kinds(chains["Node.Ends"])


def test_collections_hold_objects_that_are_built(chains: dict[str, dict[str, Any]]) -> None:
    found = chains["Node.Ends"]
    assert "not-executed" not in kinds(found)
    assert found["assessment"]["verdict"] == "strong"


def test_a_method_may_be_given_an_object_that_another_method_has_made(tmp_path: Path) -> None:
    text = """class Item { var w: int constructor (w: int) { this.w := w; } }
class Bag {
  var items: set<Item>
  constructor () { items := {}; }
  method Put(w: int) modifies this { var i := new Item(w); items := items + {i}; }
  method Remove(i: Item) modifies this requires i in items && i.w == 40 ensures items == old(items) - {i}
  { items := items - {i}; }
}
"""
    (row,) = (each for each in rows(tmp_path, text) if each["method"] == "Bag.Remove")
    assert row["assessment"]["verdict"] == "strong"


@pytest.mark.parametrize("size", ["reads o { o.x }", "reads o"])
def test_a_clause_about_another_object_leaves_open_what_changes(tmp_path: Path, size: str) -> None:
    text = f"""class C {{ var x: int; var y: int }}
    function method Size(o: C): int {size}
    method Same(o: C, p: C) modifies o ensures Size(p) == old(Size(p)) {{ o.x := 3; }}
    method Apart(o: C, p: C) requires o != p modifies o ensures Size(p) == old(Size(p)) {{ o.x := 3; }}"""
    found = {row["method"]: row for row in rows(tmp_path, text, engine="auto")}
    assert found["Same"]["assessment"]["verdict"] in ("weak", "wrong")
    assert found["Apart"]["assessment"]["verdict"] == "vacuous"


def test_a_function_without_a_body_keeps_its_value_where_its_frame_does(tmp_path: Path) -> None:
    text = """class C { var x: int; var y: int constructor (n: int, m: int) { x := n; y := m; }
    function method Size(): int reads this
    method Kept() modifies this ensures x == old(x) && y == old(y) ensures Size() == old(Size()) { }
    method Left() modifies this ensures x == old(x) ensures Size() == old(Size()) { } }"""
    found = {row["method"]: row for row in rows(tmp_path, text, engine="auto")}
    assert found["C.Kept"]["correctness"] == found["C.Left"]["correctness"] == [1.0, 1.0]
    assert found["C.Kept"]["assessment"]["verdict"] == "strong"
    assert found["C.Left"]["assessment"]["verdict"] == "unknown"


def test_the_object_that_a_constructor_without_a_body_makes_did_not_exist(tmp_path: Path) -> None:
    text = """class C { ghost var R: set<object> predicate V() reads this, R
    constructor () ensures this in R && fresh(R) && V() }"""
    (row,) = [each for each in rows(tmp_path, text, engine="auto") if each["method"] == "C.constructor"]
    assert row["tests"]
    assert row["assessment"]["verdict"] == "unknown"


HELD = """class R {
  var buf: array<int>
  var n: nat
  constructor (k: nat) ensures buf.Length == k && n == k && fresh(buf) { buf := new int[k](_ => 0); n := k; }
  method Last() returns (x: int) requires 0 < n <= buf.Length modifies this
    ensures buf == old(buf) && n == old(n) - 1 && x == buf[n] { n := n - 1; x := buf[n]; }
  method LastWeak() returns (x: int) requires 0 < n <= buf.Length modifies this
    ensures buf.Length == old(buf.Length) && n == old(n) - 1 && x == old(buf[n - 1]) { n := n - 1; x := buf[n]; }
  method Apart(a: array<int>) requires a.Length > 0 && buf.Length > 0 && a != buf modifies this, a
    ensures buf == old(buf) && buf[0] == old(buf[0]) && n == old(n) && a[..] == [7] + old(a[1..]) { a[0] := 7; }
  method Alias(a: array<int>) requires a.Length > 0 && buf.Length > 0 modifies this, a
    ensures buf == old(buf) && buf[0] == old(buf[0]) && n == old(n) && a[..] == [7] + old(a[1..]) { a[0] := 7; }
}
"""


def test_an_array_that_no_frame_names_keeps_its_elements_where_the_field_may_hold_another(tmp_path: Path) -> None:
    """`modifies this` allows `buf := new int[3]`, and no change of what `buf` holds. A parameter may be that array."""
    found = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, HELD, engine="auto")}
    del found["R.constructor"]
    assert found == {"R.Last": "strong", "R.LastWeak": "weak", "R.Apart": "strong", "R.Alias": "wrong"}
