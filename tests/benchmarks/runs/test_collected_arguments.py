"""Parameters with stars: no call gives `*args` anything but a tuple, or `**options` anything but a dict of texts."""

from pathlib import Path

import pytest

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise


@pytest.mark.parametrize(
    ("head", "clauses", "expected"),
    [
        # Not a list, say: without arguments there is nothing that is there twice.
        ("*xs", ["xs", "len(set(xs)) == len(xs)"], ["violating", "violating", "infeasible"]),
        ("*xs", ["xs != []", "len(xs) < 2"], ["infeasible", "violating", "infeasible"]),
        ("**more", ["all(isinstance(key, str) for key in more)", "more"], ["infeasible", "violating", "infeasible"]),
        ("xs", ["xs", "len(set(xs)) == len(xs)"], ["violating", "violating", "violating"]),
    ],
)
def test_what_they_collect_is_a_fact(tmp_path: Path, head: str, clauses: list[str], expected: list[str]) -> None:
    path = tmp_path / "f.py"
    path.write_text(f"def f({head}):\n" + "".join(f"    assert {clause}\n" for clause in clauses) + "    return 1\n")
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    rows = synthesise(task, "z3").rows
    assert [sorted(row.violates) for row in rows] == [[0], [1], [0, 1]]
    assert [row.verdict for row in rows] == expected
    assert not any(row.bounded for row in rows)
