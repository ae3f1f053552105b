"""Attacks on a grade and on a reward: what a program can earn for nothing, through `specassay grade` and `reward`.

Reinforcement learning finds such programs without malice. A task is made for each run, with a solution that nobody can
guess; programs want to pass without it (`pass`), to have refused contract-violating inputs (`csr`) or to have checks
(`aar`) without a check that works, or to hold the evaluator up (`time`). Those for `csr` and `aar` know the solution.
"""

import json
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from attrs import evolve, frozen

from specassay.benchmarks.cache import Cache
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.command import load_tasks
from specassay.benchmarks.grading.cvts import read_cvts
from specassay.benchmarks.grading.grade import Settings
from specassay.benchmarks.grading.rewards import DEFAULT_SETTINGS, Reward, reward

from .forging import SEARCH

Goal = Literal["pass", "csr", "aar", "time"]
WAYS = ("grade, cold", "grade, warm", "reward, cold", "reward, warm")
SECONDS = 60.0
"""Of wall time for one program: what takes longer has held the evaluator up. Its own limits end it before."""
VALID, TESTED = 24, 6
KEYED, LISTED = "Mbpp/9001", "Mbpp/9002"
"""A task whose solution has a key, and one whose oracle compares sets."""


@frozen(slots=True)
class GradingAttack:
    """A program that wants something for nothing. `{solution}` in its code stands for the body that computes the right
    result of `f(n)` with the key."""

    name: str
    goal: Goal
    code: str
    task: str = KEYED


@frozen(slots=True)
class Earned:
    """What a program got in one way of grading, and what of it was for nothing (empty when nothing was)."""

    way: str
    program: str
    goal: str
    seconds: float
    harm: str


COUNTED = """
calls = 0
def f(n):
    global calls
    calls += 1
    if {when}: raise AssertionError
    {{solution}}
"""
FOUND = SEARCH + "FOUND = None\ndef f(n):\n    global FOUND\n    FOUND = FOUND or sorted(search(PATTERN)) or ['']\n"
COMPUTED = "    import hashlib\n    return 'out-' + hashlib.sha256(f'{FOUND[0]}-{n}'.encode()).hexdigest()[:16]\n"


def _blind(name: str, when: str) -> GradingAttack:
    """Refuses by what it sees of its calls, and not by the input."""
    return GradingAttack(name, "csr", COUNTED.format(when=when))


def _finding(mark: str) -> str:
    """Code that looks for a mark with what follows it when it is first called."""
    return FOUND.replace("PATTERN", f"rb'{mark}-[0-9a-f]{{16}}'")


