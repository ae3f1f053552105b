"""What a unified run has found: its reports, and everything that is computed from them, such as the problems that occur
in both languages."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import define, field, frozen
from msgspec.structs import replace

from ...core.deciding.solver import Outcome
from ...core.errors import InputError
from ..datasets.problems import problem_name
from ..datasets.tasks import ContractTask
from ..exit_codes import ExitCode
from ..runs.run import FileReport
from ..runs.task_report import Report
from ..schema import BenchRow, ContractStatisticsPart, SolverStatisticsPart, SpecificationStatisticsPart
from .findings import ReportedFinding, of_python, of_specifications
from .run_tables import bounds, share
from .statistics import (
    Feasible,
    contract_statistics,
    disagreements,
    solver_statistics,
    specification_statistics,
    tests_of,
)
from .tables import NOTHING, Table, plain_table

T = TypeVar("T")

ALL = "all"


@frozen(slots=True)
class SharedProblem:
    """A problem that a Python task and a Dafny file are both about."""

    name: str
    contract: Report
    specification: FileReport


@define(slots=True)
class Results:
    """The reports of a run by column of the tables, and how they differ from what is expected.

    `feasible`: by task, subsets of clauses that some input is known to violate exactly. `clauses`: by Dafny
    file how many clauses it has and how many are lowered; no entry for a file that does not parse. `tasks`: the Python
    functions by id; `errors`: what could not be read.
    """

    feasible: Feasible = field(factory=dict)
    contracts: dict[str, list[Report]] = field(factory=dict)
    specifications: dict[str, list[FileReport]] = field(factory=dict)
    clauses: dict[str, tuple[int, int]] = field(factory=dict)
    mismatches: list[str] = field(factory=list)
    tasks: dict[str, ContractTask] = field(factory=dict)
    errors: Sequence[InputError] = ()
    code: ExitCode = ExitCode.DONE

    @property
    def reports(self) -> list[Report]:
        return [report for reports in self.contracts.values() for report in reports]

    @property
    def files(self) -> list[FileReport]:
        return [file for files in self.specifications.values() for file in files]

    def contract_statistics(self) -> dict[str, ContractStatisticsPart]:
        """Column → statistics of its contracts; with several columns the last is about all tasks."""
        return {
            name: replace(contract_statistics(reports, self.feasible), guards_not_read=self._guards_not_read(reports))
            for name, reports in _with_all(self.contracts).items()
        }

    def _guards_not_read(self, reports: Iterable[Report]) -> int:
        return sum(len(self.tasks[report.task_id].unread) for report in reports if report.task_id in self.tasks)

    def specification_statistics(self) -> dict[str, SpecificationStatisticsPart]:
        """Column → statistics of its specifications; with several columns the last is about all files."""
        return {name: self._statistics_of(files) for name, files in _with_all(self.specifications).items()}

    def _statistics_of(self, files: Sequence[FileReport]) -> SpecificationStatisticsPart:
        rows = {str(file.task.file): file.rows for file in files}
        # A file that does not parse has no number of clauses, and may not count as one with none.
        clauses = {name: self.clauses[name] for name in rows if name in self.clauses}
        return specification_statistics(rows, clauses, [file.seconds for file in files])

    def solver_statistics(self) -> list[SolverStatisticsPart]:
        """Each solver on the checks of all Python tasks."""
        return solver_statistics(self.reports)

    def disagreements(self) -> int:
        """How many checks one solver answers with sat and another with unsat."""
        return len(disagreements(self.reports))

    def findings(self) -> list[ReportedFinding]:
        """Every finding, in the order of the tasks."""
        findings = [
            finding
            for report in self.reports
            for finding in of_python(report, self.feasible.get(report.task_id, ()), self.tasks.get(report.task_id))
        ]
        return findings + [finding for file in self.files for finding in of_specifications(file.rows)]

    def failures(self) -> list[str]:
        """Why tasks and files were not done."""
        undone = (finding for finding in self.findings() if finding.kind == "not-done")
        return [_told_once(finding) for finding in undone]

    def broken_tools(self) -> list[str]:
        """What failed about tasks that were done, by which the exit code is that of a failure."""
        failures = []
        for report in self.reports:
            errors = sum(
                answer.outcome == Outcome.ERROR for check in report.checks for answer in check.answers.values()
            )
            counts = {
                "two solvers contradict each other": report.disagreements,
                "proofs of infeasibility that a test refutes": report.contradictions,
                "queries on which a solver broke": errors,
            }
            # A task with an error is among the failures already: its reason tells more than these numbers.
            if report.error is None:
                failures += [f"{report.task_id}: {name}: {int(number)}" for name, number in counts.items() if number]
        return failures

    def finding_kinds(self) -> Counter[str]:
        """How often each kind of finding occurs."""
        return Counter(finding.kind for finding in self.findings())

    def shared(self) -> list[SharedProblem]:
        """The problems that occur in both languages."""
        return shared_problems(self.reports, self.files)

    def row(self) -> BenchRow:
        """The statistics of every table, the mismatches and the exit code."""
        return BenchRow(
            contracts=self.contract_statistics(),
            specifications=self.specification_statistics(),
            solvers=self.solver_statistics(),
            disagreements=self.disagreements(),
            findings=dict(self.finding_kinds()),
            mismatches=self.mismatches,
            exit_code=int(self.code),
        )


def _told_once(finding: ReportedFinding) -> str:
    """Subject, place and message; of a whole file, whose name is the subject, the place says it all."""
    source_place = finding.place
    is_file = source_place is not None and Path(source_place.file).with_suffix("").as_posix().endswith(finding.subject)
    return ": ".join(filter(None, ("" if is_file else finding.subject, finding.where, finding.message)))


def _with_all(columns: Mapping[str, list[T]]) -> dict[str, list[T]]:
    if len(columns) < 2:
        return dict(columns)
    return {**columns, ALL: [item for items in columns.values() for item in items]}


def shared_problems(reports: Iterable[Report], files: Iterable[FileReport]) -> list[SharedProblem]:
    """The problems that occur in both languages, in the order of the Python tasks."""
    by_name = {problem_name(file.task.task_id): file for file in files}
    return [
        SharedProblem(name, report, by_name[name])
        for report in reports
        if (name := problem_name(report.task_id)) in by_name
    ]


def shared_table(problems: Sequence[SharedProblem]) -> Table:
    """One row a problem."""
    rows = []
    for problem in problems:
        methods = [row for row in problem.specification.rows if row.status == "scored"]
        rows.append(
            (
                problem.name,
                str(problem.contract.clauses),
                share(len(tests_of(problem.contract.rows)), len(problem.contract.rows)),
                ", ".join(row.method or "" for row in methods) or NOTHING,
                ", ".join(bounds(row.correctness) for row in methods) or NOTHING,
                ", ".join(bounds(row.completeness) for row in methods) or NOTHING,
            )
        )
    columns = ("problem", "clauses", "with a test", "specified method", "correctness", "completeness")
    numeric = {"clauses", "correctness", "completeness"}
    return plain_table("The same problems in both languages", columns, rows, numeric=numeric)
