"""What pyproject.toml says of options, comments that let findings pass, and the rules that SARIF lists."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

MODULE = """def f(n: int) -> int:
    if n != n and n == n:  # specassay: ignore[idle-clause]
        raise ValueError
    return n


def g(n: int) -> int:
    assert n == n or n
    return n
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(MODULE)
    return tmp_path


def lines(*arguments: str) -> tuple[int, list[str]]:
    done = CliRunner().invoke(main, ["cvt", "a.py", "--format", "lines", *arguments])
    return done.exit_code, [line.split(": ")[2] for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_a_comment_lets_the_rules_pass_that_it_names() -> None:
    assert lines() == (1, ["a.g"])
    Path("a.py").write_text(MODULE.replace("ignore[idle-clause]", "ignore[open-clause, raising-clause]"))
    assert lines() == (1, ["a.f", "a.g"])
    Path("a.py").write_text(
        MODULE.replace("ignore[idle-clause]", "ignore").replace("or n\n", "or n  # specassay:ignore\n")
    )
    assert lines() == (0, [])


def test_options_stand_in_the_table_under_their_names() -> None:
    Path("pyproject.toml").write_text('[tool.specassay]\nformat = "lines"\nselect = ["a.f"]\n')
    done = CliRunner().invoke(main, ["cvt", "a.py"])
    assert (done.exit_code, done.stdout) == (0, "")
    done = CliRunner().invoke(main, ["cvt", "a.py", "--select", "a.g"])
    assert (done.exit_code, done.stdout.count("\n")) == (1, 1)


def test_a_baseline_is_found_from_the_folder_of_the_table() -> None:
    assert CliRunner().invoke(main, ["cvt", "a.py", "--write-baseline", "known.json"]).exit_code == 0
    Path("pyproject.toml").write_text('[tool.specassay]\nbaseline = "known.json"\n')
    assert lines() == (0, [])


def test_a_wrong_key_or_value_is_told() -> None:
    for text, said in (("strikt = true", "did you mean 'strict'?"), ('format = "sarf"', "'sarf'")):
        Path("pyproject.toml").write_text(f"[tool.specassay]\n{text}\n")
        done = CliRunner().invoke(main, ["cvt", "a.py"])
        assert done.exit_code == 2
        assert said in done.stderr


def test_sarif_has_the_rules_of_its_language() -> None:
    def rules(command: str, source: str) -> set[str]:
        done = CliRunner().invoke(main, [command, source, "--format", "sarif"])
        return {rule["id"] for rule in json.loads(done.stdout)["runs"][0]["tool"]["driver"]["rules"]}

    of_contracts = rules("cvt", "a.py")
    assert {"redundant-clause", "not-done", "unsupported-clause"} <= of_contracts
    assert not {"accepts-another-output", "counterexample", "duplicate-task"} & of_contracts
    Path("a.dfy").write_text("method M(n: int) returns (m: int) ensures m == n { m := n; }\n")
    of_specifications = rules("spec", "a.dfy")
    assert "accepts-another-output" in of_specifications
    assert not {"redundant-clause", "guard-not-read"} & of_specifications


def test_the_worst_finding_is_told_alone(project: Path) -> None:
    (project / "a.py").write_text(MODULE.replace("  # specassay: ignore[idle-clause]", ""))
    done = CliRunner().invoke(main, ["cvt", "a.py", "--first"])
    assert done.exit_code == 1
    assert "a.py:2:5: idle-clause: a.f" in done.stdout
    assert "1 more finding; without --first all are told." in done.stdout
    assert "idle-clause: a.g" not in done.stdout
    Path("pyproject.toml").write_text("[tool.specassay]\nfirst = true\n")
    assert CliRunner().invoke(main, ["cvt", "a.py"]).stdout == done.stdout
