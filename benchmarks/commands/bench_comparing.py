"""The fourth question of `specassay bench`: contracts and specifications of one problem, in both languages."""

from collections import Counter
from collections.abc import Callable, Sequence

from attrs import evolve, field, frozen

from ...backends.processes.workers import ordered
from ..build import build, digest_of_parts
from ..comparing.problems import (
    ComparedProblem,
    digest_of_pair,
    lost_problem,
    rows_of_comparisons,
    work_on_problems,
)
from ..comparing.subjects import ComparingOptions
from ..datasets.problems import ProblemPair, problem_pairs
from ..executors.executor import Executor
from ..exit_codes import ExitCode
from ..reporting.run_tables import RELATIONS, relations_table
from ..reporting.tables import TableData
from ..runs.run import RunSettings
from ..schema import ComparisonRow
from ..store import NewResult, PlannedTask, RunWriter
from .plans import Plan


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
        """Of the run: two that are not equal are no finding."""
        return ExitCode.FAILED if any(each.failed for each in self.problems) else ExitCode.DONE

    def relations(self) -> dict[str, int]:
        """How often which relation was found."""
        count = Counter(row.relation for row in self.rows)
        return {relation: count[relation] for relation in RELATIONS if count[relation]}

    def tables(self) -> list[TableData]:
        """In statistics: how the contracts in Python relate to the specifications."""
        if not self.rows:
            return []
        return [relations_table(self.rows)]


def plan_comparisons(plan: Plan, settings: RunSettings) -> ComparePlan:
    """The problems among the tasks of a plan."""
    pairs = problem_pairs(plan.python_tasks, plan.dafny_tasks)
    options, planned = ComparingOptions(), []
    times: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        times[pair.dataset, pair.name] += 1
        again = times[pair.dataset, pair.name]
        digest = digest_of_parts({"compare": digest_of_pair(pair, settings, options), "build": build()})
        subject = pair.name if again == 1 else f"{pair.name}#{again}"
        planned.append(PlannedTask("compare", pair.dataset, subject, digest))
    return ComparePlan(pairs, planned, options)


def compare_all(
    plan: ComparePlan, settings: RunSettings, writer: RunWriter, executor: Executor, step: Callable[[], None]
) -> ComparedProblems:
    """Compare what is not known, each result stored as soon as it is there."""
    known: dict[int, ComparedProblem] = {}
    for place, task in enumerate(plan.planned):
        stored = writer.known.get(task)
        rows = None if stored is None else rows_of_comparisons(stored.rows)
        if rows is not None:
            known[place] = ComparedProblem(rows)
    unknown = [place for place in range(len(plan.pairs)) if place not in known]
    items = [plan.pairs[place] for place in unknown]

    def arrived(place: int, found: ComparedProblem) -> None:
        writer.add(plan.planned[unknown[place]], NewResult(found.rows, {}, found.seconds, failed=found.failed))

    work = work_on_problems(settings, evolve(plan.options, dump=settings.config.dump))
    coming = executor.as_known(items, work)
    fresh = ordered(items, coming, lost_problem, arrived)
    problems = []
    for place in range(len(plan.pairs)):
        problems.append(known[place] if place in known else next(fresh))
        step()
    return ComparedProblems(problems)
