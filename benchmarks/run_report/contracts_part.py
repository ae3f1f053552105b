"""The part of the report about contracts in Python."""

import shlex
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from ...core.iteration import grouped
from ..reporting.fields import COMMAND, COMMAND_AND_PAGE, PAGE, REPORT, REPORT_AND_PAGE, Field, recorded, table_of
from ..reporting.findings import arguments_of, numbers
from ..reporting.paired_columns import short
from ..reporting.program_rates import failed_suite, passes, result_of
from ..reporting.run_tables import contract_statistics_table, kind_cell
from ..reporting.statistics import contract_statistics
from ..reporting.tables import Cell, Table, clip, number, without_empty_columns
from ..runs.task_report import Report
from ..schema import ContractStatisticsPart, CvtRow, GradeRow
from .blocks import ClauseLine, Clauses, Command, Grid, Mark, Page, PageBlock, Remarks, SourceBlock
from .entries import ContractEntry, entry_of, tone_of, verdict_of

MOST_SETS = 48
"""Sets of clauses on the page of a task: of more, those of one clause and those with a test come first."""
MOST_REASONS = 3
"""Why sets of clauses are unknown, that are told on the page of a task."""
MOST_REMARKS = 8
"""Findings of one task that are shown; a line says how many more there are."""
MOST_ROWS = 127
"""With more rows than this, the table of one task has those of single clauses only."""
LONGEST_ARGUMENTS = 401
"""Characters of arguments that a command prints; a list one too long for its contract has more, and rows have all."""


def verdict_cell(verdict: str) -> Cell:
    """A verdict with its mark."""
    return Cell(verdict, tone=tone_of(verdict))


def _first(row: CvtRow) -> str:
    if not row.is_test:
        return ""
    return "set-up" if row.raises_first is None else str(row.raises_first)


SETS: tuple[Field[CvtRow], ...] = (
    Field(
        "violates",
        lambda row: Cell(numbers(row.violates), f"{len(row.violates):04} {row.violates}"),
        "text",
        "The clauses that the input violates, by position: exactly these.",
        COMMAND_AND_PAGE,
    ),
    recorded("violates", lambda row: " ".join(map(str, row.violates))),
    Field("verdict", lambda row: verdict_cell(verdict_of(row)), "tag", places=COMMAND_AND_PAGE, record="verdict"),
    Field("arguments", lambda row: clip(arguments_of(row), LONGEST_ARGUMENTS), "code", places=COMMAND),
    recorded("arguments", arguments_of),
    recorded("raised", lambda row: row.raised),
    Field(
        "input",
        lambda row: clip(arguments_of(row) or ("" if not row.core else f"core: {', '.join(row.core)}")),
        "code",
        "Arguments that violate exactly these clauses, replayed in Python.",
        PAGE,
    ),
    Field("raises first", _first, "text", "The clause that stops the function.", COMMAND_AND_PAGE),
    recorded("raises_first", lambda row: row.raises_first),
    Field(
        "runs without",
        lambda row: {True: "yes", False: "no", None: ""}[row.runs_without_contract],
        "tag",
        "Whether the function returns when nobody checks its contract.",
        COMMAND_AND_PAGE,
    ),
    recorded("runs_without_contract", lambda row: row.runs_without_contract),
    Field("decided by", lambda row: row.solver or "", "tag", places=PAGE),
    recorded("solver", lambda row: row.solver),
    recorded("reason", lambda row: row.reason),
)


def _example(entry: ContractEntry) -> str:
    """The test that violates most clauses."""
    tests = [row for row in entry.rows if row.is_test]
    example = max(tests, key=lambda row: len(row.violates), default=None)
    return "" if example is None else f"{numbers(example.violates)}  {arguments_of(example)}"


def _sets_with(verdict: str, meaning: str = "") -> Field[ContractEntry]:
    """How many sets of clauses have a verdict."""
    name = verdict.replace(" ", "_")
    return Field(verdict, lambda entry: entry.count(verdict), "number", meaning, record=name)


TASKS: tuple[Field[ContractEntry], ...] = (
    Field("task", lambda entry: Cell(entry.task_id, target=entry.anchor), record="task_id"),
    recorded("dataset", lambda entry: entry.dataset),
    recorded("file", lambda entry: entry.where),
    Field("result", lambda entry: verdict_cell(entry.status), "tag", places=REPORT, record="result"),
    Field("clauses", lambda entry: entry.report.clauses, "number", record="clauses"),
    Field("tested", lambda entry: len(entry.tested), "number", "Clauses that some input violates.", REPORT, "tested"),
    recorded("idle", lambda entry: len(entry.idle)),
    _sets_with("violating", "Sets of clauses with an input that violates exactly these."),
    _sets_with("infeasible", "Sets of which it is proved that no input violates exactly these."),
    _sets_with("none found", "Sets for which none was found within bounds, which is no proof."),
    _sets_with("unknown"),
    recorded("seconds", lambda entry: sum(entry.task.seconds.values()) if entry.task else None),
    Field("for example", _example, "code", places=COMMAND),
    Field("for example", lambda entry: clip(_example(entry), 90), "code", places=REPORT),
)


