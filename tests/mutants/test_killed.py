"""The share of killed mutants by module, from what mutmut leaves behind."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from .killed import main, shares


def write(folder: Path, **modules: Mapping[str, int | None]) -> None:
    path = folder / "mutants" / "pkg"
    path.mkdir(parents=True)
    for name, codes in modules.items():
        (path / f"{name}.py.meta").write_text(json.dumps({"exit_code_by_key": codes, "durations_by_key": {}}))


def test_survivors_and_what_no_test_ran_are_not_killed(tmp_path: Path) -> None:
    """Exit codes of mutmut: 1 killed, 36 timeout, 0 survived, 33 no tests, None not looked at."""
    write(tmp_path, a={"m1": 1, "m2": 36, "m3": 0, "m4": 33, "m5": None}, b={"m1": 1}, c={})
    assert shares(tmp_path) == {"pkg/a.py": (2, 5), "pkg/b.py": (1, 1)}


@pytest.mark.parametrize(("killed", "code"), [(9, 0), (8, 1)])
def test_nine_of_ten_are_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str], killed: int, code: int) -> None:
    write(tmp_path, a={f"m{number}": 1 if number < killed else 0 for number in range(10)})
    assert main([str(tmp_path)]) == code
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["pkg/a.py", str(killed), "of", "10", f"{killed}0.0%"]
    assert printed[1].startswith("all ")


def test_no_mutants_are_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "run mutmut there" in capsys.readouterr().err
