"""The part of the report about specifications in Dafny, and postconditions in Python."""

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import evolve

from ...core.iteration import grouped
from ...core.spec_testing.assessment import ASSESSMENTS
from ...core.spec_testing.notation import told
from ..reporting.findings import shown
from ..reporting.run_tables import bounds, specification_statistics_table
from ..reporting.statistics import specification_statistics
from ..reporting.tables import NOTHING, Cell, Column, Table, Tone, number
from ..schema import ClausePart, SpecificationStatisticsPart, SpecRow, TestPart
from .blocks import ClauseLine, Clauses, Command, Diff, Grid, Mark, Page, PageBlock, WitnessBlock
from .contracts_part import clip, mark_of, remarks_on
from .entries import MethodEntry, tone_of

MOST_TESTS, MOST_OF_STRONG = 5, 3
"""Tests that are shown of a specification, and of one that is strong on all of them."""
MOST_SURVIVORS = 4
"""Wrong outputs of a specification that are shown; a note says how many more there are."""
MOST_BODIES = 2
"""Changed bodies that are shown. A page is read; the rows have all."""

METHODS = (
    Column("method"),
    Column("verdict", "tag", "From all that its tests have shown."),
    Column("tests", "number"),
    Column("correctness", "number", "Expected outputs that it accepts."),
    Column("killed", "number", "Wrong outputs that it refuses."),
    Column("completeness", "number", "The share of wrong outputs that it refuses."),
    Column("functional", "number", "The share of inputs on which no other output is accepted (proved)."),
    Column("witness", "code", "An output that it wrongly accepts or wrongly refuses."),
)
TESTS = (
    Column("line", "number"),
    Column("input", "code"),
    Column("expected", "code"),
    Column("verdict", "tag", "Of the postcondition on the expected output."),
    Column("killed", "number", "Wrong outputs of this test that are refused."),
    Column("also accepts", "code", "Another output that the specification accepts on this input."),
)


def statistics(entries: Sequence[MethodEntry]) -> SpecificationStatisticsPart:
    """The statistics of all methods."""
    files = grouped((entry.row.file, entry.row) for entry in entries)
    # How many clauses are lowered is not in the rows.
    return specification_statistics(files, dict.fromkeys(files, (0, 0)))


def scores_table(found: Mapping[str, SpecificationStatisticsPart]) -> Table:
    """What became of all specifications, by data set."""
    shown = specification_statistics_table(found, "Specifications: summary statistics", of_rows=True)
    return evolve(shown, anchor="specifications-statistics")


def methods_table(entries: Sequence[MethodEntry]) -> Table:
    """A row for each method."""
    return Table("specifications-methods", "Methods", METHODS, tuple(map(_row, entries)))


def labels_table(entries: Sequence[MethodEntry]) -> Table | None:
    """How many methods have which label of people and which verdict; None where nobody labelled any."""
    counter = Counter((entry.label, entry.verdict) for entry in entries if entry.label)
    if not counter:
        return None
    order = [*ASSESSMENTS, *dict.fromkeys(verdict for _, verdict in counter)]
    verdicts = [verdict for verdict in dict.fromkeys(order) if any(other == verdict for _, other in counter)]
    columns = (Column("label"), *(Column(verdict, "number") for verdict in verdicts))
    labels = sorted({label for label, _ in counter})
    rows = tuple((Cell(label), *(number(counter[label, verdict]) for verdict in verdicts)) for label in labels)
    notes = ("What people said of a specification (rows), and the verdict on it (columns).",)
    return Table("specifications-labels", "Labels and verdicts", columns, rows, notes)


def _row(entry: MethodEntry) -> tuple[Cell, ...]:
    row = entry.row
    killed, mutants = _killed(row.tests)
    return (
        Cell(entry.name, target=entry.anchor),
        Cell(entry.verdict, tone=tone_of(entry.verdict)),
        number(len(row.tests)),
        bounds_cell(row.correctness),
        number(killed / mutants if mutants else -1.0, f"{killed} of {mutants}" if mutants else NOTHING),
        bounds_cell(row.completeness),
        bounds_cell(row.functional),
        Cell(clip(witness_of(row), 160)),
    )


def bounds_cell(found: tuple[float, float] | None) -> Cell:
    """Bounds of a rate, sorted by the lower one."""
    return Cell(bounds(found), -1.0 if found is None else found[0])


def _killed(tests: Sequence[TestPart]) -> tuple[int, int]:
    verdicts = [mutant.verdict for test in tests for mutant in test.mutants]
    return verdicts.count("refuted"), len(verdicts)


