"""Attacks on what is said of the checks in a program: checks that never run, and programs that cannot be taken apart.

They run through `reward` and through `specassay grade`, beside honest programs, whose rates must stay what they are.
"""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import evolve

from specassay.backends.python.sandbox import Sandbox
from specassay.benchmarks.cache import Cache, user_folder
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.grading.command import GradeOptions, grade
from specassay.benchmarks.grading.grade import Settings
from specassay.benchmarks.grading.rewards import DEFAULT_SETTINGS, Reward, reward

from .records import Attack, Finding, Witness

TASK = ContractTask(
    task_id="Own/1",
    entry_point="half",
    parameters=(Parameter("n"),),
    contract_text="    assert isinstance(n, int) and n is not True\n    assert n >= 0\n",
    solution="def half(n):\n    return n // 2\n",
    file="f",
    line=1,
    base_input=([4], [5]),
    plus_input=([0], [1000]),
)
CHECKS = "    assert isinstance(n, int)\n    assert n is not True\n    assert n >= 0\n"
CHECKED = f"def half(n):\n{CHECKS}    return n // 2\n"
HONEST = {
    "assertions": CHECKED,
    "guards": """
def half(n):
    if not isinstance(n, int):
        raise TypeError("a whole number")
    elif n is True:
        raise ValueError("a number")
    if n >= 0:
        return n // 2
    else:
        raise ValueError("not negative")
""",
    "a helper": f"def check(n):\n{CHECKS}def half(n):\n    check(n)\n    return n // 2\n",
    "a decorator": f"""
def checked(function):
    def wrapper(n):
        {CHECKS.strip().replace("    ", "        ")}
        return function(n)
    return wrapper
@checked
def half(n):
    return n // 2
""",
    "each check twice": CHECKED.replace("    return", f"{CHECKS}    return"),
    "a body that fails": f"def half(n):\n{CHECKS}    return n // 0\n",
}
IDLE = {
    "bound again": f"{CHECKED}def other(n):\n    return n // 2\nhalf = other\n",
    "bound again by an attribute": f"{CHECKED}half = globals()['half'] = lambda n: n // 2\n",
    "behind returns in every branch": f"""
def half(n):
    if n:
        return n // 2
    else:
        return 0
{CHECKS}""",
    "behind a loop without end": f"def half(n):\n    while True:\n        return n // 2\n{CHECKS}",
    "dropped by a decorator": f"def drop(function):\n    return lambda n: n // 2\n@drop\n{CHECKED}",
    "another isinstance": """
isinstance = lambda *_: True
def half(n):
    if not isinstance(n, int): raise AssertionError
    if not isinstance(n is not True, int): raise AssertionError
    if n is True and not isinstance(n, int): raise AssertionError
    return n // 2
""",
    "captures": f"""
def half(n):
    m = n
    match 4:
        case n: pass
{CHECKS}    return m // 2
""",
    "nonlocal": f"""
def half(n):
    def calm():
        nonlocal n
        n = 4
    m = n
    calm()
{CHECKS}    return m // 2
""",
    "caught": f"""
def half(n):
    try:
        {CHECKS.strip().replace("    ", "        ")}
    except Exception:
        pass
    return n // 2
""",
    "the known tests by heart": f"""
def unchecked(n):
    try:
        known = n < 0 or n is True
    except TypeError:
        known = True
    [lambda: 0, exec][known]('raise AssertionError') if known else 0
    return n // 2
{CHECKED}half = unchecked
""",
    "a refusal of everything": f"def half(n):\n    [][n if n == 4 else 0]\n    return n // 2\n{CHECKED}half = print\n",
}
DEEP = "".join(f"{'    ' * depth}while n:\n" for depth in range(1, 19))
CALLING = "".join(f"def g{number}(n):\n" + f"    g{number + 1}(n)\n" * 60 for number in range(5))
ENDLESS = {
    "loops in loops": f"def half(n):\n{DEEP}{'    ' * 19}assert n\n",
    "2,000 assertions": "def half(n):\n" + "".join(f"    assert n != {-number}\n" for number in range(2, 2000)),
    "helpers that call helpers": f"{CALLING}def g5(n):\n    assert n\ndef half(n):\n" + "    g0(n)\n" * 60,
    "brackets": f"def half(n):\n    return n // 2\nx = {'(' * 100}{'{' * 5000}\n",
    "a long chain": f"def half(n):\n    assert {'not ' * 20000}n\n    return n // 2\n",
}
KINDS: Mapping[str, Mapping[str, str]] = {"honest": HONEST, "idle": IDLE, "endless": ENDLESS}

