"""Bodies that refine others are joined with them. The output is what Dafny 2.3 prints for the same texts."""

import pytest

from specassay.core.interpret.bodies import execute
from specassay.core.interpret.checks import GhostChecks
from specassay.core.ir.contracts import Specification
from specassay.frontends.dafny import parse_program, printed, with_checks

BASE = """abstract module A {
  class C {
    var n: int
    constructor Init(k: int) { n := k; new; print "A.new ", n, "; "; }
    method Get(x: int) returns (r: int) { r :| assume r >= x; print "get; "; }
  }
  method Max(x: int, y: int) returns (m: int)
  {
    var t: int;
    if * { m := x; } else { m := y; }
    assume m >= x && m >= y;
    print "end ", m, "; ";
  }
  method Loop(n: nat) returns (s: int) decreases *
  {
    s := 0;
    var i := *;
    while i < n invariant s >= 0 || i > n decreases n - i { i := i + 1; s := s + i; }
    while * { s := s - 1; }
    label L: if s > 3 { print "big; "; } else { print "small; "; }
  }
  method Last(n: int) returns (r: int)
  { r := n; { r := r + 1; } modify {}; if n > 0 { r := 2; } else if n < 0 { r := 3; } assert r != 7; }
}
module B refines A {
  class C {
    var d: int
    constructor Init... { d := k; new; print "B.new ", d, "; "; ...; print "done; "; }
    method Get... { r := x + 1; ...; print "after ", r, "; "; }
  }
  method Max... { var t := 3; if x >= y { print "first ", t, "; "; } assert ...; print "more; "; }
  method Loop... {
    ...;
    var i := 0;
    while ... invariant i >= 0 { print "i=", i, "; "; ...; print "turn; "; }
    var k := 0;
    while k < 2 { k := k + 1; }
    label L: if ... { print "really "; } else { print "very "; }
    print "end; ";
  }
  method Last...
  { ...; ...; { print "inner; "; } modify ... { var u := 2; } if ... { } else { print "else; "; } ...; print "last; "; }
}
module D refines B { method Max... { print "D; "; ...; if ... { print "x; "; } else { print "y; "; } } }
"""
MAIN = Specification("Main", (), (), (), ())
CALLS = [
    ("var c := new B.C.Init(4); var g := c.Get(7); print g;", "B.new 4; A.new 4; done; get; after 8; 8"),
    ("var m := B.Max(3, 2); print m;", "first 3; more; end 3; 3"),
    ("var m := B.Max(2, 3); print m;", "more; end 3; 3"),
    ("var m := D.Max(2, 3); print m;", "D; y; more; end 3; 3"),
    ("var m := B.Loop(2); print m;", "i=0; turn; i=1; turn; very small; end; 1"),
    ("var m := B.Last(1); print m;", "inner; last; 2"),
    ("var m := B.Last(-2); print m;", "inner; else; last; 3"),
]


@pytest.mark.parametrize(("call", "expected"), CALLS)
def test_a_body_is_joined_with_what_it_refines(call: str, expected: str) -> None:
    program = parse_program(f"{BASE}method Main() decreases * {{ {call} }}")
    found = execute(MAIN, {}, program)
    assert found.state == "returned", found.reason
    assert "".join(printed(value, sort, program.datatypes, "2") for sort, value in found.printed) == expected


def test_what_replaces_a_choice_has_to_be_one_of_its_values() -> None:
    text = BASE.replace("r := x + 1; ...;", "r := x - 1; ...;")
    program = with_checks(parse_program(text + "method Main() { var c := new B.C.Init(4); var g := c.Get(7); }"))
    checks = GhostChecks()
    assert execute(MAIN, {}, program, checks=checks).state == "returned"
    (found,) = checks.failures.values()
    assert (found.kind, found.text) == ("assert", "r >= x")


def test_conditions_of_what_is_refined_are_found() -> None:
    text = """module A { method M(x: int) { var r := x; expect r > 0, "no"; r := 2; assert r > x; r := 3; } }
    module B refines A { method M... { ...; expect ...; print "b"; ...; assert ...; print "c"; } }
    method Good() { B.M(1); }
    method Bad() { B.M(0); }
    method Odd() { B.M(5); }"""
    program = with_checks(parse_program(text))
    checks = GhostChecks()
    for name, state, shown in (("Good", "returned", "bc"), ("Bad", "failed", ""), ("Odd", "returned", "bc")):
        found = execute(Specification(name, (), (), (), ()), {}, program, checks=checks)
        assert (found.state, "".join("".join(value) for _, value in found.printed)) == (state, shown)
    assert [each.text for each in checks.failures.values()] == ["r > x"]


def test_a_skeleton_that_does_not_fit_is_not_executed() -> None:
    text = """module A { method M() returns (r: int) { r := 1; } }
    module B refines A { method M... { if ... { r := 2; } } }"""
    program = parse_program(text)
    outcomes = {each.name: execute(each, {}, program) for each in program.specifications}
    assert outcomes["A.M"].outputs == {"r": 1}
    assert outcomes["B.M"].reason == "a skeleton that does not fit what it refines"


def test_a_condition_with_a_label_is_found_as_any_other() -> None:
    text = """abstract module A { method M(x: int) returns (r: int)
      { r := x; print "one; "; label Check: assume r >= 0; print "two; "; } }
    module B refines A { method M... { print "zero; "; ...; assert ...; print "three; "; } }
    method Main() { var r := B.M(2); }"""
    found = execute(MAIN, {}, parse_program(text))
    assert found.state == "returned"
    assert "".join("".join(value) for _, value in found.printed) == "zero; one; three; two; "
