"""What a reader with one minute needs: what was asked, of what, the scores, and what to look at first. The rates of a
run are computed once: intervals by resampling take their time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import field, frozen

from ...core.metrics import Score
from ...core.spec_testing.assessment import ASSESSMENTS
from ..reporting import program_rates
from ..reporting.findings import ReportedFinding
from ..reporting.program_rates import GradedFile, ProgramScores
from ..reporting.rules import ADVICE, level_of
from ..reporting.run_tables import percent
from ..reporting.tables import Tone, clip
from ..schema import ContractStatisticsPart, ScorePart, SpecificationStatisticsPart
from . import contracts_part, specifications_part
from .candidate_specifications_part import CandidateRates, candidate_rates, first_of, titles_of
from .entries import Contents, by_dataset, tone_of, verdict_of

T = TypeVar("T")
MOST_FIRST = 12
"""Findings on the first page: what fits on a screen. It says how many more there are."""
MOST_PROGRAMS = 8
"""Files of programs that have cards of their own: two rows of the screen for each four of them. More have none."""
STATUSES = ("contradictory", "idle clause", "open", "not done", "no contract", "every clause tested")
"""What there is to know first of a contract in Python, in the order in which one looks."""
_SHOWN_BY = {
    "wrong": (
        "counterexample",
        "no-output",
        "contradiction",
        "body-breaks-postcondition",
        "contradicts-test",
        "breaks-precondition",
    ),
    "vacuous": ("contradiction", "no-postcondition", "unmet-requires", "tautology"),
    "weak": ("accepts-another-output",),
}
"""Kinds of findings that show a verdict: the first of them that a method has says what to do. What is proved of the
specification alone stands before what a test says: who has made no test is not told to correct one."""


@frozen(slots=True)
class RunRates:
    """The statistics of contracts and specifications by data set (`all` last, with several). `programs`: the rates of
    each file; `candidates`: those of candidate specifications."""

    contracts: Mapping[str, ContractStatisticsPart]
    specifications: Mapping[str, SpecificationStatisticsPart]
    programs: tuple[ProgramScores, ...]
    candidates: CandidateRates = field(factory=CandidateRates)


def rates_of(contents: Contents) -> RunRates:
    """The rates of all that a report is about."""
    methods = [entry for entry in contents.methods if entry.row.method is not None]
    return RunRates(
        {name: contracts_part.statistics(entries) for name, entries in by_dataset(contents.asked_contracts).items()},
        {name: specifications_part.statistics(entries) for name, entries in by_dataset(methods).items()},
        tuple(program_rates.scores_of(programs, contents.ks) for programs in contents.programs),
        candidate_rates(contents.candidates),
    )


def overall(by_dataset: Mapping[str, T]) -> T | None:
    """The statistics of all data sets together; None without any."""
    return list(by_dataset.values())[-1] if by_dataset else None


@frozen(slots=True)
class Card:
    """A score: its name, its value in percent, its interval, and what it is about."""

    name: str
    value: str
    interval: str
    about: str


@frozen(slots=True)
class Share:
    """How many of the things that a bar shows have which verdict; `percent` of them all."""

    word: str
    number: int
    percent: float
    tone: Tone


@frozen(slots=True)
class Bar:
    """A bar of shares."""

    title: str
    shares: tuple[Share, ...]


@frozen(slots=True)
class First:
    """Something to look at first: what it is about, with the anchor of its page, and what shows it."""

    verdict: str
    tone: Tone
    subject: str
    target: str
    message: str
    witness: str
    advice: str


@frozen(slots=True)
class Summary:
    """The first screen. `findings`: how many there are of each level."""

    asked: tuple[str, ...]
    cards: tuple[Card, ...]
    bars: tuple[Bar, ...]
    first: tuple[First, ...]
    more: int
    banner: str = ""


def summary_of(contents: Contents, rates: RunRates) -> Summary:
    """The summary of a report."""
    first = list(_first(contents))
    return Summary(
        tuple(_asked(contents)),
        tuple(_cards(rates)),
        tuple(_bars(contents)),
        tuple(first[:MOST_FIRST]),
        max(0, len(first) - MOST_FIRST),
    )


def _asked(contents: Contents) -> Iterator[str]:
    contracts = [entry for entry in contents.contracts if entry.report.clauses]
    if contracts:
        clauses = sum(entry.report.clauses for entry in contracts)
        yield (
            f"Which inputs break a contract? {len(contracts):,} Python functions with {clauses:,} clauses, and "
            f"{sum(len(entry.rows) for entry in contracts):,} sets of clauses."
        )
    methods = [entry for entry in contents.methods if entry.row.method is not None]
    if methods:
        tests = sum(len(entry.row.tests) for entry in methods)
        mutants = sum(len(test.mutants) for entry in methods for test in entry.row.tests)
        yield (
            f"Which wrong outputs does a specification let through? {len(methods):,} methods with {tests:,} tests and "
            f"{mutants:,} wrong outputs."
        )
    if contents.candidates:
        problems = len({row.problem for row in contents.candidates})
        authors = {(row.model, row.strategy) for row in contents.candidates}
        languages = ", ".join(titles_of(dict.fromkeys(row.language for row in contents.candidates)).values())
        yield (
            f"What are specifications worth that models wrote? {len(contents.candidates):,} candidates in {languages} "
            f"for {problems:,} problems, by {len(authors):,} models and strategies."
        )
    if contents.programs:
        programs = sum(len(program.grades) for program in contents.programs)
        tests = sum(len(grade.responses) for program in contents.programs for grade in program.grades)
        files = "1 file" if len(contents.programs) == 1 else f"{len(contents.programs):,} files"
        yield (
            f"Are programs correct, and do they refuse invalid inputs? {programs:,} programs of {files}, with "
            f"{tests:,} runs on inputs that violate a contract."
        )


def card(name: str, score: Score | ScorePart, unit: str) -> Card:
    """A score as a card."""
    if score.low is None or score.high is None:
        return Card(name, "no data", "", "")
    value = percent(score.low) if score.low == score.high else f"{percent(score.low)} to {percent(score.high)}"
    interval = ""
    if score.interval is not None:
        interval = f"95 % interval {100 * score.interval.low:.1f} to {100 * score.interval.high:.1f}"
    unknown = f", {score.unknowns:,} unknown" if score.unknowns else ""
    return Card(name, value, interval, f"n = {score.n:,} {unit}{unknown}")


def _cards(rates: RunRates) -> Iterator[Card]:
    if len(rates.candidates.rates) <= MOST_PROGRAMS:
        for row in rates.candidates.rates:
            (title,) = titles_of({row.language: None}).values()
            name = ", ".join(filter(None, (title, row.model, row.strategy)))
            yield card(
                f"{name}: strong@{rates.candidates.ks[0]}", row.strong_at_k[str(rates.candidates.ks[0])], "problems"
            )
    else:
        number = f"{len(rates.candidates.rates):,}"
        yield Card("Models, strategies and languages", number, "", "the leaderboards have all of them")
    statistics, specifications = overall(rates.contracts), overall(rates.specifications)
    if statistics is not None and statistics.clauses:
        yield card("Python: clauses that an input violates (AVC)", statistics.coverage, "clauses")
        yield card("Python: tests on target (TS)", statistics.specificity, "tests")
    if specifications is not None:
        scores = {
            "Specifications: expected outputs accepted (correctness)": specifications.correctness,
            "Specifications: wrong outputs refused (completeness)": specifications.completeness,
            "Specifications: no other output accepted (functional)": specifications.functional,
        }
        if any(score.n for score in scores.values()):
            yield from (card(name, score, "methods") for name, score in scores.items())
    if len(rates.programs) > MOST_PROGRAMS:
        yield Card("Files of programs", f"{len(rates.programs):,}", "", "the leaderboard has all of them")
        return
    for program in rates.programs:
        for k, score in list(program.passes.items())[:1]:
            yield card(f"{program.programs.name}: pass@{k}", score, "tasks")
        yield card(f"{program.programs.name}: CSR", program.csr, "tests")


def _bars(contents: Contents) -> Iterator[Bar]:
    sets = Counter(verdict_of(row) for entry in contents.contracts for row in entry.rows)
    if sets:
        yield _bar("Sets of clauses", sets, ("violating", "infeasible", "none found", "unknown"))
        yield _bar("Python contracts", Counter(entry.status for entry in contents.asked_contracts), STATUSES)
    judged = Counter(row.verdict or row.state for row in contents.candidates)
    if judged:
        yield _bar("Candidate specifications", judged, tuple(ASSESSMENTS))
    methods = Counter(entry.verdict for entry in contents.methods)
    if methods:
        yield _bar("Specifications", methods, tuple(ASSESSMENTS))


def _bar(title: str, counted: Counter[str], order: Sequence[str]) -> Bar:
    total = counted.total()
    words = [*(word for word in order if counted[word]), *(word for word in counted if word not in order)]
    return Bar(title, tuple(Share(word, counted[word], 100 * counted[word] / total, tone_of(word)) for word in words))


def _first(contents: Contents) -> Iterator[First]:
    """What is wrong, then what is weak, with what shows it."""
    ranked: list[tuple[int, First]] = []
    order = {"wrong": 0, "vacuous": 1, "weak": 3}
    for method in contents.methods:
        if method.verdict in order and method.row.assessment is not None:
            witness = specifications_part.witness_of(method.row)
            kinds = {finding.kind for finding in method.row.findings}
            advice = next((ADVICE[kind] for kind in _SHOWN_BY[method.verdict] if kind in kinds), "")
            ranked.append(
                (
                    order[method.verdict],
                    First(
                        method.verdict,
                        tone_of(method.verdict),
                        method.name,
                        method.anchor,
                        clip(method.row.assessment.reason, 240),
                        clip(witness, 200),
                        advice,
                    ),
                )
            )
    for entry in contents.contracts:
        ranked += [
            (0 if level_of(finding.kind) == "error" else 2, _of_contract(finding, entry.anchor))
            for finding in entry.findings
            if level_of(finding.kind) != "note" and finding.kind != "not-done"
        ]
    for subject, target, message, witness in first_of(contents.candidates):
        ranked.append((1, First("not strong", "warn", subject, target, message, clip(witness, 200), "")))
    ranked += [(1, item) for item in map(_of_programs, contents.programs) if item is not None]
    # Wrong ones of both languages first; those with a witness before those without.
    return iter(first for _, first in sorted(ranked, key=lambda item: (item[0], not item[1].witness)))


def _of_programs(programs: GradedFile) -> First | None:
    """The programs of a file that do not pass, with the first of them."""
    failing = [grade for grade in programs.grades if program_rates.passes(grade) is False]
    if not failing:
        return None
    kinds = Counter(map(program_rates.result_of, failing))
    counts = ", ".join(f"{kind} {number:,}" for kind, number in kinds.most_common())
    failed = failing[0].base if failing[0].base.verdict not in ("pass", "no test") else failing[0].plus
    message = f"{len(failing):,} of {len(programs.grades):,} programs do not pass all valid inputs: {counts}"
    witness = f"{failing[0].task_id}#{failing[0].number}: {failed.input}" if failed.input else ""
    return First("fails", "bad", programs.name, "program-scores", message, clip(witness, 200), "")


def _of_contract(finding: ReportedFinding, target: str) -> First:
    tone: Tone = "bad" if level_of(finding.kind) == "error" else "warn"
    advice = ADVICE.get(finding.kind, "")
    return First(
        finding.kind, tone, finding.subject, target, clip(finding.message, 240), clip(finding.witness, 200), advice
    )
