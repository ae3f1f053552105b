"""Bodies of methods are executed as the reference manual says (section 8)."""

from typing import Any

import pytest

from specassay.core.fuel import Fuel
from specassay.core.interpret.bodies import execute
from specassay.core.ir.contracts import Specification
from specassay.core.ir.values import ArrayValue, DatatypeValue, Multiset
from specassay.core.ir.variables import field_variable
from specassay.frontends.dafny import parse_program
from tests.frontends.dafny.executed import result, run

STATEMENTS = [
    ("(n: int) returns (r: int)", "r := n; while r % 7 != 0 { r := r + 1; }", {"n": 3}, 7),
    ("(n: int) returns (r: int)", "if n < 0 { r := -n; } else if n == 0 { r := 5; } else { r := n; }", {"n": 0}, 5),
    ("(n: int) returns (r: int)", "if { case n > 5 => r := 1; case n <= 5 => r := 2; }", {"n": 5}, 2),
    ("(n: int) returns (r: int)", "r := n; while { case r > 10 => r := r - 3; case r < 0 => r := 0; }", {"n": 21}, 9),
    ("() returns (r: int)", "r := 1; while (*) { r := 1; } if (*) { r := 1; }", {}, 1),
    ("() returns (r: int)", "r := 0; for i := 0 to 5 { if i == 3 { continue; } r := r + i; }", {}, 7),
    ("() returns (r: seq<int>)", "r := []; for i := 3 downto 0 { r := r + [i]; }", {}, (2, 1, 0)),
    (
        "() returns (r: int)",
        "r := 0; label a: while true { while true { r := r + 1; if r > 3 { break a; } break; } }",
        {},
        4,
    ),
    ("() returns (r: int)", "r := 0; while true { while true { r := r + 1; break break; } }", {}, 1),
    ("() returns (r: int)", "var x, y := 1, 2; x, y := y, x; r := 10 * x + y;", {}, 21),
    ("() returns (r: int)", "var x := 1; { var x := 2; x := 3; } r := x;", {}, 1),
    ("() returns (r: seq<int>)", "var s := []; var t := s; s := s + [1]; r := s + t;", {}, (1,)),
    ("() returns (r: int)", "return 4; r := 5;", {}, 4),
    ("(a: int, b: int) returns (r: int)", "r := a / b * 100 + a % b;", {"a": -7, "b": -2}, 401),
    ("() returns (r: multiset<int>)", "r := multiset{1, 1}; r := r[1 := 3];", {}, Multiset((1, 1, 1))),
    ("(s: set<int>) returns (r: int)", "var x :| x in s; r := x;", {"s": frozenset({4})}, 4),
    ("(s: set<int>) returns (r: int)", "if x :| x in s && x > 1 { r := x; } else { }", {"s": frozenset({4})}, 4),
    ("() returns (r: int)", "var (a, b) := (1, 2); r := a + 2 * b;", {}, 5),
    ("() returns (r: bool)", "var f := (x: int) => x > 2; r := f(3);", {}, True),
    # arrays of arrays
    ("() returns (r: int)", "var d := new array<int>[2]; d[1] := new int[2]; d[1][1] := 4; r := d[1][1];", {}, 4),
    (
        "() returns (r: seq<int>)",
        "var d := new array<int>[2, 2]; d[1, 0] := new int[2]; var g := d[1, 0]; d[1, 0][1] := 4; g[0] := 3; "
        "r := d[1, 0][..] + g[..];",
        {},
        (3, 4, 3, 4),
    ),
    (
        "() returns (r: int)",
        "var d := new seq<array<int>>[1]; var a := new int[1]; d[0] := [a, a]; a[0] := 5; r := d[0][1][0];",
        {},
        5,
    ),
    (
        "() returns (r: int)",
        "var d := new array?<int>[2]; d[1] := new int[1]; d[1][0] := 5; r := if d[0] == null then d[1][0] else 0;",
        {},
        5,
    ),
    # arrays of several dimensions
    (
        "(n: nat) returns (r: int)",
        "var a := new int[n, 2, 3]; forall i, j, k | 0 <= i < n && 0 <= j < 2 && 0 <= k < a.Length2 "
        "{ a[i, j, k] := 100 * i + 10 * j + k; } a[1, 0, 2] := a[1, 0, 2] + 1; r := a[1, 0, 2] + a[0, 1, 1];",
        {"n": 2},
        114,
    ),
    (
        "() returns (r: int)",
        "var b := new int[1, 2, 1, 3]((i, j, k, l) => i + 10 * j + k + l); r := 100 * b.Length3 + b[0, 1, 0, 2];",
        {},
        312,
    ),
    # a function reads the state when it is called, and local variables when it is made
    ("() returns (r: int)", "var a := new int[1]; var f := i reads a => a[i]; a[0] := 2; r := f(0); a[0] := 3;", {}, 2),
    (
        "() returns (r: int)",
        "var a := new int[1]; var f := () reads a => a[0]; a[0] := 2; a := new int[0]; r := f();",
        {},
        2,
    ),
    (
        "() returns (r: int)",
        "var a, n := new int[1], 1; var f := i => j reads a => a[0] + n * i + j; n := 5; var g := f(10); a[0] := 300;"
        "r := g(7);",
        {},
        317,
    ),
    (
        "() returns (r: int)",
        "var a := new int[1]; var f := i => j reads a => a[0] + i + j; a[0] := 1; var g := f(10); a[0] := 2;"
        "r := g(100);",
        {},
        112,
    ),
    (
        "() returns (r: int)",
        "var a := new int[1]; var f := i reads a => var a := i; a + 1; a[0] := 9; var g := f; r := g(4);",
        {},
        5,
    ),
    (
        "() returns (r: int)",
        "var a := new int[1]; var fs := [() reads a => a[0], () => 1]; a[0] := 4; r := 10 * fs[0]() + fs[1]();",
        {},
        41,
    ),
    (
        "() returns (r: seq<int>)",
        "var a := new int[3]; var b := a; forall i | 0 <= i < 3 { a[i] := i * i; }"
        "b[0], b[1] := b[1], b[0]; r := a[..];",
        {},
        (1, 0, 4),
    ),
    (
        "() returns (r: int)",
        "var m := new int[2, 3]((i, j) => 10 * i + j); m[1, 2] := 7; r := m[1, 2] + m[1, 1];",
        {},
        18,
    ),
    ("() returns (r: int)", "var a := new int[] [4, 5]; r := a.Length * a[1];", {}, 10),
]


