"""The part of the report about specifications in Dafny, and postconditions in Python."""

import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from ...core.iteration import grouped
from ...core.spec_testing.assessment import ASSESSMENTS
from ...core.spec_testing.notation import told
from ..reporting.fields import COMMAND, PAGE, PAPER, REPORT, Field, rate, recorded, table_of
from ..reporting.findings import shown
from ..reporting.run_tables import specification_statistics_table
from ..reporting.statistics import specification_statistics
from ..reporting.tables import NOTHING, Cell, Column, Table, Tone, clip, number, without_empty_columns
from ..schema import ClausePart, MutantPart, SpecificationStatisticsPart, SpecRow, TestPart
from .blocks import ClauseLine, Clauses, Command, Diff, Grid, Mark, Page, PageBlock, WitnessBlock
from .contracts_part import mark_of, remarks_on, verdict_cell
from .entries import MethodEntry, tone_of

MOST_TESTS, MOST_OF_STRONG = 5, 3
"""Tests that are shown of a specification, and of one that is strong on all of them."""
MOST_SURVIVORS = 4
"""Wrong outputs of a specification that are shown; a note says how many more there are."""
MOST_BODIES = 2
"""Changed bodies that are shown. A page is read; the rows have all."""


def statistics(entries: Sequence[MethodEntry]) -> SpecificationStatisticsPart:
    """The statistics of all methods."""
    files = grouped((entry.row.file, entry.row) for entry in entries)
    # How many clauses are lowered is not in the rows.
    return specification_statistics(files, dict.fromkeys(files, (0, 0)))


def scores_table(statistics_by_dataset: Mapping[str, SpecificationStatisticsPart]) -> Table:
    """What became of all specifications, by data set."""
    table = specification_statistics_table(statistics_by_dataset, "Specifications: summary statistics", of_rows=True)
    return evolve(table, anchor="specifications-statistics")


def methods_table(entries: Sequence[MethodEntry]) -> Table:
    """A row for each method."""
    return table_of("Methods", METHODS, entries, "report", anchor="specifications-methods")


def methods_of_files(rows: Sequence[SpecRow]) -> Table:
    """The same while a run goes on."""
    notes = (LEGEND, ROUNDED) if any(row.approximate for row in rows) else (LEGEND,)
    title, fields = "Methods", METHODS
    files, names = ({getattr(row, field) for row in rows} for field in ("file", "task_id"))
    if len(files) == 1:  # The name of the only file stands in the title: methods need the room.
        title, fields = f"Methods of {rows[0].task_id}", tuple(field for field in METHODS if field.name != "file")
    elif len(files) > len(names):  # max.dfy and max.rs
        fields = (Field("file", lambda entry: entry.row.task_id + Path(entry.row.file).suffix), *METHODS[1:])
    entries = (MethodEntry("", row) for row in rows)
    return without_empty_columns(table_of(title, fields, entries, notes=notes))


def labels_table(entries: Sequence[MethodEntry]) -> Table | None:
    """How many methods have which label of people and which verdict; None where nobody labelled any."""
    counter = Counter((entry.label, entry.verdict) for entry in entries if entry.label)
    if not counter:
        return None
    order = [*ASSESSMENTS, *dict.fromkeys(verdict for _, verdict in counter)]
    verdicts = [
        verdict for verdict in dict.fromkeys(order) if any(given_verdict == verdict for _, given_verdict in counter)
    ]
    columns = (Column("label"), *(Column(verdict, "number") for verdict in verdicts))
    labels = sorted({label for label, _ in counter})
    rows = tuple((Cell(label), *(number(counter[label, verdict]) for verdict in verdicts)) for label in labels)
    notes = ("What people said of a specification (rows), and the verdict on it (columns).",)
    return Table("specifications-labels", "Labels and verdicts", columns, rows, notes)


def _killed(tests: Sequence[TestPart]) -> tuple[int, int]:
    verdicts = [mutant.verdict for test in tests for mutant in test.mutants]
    return verdicts.count("refuted"), len(verdicts)