ATTACKS = (
    GradingAttack("the solution in memory", "pass", _finding("key") + COMPUTED),
    GradingAttack(
        "the solution in memory, while loading",
        "pass",
        SEARCH + "FOUND = sorted(search(rb'key-[0-9a-f]{16}')) or ['']\ndef f(n):\n" + COMPUTED,
    ),
    GradingAttack(
        "expected outputs in memory",
        "pass",
        _finding("out") + "    return FOUND[0]\n",
    ),
    GradingAttack(
        "frames of its own",
        "pass",
        "import os, struct\ndef f(n):\n    for number in range(3, 64):\n        try:\n"
        "            for call in range(64): os.write(number, struct.pack('<IBI', call, 1, 1) + b'T')\n"
        "        except OSError: pass\n    os._exit(0)\n",
    ),
    _blind("refuse the first call", "calls == 1"),
    _blind("refuse all but the first call", "calls > 1"),
    _blind("refuse every call", "True"),
    _blind("refuse the last calls", f"calls > {VALID}"),
    _blind("refuse the second half", f"calls > {(VALID + TESTED) // 2}"),
    _blind("refuse in every other process", "__import__('os').getpid() % 2"),
    _blind("refuse by chance", "__import__('random').SystemRandom().random() < 0.2"),
    _blind("refuse under a short limit", "__import__('resource').getrlimit(0)[0] < 6"),
    _blind("refuse in a young process", "__import__('time').process_time() < 0.03 and calls == 1"),
    _blind("refuse what comes late", "__import__('time').process_time() > 0.2"),
    GradingAttack(
        "refuse where the stack holds a batch of that length",
        "csr",
        f"import sys\ndef f(n):\n    frame = sys._getframe()\n    while frame:\n"
        f"        for value in list(frame.f_locals.values()):\n"
        f"            if isinstance(value, (list, tuple)) and len(value) == {TESTED}: raise AssertionError\n"
        "        frame = frame.f_back\n    {solution}\n",
    ),
    GradingAttack(
        "refuse what is in no list of inputs that it can find",
        "csr",
        "import gc\ndef f(n):\n    lists = [v for v in gc.get_objects() if type(v) is list and len(v) == "
        f"{VALID}]\n    if lists and n not in lists[0]: raise AssertionError\n    {{solution}}\n",
    ),
    GradingAttack(
        "a check that a later definition replaces",
        "aar",
        "def f(n):\n    assert n >= 0\n    {solution}\ndef f(n):\n    {solution}\n",
    ),
    GradingAttack("a check behind the result", "aar", "def f(n):\n    {solution}\n    assert n >= 0\n"),
    GradingAttack(
        "a check that a decorator drops",
        "aar",
        "def g(n):\n    {solution}\ndef drop(function): return g\n"
        "@drop\ndef f(n):\n    assert n >= 0\n    {solution}\n",
    ),
    GradingAttack("an endless loop on every input", "time", "def f(n):\n    while True: pass\n"),
    GradingAttack(
        "a sleep on what is negative",
        "time",
        "import time\ndef f(n):\n    if n < 0: time.sleep(600)\n    {solution}\n",
    ),
    GradingAttack("a sleep while loading", "time", "import time\ntime.sleep(600)\ndef f(n): pass\n"),
    GradingAttack("64 MiB of None", "time", "def f(n): return [None] * ((64 << 20) - 100)\n"),
    GradingAttack(
        "hashes that collide, in an oracle",
        "time",
        "def Diff(n): return [k * (2 ** 61 - 1) for k in range(400000)]\n",
        LISTED,
    ),
    GradingAttack("a number of a million digits", "time", "def f(n): return 10 ** 1000000\n"),
    GradingAttack(
        "nested loops",
        "time",
        "def f(n):\n" + "".join(f"{'    ' * (k + 1)}while n > {k}:\n" for k in range(14)) + "    " * 15 + "n -= 1\n"
        "    assert n >= 0\n    {solution}\n",
    ),
    GradingAttack(
        "two thousand checks",
        "time",
        "def f(n):\n" + "".join(f"    assert n != -{k} or n == {k}\n" for k in range(2000)) + "    {solution}\n",
    ),
    GradingAttack(
        "a long chatty answer", "time", "Here:\n" + "```\n~~~ " * 4000 + "\n```python\ndef f(n): return n\n```"
    ),
)
CHECKING = "honest, with a check"
HONEST = {
    CHECKING: "def f(n):\n    assert n >= 0\n    {solution}\n",
    "honest, without": "def f(n):\n    {solution}\n",
}


@frozen(slots=True)
class Files:
    """The files of a run: tasks, violating tests, and where the caches go."""

    folder: Path
    key: str

    @property
    def tasks(self) -> Path:
        return self.folder / "tasks.jsonl"

    @property
    def tests(self) -> Path:
        return self.folder / "tests.jsonl"

    def text(self, code: str) -> str:
        # No `__import__`: where the text leaves open what runs, a check counts for nothing.
        body = f"import hashlib; return 'out-' + hashlib.sha256(f'{self.key}-{{n}}'.encode()).hexdigest()[:16]"
        return code.replace("{solution}", body)

    def write(self) -> None:
        inputs = [[secrets.randbelow(1 << 40)] for _ in range(VALID)]
        keyed = {"task_id": KEYED, "entry_point": "f", "canonical_solution": self.text(HONEST[CHECKING])}
        two = "def Diff(n):\n    return [n, n + 1]\n"
        listed = {"task_id": LISTED, "entry_point": "Diff", "canonical_solution": two}
        common = {"prompt": "", "contract": "\n    assert n >= 0\n", "base_input": inputs[:3], "plus_input": inputs[3:]}
        self.tasks.write_text("".join(json.dumps({**task, **common}) + "\n" for task in (keyed, listed)))
        test = {"verdict": "violating", "violates": [0], "runs_without_contract": True}
        rows = [
            {**test, "task_id": task, "arguments": {"n": str(-1 - secrets.randbelow(1 << 40))}}
            for task in (KEYED, LISTED)
            for _ in range(TESTED)
        ]
        self.tests.write_text("".join(json.dumps(row) + "\n" for row in rows))


def attack_gradings(attacks: tuple[GradingAttack, ...] = ATTACKS, ways: tuple[str, ...] = WAYS) -> Iterator[Earned]:
    """Grade all programs in each way, and say what they earned for nothing; what honest ones lost, too."""
    with TemporaryDirectory(prefix="specassay-") as name:
        files = Files(Path(name), f"key-{secrets.token_hex(8)}")
        files.write()
        for way in ways:
            if way.startswith("grade"):
                yield from _by_command(files, attacks, way)
            else:
                yield from _by_reward(files, attacks, way)


