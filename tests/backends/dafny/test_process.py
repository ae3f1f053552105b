"""Limits of a program and of what it starts."""

import os
import sys
import time
from pathlib import Path
from threading import Event, Timer

import pytest

from specassay.backends.dafny.process import run_limited
from specassay.core.errors import SolverFailure

WITH_CHILD = """
import subprocess, sys, time, pathlib
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path("child.pid").write_text(str(child.pid))
print("started", flush=True)
"""


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def ends(pid: int) -> bool:
    for _ in range(100):
        if not is_running(pid):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the state of processes in /proc")
@pytest.mark.parametrize("waits", [True, False])
def test_children_do_not_outlive_the_program(tmp_path: Path, waits: bool) -> None:
    program = WITH_CHILD + ("time.sleep(600)" if waits else "")
    finished = run_limited([sys.executable, "-c", program], 3.0 if waits else 60.0, tmp_path)
    assert finished.stopped is waits
    assert finished.output == "started\n"
    assert ends(int((tmp_path / "child.pid").read_text()))


def test_a_program_is_stopped_when_asked_to() -> None:
    stop = Event()
    Timer(0.5, stop.set).start()
    finished = run_limited([sys.executable, "-c", "import time; time.sleep(600)"], 600.0, stop=stop)
    assert finished.stopped


def test_output_and_errors_are_one_text() -> None:
    finished = run_limited([sys.executable, "-c", "import sys; print('a', flush=True); sys.exit('b')"], 60.0)
    assert (finished.output, finished.code, finished.stopped) == ("a\nb\n", 1, False)


def test_a_program_that_does_not_start_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "dafny"
    path.write_text("no program", encoding="utf-8")
    os.chmod(path, 0o755)
    with pytest.raises(SolverFailure, match="does not start"):
        run_limited([str(path)], 1.0)
