"""Programs of several files."""

import os
from pathlib import Path

import pytest

from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.runs.provenance import digest_of_file
from specassay.benchmarks.runs.run import RunSettings
from specassay.core.errors import InputError
from specassay.frontends.dafny import parse_file
from specassay.frontends.dafny.dafny_limits import LIMITS

MAIN = 'include "lib/squares.dfy"\nmethod M(n: nat) returns (r: nat)\n  ensures r == Square(n)\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "root" / "lib").mkdir(parents=True)
    squares = "function Square(n: Small): int { n * n }"
    (tmp_path / "root" / "lib" / "squares.dfy").write_text(
        f'include "../types.dfy"\n{squares}\nmethod SquareTest() {{ assert Square(2) == 4; }}'
    )
    (tmp_path / "root" / "types.dfy").write_text("type Small = n: nat | n < 100")
    (tmp_path / "outside.dfy").write_text("function Outside(): int { 1 }")
    return tmp_path / "root"


def write(folder: Path, text: str) -> Path:
    path = folder / "main.dfy"
    path.write_text(text)
    return path


def test_what_a_file_includes_is_known_but_for_its_tests(folder: Path) -> None:
    program = parse_file(write(folder, MAIN))
    assert not program.unread
    assert not program.tests
    (specification,) = program.specifications
    assert all(condition.term is not None for condition in specification.ensures)
    assert program.functions["Square"].requires
    assert program.functions["Square"].span is not None
    assert program.functions["Square"].span.file.endswith("squares.dfy")


def test_a_file_that_two_others_include_is_read_once(folder: Path) -> None:
    program = parse_file(write(folder, 'include "types.dfy"\n' + MAIN))
    assert not program.unread
    assert not program.problems


@pytest.mark.parametrize(
    ("included", "reason"),
    [
        ("../outside.dfy", "outside the folder"),
        ("link.dfy", "outside the folder"),
        ("/etc/hostname", "outside the folder"),
        ("main.dfy", "files that include each other: main.dfy > main.dfy"),
        ("circle.dfy", "files that include each other: main.dfy > circle.dfy > main.dfy"),
        ("missing.dfy", "no such file or folder"),
        ("broken.dfy", "broken.dfy:1:11: found '{'"),
        ("nul\\0byte.dfy", "null byte"),
    ],
)
def test_an_include_that_is_not_followed_is_said_and_the_rest_is_read(folder: Path, included: str, reason: str) -> None:
    os.symlink(folder.parent / "outside.dfy", folder / "link.dfy")
    (folder / "circle.dfy").write_text('include "main.dfy"\nfunction InCircle(): int { 1 }')
    (folder / "broken.dfy").write_text("method M( {}")
    text = f'\ninclude "{included}"\nmethod M() returns (r: int)\n  ensures r == 1\n'
    program = parse_file(write(folder, text))
    (problem,) = program.unread
    assert reason in problem.construct
    assert problem.span is not None
    assert problem.span.line == (2 if "circle" not in included else 1)
    assert [found.name for found in program.specifications] == ["M"]


def test_the_root_may_be_further_up(folder: Path) -> None:
    path = write(folder, 'include "../outside.dfy"\n')
    assert parse_file(path).unread
    assert set(parse_file(path, root=folder.parent).functions) == {"Outside"}


def test_the_root_is_that_of_the_checkout(folder: Path) -> None:
    path = write(folder, 'include "../outside.dfy"\nmethod M() returns (r: int)\n  ensures r == Outside()\n')
    (folder.parent / ".git").mkdir()
    assert set(parse_file(path).functions) == {"Outside"}
    (task,) = load(path)
    assert isinstance(task, SpecTask)
    assert not task.language.read(path, task.reading()).unread
    assert task.language.read(path, task.reading(folder)).unread


def test_a_long_chain_is_cut(tmp_path: Path) -> None:
    for number in range(150):
        (tmp_path / f"f{number}.dfy").write_text(f'include "f{number + 1}.dfy"\n')
    (problem,) = parse_file(tmp_path / "f0.dfy").unread
    assert "inside each other" in problem.construct


