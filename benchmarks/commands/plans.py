"""The plan of a run, the tasks of both languages by column of the tables: what is run over (the bundled suite, data
sets, files and folders), and the run itself."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self, TypeVar

from attrs import evolve, field, frozen
from msgspec.structs import replace

from ...core.errors import InputError
from ..datasets import bundled as suite
from ..datasets.folders import LineRanges, changed_lines, touched
from ..datasets.python_project import FOUND, Project
from ..datasets.registry import select
from ..datasets.sets.adapter import DataSetPart
from ..datasets.sets.registry import parts_of
from ..datasets.tasks import ContractTask, SpecTask
from ..executors.executor import Executor
from ..exit_codes import ExitCode
from ..reporting.details import findings_table, table_of_findings
from ..reporting.expectations import mismatches
from ..reporting.results import Results, shared_table
from ..reporting.rules import KINDS, NO_DEFECTS, NOTES, PROPOSALS
from ..reporting.run_tables import (
    contract_statistics_table,
    provenance_tables,
    specification_statistics_table,
)
from ..reporting.statistics import Feasible, compare
from ..reporting.tables import Table, as_markdown, as_prose
from ..run_report.contracts_part import contracts_table
from ..run_report.solvers_part import solver_table
from ..run_report.specifications_part import methods_of_files
from ..runs.gathering import Gathered, gather, told_apart
from ..runs.parallel import file_reports, reports
from ..runs.provenance import digest_of, digest_of_file
from ..runs.run import FileReport, RunSettings, lowered_clauses, rows_of, trouble
from ..runs.task_report import Report
from ..schema import ProvenanceRow, Row

T = TypeVar("T", ContractTask, SpecTask)
V = TypeVar("V")

SUITE = "suite"

Mismatches = Callable[[Report | FileReport], Iterable[str]]
"""How a report differs from what is expected of its task."""


@frozen(slots=True, kw_only=True)
class Plan:
    """What to run, by the name of its column in the tables, and what to compare it with.

    `feasible`: by task, subsets of clauses that some input is known to violate exactly. `mismatches`: by column, how a
    report differs from what is expected of its task. `sources`: by column, where the tasks are read.
    """

    title: str = ""
    sources: Mapping[str, tuple[Path, ...]] = field(factory=dict)
    contracts: Mapping[str, Gathered[ContractTask]] = field(factory=dict)
    specifications: Mapping[str, Gathered[SpecTask]] = field(factory=dict)
    feasible: Feasible = field(factory=dict)
    mismatches: Mapping[str, Mismatches] = field(factory=dict)

    @property
    def parts(self) -> tuple[Gathered[ContractTask] | Gathered[SpecTask], ...]:
        return (*self.contracts.values(), *self.specifications.values())

    @property
    def size(self) -> int:
        """How many tasks there are."""
        return sum(len(gathered.tasks) for gathered in self.parts)

    @property
    def columns(self) -> set[str]:
        """The names of its data sets."""
        return {*self.sources, *self.contracts, *self.specifications}

    @property
    def contract_tasks(self) -> list[tuple[str, ContractTask]]:
        """The Python tasks in order, each with its column."""
        return [(name, task) for name, gathered in self.contracts.items() for task in gathered.tasks]

    @property
    def spec_tasks(self) -> list[tuple[str, SpecTask]]:
        """The files with specifications in order, each with its column."""
        return [(name, task) for name, gathered in self.specifications.items() for task in gathered.tasks]

    @property
    def errors(self) -> list[InputError]:
        """What could not be read."""
        return [error for gathered in self.parts for error in gathered.errors]

    def check(self) -> None:
        """Raises InputError where nothing at all could be read: tables of nothing would look like a good result."""
        if self.errors and not self.size:
            raise InputError("; ".join(map(str, self.errors)))

    @property
    def with_tasks(self) -> frozenset[str]:
        """The names of the data sets that have tasks here."""
        contracts = {name for name, gathered in self.contracts.items() if gathered.tasks}
        return frozenset(contracts | {name for name, gathered in self.specifications.items() if gathered.tasks})

    def only(self, task_ids: Sequence[str]) -> Self:
        """The plan with the tasks of these ids; with every task when there are none.

        Raises InputError for an id that no task has, with the ids most like it.
        """
        everything = [task for gathered in self.parts for task in gathered.tasks]
        return self._with(select(everything, task_ids))

    def since(self, revision: str, sources: Iterable[Path]) -> Self:
        """The plan with the tasks of which lines changed since a revision of the repositories that the sources are in.
        Raises InputError: see `changed_lines`."""
        changes: dict[Path, LineRanges] = {}
        for folder in dict.fromkeys(source if source.is_dir() else source.parent for source in sources):
            changes.update(changed_lines(folder, revision))
        return self._with(touched((task for gathered in self.parts for task in gathered.tasks), changes))

    def _with(self, tasks: Iterable[object]) -> Self:
        chosen = {id(task) for task in tasks}
        python = {name: narrowed(gathered, chosen) for name, gathered in self.contracts.items()}
        specified = {name: narrowed(gathered, chosen) for name, gathered in self.specifications.items()}
        return evolve(self, contracts=python, specifications=specified)


def narrowed(gathered: Gathered[T], chosen: Collection[int]) -> Gathered[T]:
    """Only these of the tasks, by identity."""
    return evolve(gathered, tasks=tuple(task for task in gathered.tasks if id(task) in chosen))


@frozen(slots=True)
class Arrival:
    """A report as it arrives. `place`: of its task in the plan, Python tasks first; `rows`: what is written of it."""

    place: int
    report: Report | FileReport
    rows: tuple[Row, ...]


@frozen(slots=True, kw_only=True)
class Watching:
    """Who is told what while tasks run: `arrived` each new report as soon as it is there, in whatever order that is;
    `step` is called after each task, and `told` with each report on a file, in order."""

    arrived: Callable[[Arrival], None] = lambda arrival: None
    step: Callable[[], None] = lambda: None
    told: Callable[[FileReport], None] = lambda report: None


UNWATCHED = Watching()


def run(
    plan: Plan,
    settings: RunSettings,
    watching: Watching = UNWATCHED,
    known: Mapping[int, Report | FileReport] = {},
    executor: Executor | None = None,
) -> Results:
    """Run every task, on processes of this machine if no executor is given. `known` are reports of an earlier run, by
    the place of their task in the plan, Python tasks first.

    The exit code of the results says how the run went: findings for a mismatch or a wrong *infeasible*, bad
    input for what could not be read, failed for a tool that broke or two solvers that disagree.
    """
    results = Results(plan.feasible, errors=plan.errors)
    if plan.errors:
        results.code = ExitCode.BAD_INPUT
    python, specified = plan.contract_tasks, plan.spec_tasks
    results.tasks.update((task.task_id, task) for _, task in python)
    # Data sets without a result appear in the tables, too.
    for name in plan.contracts:
        results.contracts.setdefault(name, [])
    for name in plan.specifications:
        results.specifications.setdefault(name, [])

    def of_task(index: int, report: Report) -> None:
        digest = digest_of(python[index][1], settings)
        watching.arrived(Arrival(index, report, tuple(replace(row, digest=digest) for row in rows_of(report))))

    def of_file(index: int, report: FileReport) -> None:
        digest = digest_of_file(specified[index][1], settings)
        rows = tuple(replace(row, digest=digest, rows=len(report.rows)) for row in report.rows)
        watching.arrived(Arrival(len(python) + index, report, rows))

    done = {index: report for index, report in known.items() if isinstance(report, Report)}
    tasks = [task for _, task in python]
    for (name, _), report in zip(python, reports(tasks, settings, done, of_task, executor), strict=True):
        results.contracts[name].append(report)
        if compare(report, plan.feasible.get(report.task_id, ())).wrong:
            results.code = max(results.code, ExitCode.FINDINGS)
        _conclude(results, plan, name, report)
        watching.step()
    earlier = {index - len(python): report for index, report in known.items() if isinstance(report, FileReport)}
    files = [task for _, task in specified]
    for index, file in enumerate(file_reports(files, settings, earlier, of_file, executor)):
        results.specifications[specified[index][0]].append(file)
        # A report that was read back has no counts: its file is read again for them.
        counts = lowered_clauses(file.task, settings) if index in earlier and file.clauses is None else file.clauses
        if counts is not None:
            results.clauses[str(file.task.file)] = counts
        _conclude(results, plan, specified[index][0], file)
        watching.step()
        watching.told(file)
    return results


def _conclude(results: Results, plan: Plan, column: str, report: Report | FileReport) -> None:
    mismatches = list(plan.mismatches[column](report)) if column in plan.mismatches else []
    results.mismatches += mismatches
    results.code = max(results.code, trouble(report), ExitCode.FINDINGS if mismatches else ExitCode.DONE)


def tables(results: Results) -> Iterator[Table]:
    """The tables of a run."""
    if results.reports:
        yield contract_statistics_table(results.contract_statistics())
    if results.files:
        yield specification_statistics_table(results.specification_statistics())
    if results.reports:
        yield solver_table(results.solver_statistics(), results.disagreements())
    if shared := results.shared():
        yield shared_table(shared)
    if kinds := results.finding_kinds():
        yield findings_table(kinds)


def document(plan: Plan, results: Results, sessions: Sequence[ProvenanceRow], more_tables: Iterable[Table] = ()) -> str:
    """The report of a run in Markdown: where it comes from, the tables and `more_tables`, every mismatch and finding,
    and a line for each task."""
    sections = [f"# {as_prose(plan.title)}\n", *map(as_markdown, provenance_tables(sessions))]
    # What makes the figures below less than they seem comes first.
    notes = [f"- **Mismatch**: {as_prose(mismatch)}" for mismatch in results.mismatches]
    notes += [f"- **Not read**: {as_prose(str(error))}" for error in plan.errors]
    if notes:
        sections.append("\n".join(notes) + "\n")
    sections += map(as_markdown, (*tables(results), *more_tables))
    findings = results.findings()
    for title, kinds in (
        ("Findings", KINDS.keys() - NO_DEFECTS),
        ("Possible improvements", PROPOSALS),
        ("Unknown verdicts", NOTES),
    ):
        if chosen := [finding for finding in findings if finding.kind in kinds]:
            sections.append(as_markdown(table_of_findings(chosen, title)))
    if results.reports:
        sections.append(as_markdown(contracts_table(results.reports)))
    if results.files:
        sections.append(as_markdown(methods_of_files([row for file in results.files for row in file.rows])))
    return "\n".join(sections)


def plan_of_suite() -> Plan:
    """The bundled suite, compared with its expected verdicts."""
    data, expected = suite.data(), suite.expected()
    contracts = gather(data.contracts, ContractTask)
    # What is expected of a contract is about plain values of any type, as those of data sets are.
    contracts = evolve(contracts, tasks=tuple(evolve(task, annotations={}) for task in contracts.tasks))
    return Plan(
        title="specassay bench: the bundled suite",
        sources={SUITE: (suite.folder(),)},
        contracts={SUITE: contracts},
        specifications={SUITE: gather(data.specifications, SpecTask)},
        feasible=data.feasible,
        mismatches={SUITE: lambda report: mismatches(report, expected)},
    )


def plan_of_data(names: Sequence[str], project: Project = FOUND) -> Plan:
    """What data sets, files and folders hold (`parts_of`), and the bundled suite, which no name at all means, too.
    `project`: where Python code is imported from, as far as a user says so. Raises InputError."""
    plans: list[Plan] = []
    taken: set[str] = set()
    for name in names or [SUITE]:
        # Two folders of one name would share a column of the tables.
        plan = _renamed(plan_of_suite() if name == SUITE else plan_of_parts(parts_of(name), project), taken)
        taken |= plan.columns
        plans.append(plan)
    if not names:
        return plans[0]
    functions: set[str] = set()
    python = _united(plan.contracts for plan in plans)
    return Plan(
        title=f"specassay bench --data {' --data '.join(names)}",
        sources=_united(plan.sources for plan in plans),
        # So would two functions share a row.
        contracts={name: told_apart(gathered, functions) for name, gathered in python.items()},
        specifications=_united(plan.specifications for plan in plans),
        feasible=_united(plan.feasible for plan in plans),
        mismatches=_united(plan.mismatches for plan in plans),
    )


def names_of_data(names: Sequence[str]) -> list[str]:
    """What was asked for, so that it means the same elsewhere: paths are absolute."""
    return [str(Path(name).absolute()) if Path(name).exists() else name for name in names or [SUITE]]


def _united(mappings: Iterable[Mapping[str, V]]) -> dict[str, V]:
    return {name: value for mapping in mappings for name, value in mapping.items()}


def _renamed(plan: Plan, taken: Collection[str]) -> Plan:
    """The plan with other names for columns that others have."""
    names: dict[str, str] = {}
    for name in sorted(plan.columns):
        number, free = 2, name
        while free in taken or free in names.values():
            free, number = f"{name}-{number}", number + 1
        names[name] = free
    return evolve(
        plan,
        sources={names[name]: paths for name, paths in plan.sources.items()},
        contracts={names[name]: gathered for name, gathered in plan.contracts.items()},
        specifications={names[name]: gathered for name, gathered in plan.specifications.items()},
        mismatches={names[name]: mismatch for name, mismatch in plan.mismatches.items()},
    )


def plan_of_parts(data_sets: Sequence[DataSetPart], project: Project = FOUND) -> Plan:
    """The tasks of data sets. Parts whose tests expect wrong outputs are for `specassay audit` only."""
    used = [data_set for data_set in data_sets if not data_set.wrong_tests]
    return Plan(
        sources={data_set.name: data_set.sources if data_set.root is None else (data_set.root,) for data_set in used},
        contracts={
            data_set.name: gather(data_set.contracts, ContractTask, project) for data_set in used if data_set.contracts
        },
        specifications={
            data_set.name: gather(data_set.specifications, SpecTask) for data_set in used if data_set.specifications
        },
        feasible=_united(data_set.feasible for data_set in used),
    )
