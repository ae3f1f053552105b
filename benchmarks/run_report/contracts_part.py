"""The part of the report about contracts in Python."""

import shlex
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import evolve

from ..reporting.findings import arguments_of, numbers
from ..reporting.rules import level_of
from ..reporting.run_tables import contract_statistics_table
from ..reporting.statistics import contract_statistics
from ..reporting.tables import Cell, Column, Table, Tone, number
from ..schema import ContractStatisticsPart, CvtRow, GradeRow
from .blocks import ClauseLine, Clauses, Command, Grid, Mark, Page, PageBlock, Remarks, SourceBlock
from .entries import ContractEntry, short, tone_of, verdict_of

MOST_SETS = 48
"""Sets of clauses on the page of a task: of more, those of one clause and those with a test come first."""
MOST_REASONS = 3
"""Why sets of clauses are unknown, that are told on the page of a task."""
MOST_REMARKS = 8
"""Findings of one task that are shown; a line says how many more there are."""
LONGEST = 240
"""Characters of an argument, or of a message, that are shown."""

SETS = (
    Column("violates", "text", "The clauses that the input violates, by position: exactly these."),
    Column("verdict", "tag"),
    Column("input", "code", "Arguments that violate exactly these clauses, replayed in Python."),
    Column("raises first", "text", "The clause that stops the function."),
    Column("runs without", "tag", "Whether the function returns when nobody checks its contract."),
    Column("decided by", "tag"),
)
TASKS = (
    Column("task"),
    Column("result", "tag"),
    Column("clauses", "number"),
    Column("tested", "number", "Clauses that some input violates."),
    Column("violating", "number", "Sets of clauses with an input that violates exactly these."),
    Column("infeasible", "number", "Sets of which it is proved that no input violates exactly these."),
    Column("none found", "number", "Sets for which none was found within bounds, which is no proof."),
    Column("unknown", "number"),
    Column("for example", "code"),
)


