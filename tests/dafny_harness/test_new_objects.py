"""Objects that a method makes, where callers come to them through a field."""

from pathlib import Path
from typing import Any

import pytest

from tests.dafny_harness.made import verdicts_of
from tests.rows import rows_of_file

STACK = """
class Node {
  var data: int
  var next: Node?
  constructor (d: int, n: Node?) ensures data == d && next == n { data := d; next := n; }
}
class Stack {
  var head: Node?
  constructor () ensures head == null { head := null; }
  method Push(x: int) modifies this ensures head != null && head.data == x && head.next == old(head)
  { head := new Node(x, head); }
  method PushSome(x: int) modifies this ensures head != null && head.next == old(head) { head := new Node(x, head); }
  method PushAlone(x: int) modifies this
    ensures head != null && head.data == x && fresh(head) && (head.next == null || head.next == head)
  { head := new Node(x, null); }
  method Pop() returns (x: int) requires head != null modifies this
    ensures x == old(head.data) && head == old(head.next)
  { x := head.data; head := head.next; }
}
"""


def _rows(folder: Path, text: str, **options: Any) -> dict[str, dict[str, Any]]:
    path = folder / "objects.dfy"
    path.write_text(text, encoding="utf-8")
    return {row["method"]: row for row in rows_of_file(path, **options)}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return _rows(tmp_path_factory.mktemp("stack"), STACK, mutate="both")


@pytest.mark.slow
def test_a_new_object_behind_a_field_is_compared_by_what_it_holds(stack: dict[str, dict[str, Any]]) -> None:
    """Which object it is nobody can tell, nor may that hide one: `head.next == head` is another list."""
    found = stack
    assert {name: row["assessment"]["verdict"] for name, row in found.items() if "Stack." in name} == {
        "Stack.constructor": "strong",
        "Stack.Push": "strong",
        "Stack.PushSome": "weak",
        "Stack.PushAlone": "weak",
        "Stack.Pop": "strong",
    }
    assert "data of a new Node" in found["Stack.PushSome"]["assessment"]["reason"]
    other = found["Stack.PushAlone"]["assessment"]["witness"]["other"]
    assert other[f"{other['this.head']}.next"] == other["this.head"]


def test_a_function_that_may_read_anything_may_say_what_no_clause_names() -> None:
    """What `Elems()` is nobody says, and so it may depend on the data of the new node."""
    text = STACK.replace("  var head: Node?\n", "  var head: Node?\n  function Elems(): seq<int> reads *\n")
    text = text.replace("head.next == old(head) {", "head.next == old(head) && Elems() == [x] + old(Elems()) {")
    assert verdicts_of(text, "Stack.PushSome") == {"Stack.PushSome": "unknown"}


@pytest.mark.slow
def test_mutants_of_bodies_are_run_on_objects_that_were_built(stack: dict[str, dict[str, Any]]) -> None:
    verdicts = {name: {each["verdict"] for each in stack[name]["body_mutants"]} for name in ("Stack.Push", "Stack.Pop")}
    assert all("killed" in each and "survives" not in each for each in verdicts.values()), verdicts
    # One assignment fewer leads to the same fields: how many there were is no output.
    assert "unknown" not in verdicts["Stack.Push"]


def test_what_callers_see_by_its_name_is_no_way_to_represent_an_object(tmp_path: Path) -> None:
    text = """
    class Counter {
      var n: nat
      ghost var Most: nat
      ghost predicate Valid() reads this { n <= Most }
      constructor (m: nat) ensures Valid() && n == 0 && Most == m { n := 0; Most := m; }
      method Stay() requires Valid() modifies this ensures Valid() && Most == old(Most) && n >= old(n) { n := n + 0; }
      method Keep() requires Valid() modifies this ensures Valid() && Most == old(Most) { n := n + 0; }
    }
    """
    found = {name: row["assessment"]["verdict"] for name, row in _rows(tmp_path, text).items()}
    assert (found["Counter.Stay"], found["Counter.Keep"]) == ("weak", "strong")


def test_what_is_given_nothing_makes_objects_too(tmp_path: Path) -> None:
    text = """class Node { var v: int var next: Node? constructor (k: int) ensures v == k { v := k; next := null; } }
    method Circle() returns (a: Node)
      ensures fresh(a) && a.next != null && fresh(a.next) && a.next.next == a && a.next.v == 4 && a.v == 5
    { a := new Node(5); a.next := new Node(4); a.next.next := a; }
    method Open() returns (a: Node) ensures fresh(a) && a.next != null && fresh(a.next) && a.next.v == 4 && a.v == 5
    { a := new Node(5); a.next := new Node(4); a.next.next := a; }"""
    found = _rows(tmp_path, text)
    assert {name: row["assessment"]["verdict"] for name, row in found.items() if name in ("Circle", "Open")} == {
        "Circle": "strong",
        "Open": "weak",
    }
