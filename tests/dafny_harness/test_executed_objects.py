"""Tests of objects are executed: calls leave unknown what their frames allow to change, and nothing else."""

from typing import Any

import pytest

from specassay.core.ir.values import UninterpretedValue
from specassay.core.spec_testing.examples import Example
from specassay.dafny_harness.examples import examples_of
from specassay.frontends.dafny import parse_program

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
