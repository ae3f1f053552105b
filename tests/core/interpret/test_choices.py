"""The choices of one execution after another, until all were made."""

import pytest

from specassay.core.interpret.bodies import execute
from specassay.core.interpret.choices import Choices
from specassay.frontends.dafny import parse_program


def executions(sizes: dict[tuple[int, ...], int], most: int = 100) -> list[tuple[int, ...]]:
    """The choices of every execution of a program that, after the choices so far, has so many options more."""
    found: list[tuple[int, ...]] = []
    first: tuple[int, ...] | None = ()
    while first is not None and len(found) < most:
        choices = Choices(first)
        made: tuple[int, ...] = ()
        while made in sizes:
            made = (*made, choices.pick(range(sizes[made])))
        found.append(made)
        first = choices.following()
    return found


def test_every_combination_comes_once_in_order() -> None:
    sizes = {(): 2, (0,): 3, (1,): 2}
    assert executions(sizes) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]


def test_later_choices_may_depend_on_earlier_ones() -> None:
    assert executions({(): 3, (1,): 2}) == [(0,), (1, 0), (1, 1), (2,)]


def test_a_program_without_choices_is_executed_once() -> None:
    assert executions({}) == [()]
    assert executions({(): 1, (0,): 1}) == [(0, 0)]


def test_a_choice_that_has_fewer_options_than_before_takes_the_last() -> None:
    assert Choices((5,)).pick("ab") == "b"


@pytest.mark.parametrize(
    ("body", "results"),
    [
        ("if { case true => r := 1; case n > 0 => r := 2; case n < 0 => r := 3; }", {1, 2}),
        ("if n > 0 { r := 1; } else { r := 2; }", {1}),
        ("if { case n > 0 => if { case n > 1 => r := 1; case n > 2 => r := 2; } case n > 1 => r := 3; }", {1, 2, 3}),
        ("r := 0; while decreases * { case r == 0 => r := 1; case r == 0 && n > 1 => r := 2; }", {1, 2}),
    ],
)
def test_a_program_takes_any_of_the_cases_that_hold(body: str, results: set[int]) -> None:
    program = parse_program(f"method M(n: int) returns (r: int) {{ {body} }}")
    found: set[int] = set()
    first: tuple[int, ...] | None = ()
    while first is not None:
        choices = Choices(first)
        outcome = execute(program.specifications[0], {"n": 3}, program, choices=choices)
        assert not choices.open
        found.add(outcome.outputs["r"])
        first = choices.following()
    assert found == results


def test_whether_a_case_that_looks_for_a_value_holds_is_left_open() -> None:
    text = "method M(s: set<int>) returns (r: int) { if { case true => r := 1; case x :| x in s => r := x; } }"
    program, choices = parse_program(text), Choices()
    assert execute(program.specifications[0], {"s": frozenset({4})}, program, choices=choices).outputs == {"r": 1}
    assert choices.open
