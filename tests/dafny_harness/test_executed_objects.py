"""Tests of objects are executed: calls leave unknown what their frames allow to change, and nothing else."""

from typing import Any

import pytest

from specassay.core.ir.values import UninterpretedValue
from specassay.core.spec_testing.examples import Example
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of

CLASSES = """
class Counter {
  var n: int
  var log: seq<int>
  const step: int
  constructor (k: int) requires k > 0 ensures n == 0 && log == [] && step == k { n := 0; log := []; step := k; }
  method Inc() modifies this ensures n == old(n) + step && log == old(log) + [n] { n := n + step; log := log + [n]; }
  method Get() returns (r: int) ensures r == n { r := n; }
  method Twin() returns (c: Counter) ensures fresh(c) && c.n == n { c := new Counter(step); c.n := n; c.log := log; }
}
class Stack {
  var a: array<int>
  var top: nat
  constructor (c: nat) ensures fresh(a) && a.Length == c && top == 0 { a := new int[c]; top := 0; }
  method Push(x: int) requires top < a.Length modifies this, a
    ensures top == old(top) + 1 && a == old(a) && a[old(top)] == x
    ensures forall i :: 0 <= i < old(top) ==> a[i] == old(a[i]) { a[top] := x; top := top + 1; }
  method Pop() returns (x: int) requires 0 < top <= a.Length modifies this
    ensures top == old(top) - 1 && x == a[top] && a == old(a) { top := top - 1; x := a[top]; }
  method Clear() modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == 0
  { var i := 0; while i < a.Length { a[i] := 0; i := i + 1; } }
}
method Bump(c: Counter) modifies c ensures c.n == old(c.n) + 1 { c.n := c.n + 1; }
method BumpField(c: Counter) modifies c`n ensures c.n == old(c.n) + 1 { c.n := c.n + 1; }

method Link(a: Node, b: Node) modifies a ensures a.next == b && a.val == old(a.val) { a.next := b; }
class Node {
  var val: int
  var next: Node?
  constructor (v: int, n: Node?) ensures val == v && next == n { val := v; next := n; }
  method SetNext(v: int) requires next != null modifies next ensures next.val == v { next.val := v; }
  method Sum() returns (r: int) requires next != null ensures r == val + next.val { r := val + next.val; }
}
"""


def told(example: Example) -> str:
    """`Method(inputs) → outputs`, with objects by their numbers and `?` for what only constraints are known of."""

    def plain(value: Any) -> Any:
        return f"@{value.index}" if isinstance(value, UninterpretedValue) else value

    inputs = ", ".join(
        f"{name}={plain(value)}" for name, value in example.inputs.items() if not str(name).startswith("object.")
    )
    outputs = [
        f"{name}={plain(value)}" for name, value in example.outputs.items() if not str(name).startswith("object.")
    ]
    return (
        f"{example.specification.name}({inputs}) → {', '.join([*outputs, *(f'{name}=?' for name in example.unknowns)])}"
    )


