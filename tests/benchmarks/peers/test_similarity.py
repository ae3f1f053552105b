"""CodeBLEU, by the real package."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.benchmarks.datasets.tasks import PythonTask
from specassay.benchmarks.peers import similarity as module
from specassay.benchmarks.peers.__main__ import main
from specassay.benchmarks.peers.similarity import compared, similarity

CONTRACT = "assert isinstance(a, int), 'invalid'  # $_CONTRACT_$\nassert a > 0, 'invalid'\n"
REFERENCE = "def f(a):\n    total = a + 1\n    return total\n"
BARE = "def f(a):\n    # another way\n    '''Doc.'''\n    total = a + 1\n    return total\n"
TOLD = "def f(a):\n    assert isinstance(a, int)\n    assert a > 0, 'negative'\n    return a + 1\n"
TASK = PythonTask(
    task_id="T/1", entry_point="f", parameters=(), contract_text=CONTRACT, solution=REFERENCE, file="tasks", line=1
)


def written(path: Path, *codes: str) -> Path:
    path.write_text("".join(json.dumps({"task_id": "T/1", "solution": code}) + "\n" for code in codes))
    return path


def test_assertions_are_held_against_assertions_and_programs_against_programs() -> None:
    assert compared(BARE, REFERENCE, CONTRACT, "f") == (0.0, 1.0)
    of_assertions, of_program = compared(TOLD, REFERENCE, CONTRACT, "f")
    assert of_assertions == 1.0
    assert 0 < (of_program or 0) < 1
    weaker = TOLD.replace("a > 0", "a >= 0 or a is None")
    assert 0 < (compared(weaker, REFERENCE, CONTRACT, "f")[0] or 0) < 1
    outside = BARE + "assert isinstance(1, int)\n"
    assert compared(outside, REFERENCE, CONTRACT, "f")[0] == 0.0
    assert compared(TOLD, REFERENCE, "pass\n", "f")[0] is None


def test_means_leave_out_what_is_no_program(tmp_path: Path) -> None:
    (found,) = similarity([written(tmp_path / "s.jsonl", BARE, TOLD, "prose")], {"T/1": TASK})
    of_assertions = found.assertions
    assert (found.samples, of_assertions.value, of_assertions.n, of_assertions.no_data) == ("s.jsonl", 0.5, 2, 1)
    assert 0.5 < (found.programs.value or 0) < 1


def test_without_the_package_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    data = Path(str(tmp_path / "d.jsonl"))
    row = {
        "task_id": "T/1",
        "prompt": "def f(a):\n",
        "entry_point": "f",
        "canonical_solution": "    return a\n",
        "contract": "    assert a > 0\n",
        "base_input": [[1]],
        "plus_input": [],
    }
    data.write_text(json.dumps(row) + "\n")
    given = [str(data), "--samples", str(written(tmp_path / "s.jsonl", BARE)), "--dataset", str(data)]
    result = CliRunner().invoke(main, given)
    assert (result.exit_code, "pip install 'specassay[codebleu]'" in result.output) == (2, True), result.output
    assert CliRunner().invoke(main, given[:3]).exit_code == 2
