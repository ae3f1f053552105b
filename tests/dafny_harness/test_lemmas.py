"""A lemma is proved of all its inputs, or refuted by one, where a solver can tell; small inputs may all agree."""

from pathlib import Path

import pytest

from tests.rows import rows_of_file

LEMMAS = """predicate P(x: int)
predicate Q(x: int)
lemma Exactly(s: seq<int>) requires |s| == 7 ensures s != [1, 2, 3, 4, 5, 6, 7]
lemma Large(a: int, b: int) requires a > 2000 && b > 3000 ensures a + 2 * b != 1000001
lemma Both() ensures (forall x :: P(x) && Q(x)) <==> (forall x :: P(x)) && (forall x :: Q(x)) {}
lemma One() ensures (exists x :: P(x) && Q(x)) <==> (exists x :: P(x)) && (exists x :: Q(x))
lemma Division(a: int, b: int) requires b != 0 ensures a / b * b + a % b == a {}
lemma Undefined(a: int, b: int) ensures a / b * b + a % b == a
lemma Never(a: int) requires a > 3 && a < 4 ensures a == 7 {}
lemma Function(f: int -> int) ensures f(1) == f(1) + 0 {}
"""
PROVED = "what is promised holds on every valid input (proved by "


def test_a_solver_proves_a_lemma_or_finds_a_counterexample(tmp_path: Path) -> None:
    path = tmp_path / "lemmas.dfy"
    path.write_text(LEMMAS, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {name: each["verdict"] for name, each in found.items()} == {
        "Exactly": "wrong",
        "Large": "wrong",
        "Both": "strong",
        "One": "unknown",
        "Division": "strong",
        "Undefined": "wrong",
        "Never": "vacuous",
        "Function": "strong",
    }
    assert all(found[name]["reason"].startswith(PROVED) for name in ("Both", "Division"))
    assert found["Exactly"]["witness"]["inputs"] == {"s": "[1, 2, 3, 4, 5, 6, 7]"}


MACHINE = """datatype State = State(x: int, q: seq<int>)
datatype Step = Add(k: int) | Pop | Stutter
predicate Takes(s: State, t: State, step: Step) {
  match step
  case Add(k) => t == State(s.x + k, s.q + [k])
  case Pop => |s.q| > 0 && t.q == s.q[1..] && t.x == s.x - s.q[0]
  case Stutter => t == s
}
predicate Next(s: State, t: State) { exists step :: Takes(s, t, step) }
function Sum(q: seq<int>): int { if q == [] then 0 else q[0] + Sum(q[1..]) }
lemma Keeps(s: State, t: State) requires s.x == Sum(s.q) && Next(s, t) ensures t.x == Sum(t.q)
lemma Shrinks(s: State, t: State) requires s.x == Sum(s.q) && Next(s, t) ensures |t.q| <= |s.q|
"""


@pytest.mark.slow
def test_a_step_of_a_state_machine_is_a_witness_that_is_found(tmp_path: Path) -> None:
    """`exists step` ranges over a datatype without an end of values: those made of numbers at hand are tried."""
    path = tmp_path / "machine.dfy"
    path.write_text(MACHINE, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {name: each["verdict"] for name, each in found.items()} == {"Keeps": "strong", "Shrinks": "wrong"}


AXIOMS = """function F(x: int): int
function G(x: int): int
function H(x: int): int { G(x) + 1 }
lemma Positive(x: int) requires x >= 0 ensures F(x) > 0
lemma Two() ensures F(2) >= 1 { Positive(2); }
lemma Never(x: int) ensures F(x) > 0 { }
lemma Above(x: int) ensures G(x) > x
lemma Below(x: int) ensures G(x) < x
lemma Nonsense(x: int) ensures H(x) == 7 { }
"""


def test_lemmas_without_a_body_are_axioms_of_others(tmp_path: Path) -> None:
    """They are named, they prove nothing of themselves, and from ones that contradict each other nothing follows."""
    path = tmp_path / "axioms.dfy"
    path.write_text(AXIOMS, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {name for name, each in found.items() if each["verdict"] == "strong"} == {"Two"}
    assert {each["verdict"] for name, each in found.items() if name != "Two"} == {"unknown"}
    assert found["Two"]["reason"].endswith(", given Positive)")


PROVED_ONLY = """predicate Odd(n: int) { n % 2 != 0 && exists m: int :: n == 2 * m }
lemma NoneIsOdd(n: int) requires Odd(n) && n > 10 ensures false {}
function Three(): int requires 1 > 2 ensures false { 3 }
predicate Sums(b: int) { var f := (a: int) => a + b; forall a: int :: f(a) - b == a }
lemma Each(b: int) ensures Sums(b) {}
"""


def test_what_is_proved_of_all_inputs_is_open_on_none(tmp_path: Path) -> None:
    """Also where no valid input is known, and where function values are written out, which no solver knows."""
    path = tmp_path / "proved.dfy"
    path.write_text(PROVED_ONLY, encoding="utf-8")
    found = {row["method"]: row for row in rows_of_file(path)}
    verdicts = {name: row["assessment"]["verdict"] for name, row in found.items()}
    assert verdicts == {"NoneIsOdd": "strong", "Three": "vacuous", "Each": "strong"}
    assert found["Each"]["correctness"] == [1.0, 1.0]
    assert [each["kind"] for each in found["Three"]["findings"]] == ["contradiction"]
    assert not found["Each"]["findings"]


CHOICES = """function Pick(s: set<int>): int requires s != {} { var x :| x in s; x }
function Inverse(m: map<int, int>): map<int, int> { map y | y in m.Values :: var x :| x in m.Keys && m[x] == y; x }
lemma Injective(m: map<int, int>)
  ensures forall x, y :: x in Inverse(m) && y in Inverse(m) && x != y ==> Inverse(m)[x] != Inverse(m)[y] {}
lemma Same(s: set<int>, t: set<int>) requires s != {} && s == t ensures Pick(s) == Pick(t) {}
lemma Elsewhere(s: set<int>) requires |s| == 2 ensures Pick(s) == (var x :| x in s; x)
lemma Least(s: set<int>) requires |s| == 2 ensures forall y :: y in s ==> Pick(s) <= y
lemma Rest(s: set<int>) requires |s| == 2 ensures Pick(s) != Pick(s - {Pick(s)}) {}
lemma Outside(s: set<int>) requires |s| == 2 ensures Pick(s) !in s
method Within(s: set<int>) returns (r: int) requires s != {} ensures r in s && (r != Pick(s) || s == {r})
{ r :| r in s && (r != Pick(s) || s == {r}); }
"""


def test_a_condition_is_decided_where_all_choices_of_its_functions_agree(tmp_path: Path) -> None:
    """A function chooses the same for the same arguments, and another `:|` of the same text chooses apart."""
    path = tmp_path / "choices.dfy"
    path.write_text(CHOICES, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {name: each["verdict"] for name, each in found.items()} == {
        "Injective": "strong",
        "Same": "strong",
        "Elsewhere": "unknown",
        "Least": "unknown",
        "Rest": "strong",
        "Outside": "wrong",
        "Within": "unknown",
    }
    assert "defect" not in found["Within"]["reason"]
