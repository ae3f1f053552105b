"""Functions without a body that lemmas without a body define: what follows for all functions for which these hold."""

from pathlib import Path

import pytest

from tests.dafny_harness.made import rows

GCD = """
function gcd(a: nat, b: nat): nat
lemma Zero(a: nat) ensures gcd(a, 0) == a
lemma Swapped(a: nat, b: nat) ensures gcd(a, b) == gcd(b, a)
lemma Step(a: nat, b: nat) ensures b > 0 ==> gcd(a, b) == gcd(b, a % b)
method Right(a: nat, b: nat) returns (r: nat) ensures r == gcd(a, b) decreases b
{ if b == 0 { Zero(a); r := a; } else { Step(a, b); r := Right(b, a % b); } }
method Wrong(a: nat, b: nat) returns (r: nat) requires b > 0 ensures r == gcd(a, b) { r := b; }
method Weak(a: nat, b: nat) returns (r: nat) ensures r >= gcd(a, b)
{ if b == 0 { Zero(a); r := a; } else { Step(a, b); r := Right(b, a % b); } }
lemma Least(a: nat, b: nat) ensures gcd(a, b) <= a + b { }
lemma Most(a: nat, b: nat) ensures gcd(a, b) >= a { }
"""
LENGTH = """
datatype List = Nil | Cons(head: int, tail: List)
function Len(xs: List): nat
lemma OfNil() ensures Len(Nil) == 0
lemma OfCons(x: int, xs: List) ensures Len(Cons(x, xs)) == 1 + Len(xs)
method Length(xs: List) returns (n: nat) ensures n == Len(xs)
{ if xs.Nil? { OfNil(); n := 0; } else { OfCons(xs.head, xs.tail); n := Length(xs.tail); n := n + 1; } }
method Short(xs: List) returns (n: nat) ensures n == Len(xs) { n := if xs.Nil? then 0 else 1; }
"""
POWER = """
function power(b: real, n: nat): real
lemma One(b: real) ensures power(b, 0) == 1.0
lemma Next(b: real, n: nat) ensures power(b, n + 1) == b * power(b, n)
method Pow(b: real, n: nat) returns (r: real) ensures r == power(b, n)
{ r := 1.0; var i := 0; One(b);
  while i < n invariant 0 <= i <= n && r == power(b, i) { Next(b, i); r := r * b; i := i + 1; } }
"""


def verdicts(tmp_path: Path, text: str) -> dict[str, str]:
    return {row["method"]: row["assessment"]["verdict"] for row in rows(tmp_path, text, engine="auto")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            GCD,
            {
                # Under itself each axiom would be true; what others make of it is another matter.
                **dict.fromkeys(("Zero", "Step"), "unknown"),
                **dict.fromkeys(("Swapped", "Right", "Least"), "strong"),
                **dict.fromkeys(("Wrong", "Most"), "wrong"),
                "Weak": "weak",
            },
        ),
        (LENGTH, {**dict.fromkeys(("OfNil", "OfCons"), "unknown"), "Length": "strong", "Short": "wrong"}),
        (POWER, {**dict.fromkeys(("One", "Next"), "unknown"), "Pow": "strong"}),
        # What is a call on both sides: one side is what the other one is.
        (
            "function f(x: int): int\nfunction ff(x: int): int\n"
            "lemma Twice() ensures forall x :: ff(x) == f(f(x))\n"
            "lemma Use(x: int) ensures ff(f(x)) == f(ff(x)) { Twice(); }",
            {"Twice": "unknown", "Use": "strong"},
        ),
        (
            "predicate p(x: int)\nlemma Yes(x: int) requires x > 2 ensures p(x)\n"
            "lemma No(x: int) requires x < 0 ensures !p(x)\n"
            "method M(x: int) returns (r: bool) requires x > 5 ensures r == p(x) { Yes(x); r := true; }\n"
            "method N(x: int) returns (r: bool) requires x < -5 ensures r == p(x) { r := true; }",
            {"Yes": "unknown", "No": "unknown", "M": "strong", "N": "wrong"},
        ),
    ],
)
def test_what_axioms_define_is_known(tmp_path: Path, text: str, expected: dict[str, str]) -> None:
    assert verdicts(tmp_path, text) == expected


@pytest.mark.parametrize(
    "axioms",
    [
        # In a circle they say nothing.
        "lemma A(a: int, b: int) ensures f(a, b) == f(b, a)",
        "lemma A(a: int, b: int) ensures f(a, b) == g(b, a)\nlemma B(a: int, b: int) ensures g(a, b) == f(b, a)",
        # Of other values.
        "lemma A(a: int, b: int) requires a > 1000000 ensures f(a, b) == b",
        "lemma A(a: int, b: int) ensures f(a, a) + b == a + b",
        # A variable that the arguments do not determine.
        "lemma A(a: int, b: int, c: int) requires c > b ensures f(a, b) == c",
        # The lemma is not defined where b is 0.
        "lemma A(a: int, b: int) ensures f(a, 0) == a / b",
    ],
)
def test_what_axioms_do_not_define_is_not_known(tmp_path: Path, axioms: str) -> None:
    text = (
        f"function f(a: int, b: int): int\nfunction g(a: int, b: int): int\n{axioms}\n"
        "method M(a: int, b: int) returns (r: int) requires -100 < a < 100 ensures r == f(a, b) { r := b; }"
    )
    assert verdicts(tmp_path, text)["M"] == "unknown"


def test_an_axiom_says_nothing_where_the_function_promises_otherwise(tmp_path: Path) -> None:
    text = """
    function f(x: int): nat
    lemma Same(x: int) ensures f(x) == x
    method Right(x: nat) returns (r: int) ensures r == f(x) { r := x; }
    method Zero(x: int) returns (r: int) requires x < 0 ensures r == f(x) { r := 0; }
    """
    found = verdicts(tmp_path, text)
    # No function into nat is -1 at -1. From the opposite everything would follow.
    assert (found["Right"], found["Zero"]) == ("strong", "unknown")


def test_axioms_that_contradict_each_other_are_wrong(tmp_path: Path) -> None:
    text = """
    function f(x: int): int
    lemma Same(x: int) ensures f(x) == x
    lemma Next(x: int) requires x > 0 ensures f(x) == x + 1
    method M(x: int) returns (r: int) ensures r == f(x) { r := x; }
    """
    found = {row["method"]: row["assessment"] for row in rows(tmp_path, text, engine="auto")}
    assert [found[name]["verdict"] for name in ("Same", "Next", "M")] == ["wrong", "wrong", "unknown"]
    assert "given Next" in found["Same"]["reason"]


def test_what_is_false_whatever_functions_are_is_wrong(tmp_path: Path) -> None:
    text = """
    type T
    function F(): T
    predicate P(x: T) { false }
    function log(x: real): real requires x > 0.0 ensures log(x) > 0.0
    lemma Never() ensures P(F())
    lemma Sum(x: real, y: real) requires x > 0.0 && y == 1.0 ensures log(x * y) == log(x) + log(y)
    lemma Concluded() ensures P(F()) { Never(); }
    lemma Same(x: int, y: int) requires x == y ensures G(x) == G(y) { }
    function G(x: int): int
    lemma Differs(x: int) ensures G(x) != G(x) { }
    lemma Above(x: int) ensures G(x) > x { }
    """
    found = verdicts(tmp_path, text)
    assert found.pop("log") == "unknown"
    assert found == {
        **dict.fromkeys(("Never", "Sum", "Differs"), "wrong"),
        # It is the axiom that is false.
        "Concluded": "unknown",
        "Same": "strong",
        "Above": "unknown",
    }
