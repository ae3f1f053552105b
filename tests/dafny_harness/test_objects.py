"""Tests on objects: what is known of a field, what is not, and that nothing is claimed of the latter."""

from pathlib import Path

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.ir.variables import field_variable
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of
from tests.rows import rows_of_file

from .scored_objects import CELL, scored, scores, verdicts


def test_each_state_of_an_object_is_its_own() -> None:
    found = scores("""
        var c := new Cell(3); assert c.x == 3 && c.y == 1;
        c.Add(2); assert c.x == 5;
        c.Add(2); assert c.x == 8;
        var d := c; d.x := 4;
        var r := c.Get(); assert r == 4;
        c.held := new int[] [6, 7]; assert c.held[..] == [6, 7];
        var l := c.Last(); assert l == 7;
    """)
    assert verdicts(found["constructor"]) == ["holds"]
    assert verdicts(found["Add"]) == ["holds", "refuted"]
    assert verdicts(found["Get"]) == ["holds"]
    assert verdicts(found["Last"]) == ["holds"]
    assert found["Add"].completeness.value == 1.0
    changed = {mutant.changed for test in found["Add"].tests for mutant in test.mutants}
    assert changed == {(field_variable("this", "x"),)}


@pytest.mark.parametrize(
    "between",
    [
        "while c.x > 0 { c.x := c.x - 1; } c.x := *;",
        "if c.x == 3 { c.Add(1); }",
        "c.Any();",
        "d.Any();",
        "c := new Cell(4);",
        "c.Missing();",
        "c.x := *;",
        "c.AddFrom(c);",
        "var e := c; while e.y > 9 { e.Add(1); }",
    ],
)
def test_what_a_statement_may_have_changed_is_not_known(between: str) -> None:
    found = scores(f"""
        var c := new Cell(3); assert c.x == 3;
        var d := new Cell(3); assert d.x == 3;
        {between}
        var r := c.Get(); assert r == 3;
    """)
    assert verdicts(found["Get"]) == []


def test_a_call_keeps_what_it_may_not_change() -> None:
    found = scores("""
        var c := new Cell(3); assert c.x == 3;
        var d := new Cell(5); assert d.x == 5;
        c.AddFrom(d); assert c.x == 8;
        var r := d.Get(); assert r == 5;
        var b := c.Both(c); assert b == 16;
        var s := d.Both(c); assert s == 99;
    """)
    assert verdicts(found["AddFrom"]) == ["holds"]
    assert verdicts(found["Get"]) == ["holds"]
    assert verdicts(found["Both"]) == ["holds", "refuted"]


def test_a_loop_gives_a_variable_its_new_value() -> None:
    twice = "method Twice(n: int) returns (r: int) ensures r == 2 * n"
    found = scores("var i := 0; while i < 3 { i := i + 1; } var r := Twice(i); assert r == 6;", twice)
    assert verdicts(found["Twice"]) == ["holds"]


def test_a_promise_on_the_state_before_is_none_on_the_state_after() -> None:
    found = scores(
        "var a := new int[] [1, 2]; Break(a); assert a[..] == [2, 1];",
        "predicate Up(s: seq<int>) { forall i :: 0 < i < |s| ==> s[i - 1] <= s[i] }\n"
        "method Break(a: array<int>) requires Up(a[..]) modifies a ensures Up(a[..])",
    )
    assert verdicts(found["Break"]) == ["refuted"]
    assert [score.strength for score in found["Break"].ensures] != ["tautology"]


def test_old_reads_the_elements_inside_its_parentheses_only() -> None:
    found = scores(
        "var a := new int[] [1, 2]; Double(a); assert a[..] == [2, 4];",
        "method Double(a: array<int>) modifies a\n"
        "  ensures old(a)[0] == 2 ensures old(a[0]) == 1 ensures old(a)[..] == [2, 4]",
    )
    assert verdicts(found["Double"]) == ["holds"]


MATRICES = """
method Corner(m: array2<int>) returns (r: int) requires m.Length0 > 0 ensures r == m[0, m.Length1 - 1]
method Clear(m: array2<int>, i: int) modifies m ensures forall j :: 0 <= j < m.Length1 ==> m[i, j] == 0
  ensures forall k, j :: 0 <= k < m.Length0 && 0 <= j < m.Length1 && k != i ==> m[k, j] == old(m[k, j])
"""