def witness_of(row: SpecRow) -> str:
    """The output that shows the verdict, as a call; empty where none does."""
    if row.assessment is None or row.assessment.witness is None:
        return ""
    return shown(row.method or "", row.assessment.witness)


def _tests_of(row: SpecRow) -> Cell:
    """How many, and how many of them approximate."""
    number_of_tests = len(row.tests)
    text = f"{number_of_tests} ({APPROXIMATELY}{row.approximate})" if row.approximate else str(number_of_tests)
    return Cell(text, number_of_tests)


def _mutants_killed(row: SpecRow) -> Cell:
    killed, mutants = _killed(row.tests)
    return Cell(f"{killed}/{mutants}", killed / mutants if mutants else -1.0)


def _bodies_killed(row: SpecRow) -> Cell:
    """How many mutants of the body the postcondition refuses, of those that return something else."""
    verdicts = [mutant.verdict for mutant in row.body_mutants]
    killed = verdicts.count("killed")
    mutants = killed + verdicts.count("survives")
    return Cell(f"{killed}/{mutants}" if verdicts else "", killed / mutants if mutants else -1.0)


def _correctness(entry: MethodEntry) -> tuple[float, float] | str | None:
    """What was not scored says why in the place of a rate."""
    return entry.row.correctness if entry.row.status == "scored" else entry.row.status


def _with_verdict(verdict: str) -> Callable[[MethodEntry], int]:
    return lambda entry: [mutant.verdict for test in entry.row.tests for mutant in test.mutants].count(verdict)


APPROXIMATELY = "\u2248"
LEGEND = (
    "killed: wrong outputs that the postcondition refuses; bodies: likewise of mutants of the body; functional: inputs "
    "on which it accepts the right output and, proved, no other."
)
ROUNDED = f"{APPROXIMATELY}: tests that are refused only because of rounding. They are in no rate."
VERDICT = "From all that its tests have shown."
WITNESS = "An output that it wrongly accepts or wrongly refuses."
METHODS: tuple[Field[MethodEntry], ...] = (
    Field("file", lambda entry: entry.row.task_id, places=COMMAND, record="task_id"),
    recorded("dataset", lambda entry: entry.dataset),
    recorded("file", lambda entry: entry.row.file),
    Field("method", lambda entry: entry.row.method or NOTHING, places=COMMAND),
    Field("method", lambda entry: Cell(entry.name, target=entry.anchor), places=REPORT),
    recorded("method", lambda entry: entry.row.method),
    recorded("line", lambda entry: entry.row.line),
    recorded("status", lambda entry: entry.row.status),
    Field("method", lambda entry: entry.name, places=PAPER),
    Field("label", lambda entry: entry.label, places=PAPER),
    Field("verdict", lambda entry: entry.told, places=COMMAND),
    Field("verdict", lambda entry: verdict_cell(entry.verdict), "tag", VERDICT, REPORT, "verdict"),
    recorded("label", lambda entry: entry.label),
    Field("tests", lambda entry: _tests_of(entry.row), "number"),
    recorded("tests", lambda entry: len(entry.row.tests)),
    recorded("wrong_outputs", lambda entry: sum(len(test.mutants) for test in entry.row.tests)),
    recorded("killed", _with_verdict("refuted")),
    recorded("survived", _with_verdict("holds")),
    rate("correctness", _correctness, "Expected outputs that it accepts."),
    Field("killed", lambda entry: _mutants_killed(entry.row), "number", "Wrong outputs that it refuses."),
    Field("bodies", lambda entry: _bodies_killed(entry.row), "number", places=COMMAND),
    rate("completeness", lambda entry: entry.row.completeness, "The share of wrong outputs that it refuses."),
    rate("functional", lambda entry: entry.row.functional, "Inputs on which no other output is accepted (proved)."),
    Field("verdict", lambda entry: entry.verdict, places=PAPER),
    Field("witness", lambda entry: clip(witness_of(entry.row), 160), "code", WITNESS, REPORT),
    recorded("witness", lambda entry: witness_of(entry.row)),
    recorded("repair", lambda entry: None if entry.row.repair is None else entry.row.repair.diff),
)


