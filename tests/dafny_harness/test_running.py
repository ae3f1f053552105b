"""Methods are run, and the conditions of their ghost code are checked as they are reached."""

from typing import Any

import pytest

from specassay.core.errors import InputError
from specassay.core.interpret.checks import GhostChecks, decreases
from specassay.core.ir.values import ArrayValue, DatatypeValue
from specassay.core.language.running import Execution, default_subjects, given_inputs, run_on, run_on_made, subject
from specassay.frontends.dafny import DAFNY, parse_program, with_checks


def checked(text: str, name: str = "M", **inputs: Any) -> Execution:
    """The run of a method with checks."""
    program = with_checks(parse_program(text, framed=True))
    return run_on(subject(program, name), inputs, program, 10.0, True)


def failures(text: str, **inputs: Any) -> list[tuple[str, int, str]]:
    """Keyword, line and reason of what fails."""
    found = checked(text, **inputs)
    assert found.outcome.state == "returned", found.outcome.reason
    assert not found.checks.open
    return [(each.kind, each.span.line if each.span else 0, each.reason) for each in found.checks.failures.values()]


def _array(*elements: int) -> ArrayValue:
    return ArrayValue(elements, "a")


def test_what_holds_is_no_failure() -> None:
    text = """method M(a: array<int>) returns (m: int)
      requires a.Length > 0
      modifies a
      ensures forall k :: 0 <= k < a.Length ==> a[k] <= m
      ensures a[0] == old(a[0]) + 1
    { a[0] := a[0] + 1; m := a[0]; }"""
    found = checked(text, a=_array(4))
    assert found.outcome.state == "returned"
    assert not found.checks.failures
    assert found.checks.decided == 2


LOOP = """method M(n: int) returns (r: int) {{
  r := 0;
  while r < n
    invariant {invariant}
    decreases {measure}
  {{ r := r + 1; }}
}}"""


def test_an_invariant_that_is_false_is_shown_with_the_state_and_the_turn() -> None:
    found = checked(LOOP.format(invariant="forall k :: 0 <= k < r ==> k != 2", measure="n - r"), n=5)
    (failure,) = found.checks.failures.values()
    assert (failure.kind, failure.reason, failure.times) == ("invariant", "is false after turn 3", 3)
    assert failure.span is not None
    assert (failure.span.line, failure.span.column) == (4, 15)
    assert [(name, value) for name, value, _ in failure.witness] == [("k", 2)]
    assert {name: value for name, value, _ in failure.state} == {"n": 5, "r": 3}


def test_an_invariant_is_checked_on_entry() -> None:
    assert failures(LOOP.format(invariant="r > 0", measure="n - r"), n=0) == [("invariant", 4, "is false on entry")]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("n - r", []),
        ("n", [("decreases", 5, "does not decrease in turn 1")]),
        ("-r", [("decreases", 5, "does not decrease in turn 2")]),
        ("0 - 1, n - r", []),
        ("*", []),
    ],
)
def test_the_measure_of_a_loop(measure: str, expected: list[tuple[str, int, str]]) -> None:
    assert failures(LOOP.format(invariant="true", measure=measure), n=3) == expected


@pytest.mark.parametrize(
    ("guard", "change", "expected"),
    [
        # the difference of what the guard compares
        ("r < n", "r := r + 1;", []),
        ("r <= n", "r := r + 2;", []),
        ("n > r", "r := r + 1;", []),
        ("r != n", "r := r + 1;", []),
        ("r < n", "n := n + 1; r := r + 1; if r > 4 { break; }", ["does not decrease in turn 1"]),
        ("r != n", "r := r - 1; if r < -2 { break; }", ["does not decrease in turn 1"]),
        # of the first comparison, where what is before it holds
        ("n > 0 && r < n", "r := r + 1;", ["does not decrease in turn 1"]),
        ("r < n && n > 0", "r := r + 1;", []),
        ("0 <= r && r < n", "if r == 1 { r := -5; } else { r := r + 1; }", ["does not decrease in turn 1"]),
        ("!done && r < n", "if r == 1 { done := true; } else { r := r + 1; }", []),
        ("r < n || r < 2", "r := r + 1;", []),
    ],
)
def test_the_measure_of_a_loop_that_has_none(guard: str, change: str, expected: list[str]) -> None:
    text = f"method M(m: int) returns (r: int) {{ r := 0; var n, done := m, false; while {guard} {{ {change} }} }}"
    assert [reason for _, _, reason in failures(text, m=3)] == expected


