"""`datatype D = D(n: nat)` has no value D(-1): not as an input, not as another output, not for a bound variable."""

from pathlib import Path

import pytest

from tests.rows import rows_of_file

DATATYPES = """datatype D = D(n: nat)
datatype S = S(ns: seq<nat>)
datatype G<T> = G(x: T)
datatype L = Nil | Cons(h: nat, t: L)
datatype GL<T> = GNil | GCons(h: T, t: GL<T>)
datatype A = A(b: B)
datatype B = B0 | B1(a: A, n: nat)
type Even = x: int | x % 2 == 0
datatype EE = EE(e: Even, m: map<nat, Even>)
datatype Own = Own(k: nat) { lemma Positive() ensures k >= 0 {} }
datatype Ids = Ids(ids: seq<nat>) { predicate Has(i: int) { 0 <= i < |ids| } }
predicate IsD(d: D) { d.n < 10 }
predicate NonNegative(v: Ids) { forall i :: v.Has(i) ==> v.ids[i] >= 0 }
class Holder { var d: D }
"""
RIGHT = """lemma Field(d: D) ensures d.n >= 0 {}
lemma Elements(s: S) ensures forall x :: x in s.ns ==> x >= 0 {}
lemma Called(v: Ids) ensures NonNegative(v) {}
lemma Argument(g: G<nat>) ensures g.x >= 0 {}
lemma Recursive(l: L) ensures l.Cons? && l.t.Cons? ==> l.t.h >= 0 {}
lemma Generic(l: GL<nat>) ensures l.GCons? && l.t.GCons? ==> l.t.h >= 0 {}
lemma Mutual(a: A) ensures a.b.B1? && a.b.a.b.B1? ==> a.b.a.b.n >= 0 {}
lemma Subset(e: EE) ensures e.e % 2 == 0 ensures forall k :: k in e.m ==> k >= 0 && e.m[k] % 2 == 0 {}
lemma Within(s: seq<D>, p: (D, int), m: map<int, D>) requires 3 in m
  ensures m[3].n >= 0 && p.0.n >= 0 && forall i :: 0 <= i < |s| ==> s[i].n >= 0 {}
lemma Bound() ensures forall d: D :: d.n >= 0 {}
lemma Inferred() ensures forall d :: IsD(d) ==> d.n >= 0 {}
method Least() returns (d: D) ensures d.n < 1 { d := D(0); }
method One() returns (r: L) ensures r.Cons? && r.t.Nil? && r.h < 1 { r := Cons(0, Nil); }
method Tail(l: GL<nat>) returns (r: GL<nat>) requires l.GCons? ensures r == l.t { r := l.t; }
method Negative(l: GL<int>) returns (r: GL<int>) ensures r.GCons? && r.t == l && -1 <= r.h < 0 { r := GCons(-1, l); }
method OfField(c: Holder) returns (r: nat) ensures r == c.d.n { r := c.d.n; }
"""
WRONG = """lemma Integer(g: G<int>) ensures g.x >= 0
lemma Integers(l: GL<int>) ensures l.GCons? ==> l.h >= 0
"""


@pytest.mark.slow
def test_values_of_datatypes_have_fields_of_their_types(tmp_path: Path) -> None:
    path = tmp_path / "fields.dfy"
    path.write_text(DATATYPES + RIGHT + WRONG, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    wrong = {name for name, each in found.items() if each["verdict"] != "strong"}
    assert wrong == {"Integer", "Integers"}, {name: found[name] for name in wrong}
    assert {found[name]["verdict"] for name in wrong} == {"wrong"}
    assert "every valid input" in found["Own.Positive"]["reason"]
