"""What a call leaves out has the value that the declaration gives, over the other arguments."""

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.frontends.dafny import parse_program

DECLARED = """
function F(x: int, y: int := x + 1, z: int := 10 * y): int { 10000 * x + 100 * y + z }
function Round(x: int := y, y: int := x): int { x }
datatype Point = Point(x: int, y: int := 7)
"""


def value(text: str) -> object:
    """The value of an expression as the body of a function; None where it is not read."""
    program = parse_program(f"{DECLARED}function Value(): int {{ {text} }}")
    body = program.functions["Value"].body
    return None if body is None else evaluate(body, {}, program.functions, program.datatypes).value


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("F(1, 2, 3)", 10203),
        ("F(1)", 10220),
        ("F(1, 5)", 10550),
        ("F(1, z := 4)", 10204),
        ("F(x := 1)", 10220),
        ("F(y := 3, x := 1)", 10330),
        ("F(z := 1, y := 3, x := 2)", 20301),
        ("Round(y := 5)", 5),
        ("Point(1).y", 7),
        ("Point(y := 2, x := 1).y", 2),
    ],
)
def test_arguments_by_place_by_name_and_by_default(call: str, expected: int) -> None:
    assert value(call) == expected


@pytest.mark.parametrize("call", ["F(w := 1)", "F(y := 1)", "F(1, 2, 3, 4)", "Round()"])
def test_calls_that_do_not_fit_are_refused(call: str) -> None:
    assert value(call) is None
