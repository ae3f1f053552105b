"""The whole report as data, what all its forms are made of; and where it comes from, in lines for people."""

import datetime
import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from ..build import DIGITS
from ..closest import options_by_name
from ..reporting.details import FINDINGS, KINDS_FOUND
from ..reporting.fields import table_of
from ..reporting.rules import level_of
from ..reporting.tables import Table
from . import (
    candidate_specifications_part,
    candidates,
    contracts_part,
    pairs_part,
    plots,
    queries_part,
    solvers_part,
    specifications_part,
)
from .blocks import Page
from .entries import Contents, contents_of
from .plots import Plot
from .programs_part import program_blocks
from .reading import Rows, read_rows
from .records import Record, records_of
from .summary import RunRates, Summary, rates_of, summary_of

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
        tables = [candidates.scores_table(scores), candidates.failures_table(scores)]
        if contents.paired:
            tables.append(candidates.paired_table(contents.paired))
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
        yield Section(
            "contracts",
            "Python: contracts",
            "For every set of clauses: an input that violates exactly these, or a proof that there is none.",
            (contracts_part.scores_table(rates.contracts), contracts_part.tasks_table(contents.contracts)),
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