@pytest.mark.parametrize(("header", "body", "inputs", "expected"), STATEMENTS)
def test_statements(header: str, body: str, inputs: dict[str, Any], expected: object) -> None:
    assert result(header, body, **inputs) == expected


def test_match_binds_what_the_pattern_names() -> None:
    text = """method M(l: List) returns (r: int) {
      match l { case Nil => r := 0; case Cons(h, Nil) => r := h; case Cons(h, Cons(g, _)) => r := h + g; }
    }
    datatype List = Nil | Cons(head: int, tail: List)
    method Caller() returns (r: int) { r := M(Cons(1, Cons(2, Nil))); }"""
    program = parse_program(text)
    found = execute(program.specifications[1], {}, program)
    assert found.outputs == {"r": 3}


def test_the_name_of_a_constructor_with_fields_is_a_variable_as_a_pattern() -> None:
    """`IdPattern` of Dafny's resolver: only a constructor without fields is meant by its name alone."""
    text = """datatype C = C1 | C2(x: int)
    datatype Result = Success(value: C) | Failure
    method M(r: Result) returns (k: int) ensures match r { case Success(C2) => k == 1 case Failure() => k == 2 }
    { match r { case Success(C2) => k := 1; case Failure() => k := 2; } }
    method Caller() returns (k: int) { k := M(Success(C1)); }"""
    program = parse_program(text)
    assert not program.problems
    assert execute(program.specifications[1], {}, program).outputs == {"k": 1}


