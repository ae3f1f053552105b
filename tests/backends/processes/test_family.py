"""What a process takes together with all that it started."""

import os
import signal
import subprocess
import sys
import time

from specassay.backends.processes.family import FamilyWatch, family_of

PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
SPINNING, SLEEPING = "while True: pass", "import time; time.sleep(600)"


def watched(text: str, measure: str) -> FamilyWatch:
    """Watch a process that started another one until it took something."""
    with subprocess.Popen([sys.executable, "-c", PARENT, text], start_new_session=True) as process:
        try:
            watch = FamilyWatch(process.pid)
            deadline = time.monotonic() + 60
            while getattr(watch, measure) < 0.3 and time.monotonic() < deadline:
                time.sleep(0.01)
                watch.look()
            return watch
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_what_a_child_computes_counts() -> None:
    assert watched(SPINNING, "seconds").seconds >= 0.3


def test_who_sleeps_is_idle() -> None:
    watch = watched(SLEEPING, "idle")
    assert watch.idle >= 0.3
    assert watch.taken == watch.seconds + watch.idle


def test_of_one_that_is_gone_nothing_is_told() -> None:
    with subprocess.Popen(["true"]) as process:
        process.wait()
        assert family_of(process.pid) == (0.0, False)
