"""Tests that are made by running bodies."""

from pathlib import Path

import pytest

from tests.dafny_harness.made import kinds, rows
from tests.rows import rows_of_file

SUM = """method Sum(s: seq<int>) returns (r: int)
  requires |s| > 0
  ensures r == Total(s)
{
  r := 0;
  for i := 0 to |s| { r := r + s[i]; }
}
function Total(s: seq<int>): int { if s == [] then 0 else s[0] + Total(s[1..]) }
"""


@pytest.fixture(scope="module", autouse=True)
def few_inputs() -> None:
    """What is tested here is the search for inputs, as users have it."""


def test_a_method_without_tests_is_tested_by_its_body(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, SUM)
    assert row["status"] == "scored"
    assert row["correctness"] == row["completeness"] == [1.0, 1.0]
    assert {test["source"] for test in row["tests"]} == {"body"}
    assert all(test["inputs"]["s"] != "[]" for test in row["tests"])


def test_tests_in_the_file_are_enough_unless_more_are_asked_for(tmp_path: Path) -> None:
    text = SUM + "method {:test} T() { var r := Sum([1, 2]); assert r == 3; }"
    assert [test["source"] for test in rows(tmp_path, text)[0]["tests"]] == ["assertion"]
    sources = [test["source"] for test in rows(tmp_path, text, made=3)[0]["tests"]]
    assert sorted(sources) == ["assertion", "body", "body", "body"]
    assert rows(tmp_path, SUM, made=0)[0]["status"] == "no tests"


def test_a_body_that_contradicts_its_postcondition_is_a_finding(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, SUM.replace("r := r + s[i]", "r := s[i]"), made=3)
    (finding,) = [each for each in row["findings"] if each["kind"] == "body-breaks-postcondition"][:1]
    assert "ensures r == Total(s) refuses what the body returns" in finding["message"]


def test_a_body_that_fails_is_a_finding_with_the_input(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, SUM.replace("s[i]; }", "s[i + 1]; }"))
    found = [each for each in row["findings"] if each["kind"] == "fails-at-run-time"]
    assert found
    assert "Sum([" in found[0]["message"]
    assert found[0]["line"] == 6


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("method M(n: int) returns (r: int) requires n > 3 && n < 3 ensures r == n { r := n; }", "no input"),
        ("method M(n: int) returns (r: int) ensures r > n { r :- N(); }", "executed: unresolved identifier N"),
    ],
)
def test_why_no_test_is_made_is_said(tmp_path: Path, text: str, why: str) -> None:
    (row,) = rows(tmp_path, text)
    assert row["status"] == "no tests"
    (finding,) = [each for each in row["findings"] if each["kind"] == "not-executed"]
    assert why in finding["message"]


