"""Several tests for each set of clauses, each replayed in Python."""

import time
from typing import Any

from attrs import evolve
from msgspec.structs import replace

from ...backends.python.replay import Replayer
from ...backends.python.replay.guest.literals import NotALiteral
from ...backends.python.replay.guest.literals import literal as value_of
from ...core.errors import SpecassayError
from ...core.ir.contracts import Contract
from ...core.synthesis.diversify import diversify
from ...core.synthesis.search import Effort
from ..datasets.tasks import PythonTask
from ..schema import CvtRow
from . import wide
from .contract_oracle import contract_of, oracle_of, texts_of
from .task_report import Report

TRIES, MANY_TRIES = 400, 120
"""Inputs that are looked at for one set of clauses, and where there are many sets."""
SET_SECONDS, TASK_SECONDS = 1.0, 15.0
"""Wall time for one set of clauses, and for all together: a contract may be slow."""
SPARE = 2
"""How many more than asked for are replayed: some may not be exact."""


def with_alternatives(
    task: PythonTask, report: Report, count: int, replayer: Replayer, seconds: float = TASK_SECONDS
) -> Report:
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
        rows.append(replace(row, alternatives=found))
    return evolve(report, rows=tuple(rows))


def _is_plain(row: CvtRow) -> bool:
    return row.is_test and row.universe != wide.UNIVERSE


def _further(
    contract: Contract, row: CvtRow, count: int, replayer: Replayer, tries: int
) -> list[dict[str, str]]:
    try:
        first = {name: value_of(text) for name, text in (row.arguments or {}).items()}
    except NotALiteral:
        return []
    target = frozenset(row.violates)
    oracle = oracle_of(contract, replayer, 2 * SET_SECONDS)
    found: list[dict[str, Any]] = []
    end = time.perf_counter() + SET_SECONDS
    effort = Effort(tries, lambda: time.perf_counter() <= end)
    for arguments in diversify(contract, target, first, oracle, SPARE * count, effort):
        if len(found) == count:
            break
        try:
            texts = dict(texts_of(arguments))
            replay = replayer.run(texts, reference=False)
        except SpecassayError:
            continue
        exact = replay.decided and replay.violated == target
        if exact and replay.raised == row.raised:
            found.append(texts)
    return found
