"""Problems of both kinds for the adapters."""

import json
from pathlib import Path

import pytest

from specassay.benchmarks.adapters.problems import RewardProblem, program_problems, specification_problems
from tests.rows import evalplus_file

REFERENCE = """
method Double(x: int) returns (r: int)
  ensures r == 2 * x
{ r := x + x; }

method DoubleTest() {
  var a := Double(3);
  assert a == 6;
  var b := Double(-2);
  assert b == -4;
  var c := Double(7);
  assert c == 14;
}
"""


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One task in EvalPlus's form; the sandbox goes on without what this machine does not let it have."""
    monkeypatch.setenv("SPECASSAY_UNSAFE", "1")
    return evalplus_file(tmp_path, prompt='"""\nHalf of a number.\nassert half(4) == 2\n"""\n')


@pytest.fixture
def references(tmp_path: Path) -> Path:
    """A folder with one reference, and a file without tests."""
    folder = tmp_path / "references"
    folder.mkdir()
    (folder / "double.dfy").write_text(REFERENCE)
    (folder / "empty.dfy").write_text("// nothing\n")
    return folder


@pytest.fixture
def program(dataset: Path) -> RewardProblem:
    (problem,) = program_problems(dataset)
    return problem


@pytest.fixture
def specification(references: Path) -> RewardProblem:
    (problem,) = specification_problems(references)
    return problem


@pytest.fixture
def problems_file(tmp_path: Path) -> Path:
    """A problem of one's own with specifications in two languages, three tests that prompts show, and two hidden."""
    (tmp_path / "double.dfy").write_text("method Double(x: int) returns (r: int)\n  ensures r == 2 * x\n")
    rust = "use vstd::prelude::*;\nverus! {\nfn double(x: i64) -> (r: i64)\n    ensures r == 2 * x,\n{ 0 }\n}\n"
    (tmp_path / "double.rs").write_text(rust)
    tests = [{"inputs": {"x": x}, "output": 2 * x} for x in (3, 0, 7, -4, 12)]
    row = {"id": "double", "description": "Twice.", "specifications": ["double.dfy", "double.rs"], "tests": tests}
    path = tmp_path / "problems.jsonl"
    path.write_text(json.dumps(row) + "\n")
    return path