def test_a_loop_of_links_is_an_error_with_its_place_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "loop.dfy"
    path.symlink_to(path)
    with pytest.raises(InputError, match=r"loop\.dfy.*cannot be read"):
        parse_file(path)
    assert digest_of_file(SpecTask(task_id="loop", file=path), RunSettings())


def test_a_file_of_a_project_is_read_with_what_it_needs_of_it(tmp_path: Path) -> None:
    files = {
        "dfyconfig.toml": 'includes = ["src/**/*.dfy"]\nexcludes = ["src/old.dfy"]\n',
        "src/shapes.dfy": "module Shapes { import opened Numbers function Area(n: Small): int { n * n } }",
        "src/deep/numbers.dfy": "module Numbers { type Small = n: nat | n < 10 }\nmethod Broken( {",
        "src/old.dfy": "module Shapes { function Area(n: int): int { 0 } }",
        "src/other.dfy": "module Other { function Unused(): int { 1 } }",
        "src/main.dfy": "module Main { import S = Shapes method M() returns (r: int) ensures r == S.Area(3) }",
        "alone.dfy": "import Shapes\nmethod M() returns (r: int) ensures r == Shapes.Area(3) { r := 9; }",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    program = parse_file(tmp_path / "src" / "main.dfy")
    assert {"Shapes.Area"} == program.functions.keys() - {"Other.Unused"} == program.functions.keys()
    assert program.functions["Shapes.Area"].requires
    assert [each.name for each in program.specifications if each.span and each.span.file == program.file] == ["Main.M"]
    alone = parse_file(tmp_path / "alone.dfy")
    assert not alone.functions, "it is in the folder of the project, and not of it"


def test_a_project_is_a_source_and_a_kept_result_depends_on_all_its_files(tmp_path: Path) -> None:
    settings, main, shared = (tmp_path / name for name in ("dfyconfig.toml", "src/main.dfy", "lib/shared.dfy"))
    for path, text in {
        settings: 'includes = ["src/*.dfy", "lib/*.dfy"]',
        main: "module M { import S = Shared method One() returns (r: int) ensures r == S.One() }",
        shared: "module Shared { function One(): int { 1 } }",
        tmp_path / "src" / "aside.txt": "",
    }.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert [task.file for task in load(settings) if isinstance(task, SpecTask)] == [shared, main]
    for root in (None, main.parent):  # of a file, and of the folder `src`
        task = SpecTask(task_id="main", file=main, root=root)
        assert "Shared.One" in parse_file(main, root=root).functions
        digests = []
        for path, text in [
            (shared, "module Shared { function One(): int { 2 } }"),
            (shared, "module Shared { function One(): int { 1 } }"),
            (settings, 'includes = ["src/*.dfy"]'),
            (settings, 'includes = ["src/*.dfy", "lib/*.dfy"]'),
        ]:
            path.write_text(text)
            digests.append(digest_of_file(task, RunSettings()))
        assert digests[1] == digests[3]
        assert len(set(digests)) == 3


def test_settings_of_a_project_that_say_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "dfyconfig.toml").write_text("includes = 3")
    path = tmp_path / "a.dfy"
    path.write_text("function F(): int { 1 }")
    program = parse_file(path)
    assert "F" in program.functions
    assert any("includes is no list of texts" in str(each) for each in program.unread)


def test_a_project_with_too_many_files_is_refused_and_its_files_are_read_alone(tmp_path: Path) -> None:
    settings = tmp_path / "dfyconfig.toml"
    settings.write_text("")
    for number in range(LIMITS.files + 1):
        (tmp_path / f"f{number}.dfy").write_text(f"function F{number}(): int {{ 0 }}\n")
    with pytest.raises(InputError, match="501 files, and a project has at most 500"):
        load(settings)
    program = parse_file(tmp_path / "f7.dfy")
    assert set(program.functions) == {"F7"}
    assert any("501 files" in str(problem) for problem in program.unread)