def test_solvers_find_what_the_search_does_not(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    requires = "requires x * 7 == y + 100003 && y > 5000 && x % 13 == 4"
    path.write_text(f"method M(x: int, y: int) returns (r: int) {requires} ensures r == x - y {{ r := x - y; }}")
    (row,) = rows_of_file(path)
    assert row["correctness"] == [1.0, 1.0]


def test_what_is_modified_in_place_is_an_output(tmp_path: Path) -> None:
    text = """method Reverse(a: array<int>) modifies a
      requires a.Length > 2
      ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
    { var i := 0; while i < a.Length / 2 { a[i], a[a.Length-1-i] := a[a.Length-1-i], a[i]; i := i + 1; } }"""
    (row,) = rows(tmp_path, text)
    assert row["correctness"] == row["completeness"] == [1.0, 1.0]


LEMMAS = """lemma Square(x: int) ensures x * x >= x { }
lemma Wrong(x: int) requires x > 0 ensures x * x > x { }
lemma Between(a: int, b: int) returns (m: int) requires a < b - 1 ensures a < m < b { m := a + 1; }
lemma Nothing(a: int, b: int) returns (m: int) requires a < b ensures a < m < b { }
function Half(x: int): (r: int) requires x >= 0 ensures r <= x ensures Half(x) * 2 >= x - 1 { x / 2 }
function Third(x: nat): int ensures Third(x) * 3 == x { x / 3 }
datatype List = Nil | Cons(head: int, tail: List) {
  function Size(): int ensures Size() >= 0 { match this case Nil => 0 case Cons(_, t) => 1 + t.Size() }
}
"""


def test_lemmas_and_functions_are_tried_on_inputs(tmp_path: Path) -> None:
    found = {row["method"]: row for row in rows(tmp_path, LEMMAS)}
    assert {name: row["assessment"]["verdict"] for name, row in found.items()} == {
        "Square": "strong",
        "Wrong": "wrong",
        "Between": "strong",
        "Nothing": "wrong",
        "Half": "strong",
        "Third": "wrong",
        "List.Size": "strong",
    }
    (finding, *_) = found["Wrong"]["findings"]
    assert finding["kind"] == "counterexample"
    assert finding["message"] == "ensures x * x > x is false: Wrong(1)"
    assert kinds(found["Third"]) == {"body-breaks-postcondition"}
    (finding, *_) = found["Nothing"]["findings"]
    assert finding["message"].startswith("ensures exists m :: a < m < b is false: Nothing(")


def test_a_file_of_lemmas_has_no_rows_where_no_tests_are_made(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, LEMMAS, made=0)
    assert row["status"] == "no method"


BODILESS = """
method Same(n: nat) returns (r: nat) ensures r == n
method Near(n: int) returns (r: int) ensures n - 1 <= r <= n + 1
method Root(n: nat) returns (r: nat) requires n > 1 ensures r * r == n && r < n
"""


def test_of_a_method_without_a_body_only_the_specification_is_asked(tmp_path: Path) -> None:
    same, near, root = rows(tmp_path, BODILESS, engine="z3", made=2)
    assert {test["source"] for row in (same, near, root) for test in row["tests"]} == {"specification"}
    assert same["assessment"]["verdict"] == "strong"
    assert same["correctness"] is None
    assert same["completeness"] is None
    assert near["assessment"]["verdict"] == "unknown"
    assert near["assessment"]["reason"].endswith("no test and no body says which are right: Near(0) → 0 and → 1")
    assert root["assessment"]["verdict"] == "wrong"
    (finding,) = (found for found in root["findings"] if found["kind"] == "no-output")
    assert finding["message"].startswith("no output satisfies the postcondition on Root(2)")


def test_beside_a_test_that_says_nothing_of_an_output_others_are_made(tmp_path: Path) -> None:
    text = """method Both(n: int) returns (a: int, b: int) ensures a == n && b >= n { a, b := n, n; }
    method {:test} T() { var a, b := Both(3); assert a == 3; }
    """
    (found,) = rows(tmp_path, text, engine="z3")
    assert {test["source"] for test in found["tests"]} == {"assertion", "body"}
    assert found["assessment"]["verdict"] == "weak"


def test_a_precondition_that_allows_what_the_body_cannot_do_is_weak(tmp_path: Path) -> None:
    text = """
    method At(s: seq<int>, i: int) returns (r: int)
      requires 0 <= i
      ensures i < |s| ==> r == s[i]
    { r := s[i]; }
    method Calls(n: int) returns (r: int) ensures r == n { r := Positive(n); }
    method Positive(n: int) returns (r: int) requires n > 0 ensures r == n { r := n; }
    """
    at, calls, positive = rows(tmp_path, text)
    assert kinds(at) >= {"fails-at-run-time"}
    assert sum(each["kind"] == "fails-at-run-time" for each in at["findings"]) == 1
    assert [row["assessment"]["verdict"] for row in (at, calls, positive)] == ["weak", "weak", "strong"]
    assert "allows an input on which the body fails: At([], 0) fails" in at["assessment"]["reason"]
    assert "violates its precondition n > 0" in calls["assessment"]["reason"]


def test_a_precondition_that_nothing_meets_is_vacuous(tmp_path: Path) -> None:
    text = "method M(n: int) returns (r: int) requires n > 3 requires n < 3 ensures r == n { r := n; }"
    (row,) = rows(tmp_path, text, engine="z3")
    assert row["assessment"]["verdict"] == "vacuous"
    assert "no input meets all preconditions" in row["assessment"]["reason"]


def test_a_precondition_that_refuses_the_input_of_a_test_is_wrong(tmp_path: Path) -> None:
    text = """
    method Abs(n: int) returns (r: int)
      requires n > 0
      ensures r == if n < 0 then -n else n
    { r := if n < 0 then -n else n; }
    method AbsTest() { var a := Abs(3); assert a == 3; var b := Abs(-3); assert b == 3; }
    """
    (row,) = rows(tmp_path, text, mutants=2)
    assert row["assessment"]["verdict"] == "wrong"
    assert kinds(row) == {"breaks-precondition", "requires-more-than-needed"}


SLOW = """function Climb(n: nat): nat {{ if n < 2 then n else Climb(n - 1) + Climb(n - 2) }}
lemma Slow{number}(n: nat)
  requires Climb(17 + n % 3) == n
  ensures n == 1597
{{}}
"""


@pytest.mark.slow
def test_what_takes_long_to_make_leaves_time_to_judge_the_other_tests(tmp_path: Path) -> None:
    slow = SLOW.format(number=0) + "".join(SLOW[SLOW.index("lemma") :].format(number=n) for n in (1, 2, 3))
    quick = "lemma Quick(n: nat)\n  ensures n + n == 2 * n\n{}\n"
    found = {row["method"]: row for row in rows(tmp_path, slow + quick, file_limit=3.0)}
    assert found["Quick"]["correctness"] == [1.0, 1.0]


def test_tests_and_made_inputs_may_differ_in_what_a_type_parameter_stands_for(tmp_path: Path) -> None:
    once = """method Once<T(==)>(a: seq<T>, key: T) returns (b: bool)
  ensures multiset(a)[key] == 1 ==> b
{ b := multiset(a)[key] == 1; }
method {:test} T() { var r := Once([1, 2, 1], 2); assert r; var s := Once([1, 1], 1); assert !s; }
"""
    (row,) = rows(tmp_path, once, made=3)
    assert row["status"] == "scored"
    assert {test["source"] for test in row["tests"]} == {"assertion", "body"}


def test_quantifiers_over_a_type_parameter_are_decided_where_they_have_no_domain(tmp_path: Path) -> None:
    text = """datatype List<T> = Nil | Cons(head: T, tail: List<T>)
predicate mem<T(==)>(x: T, l: List<T>) { match l case Nil => false case Cons(h, t) => h == x || mem(x, t) }
method Elements<T(==)>(l: List<T>) returns (r: set<T>)
  ensures forall x: T :: x in r <==> mem(x, l)
{ r := {}; var m := l; while m != Nil { r := r + {m.head}; m := m.tail; } }
method Copy<T(==)>(l: List<T>) returns (r: List<T>)
  ensures forall x: T :: mem(x, r) <==> mem(x, l)
{ r := l; }
lemma All<T>(l: List<T>) ensures forall x: T :: mem(x, l) {}
"""
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text, engine="auto")}
    assert verdicts == {"Elements": "strong", "Copy": "weak", "All": "wrong"}


