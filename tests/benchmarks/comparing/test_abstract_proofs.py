"""Proofs in which recursive functions, and products of variables, are any functions: what they decide, and that they
prove nothing that is false."""

from pathlib import Path

import pytest

from .test_translations import translated, verus

BITS = """
ghost function Value(s: string): nat
  requires Bits(s)
{ if |s| == 0 then 0 else 2 * Value(s[..|s| - 1]) + (if s[|s| - 1] == '1' then 1 else 0) }
ghost function Power(x: nat, y: nat): nat { if y == 0 then 1 else x * Power(x, y - 1) }
predicate Bits(s: string) { forall i | 0 <= i < |s| :: s[i] == '0' || s[i] == '1' }
method Raise(x: string, y: string, z: string) returns (r: string)
  requires Bits(x) && Bits(y) && Bits(z) && Value(z) > 1
  ensures Bits(r)
  ensures Value(r) == Power(Value(x), Value(y)) % Value(z)
"""
BITS_IN_VERUS = """
spec fn value(s: Seq<char>) -> nat decreases s.len() {
    if s.len() == 0 { 0nat }
    else { 2nat * value(s.subrange(0, s.len() - 1)) + (if s[s.len() - 1] == '1' { 1nat } else { 0nat }) }
}
spec fn power(x: nat, y: nat) -> nat decreases y { if y == 0 { 1nat } else { x * power(x, (y - 1) as nat) } }
spec fn bits(s: Seq<char>) -> bool { forall|i: int| 0 <= i < s.len() ==> (s[i] == '0' || s[i] == '1') }
"""
RAISE = "fn raise(x: Vec<char>, y: Vec<char>, z: Vec<char>) -> (r: Vec<char>)"
VALID = "requires bits(x@) && bits(y@) && bits(z@) && value(z@) > 1,"


@pytest.mark.slow
def test_what_functions_promise_of_their_values_is_part_of_a_proof_and_is_told(tmp_path: Path) -> None:
    promised = "ensures bits(r@) && value(r@) == power(value(x@), value(y@)) % value(z@),"
    row = translated(tmp_path, BITS, verus(BITS_IN_VERUS, RAISE, VALID, promised), 10.0)
    assert (row.relation, row.reason) == ("equal", "")
    assert "taken for granted, as a verifier proves it: what Power, Value ensures of its values" in row.notes


@pytest.mark.slow
def test_another_exponent_is_not_equal(tmp_path: Path) -> None:
    promised = "ensures bits(r@) && value(r@) == power(value(x@), value(y@) + 1) % value(z@),"
    assert translated(tmp_path, BITS, verus(BITS_IN_VERUS, RAISE, VALID, promised), 10.0).relation != "equal"


@pytest.mark.slow
def test_a_function_that_breaks_its_own_promise_proves_nothing(tmp_path: Path) -> None:
    # No verifier accepts `Down`; from what it says of its values all would follow.
    dafny = """function Down(n: nat): int ensures Down(n) > 0 { if n == 0 then 0 else Down(n - 1) - 1 }
method M(n: nat) returns (r: int)
  requires n < 100
  ensures r == Down(n)
"""
    rust = verus(
        "spec fn down(n: nat) -> int decreases n { if n == 0 { 0 } else { down((n - 1) as nat) - 1 } }",
        "fn m(n: u8) -> (r: i64)",
        "requires n < 100,",
        "ensures r == down(n as nat), r > 0,",
    )
    row = translated(tmp_path, dafny, rust, 10.0)
    assert row.relation == "weaker"
    assert ("clause lost", "Dafny") in [(change.change, change.language) for change in row.changes]


@pytest.mark.slow
def test_remainders_by_a_variable_are_equal_where_both_are_defined(tmp_path: Path) -> None:
    dafny = """predicate Next(n: int, k: int, r: int) requires k > 0
{ r > n && r % k == 0 && forall x :: n < x < r ==> x % k != 0 }
method M(n: int, k: int) returns (r: int)
  requires n >= 1 && k > 0
  ensures Next(n, k, r)
"""
    rust = verus(
        "spec fn next(n: int, k: int, r: int) -> bool "
        "{ r > n && r % k == 0 && forall|x: int| n < x < r ==> x % k != 0 }",
        "fn m(n: i8, k: i8) -> (r: i8)",
        "requires n >= 1, k > 0,",
        "ensures next(n as int, k as int, r as int),",
    )
    assert translated(tmp_path, dafny, rust, 10.0).relation == "equal"


@pytest.mark.slow
def test_a_conjunct_that_the_other_side_has_is_no_part_of_what_is_proved(tmp_path: Path) -> None:
    dafny = """method Sort(a: array<int>) returns (b: array<int>)
  ensures forall i, j :: 0 <= i < j < b.Length ==> b[i] <= b[j]
  ensures b.Length == a.Length && multiset(b[..]) == multiset(a[..])
"""
    rust = verus(
        "",
        "fn sort(a: Vec<i32>) -> (b: Vec<i32>)",
        "ensures forall|i: int, j: int| 0 <= i < j < b.len() ==> b[i] <= b[j], b@.to_multiset() == a@.to_multiset(),",
    )
    assert translated(tmp_path, dafny, rust, 10.0).relation == "equal"


DEPTH = """
function Depth(s: string, d: int): int
{
  if |s| == 0 then d else if s[0] == '(' then Depth(s[1..], d + 1)
  else if s[0] == ')' then (if d > 0 then Depth(s[1..], d - 1) else -1) else Depth(s[1..], d)
}
method M(s: string) returns (r: bool)
  ensures r <==> Depth(s, 0) == 0
"""


@pytest.mark.slow
@pytest.mark.parametrize(("least", "relation"), [("0", "equal"), ("1", "incomparable")])
def test_a_sequence_that_functions_are_given_is_as_long_as_its_elements_say(
    least: str, relation: str, tmp_path: Path
) -> None:
    body = (
        "if s.len() == 0 { d } else if s[0] == '(' { depth(s.subrange(1, s.len() as int), d + 1) } else if s[0] == ')' "
    )
    body += f"{{ if d > {least} {{ depth(s.subrange(1, s.len() as int), d - 1) }} else {{ -1 }} }} "
    body += "else { depth(s.subrange(1, s.len() as int), d) }"
    spec = f"spec fn depth(s: Seq<char>, d: int) -> int decreases s.len() {{ {body} }}"
    rust = verus(spec, "fn m(s: Vec<char>) -> (r: bool)", "ensures r <==> depth(s@, 0) == 0,")
    assert translated(tmp_path, DEPTH, rust, 4.0).relation == relation
