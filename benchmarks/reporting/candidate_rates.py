"""Rates of candidate specifications by model, strategy and language, and any two of them against each other, made of
their rows: for the command that grades them, and for the report of a run."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from msgspec.structs import replace

from ...core.iteration import grouped
from ...core.metrics import SampleCount, mean_pass_at_k
from ...core.metrics.paired import corrected_by_holm, mean_difference, sign_flips
from ..schema import (
    BucketPart,
    DifferencePart,
    ScorePart,
    SpecificationGradeRow,
    SpecificationPairedRow,
    SpecificationRatesRow,
    part_of,
)
from .run_tables import RELATIONS, points, rate, rate_cell
from .tables import NOTHING, Cell, Column, Table, count

RATES = ("well_formed", "correct", "complete", "strong")
KS = (1, 5, 10, 100)
"""Where nobody says which k are asked for, as far as there are so many candidates for a problem."""
NOTES = (
    "@k: the share of problems of which one of k candidates is it, unbiased, in brackets 95 % intervals over problems. "
    "What is not known leaves two bounds.",
    "correct: all valid inputs and right outputs are accepted. complete: all wrong outputs are refused, and no valid "
    "input. strong: correct, no invalid input is allowed, and on no tested input another output is accepted (proved).",
    "narrower: candidates whose types have no room for values of some test, of which nothing is counted.",
)
PAIRED_NOTES = (
    "Only first, only second: pairs of candidates of one problem and number of which only that one is strong. p: exact "
    "sign-flip test over problems; corrected: by Holm, for all of these tests. Differences: second minus first in "
    "points, mean over problems, with a 95 % bootstrap interval.",
)
Author = tuple[str, str, str]
"""Language, model, strategy."""


def by_author(rows: Iterable[SpecificationGradeRow]) -> dict[Author, list[SpecificationGradeRow]]:
    """The candidates of each model and strategy in each language."""
    return grouped(((row.language, row.model, row.strategy), row) for row in rows)


def rates_of(rows: Iterable[SpecificationGradeRow], ks: Sequence[int]) -> list[SpecificationRatesRow]:
    """The rates of each model and strategy in each language, by language, the strongest first."""
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
            relations=dict(Counter(row.reference.relation for row in own if row.reference is not None)),
            well_formed_at_k=_at_each(own, "well_formed", ks),
            correct_at_k=_at_each(own, "correct", ks),
            complete_at_k=_at_each(own, "complete", ks),
            strong_at_k=_at_each(own, "strong", ks),
        )
        for (language, model, strategy), own in by_author(rows).items()
    ]
    first = str(ks[0])
    return sorted(rates, key=lambda each: (each.language, -(each.strong_at_k[first].low or 0.0)))


def ks_of(rows: Iterable[SpecificationGradeRow]) -> tuple[int, ...]:
    """The k of which rates can be told."""
    most = max(Counter((*author, row.problem) for author, own in by_author(rows).items() for row in own).values())
    return tuple(k for k in KS if k <= most)


def _at_each(rows: Iterable[SpecificationGradeRow], name: str, ks: Sequence[int]) -> dict[str, ScorePart]:
    """The mean over problems for each k, which are the units of its interval: candidates for one problem resemble each
    other."""
    counters = [Counter(values) for values in grouped((row.problem, getattr(row, name)) for row in rows).values()]
    counts = [SampleCount(counter.total(), counter[True], counter[None]) for counter in counters]
    return {str(k): part_of(ScorePart, mean_pass_at_k(counts, k)) for k in ks}


def paired_rows(rows: Iterable[SpecificationGradeRow]) -> list[SpecificationPairedRow]:
    """Every two models or strategies in one language that have candidates for the same problems."""
    authors = by_author(rows)
    found = [
        test
        for (first, own), (second, its) in combinations(authors.items(), 2)
        if first[0] == second[0] and (test := _paired(first, own, second, its)) is not None
    ]
    # By language, as the leaderboards are, each in the order of its authors.
    languages = list(dict.fromkeys(author[0] for author in authors))
    found.sort(key=lambda test: languages.index(test.language))
    corrected = corrected_by_holm([test.p_by_task for test in found])
    return [replace(test, p_holm=p_value) for test, p_value in zip(found, corrected, strict=True)]


def _paired(
    first: Author, own: Sequence[SpecificationGradeRow], second: Author, its: Sequence[SpecificationGradeRow]
) -> SpecificationPairedRow | None:
    partners = {(row.problem, row.number): row for row in its}
    pairs = [(row, partners[key]) for row in own if (key := (row.problem, row.number)) in partners]
    if not pairs:
        return None
    # A pair of which one is not known takes no side.
    known = [
        (first_rate, second_rate)
        for first_rate, second_rate in pairs
        if first_rate.strong is not None and second_rate.strong is not None
    ]
    by_problem = grouped(
        (first_rate.problem, bool(first_rate.strong) - bool(second_rate.strong)) for first_rate, second_rate in known
    )
    only_first = sum(bool(first_rate.strong) > bool(second_rate.strong) for first_rate, second_rate in known)
    only_second = sum(bool(first_rate.strong) < bool(second_rate.strong) for first_rate, second_rate in known)
    return SpecificationPairedRow(
        language=first[0],
        first=list(first[1:]),
        second=list(second[1:]),
        problems=len({first_rate.problem for first_rate, _ in pairs}),
        pairs=len(known),
        only_first=only_first,
        only_second=only_second,
        p_by_task=(p_value := sign_flips(map(sum, by_problem.values()))),
        p_holm=p_value,
        differences={name: _difference(pairs, name) for name in RATES},
    )


def _difference(pairs: Sequence[tuple[SpecificationGradeRow, SpecificationGradeRow]], name: str) -> DifferencePart:
    """The difference of a rate, over the problems of which it is known of all pairs."""
    by_problem = grouped((first.problem, (getattr(first, name), getattr(second, name))) for first, second in pairs)
    known = [values for values in by_problem.values() if None not in (value for pair in values for value in pair)]
    differences = [fmean(bool(second) - bool(first) for first, second in values) for values in known]
    return part_of(DifferencePart, mean_difference(differences))


def author_named(author: Sequence[str]) -> str:
    """A model and a strategy in words."""
    return ", ".join(filter(None, author)) or NOTHING


def paired_table(tests: Sequence[SpecificationPairedRow], titles: Mapping[str, str]) -> Table:
    """A line for each two models or strategies. `titles`: of languages."""
    columns = (
        Column("language", "tag"),
        Column("first"),
        Column("second"),
        Column("pairs", "number"),
        Column("only first", "number"),
        Column("only second", "number"),
        Column("p", "number"),
        Column("p, corrected", "number"),
        Column("correct +"),
        Column("strong +"),
    )
    rows = tuple(
        (
            Cell(titles.get(test.language, test.language)),
            Cell(author_named(test.first)),
            Cell(author_named(test.second)),
            Cell(count(test.pairs)),
            Cell(count(test.only_first)),
            Cell(count(test.only_second)),
            Cell(f"{test.p_by_task:.3g}", test.p_by_task),
            Cell(f"{test.p_holm:.3g}", test.p_holm),
            Cell(points(test.differences["correct"]), test.differences["correct"].mean),
            Cell(points(test.differences["strong"]), test.differences["strong"].mean),
        )
        for test in tests
    )
    return Table("specification-pairs", "Paired tests", columns, rows, PAIRED_NOTES)


def relations_table(rates: Sequence[SpecificationRatesRow], titles: Mapping[str, str]) -> Table | None:
    """How candidates relate to the specifications that people wrote; None where nobody wrote one."""
    if not any(rate_row.relations for rate_row in rates):
        return None
    names = [*RELATIONS, *sorted({name for rate_row in rates for name in rate_row.relations} - {*RELATIONS})]
    columns = (
        Column("language", "tag"),
        Column("model"),
        Column("strategy", "tag"),
        *(Column(name, "number") for name in names),
    )
    rows = tuple(
        (
            Cell(titles.get(rate_row.language, rate_row.language)),
            Cell(rate_row.model or NOTHING),
            Cell(rate_row.strategy or NOTHING),
            *(Cell(count(rate_row.relations.get(name, 0)), rate_row.relations.get(name, 0)) for name in names),
        )
        for rate_row in rates
        if rate_row.relations
    )
    note = "The candidate, compared with the specification that somebody wrote for the problem in its language."
    return Table("specification-relations", "Relation to the reference specification", columns, rows, (note,))


def rates_table(rates: Sequence[SpecificationRatesRow], ks: Sequence[int], titles: Mapping[str, str]) -> Table:
    """A line for each model and strategy in each language, the best first; the language is left out where there is one
    alone. `titles`: of languages."""
    names = [f"{name.replace('_', '-')}@{k}" for k in ks for name in reversed(RATES)]
    several = len({rate_row.language for rate_row in rates}) > 1
    columns = (
        *([Column("language", "tag")] if several else []),
        Column("model"),
        Column("strategy", "tag"),
        *(Column(name, "number") for name in names),
        Column("problems", "number"),
        Column("candidates", "number"),
        Column("narrower", "number"),
    )
    rows = tuple(
        (
            *([Cell(titles.get(rate_row.language, rate_row.language))] if several else []),
            Cell(rate_row.model or NOTHING),
            Cell(rate_row.strategy or NOTHING),
            *(rate_cell(getattr(rate_row, f"{name}_at_k")[str(k)]) for k in ks for name in reversed(RATES)),
            Cell(count(rate_row.problems), rate_row.problems),
            Cell(count(rate_row.candidates), rate_row.candidates),
            Cell(count(rate_row.narrower), rate_row.narrower),
        )
        for rate_row in rates
    )
    return Table("specification-rates", "Leaderboard: specifications", columns, rows, NOTES)


def candidates_table(rows: Sequence[SpecificationGradeRow], titles: Mapping[str, str]) -> Table:
    """A line for each candidate, with its four buckets."""
    buckets = ("valid inputs", "right outputs", "invalid inputs", "wrong outputs")
    columns = (
        Column("problem"),
        Column("language", "tag"),
        Column("model"),
        Column("verdict", "tag"),
        *(Column(name, "number") for name in buckets),
        Column("functional", "number"),
        Column("reference", "tag"),
        Column("reason"),
    )
    lines = tuple(
        (
            Cell(row.problem),
            Cell(titles.get(row.language, row.language)),
            Cell(row.model or NOTHING),
            Cell(row.verdict or row.state),
            Cell(share(row.valid_inputs, "accepted")),
            Cell(share(row.right_outputs, "accepted")),
            Cell(share(row.invalid_inputs, "refused")),
            Cell(share(row.wrong_outputs, "refused")),
            Cell(rate(row.functional).partition(" [")[0]),
            Cell(NOTHING if row.reference is None else row.reference.relation),
            Cell(_reason(row)),
        )
        for row in rows
    )
    notes = (
        "Valid inputs and right outputs that are accepted, invalid inputs and wrong outputs that are refused. "
        "Reference: the relation of the candidate to the specification that somebody wrote for the problem.",
    )
    return Table("specification-grades", "Candidates", columns, lines, notes)


def share(bucket: BucketPart, wanted: str) -> str:
    """How many of a bucket are as they are wanted, `accepted` or `refused`."""
    total = bucket.accepted + bucket.refused + bucket.unknown
    if not total:
        return NOTHING
    unknown = f", {bucket.unknown} unknown" if bucket.unknown else ""
    return f"{getattr(bucket, wanted)} of {total}{unknown}"


def _reason(row: SpecificationGradeRow) -> str:
    room = f"; no room for {row.no_room} of {row.tests} tests" if row.no_room else ""
    return f"{row.reason}{room}"
