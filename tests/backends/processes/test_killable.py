"""A process that is killed when its work takes too long, and dies with the one that started it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from specassay.backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from specassay.core.errors import SolverFailure

BOUNDS = RequestLimits(cpu_seconds=5.0, wall_seconds=60.0, memory_mb=512)
SHORT = RequestLimits(cpu_seconds=0.1, wall_seconds=60.0)


@pytest.fixture(scope="module")
def process() -> Iterator[KillableProcess]:
    with KillableProcess() as running:
        yield running


def double(number: int) -> int:
    return 2 * number


def spin() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(600)


def fill() -> bytes:
    return bytes(1 << 40)


def leave() -> None:
    os._exit(3)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def fail() -> None:
    raise KeyError("x")


def miss() -> None:
    raise SolverFailure("no solver")


@pytest.mark.parametrize(
    ("work", "bounds", "reason"),
    [
        (spin, SHORT, r"0.1 s of processor time"),
        (sleep, RequestLimits(5.0, 0.1), r"after 0.1 s"),
        (fill, BOUNDS, r"memory"),
        (leave, BOUNDS, r"exit code 3"),
        (crash, BOUNDS, r"signal 11"),
        (fail, BOUNDS, r"KeyError: 'x'"),
    ],
)
def test_whatever_goes_wrong_is_told_and_the_next_request_is_answered(
    process: KillableProcess, work: Callable[[], object], bounds: RequestLimits, reason: str
) -> None:
    with pytest.raises(ProcessStopped, match=reason):
        process.ask(bounds, work)
    assert process.ask(BOUNDS, double, 4) == 8


def start_one_that_spins() -> None:
    subprocess.run([sys.executable, "-c", "while True: pass"], check=False)


@pytest.mark.parametrize("work", [start_one_that_spins, sleep, spin])
def test_what_it_starts_and_its_waiting_count_altogether(process: KillableProcess, work: Callable[[], object]) -> None:
    with pytest.raises(ProcessStopped, match=r"0.3 s, with all that it started"):
        process.ask(RequestLimits(60.0, 600.0, altogether=0.3), work)
    assert process.taken >= 0.3
    assert process.ask(RequestLimits(60.0, 600.0, altogether=60.0), double, 4) == 8


def start_one_and_tell(path: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(path).write_text(str(child.pid))
    time.sleep(600)


def test_what_it_started_ends_with_it(process: KillableProcess, tmp_path: Path) -> None:
    told = tmp_path / "pid"
    with pytest.raises(ProcessStopped, match=r"after 2 s"):
        process.ask(RequestLimits(60.0, 2.0), start_one_and_tell, str(told))
    assert gone(int(told.read_text()))


def gone(pid: int) -> bool:
    """Whether a process has ended, within ten seconds."""
    for _ in range(1000):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):  # it may end while it is read
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_a_tool_that_is_missing_is_no_failure_of_the_work(process: KillableProcess) -> None:
    with pytest.raises(SolverFailure, match=r"no solver"):
        process.ask(BOUNDS, miss)


PARENT = """
import sys
from specassay.backends.processes.killable import KillableProcess, RequestLimits
import time
process = KillableProcess()
process.ask(RequestLimits(5, 60), print)
print(process._process.pid, flush=True)
process.ask(RequestLimits(60, 60), time.sleep, 600)
"""


def test_it_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(child)


def loaded(name: str) -> tuple[int, bool]:
    return os.getppid(), name in sys.modules


def test_what_they_load_is_loaded_once_for_all_of_them() -> None:
    """A module that nothing else here imports: each process finds it imported, by the one that forked it."""
    found = []
    for _ in range(2):
        with KillableProcess(loads="colorsys") as process:
            found.append(process.ask(BOUNDS, loaded, "colorsys"))
    with KillableProcess() as process:
        other, there = process.ask(BOUNDS, loaded, "colorsys")
    assert found == [(found[0][0], True)] * 2
    assert other not in (found[0][0], os.getpid())
    assert not there


def surroundings() -> tuple[str, str | None, bool]:
    return os.getcwd(), os.environ.get("SPECASSAY_CHANGED"), "changed" in sys.path


def test_they_are_where_we_are_when_they_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And not where we were when the server started that forks them."""
    with KillableProcess() as process:
        assert process.ask(BOUNDS, surroundings) == (os.getcwd(), None, False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPECASSAY_CHANGED", "yes")
    monkeypatch.syspath_prepend("changed")
    with KillableProcess() as process:
        assert process.ask(BOUNDS, surroundings) == (str(tmp_path), "yes", True)


def test_a_module_that_cannot_be_loaded_is_told() -> None:
    with KillableProcess(loads="no.such.module") as process, pytest.raises(ProcessStopped, match=r"No module named"):
        process.ask(BOUNDS, double, 4)


def test_a_server_that_has_ended_is_replaced() -> None:
    with KillableProcess(loads="colorsys") as process:
        server, _ = process.ask(BOUNDS, loaded, "colorsys")
        os.kill(server, signal.SIGKILL)
    with KillableProcess(loads="colorsys") as process:
        again, there = process.ask(BOUNDS, loaded, "colorsys")
    assert there
    assert again != server


def test_it_has_the_environment_that_it_is_given() -> None:
    def hashed() -> int:
        with KillableProcess(environment={"PYTHONHASHSEED": "0"}) as process:
            return process.ask(BOUNDS, hash, "text")

    assert hashed() == hashed()