def test_ghost_code_is_passed_over() -> None:
    text = """method M(n: int) returns (r: int) ensures r == n {
      ghost var g := Unknown(n);
      assert g > 0; calc { 1; == { } 1; } Lemma(n); reveal Unknown();
      forall i | 0 <= i ensures i == i { }
      if g > 0 { Lemma(g); }
      r := n;
    }
    function Unknown(n: int): int
    lemma Lemma(n: int) { while true { } }"""
    assert run(text, n=3).outputs == {"r": 3}


def test_an_array_has_many_names() -> None:
    text = """method M(a: array<int>, b: array<int>) modifies a { Set(b, 5); a[1] := b[0]; }
    method Set(a: array<int>, v: int) modifies a { a[0] := v; }"""
    array = ArrayValue((1, 2), "a")
    found = run(text, a=array, b=array)
    assert found.outputs["a"].elements == (5, 5)
    assert array.elements == (1, 2)


def test_methods_call_each_other_and_have_several_results() -> None:
    text = """method M(n: nat) returns (r: int) { var a, b := Fib(n); r := a; }
    method Fib(n: nat) returns (a: int, b: int) {
      if n == 0 { return 0, 1; }
      var x, y := Fib(n - 1);
      a, b := y, x + y;
    }"""
    assert run(text, n=30).outputs == {"r": 832040}


def test_calls_leave_out_what_the_declaration_has_a_value_for() -> None:
    text = """method M(n: int) returns (r: seq<int>) {
      var c := new C(n); var x := c.Inc(); var y := c.Inc(by := x); var z := N(y := 1, x := 2); var w := N(3);
      var t := N(x := F(1), y := G(y := 1, x := 5)); r := [x, y, z, w, t]; }
    class C { var x: int constructor (a: int, b: int := a * 10) { x := a + b; }
      method Inc(by: int := 1) returns (r: int) modifies this { x := x + by; r := x; } }
    method N(x: int, y: int := x * x) returns (r: int) { r := 100 * x + y; }
    function F(x: int, y: int := x + 1): int { x + 2 * y }
    function G(x: int := 1, y: int := 2): int { x - y }"""
    assert run(text, n=1).outputs == {"r": (12, 24, 201, 309, 504)}


def test_objects_have_fields_and_classes_override() -> None:
    text = """method M() returns (r: int) {
      var c := new Circle(2); var d: Shape := c;
      var area := d.Area(); c.next := c; c.next.radius := c.radius + 1; r := 100 * area + c.radius;
    }
    trait Shape { method Area() returns (r: int) }
    class Circle extends Shape {
      var radius: int
      var next: Circle?
      constructor (r: int) { radius := r; }
      method Area() returns (r: int) { r := 3 * radius * radius; }
    }"""
    assert run(text).outputs == {"r": 1203}


FAILURES = """
datatype Result<T> = Success(value: T) | Failure(error: int) {
  predicate IsFailure() { Failure? }
  function PropagateFailure<U>(): Result<U> requires Failure? { Failure(error) }
  function Extract(): T requires Success? { value }
}
datatype Status = Pass | Fail(why: int) {
  predicate IsFailure() { Fail? }
  function PropagateFailure(): Status requires Fail? { this }
}
function Need(b: bool): Status { if b then Pass else Fail(9) }
method Half(n: int) returns (r: Result<int>) { if n % 2 == 0 { return Success(n / 2); } return Failure(n); }
method Both(n: int) returns (r: Result<int>, s: int) { r := Half(n); s := n; }
function Add(a: Result<int>, b: Result<int>): Result<int> { var x :- a; var y :- b; Success(x + y) }
function Positive(n: int): Status { :- Need(n > 0); Pass }
"""


