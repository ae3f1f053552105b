"""Going on with a run that was stopped: what its rows say is not computed again."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.errors import InputError, SpecassayError
from .cvt import TaskReport, contract_of
from .output import Row
from .tasks import PythonTask


def read_back(path: Path, tasks: Sequence[PythonTask], most: int) -> tuple[dict[str, TaskReport], list[Row]]:
    """The reports of the tasks that are complete in the rows of an earlier run, by task, and those rows.

    A task is complete when every set of its clauses has a row, up to `most`. Lines that are no rows, such as the last
    one of a run that was killed, and rows of other tasks are left out. No file: nothing is known. Raises InputError
    for one that cannot be read.
    """
    rows: dict[str, list[dict[str, Any]]] = {}
    for row in _rows(path):
        if row.get("verdict") != "error" and isinstance(row.get("violates"), list) and row["violates"]:
            rows.setdefault(str(row.get("task_id")), []).append(row)
    found: dict[str, TaskReport] = {}
    for task in tasks:
        report = _report(task, rows.get(task.task_id, []), most)
        if report is not None:
            found[task.task_id] = report
    return found, [row for report in found.values() for row in report.rows]


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from error
    found = []
    for line in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            found.append(row)
    return found


def _report(task: PythonTask, rows: list[dict[str, Any]], most: int) -> TaskReport | None:
    if not rows:
        return None
    try:
        contract = contract_of(task)
    except SpecassayError:
        return None
    subsets = 2 ** len(contract.clauses) - 1
    if len({frozenset(row["violates"]) for row in rows}) < min(subsets, most):
        return None
    problems = dict.fromkeys(str(problem) for clause in contract.clauses for problem in clause.problems)
    return TaskReport(
        task_id=task.task_id,
        rows=tuple(rows),
        clauses=len(contract.clauses),
        lowered=sum(1 for clause in contract.clauses if not clause.problems),
        problems=tuple(problems),
        subsets=subsets,
    )
