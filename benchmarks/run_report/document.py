"""The whole report as data, what all its forms are made of; and where it comes from, in lines for people."""

import datetime
import os
import platform
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen
from msgspec import UNSET

from ...core.metrics import Score
from ..build import DIGITS
from ..closest import options_by_name
from ..reporting import program_rates
from ..reporting.details import FINDINGS, KINDS_FOUND
from ..reporting.fields import PAGE, Field, record_of, table_of
from ..reporting.findings import numbers
from ..reporting.paired_columns import short
from ..reporting.program_rates import ProgramScores, result_of
from ..reporting.rules import level_of
from ..reporting.tables import Cell, Table, Tone, Value, clip
from ..schema import GradeRow, ResponsePart
from . import (
    candidate_specifications_part,
    contracts_part,
    pairs_part,
    plots,
    queries_part,
    solvers_part,
    specifications_part,
)
from .blocks import Command, Grid, Page, PageBlock, SourceBlock
from .contracts_part import PROGRAMS, SETS, TASKS
from .entries import Contents, ContractEntry, contents_of
from .pairs_part import PAIRS
from .plots import Plot
from .reading import Rows, read_rows
from .specifications_part import METHODS
from .summary import RunRates, Summary, rates_of, summary_of

# The report as plain records, for spreadsheets and for data frames: rates as numbers in [0, 1], with their bounds.

Record = dict[str, Value]


def records_of(contents: Contents, scores: tuple[ProgramScores, ...]) -> Mapping[str, list[Record]]:
    """Name → the records of one kind, all with the same fields; kinds without records are left out."""
    makers: dict[str, Callable[[], Iterator[Record]]] = {
        "contracts": lambda: (record_of(TASKS, entry) for entry in contents.asked_contracts),
        "sets": lambda: _sets(contents),
        "methods": lambda: (record_of(METHODS, entry) for entry in contents.methods),
        "pairs": lambda: (record_of(PAIRS, pair) for pair in contents.pairs),
        "findings": lambda: (record_of(FINDINGS, item) for item in contents.findings()),
        "programs": lambda: _programs(contents),
        "scores": lambda: _scores(scores),
        "answers": lambda: _answers(contents),
    }
    records = {name: list(make()) for name, make in makers.items()}
    return {name: records for name, records in records.items() if records}


def _sets(contents: Contents) -> Iterator[Record]:
    for entry in contents.contracts:
        for row in entry.rows:
            yield {"task_id": row.task_id, "dataset": entry.dataset, **record_of(SETS, row)}


def _programs(contents: Contents) -> Iterator[Record]:
    for programs in contents.programs:
        for grade in programs.grades:
            yield {
                "file": programs.name,
                "model": programs.model,
                "strategy": programs.strategy,
                **record_of(PROGRAMS, grade),
            }


def _scores(scores: tuple[ProgramScores, ...]) -> Iterator[Record]:
    for program_scores in scores:
        rates: dict[str, Score] = {f"pass@{k}": score for k, score in program_scores.passes.items()}
        rates |= {
            "as written": program_scores.as_written,
            "CSR": program_scores.csr,
            "crashes": program_scores.crashes,
            "CSR of correct programs": program_scores.csr_correct,
            "AVC": program_scores.avc,
        }
        rates |= {"AAR": program_scores.aar, "AAP": program_scores.aap}
        for name, score in rates.items():
            interval = score.interval
            yield {
                "file": program_scores.programs.name,
                "model": program_scores.programs.model,
                "strategy": program_scores.programs.strategy,
                "metric": name,
                "low": score.low,
                "high": score.high,
                "n": score.n,
                "unknown": score.unknowns,
                "interval_low": None if interval is None else interval.low,
                "interval_high": None if interval is None else interval.high,
            }


def _answers(contents: Contents) -> Iterator[Record]:
    for task in contents.tasks:
        for answer in task.answers:
            yield {
                "task_id": task.task_id,
                "dataset": task.dataset,
                "violates": " ".join(map(str, answer.violates)),
                "solver": answer.solver,
                "origin": answer.origin,
                "outcome": answer.outcome,
                "seconds": answer.seconds,
            }


# Programs one by one on the page of their task: source, what they refused and let through, which check says what which
# clause says, and the command that shows it again.

MOST_PROGRAMS = 4
"""Programs of one task that are shown whole: first those that fail, then those that refuse least."""
MOST_INPUTS = 12
"""Contract-violating inputs of one program that are shown: first those that it lets through."""