def examples(body: str) -> list[str]:
    return [told(each) for each in examples_of(parse_program(f"{CLASSES}method Test() {{ {body} }}", "t.dfy")).examples]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # What the test says nothing of is executed, so that the input of Get is known.
        (
            "var c := new Counter(3); var i := 0; while i < 4 { c.Inc(); i := i + 1; } "
            "var g := c.Get(); assert g == 12;",
            [
                "Counter.Get(this.n=12) → r=12",
            ],
        ),
        (
            "var c := new Counter(1); c.Inc(); assert c.n == 1 && c.log == [1]; BumpField(c); assert c.n == 2; "
            "c.Inc(); assert c.n == 3 && c.log == [1, 3];",
            [
                "Counter.Inc(this.n=0, this.log=(), this.step=1) → this.n=1, this.log=(1,)",
                "BumpField(c.n=1, c=@1) → c.n=2",
                "Counter.Inc(this.n=2, this.log=(1,), this.step=1) → this.n=3, this.log=(1, 3)",
            ],
        ),
        # Under each of its names it is the same object.
        (
            "var c := new Counter(1); var e := c; Bump(e); assert c.n == 1; var g := c.Get(); assert g == 1;",
            [
                "Bump(c.n=0, c=@1) → c.n=1",
                "Counter.Get(this.n=1) → r=1",
            ],
        ),
        # Bump may change log, of which it says nothing.
        (
            "var c := new Counter(1); c.Inc(); assert c.n == 1 && c.log == [1]; Bump(c); assert c.n == 2; "
            "c.Inc(); assert c.n == 3;",
            [
                "Bump(c.n=1, c=@1) → c.n=2",
                "Counter.Inc(this.n=0, this.log=(), this.step=1) → this.n=1, this.log=(1,)",
                "Counter.Inc(this.n=2, this.log=(1,), this.step=1) → this.n=3, this.log=?",
            ],
        ),
        (
            "var c, d := new Counter(1), new Counter(2); c.Inc(); assert c.n == 1; var g := d.Get(); assert g == 0;",
            [
                "Counter.Inc(this.n=0, this.log=(), this.step=1) → this.n=1, this.log=?",
                "Counter.Get(this.n=0) → r=0",
            ],
        ),
        (
            "var c := new Counter(1); var t := c.Twin(); assert t.n == 0; t.Inc(); assert t.n == 1; "
            "var g := c.Get(); assert g == 0;",
            [
                "Counter.Twin(this.n=0, this=@1) → c.n=0, c=?",
                "Counter.Inc(this.n=0, this.log=(), this.step=1) → this.n=1, this.log=?",
                "Counter.Get(this.n=0) → r=0",
            ],
        ),
        (
            "var s := new Stack(2); var held := s.a; s.Push(5); assert s.top == 1 && s.a[0] == 5; s.Push(6); "
            "assert s.a[..] == [5, 6]; var x := s.Pop(); assert x == 6 && s.top == 1; s.Clear(); assert held[0] == 0;",
            [
                "Stack.Push(this.a=(0, 0), this.a#array=@-2, this.top=0, x=5) → this.top=1, this.a=?, this.a#array=?",
                "Stack.Pop(this.a=(5, 6), this.a#array=@-2, this.top=2) → x=6, this.top=1, this.a=?, this.a#array=?",
                "Stack.Clear(this.a=(5, 6)) → this.a=?",
            ],
        ),
        (
            "var a := new Node(1, null); var b := new Node(2, a); b.SetNext(5); assert a.val == 5; var s := b.Sum(); "
            "assert s == 7; Link(a, b); assert a.next == b; var t := a.Sum(); assert t == 7;",
            [
                "Node.SetNext(this.val=2, this.next=@1, this=@2, v=5) → this.val=2, this.next=@1",
                "Link(a.val=5, a.next=@0, a=@1, b=@2) → a.next=@2, a.val=?",
                "Node.Sum(this.val=2, this.next=@1, this=@2) → r=7",
                "Node.Sum(this.val=5, this.next=@2, this=@1) → r=7",
            ],
        ),
        # The constructor of an object is no call that finds the object there.
        (
            "var a := new Node(1, null); assert a.val == 1 && a.next == null;",
            [
                "Node.constructor(v=1, n=@0) → this.val=1, this.next=@0",
            ],
        ),
    ],
)
def test_a_call_leaves_unknown_what_it_may_change(body: str, expected: list[str]) -> None:
    assert examples(body) == expected