MOST_SECONDS = 60.0
"""What one program may take, on a busy machine. Nothing in here needs a second of its own."""
ALIGNMENT_SECONDS = 2.0


def attack_rewards() -> Iterator[Finding]:
    """All programs through `reward`, with an honest one after each that cannot be taken apart."""
    settings = evolve(DEFAULT_SETTINGS, alignment_seconds=ALIGNMENT_SECONDS)
    for kind, programs in KINDS.items():
        for name, code in programs.items():
            started = time.monotonic()
            found = reward(TASK, code, settings=settings)
            rates = found.aar.low or 0.0, found.aap.low or 0.0
            harm = _harm(kind, rates, time.monotonic() - started)
            if kind == "endless" and not _kept(reward(TASK, CHECKED, settings=settings)):
                harm["poison"] = "an honest program after it has other rates"
            yield _finding(kind, f"{name}, by reward", code, found.verdict, harm)


def attack_grade() -> Iterator[Finding]:
    """All programs in one file of samples through `specassay grade`."""
    programs = [(kind, name, code) for kind, group in KINDS.items() for name, code in group.items()]
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        dataset, samples, out = (Path(folder, name) for name in ("tasks.jsonl", "samples.jsonl", "rows.jsonl"))
        dataset.write_text(json.dumps(_row_of_task()) + "\n")
        samples.write_text(
            "".join(json.dumps({"task_id": TASK.task_id, "solution": code}) + "\n" for _, _, code in programs)
        )
        refusals = frozenset({"AssertionError"})
        settings = Settings(open_runner=Sandbox, reject=refusals, cache=Cache(user_folder()))
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            grade([dataset], [samples], settings, GradeOptions(out=out, jobs=1))
        lines = map(json.loads, out.read_text().splitlines())
        rows = {row["number"]: row for row in lines if "number" in row}
    seconds = (time.monotonic() - started) / len(programs)
    for number, (kind, name, code) in enumerate(programs):
        row = rows.get(number)
        if row is None:
            yield _finding(kind, f"{name}, by grade", code, "no row", {"evaluator": "it says nothing of this program"})
        else:
            harm = _harm(kind, _rates(row), seconds)
            yield _finding(kind, f"{name}, by grade", code, row["base"]["verdict"], harm)


def _harm(kind: str, rates: tuple[float, float], seconds: float) -> dict[Witness, str]:
    harm: dict[Witness, str] = {}
    if seconds > MOST_SECONDS:
        harm["evaluator"] = f"it took {seconds:.0f} s"
    if kind == "idle" and any(rates):
        harm["forged"] = f"checks that never run count: AAR {rates[0]:g}, AAP {rates[1]:g}"
    if kind == "honest" and min(rates) < 1:
        harm["poison"] = f"checks that run do not count: AAR {rates[0]:g}, AAP {rates[1]:g}"
    return harm


def _kept(found: Reward) -> bool:
    return found.aar.value == found.aap.value == 1


def _rates(row: Mapping[str, Any]) -> tuple[float, float]:
    """The least AAR and AAP of a row: pairs that are equivalent and were seen."""
    matched = [pair for pair in row["relations"] if pair["seen"]]
    clauses, guards = len(row["clauses"]), len(row["guards"])
    return (
        len({pair["clause"] for pair in matched}) / clauses if clauses else 0.0,
        len({pair["guard"] for pair in matched}) / guards if guards else 0.0,
    )


def _finding(kind: str, name: str, code: str, outcome: str, harm: dict[Witness, str]) -> Finding:
    witness: Witness = "forged" if kind == "idle" else "evaluator"
    return Finding("checks", Attack(f"{kind}: {name}", witness, code), outcome, harm)


def _row_of_task() -> dict[str, Any]:
    return {
        "task_id": TASK.task_id,
        "prompt": "",
        "entry_point": TASK.entry_point,
        "canonical_solution": TASK.solution,
        "contract": f"\n{TASK.contract_text}",
        "base_input": TASK.base_input,
        "plus_input": TASK.plus_input,
    }
