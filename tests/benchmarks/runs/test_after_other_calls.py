"""Inputs that violate a contract only because of what was called before them are no tests."""

from pathlib import Path

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

COUNTING = """
import sys

CALLS = []
SEEN = {}

def called(x):
    assert len(CALLS) < 1
    assert x != 7
    CALLS.append(x)

def note(x):
    SEEN[repr(x)] = 1
    return len(SEEN) < 5

def noted(x):
    assert note(x)

def steady(x):
    assert x != sys.getrecursionlimit() and x > -sys.getrecursionlimit()
    assert x != 7
"""


def test_a_test_works_without_calls_before_it(tmp_path: Path) -> None:
    path = tmp_path / "counting.py"
    path.write_text(COUNTING)
    found = {}
    for task in load(path):
        assert isinstance(task, ContractTask)
        for row in synthesise(task, config=Config(budget=1)).rows:
            found[task.entry_point, tuple(row.violates)] = row
    assert found["called", (1,)].verdict == "violating"
    for each in (found["called", (0,)], found["called", (0, 1)], found["noted", (0,)]):
        assert each.verdict == "unknown"
    assert "after other calls" in str(found["noted", (0,)].reason)
    assert found["steady", (0,)].verdict == found["steady", (1,)].verdict == "violating"
