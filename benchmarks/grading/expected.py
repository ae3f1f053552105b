"""What a task expects of its programs: its valid inputs, and the outputs of its canonical solution.

An input counts only when it meets the task's own contract and the canonical solution returns a value on it: some
shipped inputs break their contract. What is left out is reported.
"""

import json
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ...core.errors import InputError, Unsupported
from ...frontends.python import literal
from ..replay import Replayer
from ..replay.worker import Malformed
from ..replay.worker import literal as value_of
from ..sandbox.protocol import CallOutcome, Limits
from ..tasks import PythonTask
from .cache import Cache, key_of
from .comparison import tolerances
from .evalplus_rules import Oracle, asks_only_whether_none, convert_inputs, oracle_of
from .running import Runner, run_each

LIMITS = Limits(cpu_seconds=60.0, wall_seconds=180.0, memory_mb=4096, output_bytes=256 << 20)
"""Of the canonical solution on all inputs: trusted code, that is to be done."""

SOMETHING = True
"""Stands for an output that is no plain value, where only whether it is None counts."""


@frozen(slots=True)
class Case:
    """A valid input as values and as the text of a tuple, with the expected output and its absolute tolerance."""

    arguments: tuple[Any, ...]
    call: str
    expected: Any
    tolerance: float


@frozen(slots=True)
class LeftOut:
    """A shipped input that is no test: in which suite, at which place, as text, and why."""

    suite: str
    place: int
    call: str
    reason: str


@frozen(slots=True)
class Expectations:
    """The tests of one task, in the order of its file."""

    base: tuple[Case, ...]
    plus: tuple[Case, ...]
    oracle: Oracle | None
    only_whether_none: bool
    left_out: tuple[LeftOut, ...] = ()


def call_text(arguments: Sequence[Any]) -> str:
    """The text of a tuple of arguments. Raises Unsupported for what is no plain value."""
    return literal(tuple(arguments))


def expectations_of(task: PythonTask, runner: Runner, replayer: Replayer, cache: Cache) -> Expectations:
    """Run a task's contract and its canonical solution on its inputs, or take that from the cache.

    Raises InputError when the contract or the solution cannot be loaded.
    """
    rows = {
        "base": convert_inputs(task.task_id, task.base_input),
        "plus": convert_inputs(task.task_id, task.plus_input),
    }
    calls = {suite: [call_text(row) for row in inputs] for suite, inputs in rows.items()}
    every = [*calls["base"], *calls["plus"]]
    answers = _answers(task, [*rows["base"], *rows["plus"]], every, runner, replayer, cache)
    none_counts = asks_only_whether_none(task.task_id, task.entry_point)
    suites: dict[str, tuple[Case, ...]] = {}
    left_out: list[LeftOut] = []
    taken = 0
    for suite, inputs in rows.items():
        part = answers[taken : taken + len(inputs)]
        taken += len(inputs)
        kept: list[tuple[tuple[Any, ...], str, Any]] = []
        for place, (row, call, (kind, text)) in enumerate(zip(inputs, calls[suite], part, strict=True)):
            if kind == "value":
                kept.append((tuple(row), call, value_of(text)))
            elif kind == "unserialisable" and none_counts:
                kept.append((tuple(row), call, SOMETHING))
            else:
                left_out.append(LeftOut(suite, place, call, text or kind))
        limits = tolerances([value for _, _, value in kept], task.atol)
        suites[suite] = tuple(Case(*case, limit) for case, limit in zip(kept, limits, strict=True))
    oracle = oracle_of(task.task_id, task.entry_point)
    return Expectations(suites["base"], suites["plus"], oracle, none_counts, tuple(left_out))


def _answers(
    task: PythonTask,
    rows: Sequence[Sequence[Any]],
    calls: Sequence[str],
    runner: Runner,
    replayer: Replayer,
    cache: Cache,
) -> list[tuple[str, str]]:
    """For each input how the canonical solution ends on it, with its output as text or what else is to be said."""
    module = f"{task.preamble}\n{task.solution}"
    key = key_of("expected", module, task.entry_point, task.contract_text, json.dumps(calls))
    kept = cache.get(key)
    if kept is not None:
        return [(kind, text) for kind, text in kept]
    broken = _contract_broken(task, rows, replayer)
    outcomes = run_each(runner, module, task.entry_point, calls, LIMITS)
    answers = [
        ("breaks its contract", "breaks its own contract") if wrong else _answer(outcome)
        for wrong, outcome in zip(broken, outcomes, strict=True)
    ]
    if any(kind == "not loadable" for kind, _ in answers):
        raise InputError(
            f"{task.task_id}: the canonical solution cannot be loaded: {answers[0][1]}", file=task.file, line=task.line
        )
    if all(kind not in _PASSING for kind, _ in answers):
        cache.put(key, answers)
    return answers


_PASSING = frozenset({"timeout", "memory", "crash", "output"})
"""What may be different on another day: not kept."""


def _contract_broken(task: PythonTask, rows: Sequence[Sequence[Any]], replayer: Replayer) -> list[bool]:
    names = task.parameter_names
    fitting = [len(row) == len(names) for row in rows]
    inputs = [
        {name: literal(value) for name, value in zip(names, row, strict=True)}
        for row, fits in zip(rows, fitting, strict=True)
        if fits
    ]
    replayer.load(task.replay_task)
    replays = iter(replayer.run_many(inputs, reference=False))
    return [fits and bool(next(replays).violated) for fits in fitting]


def _answer(outcome: CallOutcome) -> tuple[str, str]:
    if outcome.kind != "value":
        said = outcome.exception or outcome.message or outcome.kind
        return outcome.kind, f"the canonical solution: {outcome.kind} ({said})"
    try:
        text = literal(outcome.value)
        value_of(text)
    except (Unsupported, Malformed, RecursionError):
        return "unserialisable", "the canonical solution returns what has no text"
    return "value", text


