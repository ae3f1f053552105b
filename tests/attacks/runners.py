"""Runs a program and judges what it returned: in the sandbox, or in a plain process with limits."""

import json
import math
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Protocol

from attrs import frozen

from specassay.backends.python.sandbox import Installation, Sandbox, SandboxLimits

PLAIN = Path(__file__).with_name("plain.py")
LIMITS = SandboxLimits(cpu_seconds=0.15, wall_seconds=1.0, memory_mb=256, output_bytes=1 << 20)
"""For attacks, many of which use all the time there is."""
GENEROUS = SandboxLimits(cpu_seconds=10, wall_seconds=30, memory_mb=1024, output_bytes=1 << 20)
"""For programs that mean no harm."""


@frozen(slots=True)
class Judged:
    """Whether a program passed, what became of it, and all that it brought out."""

    passed: bool
    outcome: str
    text: str


class Runner(Protocol):
    """A way to judge programs."""

    name: str

    def run(self, code: str, expected: object, limits: SandboxLimits = GENEROUS) -> Judged:
        """Judge a program whose `f()` should return `expected`."""

    def close(self) -> None:
        """End what it started."""


class SandboxRunner:
    """The sandbox. Raises SandboxUnavailable."""

    name = "sandbox"

    def __init__(self, installation: Installation | None = None) -> None:
        self.sandbox = Sandbox(GENEROUS, installation=installation)
        self.has_packages = installation is None

    def run(self, code: str, expected: object, limits: SandboxLimits = GENEROUS) -> Judged:
        run = self.sandbox.run(code, "f", ("()",), limits=limits)
        outcome = run.load or run.results[0]
        passed = outcome.kind == "value" and type(outcome.value) is type(expected) and outcome.value == expected
        text = f"{outcome.encoded!r} {outcome.exception} {outcome.message}"
        return Judged(passed, outcome.kind, text)

    def close(self) -> None:
        self.sandbox.close()


PATIENCE = 5
"""How many times its wall time a plain process may take. What ends it is its processor time, on a busy machine too."""


class PlainRunner:
    """A process with limits on time and memory for every program."""

    name = "plain"

    def __init__(self, python: str | None = None) -> None:
        self.python = python or sys.executable

    def run(self, code: str, expected: object, limits: SandboxLimits = GENEROUS) -> Judged:
        task = {"code": code, "expected": expected, "memory_mb": limits.memory_mb}
        task["cpu_seconds"] = math.ceil(limits.cpu_seconds)  # the kernel counts whole seconds
        command = [self.python, "-I", str(PLAIN), f"plain run of process {os.getpid()}"]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            try:
                given = json.dumps(task).encode()
                output, _ = process.communicate(given, timeout=PATIENCE * limits.wall_seconds)
            except subprocess.TimeoutExpired:
                return Judged(False, "timeout", "")
            finally:
                process.kill()
        if not output:
            return Judged(False, "crash", "")
        report = pickle.loads(output)
        outcome = "raised" if isinstance(report["value"], BaseException) else "value"
        return Judged(report["passed"], outcome, repr(output))

    def close(self) -> None:
        pass
