"""Which functions of a folder changed since a revision, in a repository made for it."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main

BEFORE = """import functools


def first(n):
    assert n > 0
    return n


@functools.cache
def second(n):
    assert n > 1
    return n


def third(n):
    assert n > 2
    assert n > 3
    return n
"""


def git(*arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text('"""A package."""\n')
    path = tmp_path / "pkg" / "numbers é.py"
    path.write_text(BEFORE)
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["cvt", "pkg", *arguments, "--format", "junit"], catch_exceptions=False)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("n > 0", "n > 5", {"first"}),
        ("@functools.cache\n", "@functools.cache\n@functools.wraps(print)\n", {"second"}),
        ("    assert n > 3\n", "", {"third"}),
        ("import functools\n", "import functools\nimport math\n", set()),
    ],
)
def test_only_functions_of_which_lines_changed(repository: Path, old: str, new: str, changed: set[str]) -> None:
    repository.write_text(BEFORE.replace(old, new))
    done = run("--since", "HEAD")
    names = {"first", "second", "third"}
    assert {name for name in names if f'.{name}"' in done.stdout} == changed
    assert f"{len(changed)} of 3 changed since HEAD." in done.stderr


def test_a_file_that_git_does_not_know_is_all_new(repository: Path) -> None:
    repository.with_name("other.py").write_text("def new(n):\n    assert n > 0\n    return n\n")
    assert "1 of 4 changed since HEAD." in run("--since", "HEAD").stderr


@pytest.mark.parametrize("revision", ["nosuch", "--output=pwned", "HEAD:pkg"])
def test_a_revision_is_no_option_and_no_file(repository: Path, revision: str) -> None:
    done = run("--since", revision)
    assert done.exit_code == 2
    assert "--since: " in done.stderr
    assert not Path("pwned").exists()


def test_a_repository_starts_no_program_of_its_own(repository: Path) -> None:
    Path("run.sh").write_text("#!/bin/sh\ntouch pwned\n")
    Path("run.sh").chmod(0o755)
    for name in ("diff.external", "core.fsmonitor", "diff.evil.textconv", "diff.evil.command"):
        git("config", name, str(Path("run.sh").absolute()))
    Path(".gitattributes").write_text("*.py diff=evil\n")
    repository.write_text(BEFORE.replace("n > 0", "n > 5"))
    assert "1 of 3 changed since HEAD." in run("--since", "HEAD").stderr
    assert not Path("pwned").exists()


def test_outside_a_repository_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    Path("pkg").mkdir()
    Path("pkg", "a.py").write_text(BEFORE)
    done = run("--since", "HEAD")
    assert done.exit_code == 2
    assert "not a git repository" in done.stderr


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["*.f"], {"pkg.a.f", "pkg.b.f"}),
        (["pkg.a.g", "pkg.b.?"], {"pkg.a.g", "pkg.b.f"}),
    ],
)
@pytest.mark.parametrize("command", ["cvt", "spec"])
def test_functions_are_selected_by_qualified_name_or_pattern(
    command: str, wanted: list[str], found: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "def {0}(n):\n    assert n > 0\n    result = n\n    assert result > 0\n    return result\n\n\n"
    text += "assert {0}(1) == 1\n"
    Path("pkg").mkdir()
    Path("pkg", "__init__.py").write_text('"""A package."""\n')
    Path("pkg", "a.py").write_text(text.format("f") + text.format("g"))
    Path("pkg", "b.py").write_text(text.format("f"))
    options = [part for name in wanted for part in ("--select", name)]
    done = CliRunner().invoke(main, [command, "pkg", *options, "--format", "junit"], catch_exceptions=False)
    every = {"pkg.a.f", "pkg.a.g", "pkg.b.f"}
    assert {name for name in every if f'"{name}"' in done.stdout} == found


def test_a_name_that_nothing_has_is_told(repository: Path) -> None:
    done = run("--select", "pkg.nosuch.*")
    assert done.exit_code == 2
    assert "no task 'pkg.nosuch.*'" in done.stderr