def test_an_array2_has_rows_and_columns() -> None:
    found = scores(
        """
        var m := new int[2, 3]((i, j) => 10 * i + j);
        var c := Corner(m); assert c == 2;
        m[0, 2] := 7;
        var d := Corner(m); assert d == 7;
        var n := m;
        Clear(m, 1);
        assert m[1, 0] == 0 && m[1, 1] == 0 && m[1, 2] == 0 && m[0, 0] == 0 && m[0, 1] == 1 && m[0, 2] == 7;
        var e := Corner(n); assert e == 7;
        var p := new int[1, 2]; p[0, 0], p[0, 1] := 3, 4;
        Clear(p, 0); assert p[0, 0] == 0 && p[0, 1] == 1;
        var o := new int[1, 0]((i, j) => 0); var x := Corner(o); assert x == 0;
        """,
        MATRICES,
    )
    assert verdicts(found["Corner"]) == ["holds", "holds", "holds", "refuted"]
    assert verdicts(found["Clear"]) == ["holds", "refuted"]
    assert found["Clear"].completeness.value == 1.0


def test_the_elements_of_an_array_are_those_of_the_execution() -> None:
    declared = "method First(a: array<int>) returns (r: int) requires a.Length > 0 ensures r == a[0]"
    found = scores(
        """
        var a := new int[2]; var b := new int[2];
        var x := First(b); assert x == 0;
        a[0], a[1] := 5, 6; var y := First(a); assert y == 5;
        var c := a; c[0] := 8; var z := First(a); assert z == 8;
        b[0] := 1; while b[0] > 0 { b[0] := 0; } b[1] := 2; var w := First(b); assert w == 1;
        """,
        declared,
    )
    assert verdicts(found["First"]) == ["holds", "holds", "holds", "refuted"]


STATES = """
class Node {
  var x: int
  var next: Node?
  ghost var Repr: set<object>
  twostate predicate Kept() reads this { unchanged(this`x) && next == old(next) }
  constructor () ensures x == 0 && fresh(Repr) && this in Repr
  constructor Old() ensures !fresh(this) && x == 0
  constructor Loop() ensures next == this && x == 0
  method Mark() modifies this ensures Kept()
  method Set(n: int) modifies this ensures unchanged(this`next) && x == n
  method Next() returns (n: Node) ensures fresh(n) && n != this
}
predicate Kept(a: array<int>) { true }
twostate predicate Same(a: array<int>, b: array<int>) reads a, b { a[..] == b[..] && old(a[..]) == old(b[..]) }
method Write(a: array<int>, b: array<int>) modifies a ensures Same(a, b)
"""


def test_fresh_objects_are_those_that_the_test_has_not_made_before() -> None:
    found = scores(
        """
        var c := new Node(); assert c.x == 0;
        var d := new Node.Old(); assert d.x == 0;
        var e := new Node.Loop(); assert e.next == e && e.x == 0;
        var f := new Node.Loop(); assert f.next == e && f.x == 0;
        c.x := 4; c.next := d; c.Set(3); assert c.x == 3 && c.next == d;
        d.next := null; d.Mark(); assert d.x == 0 && d.next == d;
        """,
        STATES,
    )
    assert verdicts(found["constructor"]) == ["holds"]
    assert verdicts(found["Old"]) == ["refuted"]
    assert verdicts(found["Loop"]) == ["holds", "refuted"]
    assert verdicts(found["Set"]) == ["holds"]
    assert verdicts(found["Mark"]) == ["refuted"]
    assert found["Set"].completeness.value == 1.0


def test_a_two_state_function_reads_both_states_of_its_arrays() -> None:
    found = scores(
        """
        var a := new int[] [1, 2]; var b := new int[] [1, 2]; var c := new int[] [3, 2];
        Write(a, b); assert a[..] == [1, 2];
        Write(c, b); assert c[..] == [1, 2];
        """,
        STATES,
    )
    assert verdicts(found["Write"]) == ["holds", "refuted"]


