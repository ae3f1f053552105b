"""Tests on objects that are reached through others, under several names: what a change through one of these is."""

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.ir.variables import heap_variable
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

from .scored_objects import scores, verdicts

LINKED = """
trait Named { var name: int }
class Node extends Named {
  var value: int
  var next: Node?
  constructor (v: int, n: Node?) ensures value == v && next == n && name == 0
  method Get() returns (r: int) ensures r == value
  method Second() returns (r: int) requires next != null ensures r == next.value
  method Third() returns (r: int) requires next != null && next.next != null ensures r == next.next.value
  method Sum() returns (r: int) ensures r == Total()
  function Total(): int reads * { value + if next == null then 0 else next.Total() }
  method Set(v: int) modifies this ensures value == v && next == old(next) && name == 0
  method Rename(n: Named) modifies n ensures next != null ==> next.value == old(next.value)
}
method Bump(n: Node) modifies n ensures n.value == old(n.value) + 1
"""


@pytest.mark.parametrize(
    ("between", "verdict"),
    [
        # What is assigned is known, and the test expects something else of it.
        ("var q := b.next; q.value := 7;", ["refuted"]),
        ("b.next.value := 7;", ["refuted"]),
        ("var q := [a]; Bump(q[0]);", []),
        ("var q := if a.value == 1 then Pick@Zero(a) else a; q.value := 7;", []),
        ("Bump(b.next);", []),
        ("a.Set(7);", []),
    ],
)
def test_a_change_through_any_name_is_one_of_the_object(between: str, verdict: list[str]) -> None:
    found = scores(
        f"""
        var a := new Node(1, null); assert a.value == 1 && a.next == null && a.name == 0;
        var b := new Node(2, a); assert b.value == 2 && b.next == a && b.name == 0;
        {between}
        var r := a.Get(); assert r == 1;
        var s := b.Second(); assert s == 1;
        """,
        LINKED,
    )
    assert verdicts(found["Get"]) == verdict
    assert set(verdicts(found["Second"])) <= {"unknown", *verdict}


def test_what_is_reached_and_not_known_decides_nothing() -> None:
    found = scores(
        """
        var a := new Node(1, null); assert a.value == 1 && a.next == null && a.name == 0;
        var b := new Node(2, a); assert b.value == 2 && b.next == a && b.name == 0;
        var c := new Node(3, b); assert c.value == 3 && c.next == b && c.name == 0;
        var t := c.Third(); assert t == 1;
        var s := c.Sum(); assert s == 6;
        var d := new Node(4, c); assert d.value == 4 && d.name == 0;
        d.next := c;
        var u := d.Third(); assert u == 9;
        a := new Node(5, null); assert a.value == 5 && a.next == null && a.name == 0;
        var v := c.Third(); assert v == 1;
        b.next := b;
        var w := c.Sum(); assert w == 6;
        """,
        LINKED,
    )
    assert verdicts(found["Third"]) == ["holds", "refuted", "holds"]  # the first object has no name any more
    assert verdicts(found["Sum"]) == ["holds", "unknown"]  # the function never ends


FRAMES = LINKED.replace(
    "method Rename",
    """
  method Put(v: int) requires next != null modifies next ensures next != null && next.value == v
  method Keep() modifies next ensures next != null ==> next.value == old(next.value) && next.name == old(next.name)
  method Rename""",
)


def test_after_a_call_other_objects_are_what_the_test_says_of_them() -> None:
    setting = """
        var a := new Node(1, null); assert a.value == 1 && a.next == null && a.name == 0;
        var b := new Node(2, a); assert b.value == 2 && b.next == a && b.name == 0;
    """
    found = scores(
        setting
        + """
        b.Put(7); assert a.value == 7 && a.name == 0 && b.value == 2 && b.next == a && b.name == 0;
        b.Keep(); assert a.value == 7 && a.name == 0 && b.value == 2 && b.next == a && b.name == 0;
        b.Keep(); assert a.value == 8 && a.name == 0 && b.value == 2 && b.next == a && b.name == 0;
        b.Keep(); assert a.value == 8 && b.value == 2 && b.next == a && b.name == 0;
        b.Put(3); assert a.value == 3 && b.value == 4 && b.next == a;
        """,
        FRAMES,
    )
    assert verdicts(found["Put"]) == ["holds", "refuted"]  # `modifies next` leaves `b.value` as it was
    assert verdicts(found["Keep"]) == ["holds", "refuted", "unknown"]
    assert {mutant.judgement.verdict for mutant in found["Put"].tests[0].mutants} == {"refuted"}
    assert {mutant.changed for mutant in found["Put"].tests[0].mutants} == {(heap_variable("Node", "value"),)}


def test_an_object_may_have_more_fields_than_its_type_says() -> None:
    setting = (
        "var a := new Node(1, null); assert a.value == 1 && a.next == null && a.name == 0;\n"
        "var b := new Node(2, a); assert b.value == 2 && b.next == a && b.name == 0;"
    )
    found = scores(f"{setting} b.Rename(a); assert a.value == 4 && b.value == 2 && b.next == a;", FRAMES)
    assert verdicts(found["Rename"]) == ["refuted"]
    found = scores(f"{setting} b.Rename(a); assert b.value == 2 && b.next == a && b.name == 0;", FRAMES)
    assert verdicts(found["Rename"]) == ["unknown"]


def test_a_test_may_read_through_other_objects_too() -> None:
    body = """
        var a := new Node(1, null); assert a.value == 1 && a.next == null && a.name == 0;
        var b := new Node(2, a); assert b.next == a && b.name == 0; assert b.value == 2 && b.next.value == 1;
        b.Set(8); assert b.value == 8 && b.name == 0 && b.next == a; assert b.next.value == {seen};
        a.Set(5); assert b.next.value == 5 && b.next.next == null && a.name == 0;
        var s := b.Second(); assert s == b.next.value;
        var t := b.Sum(); assert t == b.Total();
        var c := new Node(1, b); assert c.value == 1; assert c.next.value == 9;
    """
    found = scores(body.format(seen=1), LINKED)
    assert verdicts(found["Set"]) == ["holds", "holds"]
    assert verdicts(found["Second"]) == verdicts(found["Sum"]) == ["holds"]
    examples = examples_of(parse_program(f"{LINKED} method Test() {{ {body.format(seen=7)} }}", "t.dfy"))
    assert sorted(finding.kind for finding in examples.findings) == [
        "conflicting-expectations",  # `a.value` is not 7 there
        "conflicting-expectations",
    ]


def test_a_precondition_on_what_is_not_known_does_not_hide_a_tautology() -> None:
    method = "method Same() returns (r: int) requires Total() > 0 ensures next == old(next) ensures r == Total()"
    declared = LINKED.replace("method Sum", f"{method} method Sum")
    program = parse_program(declared)
    engines = engines_of("auto", None, 60.0)
    found = score_program(program, examples_of(program), Options(engines, operator_set("paper"), DAFNY))
    (score,) = (one for one in found if one.method == "Node.Same")
    assert [one.strength for one in score.ensures] == ["tautology", "unknown"]
