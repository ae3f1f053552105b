"""Bodies that fail, that are not followed to their end, or that are refused."""

import pytest

from specassay.core.fuel import Fuel
from tests.frontends.dafny.executed import run


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("r := 1 / n;", "division by zero"),
        ("var a := new int[2]; r := a[2 + n];", "index"),
        ("var a := new int[2]; a[2] := 1;", "outside an array of length 2"),
        ("expect n > 0; r := 1;", "expect n > 0 fails"),
        ("r := Half(n);", "precondition"),
        ("Positive(n);", "violates its precondition n > 0"),
    ],
)
def test_what_cannot_go_on_fails_at_its_place(body: str, reason: str) -> None:
    others = "function method Half(n: int): int requires n > 1 { n }\nmethod Positive(n: int) requires n > 0 { }"
    found = run(f"method M(n: int) returns (r: int) {{\n{body}\n}}\n{others}", n=0)
    assert found.state == "failed"
    assert reason in found.reason
    assert found.span is not None
    assert found.span.line == 2


@pytest.mark.parametrize(
    "body",
    [
        "while true { r := r + 1; }",
        "r := 2; while true { r := r * r; }",
        "var a := new int[1000000000]; r := 1;",
        "r := M(n);",
        "var x :| x > n && Odd(x); r := x;",
        "var c := new C(); var f := Adder(c); c.n := 2; r := f(1);",
    ],
)
def test_what_is_not_followed_to_its_end_is_unknown(body: str) -> None:
    text = f"method M(n: int) returns (r: int) {{ {body} }}\npredicate Odd(n: int)\n"
    text += "class C { var n: int constructor () { n := 0; } }\n"
    text += "function Adder(c: C): int -> int reads c { x reads c => x + c.n }\n"
    found = run(text, Fuel(20_000, 1_000, depth=100), n=0)
    assert found.state == "unknown"
    assert found.reason


def test_a_statement_that_is_not_supported_stops_only_what_reaches_it() -> None:
    text = "method M(n: int) returns (r: int) { if n > 0 { r := N(); } else { r := 2; } }"
    assert run(text, n=0).outputs == {"r": 2}
    assert run(text, n=1).state == "unknown"


HOSTILE = [
    "var s := [0]; while true { s := s + s; }",
    "var s := [0]; var t := [s]; while true { s := s + s; t := t + [s]; }",
    "var x := 3; while true { x := x * x; }",
    "r := Power(2, Power(2, 40));",
    "r := Deep(1000000000);",
    "r := M(n + 1);",
    "r := Mutual(n);",
    "var a := new int[1000000, 1000000];",
    "var a := new int[2147483647];",
    "var a := new int[1000](i => Deep(100000));",
    "var s := seq(1000000000, i => i); r := |s|;",
    "var s := set i | 0 <= i < 1000000000000 :: i; r := |s|;",
    "var m := map i | 0 <= i < 1000000000000 :: i; r := |m|;",
    "var t := Nil; while true { t := Cons(1, t); }",
    "var t := Pair(1, 1); while true { t := Pair(t.0 + t.1, t.0 * t.1 + 1); }",
    "var c: Cell := new Cell(); while true { var d := new Cell(); d.next := c; c := d; }",
    "forall i | 0 <= i < 1000000000 { }  r := 1 << 1000000000000;",
    "for i := 0 to 1000000000000 { r := r + 1; }",
    "var x :| x > 10 && x * x == 1000000007 * 1000000009; r := x;",
    "var s := Stream(0); while true { s := s.tail; }",
    "r := First(Stream(0));",
    "r := if Kept(Stream(0)) in {Kept(Stream(1))} then 1 else 2;",
]


