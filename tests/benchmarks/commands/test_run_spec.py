"""`specassay spec`: how long its files may take, and what it says where that was too short."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.commands import running
from specassay.benchmarks.commands.plans import Plan
from specassay.benchmarks.reporting.results import Results
from specassay.benchmarks.runs.run import RunSettings
from specassay.core.limits import SECONDS_PER_FILE, SECONDS_PER_FILE_OF_FOLDER

METHOD = "method Next(x: int) returns (y: int) ensures y == x + 1 { y := x + 1; }"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "folder" / "next.dfy"
    path.parent.mkdir()
    path.write_text(METHOD)
    return path


def seconds(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> float:
    """What each file may take."""
    found: list[float] = []

    def run_plan(plan: Plan, settings: RunSettings, *rest: object) -> Results:
        found.append(settings.config.seconds_per_file)
        return Results()

    monkeypatch.setattr(running, "run_plan", run_plan)
    result = CliRunner().invoke(main, ["spec", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, click.unstyle(result.output)
    return found[0]


def test_a_file_of_a_folder_has_less_time_than_one_that_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seconds(monkeypatch, file) == SECONDS_PER_FILE
    assert seconds(monkeypatch, file.parent) == SECONDS_PER_FILE_OF_FOLDER < SECONDS_PER_FILE


def test_what_somebody_says_counts_in_a_folder_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seconds(monkeypatch, file.parent, "--limit", "7") == 7
    Path("pyproject.toml").write_text("[tool.specassay]\nfile-limit = 33\n")
    assert seconds(monkeypatch, file.parent) == 33
    assert seconds(monkeypatch, file.parent, "--limit", "7") == 7


def test_methods_that_had_too_little_time_are_counted(file: Path) -> None:
    little = CliRunner().invoke(main, ["spec", str(file.parent), "--limit", "0.001"])
    assert "1 method is unknown because the 0.001 seconds ran out: --limit gives more." in little.stdout
    enough = CliRunner().invoke(main, ["spec", str(file.parent)])
    assert "--limit" not in enough.stdout


@pytest.mark.slow
def test_each_function_of_a_python_file_has_the_time(tmp_path: Path) -> None:
    """Of many functions in one module the last is judged as the first."""
    path = tmp_path / "many.py"
    functions = (
        f"@icontract.ensure(lambda x, result: result == x + {number})\n"
        f"def plus_{number}(x: int) -> int:\n    return x + {number}\n\n\n"
        for number in range(4)
    )
    path.write_text("import icontract\n\n\n" + "".join(functions))
    done = CliRunner().invoke(main, ["spec", str(path), "--limit", "1", "--json"])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["assessment"]["verdict"] for row in rows] == ["strong"] * 4
