"""What a report is about, put together from rows: contracts in Python, methods in Dafny, and graded programs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from attrs import define, field, frozen
from msgspec import UNSET

from ...core.iteration import grouped
from ..datasets.problems import problem_name
from ..reporting.findings import ReportedFinding, of_python, of_specifications
from ..reporting.program_rates import GradedFile, graded_file
from ..reporting.rules import level_of
from ..reporting.statistics import idle_clauses
from ..reporting.tables import NOTHING, Tone
from ..runs.task_report import Report
from ..schema import (
    AdequacyRow,
    AskedProblemRow,
    ComparisonRow,
    CvtRow,
    ErrorRow,
    GradeRow,
    LeftOutRow,
    PairedRow,
    SpecificationGradeRow,
    SpecRow,
    StatisticsRow,
    TaskRow,
)
from .reading import Rows

E = TypeVar("E", CvtRow, ErrorRow, GradeRow, LeftOutRow, AdequacyRow, SpecRow)

TONES: Mapping[str, Tone] = {
    "wrong": "bad",
    "vacuous": "bad",
    "weak": "warn",
    "unknown": "open",
    "strong up to choice": "ok",
    "strong": "ok",
    "contradictory": "bad",
    "idle clause": "warn",
    "open": "open",
    "not done": "open",
    "no contract": "note",
    "every clause tested": "ok",
    "violating": "ok",
    "infeasible": "note",
    "none found": "open",
    "pass": "ok",
    "no test": "open",
    "not run": "open",
    "holds": "ok",
    "refuted": "bad",
    "invalid input": "bad",
    "approximate": "note",
    "timeout": "open",
    "error": "open",
    "equal": "ok",
    "weaker": "warn",
    "stronger": "note",
    "incomparable": "warn",
    "not compared": "open",
    "not asked": "note",
    "reference refuted": "bad",
    "not readable": "bad",
    "no specification": "bad",
    "does not fit": "bad",
    "assumes something": "bad",
    "stopped": "open",
}
"""Word of a verdict → how it is marked."""


def tone_of(verdict: str) -> Tone:
    """How a verdict is marked: a program that does not pass is wrong, whatever the reason."""
    return TONES.get(verdict, "note")


@define(slots=False)
class ContractEntry:
    """A Python function with a contract. `anchor`: of its page; `task`: its text, where the run has kept it."""

    anchor: str
    task_id: str
    rows: tuple[CvtRow, ...] = ()
    errors: tuple[ErrorRow, ...] = ()
    adequacy: AdequacyRow | None = None
    grades: tuple[GradeRow, ...] = ()
    left_out: tuple[LeftOutRow, ...] = ()
    task: TaskRow | None = None

    @property
    def is_asked(self) -> bool:
        """Whether its contract was asked about, and not only programs for it."""
        return bool(self.rows or self.errors or self.task is not None or self.adequacy is not None)

    @property
    def source(self) -> str:
        """The file that it is in, as far as that is known."""
        if self.task is not None and self.task.file:
            return self.task.file
        return next((grade.task_file for grade in self.grades if grade.task_file is not UNSET), "SOURCE")

    @property
    def dataset(self) -> str:
        """The data set that it is from: as the run calls it, else as its name begins."""
        if self.task is not None and self.task.dataset:
            return self.task.dataset
        return self.task_id.rpartition("/")[0] or "all"

    @property
    def where(self) -> str:
        """Its place; empty where that is not known."""
        if self.task is None:
            return ""
        return self.task.file if self.task.line is None else f"{self.task.file}:{self.task.line}"

    @property
    def clause_texts(self) -> tuple[str, ...]:
        """The texts of its clauses: those that the run has kept, or those that a graded program was compared with."""
        if self.task is not None and self.task.clauses:
            return tuple(clause.text for clause in self.task.clauses)
        return next((tuple(grade.clauses) for grade in self.grades if grade.clauses is not UNSET), ())

    @cached_property
    def report(self) -> Report:
        """The rows as the report from which they came, as far as they say."""
        clauses = 1 + max((clause for row in self.rows for clause in row.violates), default=-1)
        if self.task is not None:
            clauses = max(clauses, len(self.task.clauses))
        failed = next((row.reason for row in self.errors if row.verdict == "error"), None)
        problems = tuple(row.reason for row in self.errors if row.verdict != "error")
        return Report(
            task_id=self.task_id,
            rows=self.rows,
            clauses=clauses,
            lowered=clauses,
            problems=problems,
            subsets=len(self.rows),
            error=failed,
        )

    @cached_property
    def idle(self) -> tuple[int, ...]:
        """Clauses that no input violates (proved)."""
        return tuple(idle_clauses(self.report))

    @cached_property
    def tested(self) -> frozenset[int]:
        """Clauses that the input of some row violates."""
        return frozenset(clause for row in self.rows if row.is_test for clause in row.violates)

    @cached_property
    def status(self) -> str:
        """What there is to know first."""
        if self.report.error is not None:
            return "not done"
        if not self.is_asked:
            return "not asked"
        if not self.report.clauses:
            return "no contract"
        if any(finding.kind == "contradictory-contract" for finding in self.findings):
            return "contradictory"
        if self.idle:
            return "idle clause"
        return "every clause tested" if len(self.tested) == self.report.clauses else "open"

    @cached_property
    def findings(self) -> tuple[ReportedFinding, ...]:
        """The findings about it."""
        return tuple(of_python(self.report))

    def count(self, kind: str) -> int:
        """How many sets of clauses have this verdict; `none found` is an infeasible one within bounds."""
        return sum(verdict_of(row) == kind for row in self.rows)


def entry_of(report: Report) -> ContractEntry:
    """The entry of a task whose report is at hand."""
    entry = ContractEntry("", report.task_id, report.rows)
    entry.report = report
    return entry


def verdict_of(row: CvtRow) -> str:
    """The verdict on a set of clauses in words: what holds only within bounds is no proof."""
    return "none found" if row.is_bounded else row.verdict


@define(slots=False)
class MethodEntry:
    """A method with a specification, or what a file says instead of one. `anchor`: of its page; `task`: its file."""

    anchor: str
    row: SpecRow
    task: TaskRow | None = None

    @property
    def dataset(self) -> str:
        """The data set that it is from: as the run calls it, else by its folder."""
        if self.task is not None and self.task.dataset:
            return self.task.dataset
        return self.row.file.rpartition("/")[0] or "all"

    @property
    def label(self) -> str:
        """What people say of the specification; empty where they say nothing."""
        return "" if self.task is None or self.task.label is None else self.task.label

    @property
    def name(self) -> str:
        """The file's name and the method's."""
        return f"{self.row.task_id}.{self.row.method}" if self.row.method else self.row.task_id

    @property
    def verdict(self) -> str:
        """The verdict on the specification, or why there is none."""
        return self.row.status if self.row.assessment is None else self.row.assessment.verdict

    @property
    def told(self) -> str:
        """The verdict with what qualifies it."""
        return NOTHING if self.row.assessment is None else self.row.assessment.text

    @cached_property
    def findings(self) -> tuple[ReportedFinding, ...]:
        """The findings about it."""
        return tuple(of_specifications([self.row]))


Each = TypeVar("Each", ContractEntry, MethodEntry)


@frozen(slots=True)
class TaskPair:
    """A problem that a Python function and a Dafny method are both about. `anchor`: of its page; `comparison`: which is
    stronger, where that was asked; `contract`, `method`: what else was asked of either."""

    anchor: str
    name: str
    contract: ContractEntry | None
    method: MethodEntry | None
    comparison: ComparisonRow | None = None


@frozen(slots=True)
class Contents:
    """All of it. `paired` are tests of two files of programs against each other, `ks` the k of pass@k that were asked
    for, where rows say so; `candidates` are candidate specifications, `asked` the problems that they are for."""

    contracts: tuple[ContractEntry, ...] = ()
    methods: tuple[MethodEntry, ...] = ()
    programs: tuple[GradedFile, ...] = ()
    paired: tuple[PairedRow, ...] = field(default=())
    tasks: tuple[TaskRow, ...] = field(default=())
    pairs: tuple[TaskPair, ...] = field(default=())
    ks: tuple[int, ...] = ()
    candidates: tuple[SpecificationGradeRow, ...] = ()
    asked: tuple[AskedProblemRow, ...] = ()

    @property
    def asked_contracts(self) -> tuple[ContractEntry, ...]:
        """The contracts that were asked about; of the others there are only programs."""
        return tuple(entry for entry in self.contracts if entry.is_asked)

    def findings(self) -> list[tuple[ReportedFinding, str]]:
        """Every finding with the anchor of its page: wrong ones first, then those that matter, then notes."""
        entries: Sequence[ContractEntry | MethodEntry] = [*self.contracts, *self.methods]
        findings = [(finding, entry.anchor) for entry in entries for finding in entry.findings]
        return sorted(findings, key=lambda item: ("error", "warning", "note").index(level_of(item[0].kind)))


def contents_of(rows: Rows) -> Contents:
    """Put together what belongs together; tasks and methods stay in the order of their first rows."""
    cvt, errors = by_task(rows.of(CvtRow)), by_task(rows.of(ErrorRow))
    grades, left_out = by_task(rows.of(GradeRow)), by_task(rows.of(LeftOutRow))
    adequacy = by_task(rows.of(AdequacyRow))
    tasks = {row.task_id: row for row in rows.of(TaskRow) if row.question == "contract"}
    # A task may have an error or grades alone.
    names = dict.fromkeys((*cvt, *errors, *grades, *tasks))
    python = tuple(
        ContractEntry(
            f"python-{number}",
            name,
            tuple(cvt.get(name, ())),
            tuple(errors.get(name, ())),
            next(iter(adequacy.get(name, ())), None),
            tuple(grades.get(name, ())),
            tuple(left_out.get(name, ())),
            tasks.get(name),
        )
        for number, name in enumerate(sorted(names, key=in_order), 1)
    )
    methods = sorted(rows.of(SpecRow), key=lambda row: (in_order(row.file), row.line or 0))
    sources = {row.file: row for row in rows.of(TaskRow) if row.question == "specification"}
    files = grouped((row.samples_file, row) for row in rows.of(GradeRow))
    entries = tuple(
        MethodEntry(f"specification-{number}", row, sources.get(row.file)) for number, row in enumerate(methods, 1)
    )
    return Contents(
        python,
        entries,
        tuple(graded_file(name, file) for name, file in files.items()),
        tuple(rows.of(PairedRow)),
        tuple(rows.of(TaskRow)),
        tuple(_pairs(python, entries, rows.of(ComparisonRow))),
        tuple(sorted({int(k) for row in rows.of(StatisticsRow) for k in row.pass_at_k.get("plus", {})})),
        tuple(rows.of(SpecificationGradeRow)),
        tuple(rows.of(AskedProblemRow)),
    )


def _pairs(
    contracts: Sequence[ContractEntry], methods: Sequence[MethodEntry], compared: Sequence[ComparisonRow]
) -> Iterator[TaskPair]:
    """Problems in both languages: those that were compared; where none was, those of one name."""
    tasks = {entry.task_id: entry for entry in contracts}
    by_place = {f"{method.row.file}::{method.row.method}": method for method in methods}
    pairs: list[tuple[str, ContractEntry | None, MethodEntry | None, ComparisonRow | None]] = []
    for row in compared:
        if row.languages.count("Python") == 1:
            side = row.languages.index("Python")
            subject = (row.second, row.first)[side]
            pairs.append((row.task_id, tasks.get(row.task_ids[side]), by_place.get(subject), row))
    # Names say less than comparisons: they count only where nobody compared.
    uncompared = () if compared else (method for method in methods if method.row.method is not None)
    by_name = grouped((problem_name(method.row.task_id), method) for method in uncompared)
    for entry in contracts:
        name = problem_name(entry.task_id)
        pairs += [(name, entry, method, None) for method in by_name.get(name, ())]
    pairs.sort(key=lambda each: in_order(each[0]))
    for number, pair in enumerate(pairs, 1):
        yield TaskPair(f"pair-{number}", *pair)


def by_dataset(entries: Sequence[Each]) -> dict[str, Sequence[Each]]:
    """The entries by data set; with several of these, all together last."""
    by_name = grouped((entry.dataset, entry) for entry in entries)
    return {**by_name, "all": entries} if len(by_name) > 1 else {**by_name}


def in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """What sorts names as people do: `task 9` before `task 10`."""
    pieces = re.split(r"(\d+)", name)
    return tuple((1, int(piece), "") if piece.isdecimal() else (0, 0, piece) for piece in pieces)


def by_task(rows: Iterable[E]) -> dict[str, list[E]]:
    """The rows of each task, or file of specifications."""
    return grouped((row.task_id, row) for row in rows)
