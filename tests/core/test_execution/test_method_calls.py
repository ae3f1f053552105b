"""Calls in a test: what each is given, what is unknown after it, and what no call changes."""

from typing import Any

import pytest

from specassay.core.interpret.state import Allowed
from specassay.core.ir.values import ArrayValue, array_object
from specassay.core.test_execution.changed_state import Effect
from specassay.core.test_execution.following_limits import LIMITS
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of

METHODS = """
method Fill(a: array<int>) requires a.Length > 1 modifies a ensures a[0] == 1 { a[0] := 1; }
method Look(a: array<int>) returns (r: int) requires a.Length > 0 ensures r == a[0] { r := a[0]; }
method Inc(n: int) returns (r: int) ensures r > n { r := n + 1; }
method New() returns (b: array<int>) ensures fresh(b) && b.Length == 2 { b := new int[2]; }
class C {
  var n: int
  var log: int
  constructor () ensures n == 0 { n, log := 0, 0; }
  method Add(k: int) modifies this`n ensures n == old(n) + k { n := n + k; }
  method Any(k: int) modifies this ensures n == k { n := k; log := log + 1; }
  method Get() returns (r: int) ensures r == n + log { r := n + log; }
}
method Helper(x: int) { assert x > 0; }
method Down(k: int) { if k > 0 { Down(k - 1); } }
"""
Called = tuple[str, dict[str, Any], dict[str, Any]]


def shown(values: Any) -> dict[str, Any]:
    return {str(name): value.elements if isinstance(value, ArrayValue) else value for name, value in values.items()}


def followed(test: str) -> tuple[list[Called], list[str]]:
    """Method, input and outputs of each example, in the order of calls, and the messages of findings."""
    found = examples_of(parse_program(f"{METHODS} method {{:test}} T() {{ {test} }}", "t.dfy"))
    examples = sorted(found.examples, key=lambda each: 0 if each.span is None else each.span.column)
    return (
        [(each.specification.name, shown(each.inputs), shown(each.outputs)) for each in examples],
        [each.message for each in found.findings],
    )


@pytest.mark.parametrize(
    ("test", "calls"),
    [
        (
            "var r := Inc(3); var q := Inc(r); assert r == 4; assert q == 6;",
            [("Inc", {"n": 3}, {"r": 4}), ("Inc", {"n": 4}, {"r": 6})],
        ),
        (
            "var a := new int[2][5, 6]; Fill(a); assert a[0] == 1; assert a[1] == 6;",
            [("Fill", {"a": (5, 6)}, {"a": (1, 6)})],
        ),
        (
            "var a := new int[2][5, 6]; var b := a; Fill(a); assert b[..] == [1, 6]; var q := Look(b); assert q == 1;",
            [("Fill", {"a": (5, 6)}, {"a": (1, 6)}), ("Look", {"a": (1, 6)}, {"r": 1})],
        ),
        (
            "var a, b := new int[2][5, 6], new int[1][7]; Fill(a); assert a[0] == 1; var q := Look(b); assert q == 7;",
            [("Fill", {"a": (5, 6)}, {}), ("Look", {"a": (7,)}, {"r": 7})],
        ),
        (
            "var a := New(); assert a[..] == [0, 0]; Fill(a); assert a[..] == [1, 0];",
            [("New", {}, {"b": (0, 0)}), ("Fill", {"a": (0, 0)}, {"a": (1, 0)})],
        ),
        (
            "var c := new C(); assert c.n == 0; c.log := 5; "
            "c.Add(3); assert c.n == 3; var g := c.Get(); assert g == 8;",
            [
                ("C.constructor", {}, {"this.n": 0}),
                ("C.Add", {"this.n": 0, "k": 3}, {"this.n": 3}),
                ("C.Get", {"this.n": 3, "this.log": 5}, {"r": 8}),
            ],
        ),
        (
            "var c := new C(); var d := c; assert c.n == 0; d.Add(3); assert c.n == 3;",
            [("C.constructor", {}, {"this.n": 0}), ("C.Add", {"this.n": 0, "k": 3}, {"this.n": 3})],
        ),
        (
            "var c := new C(); var d := new C(); assert c.n == 0 && d.n == 0; "
            "c.Add(3); assert c.n == 3; assert d.n == 0;",
            [
                ("C.constructor", {}, {"this.n": 0}),
                ("C.constructor", {}, {"this.n": 0}),
                ("C.Add", {"this.n": 0, "k": 3}, {"this.n": 3}),
            ],
        ),
        ("var r := Inc(3); if r > 5 { assert r == 9; } assert r < 9;", [("Inc", {"n": 3}, {})]),
        ("Helper(1); var r := Inc(3); assert r == 4;", [("Inc", {"n": 3}, {"r": 4})]),
    ],
)
def test_a_call_is_given_what_is_known_there_and_keeps_what_it_may_not_change(test: str, calls: list[Called]) -> None:
    assert followed(test) == (calls, [])


def test_what_the_frame_allows_to_change_is_not_known_afterwards() -> None:
    """Any may change the log, and the test does not say to what: Get has no known input."""
    found, _ = followed(
        "var c := new C(); assert c.n == 0; c.log := 5; c.Any(3); assert c.n == 3; var g := c.Get(); assert g == 8;"
    )
    assert [name for name, _, _ in found] == ["C.constructor", "C.Any"]


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("Helper(0); var r := Inc(3); assert r == 4;", "it fails whatever the methods return (x > 0 is false)"),
        ("var r := Inc(3); var q := Inc(r); assert q == 6;", "it fails with what Inc returns (q == 6 is false)"),
        (
            "var a := new int[1][5]; var r := Look(a); assert a[0] == 9;",
            "it fails whatever the methods return (a[0] == 9 is false)",
        ),
        (
            f"Down({LIMITS.nested_helpers}); var r := Inc(3); assert r == 4;",
            f"call each other deeper than {LIMITS.nested_helpers}",
        ),
    ],
)
def test_why_a_test_is_not_followed_is_said(test: str, reason: str) -> None:
    _, messages = followed(test)
    assert any(reason in message for message in messages), messages


def test_an_array_may_be_filled_where_the_frame_names_it_or_nothing_is_known() -> None:
    (add,) = [each for each in parse_program(METHODS, "t.dfy").specifications if each.name == "Fill"]
    one, other = ArrayValue((1,), "one"), ArrayValue((1,), "other")
    allowed = Allowed(frozenset({array_object(one)}), frozenset(), 0, "a")
    effect = Effect(add, 0, allowed, {}, {})
    assert [effect.may_fill(each) for each in (one, other)] == [True, False]
    assert Effect(add, 0, None, {}, {}).may_fill(other)
