"""What variables have that nobody gave a value, and what `:|` and `*` may choose: values of the type that is written
(reference manual, sections 5.6.3, 8.5 and 8.6)."""

from typing import Any

import pytest

from specassay.core.interpret.bodies import execute
from specassay.core.ir.contracts import Specification
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import rows
from tests.frontends.dafny.executed import result, run

TYPES = """
type pos = x: int | 1 <= x witness 1
newtype Odd = i | 2 <= i < 20 && i % 2 == 1 witness 3
type lower = c | 'a' <= c <= 'z' witness 'd'
type part = r | 0.5 <= r <= 1.0 witness 0.75
type small = p: pos | p < 5
type hard = x: int | x > 5 witness *
"""


@pytest.mark.parametrize(
    ("header", "body", "expected"),
    [
        ("() returns (r: int)", "var p: pos; var q: small; var o: Odd; r := p + 10 * q + 100 * (o as int);", 311),
        ("() returns (r: char)", "var c: lower; r := c;", "d"),
        ("() returns (r: real)", "var p: part; r := p + p;", 1.5),
        ("() returns (r: pos)", "", 1),
        ("() returns (r: seq<int>)", "var a := new pos[2]; r := a[..];", (1, 1)),
        ("() returns (r: int)", "var x: pos :| x < 9; r := x;", 1),
        ("() returns (r: int)", "if x: pos :| x < 9 { r := x; }", 1),
        ("() returns (r: pos)", "r :| r < 9;", 1),
        ("() returns (r: int)", "var x: pos := *; r := x;", 1),
        ("() returns (r: int)", "var x: pos; { var x: int := 0; x := *; } x := *; r := x;", 1),
    ],
)
def test_a_value_that_nobody_gave_is_one_of_the_type(header: str, body: str, expected: Any) -> None:
    assert result(header, body + "}" + TYPES + "method Rest() {") == expected


def test_where_no_value_of_the_type_is_known_none_is_taken() -> None:
    for body in ("var h: hard; r := h;", "var a := new hard[1]; r := a[0];"):
        assert run(f"method M() returns (r: int) {{ {body} }}{TYPES}").state == "unknown"


def test_the_type_of_a_subset_type_without_one_is_that_of_its_condition() -> None:
    program = parse_program(f"method M(c: lower, p: part, o: Odd, y: yes) {{ }}{TYPES}type yes = b | b witness true")
    assert [str(each.sort) for each in program.specifications[0].inputs] == ["Char", "Real", "Int", "Bool"]


def test_type_parameters_stand_for_the_types_of_the_call() -> None:
    text = """class Stack<T(0)> {
      var a: array<T> var top: T
      constructor (n: nat) ensures fresh(a) && a.Length == n { a := new T[n]; }
      method At(i: nat) returns (r: T) requires i < a.Length { r := a[i]; }
    }
    method Default<T(0)>() returns (r: T) { }
    method Main() {
      var s := new Stack<int>(2); var x := s.At(1); print x < 5, s.top;
      var o: object? := Default(); print o == null;
      var y: int := Default(); print y;
    }"""
    found = execute(Specification("Main", (), (), (), ()), {}, parse_program(text))
    assert found.state == "returned", found.reason
    assert [value for _, value in found.printed] == [True, 0, True, 0]


@pytest.mark.parametrize(
    "body",
    [
        "var a := new T[2]; x := a[0];",
        "var y: T; x := y;",
        "x := *;",
        "var c := new Cell<T>(); x := c.held;",
        "",
    ],
)
def test_a_type_parameter_may_stand_for_a_type_with_a_witness(body: str) -> None:
    # Which type a parameter stands for is known without what it promises: of `Unset<pos>()` 0 would be no value.
    text = f"""method M() returns (r: pos) {{ r := Unset<pos>(); }}
    class Cell<T(0)> {{ var held: T constructor () {{ }} }}
    method Unset<T(0)>() returns (x: T) {{ {body} }}"""
    assert run(text + TYPES).state == "unknown"
    assert run(text + "type pos = x: int | -1 < x").outputs == {"r": 0}