def program_blocks(entry: ContractEntry) -> Iterator[PageBlock]:
    """What is shown of the programs for a task."""
    grades = sorted(entry.grades, key=lambda grade: (result_of(grade) == "pass", _share(grade), grade.number))
    for grade in grades[:MOST_PROGRAMS]:
        if grade.code is UNSET or not grade.code:  # There was no answer, as its state says.
            continue
        name = f"{short(grade.samples_file)} {grade.number}"
        cut = ", cut at the limit of tokens" if grade.cut is True else ""
        yield SourceBlock(f"{name}: {result_of(grade)}{cut}", grade.code)
        if grade.responses:
            yield Grid(_responses(f"{entry.anchor}-{name}", grade))
        if (checks := _checks(f"{entry.anchor}-{name}", grade)) is not None:
            yield Grid(checks)
        yield Command(f"Reproduce {name}", _command(entry, grade))


def _share(grade: GradeRow) -> float:
    refused = sum(response.rejection == "rejected" for response in grade.responses)
    return refused / len(grade.responses) if grade.responses else 1.0


def _responses(anchor: str, grade: GradeRow) -> Table:
    ordered = sorted(grade.responses, key=lambda response: response.rejection == "rejected")
    remaining = len(ordered) - MOST_INPUTS
    notes = (f"{remaining:,} more; the rows have them.",) if remaining > 0 else ()
    title, anchor = "What it did with inputs that violate the contract", _slug(f"{anchor}-inputs")
    return table_of(title, RESPONSES, ordered[:MOST_INPUTS], "page", anchor=anchor, notes=notes)


def _refused(response: ResponsePart) -> Cell:
    tones: dict[str, Tone] = {"rejected": "ok", "accepted": "bad"}
    words = {"rejected": "yes", "accepted": "no"}
    return Cell(words.get(response.rejection, "unknown"), tone=tones.get(response.rejection, "open"))


def _outcome(response: ResponsePart) -> str:
    return f"{response.outcome} {response.exception}" if response.exception else response.outcome


_VIOLATES = "The clauses that the input violates, by position."
RESPONSES: tuple[Field[ResponsePart], ...] = (
    Field("input", lambda response: clip(response.input, 120), "code", places=PAGE),
    Field("violates", lambda response: numbers(response.violates), "text", _VIOLATES, PAGE),
    Field("outcome", _outcome, "tag", "What the program did.", PAGE),
    Field("refused", _refused, "tag", "Whether that counts as a refusal by a check.", PAGE),
)


def _checks(anchor: str, grade: GradeRow) -> Table | None:
    if grade.guards is UNSET or grade.relations is UNSET:
        return None
    rows = []
    for number, guard in enumerate(grade.guards):
        relations = [relation for relation in grade.relations if relation["guard"] == number]
        rows.append((guard, next((relation for relation in relations if relation["equivalent"]), None)))
    notes = () if rows else ("No check was found in it.",)
    anchor = _slug(f"{anchor}-checks")
    return table_of("Checks, and the clauses that they say", CHECKS, rows, "page", anchor=anchor, notes=notes)


CheckedGuard = tuple[dict[str, Any], dict[str, Any] | None]
"""A check, and its relation to the clause that it says; None where it says none."""


def _relation(check: CheckedGuard) -> Cell:
    return Cell("none is equivalent", tone="warn") if check[1] is None else Cell(str(check[1]["relation"]))


def _at_work(check: CheckedGuard) -> Cell:
    if check[1] is None:
        return Cell("")
    seen = check[1].get("seen")
    return Cell({True: "yes", False: "no", None: "not seen"}[seen], tone="ok" if seen else "warn")


_AT_WORK = "Whether drawn inputs that violate the clause were refused at the line of the check."
CHECKS: tuple[Field[CheckedGuard], ...] = (
    Field("line", lambda check: Cell(str(check[0]["line"]), check[0]["line"]), "number", places=PAGE),
    Field("check", lambda check: clip(str(check[0]["text"]), 120), "code", places=PAGE),
    Field(
        "clause",
        lambda check: "" if check[1] is None else str(check[1]["clause"]),
        "text",
        "The clause that it was compared with, by position.",
        PAGE,
    ),
    Field("relation", _relation, "tag", "Of the check to the clause, proved or shown by an input.", PAGE),
    Field("at work", _at_work, "tag", _AT_WORK, PAGE),
)


def _command(entry: ContractEntry, grade: GradeRow) -> str:
    files = f"--dataset {shlex.quote(entry.source)} --samples {shlex.quote(grade.samples_file)}"
    return f"specassay grade {files} --task {shlex.quote(entry.task_id)}"


def _slug(text: str) -> str:
    return "".join(character if character.isalnum() else "-" for character in text)


_SAYS_NOTHING: tuple[Any, ...] = (None, "", [], {}, False)


@frozen(slots=True)
class ProvenanceFact:
    """One line of the provenance."""

    name: str
    value: str


@frozen(slots=True)
class Section:
    """A part of the report. `pages`: of its tasks."""

    anchor: str
    title: str
    intro: str
    tables: tuple[Table, ...]
    pages: tuple[Page, ...] = ()
    plots: tuple[Plot, ...] = ()


