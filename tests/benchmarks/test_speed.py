"""The speed benchmark: what it prints, not how fast it is."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.benchmarks.speed import main, spread


@pytest.mark.parametrize(("most", "expected"), [(0, []), (1, [0]), (3, [0, 3, 6]), (10, list(range(10)))])
def test_a_sample_is_spread_evenly(most: int, expected: list[int]) -> None:
    assert spread(range(10), most) == expected


def test_every_table_of_a_small_data_set(tmp_path: Path) -> None:
    row = {
        "task_id": "HumanEval/1000", "prompt": "", "entry_point": "f", "base_input": [], "plus_input": [],
        "canonical_solution": "def f(x):\n    return x\n",
        "contract": "assert isinstance(x, int)\nassert x is not None\n",
    }  # fmt: skip
    folder = tmp_path / "evalplus"
    folder.mkdir()
    (folder / "HumanEvalPlus.jsonl").write_text(json.dumps(row) + "\n")
    options = ["--data", str(tmp_path), "--no-verifier", "--baselines", "1", "--baseline-seconds", "1"]
    result = CliRunner().invoke(main, options)
    assert result.exit_code == 0, result.output
    titles = ("Contract-violating tests", "Where the time goes", "by other tools", "independent check")
    assert all(title in result.stdout for title in titles)
    (ours,) = (line.split() for line in result.stdout.splitlines() if line.split()[:1] == ["specassay"])
    assert ours[1:5] == ["1", "3", "2", "1"]
    (proved,) = (line.split() for line in result.stdout.splitlines() if line.split()[:1] == ["proved"])
    assert proved[1:3] == ["1", "0"]