def clip(text: str, most: int = LONGEST) -> str:
    """A text of a length that a table can show."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def statistics(entries: Sequence[ContractEntry]) -> ContractStatisticsPart:
    """The statistics of all contracts."""
    return contract_statistics([entry.report for entry in entries])


def scores_table(found: Mapping[str, ContractStatisticsPart]) -> Table:
    """What became of all contracts, by data set."""
    shown = contract_statistics_table(found, "Python contracts: summary statistics", of_rows=True)
    return evolve(shown, anchor="python-statistics")


def tasks_table(entries: Sequence[ContractEntry]) -> Table:
    """A row for each task."""
    return Table("python-tasks", "Tasks", TASKS, tuple(map(_row, entries)))


def _row(entry: ContractEntry) -> tuple[Cell, ...]:
    tests = [row for row in entry.rows if row.is_test]
    example = max(tests, key=lambda row: len(row.violates), default=None)
    return (
        Cell(entry.task_id, target=entry.anchor),
        Cell(entry.status, tone=tone_of(entry.status)),
        number(entry.report.clauses),
        number(len(entry.tested)),
        *(number(entry.count(kind)) for kind in ("violating", "infeasible", "none found", "unknown")),
        Cell("" if example is None else clip(f"{numbers(example.violates)}  {arguments_of(example)}", 90)),
    )


def page(entry: ContractEntry, programs: Sequence[PageBlock] = ()) -> Page:
    """The page of a task. `programs`: what is shown of its programs one by one."""
    blocks: list[PageBlock] = []
    if entry.report.clauses:
        blocks.append(Clauses("Contract", tuple(_clause(entry, place) for place in range(entry.report.clauses))))
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
    if entry.task is None or sum(map(bool, map(str.strip, entry.task.text.splitlines()))) <= entry.report.clauses:
        return None
    blamed = {
        line
        for place, clause in enumerate(entry.task.clauses)
        if (place in entry.idle or place not in entry.tested) and clause.line is not None
        for line in range(clause.line, (clause.end_line or clause.line) + 1)
    }
    return SourceBlock("In one block", textwrap.dedent(entry.task.text), blamed=frozenset(blamed))


def remarks_on(found: Sequence[tuple[str, str]]) -> Remarks:
    """Findings, each its kind and what it says; of many, the first."""
    items = [(mark_of(kind), clip(text, 360)) for kind, text in found[:MOST_REMARKS]]
    if len(found) > MOST_REMARKS:
        items.append((Mark("more", "note"), f"{len(found) - MOST_REMARKS:,} like these; the rows have them"))
    return Remarks("Findings", tuple(items))


def _said(message: str, witness: str) -> str:
    return f"{message}: {witness}" if witness else message


def mark_of(kind: str) -> Mark:
    """The mark of a finding, by how much it matters."""
    tones: dict[str, Tone] = {"error": "bad", "warning": "warn", "note": "note"}
    return Mark(kind, tones[level_of(kind)])


def _clause(entry: ContractEntry, place: int) -> ClauseLine:
    """A clause with its text, where that is known, and how it can be violated."""
    mine = [row for row in entry.rows if row.is_test and place in row.violates]
    alone = next((row for row in mine if row.violates == [place]), None)
    text = entry.clause_texts[place] if place < len(entry.clause_texts) else ""
    if place in entry.idle:
        single = next((row for row in entry.rows if row.violates == [place]), None)
        because = "" if single is None or not single.core else f"proved from {', '.join(single.core)}"
        return ClauseLine(str(place), text, (Mark("no input violates it", "warn", because),), "warn")
    if not mine:
        return ClauseLine(str(place), text, (Mark("not known whether an input violates it", "open"),), "open")
    marks = [Mark("violated", "ok", f"by {clip(arguments_of(alone or mine[0]), 120)}")]
    if all((row.how or {}).get(str(place)) == "raises" for row in mine):
        raised = next((row.raised for row in mine if row.raised and row.raises_first == place), None)
        marks.append(Mark("raises, and is never false", "warn", raised or ""))
    if alone is None:
        marks.append(Mark("never violated alone", "note"))
    return ClauseLine(str(place), text, tuple(marks))


def _sets(entry: ContractEntry) -> Table:
    shown = sorted(
        entry.rows, key=lambda row: (len(row.violates) > 1, not row.is_test, len(row.violates), row.violates)
    )
    rest = Counter(map(verdict_of, shown[MOST_SETS:]))
    notes = [f"{rest.total():,} more sets: {', '.join(f'{n:,} {name}' for name, n in rest.items())}."] * bool(rest)
    bounds = dict.fromkeys(row.bounds.text for row in shown if row.is_bounded and row.bounds is not None)
    notes += [f"None found within bounds, which is no proof: {text}" for text in bounds if text]
    reasons = dict.fromkeys(str(row.reason) for row in shown if row.reason)
    notes += [f"Unknown: {clip(text)}" for text in list(reasons)[:MOST_REASONS]]
    rows = tuple(map(_set, shown[:MOST_SETS]))
    return Table(f"{entry.anchor}-sets", "Sets of clauses", SETS, rows, tuple(notes))


def _set(row: CvtRow) -> tuple[Cell, ...]:
    verdict = verdict_of(row)
    first = ("set-up" if row.raises_first is None else str(row.raises_first)) if row.is_test else ""
    runs = {True: "yes", False: "no", None: ""}[row.runs_without_contract]
    witness = arguments_of(row) or ("" if not row.core else f"core: {', '.join(row.core)}")
    return (
        Cell(numbers(row.violates), f"{len(row.violates):04} {row.violates}"),
        Cell(verdict, tone=tone_of(verdict)),
        Cell(clip(witness)),
        Cell(first),
        Cell(runs),
        Cell(row.solver or ""),
    )


PROGRAMS = (
    Column("program"),
    Column("result", "tag"),
    Column("refused", "number", "Contract-violating tests that it refuses, of all of them."),
    Column("input", "code", "The first valid input that it does not pass."),
    Column("expected", "code"),
    Column("found", "code"),
)


def _programs(entry: ContractEntry) -> Table:
    rows = tuple(program_cells(grade) for grade in entry.grades)
    return Table(f"{entry.anchor}-programs", "Programs", PROGRAMS, rows)


def result_of(grade: GradeRow) -> str:
    """The verdict on a program: that of the first suite that it does not pass."""
    if grade.problem is not None:
        return grade.problem
    for suite in (grade.base, grade.plus):
        if suite.verdict not in ("pass", "no test"):
            return suite.verdict
    return "pass" if "pass" in (grade.base.verdict, grade.plus.verdict) else "no test"


def program_cells(grade: GradeRow) -> tuple[Cell, ...]:
    """A program: its name, its verdict, how much it refuses, and what it does not pass."""
    result = result_of(grade)
    failed = grade.base if grade.base.verdict not in ("pass", "no test") else grade.plus
    refused = sum(response.rejection == "rejected" for response in grade.responses)
    share = refused / len(grade.responses) if grade.responses else -1.0
    return (
        Cell(f"{short(grade.samples_file)} {grade.number}"),
        Cell(result, tone=tone_of(result) if result in ("pass", "no test", "not run") else "bad"),
        number(share, f"{refused} of {len(grade.responses)}"),
        Cell(clip(failed.input, 120)),
        Cell(clip(failed.expected, 120)),
        Cell(clip(failed.found, 120)),
    )