@frozen(slots=True)
class RunReport:
    """The report of a run. `rows` are what it was made of."""

    title: str
    provenance: tuple[ProvenanceFact, ...]
    summary: Summary
    sections: tuple[Section, ...]
    contents: Contents = field(repr=False)
    rates: RunRates = field(repr=False)

    @property
    def records(self) -> Mapping[str, list[Record]]:
        """What it is about as plain records, by name: `contracts`, `sets`, `methods`, `pairs`, `findings`, `programs`,
        `scores` and `answers`, as far as there are such."""
        return records_of(self.contents, self.rates.programs)

    def to_pandas(self, name: str) -> Any:
        """The records of one name as a frame of pandas. Raises KeyError for a name that there is not, and ImportError
        without pandas."""
        return import_module("pandas").DataFrame.from_records(self.records[name])

    def to_polars(self, name: str) -> Any:
        """The records of one name as a frame of polars. Raises as `to_pandas`."""
        return import_module("polars").DataFrame(self.records[name], infer_schema_length=None)

    @property
    def tables(self) -> list[Table]:
        """Every table of its sections."""
        return [table for section in self.sections for table in section.tables]


@options_by_name
def read_report(*sources: Path | str, title: str = "specassay: report of a run") -> RunReport:
    """The report of run folders, and of files of rows.

    Raises InputError for what holds no rows of this version.
    """
    return report_of(read_rows(map(Path, sources)), title)


def report_of(rows: Rows, title: str = "specassay: report of a run") -> RunReport:
    """The report of rows. The same rows give the same report, but for when and with what it was made."""
    contents = contents_of(rows)
    # Once for the summary, the tables and the plots: intervals are made by resampling.
    rates = rates_of(contents)
    summary, sections = summary_of(contents, rates), [*_sections(contents, rates)]
    if (compared := queries_part.comparison_in(rows)) is not None:
        comparison, conflicts = compared
        summary = evolve(
            summary,
            asked=(*summary.asked, queries_part.asked_line(comparison, conflicts)),
            first=(*queries_part.first_of(conflicts), *summary.first),
        )
        sections.append(
            Section(
                queries_part.SECTION,
                "Solvers on queries in files",
                "Each query runs in a process of its own; a solver is not asked about theories that it lacks.",
                queries_part.tables_of(comparison, conflicts),
                queries_part.pages_of(conflicts),
                queries_part.plots_of(comparison),
            )
        )
    if rows.undone:
        banner = f"This run is not finished: {rows.undone:,} tasks have no result, and no rate counts them."
        summary = evolve(summary, banner=banner)
    return RunReport(title, tuple(facts_of(rows)), summary, tuple(sections), contents, rates)


def _sections(contents: Contents, rates: RunRates) -> Iterator[Section]:
    scores = rates.programs
    if contents.candidates:
        yield Section(
            candidate_specifications_part.SECTION,
            "Candidate specifications",
            "Does a specification accept valid inputs and right outputs, and refuse the others? The tests that prompts "
            "showed take no part.",
            tuple(candidate_specifications_part.tables_of(rates.candidates)),
            candidate_specifications_part.pages_of(contents),
        )
    if contents.programs:
        tables = [program_rates.scores_table(scores), program_rates.failures_table(scores)]
        if contents.paired:
            tables.append(program_rates.paired_table(contents.paired))
        tables.append(contracts_part.programs_table(contents.contracts))
        yield Section(
            "programs",
            "Programs",
            "Are programs correct (pass@k), and do they refuse inputs that violate the contract?",
            tuple(tables),
            plots=plots.program_plots(scores),
        )
    if findings := _findings(contents):
        yield Section("findings", "Findings", "Wrong ones come first, then weak ones, then notes.", findings)
    if contents.contracts:
        asked = contents.asked_contracts
        tables_of_contracts = (contracts_part.scores_table(rates.contracts), contracts_part.tasks_table(asked))
        yield Section(
            "contracts",
            "Python: contracts" if asked else "Python: tasks",
            "For every set of clauses: an input that violates exactly these, or a proof that there is none."
            if asked
            else "The programs for each task. What violates their contracts was not asked.",
            tables_of_contracts if asked else (),
            tuple(contracts_part.page(entry, tuple(program_blocks(entry))) for entry in contents.contracts),
            plots.python_plots(contents),
        )
    if contents.methods:
        yield Section(
            "specifications",
            "Specifications",
            "For every method with a specification: does it accept the expected outputs, and refuse wrong ones?",
            tuple(
                filter(
                    None,
                    (
                        specifications_part.scores_table(rates.specifications),
                        specifications_part.labels_table(contents.methods),
                        specifications_part.methods_table(contents.methods),
                    ),
                )
            ),
            tuple(map(specifications_part.page, contents.methods)),
            plots.specification_plots(contents),
        )
    if pairs := contents.pairs:
        yield Section(
            "pairs",
            "Both languages",
            "The same problem as a Python contract and as a specification: which of "
            "the two is stronger, what one has and the other lacks, and tests of either held against the other.",
            pairs_part.tables_of(pairs),
            pairs_part.pages_of(pairs),
        )
    if any(task.answers for task in contents.tasks):
        yield Section(
            "solvers",
            "Solvers",
            "What each solver answered when it was asked; what follows from other answers is kept apart.",
            (solvers_part.solvers_table(contents.tasks),),
            plots=plots.solver_plots(contents),
        )