def statistics(entries: Sequence[ContractEntry]) -> ContractStatisticsPart:
    """The statistics of all contracts."""
    return contract_statistics([entry.report for entry in entries])


def scores_table(statistics_by_dataset: Mapping[str, ContractStatisticsPart]) -> Table:
    """What became of all contracts, by data set."""
    table = contract_statistics_table(statistics_by_dataset, "Python contracts: summary statistics", of_rows=True)
    return evolve(table, anchor="python-statistics")


def tasks_table(entries: Sequence[ContractEntry]) -> Table:
    """A row for each task."""
    return table_of("Tasks", TASKS, entries, "report", anchor="python-tasks")


def contracts_table(reports: Iterable[Report], title: str = "Python tasks") -> Table:
    """The same while a run goes on."""
    return table_of(title, TASKS, map(entry_of, reports))


def contract_table(report: Report, clauses: Sequence[str]) -> Table:
    """One Python task: a row for each set of its clauses; of many, for each clause, and how many of the others have
    which verdict. `clauses` has their texts."""
    many = len(report.rows) > MOST_ROWS
    rows = [row for row in report.rows if not many or len(row.violates) == 1]
    larger = _of_larger(report.rows) if many else []
    notes = (*larger, *(f"{index}: {text}" for index, text in enumerate(clauses)), *_bounds_of(report.rows))
    table = table_of(report.task_id, SETS, rows, notes=notes)
    return without_empty_columns(table)


def _of_larger(rows: Sequence[CvtRow]) -> list[str]:
    """How many sets of several clauses have which verdict."""
    verdicts = Counter("none found" if row.is_bounded else row.verdict for row in rows if len(row.violates) > 1)
    counted = ", ".join(f"{number:,} {verdict}" for verdict, number in sorted(verdicts.items()))
    return [f"Sets of several clauses: {counted} (--json and --out have them)."] if counted else []


def _bounds_of(rows: Sequence[CvtRow]) -> list[str]:
    """Where nothing was found: the bounds, and the sets of clauses."""
    bounded = grouped(
        ("" if row.bounds is None else row.bounds.text, numbers(row.violates)) for row in rows if row.is_bounded
    )
    return [
        f"None found within bounds, which is no proof ({', '.join(sets)}): {text}" for text, sets in bounded.items()
    ]


def page(entry: ContractEntry, programs: Sequence[PageBlock] = ()) -> Page:
    """The page of a task. `programs`: what is shown of its programs one by one."""
    blocks: list[PageBlock] = []
    if entry.report.clauses:
        blocks.append(Clauses("Contract", tuple(_clause(entry, clause) for clause in range(entry.report.clauses))))
    if (written := _as_written(entry)) is not None:
        blocks.append(written)
    if entry.findings:
        blocks.append(
            remarks_on([(finding.kind, _said(finding.message, finding.witness)) for finding in entry.findings])
        )
    if entry.rows:
        blocks.append(Grid(_sets(entry)))
    if entry.grades:
        blocks.append(Grid(_programs(entry)))
    blocks += programs
    # Whatever is shown above, anybody can have it made again.
    command = f"specassay cvt {shlex.quote(entry.source)} --task {shlex.quote(entry.task_id)}"
    blocks.append(Command("Reproduce", command))
    tested = f"{len(entry.tested)} of {entry.report.clauses} clauses with an input that violates them"
    return Page(
        entry.anchor,
        entry.task_id,
        entry.status,
        tone_of(entry.status),
        entry.where,
        tested if entry.report.clauses else "",
        tuple(blocks),
    )


def _as_written(entry: ContractEntry) -> SourceBlock | None:
    """The text of the contract, where that is more than its clauses: what is computed for them, and around them."""
    if entry.task is None:
        return None
    written = [line for line in entry.task.text.splitlines() if line.strip()]
    if len(written) <= entry.report.clauses:
        return None
    blamed = {
        line
        for number, clause in enumerate(entry.task.clauses)
        if (number in entry.idle or number not in entry.tested) and clause.line is not None
        for line in range(clause.line, (clause.end_line or clause.line) + 1)
    }
    return SourceBlock("In one block", textwrap.dedent(entry.task.text), blamed=frozenset(blamed))


def remarks_on(remarks: Sequence[tuple[str, str]]) -> Remarks:
    """Findings, each its kind and what it says; of many, the first."""
    items = [(mark_of(kind), clip(text, 360)) for kind, text in remarks[:MOST_REMARKS]]
    if len(remarks) > MOST_REMARKS:
        items.append((Mark("more", "note"), f"{len(remarks) - MOST_REMARKS:,} like these; the rows have them"))
    return Remarks("Findings", tuple(items))


def _said(message: str, witness: str) -> str:
    return f"{message}: {witness}" if witness else message


