"""Methods about which nothing was known: inputs of types that no value was made of, bodies that were not executed, and
outputs of which it was open whether they are the only ones."""

from pathlib import Path

import pytest

from specassay.core.ir.build import conj, eq, exists, forall, op
from specassay.core.ir.sorts import INT, seq_of, set_of
from specassay.core.ir.terms import Binder, var
from specassay.core.language.running import run_on, subject
from specassay.core.spec_testing.output_search import both_ways
from specassay.frontends.dafny import parse_program, printed
from tests.rows import rows_of_file

VERDICTS = {
    "Trees.Sum": "strong",
    "Trees.SumOfFew": "weak",
    "Trees.Flipped": "weak",
    "Trees.Json": "weak",
    "Point.Move": "strong",
    "Point.Both": "strong",
    "MoveTwice": "strong",
    "Opt.Or": "strong",
    "OrZero": "strong",
    "L.Sum": "strong",
    "SumTwo": "strong",
    "Sorted": "strong",
    "Listed": "strong",
    "AnyOrder": "strong up to choice",
}
TEXT = """
module Trees {
  datatype Rose = Rose(v: int, kids: seq<Rose>)
  function method SumR(t: Rose): int { t.v + SumK(t.kids) }
  function method SumK(k: seq<Rose>): int { if k == [] then 0 else SumR(k[0]) + SumK(k[1..]) }
  method Sum(t: Rose) returns (n: int) ensures n == SumR(t) { n := SumR(t); }
  method SumOfFew(t: Rose) returns (n: int) ensures |t.kids| < 2 ==> n == SumR(t) { n := SumR(t); }
  method Flipped(t: Rose) returns (u: Rose) ensures u.v == t.v && |u.kids| == |t.kids| {
    u := Rose(t.v, seq(|t.kids|, i requires 0 <= i < |t.kids| => t.kids[|t.kids| - 1 - i])); }
  datatype Value = Null | Arr(items: seq<Value>) | Obj(fields: map<int, Value>)
  method Json(j: Value) returns (n: nat) ensures j.Obj? ==> n == |j.fields| { n := if j.Obj? then |j.fields| else 0; }
}
datatype Point = Point(x: int, y: int) {
  method Move(dx: int) returns (p: Point) ensures p == Point(x + dx, y) { p := Point(x + dx, y); }
  method Both() returns (p: Point) ensures p == Point(x + 2, y) { var q := Move(1); p := q.Move(1); }
}
method MoveTwice(p: Point) returns (q: Point) ensures q == Point(p.x + 2, p.y) { var t := p.Move(1); q := t.Move(1); }
datatype Opt<T> = None | Some(v: T) {
  method Or(d: T) returns (r: T) ensures r == (if None? then d else v) { if None? { r := d; } else { r := v; } }
}
method OrZero(o: Opt<int>) returns (r: int) ensures r == (if o.None? then 0 else o.v) { r := o.Or(0); }
datatype L = Nil | Cons(hd: int, tl: L) {
  method Sum() returns (s: int) ensures s == SumL(this) decreases this {
    match this { case Nil => s := 0; case Cons(h, t) => var r := t.Sum(); s := h + r; } }
}
function SumL(l: L): int { match l case Nil => 0 case Cons(h, t) => h + SumL(t) }
method SumTwo(a: L, b: L) returns (s: int) ensures s == SumL(a) + SumL(b)
{ var x := a.Sum(); var y := b.Sum(); s := x + y; }
predicate Rising(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] < s[j] }
method Sorted(s: set<int>) returns (r: seq<int>) ensures Rising(r) && forall x :: x in r <==> x in s { r := Asked(s); }
method Listed(s: set<int>) returns (r: seq<int>) ensures Rising(r) && (set x | x in r) == s { r := Asked(s); }
method AnyOrder(s: set<int>) returns (r: seq<int>) ensures |r| == |s| && forall x :: x in r <==> x in s
{ r := []; var t := s; while t != {} { var x :| x in t; r := r + [x]; t := t - {x}; } }
function method Asked(s: set<int>): seq<int> {
  if s == {} then [] else var x :| x in s && forall y :: y in s ==> x <= y; [x] + Asked(s - {x}) }
"""


