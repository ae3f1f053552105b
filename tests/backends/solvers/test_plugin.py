"""A solver that another package adds: an installed distribution with an entry point, seen by everything that lists
solvers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "data" / "plugin"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Variables of a process in which the sample package is installed: its module, and the metadata that its own
    build makes."""
    shutil.copytree(SOURCES, tmp_path / "site")
    build = "import sys; from setuptools.build_meta import prepare_metadata_for_build_wheel as b; b(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, "."], cwd=tmp_path / "site", check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": str(tmp_path / "site")}


def test_it_is_asked_by_its_name(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("def f(x):\n    assert len(x) == 3 or hash(x) > 7\n    assert x\n")
    command = [sys.executable, "-m", "specassay", "cvt", str(tmp_path / "f.py"), "--json", "--solver"]
    done = subprocess.run([*command, "sample"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    refused = subprocess.run([*command, "sampel"], env=environment, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "did you mean 'sample'?" in refused.stderr


def test_it_answers_in_a_worker_too(environment: dict[str, str]) -> None:
    text = (
        "from specassay.backends.solvers import registry; from specassay.backends.solvers.worker import isolated\n"
        "from specassay.core.ir.terms import TRUE\n"
        "session = isolated(registry.get('sample')).session(); session.add(TRUE)\n"
        "print(registry.names(), session.check().message)"
    )
    done = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "('z3', 'cvc5', 'yices', 'sample') it never knows", done.stderr
