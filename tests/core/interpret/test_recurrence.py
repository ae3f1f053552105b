"""Loops without end are told by a state that comes back, and cost what they would have cost."""

import pytest

from specassay.core.fuel import Fuel
from specassay.core.interpret import statements
from specassay.core.interpret.bodies import ExecutionOutcome, execute
from specassay.core.interpret.places import is_true
from specassay.core.interpret.state import ExecutionState
from specassay.core.interpret.statements import FIRST_LOOK
from specassay.core.interpret.store import Variables
from specassay.core.ir.terms import Term
from specassay.frontends.dafny import parse_program

STEPS = 100_000
MOST_TURNS = 4 * FIRST_LOOK


@pytest.fixture
def tests_of_loops(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """One element for each condition that is evaluated."""
    asked: list[object] = []

    def counted(execution: ExecutionState, test: Term, variables: Variables) -> bool:
        asked.append(test)
        return is_true(execution, test, variables)

    monkeypatch.setattr(statements, "is_true", counted)
    return asked


def executed(body: str, fuel: Fuel, declarations: str = "") -> ExecutionOutcome:
    text = f"{declarations} method M(n: int, a: array<int>) returns (r: int) modifies a ensures true {{ {body} }}"
    program = parse_program(text, file="t.dfy")
    specification = next(each for each in program.specifications if each.name == "M")
    inputs = {binder.name: 3 if binder.sort.kind == "Int" else (1, 2) for binder in specification.inputs}
    return execute(specification, inputs, program, fuel)


@pytest.mark.parametrize(
    "body",
    [
        "while r < n { r := r; }",
        "while r < n { r := (r + 1) % 3; }",
        "while r < n { var x: int; x := r; r := -x; }",
        "while true { while r < n { r := r + 1; } r := 0; }",
    ],
)
def test_a_state_that_comes_back_is_the_end_of_the_fuel(body: str, tests_of_loops: list[object]) -> None:
    fuel = Fuel(STEPS)
    assert executed(body, fuel).state == "unknown"
    assert fuel.is_spent
    assert fuel.steps == -1
    assert not fuel.expired
    assert len(tests_of_loops) < 6 * MOST_TURNS


def test_where_steps_are_what_is_left_of_the_time_the_time_is_over() -> None:
    fuel = Fuel(STEPS, rationed=True)
    assert executed("while r < n { r := r; }", fuel).state == "unknown"
    assert fuel.expired


@pytest.mark.parametrize(
    "body",
    [
        "while r < 200 { r := r + 1; }",
        "while r < 200 { r := r + 1; var x: int; x := 0; while x < 40 { x := x + 1; } }",
        # What the next turn does is not in the variables.
        "while true { var b: bool := *; if b { r := 7; break; } }",
        "while true { if * { if * { if * { if * { if * { if * { r := 7; break; } } } } } } }",
    ],
)
def test_what_ends_is_not_taken_for_endless(body: str) -> None:
    assert executed(body, Fuel(STEPS)).state == "returned"


def test_an_iterator_goes_on_while_the_loop_that_asks_it_stays_as_it_is() -> None:
    numbers = "iterator Numbers() yields (x: int) { var i := 0; while i < 50 { i := i + 1; yield; } }"
    body = "var it := new Numbers(); var more := true; while more { more := it.MoveNext(); } r := 1;"
    found = executed(body, Fuel(STEPS), numbers)
    assert (found.state, found.outputs.get("r")) == ("returned", 1)
