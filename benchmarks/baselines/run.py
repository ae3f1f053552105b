"""Runs a baseline on one task, in a process that is killed when its time is over, and certifies what it finds. The
contract is a Python module that both baselines read."""

import ast
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from ...backends.python.replay import Replayer
from ...backends.python.replay.guest.contract import asserts_of, parse_contract
from ...core.errors import SpecassayError
from ...core.synthesis.verdicts import targets
from ..datasets.tasks import ContractTask
from ..runs.as_functions import raising

MOST_TARGETS = 127
"""Sets of clauses that CrossHair is asked about, all of seven clauses: each is a function of its own, and has an equal
part of the time."""

HEAD = """
import typing as _typing
from math import inf, nan

_Atom = _typing.Union[None, bool, int, float, str]
_Plain = _typing.Union[
    None, bool, int, float, complex, str, bytes, _typing.List[_Atom], _typing.Tuple[_Atom, ...],
    _typing.Dict[str, _Atom], _typing.Set[int],
]
"""
VIOLATED = """
def violated(*arguments):
    found = []
    for number, clause in enumerate(CLAUSES):
        try:
            clause(*arguments)
        except Exception:
            found.append(number)
    return found
"""
TARGET = '''
def target_{name}({parameters}):
    """
    post: not __return__
    """
    return violated({arguments}) == {clauses}
'''
MEMORY_BYTES = 2 << 30  # of address space, so that a tool which takes all there is disturbs no other
GRACE = 3
"""How many times its limit a process may take before it is killed. CrossHair counts CPU seconds, without its start, and
prints at its end."""
CALL = re.compile(r"when calling (target_\w+\(.*\)) \(which returns ", re.DOTALL)


def module(task: ContractTask) -> str:
    """The text of a module with the reference implementation, a function for each clause that raises when it is
    violated, `violated` (the clauses that are), and for CrossHair a function for each of the smallest sets of clauses
    whose postcondition is that these are not exactly the violated ones.

    Raises InputError and Unsupported for a contract that cannot be a function.
    """
    return "\n".join([task.preamble, task.solution, HEAD, *_clauses(task), VIOLATED, *_targets(task)])


def clauses_of(task: ContractTask) -> int:
    """How many clauses the contract of a task has that `module` accepts."""
    return len(asserts_of(parse_contract(task.contract_text)))


def _clauses(task: ContractTask) -> Iterator[str]:
    names = [f"clause_{number}" for number in range(clauses_of(task))]
    order = task.replay_task.order
    for number, name in enumerate(names):
        yield ast.unparse(raising(name, task.contract_text, task.parameter_names, only=number, order=order)) + "\n"
    yield f"CLAUSES = [{', '.join(names)}]"


def _targets(task: ContractTask) -> Iterator[str]:
    for target in targets(clauses_of(task), MOST_TARGETS):
        clauses = sorted(target)
        yield TARGET.format(
            name="_".join(map(str, clauses)),
            parameters=", ".join(f"{name}: _Plain" for name in task.parameter_names),
            arguments=", ".join(task.parameter_names),
            clauses=clauses,
        )


@frozen(slots=True)
class ComparedTool:
    """A tool that looks for violating inputs. `package` is what it needs, `command` makes its command line from a task,
    the module of its probes and the seconds; `inputs` reads what it prints: lists of literals."""

    package: str
    command: Callable[[ContractTask, Path, float], list[str]]
    inputs: Callable[[str], Iterator[list[str]]]

    @property
    def installed(self) -> bool:
        return find_spec(self.package) is not None


@frozen(slots=True)
class BaselineRun:
    """The sets of clauses that one task has an exact test for, and the seconds that took; or why it did not run."""

    exact: frozenset[frozenset[int]]
    seconds: float
    error: str | None = None


def run_baseline(baseline: ComparedTool, task: ContractTask, seconds: float, replayer: Replayer) -> BaselineRun:
    """Run a baseline on a task for about so many seconds, and replay what it prints."""
    try:
        text = module(task)
        replayer.load(task.replay_task)
    except SpecassayError as problem:
        return BaselineRun(frozenset(), 0.0, str(problem))
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="specassay-") as folder:
        path = Path(folder) / "probes.py"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        output = _output(baseline.command(task, path, seconds), folder, GRACE * seconds)
    exact = frozenset(_exact(task, baseline.inputs(output), replayer))
    return BaselineRun(exact, time.perf_counter() - started)


def _output(command: list[str], folder: str, seconds: float) -> str:
    """What a command prints until it ends or its time is over."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_limit_memory,
        )
        try:
            # What it printed until then counts as well: these tools print each test as they find it.
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
        finally:
            with suppress(ProcessLookupError):
                # With all that it started, also where it ended by itself.
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        return output.read().decode("utf-8", "replace")


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _exact(task: ContractTask, inputs: Iterator[list[str]], replayer: Replayer) -> Iterator[frozenset[int]]:
    for texts in inputs:
        if len(texts) != len(task.parameter_names):
            continue
        try:
            replay = replayer.run(dict(zip(task.parameter_names, texts, strict=True)), reference=False)
        except SpecassayError:
            continue
        if replay.decided and replay.violated:
            yield replay.violated


def _hypothesis(task: ContractTask, path: Path, seconds: float) -> list[str]:
    numbers = (len(task.parameter_names), clauses_of(task), seconds)
    return [sys.executable, "-m", f"{__package__}.hypothesis_loop", str(path), *map(str, numbers)]


def _hypothesis_inputs(output: str) -> Iterator[list[str]]:
    for line in output.splitlines():
        with suppress(json.JSONDecodeError):
            yield json.loads(line)


def _crosshair(task: ContractTask, path: Path, seconds: float) -> list[str]:
    each = seconds / min(2 ** clauses_of(task) - 1, MOST_TARGETS)
    return [
        sys.executable,
        "-m",
        "crosshair",
        "check",
        "--analysis_kind=PEP316",
        f"--per_condition_timeout={each:.3f}",
        str(path),
    ]


def _crosshair_inputs(output: str) -> Iterator[list[str]]:
    """The arguments of its counterexamples, one a line."""
    for line in output.splitlines():
        if (found := CALL.search(line)) is None:
            continue
        with suppress(SyntaxError, ValueError, RecursionError):
            call = ast.parse(found[1], mode="eval").body
            if isinstance(call, ast.Call):
                yield [ast.unparse(value) for value in (*call.args, *(keyword.value for keyword in call.keywords))]


BASELINES: Mapping[str, ComparedTool] = {
    "Hypothesis": ComparedTool("hypothesis", _hypothesis, _hypothesis_inputs),
    "CrossHair": ComparedTool("crosshair", _crosshair, _crosshair_inputs),
}
