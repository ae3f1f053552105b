"""The part of the report about graded programs, by model and prompt strategy."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen
from msgspec import UNSET

from ...core.iteration import grouped
from ...core.metrics import (
    Alignment,
    ContractTests,
    SampleCount,
    Score,
    assert_violation_coverage,
    assertion_alignment_precision,
    assertion_alignment_recall,
    contract_satisfaction_rate,
    mean_pass_at_k,
    mean_score,
    tests_of_program,
)
from ...core.metrics.programs import Rejection, alignment_of
from ..reporting.fields import table_of
from ..reporting.paired_columns import PAIRED
from ..reporting.run_tables import rate, rate_cell
from ..reporting.tables import NOTHING, Cell, Column, Table, number
from ..schema import GradeRow, PairedRow, ResponsePart
from .contracts_part import passes, result_of
from .entries import GradedFile

KS = (1, 5, 10, 100)
"""Where rows do not say which k were asked for, as those of a run do."""


@frozen(slots=True)
class ProgramScores:
    """The rates of a file of programs. `passes`: pass@k on all valid inputs, by k; `csr`, `crashes`: over all tests of
    all programs, those that a check refuses, and those that end by a crash; `csr_correct`: contract satisfaction of the
    programs that pass, the mean of theirs. `as_written`: pass@1 where answers that are no module as they stand, of
    which there are `chatty`, fail. `cut`: answers that the model was stopped in. See `core.metrics.programs`."""

    programs: GradedFile
    passes: Mapping[int, Score]
    csr: Score
    crashes: Score
    csr_correct: Score
    avc: Score
    aar: Score
    aap: Score
    failures: Mapping[str, int]
    as_written: Score
    chatty: int
    cut: int


def scores_of(programs: GradedFile, ks: Sequence[int] = ()) -> ProgramScores:
    """The rates of a file, with pass@k for these k."""
    grades = programs.grades
    most = max(Counter(grade.task_id for grade in grades).values(), default=0)
    ks = tuple(ks) or tuple(k for k in KS if k <= max(most, 1))
    aligned = [aligned_grade for grade in grades if (aligned_grade := alignment(grade)) is not None]
    return ProgramScores(
        programs,
        {k: _pass_at(grades, k) for k in ks},
        satisfaction(response for grade in grades for response in grade.responses),
        contract_satisfaction_rate(_crash(response) for grade in grades for response in grade.responses),
        mean_score(satisfaction(grade.responses) for grade in grades if result_of(grade) == "pass"),
        assert_violation_coverage(_enforced(grade.responses) for grade in grades),
        assertion_alignment_recall(aligned),
        assertion_alignment_precision(aligned),
        Counter(map(result_of, grades)),
        _pass_at(grades, 1, lambda grade: not grade.extracted and passes(grade)),
        sum(grade.extracted for grade in grades),
        sum(grade.cut is True for grade in grades),
    )


def _pass_at(grades: Iterable[GradeRow], k: int, passing: Callable[[GradeRow], bool | None] = passes) -> Score:
    passing_by_task = grouped((grade.task_id, passing(grade)) for grade in grades)
    return mean_pass_at_k(
        (SampleCount(len(results), results.count(True), results.count(None)) for results in passing_by_task.values()), k
    )


def satisfaction(responses: Iterable[ResponsePart]) -> Score:
    """CSR over tests."""
    return contract_satisfaction_rate(_rejection(response.rejection) for response in responses)


def _rejection(word: str) -> Rejection:
    if word == "rejected":
        return "rejected"
    return "accepted" if word == "accepted" else "unknown"


def _crash(response: ResponsePart) -> Rejection:
    rejection = _rejection(response.rejection)
    if response.outcome == "raised":
        return "accepted" if rejection == "rejected" else "rejected"
    return rejection


def _enforced(responses: Iterable[ResponsePart]) -> ContractTests:
    return tests_of_program((frozenset(response.violates), _rejection(response.rejection)) for response in responses)


def alignment(grade: GradeRow) -> Alignment | None:
    """Which checks of a program are proved to say what which clause says; None where that was not asked."""
    if grade.clauses is UNSET or grade.guards is UNSET or grade.relations is UNSET:
        return None
    compared = (
        ((int(pair["clause"]), int(pair["guard"])), pair.get("equivalent"), pair.get("seen"))
        for pair in grade.relations
    )
    return alignment_of((len(grade.clauses), len(grade.guards)), compared, grade.guards_complete is not False)


MEANING = (
    "pass@k: the code found in an answer passes all valid inputs, mean over tasks. CSR: of all contract-violating "
    "tests of all programs, those that a check refuses; crashes: those that end by another exception, or by one that a "
    "handler makes of it; of correct programs: the mean over those that pass. AVC: clauses that are enforced, of those "
    "that a test violates alone. AAR: clauses with an equivalent check; AAP: checks with an equivalent clause "
    "(proved). In brackets 95 % intervals.",
)


def scores_table(scores: Sequence[ProgramScores]) -> Table:
    """A row for each file: model and prompt strategy, and the rates."""
    ks = sorted({k for score in scores for k in score.passes})
    names = (*(f"pass@{k}" for k in ks), "CSR", "crashes", "CSR of correct programs", "AVC", "AAR", "AAP")
    columns = (
        Column("model"),
        Column("strategy", "tag"),
        Column("programs", "number"),
        Column("tasks", "number"),
        *(Column(name, "number") for name in names),
    )
    ranked = sorted(scores, key=lambda each: [-(each.passes[k].low or 0.0) for k in ks[:1]] + [-(each.csr.low or 0.0)])
    rows = tuple(_row(score, ks) for score in ranked)
    return Table("program-scores", "Leaderboard: programs by model and prompt strategy", columns, rows, _notes(scores))


def _notes(scores: Sequence[ProgramScores]) -> tuple[str, ...]:
    chatty = [score for score in scores if score.chatty]
    counts = "; ".join(
        f"{score.programs.name}: {score.chatty:,} of {len(score.programs.grades):,}, {rate(score.as_written)}"
        for score in chatty
    )
    return (
        (*MEANING, f"Answers that are no module as they stand, and pass@1 where these fail: {counts}.")
        if counts
        else MEANING
    )


def _row(score: ProgramScores, ks: Sequence[int]) -> tuple[Cell, ...]:
    nothing = Score(None, None, 0)
    rates = [score.passes.get(k, nothing) for k in ks]
    rates += [score.csr, score.crashes, score.csr_correct, score.avc, score.aar, score.aap]
    return (
        Cell(score.programs.model),
        Cell(score.programs.strategy or NOTHING),
        number(len(score.programs.grades)),
        number(len({grade.task_id for grade in score.programs.grades})),
        *(rate_cell(score) for score in rates),
    )


def failures_table(scores: Sequence[ProgramScores]) -> Table:
    """How often programs end how."""
    kinds = list(Counter({kind: n for score in scores for kind, n in score.failures.items()}))
    kinds = sorted(
        kinds, key=lambda kind: (kind != "pass", -sum(score.failures.get(kind, 0) for score in scores), kind)
    )
    columns = (Column("result"), *(Column(score.programs.name, "number") for score in scores))
    rows = tuple((Cell(kind), *(number(score.failures.get(kind, 0)) for score in scores)) for kind in kinds)
    notes: tuple[str, ...] = (
        "The verdict on the first valid input that a program does not pass. Filtered, refused, given up: there was no "
        "answer, which passes nothing.",
    )
    if any(score.cut for score in scores):
        counts = "; ".join(f"{score.programs.name}: {score.cut:,}" for score in scores if score.cut)
        notes = (*notes, f"Answers that were cut at the limit of tokens: {counts}.")
    return Table("program-failures", "Failures by kind", columns, rows, notes)


def paired_table(rows: Sequence[PairedRow]) -> Table:
    """Tests of two files against each other."""
    return table_of("Paired tests", PAIRED, (row.paired for row in rows), "report", anchor="program-pairs")
