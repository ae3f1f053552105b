"""Where a file belongs, and which files of a folder are read."""

import ast
from pathlib import Path

import pytest

from specassay.benchmarks.datasets import python_project
from specassay.benchmarks.datasets.folders import files_of
from specassay.benchmarks.datasets.python_project import Project, name_of, place_of
from specassay.benchmarks.datasets.registry import load
from specassay.core.errors import InputError


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def place(file: Path, text: str, *roots: Path) -> tuple[str, list[str]]:
    found = place_of(file, ast.parse(text), roots)
    return found.module, [each for each in found.search_path if each not in python_project.installed()]


def test_the_first_folder_without_init_is_imported_from(tmp_path: Path) -> None:
    put(tmp_path, "a/b/__init__.py", "a/b/c/__init__.py", "a/b/c/d.py")
    assert place(tmp_path / "a/b/c/d.py", "from . import e") == ("b.c.d", [str(tmp_path / "a")])
    assert place(tmp_path / "a/b/c/__init__.py", "from . import d") == ("b.c", [str(tmp_path / "a")])
    assert name_of(tmp_path / "a/b/c/d.py") == "b.c.d"


def test_a_module_that_needs_nothing_is_not_given_its_folder(tmp_path: Path) -> None:
    put(tmp_path, "own.py", "secret.txt")
    assert place(tmp_path / "own.py", "import math, icontract") == ("", [])
    assert place(tmp_path / "own.py", "import numpy") == ("", [])


def test_the_project_and_its_src_are_imported_from_where_they_hold_a_name(tmp_path: Path) -> None:
    put(tmp_path, "pyproject.toml", "src/core/__init__.py", "tools/run.py")
    assert place(tmp_path / "tools/run.py", "import core.x") == (
        "run",
        [str(tmp_path / "tools"), str(tmp_path / "src")],
    )


def test_a_root_that_is_named_gives_names(tmp_path: Path) -> None:
    put(tmp_path, "maths/primes.py", "maths/sums.py")
    assert place(tmp_path / "maths/sums.py", "from maths.primes import is_prime", tmp_path) == (
        "maths.sums",
        [str(tmp_path)],
    )


def test_the_home_folder_is_never_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "own.py", "other.py")
    monkeypatch.setattr(python_project, "_PRIVATE", (tmp_path,))
    assert place(tmp_path / "own.py", "import other")[1] == []


def test_what_git_ignores_and_what_tools_make_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "b.txt", "pkg/c.py", "pkg/made/d.py", ".venv/e.py", "build/f.py", "node_modules/g.py")
    (tmp_path / ".gitignore").write_text("/build/\n")
    (tmp_path / "pkg/.gitignore").write_text("made\n")
    names = [str(file.relative_to(tmp_path)) for file in files_of(tmp_path, ".py")]
    assert names == ["a.py", "pkg/c.py"]
    assert list(files_of(tmp_path, ".py", ["pkg/"])) == [tmp_path / "a.py"]


def test_files_of_tests_in_a_folder_state_no_contracts(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    for name in ("code.py", "test_code.py", "tests/helpers.py"):
        (tmp_path / name).write_text("def check(x):\n    assert x\n")
    (tmp_path / "empty.py").write_text("VALUE = 1\n")
    assert [task.task_id for task in load(tmp_path).items] == ["code.check"]
    assert load(tmp_path).problems == ()
    assert len(load(tmp_path, project=Project(internal=True))) == 3
    with pytest.raises(InputError, match="--internal"):
        load(tmp_path / "test_code.py")


def test_modules_of_one_name_in_a_folder_have_different_tasks(tmp_path: Path) -> None:
    for name in ("one/code.py", "two/code.py", "other.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("def check(x):\n    assert x\n")
    assert {task.task_id for task in load(tmp_path).items} == {"one.code.check", "two.code.check", "other.check"}