ARRAYS = """
method Same(a: array<int>) returns (r: array<int>) ensures r == a { r := a; }
method Copy(a: array<int>) returns (r: array<int>) ensures fresh(r) && r[..] == a[..]
method Negate(a: array<int>) modifies a ensures a.Length == old(a.Length)
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # What the array r holds now is nothing that Same has returned.
        ("var r := Same(a); a[0] := 9; assert r[0] == 9 && r[1] == 2;", ["Same r=(1, 2)"]),
        ("var r := Same(a); Negate(a); assert r[0] == -1;", ["Same r=(1, 2)"]),
        # A new array is none that the test knows; but it may be changed itself.
        ("var r := Copy(a); a[0] := 9; assert r[..] == [1, 2];", ["Copy r=(1, 2)"]),
        ("var r := Copy(a); Negate(a); assert r[..] == [1, 2];", ["Copy r=(1, 2)"]),
        ("var r := Copy(a); Negate(r); assert r[..] == [-1, -2];", []),
        # What was read of it before is a value.
        ("var r := Same(a); var x := r[0]; a[0] := 9; assert x == 1 && r.Length == 2;", ["Same r=?"]),
    ],
)
def test_an_array_that_a_call_returned_may_change_under_another_name(body: str, expected: list[str]) -> None:
    program = parse_program(f"{ARRAYS}method Test() {{ var a := new int[] [1, 2]; {body} }}", "t.dfy")
    found = [
        f"{each.specification.name} r={each.outputs['r'].elements if 'r' in each.outputs else '?'}"
        for each in examples_of(program).examples
        if each.specification.name != "Negate"
    ]
    assert found == expected


def test_an_array_that_may_have_changed_is_one_value_between_changes() -> None:
    twice = "method Twice(n: int) returns (r: int) ensures r == 2 * n"
    body = "var r := Same(a); a[0] := 9; assert r[..] == [9, 2]; var w := Twice(r[0]); assert w == 18;"
    program = parse_program(f"{ARRAYS}{twice} method Test() {{ var a := new int[] [1, 2]; {body} }}", "t.dfy")
    found = [each.inputs for each in examples_of(program).examples if each.specification.name == "Twice"]
    assert found == [{"n": 9}]


def test_a_statement_that_is_not_read_is_told_once() -> None:
    text = "method Twice(n: int) returns (r: int) method Test() { for i := 0 to 9 { Undeclared(i); } }"
    found = examples_of(parse_program(text, "t.dfy")).findings
    assert [each.kind for each in found] == ["unknown-method"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # The unknown object d may be c, or another one.
        ("var d := c.Me(); d.n := 5; var g := c.Get(); assert g == 5;", []),
        ("var d := c.Me(); assert d == c; d.n := 5; var g := c.Get(); assert g == 5;", [5]),
        ("var d := c.Me(); d.n := 5; assert d.n == 5; var g := d.Get(); assert g == 5;", []),
    ],
)
def test_a_field_of_an_unknown_object_is_assigned(body: str, expected: list[int]) -> None:
    cell = """
    class Cell {
      var n: int
      constructor (v: int) ensures n == v { n := v; }
      method Me() returns (c: Cell) ensures c.n == n
      method Get() returns (r: int) ensures r == n { r := n; }
    }
    """
    program = parse_program(f"{cell}method Test() {{ var c := new Cell(3); assert c.n == 3; {body} }}", "t.dfy")
    found = [each for each in examples_of(program).examples if each.specification.name == "Cell.Get"]
    assert [next(iter(each.inputs.values())) for each in found] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # A statement that is not lowered does not end the test: what it may change is unknown behind it.
        ("var t := Twice(2); var x := Undeclared(3); assert t == 4;", [4]),
        ("var t := 1; t := Undeclared(t); assert t == 4; var u := Twice(5); assert u == 10;", [10]),
        ("var a := new int[] [1]; Undeclared(a); var u := Twice(a[0]); assert u == 2;", []),
        ("var a := new int[] [1]; var y := a.Nothing; var u := Twice(a[0]); assert u == 2;", [2]),
        # The inner x is not the outer one.
        ("var x := 1; if true { var x := Undeclared(2); var u := Twice(x); assert u == 6; }", []),
        # It may leave the test.
        ("var t := Twice(2); assert t == 4; t :- Undeclared(); var u := Twice(5); assert u == 10;", [4]),
    ],
)
def test_a_test_goes_on_behind_a_statement_that_is_not_read(body: str, expected: list[int]) -> None:
    text = f"method Twice(n: int) returns (r: int) ensures r == 2 * n {{ r := 2 * n; }} method Test() {{ {body} }}"
    assert [each.outputs["r"] for each in examples_of(parse_program(text, "t.dfy")).examples] == expected
