"""Checks of ghost code on a run: what fails, in which state, what is not known, and that the run goes on."""

import pytest

from specassay.core.interpret.checking import STEPS_OF_A_CHECK, references_in
from specassay.core.interpret.checks import Failure, GhostChecks
from specassay.core.interpret.store import NULL
from specassay.core.ir.sorts import OBJECT
from specassay.core.ir.terms import free_names
from specassay.core.ir.values import ArrayValue, UninterpretedValue, array_object

from .running import Bodies

DECLARATIONS = """
function Twice(x: int): int ensures Twice(x) % 2 == 0 && Twice(x) < 9 { x + x }
function Sum(b: array<int>): int requires b.Length > 1 reads {b} { b[0] + b[1] }
lemma Small(x: int) requires x > 0 ensures x < 3 { }
method Half(k: nat) returns (h: nat) requires k % 2 == 0 ensures h + h == k ensures h < 4 { h := k / 2; }
method Even(k: int) returns (e: bool) decreases k { if k <= 0 { return true; } e := Odd(k - 1); }
method Odd(k: int) returns (o: bool) decreases k { if k <= 0 { return false; } o := Even(k); }
method Set(b: array<int>) requires b.Length > 0 modifies b { b[0] := 1; }
method Writes(b: array<int>) requires b.Length > 0 { b[0] := 1; }
method Bag(c: Cell, m: multiset<Cell>) requires c in m modifies m { c.v := 2; }
class Cell {
  var v: int
  var w: int
  constructor () { v, w := 1, 1; }
  method Bump() modifies this`v { v := v + 1; }
  method Wide() modifies this`v { v, w := 2, 2; }
  method Calls() modifies this`v { All(); }
  method All() modifies this { w := 3; }
  method New() { var c := new Cell(); c.v := 9; c.All(); }
}
"""
RUN = Bodies(DECLARATIONS)


def failures(body: str) -> list[tuple[str, str]]:
    """The kinds and reasons of what fails; the run goes on to its end."""
    checks = GhostChecks()
    found = RUN.executed(body, checks=checks)
    assert found.state == "returned", found.reason
    assert not checks.open, checks.open
    return [(each.kind, each.reason) for each in checks.failures.values()]


@pytest.mark.parametrize(
    ("body", "failed"),
    RUN.rows(
        [
            ("assert n == 3;", []),
            ("assert n > 3;", [("assert", "is false")]),
            ("assert 1 / (n - 3) == 1;", [("assert", "is not defined (division by zero)")]),
            ("var i := 0; while i < n invariant i < 2 { i := i + 1; }", [("invariant", "is false after turn 2")]),
            ("var i := 0; while i < n invariant i > 0 { i := i + 1; }", [("invariant", "is false on entry")]),
            ("var i := 0; while i < n decreases n - i { i := i + 1; }", []),
            ("var i := 0; while i < n decreases i { i := i + 1; }", [("decreases", "does not decrease in turn 1")]),
            ("var i := 0; while i < n decreases 2 { i := i + 1; }", [("decreases", "does not decrease in turn 1")]),
            ("var h := Half(6);", []),
            ("var h := Half(8);", [("ensures", "is false when Half returns")]),
            ("var t := Twice(4);", []),
            ("var t := Twice(5);", [("ensures", "is false")]),
            ("Small(2);", []),
            ("var e := Even(2);", [("decreases", "does not decrease in the call from Odd")]),
            ("Set(a);", []),
            ("Writes(a);", [("modifies", "does not allow the change of the element 0 of an array here")]),
            ("var s := Sum(a);", []),
            ("var c := new Cell(); c.Bump();", []),
            ("var c := new Cell(); Bag(c, multiset{c, c});", []),
            (
                "var c := new Cell(); c.Wide();",
                [("modifies", "does not allow the change of the field w of an object here")],
            ),
            (
                "var c := new Cell(); c.Calls();",
                [("modifies", "does not allow the call of Cell.All, which may change more")],
            ),
            ("var c := new Cell(); c.New();", []),
        ]
    ),
)
def test_what_ghost_code_claims_is_checked(body: str, failed: list[tuple[str, str]]) -> None:
    assert failures(body) == failed


