"""Servers that fork, and what they forked."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from specassay.backends.processes.forking import MOST_SAID, ForkingServer

MODULE = """
import os, sys, time
from specassay.backends.processes.child import connection_of
from specassay.backends.processes.forking import serve_forks

LOADED = os.getpid()

def work(argument, connection):
    if argument == "leave":
        sys.exit(3)
    if argument == "speak":
        os.write(2, b"x" * 1_000_000)
    connection.send((argument, LOADED, os.getppid()))
    connection.recv()

serve_forks(connection_of(sys.argv), work)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "forks_for_tests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "forks_for_tests"


@pytest.fixture
def server(module: str) -> Iterator[ForkingServer]:
    started = ForkingServer(module)
    yield started
    started.close()


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it may end while it is read
        return False


def ends(pid: int) -> bool:
    for _ in range(1000):
        if not is_running(pid):
            return True
        time.sleep(0.01)
    return False


def test_what_is_loaded_once_serves_every_process(server: ForkingServer) -> None:
    processes = [server.start(argument) for argument in ("one", "two")]
    answers = [each.connection.recv() for each in processes]
    assert [answer[0] for answer in answers] == ["one", "two"]
    loaded = {answer[1] for answer in answers}
    assert loaded == {answer[2] for answer in answers}
    assert len({*loaded, *(each.pid for each in processes)}) == 3
    assert [each.poll() for each in processes] == [None, None]
    processes[0].kill()
    processes[0].kill()
    assert processes[0].wait() == processes[0].poll() == -signal.SIGKILL
    processes[1].connection.close()
    assert processes[1].wait() == 1, "the end of its connection is an error here"


def test_the_code_of_a_process_is_known_until_it_is_asked_for(server: ForkingServer) -> None:
    process = server.start("leave")
    with pytest.raises(EOFError):
        process.connection.recv()
    assert server.start("other").connection.recv()[0] == "other"
    assert process.wait() == 3


def test_all_end_with_their_server(server: ForkingServer) -> None:
    process = server.start("one")
    parent = process.connection.recv()[2]
    os.kill(parent, signal.SIGKILL)
    assert ends(process.pid)
    assert process.wait() == -signal.SIGKILL
    process.kill()
    with pytest.raises((EOFError, OSError)):
        server.start("two")


def test_all_end_with_who_started_the_server(module: str) -> None:
    program = f"""
import time
from specassay.backends.processes.forking import ForkingServer
server = ForkingServer({module!r})
process = server.start("one")
print(process.pid, process.connection.recv()[2], flush=True)
time.sleep(60)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    client = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
    assert client.stdout is not None
    pids = [int(word) for word in client.stdout.readline().split()]
    client.kill()
    client.wait()
    client.stdout.close()
    assert all(map(ends, pids))


def test_a_server_that_cannot_load_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_for_tests.py").write_text("import sys; print('it is', ' broken', file=sys.stderr); sys.exit(7)")
    monkeypatch.syspath_prepend(str(tmp_path))
    server = ForkingServer("broken_for_tests")
    with pytest.raises((EOFError, OSError)):
        server.start("one")
    assert server.kill() == (7, "it is broken")


def test_what_is_printed_as_errors_stops_nobody_and_little_of_it_is_told_once(server: ForkingServer) -> None:
    process = server.start("speak")
    assert process.connection.recv()[0] == "speak"
    assert server.said() == "x" * MOST_SAID
    assert server.said() == ""
    process.connection.close()
    assert process.wait() == 1  # its connection has ended
