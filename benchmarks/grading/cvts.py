"""The contract-violating tests (CVTs) that programs are graded with: read from the rows of `specassay cvt`, or made."""

import ast
import json
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from attrs import frozen

from ...backends.python.replay import Replayer
from ...backends.python.sandbox.guest import sample
from ...core.errors import InputError
from ..cache import Cache, key_of
from ..configuration import Config
from ..datasets.tasks import ContractTask
from ..datasets.text_lines import read_records
from ..schema import CvtRow, GivenRow


@frozen(slots=True)
class ViolatingTest:
    """An input that violates exactly the clauses `violates` (0-based, source order) of its task's contract. `call`: the
    text of the tuple of arguments. `runs_without_contract`: whether the reference without its contract returns on it;
    None where that is not known."""

    violates: frozenset[int]
    call: str
    runs_without_contract: bool | None

    @property
    def shown(self) -> bool:
        """Whether prompts with examples show it: of each clause one that violates it alone."""
        return len(self.violates) == 1


def read_cvts(source: Path, tasks: Mapping[str, ContractTask]) -> dict[str, tuple[ViolatingTest, ...]]:
    """By task, the tests in a file that `specassay cvt --out` or `bench` wrote; other rows, and those of tasks that are
    not in `tasks`, are passed over.

    Raises InputError for a file that is none, and for tests that need a class of the user's.
    """
    rows: dict[str, list[GivenRow]] = {}
    for line, row in read_records(source, GivenRow, "not a row that `specassay cvt` wrote"):
        if row.task_id in tasks:
            _check(row, tasks[row.task_id], source, line)
            rows.setdefault(row.task_id, []).append(row)
    if not rows:
        raise InputError("holds no tests for the tasks of the data set", file=str(source))
    return {task_id: tests_of_rows(tasks[task_id], row) for task_id, row in rows.items()}


def _check(row: GivenRow, task: ContractTask, source: Path, line: int) -> None:
    if not row.verdict and not row.kind:
        raise InputError(
            "not a row that `specassay cvt` wrote: it has no verdict; make the tests with "
            "`specassay cvt DATASET --out F.jsonl`",
            file=str(source),
            line=line,
        )
    # A row of another data set would make every program fail: it is refused with the line.
    if row.verdict == "violating" and set(row.arguments or {}) != set(task.parameter_names):
        raise InputError(
            f"{row.task_id}: the arguments are not those of {task.entry_point}({', '.join(task.parameter_names)}); "
            "was the file made from this data set?",
            file=str(source),
            line=line,
        )
    # Arguments are evaluated in the grader: only names that it has may occur.
    for text in (row.arguments or {}).values():
        if unknown := _names(text, source, line) - sample.NAMES.keys() - set(_numpy_names()):
            raise InputError(
                f"{row.task_id}: {', '.join(sorted(unknown))} is not available in grading; make the tests "
                "without `cvt --class`, and install numpy where they need it",
                file=str(source),
                line=line,
            )


def _names(text: str, source: Path, line: int) -> set[str]:
    """The names in the text of an argument."""
    try:
        return {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"an argument that is not Python: {error}", file=str(source), line=line) from error


def _numpy_names() -> tuple[str, ...]:
    return () if find_spec("numpy") is None else sample.NUMPY_NAMES


def make_cvts(
    task: ContractTask, solver: str, limit: float, replayer: Replayer, cache: Cache
) -> tuple[ViolatingTest, ...]:
    """Synthesise the tests of a task, or take them from the cache. None for a contract that cannot be worked on."""
    # Everything that the tests depend on is part of the key, the canonical solution included.
    key = key_of(
        "cvts",
        solver,
        str(limit),
        task.contract_text,
        f"{task.preamble}\n{task.solution}",
        task.entry_point,
        json.dumps([(parameter.name, parameter.hint) for parameter in task.parameters]),
    )
    rows = cache.get(key)
    if rows is None:
        from ..runs.cvt import synthesise  # Here: it loads the solvers, and with full caches none is asked.

        report = synthesise(task, solver, Config(solver_limit=limit), replayer=replayer)
        rows = [msgspec.to_builtins(row) for row in report.rows if row.is_test]
        # A failed synthesis is not kept: the next run may have more time.
        if report.error is None:
            cache.put(key, rows)
    return tests_of_rows(task, [msgspec.convert(row, GivenRow) for row in rows])


def tests_of_rows(task: ContractTask, rows: Iterable[GivenRow | CvtRow]) -> tuple[ViolatingTest, ...]:
    """The tests in rows of `cvt` about a task."""
    return tuple(
        ViolatingTest(frozenset(row.violates or ()), call_of(task, row.arguments or {}), row.runs_without_contract)
        for row in rows
        if row.verdict == "violating"
    )


def call_of(task: ContractTask, arguments: Mapping[str, Any]) -> str:
    """The text of the tuple of arguments, given that of each."""
    return "(" + "".join(f"{arguments[name]}, " for name in task.parameter_names) + ")"