def test_a_tree_of_the_same_numbers_is_another_output(tmp_path: Path) -> None:
    text = """datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function inorder(t: Tree): seq<int> { match t case Leaf => [] case Node(l, v, r) => inorder(l) + [v] + inorder(r) }
method Balance(t: Tree) returns (b: Tree)
  ensures inorder(b) == inorder(t)
{ b := t; }
"""
    (row,) = (each for each in rows(tmp_path, text) if each["method"] == "Balance")
    assert row["assessment"]["verdict"] == "weak"
    witness = row["assessment"]["witness"]
    assert "Node" in witness["other"]["b"]


def test_a_function_without_a_body_is_what_its_postcondition_determines(tmp_path: Path) -> None:
    text = """function Twice(k: int): int ensures Twice(k) == 2 * k
function Above(k: int): int ensures Above(k) > k
function SmallOnly(k: nat): nat ensures SmallOnly(k) <= k
"""
    found = {row["method"]: row for row in rows(tmp_path, text)}
    assert {name: row["assessment"]["verdict"] for name, row in found.items()} == {
        "Twice": "strong",
        "Above": "unknown",
        "SmallOnly": "unknown",
    }
    assert {test["source"] for test in found["Twice"]["tests"]} == {"specification"}
    assert not found["SmallOnly"]["tests"], "on 0 there is one value, and that says nothing of the others"