@pytest.mark.parametrize("body", HOSTILE)
def test_hostile_programs_are_unknown(body: str) -> None:
    text = """method M(n: int) returns (r: int) decreases * { %s }
    method Mutual(n: int) returns (r: int) decreases * { r := M(n); }
    function Power(b: int, e: int): int { if e <= 0 then 1 else b * Power(b, e - 1) }
    function Deep(n: int): int { if n <= 0 then 0 else 1 + Deep(n - 1) }
    function Pair(a: int, b: int): (int, int) { (a, b) }
    datatype List = Nil | Cons(head: int, tail: List)
    codatatype Flow = Flow(head: int, tail: Flow)
    function Stream(n: int): Flow { Flow(n, Stream(n + 1)) }
    function First(f: Flow): int { if f.head < 0 then f.head else First(f.tail) }
    datatype Kept = Kept(flow: Flow)
    class Cell { var next: Cell? constructor () { next := null; } }"""
    found = run(text % body, Fuel(20_000, 2_000, depth=500), n=0)
    assert found.state == "unknown"
    assert found.reason


@pytest.mark.parametrize("wrong", ["!(1, 2.5) == (1, 2.5)", "-true == false", "!2 == 3"])
def test_an_expression_of_no_type_is_refused_as_one(wrong: str) -> None:
    found = run(f"method M() returns (r: bool) {{ var t := (1, 2.5); r := {wrong}; }}")
    assert found.state == "unknown"
    assert "of this type" in found.reason
    assert "internal" not in found.reason


@pytest.mark.parametrize("value", ["[a]", "{a}", "map[a := 1]", "map[1 := a]", "(a, 1)"])
def test_an_array_of_two_dimensions_is_a_part_of_a_value(value: str) -> None:
    made = "var a, b := new int[1, 2], new int[1, 2];"
    other = value.replace("a", "b").replace("mbp", "map")
    same = f"var v := {value}; r, s := v == {value}, v == {other};"
    found = run(f"method M() returns (r: bool, s: bool) {{ {made} {same} }}")
    assert found.outputs == {"r": True, "s": False}, found.reason


def test_elements_of_an_array_of_two_dimensions_change_under_all_its_names() -> None:
    text = """method M() returns (r: seq<int>) {
      var a := new int[2, 3]((i, j) => 10 * i + j);
      var c, s, p := new C(a), [a, a], (a, 1);
      s[1][0, 1] := 5; c.m[1, 2] := 6; p.0[1, 0] := 7;
      var (b, n) := p;
      b[0, 0] := 8;
      c.m := new int[1, 2]((i, j) => j);
      r := [a[0, 1], a[1, 2], s[0][1, 0], a[0, 0], c.m[0, 1], c.m.Length1, s[0].Length1];
    }
    class C { var m: array2<int>; constructor (m: array2<int>) { this.m := m; } }"""
    assert run(text).outputs == {"r": (5, 6, 7, 8, 1, 2, 3)}


def test_what_is_assumed_and_false_decides_nothing() -> None:
    text = "method M(n: int) returns (r: int) ensures r > 0 { assume n > 0; r := n; }"
    assert run(text, n=2).outputs == {"r": 2}
    assert run(text, n=0).state == "unknown"


def test_a_loop_that_need_not_end_is_not_left_out() -> None:
    fuel = Fuel(1_000, 1_000, depth=10)
    assert run("method M() ensures false decreases * { while true decreases * { } }", fuel).state == "unknown"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("if n > 1 { r := 1; }" + " else if n > 2 { r := 2; }" * 1_000, "more than 100 branches"),
        ("if { " + "case n > 0 => r := 1; " * 1_000 + "case true => r := 0; }", "more than 100 branches"),
        ("{" * 1_000 + "r := 0;" + "}" * 1_000, "nested deeper than 60 levels"),
        ("r := 0;" * 10_000, "a body of more than 50,000 characters"),
    ],
)
def test_huge_bodies_are_refused_in_time(body: str, reason: str) -> None:
    found = run(f"method M(n: int) returns (r: int) {{ {body} }}", n=0)
    assert found.state == "unknown"
    assert reason in found.reason