def _success(value: int) -> DatatypeValue:
    return DatatypeValue("Success", (value,))


@pytest.mark.parametrize(
    ("header", "body", "n", "expected"),
    [
        ("Result<int>", "var h :- Half(n); var q: int; q :- Half(h); r := Success(q);", 8, _success(2)),
        ("Result<int>", "var h :- Half(n); h :- Half(h); r := Success(h);", 6, DatatypeValue("Failure", (3,))),
        ("Result<int>", "var h :- Half(n); r := Success(0);", 5, DatatypeValue("Failure", (5,))),
        ("Result<int>", "var a, b :- Both(n); r := Success(a + b);", 4, _success(6)),
        ("Result<int>", "var a, b :- Success(n), n + 1; r := Success(a + b);", 4, _success(9)),
        ("Status", ":- Need(n > 0); :- Need(n > 1); r := Pass;", 2, DatatypeValue("Pass")),
        ("Status", ":- Need(n > 0); :- Need(n > 1); r := Pass;", 1, DatatypeValue("Fail", (9,))),
        ("Result<int>", "r := Add(Success(n), Success(1));", 4, _success(5)),
        ("Result<int>", "r := Add(Success(n), Failure(3));", 4, DatatypeValue("Failure", (3,))),
        ("Status", "r := Positive(n);", 0, DatatypeValue("Fail", (9,))),
        ("int", "r :- expect Half(n); r := r + 1;", 4, 3),
    ],
)
def test_failures_are_passed_on(header: str, body: str, n: int, expected: object) -> None:
    found = run(f"method M(n: int) returns (r: {header}) {{ {body} }}{FAILURES}", n=n)
    assert found.outputs == {"r": expected}, found.reason


def test_a_failure_that_is_not_expected_stops_the_program() -> None:
    found = run("method M(n: int) returns (r: int) { r :- expect Half(n); }" + FAILURES, n=3)
    assert (found.state, found.reason) == ("failed", "expect Half(n) fails")


ITERATORS = """
iterator Count(n: int, s: seq<int>) yields (x: int, y: bool)
  requires n >= 0
  yield ensures true
{
  var i := 0;
  while i < n { x, y := i, i % 2 == 0; yield; i := i + 1; }
  var j := 0;
  while j < |s| { if s[j] < 0 { break; } yield s[j], true; j := j + 1; }
}
iterator Twice(it: Count) yields (z: int) {
  var k := 0;
  while k < 9 { var more := it.MoveNext(); if !more { break; } yield it.x; yield it.x; k := k + 1; }
}
iterator Endless() yields (x: int) { while true decreases * { x := x + 1; } }
"""


def test_iterators_stop_at_each_yield_and_go_on() -> None:
    """Dafny 2.3 prints the same, where `M` prints what it collects."""
    text = """method M() returns (r: seq<int>, t: seq<int>, last: bool) {
      var a := new Count(2, [7, 8, -1, 9]); var b := new Count(1, []); var c := new Twice(b);
      var n := 0;
      while n < 9 {
        var more := a.MoveNext(); if !more { break; }
        r := r + [a.x, if a.y then 1 else 0];
        var m := c.MoveNext(); if m { t := t + [c.z]; }
        n := n + 1;
      }
      last := a.MoveNext();
    }"""
    found = run(text + ITERATORS)
    assert found.outputs == {"r": (0, 1, 1, 0, 7, 1, 8, 1), "t": (0, 0), "last": False}, found.reason


def test_an_iterator_without_a_yield_is_unknown() -> None:
    text = "method M() { var e := new Endless(); var more := e.MoveNext(); }" + ITERATORS
    assert run(text, Fuel(20_000, 2_000, depth=500)).state == "unknown"


