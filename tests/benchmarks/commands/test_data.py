"""`specassay data`: what is listed, got, located, and found wrong."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main

LINE = {
    "task_id": "T/1",
    "prompt": "",
    "entry_point": "half",
    "canonical_solution": "def half(n):\n    return 12 // n\n",
    "contract": "    assert type(n) == int\n",
    "base_input": [[4], [6]],
    "plus_input": [[1]],
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where data sets go."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SPECASSAY_DATA", raising=False)
    return tmp_path / "home"


def data(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["data", *map(str, arguments)])


def put(path: Path, *lines: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_data_set_is_downloaded_with_its_checksum_and_found(home: Path, tmp_path: Path) -> None:
    source = put(tmp_path / "HumanEvalPlus.jsonl", LINE)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    assert data("path", "humaneval-plus").exit_code == 2
    wrong = data("get", "humaneval-plus", "--from", source.as_uri(), "--sha256", "0" * 64)
    assert (wrong.exit_code, f"the SHA-256 is {digest}, expected 0000" in wrong.stderr) == (2, True)
    assert not list(home.rglob("*.jsonl*"))
    assert data("get", "humaneval-plus", "--from", source.as_uri(), "--sha256", digest).exit_code == 0
    shown = data("path", "humaneval-plus")
    assert (shown.exit_code, Path(shown.stdout.strip()).read_bytes()) == (0, source.read_bytes())
    listed = [json.loads(line) for line in data("list", "--json").stdout.splitlines()]
    there = {row["name"]: row["files"] for row in listed}
    assert (there["humaneval-plus"], there["mbpp-plus"]) == (1, 0)
    assert "humaneval-plus" in data("list").stdout


def test_a_local_folder_is_linked(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "clone" / "dataset" / "ground_truth"
    folder.mkdir(parents=True)
    (folder / "a.dfy").write_text("method M() ensures true {}")
    missing = data("get", "dafny-bench")
    assert (missing.exit_code, "clone https://github.com" in missing.stderr) == (2, True)
    assert data("get", "dafny-bench", "--from", tmp_path / "clone").exit_code == 0
    assert "ground_truth" in data("path", "dafny-bench").stdout
    nothing = data("get", "verina", "--from", tmp_path / "clone")
    assert (nothing.exit_code, "holds no verina" in nothing.stderr) == (2, True)


def test_a_link_stays_where_another_folder_is_no_such_data_set(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "clone" / "dataset" / "ground_truth"
    folder.mkdir(parents=True)
    (folder / "a.dfy").write_text("method M() ensures true {}")
    (tmp_path / "other").mkdir()
    data("get", "dafny-bench", "--from", tmp_path / "clone")
    assert data("get", "dafny-bench", "--from", tmp_path / "other").exit_code == 2
    assert "ground_truth" in data("path", "dafny-bench").stdout


def test_an_address_that_does_not_answer(home: Path, tmp_path: Path) -> None:
    result = data("get", "mbpp-plus", "--from", (tmp_path / "none" / "MbppPlus.jsonl.gz").as_uri())
    assert (result.exit_code, "download it elsewhere" in result.stderr) == (3, True)


@pytest.fixture
def findings(tmp_path: Path, home: Path) -> Callable[..., list[tuple[str, str, str]]]:
    """What `check` finds in tasks: rule, task and witness."""

    def check(*lines: Mapping[str, object]) -> list[tuple[str, str, str]]:
        source = put(tmp_path / "Mine.jsonl", *lines)
        result = data("check", source, "--json", "--cache", "-", "-j", "1")
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert result.exit_code == (1 if found else 0), result.stderr
        assert all(row["command"] == f"specassay data check {source} --task {row['task_id']}" for row in found)
        return [(row["rule"], row["task_id"], row["witness"]) for row in found]

    return check


def test_good_data_have_no_defect(findings: Callable[..., list[tuple[str, str, str]]]) -> None:
    assert findings(LINE) == []


def test_defects_of_python_tasks(findings: Callable[..., list[tuple[str, str, str]]]) -> None:
    broken = LINE | {"task_id": "T/2", "base_input": [[4], ["no int"], [4]], "plus_input": [[1, 2], [0]]}
    assert findings(LINE, LINE | {"task_id": "T/3"}, broken) == [
        ("duplicate-task", "T/3", ""),
        ("duplicate-task", "T/2", ""),
        ("duplicate-input", "T/2", "half(4)"),
        ("wrong-arity", "T/2", "half(1, 2)"),
        ("invalid-input", "T/2", "half('no int',)"),
        ("no-answer", "T/2", "half(0,)"),
    ]


def test_defects_of_dafny_files(tmp_path: Path, home: Path) -> None:
    method = "method Next(n: int) returns (r: int)\n  requires n >= 0\n  ensures r > n\n{ r := n + 1; }\n"
    tests = "".join(
        f"var r{i} := Next({n}); assert r{i} == {r};\n" for i, (n, r) in enumerate([(1, 2), (1, 2), (-1, 0), (3, 3)])
    )
    (tmp_path / "a.dfy").write_text(f"{method}method NextTest() {{\n{tests}}}\n")
    (tmp_path / "b.dfy").write_text((tmp_path / "a.dfy").read_text())
    result = data("check", tmp_path, "-j", "1")
    assert result.exit_code == 1, result.stderr
    for kind in ("contradicts-test", "breaks-precondition", "duplicate-task", "duplicate-input"):
        assert kind in result.stdout
    assert "accepts-another-output" not in result.stdout
    assert "0 Python tasks and 2 specification files: " in result.stdout
