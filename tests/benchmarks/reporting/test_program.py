"""The intermediate representation as `parse --json` prints it."""

import json

from specassay.benchmarks.reporting.program import program_row
from specassay.frontends.dafny import parse_program

TEXT = """
class Cell { var n: int }
method Add(c: Cell, k: int) modifies c ensures c.n == old(c.n) + k { c.n := c.n + k; }
"""


def test_two_readings_of_a_text_print_the_same() -> None:
    first, second = (json.dumps(program_row(parse_program(TEXT))) for _ in range(2))
    assert first == second
    assert "specifications" in json.loads(first)