@pytest.mark.parametrize(
    ("declared", "call", "expected"),
    [
        ("n: int, k: int", "R(n - 1, k + 5)", []),
        ("n: nat, k: int", "R(n, k - 1)", []),
        ("k: int, n: int", "R(k, n - 1)", []),
        ("k: int, n: int", "R(k + 1, n - 1)", ["does not decrease in the call from R"]),
        ("f: int -> int, n: int", "R(f, n - 1)", []),
        ("s: seq<int>, n: int", "R(s[1..], n - 1)", []),
    ],
)
def test_the_measure_of_a_method_that_has_none(declared: str, call: str, expected: list[str]) -> None:
    values = {"n: int": "2", "n: nat": "2", "k: int": "2", "f: int -> int": "x => x", "s: seq<int>": "[4, 5]"}
    given = ", ".join(values[each] for each in declared.split(", "))
    ends = "n <= 0 || |s| == 0" if "s:" in declared else "k < 0" if "k - 1" in call else "n <= 0"
    text = f"method M() returns (r: int) {{ r := R({given}); }}\n"
    text += f"method R({declared}) returns (r: int) {{ if {ends} {{ return 0; }} r := {call}; }}"
    assert [reason for _, _, reason in failures(text)] == expected


def test_what_a_loop_says_that_it_changes() -> None:
    text = """method M(a: array<int>, b: array<int>) modifies a, b {
      var i := 0; var c := new int[2];
      while i < 2 modifies a { a[i] := 1; i := i + 1; }
      while i < 4
        modifies a, c { c[i - 2] := 1; i := i + 1; }
      while i < 6 modifies a {
        b[i - 4] := 1; c[0] := 2; var d := new int[1]; d[0] := 1; i := i + 1; }
      b[0] := 2;
    }"""
    assert failures(text, a=_array(4, 4), b=ArrayValue((1, 2), "b")) == [
        ("modifies", 7, "does not allow the change of the element 0 of an array here"),
        ("modifies", 7, "does not allow the change of the element 0 of an array here"),
    ]


def test_the_measure_of_a_recursion() -> None:
    text = """method M(n: int) returns (r: int) decreases n { if n > 0 { r := N(n - 1); } }
    method N(n: int) returns (r: int) decreases 3 { r := M(n); }"""
    assert failures(text, n=1) == [("decreases", 2, "does not decrease in the call from M")]


NIL = DatatypeValue("Nil")


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ((1,), (2,), True),
        ((-2,), (-1,), False),
        ((False,), (True,), True),
        ((True,), (False,), False),
        ((2, 9), (3, 0), True),
        ((2, 1), (2, 1), False),
        ((2,), (2, 1), False),
        ((2, 1), (2,), True),
        ((frozenset({1}),), (frozenset({1, 2}),), True),
        ((frozenset({3}),), (frozenset({1, 2}),), False),
        (((1, 3),), ((1, 2, 3),), True),
        (((3, 1),), ((1, 2, 3),), False),
        ((NIL,), (DatatypeValue("Cons", (1, NIL)),), True),
        ((DatatypeValue("Cons", (1, NIL)),), (NIL,), False),
        ((DatatypeValue("Node", (NIL,)),), (DatatypeValue("Cons", (NIL,)),), False),
    ],
)
def test_the_order_of_measures(new: tuple[Any, ...], old: tuple[Any, ...], expected: bool) -> None:
    assert decreases(new, old) is expected


