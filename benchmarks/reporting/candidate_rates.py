"""Rates of candidate specifications by model, strategy and language, and any two of them against each other, made of
their rows: for the command that grades them, and for the report of a run."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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
from .fields import Field, table_of
from .run_tables import RELATIONS, points, rate, rate_cell
from .tables import NOTHING, Cell, Table, count, number

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
    candidates = Counter((*author, row.problem) for author, own in by_author(rows).items() for row in own)
    most = max(candidates.values())
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
    fields: tuple[Field[SpecificationPairedRow], ...] = (
        Field("language", lambda test: titles.get(test.language, test.language), "tag"),
        Field("first", lambda test: author_named(test.first)),
        Field("second", lambda test: author_named(test.second)),
        Field("pairs", lambda test: Cell(count(test.pairs)), "number"),
        Field("only first", lambda test: Cell(count(test.only_first)), "number"),
        Field("only second", lambda test: Cell(count(test.only_second)), "number"),
        Field("p", lambda test: number(test.p_by_task, f"{test.p_by_task:.3g}"), "number"),
        Field("p, corrected", lambda test: number(test.p_holm, f"{test.p_holm:.3g}"), "number"),
        Field("correct +", lambda test: _points(test.differences["correct"])),
        Field("strong +", lambda test: _points(test.differences["strong"])),
    )
    return table_of("Paired tests", fields, tests, anchor="specification-pairs", notes=PAIRED_NOTES)


def _points(difference: DifferencePart) -> Cell:
    return Cell(points(difference), difference.mean)


def _author_fields(titles: Mapping[str, str]) -> tuple[Field[SpecificationRatesRow], ...]:
    """Whose rates they are."""
    return (
        Field("language", lambda rates: titles.get(rates.language, rates.language), "tag"),
        Field("model", lambda rates: rates.model or NOTHING),
        Field("strategy", lambda rates: rates.strategy or NOTHING, "tag"),
    )


def _number(name: str, number_of: Callable[[SpecificationRatesRow], int]) -> Field[SpecificationRatesRow]:
    return Field(name, lambda rates: Cell(count(number_of(rates)), number_of(rates)), "number")


def _relation(name: str) -> Field[SpecificationRatesRow]:
    return _number(name, lambda rates: rates.relations.get(name, 0))


def _rate_at(name: str, k: int) -> Field[SpecificationRatesRow]:
    title = f"{name.replace('_', '-')}@{k}"
    return Field(title, lambda rates: rate_cell(getattr(rates, f"{name}_at_k")[str(k)]), "number")


def relations_table(rates: Sequence[SpecificationRatesRow], titles: Mapping[str, str]) -> Table | None:
    """How candidates relate to the specifications that people wrote; None where nobody wrote one."""
    if not any(rate_row.relations for rate_row in rates):
        return None
    names = [*RELATIONS, *sorted({name for rate_row in rates for name in rate_row.relations} - {*RELATIONS})]
    compared = [rate_row for rate_row in rates if rate_row.relations]
    note = "The candidate, compared with the specification that somebody wrote for the problem in its language."
    title, anchor = "Relation to the reference specification", "specification-relations"
    return table_of(title, (*_author_fields(titles), *map(_relation, names)), compared, anchor=anchor, notes=(note,))


def rates_table(rates: Sequence[SpecificationRatesRow], ks: Sequence[int], titles: Mapping[str, str]) -> Table:
    """A line for each model and strategy in each language, the best first; the language is left out where there is one
    alone. `titles`: of languages."""
    several = len({rate_row.language for rate_row in rates}) > 1
    fields = (
        *_author_fields(titles)[0 if several else 1 :],
        *(_rate_at(name, k) for k in ks for name in reversed(RATES)),
        _number("problems", lambda rates: rates.problems),
        _number("candidates", lambda rates: rates.candidates),
        _number("narrower", lambda rates: rates.narrower),
    )
    return table_of("Leaderboard: specifications", fields, rates, anchor="specification-rates", notes=NOTES)


def candidates_table(rows: Sequence[SpecificationGradeRow], titles: Mapping[str, str]) -> Table:
    """A line for each candidate, with its four buckets."""
    fields: tuple[Field[SpecificationGradeRow], ...] = (
        Field("problem", lambda row: row.problem),
        Field("language", lambda row: titles.get(row.language, row.language), "tag"),
        Field("model", lambda row: row.model or NOTHING),
        Field("verdict", lambda row: row.verdict or row.state, "tag"),
        Field("valid inputs", lambda row: share(row.valid_inputs, "accepted"), "number"),
        Field("right outputs", lambda row: share(row.right_outputs, "accepted"), "number"),
        Field("invalid inputs", lambda row: share(row.invalid_inputs, "refused"), "number"),
        Field("wrong outputs", lambda row: share(row.wrong_outputs, "refused"), "number"),
        Field("functional", lambda row: rate(row.functional).partition(" [")[0], "number"),
        Field("reference", lambda row: NOTHING if row.reference is None else row.reference.relation, "tag"),
        Field("reason", _reason),
    )
    notes = (
        "Valid inputs and right outputs that are accepted, invalid inputs and wrong outputs that are refused. "
        "Reference: the relation of the candidate to the specification that somebody wrote for the problem.",
    )
    return table_of("Candidates", fields, rows, anchor="specification-grades", notes=notes)


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
