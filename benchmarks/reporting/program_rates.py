"""The rates of graded programs by model and prompt strategy, for the tables of commands and of the report."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from attrs import frozen
from msgspec import UNSET

from ...core.iteration import grouped, in_turn
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
from ..schema import GradeRow, PairedRow, ResponsePart, SuitePart
from .fields import COMMAND, REPORT, Field, Showing, table_of
from .paired_columns import PAIRED, short
from .run_tables import rate, rate_cell
from .tables import NOTHING, Cell, Column, Table, clip, number


@frozen(slots=True)
class GradedFile:
    """A file of graded programs. `model` and `strategy` are what its name says, the strategy empty where it says
    none."""

    name: str
    model: str
    strategy: str
    grades: tuple[GradeRow, ...]


STRATEGIES = ("few-shot", "standard", "cot", "eas", "cs-may", "cs")


def graded_file(name: str, grades: Sequence[GradeRow]) -> GradedFile:
    """The grades of a file of programs, whose name may say the model and the strategy: `gpt-4--cs.jsonl`."""
    base = short(name)
    matched = re.fullmatch(rf"(.+?)(?:--|[-_.])({'|'.join(STRATEGIES)})", base, re.IGNORECASE)
    model, strategy = (matched[1], matched[2].lower()) if matched else (base, "")
    return GradedFile(base, model, strategy, tuple(grades))


def result_of(grade: GradeRow) -> str:
    """The verdict on a program: that of the first suite that it does not pass."""
    if grade.problem is not None:
        return grade.problem
    for suite in (grade.base, grade.plus):
        if suite.verdict not in ("pass", "no test"):
            return suite.verdict
    return "pass" if "pass" in (grade.base.verdict, grade.plus.verdict) else "no test"


def passes(grade: GradeRow) -> bool | None:
    """Whether the program that was found in an answer passes all valid inputs; None where there is no input."""
    result = result_of(grade)
    return None if result == "no test" else result == "pass"


def failed_suite(grade: GradeRow) -> SuitePart:
    """The suite of inputs that a program does not pass."""
    return grade.base if grade.base.verdict not in ("pass", "no test") else grade.plus


NO_SCORE = Score(None, None, 0)
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
    # pass@k of fewer than k samples is not defined (Chen et al., 2021).
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


_MEANING = (
    "pass@k: the code found in an answer passes all valid inputs, mean over tasks. CSR: of all contract-violating "
    "tests of all programs, those that a check refuses; crashes: those that end by another exception, or by one that a "
    "handler makes of it{}. AVC: clauses that are enforced, of those that a test violates alone. AAR: clauses with an "
    "equivalent check; AAP: checks with an equivalent clause (proved). In brackets 95 % intervals."
)
_OF_CORRECT = "; of correct programs: the mean over those that pass"


def scores_table(scores: Sequence[ProgramScores], showing: Showing = "report") -> Table:
    """The leaderboard: a row for each file, with its rates. In a command's table only the first pass@k has its
    interval, so that all rates fit side by side."""
    ks = sorted({k for score in scores for k in score.passes})
    ranked = sorted(scores, key=lambda each: [-(each.passes[k].low or 0.0) for k in ks[:1]] + [-(each.csr.low or 0.0)])
    title = "Leaderboard: programs by model and prompt strategy" if showing == "report" else "Leaderboard"
    return table_of(title, tuple(_columns(ks)), ranked, showing, anchor="program-scores", notes=_notes(scores, showing))


def _columns(ks: Sequence[int]) -> Iterator[Field[ProgramScores]]:
    yield Field("model", lambda score: score.programs.model, places=REPORT)
    yield Field("strategy", lambda score: score.programs.strategy or NOTHING, "tag", places=REPORT)
    yield Field("file", lambda score: score.programs.name, places=COMMAND)
    yield Field("programs", lambda score: len(score.programs.grades), "number")
    yield Field("tasks", lambda score: len({grade.task_id for grade in score.programs.grades}), "number")
    # A terminal has room for one interval: that of the rate by which files are ranked.
    for k in ks:
        yield from _rate(f"pass@{k}", partial(_pass_of, k), with_interval=k == ks[0])
    yield from _rate("CSR", lambda score: score.csr)
    yield from _rate("crashes", lambda score: score.crashes)
    yield Field("CSR of correct programs", lambda score: rate_cell(score.csr_correct), "number", places=REPORT)
    yield from _rate("AVC", lambda score: score.avc)
    yield from _rate("AAR", lambda score: score.aar)
    yield from _rate("AAP", lambda score: score.aap)


def _pass_of(k: int, score: ProgramScores) -> Score:
    return score.passes.get(k, NO_SCORE)


def _rate(
    name: str, score_of: Callable[[ProgramScores], Score], with_interval: bool = False
) -> Iterator[Field[ProgramScores]]:
    def limits(score: ProgramScores) -> tuple[float, float] | None:
        value = score_of(score)
        return None if value.low is None or value.high is None else (value.low, value.high)

    places = ("command", "report") if with_interval else REPORT
    yield Field(name, lambda score: rate_cell(score_of(score)), "number", places=places)
    if not with_interval:
        yield Field(name, limits, "rate", places=COMMAND)


def _notes(scores: Sequence[ProgramScores], showing: Showing) -> tuple[str, ...]:
    chatty = "; ".join(
        f"{score.programs.name}: {score.chatty:,} of {len(score.programs.grades):,}, {rate(score.as_written)}"
        for score in scores
        if score.chatty
    )
    about_chatty = f"Answers that are no module as they stand, and pass@1 where these fail: {chatty}."
    meaning = _MEANING.format(_OF_CORRECT if showing == "report" else "")
    return (meaning, *([about_chatty] if chatty else []), *_cut(scores))


def _cut(scores: Sequence[ProgramScores]) -> tuple[str, ...]:
    counts = "; ".join(f"{score.programs.name}: {score.cut:,}" for score in scores if score.cut)
    return (f"Answers that were cut at the limit of tokens: {counts}.",) if counts else ()


MOST_FAILING = 10
"""Programs that a command shows: what fits on a screen beside the leaderboard."""


def failing_table(files: Sequence[GradedFile]) -> Table | None:
    """The first programs that do not pass, each with the valid input that shows it; None where all pass."""
    # Of each file in turn, so that one with many does not hide the others.
    failing = list(in_turn([(file, grade) for grade in file.grades if passes(grade) is False] for file in files))
    if not failing:
        return None
    kinds = grouped((file.name, result_of(grade)) for file, grade in failing)
    counts = "; ".join(f"{name}: {_counted(results)}" for name, results in kinds.items())
    more = len(failing) - MOST_FAILING
    return table_of(
        "Programs that do not pass",
        FAILING if len(files) > 1 else FAILING[1:],
        failing[:MOST_FAILING],
        notes=(f"In all, {more:,} more than these: {counts}." if more > 0 else f"In all: {counts}.",),
    )


def _counted(results: Sequence[str]) -> str:
    return ", ".join(f"{kind} {count:,}" for kind, count in Counter(results).most_common())


def _shown(grade: GradeRow, text_of: Callable[[SuitePart], str]) -> str:
    return clip(text_of(failed_suite(grade)), 80) if grade.problem is None else ""


FAILING: tuple[Field[tuple[GradedFile, GradeRow]], ...] = (
    Field("file", lambda pair: pair[0].name),
    Field("program", lambda pair: f"{pair[1].task_id}#{pair[1].number}"),
    Field("verdict", lambda pair: result_of(pair[1])),
    Field("input", lambda pair: _shown(pair[1], lambda suite: suite.input), "code"),
    Field("expected", lambda pair: _shown(pair[1], lambda suite: suite.expected), "code"),
    Field("found", lambda pair: _shown(pair[1], lambda suite: suite.found) or clip(pair[1].detail, 80), "code"),
)


def failures_table(scores: Sequence[ProgramScores]) -> Table:
    """How often programs end how."""
    kinds = list(Counter({kind: n for score in scores for kind, n in score.failures.items()}))
    kinds = sorted(
        kinds, key=lambda kind: (kind != "pass", -sum(score.failures.get(kind, 0) for score in scores), kind)
    )
    columns = (Column("result"), *(Column(score.programs.name, "number") for score in scores))
    rows = tuple((Cell(kind), *(number(score.failures.get(kind, 0)) for score in scores)) for kind in kinds)
    notes = (
        "The verdict on the first valid input that a program does not pass. Filtered, refused, given up: there was no "
        "answer, which passes nothing.",
        *_cut(scores),
    )
    return Table("program-failures", "Failures by kind", columns, rows, notes)


def paired_table(rows: Sequence[PairedRow]) -> Table:
    """Tests of two files against each other."""
    return table_of("Paired tests", PAIRED, (row.paired for row in rows), "report", anchor="program-pairs")