OBJECTS = """class Cell {
  var v: int
  var w: int
  constructor (x: int) ensures v == x { v := x; }
  method Set(x: int) modifies this`v ensures v == x { v := x; %s }
}
method M() { var c := new Cell(1); var d := new Cell(2); c.Set(5); assert d.v == 2; assert c.v == 5; }"""


def test_frames_and_postconditions_of_objects() -> None:
    assert failures(OBJECTS % "") == []
    reason = "does not allow the change of the field w of an object here"
    assert failures(OBJECTS % "w := 2;") == [("modifies", 5, reason)]
    assert failures(OBJECTS % "v := 4;") == [
        ("ensures", 5, "is false when Cell.Set returns"),
        ("assert", 7, "is false"),
    ]


def test_what_is_fresh() -> None:
    text = """class Node {
      ghost var parts: set<object>
      constructor () ensures fresh(this) ensures fresh(parts) { parts := {this}; }
      method Other() returns (n: Node) ensures fresh(n) { n := new Node(); }
      method Same() returns (n: Node) ensures fresh(n) { n := this; }
    }
    method M() { var n := new Node(); assert fresh(n); label L: var m := n.Other(); assert fresh@L(m);
      assert fresh@L(n);
      m := n.Same(); }"""
    assert failures(text) == [("assert", 8, "is false"), ("ensures", 5, "is false when Node.Same returns")]


def test_a_frame_may_hold_objects_and_arrays() -> None:
    text = """class Stack {
      var items: array<int>
      ghost var Repr: set<object>
      constructor () ensures fresh(Repr) { items := new int[2]; Repr := {this, items}; }
      method Put(x: int) modifies Repr { items[0] := x; items[1] := x; }
      method Wrong(x: int)
        modifies this { items[0] := x; }
    }
    method M() { var s := new Stack(); s.Put(3); s.Wrong(4); }"""
    reason = "does not allow the change of the element 0 of an array here"
    assert failures(text) == [("modifies", 7, reason)]


def test_what_is_made_inside_may_change_and_what_a_caller_owns_may_not() -> None:
    text = """method M(a: array<int>) { var b := new int[2]; b[0] := 1; Zero(b); Zero(a); }
    method Zero(a: array<int>) requires a.Length > 0 modifies a { a[0] := 0; }"""
    assert failures(text, a=_array(1)) == [("modifies", 1, "does not allow the call of Zero, which may change more")]


def test_a_call_that_breaks_a_precondition_goes_on() -> None:
    text = """method M(n: int) returns (r: int) { r := Half(n); assert r == 1; }
    method Half(n: int) returns (r: int)
      requires n % 2 == 0 { r := n / 2; }"""
    (failure,) = checked(text, n=3).checks.failures.values()
    assert (failure.kind, failure.text) == ("requires", "n % 2 == 0")
    assert failure.reason.startswith("is false in the call of Half at ")


def test_labels_name_states() -> None:
    text = """method M(a: array<int>) requires a.Length > 0 modifies a {
      a[0] := 1; label L: a[0] := 2; a[0] := 3;
      assert old@L(a[0]) == 1; assert old(a[0]) == 7; assert unchanged@L(a);
    }"""
    assert failures(text, a=_array(7)) == [("assert", 3, "is false")]


def test_what_objects_without_a_name_held_before() -> None:
    text = """class Node { var x: int; var next: Node?; var a: array<int>;
      constructor () { x := 1; next := null; a := new int[1]; } }
    method Change(n: Node) modifies n.next, n.next.a requires n.next != null && n.next != n {
      n.next.x := n.next.x + 1; n.next.a[0] := 3;
      assert n.next.x == old(n.next.x) + 1 && old(n.next.a[0]) == 0 && n.next.a[0] == 3;
      label L: n.next.x := 7;
      assert old(n.next.x) == 1;
      assert n.next.x == old(n.next.x) + 5;
      assert n.next.a[0] == old(n.next.a[0]);
    }
    method M() { var n := new Node(); n.next := new Node(); Change(n); }"""
    assert failures(text) == [("assert", 8, "is false"), ("assert", 9, "is false")]


