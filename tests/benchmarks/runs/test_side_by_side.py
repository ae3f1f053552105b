"""Forty functions as a team has them: which sets of guards an input can violate alone. The sets that none can were
written by hand, with the reason; CrossHair and Hypothesis found no input for one of them (`docs/results.md`)."""

import ast
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

FILE = Path(__file__).parents[2] / "data" / "guards" / "side_by_side.py"

INFEASIBLE = {
    "anagram": "0 1 03 13 23 023 123 0123",  # Equal sorted letters are of one kind; equal texts have all in common.
    "base": "1 01 12 012 123 0123",  # An empty list has no first digit, and no wrong one.
    "convert": "02 12 023 123",  # Of two equal units one is not known without the other.
    "discount": "123 0123",  # Without a code none is in lower case.
    "edges": "02 03 023",  # With n <= 0 the first pair is outside.
    "flags": "0 01 03 13 012 013 0123",  # Negative numbers keep a bit, and an odd power of two is 1.
    "geo": "2",  # nan is in no range.
    "hexed": "2 02 12 012 123",  # Empty data has no first byte, and an even length.
    "histogram": "01 012",  # One edge is in order.
    "ladder": "01 02 012",  # One word has the length of all.
    "leap": "03 013 023 0123",  # Month 2 is a month.
    "luhn": "0",  # What `int` takes of one character, `isdigit` is true of.
    "matrix": "0 01 03 012 013 023 0123",  # An empty matrix has no first row, and nothing else is wrong with it.
    "parents": "0 02 012",  # An empty list has no first element.
    "pascal": "0 01 02 03 012 023 0123",  # So has an empty row, whose sum is not 0.5.
    "permute": "12 012",  # The identity is a permutation.
    "quadratic": "01",  # Of a == 0 the discriminant is b * b.
    "quota": "0 02 03 023",  # What has no limit raises KeyError.
    "rank": "0 01 03 13 012 013 023 0123",  # Without scores there is no length, and rows of length 0 have no score.
    "roman": "01 02 03 012 013 023 0123",  # An empty text has no wrong letter.
    "schedule": "02",  # Between an end and a later start is no day.
    "triangle": "0",  # From both inequalities each side is positive, in floats, too: rounding keeps the order.
    "weights": "0 01 012",  # Nothing sums to 0.
}
"""The sets that no input violates alone."""
OPEN = {"anagram": "0 1 23 0123", "luhn": "0", "quadratic": "01", "schedule": "02", "triangle": "0"}
"""Those of them that are not proved today, within the budget of a test."""


def sets(text: str) -> set[tuple[int, ...]]:
    return {tuple(map(int, digits)) for digits in text.split()}


@cache
def tasks() -> dict[str, ContractTask]:
    """Name → function. Reading all of them takes a second, which collecting the tests need not wait for."""
    return {task.entry_point: task for task in load(FILE) if isinstance(task, ContractTask)}


FUNCTIONS = [node.name for node in ast.parse(FILE.read_text()).body if isinstance(node, ast.FunctionDef)]
QUICK = ("flags", "hexed", "pascal")
NAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in FUNCTIONS]


@pytest.mark.parametrize("name", NAMES)
def test_each_set_has_an_input_or_a_proof(name: str) -> None:
    rows = synthesise(tasks()[name], config=Config(budget=5)).rows
    verdicts = {tuple(row.violates): row.verdict for row in rows}
    count = max(map(len, verdicts))
    every = {chosen for size in range(1, count + 1) for chosen in combinations(range(count), size)}
    infeasible, undecided = sets(INFEASIBLE.get(name, "")), sets(OPEN.get(name, ""))
    assert {chosen for chosen, verdict in verdicts.items() if verdict == "violating"} == every - infeasible
    proved = {chosen for chosen, verdict in verdicts.items() if verdict == "infeasible"}
    assert infeasible - undecided <= proved <= infeasible
