"""Verdicts that rest on functions and methods without a body."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

FUNCTIONS = """
function hash(k: int): int
  ensures hash(k) >= 0

predicate knows(a: int, b: int)

method Exact(k: int) returns (r: int)
  ensures r == hash(k) + 1
{ r := hash(k) + 1; }

method AtLeast(k: int) returns (r: int)
  ensures r >= hash(k)
{ r := hash(k) + 1; }

method Known(n: int) returns (b: bool)
  requires knows(0, n)
  ensures b
{ b := knows(0, n); }

function Exp(x: int): int
lemma Zero() ensures Exp(0) == 1
method Power(k: int) returns (r: int)
  ensures r == Exp(k)
{ r := Exp(k); }

lemma Says(k: int) ensures hash(k) != 1 { }
"""


def verdicts(folder: Path, text: str) -> dict[str, tuple[str, str]]:
    (folder / "given.dfy").write_text(text)
    found = score_file(folder / "given.dfy", DAFNY, engines_of, Scoring(made=2, mutants=1, seconds=30.0))
    return {each.method: (each.assessed.verdict, each.assessed.reason) for each in found.methods}


def test_a_method_is_judged_for_functions_that_keep_their_promises_and_the_verdict_names_them(tmp_path: Path) -> None:
    found = verdicts(tmp_path, FUNCTIONS)
    assert {name: verdict for name, (verdict, _) in found.items()} == {
        "Exact": "strong",
        "AtLeast": "unknown",
        "Known": "strong",
        # Whatever Exp is, there is one output for each input.
        "Power": "strong",
        "Zero": "unknown",
        "Says": "unknown",
        "hash": "unknown",
    }
    for name in ("Exact", "AtLeast"):
        assert "with hash, which has no body, as (k: int) =>" in found[name][1]
        assert "knows" not in found[name][1]
    assert found["AtLeast"][1].startswith("there is no test")
    assert "it is weak with hash" in found["AtLeast"][1]


UNDEFINED = """
predicate P(i: int)
predicate Leq(a: int, b: int)

method Two() returns (r: int)
  ensures P(r) && P(r + 1)

method Largest(s: seq<int>) returns (m: int)
  requires |s| > 0
  ensures m in s && forall x :: x in s ==> Leq(x, m)
"""


def test_what_is_found_by_one_function_of_many_is_held_against_no_specification(tmp_path: Path) -> None:
    """There is no output where P is true of even numbers only, and one where it is true of all."""
    (tmp_path / "given.dfy").write_text(UNDEFINED)
    found = score_file(tmp_path / "given.dfy", DAFNY, engines_of, Scoring(made=2, mutants=1, seconds=30.0)).methods
    against = {"no-output", "contradiction", "accepts-another-output"}
    for score in found:
        assert score.assessed.verdict == "unknown"
        assert not against & {each.kind for each in score.findings}


def test_a_method_with_a_test_is_not_judged_for_other_functions_than_the_true_one(tmp_path: Path) -> None:
    """The test knows what hash(1) is; a function of ours would refuse what it expects."""
    tested = FUNCTIONS + "method {:test} T() { var r := AtLeast(1); assert r == 5; }"
    verdict, reason = verdicts(tmp_path, tested)["AtLeast"]
    assert verdict == "unknown"
    assert "with hash" not in reason


METHODS = """
method Random(a: int, b: int) returns (r: int)
  ensures a <= b ==> a <= r <= b

method Pick(s: seq<int>) returns (r: int)
  requires |s| > 0
  ensures r in s
{ var i := Random(0, |s| - 1); r := s[i]; }

method Extern(x: int) returns (y: int)
  requires x > 0
  ensures y > x

method Use(x: int) returns (z: bool)
  requires x > 0
  ensures z
{ var y := Extern(x); z := y > x; }

method Careless(x: int) returns (z: bool)
  ensures z
{ var y := Extern(x); z := true; }

method Any(x: int) returns (z: int)
  ensures z > 0
{ z := Extern(1); }

method Log(x: int)

method Loud(x: int) returns (z: int)
  ensures z == x
{ Log(x); z := x; }
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    return verdicts(tmp_path_factory.mktemp("methods"), METHODS)


@pytest.mark.parametrize(
    ("method", "verdict"),
    [
        ("Pick", "strong up to choice"),
        ("Use", "strong"),
        ("Careless", "weak"),  # its precondition allows what fails
        ("Any", "unknown"),  # any number may be what it returns
        ("Loud", "strong"),
    ],
)
def test_what_a_method_without_a_body_returns_is_a_choice_of_what_it_promises(
    found: dict[str, tuple[str, str]], method: str, verdict: str
) -> None:
    assert found[method][0] == verdict


def test_a_promise_that_no_collection_keeps_is_wrong(tmp_path: Path) -> None:
    text = """function Bag(m: map<int, nat>): (b: multiset<int>)
      ensures (forall k | k in m :: b[k] == m[k]) && forall k :: k in m <==> k in b
    function Keys(m: map<int, nat>): (s: set<int>) ensures forall k :: k in m <==> k in s"""
    (tmp_path / "given.dfy").write_text(text)
    found = score_file(tmp_path / "given.dfy", DAFNY, engines_of, Scoring(engine="evaluate"))
    verdicts = {each.method: (each.assessed.verdict, each.assessed.reason) for each in found.methods}
    assert verdicts["Keys"][0] == "strong"
    # No multiset has a key of which there are 0.
    assert verdicts["Bag"] == (
        "wrong",
        "no value satisfies what is promised of Bag(map[0 := 0]) (proved by evaluate)",
    )