READS = """class C {
  var x: int
  const k: int := 3
  var next: C?
  var a: array<int>
  ghost var Repr: set<object>
  constructor(v: int) { x := v; next := null; a := new int[2]; Repr := {this, a}; }
  function method Good(): int reads this { x + 1 + a.Length + k }
  function method NoReads(): int { x + 1 }
  function method Field(): int reads this`x { x }
  function method OtherField(): int reads this`next { x }
  function method Through(): int reads this { if next != null then next.x else 0 }
  function method ThroughNamed(): int reads this, next { if next != null then next.x else 0 }
  function method Array(): int reads this requires a.Length > 0 { a[0] }
  function method ArrayNamed(): int reads this, a requires a.Length > 0 { a[0] }
  function method Calls(): int reads this { Good() + Field() }
  function method CallsMore(): int reads this { ThroughNamed() }
  function method NotReached(): int { if false then x else k }
  function method All(s: seq<C>): bool reads s { forall i :: 0 <= i < |s| ==> s[i].x >= 0 }
  function method AllOfOthers(s: seq<C>): bool reads this { forall i :: 0 <= i < |s| ==> s[i].x >= 0 }
  function method Needs(): int requires x > 0 { 3 }
  function method FrameReads(): int reads next { 3 }
  predicate method InRepr() reads this, Repr requires {this, a} <= Repr && a.Length > 0 { a[0] == 0 && x > 0 }
}
function method Element(a: array<int>): int requires a.Length > 0 reads a { a[0] }
function method ElementOfOther(a: array<int>): int requires a.Length > 0 { a[0] }
method M() {
  var c := new C(5);
  var d := new C(7);
  var b := new int[3];
  c.next := d;
  print c.Good(), c.NoReads(), c.Field(), c.OtherField(), c.Through(), c.ThroughNamed(), c.Array(), c.ArrayNamed(),
    c.Calls(), c.CallsMore(), c.NotReached(), c.All([d]), c.AllOfOthers([d]), c.Needs(), c.FrameReads(), c.InRepr(),
    Element(b), ElementOfOther(b);
}
"""


def test_what_functions_read_is_held_against_their_frames() -> None:
    # The lines are those of which Dafny 2.3 says "insufficient reads clause".
    found = failures(READS)
    assert [line for kind, line, _ in found if kind == "reads"] == [9, 11, 12, 14, 17, 20, 21, 22, 26]
    assert len(found) == 9
    assert found[0][2] == "does not name the field x of an object"


def test_what_functions_promise() -> None:
    text = """function method Sum(n: nat): nat ensures Sum(n) >= n { if n == 0 then 0 else n + Sum(n - 1) }
    function method More(n: nat): (r: nat)
      ensures r > n
    { if n == 2 then n else n + 1 }
    method M() { print Sum(3), More(1), More(2), forall i :: 0 <= i < 3 ==> More(i) > 0; }"""
    assert failures(text) == [("ensures", 3, "is false")]
    (failure,) = checked(text).checks.failures.values()
    assert [(name, value) for name, value, _ in failure.state] == [("n", 2), ("r", 2)]


def test_a_function_is_revealed_by_a_lemma_or_a_statement() -> None:
    text = "function {:opaque} F(x: int): int { x * 2 } method M(n: int) { reveal_F(); reveal F(); assert F(n) == 4; }"
    assert failures(text, n=2) == []
    assert failures(text, n=3) == [("assert", 1, "is false")]


def test_calls_of_lemmas() -> None:
    text = """method M(n: int) { Small(n); Wrong(n); }
    lemma Small(x: int)
      requires x < 5
      ensures x < 9
    lemma Wrong(x: int)
      ensures x * x == 2 * x"""
    assert failures(text, n=2) == []
    place = " at <text>:1:"
    ((kind, line, reason),) = failures(text, n=3)
    assert (kind, line, reason) == ("ensures", 6, f"is false of what Wrong is called with{place}30")
    assert failures(text, n=7)[0] == ("requires", 3, f"is false in the call of Small{place}20")