def page(entry: MethodEntry) -> Page:
    """The page of a method."""
    row = entry.row
    blocks: list[PageBlock] = []
    if row.requires or row.clauses:
        blocks.append(_specification(entry))
    if row.assessment is not None and row.assessment.witness is not None:
        blocks.append(_witness(row))
    if row.repair is not None and row.repair.diff:
        repair = row.repair
        note = (
            f"It refuses {repair.kills} of {repair.survivors} wrong outputs that nothing refused, and keeps all "
            f"{repair.tests} tests. It is a proposal: review it."
        )
        blocks.append(Diff("Proposed repair", repair.diff, note))
    findings = [finding for finding in entry.findings if finding.kind != "repair"]
    if findings:
        blocks.append(remarks_on([(finding.kind, finding.message) for finding in findings]))
    if row.tests:
        blocks.append(Grid(_tests(entry)))
    if survivors := _survivors(entry):
        blocks.append(Grid(survivors))
    # Changed bodies last: they need more reading than an output does.
    alive = [mutant for mutant in row.body_mutants if mutant.verdict == "survives"]
    for mutant in alive[:MOST_BODIES]:
        inputs, returned, expected = (
            told(values_by_name) for values_by_name in (mutant.inputs, mutant.output, mutant.expected)
        )
        note = f"{row.method}({inputs}) then returns {returned}, which is accepted, and not {expected}."
        blocks.append(Diff("A changed body that the specification lets through", mutant.diff, clip(note, 400)))
    command = f"specassay spec {shlex.quote(row.file)}"
    if row.method is not None:
        command += f" --task {shlex.quote(entry.name)}"
    blocks.append(Command("Reproduce", command))
    where = row.file if row.line is None else f"{row.file}:{row.line}"
    reason = row.reason if row.assessment is None else row.assessment.reason
    return Page(
        entry.anchor, entry.name, entry.verdict, tone_of(entry.verdict), where, clip(reason, 400), tuple(blocks)
    )


def _specification(entry: MethodEntry) -> Clauses:
    row = entry.row
    survivors = any(mutant.verdict == "holds" for test in row.tests for mutant in test.mutants)
    note = ""
    if entry.verdict == "weak" and survivors:
        note = "No clause refuses the output of the witness: a clause is missing."
    lines = (
        *(_clause("requires", clause, row) for clause in row.requires),
        *(_clause("ensures", clause, row) for clause in row.clauses),
    )
    return Clauses("Specification", lines, note)


def _clause(word: str, clause: ClausePart, row: SpecRow) -> ClauseLine:
    marks: list[Mark] = []
    blamed: Tone = ""
    if clause.refuses:
        marks.append(Mark(f"refuses {clause.refuses} right {'outputs' if clause.refuses > 1 else 'output'}", "bad"))
        blamed = "bad"
    if clause.strength in ("tautology", "contradiction"):
        marks.append(Mark(clause.strength, "bad", f"proved by {clause.engine}" if clause.engine else ""))
        blamed = "bad"
    findings = [f for f in row.findings if f.line == clause.line and f.clause is not None]
    for finding in findings:
        # These have marks of their own, above and below.
        if finding.kind not in ("contradicts-test", "tautology", "contradiction", "repair", "kills-nothing"):
            marks.append(Mark(finding.kind, mark_of(finding.kind).tone))
            blamed = blamed or mark_of(finding.kind).tone
    if clause.judged:
        refused_kind = "wrong outputs" if word == "ensures" else "invalid inputs"
        refused_alone = f", {clause.kills_alone} that nothing else refuses" if clause.kills_alone else ""
        # A clause that refuses none of those tried may still be meant for others.
        tone: Tone = "ok" if clause.kills else "note"
        marks.append(Mark(f"refuses {clause.kills} of {clause.judged} {refused_kind}{refused_alone}", tone))
    return ClauseLine(f"{word}", clause.text, tuple(marks), blamed)


