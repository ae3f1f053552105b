"""Dafny proves that clauses mean what we read them as, and sees it where they do not."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from .readings import Outcome, Place, Reading, ask, places, sample

CLAUSES = """
module Lists {
  datatype List<T> = Nil | Cons(head: T, tail: List<T>)
  function Length<T>(l: List<T>): nat { match l case Nil => 0 case Cons(_, t) => 1 + Length(t) }
  method First(l: List<int>) returns (x: int)
    requires l.Cons? && Length(l) > 1
    ensures match l { case Nil => false case Cons(h, t) => x == h + Length(t) }
    ensures forall m: List<int> :: m == l ==> m.Cons? && m.head == x
}
predicate Small(n: nat)
class Node {
  var value: int
  var next: Node?
  var items: array<int>
  ghost var Repr: set<object>
  predicate Valid() reads this { items.Length > 0 && value == items[0] }
  function Sum(n: nat): int reads this, items requires n <= items.Length {
    if n == 0 then 0 else items[n - 1] + Sum(n - 1)
  }
  method Copy(s: seq<int>, n: int) returns (b: array<int>, c: array?<nat>, o: Node?, m: array2<int>)
    ensures fresh(b) && !fresh(c)
    ensures fresh(o)
    ensures fresh(m) && fresh({o})
  method Change(other: Node, a: array<int>, n: int) returns (r: int, b: array<int>)
    requires Valid() && a.Length > 3 && a != items
    requires next != null && next.Valid() && this in Repr && items in Repr
    modifies this, items
    ensures value == old(value) + other.value <==> r != 1
    ensures fresh(Repr - old(Repr)) && (items == old(items) || fresh(items))
    ensures a[1..3] == old(a[1..3]) && Repr !! {a}
    ensures n > 0 ==> fresh(b) || b == a
    ensures items.Length > 2 ==> Sum(1) == old(Sum(0)) + items[0]
    ensures old(next).value > 3 ==> unchanged(this`next)
  method Look(s: seq<nat>, schedule: nat -> int) returns (m: map<int, bool>)
    requires |s| > 0 && forall n :: n in s ==> Small(n)
    requires forall n :: schedule(n) > 0
    ensures forall i, j | 0 <= i < j < |s| :: s[i] <= s[j] ==> exists k :: i <= k < j && Small(k)
    ensures m.Keys == set n: int | 0 <= n < 3 && n % 2 == 0 :: n * 2
    ensures multiset(s)[1] > 0 ==> -7 / 2 == -4 && 7 % -2 == 1
    ensures var t := s + [1]; |t| > 1 && t[|s|] == 1 && (if |s| > 2 then s[1] == 2 else true)
}
"""


@pytest.mark.against_dafny
def test_dafny_proves_our_readings(require: Callable[[str], Path], tmp_path: Path) -> None:
    path, outcome = tmp_path / "clauses.dfy", Outcome()
    path.write_text(CLAUSES, encoding="utf-8")
    sample(path, require("dafny"), outcome, 100, Random(0))
    assert not outcome.unasked
    assert not outcome.different
    assert len(outcome.equal) >= 14


@pytest.mark.against_dafny
def test_a_reading_that_means_something_else_is_seen(require: Callable[[str], Path], tmp_path: Path) -> None:
    path, outcome = tmp_path / "wrong.dfy", Outcome()
    path.write_text("method M(n: int) returns (r: int) requires n > 0 ensures r >= n ensures r != 0", encoding="utf-8")
    text, found, _ = places(path)
    wrong = [evolve(each.reading, lemma=each.reading.lemma.replace("(r >= n) {}", "(r > n) {}")) for each in found]
    ask(text, list(map(_with, found, wrong)), require("dafny"), outcome)
    assert [each.text for each in outcome.equal] == ["n > 0", "r != 0"]
    assert [each.text for each in outcome.different] == ["r >= n"]


def _with(place: Place, reading: Reading) -> Place:
    return evolve(place, reading=reading)