def test_ghost_code_that_is_not_lowered_hides_no_result() -> None:
    ghost = "ghost var g := Unknown(3); ghost var h: int; h := Unknown(4);"
    for body in (f"{ghost} r := 2;", f"if true {{ {ghost} r := 2; }}"):
        assert run(f"method M() returns (r: int) {{ {body} }}").outputs == {"r": 2}
    text = """method M() returns (r: int) { var c := new Cell(); r := c.v; }
    class Cell { var v: int ghost var g: int constructor () { v := 3; g := Unknown(3); } }"""
    assert run(text).outputs == {"r": 3}


def test_guards_may_begin_with_a_bar_and_contain_matches() -> None:
    text = """datatype D = A | B(n: int)
    method M(s: seq<int>, d: D) returns (r: int) {
      if { case |s| > 1 => r := 1; if r > 0 { r := 5; } case (match d case A => true case B(n) => n > 0) => r := 2;
           case |s| <= 1 => if |s| == 1 { r := 3; } }
    }"""
    program = parse_program(text)
    specification = program.specifications[0]
    empty, one = DatatypeValue("A"), DatatypeValue("B", (0,))
    assert execute(specification, {"s": (1, 2), "d": one}, program).outputs == {"r": 5}
    assert execute(specification, {"s": (), "d": empty}, program).outputs == {"r": 2}
    assert execute(specification, {"s": (4,), "d": one}, program).outputs == {"r": 3}


def test_a_chosen_object_has_the_class_of_those_it_is_chosen_from() -> None:
    text = """method M() returns (r: int) { var c := new C; var s: set<C> := {c}; var d :| d in s; d.n := 4; r := c.n; }
    class C { var n: int }"""
    assert run(text).outputs == {"r": 4}


def test_old_is_the_state_at_the_beginning() -> None:
    text = """method M(a: array<int>, n: int) returns (r: int) modifies a requires a.Length > 0 {
      a[0] := n + 1; var c := new C; c.n := 5; var g := c.Up();
      r := 1000 * g + 100 * old(a[0]) + 10 * a[0] + old(n);
    }
    class C { var n: int method Up() returns (r: int) modifies this { n := n + 1; r := old(n) + n; } }"""
    assert run(text, a=ArrayValue((3,), "a"), n=7).outputs["r"] == 11 * 1000 + 300 + 80 + 7


def test_a_constructor_has_two_parts() -> None:
    text = """method M() returns (r: int) { var c := new C(4); r := c.n; }
    class C { var n: int constructor (m: int) { n := m; new; n := n + 1; } }"""
    assert run(text).outputs == {"r": 5}


def test_arrays_of_three_dimensions_are_given_to_methods_and_functions() -> None:
    text = """function Corner(a: array3<int>): int requires a.Length0 > 0 && a.Length1 > 0 && a.Length2 > 1 reads a
    { a[0, 0, 1] }
    method Fill(n: nat) returns (a: array3<int>)
      ensures a.Length0 == n && a.Length2 == 2 && forall j :: 0 <= j < n ==> a[j, 0, 1] == j
    { a := new int[n, 1, 2]((i, j, k) => i * k); }
    method Bump(a: array3<int>) returns (r: int)
      requires a.Length0 > 1 && a.Length1 > 0 && a.Length2 > 1
      modifies a
      ensures a[1, 0, 1] == old(a[1, 0, 1]) + 7
    { a[1, 0, 1] := a[1, 0, 1] + 7; r := Corner(a) + a[1, 0, 1]; }
    method Main() { var a := Fill(2); var r := Bump(a); print r, a.Length0, a.Length1, a.Length2; }"""
    program = parse_program(text)
    found = execute(Specification("Main", (), (), (), ()), {}, program)
    assert found.state == "returned", found.reason
    assert [value for _, value in found.printed] == [8, 2, 1, 2]
    fill = next(each for each in program.specifications if each.name == "Fill")
    array = execute(fill, {"n": 2}, program).outputs
    assert array["a"].elements == (0, 0, 0, 1)
    assert [array[field_variable("a", f"Length{number}")] for number in range(3)] == [2, 1, 2]
