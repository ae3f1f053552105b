"""Programs are woven, run again, and kept as they are where that would lose a test."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from tests.rows import evalplus_file

CONTRACT = "\n    assert isinstance(n, int)\n    assert n >= 0\n"
PROGRAMS = {
    "none": "def half(n):\n    return n // 2\n",
    "one": "def half(n):\n    if not isinstance(n, int):\n        raise AssertionError\n    return n // 2\n",
    "all": "def half(n):\n    assert isinstance(n, int)\n    assert n >= 0\n    return n // 2\n",
    "another exception": "def half(n):\n    if n < 0:\n        raise ValueError\n    return n // 2\n",
    "wrong": "def half(n):\n    return 0\n",
    "calls itself": "def half(n):\n    return 0 if n < 0 else n // 2 + half(-1)\n",
    "no function": "nothing\n",
    "not loadable": "import nowhere\ndef half(n):\n    return n // 2\n",
    "an example that fails": "def half(n):\n    return 0\n\n# like this:\n"
    'assert half(4) == 2, """not\nyet"""\nprint(half(1))\n',
    "a wrong example": "def half(n):\n    return n // 2\nassert half(4) == 3\n",
}


@pytest.fixture
def dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPECASSAY_UNSAFE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return evalplus_file(tmp_path, plus_input=[[7], [0]], contract=CONTRACT)


@pytest.mark.slow
def test_only_what_is_lacking_is_put_in_and_nothing_is_lost(dataset: Path, tmp_path: Path) -> None:
    samples, out = tmp_path / "samples.jsonl", tmp_path / "woven.jsonl"
    lines = [json.dumps({"task_id": "Mbpp/1", "solution": text}) + "\n" for text in PROGRAMS.values()]
    samples.write_text("".join(lines))
    result = CliRunner().invoke(main, ["weave", str(dataset), str(samples), "--out", str(out)])
    assert result.exit_code == 1, result.output
    found = map(json.loads, out.read_text().splitlines())
    table = result.stdout.partition("Programs that are not woven")[0].splitlines()
    assert max(len(line.rstrip()) for line in table) < 80, "a terminal of 80 columns shows it whole"
    assert next(line.split()[:4] for line in table if " before " in line) == ["all", str(len(PROGRAMS)), "6", "before"]
    rows = dict(zip(PROGRAMS, (row for row in found if row["kind"] == "weave"), strict=True))
    assert {name: row["status"] for name, row in rows.items()} == {
        "none": "woven",
        "one": "woven",
        "all": "lacks nothing",
        "another exception": "woven",
        "wrong": "woven",
        "calls itself": "woven",
        "no function": "not woven",
        "not loadable": "not woven",
        "an example that fails": "woven",
        "a wrong example": "not woven",
    }
    assert rows["one"]["added"] == ["n >= 0"]
    assert rows["one"]["solution"] == PROGRAMS["one"].replace("    return n", "    assert n >= 0\n    return n")
    assert rows["all"]["solution"] == PROGRAMS["all"]
    assert [name for name, row in rows.items() if row["examples"]] == ["an example that fails"]
    assert rows["an example that fails"]["solution"] == (
        "def half(n):\n    assert isinstance(n, int)\n    assert n >= 0\n    return 0\n\n"
        'if __name__ == "__main__":\n    # like this:\n    assert half(4) == 2, """not\nyet"""\n    print(half(1))\n'
    )
    assert "half_unchecked" in rows["calls itself"]["solution"]
    able = [row for row in rows.values() if row["status"] != "not woven"]
    assert [row["csr"]["low"] for row in able] == [1.0] * len(able)
    assert [row["passes"] for row in rows.values()] == [row["passed"] for row in rows.values()]
    assert rows["a wrong example"]["solution"] == PROGRAMS["a wrong example"]
    assert "without its examples" in rows["a wrong example"]["reason"]
    assert "Woven programs" in result.output
    apart = result.output.partition("Programs that are not woven")[2].partition("Woven, but still accepting")[0]
    assert "it does not define the function of its task" in apart
    assert "without its examples" in apart


def test_one_file_is_printed(dataset: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAMS["none"])
    result = CliRunner().invoke(main, ["weave", str(dataset), str(program)])
    assert result.exit_code == 0, result.output
    assert "def half(n):\n    assert isinstance(n, int)\n    assert n >= 0\n    return n // 2\n" in result.output
    program.write_text("x = 1\n")
    result = CliRunner().invoke(main, ["weave", str(dataset), str(program)])
    assert (result.exit_code, "no program for a task" in result.output) == (2, True)


def test_contracts_of_a_python_file_are_woven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECASSAY_UNSAFE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    contract, program = tmp_path / "contract.py", tmp_path / "program.py"
    unmet = "def never(n):\n    assert n != n and n == 1\n"
    stack = "class Stack:\n    def push(self, n):\n        assert n > 0\n"
    contract.write_text(f"def half(n):{CONTRACT}    return n // 2\n{unmet}{stack}")
    program.write_text("def half(k):\n    return k >> 1\n")
    result = CliRunner().invoke(main, ["weave", str(contract), str(program), "--json"])
    (row,) = map(json.loads, result.stdout.splitlines())
    assert (row["status"], row["added"], row["csr"]["low"], row["passes"]) == (
        "woven",
        ["isinstance(n, int)", "n >= 0"],
        1.0,
        True,
    )
    assert "contract.never: no input was found that its contract accepts" in result.stderr
    assert "only plain functions are woven" in result.stderr
    assert result.exit_code == 2  # Two contracts were not used.
    wanted = CliRunner().invoke(main, ["weave", str(contract), str(program), "--task", "contract.full"])
    assert (wanted.exit_code, "there are contract.half" in wanted.output) == (2, True)
