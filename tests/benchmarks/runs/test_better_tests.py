"""Of the tests of one set of clauses, the one that is reported."""

from pathlib import Path

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import PythonTask
from specassay.benchmarks.runs.cvt import synthesise


def test_clauses_are_false_and_the_function_runs_where_such_an_input_exists(tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    path.write_text("def f(base):\n    assert not base > 36\n    return base + 1\n")
    (task,) = python_files.read(path)
    assert isinstance(task, PythonTask)
    (row,) = synthesise(task, "z3").rows
    assert row.arguments == {"base": "37"}
    assert row.how == {"0": "false"}
    assert row.runs_without_contract is True