def test_type_parameters_stand_for_what_a_call_gives_them() -> None:
    text = (Path(__file__).parents[1] / "data" / "dafny" / "generics.dfy").read_text()
    program = parse_program(text, "generics.dfy")
    examples = examples_of(program)
    found = score_program(program, examples, Options(Engines(), operator_set("paper"), DAFNY))
    assert [finding.kind for finding in examples.findings] == []
    assert {score.method: verdicts(score) for score in found} == {
        "Stack.constructor": ["holds"],
        "Stack.Of": ["holds"],
        "Stack.Push": ["holds", "holds", "holds"],
        "Stack.Pop": ["holds", "refuted"],
        "Stack.Contains": ["holds"],
        "Occurrences": ["holds", "refuted"],
        "First": ["holds", "holds"],
        "Total": ["holds"],
        "Replace": ["holds"],
    }


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("var b := new Box; var r := b.Get();", "a type that cannot be inferred is not followed"),
        ("var r := Nothing();", "a type that cannot be inferred, in a call of Nothing,"),
        ("var r := Both(1, 'a');", "incompatible types: Int and Char is not followed"),
    ],
)
def test_a_type_parameter_that_stands_for_nothing_known(body: str, reason: str) -> None:
    declarations = """
    class Box<T> { var x: T method Get() returns (r: T) ensures r == x }
    method Nothing<T>() returns (r: seq<T>) ensures r == []
    method Both<T>(x: T, y: T) returns (r: T) ensures r == x
    """
    examples = examples_of(parse_program(f"{declarations} method Test() {{ {body} }}", "t.dfy"))
    assert examples.findings[0].message == f"Test: {reason}"


def test_a_method_may_return_objects_and_tables() -> None:
    text = (Path(__file__).parents[1] / "data" / "dafny" / "returned.dfy").read_text()
    program = parse_program(text, "returned.dfy")
    examples = examples_of(program)
    options = Options(Engines(), operator_set("paper"), DAFNY)
    found = {one.method: one for one in score_program(program, examples, options)}
    assert {name: verdicts(score) for name, score in found.items()} == {
        "Cell.constructor": ["holds"],
        "Cell.Copy": ["holds"],
        "Cell.Self": ["holds"],
        "Cell.Larger": ["holds"],
        "Cell.Before": [],
        "Pair": ["holds"],
        "Table": ["holds"],
        "Corner": ["holds"],
    }
    assert all(score.completeness.value == 1.0 for name, score in found.items() if score.tests)
    assert found["Table"].ensures[0].kills > 0  # outputs of other shapes are among the mutants
    assert not examples.findings


@pytest.mark.parametrize(
    ("between", "known"),
    [
        ("d.x := 9;", False),
        ("d.Add(1);", False),
        ("e.x := 9;", True),
        ("e.Add(1);", True),
        ("c.x := 3;", True),
    ],
)
def test_what_a_method_returns_may_be_another_object_unless_it_is_fresh(between: str, known: bool) -> None:
    declared = CELL.replace(
        "method Any()",
        "method Some() returns (c: Cell) ensures c.x >= 0 method New() returns (c: Cell) ensures fresh(c) method Any()",
    )
    found = scores(
        f"""
        var c := new Cell(3); assert c.x == 3 && c.y == 1;
        var d := c.Some(); assert d.x == 4;
        var e := c.New(); e.x := 1;
        {between}
        var r := c.Get(); assert r == 3;
        """,
        declared,
    )
    assert verdicts(found["Get"]) == (["holds"] if known else [])


def test_two_fresh_results_may_be_one_object() -> None:
    two = "method Two() returns (a: Cell, b: Cell) ensures fresh(a) && fresh(b) && a.x == b.x"
    declared = CELL.replace("method Any()", f"{two}\n  method Any()")
    found = scores(
        """
        var c := new Cell(3); assert c.x == 3 && c.y == 1;
        var a, b := c.Two(); assert a.x == 3 && b.x == 3;
        var r := a.Get(); assert r == 3;
        b.x := 5;
        var t := a.Get(); assert t == 3;
        """,
        declared,
    )
    assert verdicts(found["Two"]) == ["holds"]
    assert verdicts(found["Get"]) == ["holds"]  # what `a.x` is after the assignment to `b.x` is not known


