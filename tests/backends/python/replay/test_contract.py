"""What becomes of the clauses of a contract: of each by itself, and of all together."""

from typing import Any

import pytest

from specassay.backends.python.replay.guest.contract import ClauseRun, alone, parse_contract, whole

TWO = "assert x > 0\nassert 1 / x > 2"


def run(text: str, only: int | None, order: list[int] | None = None) -> ClauseRun:
    return ClauseRun(text, order or [], ["x"], {"__builtins__": __builtins__}, only)


def given(value: Any) -> Any:
    return lambda: ([value], {})


@pytest.mark.parametrize(
    ("clause", "value", "outcome"),
    [
        (0, 1, ("holds", None)),
        (0, 0, ("false", None)),
        (1, 0, ("raises", "ZeroDivisionError")),
        (1, 1, ("false", None)),
    ],
)
def test_a_clause_is_asked_as_if_the_others_were_not_there(clause: int, value: int, outcome: object) -> None:
    assert alone(run(TWO, clause), given(value)) == outcome


def test_a_clause_that_is_not_reached_has_no_outcome() -> None:
    assert alone(run("if x:\n    assert x > 0", 0), given(0)) == ("unreached", None)
    assert alone(run("y = 1 / x\nassert y", 0), given(0)) == ("raises", "ZeroDivisionError")


@pytest.mark.parametrize(
    ("value", "raised"),
    [(0, ("AssertionError", 0)), (1, ("AssertionError", 1)), (0.1, (None, None)), ("", ("TypeError", 0))],
)
def test_the_first_clause_that_is_violated_ends_the_contract(value: object, raised: object) -> None:
    assert whole(run(TWO, None), given(value), []) == raised


def test_a_guard_raises_what_it_stands_for() -> None:
    assert whole(run(TWO, None), given(0), ["ValueError", None]) == ("ValueError", 0)


def test_a_handler_around_a_clause_sees_its_exception() -> None:
    text = "try:\n    assert x['k']\nexcept KeyError as error:\n    raise ValueError from error"
    assert whole(run(text, None), given({}), []) == ("ValueError", 0)


def test_clauses_have_the_numbers_of_the_order() -> None:
    assert alone(run(TWO, 0, [1, 0]), given(0)) == ("raises", "ZeroDivisionError")


def test_any_indentation_is_read_and_lines_keep_their_numbers() -> None:
    module = parse_contract("\tassert x\n\tassert y\n")
    assert [node.lineno for node in module.body] == [1, 2]
    with pytest.raises(IndentationError):
        parse_contract("  assert x\nassert y\n")