def test_a_body_of_a_subset_type_is_not_said_to_break_its_postcondition(tmp_path: Any) -> None:
    text = (
        TYPES
        + """
    method Made(n: nat) returns (a: array<pos>) ensures a.Length == n ensures forall i :: 0 <= i < n ==> a[i] >= 1
    { a := new pos[n]; }
    method Chosen() returns (r: int) ensures 0 < r < 10 { var p: pos :| p < 10; r := p; }
    method Unset() returns (r: int) ensures r == 1 { var p: pos; r := p; }
    method Given<T(0)>() returns (r: T) { }
    method Called() returns (r: pos) ensures r >= 1 { r := Given(); }
    """
    )
    found = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text)}
    # What a compiled program has where nobody gave a value is no promise: Dafny refuses `Unset`, and `M` below.
    assert found == {
        "Made": "strong up to choice",
        "Chosen": "strong up to choice",
        "Unset": "wrong",
        "Called": "unknown",
    }


def test_fields_of_new_objects_have_values_of_their_types(tmp_path: Any) -> None:
    text = (
        TYPES
        + """
    class P {
      var p: pos var n: nat
      constructor () ensures p >= 1 && n == 0 { }
      method Get() returns (r: int) ensures r == p && r >= 1 { r := p; }
    }
    method M() returns (r: int) ensures r == 1 { var c := new P(); r := c.p; }
    """
    )
    found = {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text)}
    assert found == {"P.constructor": "weak", "P.Get": "strong", "M": "wrong"}


def test_a_field_that_no_clause_mentions_is_not_null_where_its_type_says_so(tmp_path: Any) -> None:
    text = """class Link {
      var x: nat var next: Link
      constructor () { next := this; }
      method Sum(n: nat) returns (r: nat) ensures r >= 0 { if n == 0 { r := x; } else { r := next.Sum(n - 1); } }
    }"""
    (row,) = [row for row in rows(tmp_path, text) if row["method"] == "Link.Sum"]
    assert "fails-at-run-time" not in {finding["kind"] for finding in row["findings"]}


def test_objects_of_a_generic_class_are_made_of_the_types_that_are_written(tmp_path: Any) -> None:
    text = """class Q<T> {
      var t: T
      constructor (t: T) ensures this.t == t { this.t := t; }
      method Put(x: T) modifies this ensures t == x { t := x; }
    }
    method M(c: Q?<int>, d: Q<int>) returns (r: int) ensures c == null ==> r == d.t + 1
    { if c == null { r := d.t + 1; } else { r := c.t + 1; } }"""
    found = {row["method"]: row for row in rows(tmp_path, text)}
    # That fields of numbers were filled with objects was an internal error: one has no sum with 1.
    assert "defect" not in found["M"]["assessment"]["reason"]
    assert [row["error"] for row in found.values() if row.get("error")] == []


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("|set o: A | o in s|", "a test which objects of s are of A"),
        ("|set o: A? | o in t|", None),
        ("|(set o: A <- t)|", None),
        ("|set o: A | 0 == 0|", "a variable over all objects of A"),
        ("if forall o: A :: o in t ==> o.v > 0 then 1 else 0", None),
        ("if exists o: T :: o in c && o.w > 0 then 1 else 0", None),
        ("if exists o: C :: o in u && o.w > 0 then 1 else 0", "a test which objects of u are of C"),
        ("if forall o: A :: o.v > 0 ==> o in t then 1 else 0", "a variable over all objects of A"),
    ],
)
def test_a_bound_variable_whose_type_is_a_test_of_the_class_is_refused(expression: str, problem: str | None) -> None:
    program = parse_program(
        f"""class A {{ var v: int }} trait T {{ var w: int }} class C extends T {{ }}
        method M(s: set<object>, t: set<A?>, c: seq<C>, u: seq<T>) returns (r: int) ensures r == {expression}"""
    )
    (clause,) = [each for each in program.specifications[0].ensures if not each.clause.fact]
    assert (clause.term is None) == (problem is not None)
    assert problem is None or problem in str(clause.clause.problems)


def test_no_object_of_a_class_is_null() -> None:
    body = "var c := new C; var s: set<C?> := {c, null}; r := |set o: C | o in s|; forall o: C | o in s { o.v := 5; }"
    text = f"method M() returns (r: int) {{ {body} r := r + c.v; }} class C {{ var v: int }}"
    assert run(text).outputs == {"r": 6}
