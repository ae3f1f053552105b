"""Classes that extend generic traits: what they inherit is of the types that they give (reference manual, "Trait
Types")."""

from pathlib import Path

from specassay.core.interpret.bodies import execute
from specassay.core.ir.contracts import Specification
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import kinds, rows

TRAITS = """
trait Box<T> { var x: T
  function Cur(): T reads this { x }
  predicate Same(o: T) reads this { x == o }
  method Get() returns (r: T) ensures r == x
  method Put(v: T) modifies this ensures x == v { x := v; }
}
trait Named<A> extends Box<seq<A>> { var name: string
  method First() returns (a: A) requires x != [] ensures a == Cur()[0] { a := x[0]; }
}
class IntBox extends Box<int> {
  constructor (v: int) ensures x == v { x := v; }
  method Get() returns (r: int) ensures r == x { r := x; }
  method Twice() returns (r: int) ensures r == 2 * Cur() { r := 2 * x; }
}
class Cell<A> extends Box<A> {
  constructor (v: A) ensures x == v { x := v; }
  method Get() returns (r: A) ensures r == x { r := x; }
}
class Pairs<A, B> extends Box<(A, B)> {
  constructor (a: A, b: B) ensures x == (a, b) { x := (a, b); }
  method Get() returns (r: (A, B)) ensures r == x { r := x; }
  method Second() returns (b: B) ensures b == x.1 { b := Cur().1; }
}
class NatBox extends Box<nat> {
  constructor () ensures x == 0 { x := 0; }
  method Get() returns (r: nat) ensures r == x { r := x; }
  method Next() modifies this ensures x == old(Cur()) + 1 { x := x + 1; }
  lemma NotNegative() ensures x >= 0 { }
}
"""
USES = """
method Above(b: Box<int>) returns (r: int) ensures r == b.x + 1 { r := b.Get(); r := r + 1; }
method Put(b: Box<int>, v: int) modifies b ensures b.Same(v) { b.Put(v); }
method OfNat(b: NatBox) returns (r: int) ensures r >= 0 && r == b.Cur() { r := b.x; }
method Up() returns (b: Box<nat>) ensures fresh(b) && b.x == 0 { b := new NatBox(); }
method Made(v: int) returns (b: Cell<int>) ensures fresh(b) && b.x == v { b := new Cell<int>(v); }
method AtLeast(b: Box<int>, v: int) modifies b ensures b.Cur() >= v { b.Put(v); }
lemma Negative(b: IntBox) ensures b.x >= 0 { }
"""


def test_what_is_inherited_is_of_the_types_that_a_class_gives(tmp_path: Path) -> None:
    found = {row["method"]: row["assessment"] for row in rows(tmp_path, TRAITS + USES)}
    verdicts = {name: each["verdict"] for name, each in found.items()}
    others = {name: each for name, each in verdicts.items() if each != "strong"}
    assert others == {"AtLeast": "weak", "Negative": "wrong"}, found
    assert {"IntBox.Twice", "Pairs.Second", "NatBox.Next", "Named.First", "Made"} <= set(verdicts)


def test_objects_of_such_classes_run() -> None:
    text = """method Main() {
      var b: Box<int> := new IntBox(3); b.Put(b.x + 1); var r := b.Get(); print r;
      var p := new Pairs<int, bool>(1, true); var s := p.Second(); print s, p.Cur().0;
      var c: Box<bool> := new Cell<bool>(false); var q := c.Get(); print q;
      var z := new NatBox(); z.Next(); print z.x;
    }"""
    found = execute(Specification("Main", (), (), (), ()), {}, parse_program(text + TRAITS))
    assert found.state == "returned", found.reason
    assert [value for _, value in found.printed] == [4, True, 1, False, 1]


def test_one_name_for_two_type_parameters_is_refused_in_bodies(tmp_path: Path) -> None:
    # In the body of `Put` on a `Names<int>` T would be both int, by its class, and seq<int>, by that of the body.
    text = (
        TRAITS
        + """class Names<T> extends Box<seq<T>> {
      constructor (s: seq<T>) ensures x == s { x := s; }
      method Length() returns (n: nat) ensures n == |x| { n := |x|; }
    }"""
    )
    found = {row["method"]: row for row in rows(tmp_path, text)}["Names.constructor"]
    assert kinds(found) >= {"not-executed"}
    assert any("whose T is another type than the T of Box" in each["message"] for each in found["findings"])
