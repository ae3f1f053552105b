"""Compute the statistics of a run from its rows."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from statistics import median
from types import MappingProxyType

from attrs import frozen

from ...core.deciding.solver import Outcome
from ...core.iteration import grouped
from ...core.metrics import (
    ContractTests,
    Score,
    ViolationTest,
    assert_violation_coverage,
    mean_score,
    target_specificity,
)
from ..runs.task_report import Report, SolverAnswers
from ..schema import (
    ContractStatisticsPart,
    CvtRow,
    DurationsPart,
    ScorePart,
    SolverStatisticsPart,
    SpecificationStatisticsPart,
    SpecRow,
    part_of,
)

Subset = frozenset[int]
Feasible = Mapping[str, Sequence[Subset]]
"""Task id → sets of clauses which some input is known to violate exactly."""
NOTHING_KNOWN: Feasible = MappingProxyType({})


def contract_statistics(reports: Sequence[Report], feasible: Feasible = NOTHING_KNOWN) -> ContractStatisticsPart:
    """The statistics of tasks, every task, clause, subset and test with the same weight where it is counted."""
    rows = [row for report in reports for row in report.rows]
    # What is infeasible within bounds only is not proved, and is counted apart.
    verdicts = Counter("bounded" if row.is_bounded else row.verdict for row in rows)
    tests = [tuple(map(violation_test, tests_of(report.rows))) for report in reports]
    every = [test for group in tests for test in group]
    comparisons = [compare(report, feasible.get(report.task_id, ())) for report in reports]
    contract_tests = (ContractTests(report.clauses, test) for report, test in zip(reports, tests, strict=True))
    return ContractStatisticsPart(
        tasks=len(reports),
        without_contract=sum(report.clauses == 0 and report.error is None for report in reports),
        failed=sum(report.error is not None for report in reports),
        clauses=sum(report.clauses for report in reports),
        lowered=sum(report.lowered for report in reports),
        violating=verdicts["violating"],
        infeasible=verdicts["infeasible"],
        bounded=verdicts["bounded"],
        unknown=verdicts["unknown"],
        skipped=sum(report.subsets for report in reports) - len(rows),
        exact=sum(test.target == test.violated for test in every),
        repairs=sum(report.repairs for report in reports),
        contradictions=sum(report.contradictions for report in reports),
        coverage=part_of(ScorePart, assert_violation_coverage(contract_tests)),
        specificity=part_of(ScorePart, target_specificity(every)),
        known=sum(len(comparison.known) for comparison in comparisons),
        missed=sum(len(comparison.missed) for comparison in comparisons),
        wrong=sum(len(comparison.wrong) for comparison in comparisons),
        seconds=durations([sum(report.seconds.values()) for report in reports]),
    )


@frozen(slots=True)
class SubsetComparison:
    """A task against the subsets for which a test is known: those without an exact test of ours, and those
    that we called infeasible although a test, known or our own, violates exactly them."""

    known: frozenset[Subset]
    missed: frozenset[Subset]
    wrong: frozenset[Subset]


def compare(report: Report, feasible: Iterable[Subset]) -> SubsetComparison:
    """Compare the verdicts of a task with what is known of it."""
    known_subsets = frozenset(feasible)
    realised = {violation_test(row).violated for row in tests_of(report.rows)}
    called = {frozenset(row.violates) for row in report.rows if row.verdict == "infeasible"}
    return SubsetComparison(known_subsets, known_subsets - realised, frozenset(called & (known_subsets | realised)))


def tests_of(rows: Iterable[CvtRow]) -> list[CvtRow]:
    """The rows that hold a test."""
    return [row for row in rows if row.is_test]


def violation_test(row: CvtRow) -> ViolationTest:
    """The target of a row with a test, and what its replay violated."""
    return ViolationTest(frozenset(row.violates), frozenset(int(clause) for clause in row.how or {}))


def idle_clauses(report: Report) -> list[int]:
    """Clauses that no input violates: every subset with them is infeasible, and none of that within bounds only."""
    # Larger sets may not have been looked at. Of `len(xs) >= 2` and `max(xs) > min(xs)` the first alone is infeasible,
    # which says nothing of both: `[0]` violates them. Only a proof from the clause itself is one about all of its sets.
    proofs = [row for row in report.rows if row.is_proof]
    proved = {frozenset(row.violates) for row in proofs}
    subsets_asked = {frozenset(row.violates) for row in report.rows}
    idle = []
    for clause in range(report.clauses):
        subsets = {subset for subset in subsets_asked if clause in subset}
        is_complete = len(subsets) == 2 ** (report.clauses - 1)
        if subsets and subsets <= proved and (is_complete or any(_is_alone(row, clause) for row in proofs)):
            idle.append(clause)
    return idle


def _is_alone(proof: CvtRow, clause: int) -> bool:
    """Whether a proof needs nothing but that this clause is violated."""
    return _literals(proof) == ({clause}, set())


_LITERAL = re.compile(r"clause (\d+) (violated|holds): ")


def _literals(proof: CvtRow) -> tuple[set[int], set[int]]:
    """The clauses that a proof needs to be violated, and those that it needs to hold."""
    literals = [match for text in proof.core or () if (match := _LITERAL.match(text))]
    violated, held = (
        {int(literal[1]) for literal in literals if literal[2] == state} for state in ("violated", "holds")
    )
    return violated, held


@frozen(slots=True)
class Redundancy:
    """A clause of which no input violates this clause and none of those it is `implied_by` (proved), and an input that
    violates it with some of these, which are false and do not raise."""

    clause: int
    implied_by: tuple[int, ...]
    witness: CvtRow


def redundant_clauses(report: Report) -> list[Redundancy]:
    """The clauses that others imply. Of two that imply each other the later one is redundant.

    A clause that keeps a later one from raising is none: in `assert xs`, `assert max(xs) < 9` the first one says what
    the caller did wrong.
    """
    # No input violates these: that says more than that others imply them.
    idle = idle_clauses(report)
    redundancies: list[Redundancy] = []
    for row in sorted(report.rows, key=lambda row: row.violates, reverse=True):
        if len(row.violates) != 1 or not row.is_proof or row.violates[0] in idle:
            continue
        (clause,) = row.violates
        violated, held = _literals(row)
        # Proved from a clause that is redundant itself, it would go together with its own reason.
        if violated != {clause} or any(redundancy.clause in held for redundancy in redundancies):
            continue
        tests = [test for test in report.rows if test.is_test and clause in test.violates]
        # Others must be false where it is, not only raise: else they refuse nothing in its place.
        witnesses = [test for test in tests if any((test.how or {}).get(str(number)) == "false" for number in held)]
        if witnesses:
            best = min(witnesses, key=lambda test: len(test.violates))
            redundancies.append(Redundancy(clause, tuple(sorted(held)), best))
    return sorted(redundancies, key=lambda each: each.clause)


def solver_statistics(reports: Iterable[Report]) -> list[SolverStatisticsPart]:
    """The statistics of each solver that was asked, in order of name."""
    answers = grouped(
        (name, (answer.origin, answer.outcome.value, answer.seconds))
        for report in reports
        for check in report.checks
        for name, answer in check.answers.items()
    )
    return [solver_part(name, answers[name]) for name in sorted(answers)]


def solver_part(name: str, answers: Iterable[tuple[str, str, float]]) -> SolverStatisticsPart:
    """The statistics of one solver, from the origin, the outcome and the seconds of each of its answers."""
    origins: Counter[str] = Counter()
    answered: list[tuple[str, float]] = []
    for origin, outcome, seconds in answers:
        origins[origin] += 1
        if origin == "asked":
            answered.append((outcome, seconds))
    return SolverStatisticsPart(
        name=name,
        outcomes=_counted(outcome for outcome, _ in answered),
        seconds=durations([seconds for _, seconds in answered]),
        derived=origins["derived"],
        not_asked=origins["not asked"],
    )


def disagreements(reports: Iterable[Report]) -> list[SolverAnswers]:
    """The checks that one solver answers with sat and another with unsat."""
    return [
        check
        for report in reports
        for check in report.checks
        if {Outcome.SAT, Outcome.UNSAT} <= {answer.outcome for answer in check.answers.values()}
    ]


def specification_statistics(
    files: Mapping[str, Sequence[SpecRow]], clauses: Mapping[str, tuple[int, int]], seconds: Sequence[float] = ()
) -> SpecificationStatisticsPart:
    """The statistics of files: `files` has the rows of each, `clauses` how many clauses each has and how many of
    these are lowered (no entry for a file that does not parse)."""
    rows = [row for group in files.values() for row in group]
    methods = [row for row in rows if row.method is not None]
    scored = [row for row in methods if row.status == "scored"]
    tests = [test for row in methods for test in row.tests]
    mutants = Counter(mutant.verdict for test in tests for mutant in test.mutants)
    # What is left has no verdict: it counts for neither.
    killed, survived = mutants.pop("refuted", 0), mutants.pop("holds", 0)
    return SpecificationStatisticsPart(
        files=len(files),
        unread=len(files) - len(clauses),
        scored_files=sum(any(row.status == "scored" for row in group) for group in files.values()),
        methods=len(methods),
        scored_methods=len(scored),
        assessments=_counted(row.assessment.verdict for row in methods if row.assessment is not None),
        clauses=sum(total for total, _ in clauses.values()),
        lowered=sum(lowered for _, lowered in clauses.values()),
        correctness=_mean(row.correctness for row in scored),
        completeness=_mean(row.completeness for row in scored),
        published=_mean(row.published for row in scored),
        functional=_mean(row.functional for row in scored),
        verdicts=_counted(test.verdict for test in tests),
        killed=killed,
        survived=survived,
        open_mutants=mutants.total(),
        findings=_counted(finding.kind for row in rows for finding in row.findings),
        seconds=durations(seconds),
    )


def _mean(rates: Iterable[Sequence[float] | None]) -> ScorePart:
    return part_of(ScorePart, mean_score(map(score_of, rates)))


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(Counter(words))


def score_of(bounds: Sequence[float] | None) -> Score:
    """One unit with the score that a row gives as `[low, high]`, or null for no data."""
    if bounds is None:
        return Score(None, None, 0)
    low, high = bounds
    return Score(low, high, 1, int(low != high))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that at least this share (0 to 1) of them does not exceed (nearest rank).

    :raises ValueError: without values.
    """
    if not values:
        raise ValueError("no values, no percentile")
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def durations(seconds: Sequence[float]) -> DurationsPart:
    """Median, 95th percentile and total of durations."""
    if not seconds:
        return DurationsPart(median=None, p95=None, total=0.0)
    return DurationsPart(median=median(seconds), p95=percentile(seconds, 0.95), total=sum(seconds))
