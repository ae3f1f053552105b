"""Hints are what the evaluator computed: each of them is true where it is read back, callees before callers."""

from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL, INT, Sort, array_of, seq_of, set_of
from specassay.core.ir.values import ArrayValue
from specassay.core.spans import Span
from specassay.dafny_harness.verifier import hints as module
from specassay.dafny_harness.verifier.harness_limits import LIMITS, HarnessLimits
from specassay.dafny_harness.verifier.hints import Hints
from specassay.frontends.dafny import parse_expression, parse_program, show_term

PROGRAM = parse_program(
    """
function Twice(n: int): int { n + n }
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
function First(b: array<int>): int requires b.Length > 0 reads b { b[0] }
""",
    "t.dfy",
)
SORTS: dict[Any, Sort] = {"n": INT, "s": seq_of(INT), "t": set_of(INT), "a": array_of(INT)}
VALUES: dict[Any, Any] = {"n": 3, "s": (4, 5), "t": frozenset({1, 2}), "a": ArrayValue((7, 8), "a")}


def hints(text: str, **settings: Any) -> Hints:
    term = parse_expression(text, SORTS, BOOL, PROGRAM, Span("e.dfy", 1, 1, 1, 1))
    found = Hints(PROGRAM, VALUES, show_term, **settings)
    found.about(term)
    return found


def truth(found: Hints, fact: str) -> str | bool:
    """What a fact is, read back: `defined` values, or that it is not known."""
    sorts = {**SORTS, **{name: sort for sort, name in found.empty.items()}}
    values = {**VALUES, **{name: frozenset() if sort.kind == "Set" else () for sort, name in found.empty.items()}}
    term = parse_expression(fact, sorts, BOOL, PROGRAM, Span("e.dfy", 1, 1, 1, 1))
    outcome = evaluate(term, values, PROGRAM.functions, PROGRAM.datatypes)
    return bool(outcome.value) if outcome.state == "defined" else outcome.state


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Twice(Twice(n)) == 12", ["(Twice(3)) == 6", "(Twice(6)) == 12"]),
        ("Sum(s) == 9", ["(Sum(empty0)) == 0", "(Sum([5])) == 5", "(Sum([4, 5])) == 9"]),
        ("First(a) == 7", ["(First(a)) == 7"]),
        ("|s + [n]| == 3", ["(s + [n]) == [4, 5, 3]"]),
        ("t * {2, 3} == {2}", ["(t * {2, 3}) == {2}"]),
        ("forall i :: 0 <= i < |s| ==> s[i] > 3", ["(0 <= 0 < |s| ==> s[0] > 3)", "(0 <= 1 < |s| ==> s[1] > 3)"]),
        ("exists x :: x in t && x > 1", ["(2 in t && 2 > 1)", "(exists x: int :: x in t && x > 1)"]),
        ("forall x :: x in t ==> x > 1", ["!(1 in t ==> 1 > 1)"]),
        ("(set x | x in t && x > 1) == {2}", []),
    ],
)
def test_what_is_said_is_true_and_says_what_was_computed(text: str, facts: list[str]) -> None:
    found = hints(text)
    listed = list(found.found)
    assert listed
    assert all(truth(found, fact) in (True, "unknown") for fact in listed), listed
    assert [fact for fact in listed if fact in facts] == facts, listed
    assert all(proof.startswith(("assert ", "forall ")) for proof in found.found.values())


def test_quantifiers_are_left_out_where_nobody_asks_for_them() -> None:
    text = "forall i :: 0 <= i < |s| ==> Twice(s[i]) > 3"
    assert any("forall" in fact for fact in hints(text).found)
    assert not any("forall" in fact for fact in hints(text, instances=False).found)


def test_many_instances_and_many_hints_are_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = LIMITS.instances, LIMITS.instances + 1
    instances = [len(hints(f"forall i :: 0 <= i < {count} ==> i * n >= i").found) for count in (few, many)]
    assert instances[0] > few
    assert instances[1] < 3
    monkeypatch.setattr(module, "LIMITS", HarnessLimits(hints=2))
    assert len(hints("Sum(s) == 9").found) == 2


def test_what_has_no_value_is_not_said() -> None:
    assert not any("s[7]" in fact for fact in hints("Twice(n) == 6 && s[7] == 1").found)
    assert "(Twice(3)) == 6" in hints("Twice(n) == 6 && s[7] == 1").found