def test_a_label_keeps_the_state_at_it() -> None:
    found = scores(
        """
        var c := new Cell(3); assert c.x == 3 && c.y == 1;
        label L: c.Add(2); assert c.x == 5;
        var d := new Cell(1); assert d.x == 1 && d.y == 1;
        var a := c.Same(old@L(c.x) == 3); assert a;
        var b := c.Same(c.Grew@L(2)); assert b;
        var e := c.Same(fresh@L(d) && !fresh@L(c)); assert e;
        var f := c.Same(old@L(c.x) == 5); assert f;
        """,
        CELL.replace(
            "method Any()",
            "twostate predicate Grew(n: int) reads this { x == old(x) + n }\n"
            "  method Same(b: bool) returns (r: bool) ensures r == b\n  method Any()",
        ),
    )
    assert verdicts(found["Same"]) == ["holds", "holds", "holds", "refuted"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("old@L(d.x) == 1", "d.x at the label L, where it does not exist"),
        ("unchanged@L(b)", "b at the label L, where it does not exist"),
        ("unchanged@L(a)", "no value for old@L(a)"),
        ("old@L(a[0]) == 1", "no value for old@L(a)"),
        ("old@M(c.x) == 1", "old at the label M, which is not known here"),
        ("unchanged@M(c)", "unchanged at the label M, which is not known here"),
        ("old(c.x) == 1", "no value for old(c.x)"),
    ],
)
def test_there_is_no_state_without_a_label(text: str, problem: str) -> None:
    before = "var c := new Cell(3); var a := new int[1][1];"
    after = "a := new int[1][1]; var b := new int[1][1];"
    body = f"{before} label L: c.Add(2); var d := new Cell(1); {after} assert {text};"
    examples = examples_of(parse_program(f"{CELL}\nmethod Test() {{ {body} }}", "t.dfy"))
    (told,) = [each.message for each in examples.findings if each.kind == "unsupported-test" and each.method == "Test"]
    assert problem in told


@pytest.mark.slow
def test_fields_are_read_of_objects_that_are_reached_through_others() -> None:
    text = (Path(__file__).parents[1] / "data" / "dafny" / "linked.dfy").read_text()
    found = {one.method: one for one in scored(text)}
    assert {name: verdicts(score) for name, score in found.items()} == {
        "Node.constructor": ["holds", "holds", "refuted"],
        "Node.Count": ["holds", "refuted", "unknown"],  # after a call that may change all of it, an object is not known
        "Node.Second": ["holds", "refuted", "holds"],
        "Node.Set": ["holds", "refuted"],
        "Node.Put": ["holds", "refuted", "unknown"],
        "Node.Same": ["refuted", "holds"],
        "Stack.Top": ["holds", "invalid input"],
        "Total": ["holds"],
        "Any": [],
    }
    # One of the wrong outputs of Set is the right one: what the test expects is not.
    assert found["Node.Set"].completeness.value == 0.9
    for name in ("Node.constructor", "Node.Second", "Stack.Top", "Total"):
        assert found[name].completeness.value == 1.0


def test_an_array2_beside_objects_without_a_name_is_no_object(tmp_path: Path) -> None:
    """Its function said of the array2, too, that it is an object and not null; the whole file had no rows then."""
    path = tmp_path / "file.dfy"
    path.write_text(
        "class Process { var row: nat; }\n"
        "class Board {\n"
        "  ghost predicate Valid(M: array2<int>, P: set<Process>) reads this, P, M\n"
        "  { |P| == M.Length0 && forall p :: p in P ==> p.row < M.Length0 }\n"
        "  method Next(M: array2<int>, P: set<Process>, n: int) returns (r: int) requires Valid(M, P) ensures r > n\n"
        "  { r := n + 1; }\n"
        "}\n"
        "method Plain(n: int) returns (r: int) ensures r == n + 1 { r := n + 1; }\n",
        encoding="utf-8",
    )
    found = {row["method"]: row["status"] for row in rows_of_file(path, engine="evaluate")}
    assert found == {"Board.Next": "scored", "Plain": "scored"}


UNSAID = """
class Node { var v: int; var w: int;
  method Set(x: int) modifies this ensures v == x { v := x; w := 2 * x; }
  method SetBoth(x: int) modifies this ensures v == x && w == 2 * x { v := x; w := 2 * x; }
  method SetOne(x: int) modifies `v ensures v == x { v := x; }
  method Same(x: int) modifies this ensures v == x && w == old(w) { v := x; w := w; }
  method Left(x: int) modifies this ensures v == x { v := x; }
}
class Kept { var v: int; ghost var seen: int; method Set(x: int) modifies this ensures v == x { v := x; } }
class Counted { ghost var count: int; var steps: int; predicate Valid() reads this { count == 2 * steps }
  method Step() requires Valid() modifies this ensures Valid() && count == old(count) + 2
  { steps := steps + 1; count := count + 2; }
}
method SetOf(n: Node, x: int) modifies n ensures n.v == x { n.v := x; n.w := x + 2; }
method LeftOf(n: Node, x: int) modifies n ensures n.v == x { n.v := x; }
method LeftField(n: Node, x: int) modifies n`v, n`w ensures n.v == x { n.v := x; }
method Said(n: Node, x: int) modifies n ensures n.v == x ensures unchanged(n`w) { n.v := x; }
"""