def test_what_is_not_defined_fails_and_what_is_not_decided_is_unknown_once() -> None:
    text = """method M(s: seq<int>) { var i := 0;
      while i < 3 { assert s[i] >= 0; assert forall x: int, y: int :: x * y > x ==> y > 1 || x < 0; i := i + 1; } }"""
    found = checked(text, s=(1,)).checks
    (failure,) = found.failures.values()
    assert failure.reason.startswith("is not defined (")
    ((kind, text, _, reason),) = found.open.values()
    assert (kind, text[:6], bool(reason)) == ("assert", "forall", True)


def test_ghost_code_that_is_not_lowered_is_unknown_and_the_rest_goes_on() -> None:
    text = """method M() returns (r: int) { assert Unknown(3);
      ghost var g := Unknown(4); if g { assert false; } r := 2; }
    function Unknown(n: int): bool"""
    found = checked(text)
    assert found.outcome.outputs == {"r": 2}
    assert not found.checks.failures
    assert {kind for kind, *_ in found.checks.open.values()} == {"assert"}


def test_without_checks_nothing_is_checked() -> None:
    program = parse_program("method M() { assert false; }")
    found = run_on(subject(program, "M"), {}, program, 1.0, False)
    assert found.outcome.state == "returned"
    assert found.checks == GhostChecks()


def test_arguments_are_json_or_expressions() -> None:
    text = """datatype List = Nil | Cons(head: int, tail: List)
    method M(n: int, s: string, l: List) returns (r: int) requires n > 0 { r := n; }"""
    program = parse_program(text)
    found = given_inputs(subject(program, "M"), {"n": 1, "s": "ab", "l": "Cons(2, Nil)"}, program, DAFNY)
    assert found == {"n": 1, "s": ("a", "b"), "l": DatatypeValue("Cons", (2, NIL))}
    for given in ([0, "", "Nil"], [1, "", "Nul"], [1, ""], {"n": 1}, [1, 2, "Nil"], 7, [1, "", "Nil.tail"]):
        with pytest.raises(InputError):
            given_inputs(subject(program, "M"), given, program, DAFNY)


def test_old_reads_an_object_under_a_name_of_the_body() -> None:
    """A local variable is in `old` what it is now, its fields are those of the beginning (reference manual, 9.20)."""
    text = """class C { var x: int constructor () { x := 1; } }
    method M() { var c := new C(); N(c); }
    method N(c: C) modifies c ensures c.x == 5 {
      var n := c;
      n.x := 5;
      assert old(n.x) == 1;
      assert old(n.x) == 5;
    }"""
    assert failures(text) == [("assert", 7, "is false")]


def test_inputs_are_made_where_none_are_given() -> None:
    program = with_checks(parse_program("method M(n: nat) returns (r: int) requires n > 3 { r := n; assert r > 4; }"))
    found = run_on_made(subject(program, "M"), program, 10, 5.0, True)
    assert len(found) == 10
    assert any(each.inputs == {"n": 4} and each.checks.failures for each in found)


def test_what_is_run_by_default() -> None:
    program = parse_program("method Main() { } method M() { }")
    assert [each.name for each in default_subjects(program, DAFNY, False)] == ["Main"]
    # A file of Verus has an empty `main`, or is not compiled.
    assert [each.name for each in default_subjects(program, DAFNY, True)] == ["M"]
    program = parse_program("method Main() { print 1; } method M() { }")
    assert [each.name for each in default_subjects(program, DAFNY, True)] == ["Main"]
    program = parse_program("method A() { } method B() { } method C()")
    assert [each.name for each in default_subjects(program, DAFNY, True)] == ["A", "B"]
    for name in ("C", "D"):
        with pytest.raises(InputError):
            subject(program, name)
    with pytest.raises(InputError):
        default_subjects(program, DAFNY, False)