@pytest.mark.slow
def test_function_values_are_found_that_a_precondition_defines(tmp_path: Path) -> None:
    text = """method Max(q: seq<int>, less: (int, int) -> bool) returns (m: int)
  requires |q| > 0
  requires (forall x, y :: less(x, y) == (x < y)) || (forall x, y :: less(x, y) == (x > y))
  ensures m in q && forall i | 0 <= i < |q| :: !less(m, q[i])
{ m := q[0]; for i := 0 to |q| { if less(m, q[i]) { m := q[i]; } } }
method Inverse(f: int -> int, y: int) returns (x: int)
  requires exists x :: f(x) == y
  ensures f(x) == y
{ x := 0; while f(x) != y && f(-x) != y { x := x + 1; } if f(x) != y { x := -x; } }
"""
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text, engine="auto")}
    assert verdicts == {"Max": "strong", "Inverse": "weak"}, "of a constant function each number is an inverse"


def test_methods_of_a_datatype_are_given_the_value_of_which_they_are(tmp_path: Path) -> None:
    text = """datatype T = Leaf | Node(l: T, v: int) {
    function method Size(): int { if Leaf? then 0 else 1 + l.Size() }
    method Count() returns (n: int) ensures n == Size() { n := Size(); }
    method AtMost() returns (n: int) ensures n <= Size() { n := this.Size(); }
    method Off() returns (n: int) ensures n == Size() { n := Size() + 1; }
    method Twice() returns (n: int) requires Node? ensures n == v { n := this.Size(); n := v; } }"""
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text, engine="auto")}
    assert verdicts == {"T.Count": "strong", "T.AtMost": "weak", "T.Off": "wrong", "T.Twice": "strong"}


def test_inputs_are_made_of_functions_that_datatypes_hold(tmp_path: Path) -> None:
    path = tmp_path / "functions.dfy"
    path.write_text(
        "datatype F = F(f: int -> int, n: int)\n"
        "method Applied(f: F) returns (r: int) ensures r == f.f(f.n) { r := f.f(f.n); }\n"
        "method Above(f: F) returns (r: int) ensures r >= f.f(f.n) { r := f.f(f.n); }\n",
        encoding="utf-8",
    )
    found = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(path)}
    assert found == {"Applied": "strong", "Above": "weak"}


RARE = """method Next(c: char) returns (r: char) requires c < 'z' ensures r as int == c as int + 1
{ r := if c == 'w' then c else (c as int + 1) as char; }
function method Same(x: int): int ensures x < 5000 ==> Same(x) == x { if x == 4321 then 0 else x }
method Join(a: seq<int>, b: seq<int>) returns (r: seq<int>) ensures multiset(r) == multiset(a) + multiset(b)
{ r := a + b; }
method Both(a: map<int, int>, b: map<int, int>) returns (r: map<int, int>)
  ensures r.Keys == a.Keys + b.Keys
  ensures forall k :: k in r ==> (k in b && r[k] == b[k]) || (k in a && r[k] == a[k])
{ r := map k | k in a.Keys + b.Keys :: if k in b then b[k] else a[k]; }
"""


def test_inputs_are_tried_at_constants_of_the_body_and_unlike_each_other(tmp_path: Path) -> None:
    """Six small inputs keep all that is promised here; among more there is one that does not, which becomes a test."""
    found = {row["method"]: row["assessment"] for row in rows(tmp_path, RARE, made=None)}
    verdicts = {name: assessed["verdict"] for name, assessed in found.items()}
    assert verdicts == {"Next": "wrong", "Same": "wrong", "Join": "weak", "Both": "weak"}
    assert found["Next"]["witness"]["inputs"] == {"c": "'w'"}
    assert found["Same"]["witness"]["inputs"] == {"x": "4321"}


def test_inputs_show_what_collections_have_in_common(tmp_path: Path) -> None:
    """Of a shared part with one element there is one order, and a set beside a field is hardly ever a part of it."""
    text = """class Bag {
      var items: seq<int>
      constructor () ensures items == [] { items := []; }
      method Add(x: int) requires x !in items modifies this ensures items == old(items) + [x] { items := items + [x]; }
      method Common(other: seq<int>) returns (r: seq<int>)
        requires forall i, j :: 0 <= i < j < |items| ==> items[i] != items[j]
        requires forall i, j :: 0 <= i < j < |other| ==> other[i] != other[j]
        ensures forall x :: x in r <==> x in items && x in other
        ensures forall i, j :: 0 <= i < j < |r| ==> r[i] != r[j]
      { r := []; for k := 0 to |items| { if items[k] in other { r := r + [items[k]]; } } }
    }
    class Network {
      var nodes: set<int>
      constructor () ensures nodes == {} { nodes := {}; }
      method Add(x: int) requires x !in nodes modifies this ensures nodes == old(nodes) + {x} { nodes := nodes + {x}; }
      method Merge(part: set<int>, into: int) modifies this
        requires into in part && part <= nodes && |part| > 1
        ensures into in nodes
      { nodes := nodes - part + {into}; }
    }"""
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text)}
    assert (verdicts["Bag.Common"], verdicts["Network.Merge"]) == ("weak", "weak")