@pytest.mark.slow
def test_trees_values_with_methods_and_sorted_outputs_are_decided(tmp_path: Path) -> None:
    path = tmp_path / "decided.dfy"
    path.write_text(TEXT, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {name: each["verdict"] for name, each in found.items()} == VERDICTS, found


WITHOUT_BODY = """
function Above(x: int): int ensures Above(x) > x ensures Above(x) < x
function Next(x: int): int ensures Next(x) == x + 1
function Late(x: int): int ensures Late(x) == x + 1 ensures x > 100000 ==> Late(x) < x
function Any(x: int): int ensures Any(x) > x
function Largest(s: seq<int>): int requires s != [] ensures Largest(s) in s && forall x :: x in s ==> x < Largest(s)
"""


def test_a_promise_that_no_value_keeps_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "promised.dfy"
    path.write_text(WITHOUT_BODY, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {name: each["verdict"] for name, each in found.items()} == {
        "Above": "wrong",
        "Next": "strong",
        "Late": "wrong",
        "Any": "unknown",
        "Largest": "wrong",
    }
    assert int(found["Late"]["witness"]["inputs"]["x"]) > 100_000


BANK = """
class Bank { var accounts: map<string, int>
  method Open(a: string, b: string, k: nat) requires a in accounts && b in accounts && a != b modifies this
    ensures accounts.Keys == old(accounts.Keys) && accounts[a] + accounts[b] == old(accounts[a]) + old(accounts[b])
  { accounts := accounts[a := accounts[a] - k][b := accounts[b] + k]; }
}
datatype Id = Id(name: string, n: int)
method Both(x: Id, y: Id, s: set<Id>) returns (r: int) requires x in s && y in s && x != y ensures r == x.n + y.n
{ r := x.n + y.n; }
"""


def test_inputs_are_among_those_that_others_hold(tmp_path: Path) -> None:
    """No input was found for either: two texts, or two values of a datatype, are hardly ever the same by chance."""
    path = tmp_path / "bank.dfy"
    path.write_text(BANK, encoding="utf-8")
    found = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(path)}
    assert found == {"Bank.Open": "weak", "Both": "strong"}


PRINTED = """
datatype P = P(x: int) {
  method Add(n: int) returns (p: P) { p := P(x + n); }
  method Times(n: nat) returns (p: P) { p := this; var i := 1; while i < n { p := p.Add(x); i := i + 1; } }
  method Show() { print x, "\\n"; }
}
datatype O<T> = N | S(v: T) { method Or(d: T) returns (r: T) { r := if N? then d else v; } }
method Main() {
  var p := P(3); var q := p.Times(4); q.Show();
  var a := S(7).Or(1); var none: O<int> := N; var b := none.Or(2);
  var ps := [p, q]; var c := ps[1].Add(a); print a, b, c.x, "\\n";
}
"""


def test_methods_of_values_run() -> None:
    """Dafny 2.3 has no such methods (reference manual, 6.10)."""
    program = parse_program(PRINTED)
    found = run_on(subject(program, "Main"), {}, program, 100.0, False).outcome
    lines = "".join(printed(value, sort, program.datatypes, "4") for sort, value in found.printed).splitlines()
    assert lines == ["12", "7219"], found.reason


def test_equivalences_about_elements_are_two_implications() -> None:
    s, r, x = var("s", set_of(INT)), var("r", seq_of(INT)), var("x", INT)
    inside, member = op("seq.member", x, r), op("set.member", x, s)
    whole = forall([Binder("x", INT)], eq(inside, member))
    first, second = both_ways(conj(whole, eq(op("seq.len", r), op("set.card", s))))[:2]
    assert {first.args[-1].op, second.args[-1].op} == {"implies"}
    collected = op("set.comprehension", first.args[0], inside, x, data=(Binder("x", INT),))
    assert both_ways(eq(collected, s)) == both_ways(whole) == both_ways(eq(s, collected))[::1]
    # A variable of the other side that has the name of the bound one is another variable.
    other = op("set.literal", x)
    assert both_ways(eq(collected, other)) == (eq(collected, other),)
    assert both_ways(exists([Binder("x", INT)], member)) == (exists([Binder("x", INT)], member),)
