"""The fourth question of `specassay bench`: the problems that are there in both languages, every pair of contract and
specification compared."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
from attrs import evolve, field, frozen
from msgspec import UNSET
from msgspec.structs import replace

from ...backends.processes.workers import DIED_TWICE, whole
from ...backends.solvers import registry
from ...backends.solvers.engines import ENGINES
from ...core.errors import ClusterFailure, InputError, SpecassayError
from ..build import build, digest_of_parts
from ..comparing.pairs import ComparedPair, compare_pair
from ..comparing.rows import row_of_pair
from ..comparing.subjects import ComparingOptions, paired, subjects_of_pair
from ..datasets.problems import ProblemPair, problem_pairs
from ..executors.executor import Executor, ItemWork, in_order_beside
from ..exit_codes import ExitCode
from ..grading.equivalence import SOLVERS
from ..problems.own_problems import own_pairs
from ..reporting.run_tables import RELATIONS, of_python, relations_table
from ..reporting.tables import Table
from ..runs.provenance import digest_of, digest_of_file
from ..runs.run import RunSettings
from ..schema import ComparisonRow, row_of
from ..store import NewResult, PlannedTask, RunWriter
from .plans import Plan

PAIRS_A_WORKER = 2
"""A worker process is worth its start for at least so many problems."""


@frozen(slots=True)
class ComparedProblem:
    """The comparisons of a problem. `seconds` of wall time; `failed`: a defect of ours ended one of them."""

    rows: tuple[ComparisonRow, ...]
    seconds: float = 0.0
    failed: bool = False


@frozen(slots=True)
class ComparePlan:
    """The problems that are there in both languages, and what each is in the store."""

    pairs: Sequence[ProblemPair] = ()
    planned: Sequence[PlannedTask] = ()
    options: ComparingOptions = field(factory=ComparingOptions)


@frozen(slots=True)
class ComparedProblems:
    """What came of the problems."""

    problems: Sequence[ComparedProblem] = ()

    @property
    def rows(self) -> list[ComparisonRow]:
        """Every comparison, in the order of the plan."""
        return [row for problem in self.problems for row in problem.rows]

    @property
    def code(self) -> ExitCode:
        """The exit code of the run: two subjects that are not equal are no finding."""
        return ExitCode.FAILED if any(problem.failed for problem in self.problems) else ExitCode.DONE

    def relations(self) -> dict[str, int]:
        """How often which relation was found."""
        count = Counter(of_python(row, row.relation) for row in self.rows)
        return {relation: count[relation] for relation in RELATIONS if count[relation]}

    def tables(self) -> list[Table]:
        """The tables of how contracts relate to specifications."""
        if not self.rows:
            return []
        return [relations_table(self.rows)]


def plan_comparisons(plan: Plan, own: Iterable[Path], settings: RunSettings) -> ComparePlan:
    """The problems among the tasks of a plan. `own`: where problems of one's own are, which say what belongs
    together."""
    pairs = problem_pairs(plan.contract_tasks, plan.spec_tasks)
    files = {task.file for _, task in plan.spec_tasks}
    pairs += [pair for path in own for pair in own_pairs(path) if pair.specification.file in files]
    options, planned = ComparingOptions(), []
    times: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        times[pair.dataset, pair.name] += 1
        occurrence = times[pair.dataset, pair.name]
        digest = digest_of_parts({"compare": _digest_of_pair(pair, settings, options), "build": build()})
        subject = pair.name if occurrence == 1 else f"{pair.name}#{occurrence}"
        planned.append(PlannedTask("compare", pair.dataset, subject, digest))
    return ComparePlan(pairs, planned, options)


def _digest_of_pair(pair: ProblemPair, settings: RunSettings, options: ComparingOptions) -> str:
    """The digest of all that the comparison of a problem depends on."""
    solvers = {*SOLVERS, *ENGINES["auto"][1]}
    return digest_of_parts(
        {
            "compare": [digest_of(task, settings) for task in pair.contracts],
            "inputs": [repr((task.base_input, task.plus_input)) for task in pair.contracts],
            "file": digest_of_file(pair.specification, settings),
            "seconds": options.seconds,
            "versions": [metadata.version("specassay"), *(registry.solver(name).version() for name in sorted(solvers))],
        }
    )


def compare_all(
    plan: ComparePlan, settings: RunSettings, writer: RunWriter, executor: Executor, step: Callable[[], None]
) -> ComparedProblems:
    """Compare what is not known, each result stored as soon as it is there."""
    earlier: dict[int, ComparedProblem] = {}
    for index, task in enumerate(plan.planned):
        stored = writer.known.get(task)
        # A row of an earlier version that is not read any more is compared again.
        rows = None if stored is None else _rows_of_comparisons(stored.rows)
        if rows is not None:
            earlier[index] = ComparedProblem(rows)

    def arrived(index: int, problem: ComparedProblem) -> None:
        writer.add(plan.planned[index], NewResult(problem.rows, {}, problem.seconds, failed=problem.failed))

    work = _work_on_problems(settings, evolve(plan.options, dump=settings.config.dump))
    # Known and fresh results are merged in the order of the plan, which makes two runs comparable.
    problems = []
    for problem in in_order_beside(earlier, plan.pairs, work, executor, _lost_problem, arrived):
        problems.append(problem)
        step()
    return ComparedProblems(problems)


def _rows_of_comparisons(rows: Sequence[Any]) -> tuple[ComparisonRow, ...] | None:
    """Rows as JSON has them; None where one of them is none."""
    comparisons = [row_of(ComparisonRow, row) for row in rows]
    readable = [row for row in comparisons if row is not None]
    return tuple(readable) if len(readable) == len(comparisons) else None


def _lost_problem(pair: ProblemPair) -> ComparedProblem:
    """What is said of a problem that ends its worker twice."""
    return ComparedProblem((_not_compared(pair, DIED_TWICE),), failed=True)


def _work_on_problems(settings: RunSettings, options: ComparingOptions) -> ItemWork[ProblemPair, ComparedProblem]:
    """What an executor does with problems."""
    return ItemWork(
        open_worker=whole(partial(_worker, options)),
        encode=_encoded,
        decode=_decoded,
        processes=lambda items: len(items) // PAIRS_A_WORKER,
        digest=partial(_digest_of_pair, settings=settings, options=options),
    )


@contextmanager
def _worker(options: ComparingOptions) -> Iterator[Callable[[ProblemPair], ComparedProblem]]:
    yield partial(_compare_problem, options=options)


def _compare_problem(pair: ProblemPair, options: ComparingOptions) -> ComparedProblem:
    """The comparisons of the contracts with the specifications of a problem. What cannot be compared has a row with the
    reason."""
    try:
        first, second = subjects_of_pair(pair)
        pairs = paired(first, second, (pair.contracts[0].file, str(pair.specification.file)))
    except SpecassayError as error:
        return ComparedProblem((_not_compared(pair, str(error)),))
    compared = []
    for one, other in pairs:
        try:
            compared.append(compare_pair(one, other, options))
        except InputError as error:
            compared.append(ComparedPair(one, other, None, 0.0, str(error)))
    rows = tuple(replace(row_of_pair(comparison, pair.name), seconds=UNSET) for comparison in compared)
    return ComparedProblem(
        rows, sum(comparison.seconds for comparison in compared), any(comparison.failed for comparison in compared)
    )


def _not_compared(pair: ProblemPair, reason: str) -> ComparisonRow:
    task = pair.contracts[0]
    return ComparisonRow(
        task_id=pair.name,
        task_ids=[task.task_id, pair.specification.task_id],
        first=f"{task.file}::{task.entry_point}",
        second=str(pair.specification.file),
        languages=["Python", "Dafny"],
        relation="unknown",
        possible=["equal", "weaker", "stronger", "incomparable"],
        inputs=None,
        outputs=None,
        outputs_reason="",
        notes=[],
        promises=[[], []],
        reason=reason,
    )


def _encoded(problem: ComparedProblem) -> Any:
    return {"rows": msgspec.to_builtins(list(problem.rows)), "seconds": problem.seconds, "failed": problem.failed}


def _decoded(pair: ProblemPair, index: int, value: Any) -> ComparedProblem:
    rows = _rows_of_comparisons(value["rows"])
    if rows is None:
        raise ClusterFailure("a worker sent a result that cannot be read")
    return ComparedProblem(rows, value["seconds"], value["failed"])
