"""Where a file belongs, which files of a folder are read, and with which interpreter they run."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets import python_project
from specassay.benchmarks.datasets.folders import files_of
from specassay.benchmarks.datasets.python_project import Project, interpreter, name_of, place_of
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise
from specassay.core.errors import InputError


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def place(file: Path, text: str, *roots: Path, source: Path | None = None) -> tuple[str, list[str]]:
    found = place_of(file, ast.parse(text), Project(roots=roots), source)
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


def test_a_folder_that_is_a_package_is_imported_with_its_name(tmp_path: Path) -> None:
    put(tmp_path, "shop/__init__.py", "shop/cart/__init__.py", "shop/cart/add.py")
    found = ("shop.cart.add", [str(tmp_path)])
    file = tmp_path / "shop/cart/add.py"
    assert place(file, "from . import remove", source=tmp_path / "shop") == found
    assert place(file, "from . import remove", source=tmp_path / "shop/cart") == found
    assert place(file, "from . import remove", source=tmp_path) == found
    assert place(file, "from . import remove") == found


def test_namespace_packages_have_the_names_that_their_imports_need(tmp_path: Path) -> None:
    """A folder without `__init__.py` is a package, too (PEP 420): below the folder that is read, below `src`, and
    where a relative import says so."""
    put(tmp_path, "flat/ns/pkg/__init__.py", "flat/ns/pkg/a.py")
    put(tmp_path, "laid/pyproject.toml", "laid/src/ns/pkg/a.py", "laid/src/ns/b.py")
    flat = tmp_path / "flat/ns/pkg/a.py"
    assert place(flat, "import ns.pkg.b", source=tmp_path / "flat") == ("ns.pkg.a", [str(tmp_path / "flat")])
    assert place(flat, "from . import b") == ("pkg.a", [str(tmp_path / "flat/ns")])
    assert place(flat, "from .. import b") == ("ns.pkg.a", [str(tmp_path / "flat")])
    src = tmp_path / "laid/src"
    for source in (src.parent, src, src / "ns", src / "ns/pkg", None):
        assert place(src / "ns/pkg/a.py", "import ns.b", source=source) == ("ns.pkg.a", [str(src)])


def test_a_folder_inside_one_that_is_read_is_found_by_what_is_imported(tmp_path: Path) -> None:
    """Folders of algorithms are run where they are: `from maths.primes import …` beside `maths`."""
    put(tmp_path, "all/maths/primes.py", "all/maths/twins.py", "all/graphs/paths.py")
    twins, paths = tmp_path / "all/maths/twins.py", tmp_path / "all/graphs/paths.py"
    assert place(twins, "from maths import primes", source=tmp_path) == ("maths.twins", [str(tmp_path / "all")])
    assert place(twins, "from maths.primes import of") == ("maths.twins", [str(tmp_path / "all")])
    assert place(paths, "from maths.primes import of", source=tmp_path)[1] == [str(tmp_path), str(tmp_path / "all")]
    assert place(paths, "from maths.absent import of", source=tmp_path) == ("", [])
    assert place(paths, "from maths.primes import of", source=tmp_path / "all/graphs") == ("", [])


def test_tests_beside_src_import_what_is_in_it(tmp_path: Path) -> None:
    put(tmp_path, "pyproject.toml", "src/shop/__init__.py", "tests/test_cart.py", "tests/helpers.py")
    folders = [str(tmp_path / "tests"), str(tmp_path / "src")]
    assert place(tmp_path / "tests/test_cart.py", "import shop, helpers") == ("test_cart", folders)
    module, found = place(tmp_path / "tests/test_cart.py", "import shop, helpers", source=tmp_path)
    assert module == "tests.test_cart"
    assert set(folders) <= set(found)


def test_a_file_whose_name_no_import_has_finds_its_neighbours(tmp_path: Path) -> None:
    put(tmp_path, "my-scripts/run.py", "my-scripts/run-all.py", "my-scripts/helper.py")
    folder = [str(tmp_path / "my-scripts")]
    assert place(tmp_path / "my-scripts/run.py", "import helper", source=tmp_path) == ("run", folder)
    assert place(tmp_path / "my-scripts/run-all.py", "import helper") == ("", folder)


def test_a_module_of_the_standard_library_keeps_its_name(tmp_path: Path) -> None:
    """Inside, `json` is imported long before: a file of that name is executed without one."""
    put(tmp_path, "json.py", "helper.py", "pkg/__init__.py", "pkg/json.py")
    assert place(tmp_path / "json.py", "import helper") == ("", [str(tmp_path)])
    assert place(tmp_path / "pkg/json.py", "from . import b") == ("pkg.json", [str(tmp_path)])


def test_no_folder_with_the_home_folder_in_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "homes/me/own.py", "homes/me/other.py", "homes/me/pkg/__init__.py", "homes/me/pkg/a.py")
    put(tmp_path, "homes/me/work/own.py", "homes/me/work/other.py")
    home = tmp_path / "homes/me"
    monkeypatch.setenv("HOME", str(home))
    assert place(home / "own.py", "import other")[1] == []
    assert place(home / "work/own.py", "import other")[1] == [str(home / "work")]
    for folder in (home, home.parent, Path("/")):
        with pytest.raises(InputError, match="holds your home folder"):
            place(home / "work/own.py", "import other", folder)
    with pytest.raises(InputError, match="holds your home folder"):
        place(home / "pkg/a.py", "from . import b")
    monkeypatch.setattr(sys, "path", [str(home), str(home.parent), "/", str(home / "work")])
    assert python_project.installed() == (str(home / "work"),)


def test_a_package_is_read_in_its_own_folder(tmp_path: Path) -> None:
    put(tmp_path, "shop/__init__.py")
    (tmp_path / "shop/limits.py").write_text("MOST = 3\n")
    (tmp_path / "shop/cart.py").write_text("from .limits import MOST\n\n\ndef add(n):\n    assert n < MOST\n")
    (task,) = load(tmp_path / "shop").items
    assert isinstance(task, ContractTask)
    assert (task.task_id, task.module) == ("shop.cart.add", "shop.cart")


def test_what_git_ignores_and_what_tools_make_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "b.txt", "pkg/c.py", "pkg/made/d.py", ".venv/e.py", "build/f.py", "node_modules/g.py")
    (tmp_path / ".gitignore").write_text("/build/\n")
    (tmp_path / "pkg/.gitignore").write_text("made\n")
    names = [str(file.relative_to(tmp_path)) for file in files_of(tmp_path, ".py")]
    assert names == ["a.py", "pkg/c.py"]
    assert list(files_of(tmp_path, ".py", ["pkg/"])) == [tmp_path / "a.py"]


def test_a_folder_that_is_named_is_read_although_it_is_ignored(tmp_path: Path) -> None:
    package = tmp_path / ".venv/lib/site-packages/pkg"
    (package / "build").mkdir(parents=True)
    (tmp_path / ".gitignore").write_text(".venv/\n")
    (package / ".gitignore").write_text("build/\n")
    for name in ("a.py", "build/b.py"):
        (package / name).write_text("x = 1\n")
    assert list(files_of(package, ".py")) == [package / "a.py"]
    assert list(files_of(tmp_path, ".py")) == []


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


CART = """
import only_there


