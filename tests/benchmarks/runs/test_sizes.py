"""Contracts about sizes, sums, orders and repetitions: every set of clauses has a test or a proof for any size."""

from collections import Counter
from pathlib import Path

import pytest

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

from ...samples import some

CORPUS = Path(__file__).parents[2] / "data" / "python_corpus" / "sizes.py"

DECIDED = {
    "six_keys": (11, 4),
    "rectangular": (26, 5),
    "square": (5, 2),
}
"""Violating and infeasible sets of some that take little time; proofs need values of any size."""


@pytest.mark.slow
@pytest.mark.parametrize("name", some(list(DECIDED), 3, first=2))
def test_every_set_has_a_test_or_a_proof(name: str) -> None:
    (task,) = (
        each for each in python_files.read(CORPUS) if isinstance(each, ContractTask) and each.entry_point == name
    )
    rows = synthesise(task, "z3").rows
    outcomes = Counter((row.verdict, row.bounded) for row in rows)
    violating, infeasible = DECIDED[name]
    assert outcomes == {("violating", False): violating, ("infeasible", False): infeasible}
