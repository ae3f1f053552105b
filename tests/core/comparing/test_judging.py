"""What the clauses of one side say of a value."""

import pytest

from specassay.core.comparing.values import judged
from specassay.core.deciding.clauses import Theory
from specassay.frontends.dafny import parse_program

SPECIFICATION = parse_program(
    "method M(x: int, y: int)\n  requires y != 0 ==> x / y > 1\n  requires x % y == 0\n  requires x < 10\n{ }\n"
).specifications[0]


@pytest.mark.parametrize(
    ("values", "outcome", "clause"),
    [
        ({"x": 4, "y": 2}, "accepted", -1),
        ({"x": 4, "y": 0}, "undefined", 1),
        ({"x": 3, "y": 2}, "false", 0),
        ({"x": 20, "y": 2}, "false", 2),
    ],
)
def test_the_first_clause_that_is_violated_is_to_blame(values: dict[str, int], outcome: str, clause: int) -> None:
    found = judged(SPECIFICATION.requires, values, Theory())
    assert (found.outcome, found.clause) == (outcome, clause)