def check(n: int):
    assert n < only_there.MOST
    return only_there.MOST
"""


@pytest.fixture(name="python", scope="module")
def _python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment without pip, in which a package is installed that is not installed here."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "only_there.py").write_text("from linked import MOST\n")
    (folder / "editable").mkdir()
    (folder / "editable/linked.py").write_text("MOST = 7\n")
    (packages / "editable.pth").write_text(f"{folder / 'editable'}\nimport nothing_that_exists\n")
    return folder / "bin/python"


def test_a_module_is_run_with_what_is_installed_for_another_interpreter(python: Path, tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text(CART)
    (here,) = load(tmp_path / "cart.py")
    (there,) = load(tmp_path / "cart.py", project=Project(python=str(python)))
    assert isinstance(here, ContractTask)
    assert isinstance(there, ContractTask)
    assert "No module named 'only_there'" in str(synthesise(here).error)
    report = synthesise(there, config=Config(budget=2))
    assert report.error is None
    (row,) = report.rows
    assert (row.verdict, row.solver) == ("violating", "search")
    assert row.arguments is not None
    with Replayer() as replayer:
        replayer.load(there.replay_task)
        assert replayer.values([row.arguments]) == ["7"]


def test_what_is_installed_is_asked_without_running_it(python: Path) -> None:
    found = interpreter(str(python))
    assert found.executable == str(python)
    assert [Path(each).name for each in found.installed] == ["site-packages", "editable"]


def test_what_cannot_run_modules_is_refused(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("""#!/bin/sh
echo '{"executable": "old", "implementation": "cpython", "version": [3, 9, 1], "folders": []}'
""")
    other = tmp_path / "other"
    other.write_text("#!/bin/sh\necho hello\n")
    for program in (old, other):
        program.chmod(0o755)
    for name, message in ((old, "cpython 3.9.1"), (other, "does not answer"), (tmp_path / "no", "no such program")):
        with pytest.raises(InputError, match=message):
            interpreter(str(name))