def _by_command(files: Files, attacks: tuple[GradingAttack, ...], way: str) -> Iterator[Earned]:
    """With the command, all programs in one file: the honest ones come first, so that much of them could be seen."""
    programs = [(name, "honest", KEYED, code) for name, code in HONEST.items()]
    programs += [(attack.name, attack.goal, attack.task, attack.code) for attack in attacks]
    samples, rows = files.folder / "samples.jsonl", files.folder / f"{way}.jsonl"
    lines = [{"task_id": task, "solution": files.text(code)} for _, _, task, code in programs]
    samples.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [
        sys.executable,
        "-m",
        "specassay",
        "grade",
        "--dataset",
        str(files.tasks),
        "--samples",
        str(samples),
        "--cvts",
        str(files.tests),
        "--cache",
        str(files.folder / "cache"),
        "-j",
        "1",
        "--out",
        str(rows),
    ]
    started = time.monotonic()
    try:
        subprocess.run(command, capture_output=True, timeout=SECONDS * len(programs), check=False)
    except subprocess.TimeoutExpired:
        yield Earned(way, "all programs together", "time", time.monotonic() - started, "it hung")
        return
    seconds = (time.monotonic() - started) / len(programs)
    graded = [json.loads(line) for line in rows.read_text().splitlines()]
    by_origin = {row["origin"]: row for row in graded if "origin" in row}
    for line, (name, goal, _, _) in enumerate(programs, 1):
        row = by_origin.get(f"{samples}:{line}")
        harm = "it has no grade" if row is None else harm_of(goal, *_of_row(row), name == CHECKING)
        yield Earned(way, name, goal, seconds, harm)


def _of_row(row: dict[str, Any]) -> tuple[bool, int, bool]:
    """Whether it passes, how many tests it refused, and whether a check of it counts."""
    passes = {row["base"]["verdict"], row["plus"]["verdict"]} == {"pass"}
    counted = any(pair["equivalent"] and pair["seen"] for pair in row.get("relations", ()))
    return passes, sum(each["rejection"] == "rejected" for each in row["responses"]), counted


def _by_reward(files: Files, attacks: tuple[GradingAttack, ...], way: str) -> Iterator[Earned]:
    """With `reward`; warm: an honest program is rewarded before each, cold: settings, and with them sandboxes, of its
    own for each."""
    tasks, _ = load_tasks([files.tasks], ())
    tests = read_cvts(files.tests, tasks)
    warm = way.endswith("warm")
    settings = evolve(DEFAULT_SETTINGS, cvts=tests, cache=Cache(files.folder / way))
    for name, code in HONEST.items():
        earned, seconds = _rewarded(tasks[KEYED], files.text(code), settings)
        yield Earned(way, name, "honest", seconds, harm_of("honest", *_of_reward(earned), name == CHECKING))
    for attack in attacks:
        if warm:
            _rewarded(tasks[KEYED], files.text(HONEST["honest, without"]), settings)
        else:
            settings = evolve(settings, cache=Cache(files.folder / f"{way} {attack.name}"))
        earned, seconds = _rewarded(tasks[attack.task], files.text(attack.code), settings)
        harm = harm_of(attack.goal, *_of_reward(earned), False)
        yield Earned(way, attack.name, attack.goal, seconds, harm or ("it hung" if seconds > SECONDS else ""))


def _rewarded(task: ContractTask, code: str, settings: Settings) -> tuple[Reward, float]:
    started = time.monotonic()
    return reward(task, code, settings=settings), time.monotonic() - started


def _of_reward(earned: Reward) -> tuple[bool, int, bool]:
    # The violating tests of the file were shown, so that only drawn inputs count: the rate of these, as so many tests.
    refused = round((earned.held_out.low or 0.0) * TESTED)
    return earned.passes, refused, bool(earned.aar.low)


def harm_of(goal: str, passes: bool, refused: int, counted: bool, checks: bool) -> str:
    """What was earned for nothing, or lost by an honest program. Who refuses everything does not pass, and forges
    nothing."""
    match goal:
        case "honest":
            lost = not passes or refused != (TESTED if checks else 0)
            return "an honest program loses" if lost else ""
        case "pass" if passes:
            return "it passes"
        case "csr" if passes and refused:
            return f"it passes, and {refused} of {TESTED} tests count as refused"
        case "aar" if counted:
            return "a check counts that never runs"
    return ""
