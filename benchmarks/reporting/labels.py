"""Scores of specifications against the labels that people gave them, with a witness for each disagreement."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from ...core.metrics import Agreement, cohen_kappa
from ..datasets.specification_files import number_of
from ..runs.run import FileReport
from ..schema import LabelledFilePart, LabelsPart, LabelsRow, SpecRow, part_of
from .findings import other_output
from .results import Results
from .run_tables import bounds
from .tables import NOTHING, Table, plain_table

Label = Literal["STRONG", "WEAK", "WRONG"]
JUDGEMENTS: tuple[Label, ...] = ("STRONG", "WEAK", "WRONG")
STRONG_FROM = 0.8
"""The completeness from which a specification counts as strong."""


def compare(files: Iterable[FileReport], labels: Mapping[str, str]) -> list[LabelledFilePart]:
    """The files that have a label; `labels` is by the number that ends a file's name."""
    comparisons = []
    for file in files:
        number = number_of(file.task.file)
        if number is not None and number in labels:
            comparisons.append(_comparison(file, labels[number]))
    return comparisons


def agreement(comparisons: Iterable[LabelledFilePart]) -> Agreement:
    """Cohen's κ over the files whose label and scores both give a judgement."""
    return cohen_kappa([(c.label, c.judgement) for c in comparisons if c.label in JUDGEMENTS and c.judgement])


def _comparison(file: FileReport, label: str) -> LabelledFilePart:
    scored = [row for row in file.rows if row.status == "scored"]
    if not scored:
        return LabelledFilePart(
            task_id=file.task.task_id,
            label=label,
            judgement=None,
            correctness=None,
            completeness=None,
            functional=None,
            witness="not scored",
            disagrees=False,
        )
    # People labelled whole files: the worst method decides, as one wrong method makes a file wrong.
    row = min(scored, key=_quality)
    judgement = _judgement(row)
    return part_of(
        LabelledFilePart,
        row,
        task_id=file.task.task_id,
        label=label,
        judgement=judgement,
        witness=_witness(row, judgement),
        disagrees=label in JUDGEMENTS and judgement is not None and label != judgement,
    )


def _quality(row: SpecRow) -> tuple[float, float]:
    """What orders the methods of a file, the worst first."""
    correct, complete = row.correctness or [1.0], row.completeness or [1.0]
    return correct[0], complete[0]


def _judgement(row: SpecRow) -> Label | None:
    """What the scores say. A specification whose tests are all approximate is not wrong."""
    correct, complete = row.correctness or [1.0, 1.0], row.completeness
    if correct[1] < 1:
        return "WRONG"
    # Bounds that leave a judgement open are no disagreement.
    if correct[0] < 1 or complete is None:
        return None
    if complete[0] >= STRONG_FROM:
        return "STRONG"
    return "WEAK" if complete[1] < STRONG_FROM else None


def _witness(row: SpecRow, judgement: Label | None) -> str:
    """What a reader needs in order to agree with the scores."""
    if judgement == "WRONG":
        return next((f.message for f in row.findings if f.kind == "contradicts-test"), "")
    if output := other_output(row):
        return f"accepts {output}"
    accepted = [test.accepted for test in row.tests if test.accepted is not None]
    proved = sum(acceptance.verdict == "functional" for acceptance in accepted)
    return f"accepts no other output (proved) on {proved} of {len(accepted)} inputs"


def agreement_table(comparisons: Sequence[LabelledFilePart]) -> Table:
    """How many files have which label and which judgement, and κ."""
    agreed = agreement(comparisons)
    labels = list(dict.fromkeys((*JUDGEMENTS, *sorted({c.label for c in comparisons}))))
    columns = (*JUDGEMENTS, "open")
    rows = tuple(
        (label, *(str(_count(comparisons, label, None if name == "open" else name)) for name in columns))
        for label in labels
    )
    kappa = NOTHING if agreed.kappa is None else f"{agreed.kappa:.2f} [{agreed.low:.2f}, {agreed.high:.2f}]"
    observed = NOTHING if agreed.observed is None else f"{agreed.observed:.0%}"
    notes = (
        f"Cohen's κ {kappa}, equal {observed}, n={agreed.n}: labels STRONG, WEAK and WRONG against WRONG (correctness "
        f"below 100 %), WEAK (completeness below {STRONG_FROM:.0%}) and STRONG.",
    )
    title = "Labels (rows) and scores (columns)"
    return plain_table(title, ("label", *columns), rows, numeric=columns, notes=notes)


def disagreement_table(comparisons: Iterable[LabelledFilePart]) -> Table:
    """Each file whose label and scores differ, with the witness."""
    rows = tuple(
        (
            c.task_id,
            c.label,
            str(c.judgement),
            bounds(c.correctness),
            bounds(c.completeness),
            bounds(c.functional),
            c.witness,
        )
        for c in comparisons
        if c.disagrees
    )
    columns = ("file", "label", "scores", "correctness", "completeness", "functional", "witness")
    return plain_table("Labels that the scores do not support", columns, rows, code={"witness"})


def label_tables(results: Results, labels: Mapping[str, str]) -> list[Table]:
    """The tables that compare the files of a run with their labels."""
    comparisons = compare(results.files, labels)
    tables = [agreement_table(comparisons)]
    if any(comparison.disagrees for comparison in comparisons):
        tables.append(disagreement_table(comparisons))
    return tables


def row_of_labels(results: Results, labels: Mapping[str, str]) -> LabelsRow:
    """The same as a row: κ with its bounds, and every file that has a label."""
    comparisons = compare(results.files, labels)
    agreed = agreement(comparisons)
    return LabelsRow(
        labels=part_of(LabelsPart, agreed, equal=agreed.observed, files=comparisons),
    )


def _count(comparisons: Iterable[LabelledFilePart], label: str, judgement: str | None) -> int:
    return sum(c.label == label and c.judgement == judgement for c in comparisons)
