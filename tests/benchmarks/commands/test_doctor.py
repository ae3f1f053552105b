"""What `specassay doctor` finds and advises."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.backends.python.sandbox import Layer, Layers
from specassay.benchmarks.commands import doctor


def named(name: str) -> doctor.Probe:
    check = doctor.looks()[name]()
    assert check.name == name
    return check


def program(folder: Path, name: str, body: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put an executable shell script called `name` first on PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return path


def test_json_lists_every_check_and_the_solvers_are_there() -> None:
    result = CliRunner().invoke(main, ["doctor", "--json"])
    checks = {check["name"]: check for check in json.loads(result.output)}
    assert result.exit_code == 0
    assert {"python", "z3", "cvc5", "lark", "dafny", "seccomp", "landlock", "bubblewrap"} <= set(checks)
    assert checks["z3"]["found"]
    assert checks["cvc5"]["found"]
    assert all(check["found"] or check["advice"] for check in checks.values())


def test_the_table_names_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    found = doctor.run_checks()
    monkeypatch.setattr(doctor, "run_checks", lambda: found)
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0
    assert all(check.name in result.output for check in found)


def test_a_missing_solver_is_reported_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)
    check = named("cvc5")
    assert not check.found
    assert "pip install" in check.advice
    assert CliRunner().invoke(main, ["doctor"]).exit_code == 3


def test_the_sandbox_is_started_and_its_layers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    check = named("sandbox")
    assert check.found
    assert "seccomp" in check.detail
    monkeypatch.setattr(doctor, "probe", lambda: Layers((Layer("landlock", True),)))
    check = named("sandbox")
    assert not check.found
    assert "no seccomp, no no_new_privs" in check.detail
    assert "--unsafe" in check.advice


def test_a_library_of_an_extra_is_optional_and_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert named("mutmut").found
    monkeypatch.setattr(doctor, "EXTRAS", {"no-such-library": "adequacy"})
    check = named("no-such-library")
    assert not check.found
    assert check.advice == "pip install 'specassay[adequacy]'"
    assert doctor.exit_code([check]) == 0


def test_missing_programs_are_optional(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt-get install dafny" in named("dafny").advice
    assert "apt-get install bubblewrap" in named("bubblewrap").advice
    assert doctor.exit_code(doctor.run_checks()) == 0


def test_the_version_of_dafny_2_is_its_banner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program(tmp_path, "dafny", '[ "$1" = /version ] && echo Dafny 2.3.0.10506; exit 1', monkeypatch)
    assert named("dafny").detail == f"2.3.0.10506 ({path})"


def test_the_version_of_dafny_4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program(tmp_path, "dafny", '[ "$1" = --version ] && echo 4.9.0+abc', monkeypatch)
    assert named("dafny").detail == f"4.9.0+abc ({path})"


@pytest.mark.parametrize("body", ["exit 1", "exec sleep 60"])
def test_a_broken_dafny_is_not_found(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "DAFNY_SECONDS", 0.2)
    program(tmp_path, "dafny", body, monkeypatch)
    check = named("dafny")
    assert not check.found
    assert check.advice


def test_the_installed_dafny_tells_its_version(require: Callable[[str], Path]) -> None:
    require("dafny")
    assert named("dafny").detail[0].isdigit()
