"""The part of the report about candidate specifications: leaderboards by language, and a page for each problem with its
candidates side by side and the value that breaks each."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from ...core.iteration import grouped
from ...frontends.registry import language as language_named
from ..reporting.candidate_rates import (
    author_named,
    by_author,
    ks_of,
    paired_rows,
    paired_table,
    rates_of,
    rates_table,
    relations_table,
    share,
)
from ..reporting.tables import Table, Tone, clip, counted
from ..schema import (
    AskedProblemRow,
    SpecificationGradeRow,
    SpecificationPairedRow,
    SpecificationRatesRow,
    SpecificationWitnessPart,
)
from .blocks import Command, Page, PageBlock, Panel, Panels, Prose, SourceBlock, WitnessBlock
from .entries import Contents, in_order, tone_of

SECTION = "candidates"
MOST_PANELS = 12
"""Candidates of one problem that are shown: the first of each model, strategy and language before the others."""
MOST_TEXT = 4000
"""Characters of a candidate that are shown."""
OUTPUT_NAMES = {
    "refuses a right output": "refused",
    "accepts a wrong output": "accepted",
    "not known": "right",
}


@frozen(slots=True)
class CandidateRates:
    """The rates of candidates by language, model and strategy, and each two of them against each other. `ks`: what they
    are for."""

    rates: tuple[SpecificationRatesRow, ...] = ()
    tests: tuple[SpecificationPairedRow, ...] = ()
    ks: tuple[int, ...] = ()


def candidate_rates(rows: Sequence[SpecificationGradeRow]) -> CandidateRates:
    """The rates of candidates."""
    if not rows:
        return CandidateRates()
    ks = ks_of(rows)
    return CandidateRates(tuple(rates_of(rows, ks)), tuple(paired_rows(rows)), ks)


def tables_of(rates: CandidateRates) -> Iterator[Table]:
    """A leaderboard for each language, then relations to references and paired tests."""
    by_language = grouped((rate.language, rate) for rate in rates.rates)
    titles = titles_of(by_language)
    for language, own in by_language.items():
        table = rates_table(own, rates.ks, titles)
        title = f"Leaderboard: specifications in {titles[language]}"
        yield evolve(table, anchor=f"{table.anchor}-{language}", title=title)
    if (relations := relations_table(rates.rates, titles)) is not None:
        yield relations
    if rates.tests:
        yield paired_table(rates.tests, titles)


def titles_of(languages: Iterable[str]) -> dict[str, str]:
    """What languages are called in texts for people."""
    return {name: language_named(name).title for name in languages}


def pages_of(contents: Contents) -> tuple[Page, ...]:
    """A page for each problem."""
    by_problem = grouped((row.problem, row) for row in contents.candidates)
    asked = {row.problem: row for row in contents.asked}
    return tuple(
        _page(f"candidate-{number}", name, by_problem[name], asked.get(name))
        for number, name in enumerate(sorted(by_problem, key=in_order), 1)
    )


def _page(anchor: str, name: str, rows: Sequence[SpecificationGradeRow], asked: AskedProblemRow | None) -> Page:
    strong = sum(row.strong is True for row in rows)
    tone: Tone = "ok" if strong == len(rows) else "warn" if strong else "bad"
    blocks: list[PageBlock] = []
    summary = ""
    if asked is not None:
        summary = (
            f"{counted(asked.tests, 'test')}: {asked.right} with right outputs, {counted(asked.wrong, 'output')} "
            f"labelled wrong, {counted(asked.invalid, 'input')} labelled invalid."
        )
        if asked.description:
            blocks.append(Prose("Description", clip(asked.description, MOST_TEXT)))
    # The first candidates of each author, and not all those of the first author.
    first = sorted(rows, key=lambda row: (row.number, row.language))
    by_language = grouped((row.language, row) for row in first[:MOST_PANELS])
    for language, title in titles_of(by_language).items():
        blocks.append(Panels(f"Candidates in {title}", tuple(_panel(row) for row in by_language[language])))
    if len(first) > MOST_PANELS:
        blocks.append(Prose("More", f"{counted(len(first) - MOST_PANELS, 'more candidate')}; the rows have them."))
    files = sorted({row.origin.rpartition(":")[0] for row in rows if row.origin})
    command = ["specassay", "grade", "--for", "specification", *files, "--task", rows[0].task_id]
    blocks.append(Command("Reproduce", shlex.join(command)))
    return Page(anchor, name, f"{strong} of {len(rows)} strong", tone, "", summary, tuple(blocks))


def _panel(row: SpecificationGradeRow) -> Panel:
    verdict = row.verdict or row.state
    blocks: list[PageBlock] = []
    if row.witness is not None:
        blocks.append(_witness(row.witness, tone_of(verdict)))
    if row.state == "well-formed":
        blocks.append(WitnessBlock("Buckets", tuple(_buckets(row)), "note"))
    elif row.reason:
        blocks.append(Prose("Why it is not judged", clip(row.reason, 400)))
    if row.reference is not None:
        relation = row.reference.relation
        # What is not excluded says more than that the relation is unknown.
        unsure = f" ({' or '.join(row.reference.possible)})" if relation == "unknown" and row.reference.possible else ""
        blocks.append(
            Prose("Beside the reference", f"{relation}{unsure}: {row.reference.reference.rpartition('/')[2]}")
        )
    if row.text.strip():
        blocks.append(SourceBlock("Specification", clip(row.text.strip(), MOST_TEXT)))
    author = author_named((row.model, row.strategy))
    return Panel(f"{author}, {row.number}", verdict, tone_of(verdict), tuple(blocks))


def first_of(rows: Sequence[SpecificationGradeRow]) -> Iterator[tuple[str, str, str, str]]:
    """Of each model and strategy in each language with candidates that are not strong: who, the anchor of the
    leaderboard, how many end how, and the first value that breaks one."""
    for author, own in by_author(rows).items():
        failing = [row for row in own if row.strong is False]
        if not failing:
            continue
        (title,) = titles_of(author[:1]).values()
        kinds = Counter(row.verdict or row.state for row in failing)
        counts = ", ".join(f"{kind} {number:,}" for kind, number in kinds.most_common())
        shown = next((row for row in failing if row.witness is not None), None)
        witness = ""
        if shown is not None and shown.witness is not None:
            parts = (*shown.witness.inputs.items(), *shown.witness.output.items())
            values = ", ".join(f"{name}={value}" for name, value in parts)
            witness = f"{shown.problem}: {shown.witness.kind}: {values}"
        message = f"{len(failing):,} of {len(own):,} candidates are not strong: {counts}"
        yield f"{author_named(author[1:])} in {title}", f"specification-rates-{author[0]}", message, witness


def _witness(witness: SpecificationWitnessPart, tone: Tone) -> WitnessBlock:
    named = {
        "input": witness.inputs,
        OUTPUT_NAMES.get(witness.kind, "output"): witness.output,
        "right": witness.expected,
    }
    parts = [(name, ", ".join(f"{key} = {value}" for key, value in texts.items())) for name, texts in named.items()]
    parts.append(("clause", witness.clause))
    kind = witness.kind[:1].upper() + witness.kind[1:]
    return WitnessBlock(kind, tuple((name, clip(text, 400)) for name, text in parts if text), tone)


def _buckets(row: SpecificationGradeRow) -> Iterator[tuple[str, str]]:
    for name, bucket, what, wanted in (
        ("valid", row.valid_inputs, "inputs", "accepted"),
        ("right", row.right_outputs, "outputs", "accepted"),
        ("invalid", row.invalid_inputs, "inputs", "refused"),
        ("wrong", row.wrong_outputs, "outputs", "refused"),
    ):
        known = bucket.accepted or bucket.refused or bucket.unknown
        yield name, f"{share(bucket, wanted)} {what} {wanted}" if known else "none"