def mark_of(kind: str) -> Mark:
    """The mark of a finding, by how much it matters."""
    return Mark(kind, kind_cell(kind).tone)


def _clause(entry: ContractEntry, number: int) -> ClauseLine:
    """A clause with its text, where that is known, and how it can be violated."""
    mine = [row for row in entry.rows if row.is_test and number in row.violates]
    alone_row = next((row for row in mine if row.violates == [number]), None)
    text = entry.clause_texts[number] if number < len(entry.clause_texts) else ""
    # A clause that nothing violates is the gravest: it is told instead of all others.
    if number in entry.idle:
        single = next((row for row in entry.rows if row.violates == [number]), None)
        because = "" if single is None or not single.core else f"proved from {', '.join(single.core)}"
        return ClauseLine(str(number), text, (Mark("no input violates it", "warn", because),), "warn")
    if not mine:
        return ClauseLine(str(number), text, (Mark("not known whether an input violates it", "open"),), "open")
    marks = [Mark("violated", "ok", f"by {clip(arguments_of(alone_row or mine[0]), 120)}")]
    if all((row.how or {}).get(str(number)) == "raises" for row in mine):
        raised = next((row.raised for row in mine if row.raised and row.raises_first == number), None)
        marks.append(Mark("raises, and is never false", "warn", raised or ""))
    if alone_row is None:
        marks.append(Mark("never violated alone", "note"))
    return ClauseLine(str(number), text, tuple(marks))


def _sets(entry: ContractEntry) -> Table:
    rows = sorted(entry.rows, key=lambda row: (len(row.violates) > 1, not row.is_test, len(row.violates), row.violates))
    rest = Counter(map(verdict_of, rows[MOST_SETS:]))
    notes = [f"{rest.total():,} more sets: {', '.join(f'{n:,} {name}' for name, n in rest.items())}."] * bool(rest)
    bounds = dict.fromkeys(row.bounds.text for row in rows if row.is_bounded and row.bounds is not None)
    notes += [f"None found within bounds, which is no proof: {text}" for text in bounds if text]
    reasons = dict.fromkeys(str(row.reason) for row in rows if row.reason)
    notes += [f"Unknown: {clip(text)}" for text in list(reasons)[:MOST_REASONS]]
    title, anchor = "Sets of clauses", f"{entry.anchor}-sets"
    return table_of(title, SETS, rows[:MOST_SETS], "page", anchor=anchor, notes=tuple(notes))


def _result(grade: GradeRow) -> Cell:
    result = result_of(grade)
    return Cell(result, tone=tone_of(result) if result in ("pass", "no test", "not run") else "bad")


def _refused(grade: GradeRow) -> Cell:
    refused = sum(response.rejection == "rejected" for response in grade.responses)
    share = refused / len(grade.responses) if grade.responses else -1.0
    return number(share, f"{refused} of {len(grade.responses)}")


def _rejections(grade: GradeRow, rejection: str) -> int:
    return sum(response.rejection == rejection for response in grade.responses)


PROGRAMS: tuple[Field[GradeRow], ...] = (
    recorded("task_id", lambda grade: grade.task_id),
    recorded("number", lambda grade: grade.number),
    Field("program", lambda grade: f"{short(grade.samples_file)} {grade.number}", places=PAGE),
    Field("program", lambda grade: f"{short(grade.samples_file)} {grade.number}", "tag", places=REPORT),
    Field("result", _result, "tag", places=REPORT_AND_PAGE, record="result"),
    recorded("passes", passes),
    recorded("violating_tests", lambda grade: len(grade.responses)),
    recorded("refused", lambda grade: _rejections(grade, "rejected")),
    Field("refused", _refused, "number", "Contract-violating tests that it refuses, of all of them.", REPORT_AND_PAGE),
    recorded("refusals_unknown", lambda grade: _rejections(grade, "unknown")),
    Field(
        "input",
        lambda grade: clip(failed_suite(grade).input, 120),
        "code",
        "The first valid input that it does not pass.",
        REPORT_AND_PAGE,
    ),
    Field("expected", lambda grade: clip(failed_suite(grade).expected, 120), "code", places=PAGE),
    Field("found", lambda grade: clip(failed_suite(grade).found, 120), "code", places=PAGE),
    recorded("extracted", lambda grade: grade.extracted),
    recorded("repeats", lambda grade: grade.repeats),
)


def _programs(entry: ContractEntry) -> Table:
    return table_of("Programs", PROGRAMS, entry.grades, "page", anchor=f"{entry.anchor}-programs")


def programs_table(entries: Sequence[ContractEntry]) -> Table:
    """A row for each program."""
    programs = [(entry, grade) for entry in entries for grade in entry.grades]
    task = Field[tuple[ContractEntry, GradeRow]]("task", lambda pair: Cell(pair[0].task_id, target=pair[0].anchor))
    fields = (task, *(field.of(lambda pair: pair[1]) for field in PROGRAMS))
    return table_of("All programs", fields, programs, "report", anchor="programs-all")