def _witness(row: SpecRow) -> WitnessBlock:
    assert row.assessment is not None
    assert row.assessment.witness is not None
    names = {"inputs": "input", "expected": "expected", "other": "accepted"}
    if row.assessment.verdict == "wrong":
        names["other"] = "refused" if not row.assessment.witness.get("expected") else "found"
    values_shown = [
        (label, ", ".join(f"{name} = {value}" for name, value in row.assessment.witness.get(key, {}).items()))
        for key, label in names.items()
    ]
    return WitnessBlock(
        "Witness",
        tuple((label, clip(text, 600)) for label, text in values_shown if text),
        tone_of(row.assessment.verdict),
    )


def _tests(entry: MethodEntry) -> Table:
    tests = entry.row.tests
    most = MOST_OF_STRONG if entry.verdict == "strong" else MOST_TESTS
    # What went wrong first; the others in their order.
    tests = sorted(tests, key=lambda test: test.verdict == "holds")
    rest = Counter(test.verdict for test in tests[most:])
    notes = [f"{rest.total():,} more tests: {', '.join(f'{n:,} {name}' for name, n in rest.items())}."] * bool(rest)
    return table_of("Tests", TESTS, tests[:most], "page", anchor=f"{entry.anchor}-tests", notes=tuple(notes))


def values(values_by_name: Mapping[str, str]) -> str:
    """Names and values, as in a call."""
    return ", ".join(f"{name}={value}" for name, value in values_by_name.items())


def _expected(test: TestPart) -> str:
    return values(test.output) or "; ".join(test.constraints)


def _other(test: TestPart) -> str:
    if test.accepted is None:
        return ""
    return "nothing else (proved)" if test.accepted.only else values(test.accepted.other)


ALSO_ACCEPTS = "Another output that the specification accepts on this input."
TESTS: tuple[Field[TestPart], ...] = (
    Field("line", lambda test: Cell("" if test.line is None else str(test.line), test.line or 0), "number", "", PAGE),
    Field("input", lambda test: clip(values(test.inputs), 160), "code", "", PAGE),
    Field("expected", lambda test: clip(_expected(test), 160), "code", "", PAGE),
    Field(
        "verdict", lambda test: verdict_cell(test.verdict), "tag", "Of the postcondition on the expected output.", PAGE
    ),
    Field("killed", lambda test: _killed([test]), "share", "Wrong outputs of this test that are refused.", PAGE),
    Field("also accepts", lambda test: clip(_other(test), 160), "code", ALSO_ACCEPTS, PAGE),
)
SURVIVORS: tuple[Field[tuple[TestPart, MutantPart]], ...] = (
    Field("input", lambda survivor: clip(values(survivor[0].inputs), 120), "code", "", PAGE),
    Field("expected", lambda survivor: clip(values(survivor[0].output), 120), "code", "", PAGE),
    Field("accepted", lambda survivor: clip(values(survivor[1].output), 120), "code", "", PAGE),
    Field("made by", lambda survivor: survivor[1].operator, "tag", "", PAGE),
)


def _survivors(entry: MethodEntry) -> Table | None:
    """The wrong outputs that the specification accepts, those of the first tests."""
    survivors = [(test, mutant) for test in entry.row.tests for mutant in test.mutants if mutant.verdict == "holds"]
    if not survivors:
        return None
    notes = (f"{len(survivors) - MOST_SURVIVORS:,} more.",) if len(survivors) > MOST_SURVIVORS else ()
    title, anchor = "Wrong outputs that it accepts", f"{entry.anchor}-survivors"
    return table_of(title, SURVIVORS, survivors[:MOST_SURVIVORS], "page", anchor=anchor, notes=notes)
