"""The configuration of a run, from code and from a file."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.configuration import Config, configured, read_config
from specassay.core.errors import InputError


def write(folder: Path, text: str) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(text)
    return path


def test_every_field_may_be_in_the_file_with_either_stroke(tmp_path: Path) -> None:
    write(
        tmp_path,
        "[tool.specassay]\nsolver-limit = 1\nbudget = 2.5\nmax_subsets = 7\ntests-per-set = 2\nuniverse = 'wide'\n"
        "classes = ['fractions:Fraction']\njobs = 3\nfile-limit = 8\nmutants = 0\nseed = -4\noperators = 'full'\n"
        "dump = 'queries'\nroots = ['src']\nstubs = ['torch']\nexclude = ['docs/']\n"
        "python = 'python3'\ninternal = true\n",
    )
    expected = Config(
        solver_limit=1,
        budget=2.5,
        max_subsets=7,
        tests_per_set=2,
        universe="wide",
        classes=("fractions:Fraction",),
        jobs=3,
        file_limit=8,
        mutants=0,
        seed=-4,
        operators="full",
        dump="queries",
        roots=("src",),
        stubs=("torch",),
        python="python3",
        exclude=("docs/",),
        internal=True,
    )
    assert read_config(tmp_path) == expected
    assert set(configured(tmp_path)) == {each.name for each in attrs.fields(Config)}


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, "[tool.specassay]\nbudget = 2\n")
    assert read_config(inner).budget == 2
    write(inner, "[project]\nname = 'other'\n")
    assert read_config(inner) == Config()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.specassay]\nsolver_limits = 3\n", "unknown key 'solver_limits' (did you mean 'solver-limit'?); "),
        ("[tool.specassay]\nbudget = 'long'\n", "budget: expected a number of at least 0.001, not 'long'"),
        ("[tool.specassay]\njobs = true\n", "jobs: expected a whole number of at least 1, not True"),
        ("[tool.specassay]\ninternal = 1\n", "internal: expected true or false, not 1"),
        ("[tool.specassay]\nuniverse = 'big'\n", "universe: expected 'annotated' or 'plain' or 'wide', not 'big'"),
        ("[tool.specassay]\nclasses = 'x:Y'\n", "classes: expected names, not 'x:Y'"),
        ("[tool.specassay]\ndump = 3\n", "dump: expected a folder, not 3"),
        ("[tool]\nspecassay = 3\n", "not a table of keys and values"),
        ("[tool.specassay\n", "is not valid TOML"),
    ],
)
def test_what_makes_no_sense_is_said_with_its_file(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_config(tmp_path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("value", [0, -1.0, float("nan"), "5", True])
def test_a_limit_is_a_positive_number(value: Any) -> None:
    with pytest.raises(InputError, match="solver-limit"):
        Config(solver_limit=value)


class TestTheCommandLine:
    def test_options_have_their_defaults_from_the_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path, "[tool.specassay]\nsolver-limit = 1.25\nfile-limit = 33.0\nmutants = 2\n")
        monkeypatch.chdir(tmp_path)
        assert "1.25" in CliRunner().invoke(main, ["cvt", "--help"]).output
        assert "33.0" in CliRunner().invoke(main, ["spec", "--help"]).output
        (tmp_path / "a.dfy").write_text(
            "method Next(n: int) returns (m: int)\n  ensures m > n\n{ m := n + 1; }\n"
            "method NextTest() { var m := Next(1); assert m == 2; }\n"
        )
        few = CliRunner().invoke(main, ["spec", "a.dfy"]).output
        assert "/4 " in few
        assert "/6 " in CliRunner().invoke(main, ["spec", "a.dfy", "--mutants", "3"]).output

    def test_a_broken_file_is_bad_usage(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = write(tmp_path, "[tool.specassay]\nsolver = 'z3'\n")
        monkeypatch.chdir(tmp_path)
        result = CliRunner().invoke(main, ["cvt", "a.py"])
        assert result.exit_code == 2
        assert str(path) in result.stderr.replace("\n", "")
        assert "'solver'" in result.stderr
