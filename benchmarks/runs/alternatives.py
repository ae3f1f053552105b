"""Several tests for each set of clauses, each replayed in Python."""

import math
import time
from typing import Any

from attrs import evolve

from ...backends.python.replay import Replayer
from ...backends.python.replay.worker import Malformed
from ...backends.python.replay.worker import literal as value_of
from ...core.errors import InputError, SpecassayError, Unsupported
from ...core.evaluate.execution import run
from ...core.fuel import Fuel
from ...core.ir.contracts import Contract
from ...core.synthesis.diversify import diversify
from ...core.synthesis.verdicts import Arguments, Observation, Oracle
from ...frontends.python import literal
from ..datasets.tasks import PythonTask
from ..reporting.output import Row
from . import wide
from .cvt import EVALUATION_STEPS, TaskReport, contract_of

TRIES, MANY_TRIES = 400, 120
"""Inputs that are looked at for one set of clauses, and where there are many sets."""
SET_SECONDS, TASK_SECONDS = 1.0, 15.0
"""Wall time for one set of clauses, and for all together: a contract may be slow."""
SPARE = 2
"""How many more than asked for are replayed: some may not be exact."""


def with_alternatives(
    task: PythonTask, report: TaskReport, count: int, replayer: Replayer, seconds: float = TASK_SECONDS
) -> TaskReport:
    """The report with `alternatives` in every row: of a test, at most `count` - 1 further arguments that violate
    exactly the same clauses and raise the same; of another row, none. After so many `seconds` no more are looked for.
    Raises what parsing and loading raise."""
    contract = contract_of(task)
    replayer.load(task.replay_task)
    tries = TRIES if report.clauses < 6 else MANY_TRIES
    deadline = time.perf_counter() + seconds
    rows = []
    for row in report.rows:
        wanted = _is_plain(row) and time.perf_counter() < deadline
        found = _further(contract, row, count - 1, replayer, tries) if wanted else []
        rows.append({**row, "alternatives": found})
    return evolve(report, rows=tuple(rows))


def _is_plain(row: Row) -> bool:
    return row["verdict"] == "violating" and row["universe"] != wide.UNIVERSE


def oracle_of(
    contract: Contract, replayer: Replayer, seconds: float = math.inf, steps: int = EVALUATION_STEPS
) -> Oracle:
    """What an input violates: the evaluator's word (within so many steps), or the replay's where the evaluator has
    none. The replayer has the task loaded. Nothing is known any more when the seconds are over."""
    deadline = time.perf_counter() + seconds

    def observe(arguments: Arguments) -> Observation | None:
        if time.perf_counter() > deadline:
            return None
        outcomes = run(contract, arguments, Fuel(steps=steps, size=200_000))
        violated = outcomes.violated
        if violated is not None:
            false = {index for index in violated if outcomes.outcomes[index] == "false"}
            return Observation(violated, {index: "false" if index in false else "raises" for index in violated})
        try:
            replay = replayer.run(_texts(arguments), reference=False)
        except (InputError, Unsupported):
            return None
        how = {index: replay.outcomes[index] for index in replay.violated}
        return Observation(replay.violated, how) if replay.decided else None

    return observe


def _further(
    contract: Contract, row: Row, count: int, replayer: Replayer, tries: int
) -> list[dict[str, str]]:
    try:
        first = {name: value_of(text) for name, text in row["arguments"].items()}
    except Malformed:
        return []
    target = frozenset(row["violates"])
    oracle = oracle_of(contract, replayer, 2 * SET_SECONDS)
    found: list[dict[str, Any]] = []
    for arguments in diversify(contract, target, first, oracle, SPARE * count, tries, SET_SECONDS):
        if len(found) == count:
            break
        try:
            texts = _texts(arguments)
            replay = replayer.run(texts, reference=False)
        except SpecassayError:
            continue
        exact = replay.decided and replay.violated == target
        if exact and replay.raised == row["raised"]:
            found.append(texts)
    return found


def _texts(arguments: Arguments) -> dict[str, str]:
    return {name: literal(value) for name, value in arguments.items()}
