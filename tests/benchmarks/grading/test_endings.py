"""However a grading ends, nothing goes on without it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HANGING = "import time\ndef half(n):\n    time.sleep(600)\n"
ROW = {
    "task_id": "Mbpp/1",
    "prompt": '"""Half."""\n',
    "entry_point": "half",
    "contract": "\n    assert n >= 0\n",
    "canonical_solution": "def half(n):\n    return n // 2\n",
    "base_input": [[4]],
    "plus_input": [[7]],
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "code", "jobs"),
    [(signal.SIGTERM, 130, 2), (signal.SIGKILL, -9, 2)],
)
def test_a_signal_ends_workers_and_programs(tmp_path: Path, number: signal.Signals, code: int, jobs: int) -> None:
    (tmp_path / "data.jsonl").write_text("".join(json.dumps({**ROW, "task_id": f"Mbpp/{n}"}) + "\n" for n in (1, 9)))
    samples = [{"task_id": f"Mbpp/{n}", "solution": HANGING} for n in (1, 9) for _ in range(8)]
    (tmp_path / "samples.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    (tmp_path / "cvts.jsonl").write_text(
        json.dumps({"task_id": "Mbpp/1", "verdict": "violating", "violates": [0], "arguments": {"n": "-1"}})
    )
    mark = f"of grading {tmp_path}"
    command = [
        sys.executable,
        "-m",
        "specassay",
        "grade",
        "--dataset",
        "data.jsonl",
        "--samples",
        "samples.jsonl",
        "--cvts",
        "cvts.jsonl",
        "--cache",
        str(tmp_path / "cache"),
        "--no-alignment",
        "--unsafe",
        "-j",
        str(jobs),
    ]
    environment = {**os.environ, "MARK": mark}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        until(lambda: bool(sandboxes(tmp_path)), process)
        below = descendants(process.pid)
        os.kill(process.pid, number)
        _, said = process.communicate(timeout=50)  # of the 60 s that a program has
    assert process.returncode == code
    assert "Traceback" not in said
    deadline = time.monotonic() + 30
    while alive := {child for child in below if running(child)}:
        assert time.monotonic() < deadline, alive
        time.sleep(0.02)


def sandboxes(cache: Path) -> list[Path]:
    """What workers have put into the cache: each does so just before it starts with its first program."""
    return list((cache / "cache").rglob("seconds-*"))


def until(condition: object, process: "subprocess.Popen[str]") -> None:
    assert callable(condition)
    while not condition():
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(0.3)  # so that a program is running


def descendants(process: int) -> set[int]:
    """All processes below one."""
    found: set[int] = set()
    waiting = [process]
    while waiting:
        for children in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            try:
                new = set(map(int, children.read_text().split()))
            except OSError:
                continue
            waiting += new
            found |= new
    return found


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
