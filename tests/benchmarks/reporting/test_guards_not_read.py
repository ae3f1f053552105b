"""Guards that are in no contract: told as notes, counted, and a failure with --strict; with and without a contract."""

from pathlib import Path

from click.testing import CliRunner

from specassay.__main__ import main

GUARDS = """import os

def first(x: int) -> int:
    if x < 0:
        raise ValueError("small")
    there = os.path.exists(str(x))
    if there:
        raise ValueError("exists")
    return x

def second(x: int) -> int:
    there = os.path.exists(str(x))
    if there:
        raise ValueError("exists")
    return x
"""
ALONE = GUARDS[GUARDS.index("def second") :].replace("os.path.exists", "open")


def test_they_are_notes_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(GUARDS)
    result = CliRunner().invoke(main, ["cvt", str(path)])
    lines = [line for line in result.stdout.splitlines() if ": guard-not-read: " in line]
    why = "os.path.exists, which is called in line"
    assert lines == [
        f"{path}:7:5: guard-not-read: a.first: `if there` is not read: {why} 6, may change something",
        f"{path}:13:5: guard-not-read: a.second: `if there` is not read: {why} 12, may change something",
    ]
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith("Findings: 2 guard-not-read.")
    shown = CliRunner().invoke(main, ["cvt", str(path), "--statistics"]).stdout
    assert ["guards", "not", "read", "2"] in [line.split() for line in shown.splitlines()]
    assert CliRunner().invoke(main, ["cvt", str(path), "--strict"]).exit_code == 1


def test_a_file_with_nothing_else_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(ALONE)
    assert [CliRunner().invoke(main, ["cvt", str(path), *more]).exit_code for more in ((), ("--strict",))] == [0, 1]
    made = CliRunner().invoke(main, ["cvt", str(path), "--format", "sarif"]).stdout
    assert "guard-not-read" in made


def test_a_named_condition_has_its_defaults(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    condition = "def positive(x: int, least: int = 0) -> bool:\n    return x > least\n\n\n"
    path.write_text(
        f"import deal\nimport icontract\n\n\n{condition}@icontract.require(positive)\n"
        "def one(x: int) -> int:\n    return x\n\n\n@deal.pre(positive)\ndef two(x: int) -> int:\n    return x\n"
    )
    result = CliRunner().invoke(main, ["cvt", str(path), "--json"])
    assert result.exit_code == 0
    assert result.stdout.count('"arguments": {"x": "0"}') == 2
