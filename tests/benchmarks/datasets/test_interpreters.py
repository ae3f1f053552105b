"""Modules that are run with another interpreter, and what is installed for that."""

import subprocess
import sys
from pathlib import Path

import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.interpreters import interpreter
from specassay.benchmarks.datasets.python_project import Project
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import PythonTask
from specassay.benchmarks.runs.cvt import synthesise
from specassay.core.errors import InputError

CART = '''
import only_there


def check(n: int):
    assert n < only_there.MOST
    return only_there.MOST
'''


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
    assert isinstance(here, PythonTask)
    assert isinstance(there, PythonTask)
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