@pytest.mark.parametrize(
    ("body", "kind", "moment"),
    RUN.rows(
        [
            ("var h := Half(7);", "requires", "in the call of Half"),
            ("Small(0);", "requires", "in the call of Small"),
            ("Small(5);", "ensures", "of what Small is called with"),
        ]
    ),
)
def test_a_failure_of_a_call_says_where_it_is_called(body: str, kind: str, moment: str) -> None:
    (first, *_) = failures(body)
    assert first[0] == kind
    assert moment in first[1]


def only(body: str) -> Failure:
    checks = GhostChecks()
    RUN.executed(body, checks=checks)
    (failure,) = checks.failures.values()
    return failure


def test_a_failure_has_the_part_that_is_false_the_witness_and_the_state() -> None:
    failure = only("var x := 4; assert n == 3 && forall i :: 0 <= i < a.Length ==> a[i] != 6 && x > 3;")
    assert failure.part is not None
    assert failure.part.op == "forall"
    assert [(str(name), value) for name, value, _ in failure.witness] == [("i", 1)]
    state = {str(name): value for name, value, _ in failure.state}
    assert (state["x"], state["n"], state["a"].elements) == (4, 3, (5, 6, 7))


def test_a_measure_that_grows_is_shown_before_and_afterwards() -> None:
    failure = only("var i := 0; while i < n decreases i + 5 { i := i + 1; }")
    assert [(name, value) for name, value, _ in failure.witness] == [("before", 5), ("now", 6)]
    assert failure.times == 3


def test_of_a_conjunction_the_first_part_counts_and_of_the_state_what_it_mentions_is_first() -> None:
    failure = only("var x := 4; assert x == 5 && a[0] == 4;")
    assert failure.part is not None
    assert free_names(failure.part) == {"x"}
    assert {str(name) for name, _, _ in failure.state[:2]} == {"x", "a"}


@pytest.mark.parametrize(
    ("body", "decided"),
    RUN.rows(
        [
            ("assert n == n;", 1),
            ("assert n > 4;", 0),
            ("var t := Twice(1);", 1),
            ("var t := Twice(2) + Twice(1 + 1);", 1),
            ("var h := Half(2);", 5),  # that k and h are natural, too
        ]
    ),
)
def test_what_holds_is_counted_and_the_promise_of_a_function_once(body: str, decided: int) -> None:
    checks = GhostChecks()
    RUN.executed(body, checks=checks)
    assert checks.decided == decided + 1  # the postcondition


def test_costly_claims_do_not_use_up_the_steps_of_the_run() -> None:
    costly = "forall x, y | 0 <= x < 8 && 0 <= y < 8 :: x * y != 64 + i"
    body = f"var i := 0; while i < 30 invariant {costly} {{ i := i + 1; }} r := 7;"
    checks = GhostChecks()
    found = RUN.executed(body, checks=checks)
    assert (found.outputs.get("r"), checks.decided) == (7, 31 + 30 + 1), found.reason


@pytest.mark.parametrize(
    "claim",
    [
        "forall x: int :: x * x * x != 5",
        "forall x, y, z | 0 <= x < 99 && 0 <= y < 99 && 0 <= z < 99 :: x * y != z + 9999",
    ],
)
def test_what_is_not_decided_is_neither_failed_nor_held_and_the_run_goes_on(claim: str) -> None:
    checks = GhostChecks()
    found = RUN.executed(f"assert {claim}; assert n == 3;", checks=checks)
    assert found.state == "returned"
    assert (list(checks.failures), len(checks.open), checks.decided) == ([], 1, 2)


def test_a_frame_names_objects_and_arrays_wherever_they_are() -> None:
    cell, array = UninterpretedValue(str(OBJECT.label), 3), ArrayValue((1,), "a")
    assert list(references_in((cell, frozenset({NULL}), (array, 5)))) == [cell, array_object(array)]
    assert STEPS_OF_A_CHECK < 99**3