GIVEN = """class Plain { var x: int var y: int }
class Made {
  const five: int := 5
  var x: int
  var y: int
  constructor Open(a: int) ensures x == a { x := a; }
  constructor Zero(a: int) ensures x == a { x := a; y := 0; }
}
method Left(a: int) returns (r: Plain) ensures fresh(r) && r.x == a { r := new Plain; r.x := a; }
method Given(a: int) returns (r: Plain) ensures fresh(r) && r.x == a { r := new Plain; r.x := a; r.y := 3; }
method Constructed(a: int) returns (r: Made) ensures fresh(r) && r.x == a { r := new Made.Zero(a); }
"""


def test_a_field_of_a_new_object_that_is_assigned_and_that_no_clause_mentions_is_a_weakness(tmp_path: Path) -> None:
    """One that nobody assigns has any value, by the body as by the specification; a constant has its own."""
    path = tmp_path / "given.dfy"
    path.write_text(GIVEN, encoding="utf-8")
    found = {row["method"]: row["assessment"]["verdict"] for row in rows_of_file(path)}
    assert found == {
        "Made.Open": "strong",
        "Made.Zero": "weak",
        "Left": "strong",
        "Given": "weak",
        "Constructed": "weak",
    }


def test_a_field_that_the_frame_lets_change_and_no_clause_mentions_is_a_weakness(tmp_path: Path) -> None:
    path = tmp_path / "unsaid.dfy"
    path.write_text(UNSAID, encoding="utf-8")
    rows = rows_of_file(path)
    found = {row["method"]: row["assessment"] for row in rows}
    weak = {name for name, each in found.items() if each["verdict"] == "weak"}
    assert weak == {"Node.Set", "Node.Left", "SetOf", "LeftOf", "LeftField"}, found
    assert {row["method"] for row in rows if row["functional"][1] == 1}.isdisjoint(weak)
    assert "n.w, which the body assigns" in found["SetOf"]["reason"]
    assert "n.w, which the frame allows to change" in found["LeftOf"]["reason"]
    assert found["Node.Set"]["witness"]["expected"].keys() == {"this.w"}


MADE = """class Half { var x: int var y: int constructor (a: int, b: int) ensures x == a { x := a; y := b; } }
class Whole { var x: int var y: int constructor (a: int, b: int) ensures x == a && y == b { x := a; y := b; } }
class Bare { var x: int var y: int constructor (a: int) ensures x == a { x := a; } }
method Mean(p: Whole, q: Whole) returns (r: Whole)
  ensures fresh(r) && r.x == p.x + q.x
{ r := new Whole(p.x + q.x, p.y + q.y); }
method Sum(p: Whole, q: Whole) returns (r: Whole)
  ensures fresh(r) && r.x == p.x + q.x && r.y == p.y + q.y
{ r := new Whole(p.x + q.x, p.y + q.y); }
method Same(p: Whole) returns (r: Whole) ensures r == p { r := p; }
"""


def test_a_field_of_an_object_that_is_made_and_that_no_clause_mentions_is_a_weakness(tmp_path: Path) -> None:
    path = tmp_path / "made.dfy"
    path.write_text(MADE, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    weak = {name for name, each in found.items() if each["verdict"] == "weak"}
    assert weak == {"Half.constructor", "Mean"}, found
    assert found["Mean"]["witness"]["expected"].keys() == {"r.y"}


def test_a_test_may_leave_open_what_a_call_changes(tmp_path: Path) -> None:
    """Its mutants have no value for the field of which the test says nothing, and so have the rows."""
    text = """class Cell {
      var n: int
      var seen: bool
      constructor (v: int) ensures n == v && seen { n := v; seen := true; }
      method Add(d: int) returns (r: int) modifies this ensures r == old(n) + d ensures seen ==> n == r
      { n := n + d; r := n; }
    }
    method Test() { var c := new Cell(3); assert c.n == 3 && c.seen; var r := c.Add(2); assert r == 5; }"""
    path = tmp_path / "open.dfy"
    path.write_text(text, encoding="utf-8")
    row = next(row for row in rows_of_file(path, engine="evaluate", mutants=5) if row["method"] == "Cell.Add")
    assert row["assessment"]["verdict"] == "weak"
    (open_,) = [test["mutants"] for test in row["tests"] if test["source"] == "assertion"]
    assert open_
    assert all(mutant["output"].keys() == {"r"} for mutant in open_)
