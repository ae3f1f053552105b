"""The problems of a run that are there in both languages: every pair of contract and specification compared."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import metadata
from typing import Any

import msgspec
from attrs import frozen
from msgspec import UNSET
from msgspec.structs import replace

from ...backends.processes.workers import DIED_TWICE, whole
from ...backends.solvers import registry
from ...core.errors import ClusterFailure, InputError, SpecassayError
from ...dafny_harness.run import ENGINES
from ..build import digest_of_parts
from ..datasets.problems import ProblemPair
from ..executors.executor import ItemWork
from ..grading.equivalence import SOLVERS
from ..runs.provenance import digest_of, digest_of_file
from ..runs.run import RunSettings
from ..schema import ComparisonRow, row_of
from .pairs import ComparedPair, compare_pair
from .rows import row_of_pair
from .subjects import ComparingOptions, paired, subjects_of_pair

PAIRS_A_WORKER = 2
"""A worker process is worth its start for at least so many problems."""


@frozen(slots=True)
class ComparedProblem:
    """The comparisons of a problem. `seconds` of wall time; `failed`: a defect of ours ended one of them."""

    rows: tuple[ComparisonRow, ...]
    seconds: float = 0.0
    failed: bool = False


def compare_problem(pair: ProblemPair, options: ComparingOptions) -> ComparedProblem:
    """The comparisons of the contracts with the specifications of a problem. What cannot be compared has a row with the
    reason."""
    try:
        first, second = subjects_of_pair(pair)
        pairs = paired(first, second, (pair.python[0].file, str(pair.dafny.file)))
    except SpecassayError as error:
        return ComparedProblem((_not_compared(pair, str(error)),))
    found = []
    for one, other in pairs:
        try:
            found.append(compare_pair(one, other, options))
        except InputError as error:
            found.append(ComparedPair(one, other, None, 0.0, str(error)))
    rows = tuple(replace(row_of_pair(each, pair.name), seconds=UNSET) for each in found)
    return ComparedProblem(rows, sum(each.seconds for each in found), any(each.failed for each in found))


def _not_compared(pair: ProblemPair, reason: str) -> ComparisonRow:
    task = pair.python[0]
    return ComparisonRow(
        task_id=pair.name, task_ids=[task.task_id, pair.dafny.task_id], first=f"{task.file}::{task.entry_point}",
        second=str(pair.dafny.file), languages=["Python", "Dafny"], relation="unknown",
        possible=["equal", "weaker", "stronger", "incomparable"], inputs=None, outputs=None, outputs_reason="",
        notes=[], promises=[[], []], reason=reason,
    )  # fmt: skip


def lost_problem(pair: ProblemPair) -> ComparedProblem:
    """What is said of a problem that ends its worker twice."""
    return ComparedProblem((_not_compared(pair, DIED_TWICE),), failed=True)


def digest_of_pair(pair: ProblemPair, settings: RunSettings, options: ComparingOptions) -> str:
    """Of what decides about the comparisons of a problem."""
    solvers = {*SOLVERS, *ENGINES["auto"][1]}
    return digest_of_parts({
        "compare": [digest_of(task, settings) for task in pair.python],
        "inputs": [repr((task.base_input, task.plus_input)) for task in pair.python],
        "file": digest_of_file(pair.dafny, settings),
        "seconds": options.seconds,
        "versions": [metadata.version("specassay"), *(registry.solver(name).version() for name in sorted(solvers))],
    })  # fmt: skip


def work_on_problems(settings: RunSettings, options: ComparingOptions) -> ItemWork[ProblemPair, ComparedProblem]:
    """What an executor does with problems."""
    return ItemWork(
        open_worker=whole(partial(_worker, options)), encode=_encoded, decode=_decoded,
        processes=lambda items: len(items) // PAIRS_A_WORKER,
        digest=partial(digest_of_pair, settings=settings, options=options),
    )  # fmt: skip


@contextmanager
def _worker(options: ComparingOptions) -> Iterator[Callable[[ProblemPair], ComparedProblem]]:
    yield partial(compare_problem, options=options)


def rows_of_comparisons(rows: Sequence[Any]) -> tuple[ComparisonRow, ...] | None:
    """Rows as JSON has them; None where one of them is none."""
    found = [row_of(ComparisonRow, row) for row in rows]
    known = [row for row in found if row is not None]
    return tuple(known) if len(known) == len(found) else None


def _encoded(found: ComparedProblem) -> Any:
    return {"rows": msgspec.to_builtins(list(found.rows)), "seconds": found.seconds, "failed": found.failed}


def _decoded(pair: ProblemPair, part: int, value: Any) -> ComparedProblem:
    rows = rows_of_comparisons(value["rows"])
    if rows is None:
        raise ClusterFailure("a worker sent a result that cannot be read")
    return ComparedProblem(rows, value["seconds"], value["failed"])