MOST_FINDINGS = 600
"""Findings in one table: with more, notes are left to the pages of their tasks."""


def _findings(contents: Contents) -> tuple[Table, ...]:
    findings = contents.findings()
    if not findings:
        return ()
    kinds = Counter(finding.kind for finding, _ in findings)
    findings_shown = (
        findings if len(findings) <= MOST_FINDINGS else [item for item in findings if level_of(item[0].kind) != "note"]
    )
    notes = (
        ()
        if findings_shown is findings
        else (f"{len(findings) - len(findings_shown):,} notes are on the pages of their tasks.",)
    )
    return (
        table_of("Findings by kind", KINDS_FOUND, kinds.items(), "report", anchor="findings-kinds"),
        table_of("All findings", FINDINGS, findings_shown, "report", anchor="findings-all", notes=notes),
    )


def facts_of(rows: Rows) -> Iterator[ProvenanceFact]:
    """What the runs say of themselves, the files that were read, and what made the report."""
    for session in rows.provenance:
        several = len(rows.provenance) > 1
        prefix = f"session {session.get('session')}: " if several else ""
        yield from (ProvenanceFact(f"{prefix}{fact.name}", fact.value) for fact in _of_session(session))
    for file in rows.files:
        yield ProvenanceFact(f"rows in {file.name}", f"{file.rows:,} (SHA-256 {file.sha256[:DIGITS]}…)")
    if rows.undone:
        yield ProvenanceFact("not done yet", f"{rows.undone:,} tasks, for `specassay bench --resume`")
    # A run that was resumed may have a row twice: readers of the file would count both.
    if rows.repeated:
        yield ProvenanceFact("repeated rows", f"{rows.repeated:,}, of which the last one counts")
    if not plots.drawn():
        yield ProvenanceFact("plots", "none: pip install 'specassay[report]' draws them")
    if rows.others:
        yield ProvenanceFact("rows not shown", f"{rows.others:,} of other kinds")
    yield ProvenanceFact("report", f"{_now()}, specassay {metadata.version('specassay')}, {platform.python_version()}")


def _of_session(session: Mapping[str, Any]) -> Iterator[ProvenanceFact]:
    """The lines of a `ProvenanceRow`, whatever of it there is."""
    ended = _time(session.get("ended"))
    yield ProvenanceFact("run", f"{_time(session.get('started'))} to {ended or 'where it was stopped'}")
    for name in ("versions", "options"):
        if words := _words(session.get(name)):
            yield ProvenanceFact(name, words)
    if session.get("seed") is not None:
        yield ProvenanceFact("seed", str(session["seed"]))
    for data in session.get("data") or ():
        tasks = f"tasks: {data['tasks']:,}, " if data.get("tasks") else ""  # A file of programs has none.
        sizes = f"{tasks}files: {data.get('files', 0):,}, in {data.get('path')}"
        yield ProvenanceFact(f"data {data.get('name')}", f"{sizes} (SHA-256 {str(data.get('sha256'))[:DIGITS]}…)")
    if machine := session.get("machine"):
        memory = f"{machine['memory']:,} MiB" if isinstance(machine.get("memory"), int) else ""
        cores = f"{machine['cores']} cores" if machine.get("cores") else ""
        facts = (machine.get("system"), machine.get("processor"), cores, memory)
        yield ProvenanceFact("machine", ", ".join(str(fact) for fact in facts if fact))


def _words(value: Any) -> str:
    """Names and values, without those that say nothing."""
    match value:
        case Mapping():
            return ", ".join(f"{name} {_words(word)}" for name, word in value.items() if word not in _SAYS_NOTHING)
        case list() | tuple():
            return " ".join(map(_words, value))
    return str(value)


def _time(text: object) -> str:
    """A time of ISO 8601, to the minute; as it is where it is none; empty for nothing."""
    try:
        return datetime.datetime.fromisoformat(str(text)).strftime("%Y-%m-%d %H:%M UTC")
    except ValueError:
        return "" if text is None else str(text)


def _now() -> str:
    """Now, or what SOURCE_DATE_EPOCH says, for a document that can be made again."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(epoch) if epoch.isdecimal() else datetime.datetime.now(datetime.UTC).timestamp()
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
