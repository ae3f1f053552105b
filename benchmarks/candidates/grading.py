"""`specassay grade --for specification`: candidate specifications on the tests of their problems, and their rates by
model, strategy and language."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError, SpecassayError
from ...core.iteration import grouped
from ...core.metrics import SampleCount, mean_pass_at_k
from ...frontends.registry import language as language_named
from ..exit_codes import ExitCode
from ..grading.command import parse_ks
from ..problems.catalogue import Catalogue
from ..problems.checking import SHOWN, hidden_tests, tests_of
from ..reporting.output import progress, row_writer
from ..reporting.run_tables import rate
from ..reporting.tables import NOTHING, Cell, Column, Table, count, show
from ..reporting.text import complain
from ..schema import BucketPart, ScorePart, SpecificationGradeRow, SpecificationRatesRow, part_of
from .judging import AT_ONCE, AskedProblem, asked, grade_candidates
from .reading import SpecificationCandidate, read_candidates

MOST_DETAILED = 40
"""With more candidates than this there is no table of them; rows have them all."""
RATES = ("well_formed", "correct", "complete", "strong")
NOTES = (
    "@k: the share of problems of which one of k candidates is it, unbiased, in brackets 95 % intervals over problems; "
    "`to`: what is not known leaves several.",
    "correct: all valid inputs and right outputs are accepted. complete: all wrong outputs are refused, and no valid "
    "input. strong: correct, no invalid input is allowed, and on no tested input another output is accepted (proved).",
    "narrower: candidates whose types have no room for values of some test, of which nothing is counted.",
)


@frozen(slots=True, kw_only=True)
class SpecificationGrading:
    """The options of the command. `shown`: how many tests of each problem prompts showed, which take no part; `ks`:
    numbers separated by commas; `jobs`: None for as many as there are processors."""

    shown: int = SHOWN
    ks: str = "1"
    jobs: int | None = None
    tasks: tuple[str, ...] = ()
    out: Path | None = None
    as_json: bool = False


def grade_specifications(files: Sequence[Path], catalogue: Catalogue, options: SpecificationGrading) -> ExitCode:
    """Grade the candidates in files, and print what came of it. A line that is no candidate, or for a problem without
    tests, is told and not graded. Raises InputError for a file that cannot be read."""
    try:
        ks = parse_ks(options.ks)
    except ValueError as error:
        raise InputError(f"--k: {error}") from error
    pairs, errors = _pairs(files, catalogue, options)
    complain(*errors)
    rows: list[SpecificationGradeRow] = []
    with row_writer(options.out, to_stdout=options.as_json) as write, progress(len(pairs), "grade") as step:
        for start in range(0, len(pairs), AT_ONCE):
            for row in grade_candidates(pairs[start : start + AT_ONCE], options.jobs or os.cpu_count() or 1):
                write(row)
                rows.append(row)
                step()
        rates = rates_of(rows, ks)
        for each in rates:
            write(each)
    if not options.as_json:
        show([rates_table(rates, ks), *([candidates_table(rows)] if len(rows) <= MOST_DETAILED else [])])
    if any(row.state == "stopped" for row in rows):
        return ExitCode.FAILED
    if errors:
        return ExitCode.BAD_INPUT
    return ExitCode.DONE if all(row.strong for row in rows) else ExitCode.FINDINGS


def _pairs(
    files: Sequence[Path], catalogue: Catalogue, options: SpecificationGrading
) -> tuple[list[tuple[SpecificationCandidate, AskedProblem]], list[SpecassayError]]:
    """The candidates in files with their problems, and what is wrong with other lines."""
    pairs: list[tuple[SpecificationCandidate, AskedProblem]] = []
    errors: list[SpecassayError] = []
    known: dict[str, AskedProblem | SpecassayError] = {}
    for item in (item for file in files for item in read_candidates(file)):
        if isinstance(item, SpecassayError):
            errors.append(item)
            continue
        if options.tasks and item.task_id not in options.tasks:
            continue
        if item.task_id not in known:
            known[item.task_id] = problem = _asked(item.task_id, catalogue, options.shown)
            if isinstance(problem, SpecassayError):
                errors.append(problem)
        problem = known[item.task_id]
        if isinstance(problem, AskedProblem):
            pairs.append((item, problem))
    return pairs, errors


def _asked(name: str, catalogue: Catalogue, shown: int) -> AskedProblem | SpecassayError:
    try:
        problem = catalogue.problem(name)
        hidden = hidden_tests(tests_of(problem), shown)
        if not any(test.right for test in hidden):
            raise InputError(f"{problem.name}: where {shown} tests are shown, no other one says what is right")
        return asked(problem, hidden)
    except SpecassayError as error:
        return error


def rates_of(rows: Iterable[SpecificationGradeRow], ks: Sequence[int]) -> list[SpecificationRatesRow]:
    """The rates of each model and strategy in each language, by language, the strongest first."""
    by_author = grouped(((row.language, row.model, row.strategy), row) for row in rows)
    rates = [
        SpecificationRatesRow(
            language=language,
            model=model,
            strategy=strategy,
            candidates=len(own),
            problems=len({row.problem for row in own}),
            states=dict(Counter(row.state for row in own)),
            verdicts=dict(Counter(row.verdict for row in own if row.verdict is not None)),
            narrower=sum(row.no_room > 0 for row in own),
            well_formed_at_k=_at_each(own, "well_formed", ks),
            correct_at_k=_at_each(own, "correct", ks),
            complete_at_k=_at_each(own, "complete", ks),
            strong_at_k=_at_each(own, "strong", ks),
        )
        for (language, model, strategy), own in by_author.items()
    ]
    first = str(ks[0])
    return sorted(rates, key=lambda each: (each.language, -(each.strong_at_k[first].low or 0.0)))


def _at_each(rows: Iterable[SpecificationGradeRow], name: str, ks: Sequence[int]) -> dict[str, ScorePart]:
    """For each k the mean over problems, which are the units of its interval: candidates for one problem resemble each
    other."""
    counters = [Counter(values) for values in grouped((row.problem, getattr(row, name)) for row in rows).values()]
    counts = [SampleCount(counter.total(), counter[True], counter[None]) for counter in counters]
    return {str(k): part_of(ScorePart, mean_pass_at_k(counts, k)) for k in ks}


def rates_table(rates: Sequence[SpecificationRatesRow], ks: Sequence[int]) -> Table:
    """A line for each model and strategy in each language."""
    names = [f"{name.replace('_', '-')}@{k}" for k in ks for name in RATES]
    columns = (
        Column("language", "tag"),
        Column("model"),
        Column("strategy", "tag"),
        Column("candidates", "number"),
        Column("problems", "number"),
        Column("narrower", "number"),
        *(Column(name, "number") for name in names),
    )
    rows = tuple(
        (
            Cell(language_named(each.language).title),
            Cell(each.model or NOTHING),
            Cell(each.strategy or NOTHING),
            Cell(count(each.candidates)),
            Cell(count(each.problems)),
            Cell(count(each.narrower)),
            *(Cell(rate(getattr(each, f"{name}_at_k")[str(k)])) for k in ks for name in RATES),
        )
        for each in rates
    )
    return Table("specification-rates", "Leaderboard: specifications", columns, rows, NOTES)


def candidates_table(rows: Sequence[SpecificationGradeRow]) -> Table:
    """A line for each candidate, with its four buckets."""
    buckets = ("valid inputs", "right outputs", "invalid inputs", "wrong outputs")
    columns = (
        Column("problem"),
        Column("language", "tag"),
        Column("model"),
        Column("verdict", "tag"),
        *(Column(name, "number") for name in buckets),
        Column("functional", "number"),
        Column("reason"),
    )
    lines = tuple(
        (
            Cell(row.problem),
            Cell(language_named(row.language).title),
            Cell(row.model or NOTHING),
            Cell(row.verdict or row.state),
            Cell(_share(row.valid_inputs, "accepted")),
            Cell(_share(row.right_outputs, "accepted")),
            Cell(_share(row.invalid_inputs, "refused")),
            Cell(_share(row.wrong_outputs, "refused")),
            Cell(rate(row.functional).partition(" [")[0]),
            Cell(_reason(row)),
        )
        for row in rows
    )
    notes = ("Valid inputs and right outputs that are accepted, invalid inputs and wrong outputs that are refused.",)
    return Table("specification-grades", "Candidates", columns, lines, notes)


def _share(bucket: BucketPart, wanted: str) -> str:
    total = bucket.accepted + bucket.refused + bucket.unknown
    if not total:
        return NOTHING
    unknown = f", {bucket.unknown} unknown" if bucket.unknown else ""
    return f"{getattr(bucket, wanted)} of {total}{unknown}"


def _reason(row: SpecificationGradeRow) -> str:
    room = f"; no room for {row.no_room} of {row.tests} tests" if row.no_room else ""
    return f"{row.reason}{room}"
