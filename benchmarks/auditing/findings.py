"""Findings of an audit as rows, each with a command that shows it again, and for people, with the number of each kind.
Some are about specifications that contradict what the authors of the data say themselves: outputs that they call wrong,
and inputs that they call invalid."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ..datasets.specification_files import is_specified
from ..datasets.tasks import SourcePlace
from ..reporting.findings import ReportedFinding, shown
from ..reporting.rules import ADVICE, KINDS
from ..reporting.tables import Table, as_code, as_markdown, as_prose, count, counted, plain_table
from ..schema import FindingRow, SpecRow, TestPart, part_of

OF_DATA = frozenset({"invalid-input", "no-answer", "duplicate-task", "duplicate-input"})
OF_EXECUTION = frozenset({"not-executed"})
"""What says how far the body of a method could be followed, and nothing of its specification."""
OF_CONTRACTS = frozenset(
    {
        "idle-clause",
        "redundant-clause",
        "unreachable",
        "contradictory-contract",
        "raising-clause",
        "fails-on-valid-input",
        "open-clause",
        "open-contract",
        "unsupported-contract",
        "guard-not-read",
        "wrong-infeasible",
        "disagreement",
        "refuted-proof",
        "not-looked-at",
    }
)


def command_of(finding: ReportedFinding) -> str:
    """What a user enters to see the finding again; empty where its file is not known."""
    if finding.place is None:
        return ""
    file = finding.place.file
    name = finding.subject
    if finding.kind in OF_DATA or (".jsonl" in file and finding.kind not in OF_CONTRACTS):
        return shlex.join(
            ["specassay", "data", "check", file, "--task", name.split(".")[0] if is_specified(Path(file)) else name]
        )
    command = "cvt" if finding.kind in OF_CONTRACTS else "spec"
    chosen = [] if command == "spec" and "." not in name else ["--select", name]
    return shlex.join(["specassay", command, file, *chosen])


def as_row(finding: ReportedFinding, command: str) -> FindingRow:
    """A finding as a row."""
    source_place = finding.place
    return part_of(
        FindingRow,
        finding,
        task_id=finding.subject,
        rule=finding.kind,
        file=None if source_place is None else source_place.file,
        line=None if source_place is None else source_place.line,
        command=command,
    )


Lines = Mapping[str, frozenset[int]]
"""The name of a file → lines of tests."""


def of_labelled_tests(rows: Sequence[SpecRow], wrong: Lines, bad: Lines) -> Iterator[ReportedFinding]:
    """A finding for each method that accepts outputs which are labelled wrong, or allows inputs that are labelled
    invalid, with the shortest of them as its witness."""
    for row in rows:
        labelled = [test for test in row.tests if test.line in wrong.get(row.task_id, ())]
        accepted = [test for test in labelled if test.verdict == "holds"]
        if accepted:
            message = f"accepts {len(accepted)} of {len(labelled)} outputs that the authors of the data call wrong"
            yield _finding("accepts-wrong-output", row, message, accepted)
        invalid = [test for test in row.tests if test.line in bad.get(row.task_id, ())]
        allowed = [test for test in invalid if test.precondition == "holds"]
        if allowed:
            message = f"allows {len(allowed)} of {len(invalid)} inputs that the authors of the data call invalid"
            yield _finding("allows-bad-input", row, message, allowed)


def _finding(kind: str, row: SpecRow, message: str, tests: Sequence[TestPart]) -> ReportedFinding:
    best = min(tests, key=lambda test: len(shown("", _parts(kind, test))))
    witness_parts = _parts(kind, best)
    source_place, witness = SourcePlace(row.file, best.line), shown(row.method or "", witness_parts)
    return ReportedFinding(kind, f"{row.task_id}.{row.method}", message, source_place, witness, parts=witness_parts)


def _parts(kind: str, test: TestPart) -> dict[str, dict[str, str]]:
    """What a test shows: the input and, of an output that is accepted, that."""
    return {"inputs": test.inputs, "expected": {}, "other": test.output if kind == "accepts-wrong-output" else {}}


@frozen(slots=True)
class AuditCounts:
    """What was looked at."""

    contracts: int
    methods: int
    undecided: int


def kinds_table(rows: Sequence[FindingRow], counts: AuditCounts) -> Table:
    """How often each kind occurs, and in how many tasks."""
    number = Counter(row.rule for row in rows)
    tasks = Counter(rule for rule, _ in {(row.rule, row.task_id) for row in rows})
    return plain_table(
        "Weak, wrong, vacuous or contradictory contracts and specifications"
        if rows
        else "No contract or specification is weak, wrong, vacuous or contradictory",
        ("kind", "n", "tasks", "meaning"),
        ((kind, count(n), count(tasks[kind]), KINDS[kind]) for kind, n in number.most_common()),
        numeric={"n", "tasks"},
        notes=(
            f"Examined: {counted(counts.contracts, 'contract')} in Python, {counted(counts.methods, 'method')} with a "
            f"specification. Left out: {counted(counts.undecided, 'finding')} about possible improvements or "
            "unknown verdicts; `cvt` and `spec` show them.",
        ),
    )


def document(rows: Sequence[FindingRow], tables: Sequence[Table]) -> str:
    """The audit in Markdown: tables, then each finding under its kind."""
    sections = ["# specassay audit\n", *map(as_markdown, tables)]
    for kind in dict.fromkeys(row.rule for row in rows):
        sections.append(f"## {kind}\n\n{as_prose(KINDS[kind])}. {as_prose(ADVICE.get(kind, ''))}\n")
        sections += [_entry(row) for row in rows if row.rule == kind]
    return "\n".join(sections)


def _entry(row: FindingRow) -> str:
    lines = [f"- **{as_prose(row.task_id)}**: {as_prose(row.message)}"]
    if row.text:
        lines.append(f"  - clause: {as_code(row.text)}")
    if row.witness and row.witness != row.text:
        lines.append(f"  - witness: {as_code(row.witness)}")
    if row.command:
        lines.append(f"  - reproduce: {as_code(row.command)}")
    return "\n".join(lines) + "\n"
