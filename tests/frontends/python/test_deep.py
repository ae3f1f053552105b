"""Files that Python runs and `ast.unparse` alone fails on."""

import ast
import sys
from pathlib import Path

import pytest

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.frontends.python import parse_file
from specassay.frontends.python.deep import unparse


@pytest.mark.parametrize("text", [" + ".join("x" * 2000), "-" * 900 + "1", "f" + "()" * 1400, "lambda: " * 900 + "1"])
def test_a_tree_of_any_depth_becomes_text(text: str) -> None:
    limit = sys.getrecursionlimit()
    assert unparse(ast.parse(text)).replace(" ", "") == text.replace(" ", "")
    assert sys.getrecursionlimit() == limit


def test_a_deep_body_or_annotation_does_not_lose_its_file(tmp_path: Path) -> None:
    long = " + ".join(["x"] * 900)
    path = tmp_path / "deep.py"
    path.write_text(f"def f(x):\n    assert x > 0\n    return {long}\n\ndef g(x: {'-' * 400}1):\n    assert x > 1\n")
    assert [contract.name for contract in parse_file(path).contracts] == ["f", "g"]
    task, _ = list(python_files.read(path))
    assert isinstance(task, ContractTask)
    assert long in task.solution