def test_objects_have_something_in_common(tmp_path: Path) -> None:
    """Arguments that nothing relates make no two objects that share elements, and an order of what they share is never
    seen to be open."""
    text = """class Set {
      var elements: seq<int>
      constructor Empty() ensures elements == [] { elements := []; }
      constructor Of(xs: seq<int>) requires forall i, j :: 0 <= i < j < |xs| ==> xs[i] != xs[j] ensures elements == xs
      { elements := xs; }
      method Has(x: int) returns (b: bool) ensures b == (x in elements) { b := x in elements; }
      method Common(s: Set) returns (c: Set)
        requires forall i, j :: 0 <= i < j < |elements| ==> elements[i] != elements[j]
        requires forall i, j :: 0 <= i < j < |s.elements| ==> s.elements[i] != s.elements[j]
        ensures forall x :: x in c.elements <==> x in s.elements && x in elements
        ensures forall i, j :: 0 <= i < j < |c.elements| ==> c.elements[i] != c.elements[j]
        ensures fresh(c)
      {
        c := new Set.Empty();
        for k := 0 to |elements| { if elements[k] in s.elements { c.elements := c.elements + [elements[k]]; } }
      }
    }"""
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text)}
    assert (verdicts["Set.Has"], verdicts["Set.Common"]) == ("strong", "weak")


@pytest.mark.slow
def test_a_body_may_choose_another_object(tmp_path: Path) -> None:
    """Two objects of the same height are both right, for the body allows either; a lower one it does not."""
    text = """class Item { var v: int constructor (x: int) ensures v == x { v := x; } }
    method Highest(s: set<Item>) returns (m: Item)
      requires s != {}
      ensures m in s && forall y :: y in s ==> y.v <= m.v
    { m :| m in s && forall y :: y in s ==> y.v <= m.v; }
    method Any(s: set<Item>) returns (m: Item)
      requires s != {}
      ensures m in s
    { m :| m in s && forall y :: y in s ==> y.v <= m.v; }"""
    found = {row["method"]: row for row in rows(tmp_path, text, made=6)}  # few of the sets have two of one height
    told = [test["accepted"] for test in found["Highest"]["tests"]]
    assert any(each["verdict"] == "several" for each in told)
    assert not any(each["wrong"] for each in told)
    assert found["Any"]["assessment"]["verdict"] == "weak"


def test_objects_in_collections_have_lived(tmp_path: Path) -> None:
    """Rooms as they are constructed are all empty, and each of them is right where an empty one is taken."""
    text = """class Room {
      var guests: set<int>
      constructor () ensures guests == {} { guests := {}; }
      method Enter(g: int) modifies this ensures guests == old(guests) + {g} { guests := guests + {g}; }
    }
    method AnEmpty(rooms: set<Room>) returns (r: Room)
      requires exists q :: q in rooms && q.guests == {}
      ensures r in rooms
    { r :| r in rooms && r.guests == {}; }"""
    verdicts = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text)}
    assert verdicts["AnEmpty"] == "weak"


def test_where_the_body_fails_and_no_output_is_accepted_the_specification_is_wrong(tmp_path: Path) -> None:
    text = """method Pred(x: nat) returns (y: nat) ensures y as int == x - 1 { y := x - 1; }
    method Fails(x: nat) returns (y: nat) ensures y as int == x { y := 6 / x * x - 5; }"""
    pred, fails = (row["assessment"] for row in rows(tmp_path, text, engine="z3", made=None))
    assert (pred["verdict"], fails["verdict"]) == ("wrong", "wrong")
    assert "no value satisfies what is promised of Pred(0)" in pred["reason"]
    assert "no value" not in fails["reason"]