def witness_of(row: SpecRow) -> str:
    """The output that shows the verdict, as a call; empty where none does."""
    if row.assessment is None or row.assessment.witness is None:
        return ""
    return shown(row.method or "", row.assessment.witness)


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
    alive = [mutant for mutant in row.body_mutants if mutant.verdict == "survives"]
    for mutant in alive[:MOST_BODIES]:
        inputs, other, expected = (told(each) for each in (mutant.inputs, mutant.output, mutant.expected))
        note = f"{row.method}({inputs}) then returns {other}, which is accepted, and not {expected}."
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
    own = [f for f in row.findings if f.line == clause.line and f.clause is not None]
    for finding in own:
        if finding.kind not in ("contradicts-test", "tautology", "contradiction", "repair", "kills-nothing"):
            marks.append(Mark(finding.kind, mark_of(finding.kind).tone))
            blamed = blamed or mark_of(finding.kind).tone
    if clause.judged:
        what = "wrong outputs" if word == "ensures" else "invalid inputs"
        alone = f", {clause.kills_alone} that nothing else refuses" if clause.kills_alone else ""
        tone: Tone = "ok" if clause.kills else "note"
        marks.append(Mark(f"refuses {clause.kills} of {clause.judged} {what}{alone}", tone))
    return ClauseLine(f"{word}", clause.text, tuple(marks), blamed)


def _witness(row: SpecRow) -> WitnessBlock:
    assert row.assessment is not None
    assert row.assessment.witness is not None
    names = {"inputs": "input", "expected": "expected", "other": "accepted"}
    if row.assessment.verdict == "wrong":
        names["other"] = "refused" if not row.assessment.witness.get("expected") else "found"
    parts = [
        (label, ", ".join(f"{name} = {value}" for name, value in row.assessment.witness.get(key, {}).items()))
        for key, label in names.items()
    ]
    return WitnessBlock(
        "Witness", tuple((label, clip(text, 600)) for label, text in parts if text), tone_of(row.assessment.verdict)
    )


def _tests(entry: MethodEntry) -> Table:
    tests = entry.row.tests
    most = MOST_OF_STRONG if entry.verdict == "strong" else MOST_TESTS
    # What went wrong first; the others in their order.
    tests = sorted(tests, key=lambda test: test.verdict == "holds")
    rest = Counter(test.verdict for test in tests[most:])
    notes = [f"{rest.total():,} more tests: {', '.join(f'{n:,} {name}' for name, n in rest.items())}."] * bool(rest)
    return Table(f"{entry.anchor}-tests", "Tests", TESTS, tuple(map(_test, tests[:most])), tuple(notes))


def values(found: Mapping[str, str]) -> str:
    """Names and values, as in a call."""
    return ", ".join(f"{name}={value}" for name, value in found.items())


def _test(test: TestPart) -> tuple[Cell, ...]:
    killed, mutants = _killed([test])
    accepted = test.accepted
    other = "" if accepted is None else values(accepted.other)
    if accepted is not None and accepted.only:
        other = "nothing else (proved)"
    expected = values(test.output) or "; ".join(test.constraints)
    return (
        Cell("" if test.line is None else str(test.line), test.line or 0),
        Cell(clip(values(test.inputs), 160)),
        Cell(clip(expected, 160)),
        Cell(test.verdict, tone=tone_of(test.verdict)),
        number(killed / mutants if mutants else -1.0, f"{killed} of {mutants}" if mutants else NOTHING),
        Cell(clip(other, 160)),
    )


SURVIVORS = (Column("input", "code"), Column("expected", "code"), Column("accepted", "code"), Column("made by", "tag"))


def _survivors(entry: MethodEntry) -> Table | None:
    """The wrong outputs that the specification accepts, those of the first tests."""
    found = [(test, mutant) for test in entry.row.tests for mutant in test.mutants if mutant.verdict == "holds"]
    if not found:
        return None
    rows = tuple(
        (
            Cell(clip(values(test.inputs), 120)),
            Cell(clip(values(test.output), 120)),
            Cell(clip(values(mutant.output), 120)),
            Cell(mutant.operator),
        )
        for test, mutant in found[:MOST_SURVIVORS]
    )
    notes = (f"{len(found) - MOST_SURVIVORS:,} more.",) if len(found) > MOST_SURVIVORS else ()
    return Table(f"{entry.anchor}-survivors", "Wrong outputs that it accepts", SURVIVORS, rows, notes)
