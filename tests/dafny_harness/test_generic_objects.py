"""Fields of objects of generic classes that are reached through others: `top.data` of a `Node<T>`, `n.next.data` of a
`Node<int>`. In a scope the fields of all objects of a class are those of one instance of it."""

from pathlib import Path

from tests.dafny_harness.made import kinds, rows

CLASSES = """
class Node<T> {
  var data: T
  var next: Node?<T>
  constructor (d: T, n: Node?<T>) ensures data == d && next == n { data := d; next := n; }
  method Second() returns (x: T) requires next != null ensures x == next.data { x := next.data; }
}
class Stack<T> {
  var top: Node?<T>
  constructor () ensures top == null { top := null; }
  method Push(x: T) modifies this { top := new Node(x, top); }
  predicate Full() reads this, top { top != null && top.next != null }
  method Peek() returns (x: T) requires top != null ensures x == top.data { x := top.data; }
  method Pop() returns (x: T) requires top != null modifies this
    ensures x == old(top.data) && top == old(top.next)
  { x := top.data; top := top.next; }
  method Under() returns (x: T) requires Full() ensures x == top.next.data { x := top.next.data; }
}
class Numbers {
  var head: Node?<int>
  constructor () ensures head == null { head := null; }
  method Add(x: int) modifies this { head := new Node(x, head); }
  method First() returns (r: int) requires head != null ensures r == head.data { r := head.data; }
  method AtMost() returns (r: int) requires head != null ensures r <= head.data { r := head.data; }
  lemma Positive() requires head != null ensures head.data >= 0 { }
}
method Sum(n: Node<int>) returns (r: int) requires n.next != null ensures r == n.data + n.next.data {
  r := n.data + n.next.data;
}
method Client(s: Stack<bool>) returns (b: bool) requires s.Full() ensures b == s.top.next.data { b := s.Under(); }
"""
MIXED = """
class Node<T> { var data: T var next: Node?<T> constructor (d: T, n: Node?<T>) { data := d; next := n; } }
class Mixed {
  var head: Node?<int>
  ghost var all: set<object>
  constructor () {
    head := null;
    var b := new Node<bool>(true, null); var c := new Node<seq<int>>([1, 2], null);
    all := {b, c};
  }
  method Add(x: int) modifies this { head := new Node(x, head); }
  method First() returns (r: int) requires head != null ensures r == head.data { r := head.data; }
  method AtLeast() returns (r: int) requires head != null ensures r >= head.data { r := head.data; }
  method Next() requires head != null modifies head
    ensures head.data == old(head.data) + 1 && head.next == old(head.next)
  { head.data := head.data + 1; }
}
"""
TWO = """
class Node<T> { var data: T var next: Node?<T> constructor (d: T) ensures data == d { data := d; next := null; } }
method Two(n: Node<int>, m: Node<bool>) returns (r: int)
  requires n.next != null && m.next != null
  ensures m.next.data ==> r == n.next.data
  ensures !m.next.data ==> r == 0
{ r := if m.next.data then n.next.data else 0; }
"""


def test_fields_of_instances_of_generic_classes_are_read_through_others(tmp_path: Path) -> None:
    found = {row["method"]: row["assessment"] for row in rows(tmp_path, CLASSES)}
    verdicts = {name: each["verdict"] for name, each in found.items()}
    others = {name: each for name, each in verdicts.items() if each != "strong"}
    assert others == {"Numbers.AtMost": "weak", "Numbers.Positive": "wrong"}, found
    assert {"Node.Second", "Stack.Peek", "Stack.Pop", "Stack.Under", "Numbers.First", "Sum", "Client"} <= set(verdicts)


def test_objects_of_other_instances_are_none_of_those_that_a_clause_is_about(tmp_path: Path) -> None:
    found = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, MIXED, engine="z3", made=1)}
    assert found == {"Mixed.First": "strong", "Mixed.AtLeast": "weak", "Mixed.Next": "strong"}


def test_two_instances_of_a_class_in_one_scope_are_refused(tmp_path: Path) -> None:
    found = {row["method"]: row for row in rows(tmp_path, TWO)}["Two"]
    assert found["assessment"]["verdict"] == "unknown"
    assert any(each["kind"] == "unsupported-clause" for each in found["findings"])


RESULTS = """
class Cell<T> {
  var value: T
  var next: Cell?<T>
  constructor (v: T) ensures value == v && next == null { value := v; next := null; }
}
method Pair(v: int) returns (a: Cell<int>, b: Cell<int>)
  ensures fresh({a, b}) && a != b && a.value == v && b.value == v + 1 && a.next == b
{ a := new Cell(v); b := new Cell(v + 1); a.next := b; }
"""
BESIDE = """
method Beside(c: Cell<bool>, v: int) returns (a: Cell<int>) ensures a.value == v { a := new Cell(v); }
"""


def test_other_fields_of_results_may_have_any_value(tmp_path: Path) -> None:
    # No clause says anything of `b.next`: the two results are not known to be new one by one, so that the fields of all
    # objects of their instance count.
    found = {row["method"]: row for row in rows(tmp_path, RESULTS + BESIDE)}
    assert found["Pair"]["assessment"]["verdict"] == "weak"
    assert found["Beside"]["assessment"]["verdict"] == "unknown"
    assert "several instances" in found["Beside"]["assessment"]["reason"]


def test_tests_read_fields_of_their_instance(tmp_path: Path) -> None:
    text = """
    class Node<T> { var data: T constructor (d: T) ensures data == d { data := d; } }
    class Stack<T> {
      var top: Node?<T>
      constructor () ensures top == null { top := null; }
      method Push(x: T) modifies this ensures top != null && top.data == x { top := new Node(x); }
    }
    method Test() { var s := new Stack<int>(); s.Push(3); assert s.top.data == 3; }"""
    found = {row["method"]: row for row in rows(tmp_path, text)}["Stack.Push"]
    # What `top` is after the call no test knows, so that nothing is expected of its field; it is read all the same.
    found_kinds = kinds(found)
    assert "no-expectation" in found_kinds
    assert "unsupported-test" not in found_kinds
