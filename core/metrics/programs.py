"""Metrics of candidate programs: do they do their job (pass@k), and do they refuse the rest (CSR, AAR, AAP)?

Sources: for pass@k, M. Chen et al., "Evaluating Large Language Models Trained on Code", arXiv:2107.03374,
section 2.1. For the others, S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, arXiv:2510.12047: AAR and AAP from
its first form, "Do Large Language Models Respect Contracts? Evaluating and Enforcing Contract-Adherence in
Code Generation" (PACT), section "Contract metric for code generation"; contract satisfaction from its later
form, "ContractEval: A Benchmark for Evaluating Contract-Satisfying Assertions in Code Generation", Findings
of ACL 2026.
"""

import math
from collections.abc import Iterable
from typing import Literal, assert_never

from attrs import frozen

from .estimates import Score, mean_score, proportion

Rejection = Literal["rejected", "accepted", "unknown"]
"""What a candidate does with an input that violates the contract, or *unknown* if no run could tell."""


@frozen
class SampleCount:
    """The samples of one task: how many there are, how many are correct, and for how many that is unknown."""

    samples: int
    correct: int
    unknown: int = 0

    def __attrs_post_init__(self) -> None:
        if min(self.correct, self.unknown) < 0 or self.correct + self.unknown > self.samples:
            raise ValueError(
                f"{self.correct} correct and {self.unknown} unknown do not fit into {self.samples} samples"
            )


@frozen
class Alignment:
    """Which assertions of a candidate say the same as which clauses of its task's contract.

    ``matched`` holds the pairs (clause, assertion), both 0-based, that are equivalent; ``unknown`` the pairs
    for which that is undecided; all other pairs are not equivalent.
    """

    clauses: int
    assertions: int
    matched: frozenset[tuple[int, int]]
    unknown: frozenset[tuple[int, int]] = frozenset()

    def __attrs_post_init__(self) -> None:
        outside = [
            pair
            for pair in sorted(self.matched | self.unknown)
            if not (0 <= pair[0] < self.clauses and 0 <= pair[1] < self.assertions)
        ]
        if outside:
            raise ValueError(f"pairs {outside} do not exist: {self.clauses} clauses, {self.assertions} assertions")
        if self.matched & self.unknown:
            raise ValueError(f"pairs {sorted(self.matched & self.unknown)} are both matched and unknown")


def alignment_of(
    size: tuple[int, int], compared: Iterable[tuple[tuple[int, int], bool | None, bool | None]], complete: bool
) -> Alignment:
    """The alignment of so many clauses and assertions, from each pair that was compared: whether the two are
    equivalent, and whether the assertion was seen to work. Where not all assertions were found (`complete`), nobody
    knows how many others there are: they stand as one that may be equivalent to any clause."""
    clauses, assertions = size
    matched, unknown = set(), set()
    for pair, equivalent, seen in compared:
        # Equal text is not enough: an assertion that is never reached enforces nothing.
        if equivalent is None or (equivalent and seen is None):
            unknown.add(pair)
        elif equivalent and seen:
            matched.add(pair)
    if not complete:
        unknown |= {(clause, assertions) for clause in range(clauses)}
        assertions += 1
    return Alignment(clauses, assertions, frozenset(matched), frozenset(unknown))


def pass_at_k(samples: int, correct: int, k: int) -> float:
    """The probability that at least one of k samples is correct, drawn without replacement from ``samples``.

    The unbiased estimator ``1 - C(n-c, k) / C(n, k)``, in the stable form ``1 - Π_{i=n-c+1}^{n} (1 - k/i)``.

    :raises ValueError: unless ``0 <= correct <= samples`` and ``1 <= k <= samples``.
    """
    if not 0 <= correct <= samples or not 1 <= k <= samples:
        raise ValueError(f"pass@{k} is not defined for {correct} correct of {samples} samples")
    # With fewer than k wrong samples i passes k, and the product is 0. It runs from n downwards, so that more
    # correct samples never give less, not even by rounding.
    return 1.0 - math.prod(1.0 - k / i for i in range(samples, samples - correct, -1))


def mean_pass_at_k(tasks: Iterable[SampleCount], k: int) -> Score:
    """pass@k of a set of tasks: the mean of :func:`pass_at_k`, every task with the same weight.

    The unit of n is the task. A task with fewer than k samples has no estimate and is counted in ``no_data``.
    A sample that is neither known to be correct nor known to be wrong widens the bounds.

    :raises ValueError: for k < 1.
    """
    if k < 1:
        raise ValueError(f"pass@k needs k >= 1, not {k}")
    return mean_score(_score_of_task(task, k) for task in tasks)


def _score_of_task(task: SampleCount, k: int) -> Score:
    if task.samples < k:
        return Score(None, None, 0)
    low = pass_at_k(task.samples, task.correct, k)
    high = pass_at_k(task.samples, task.correct + task.unknown, k)
    return Score(low, high, task.samples, task.unknown)


def contract_satisfaction_rate(outcomes: Iterable[Rejection]) -> Score:
    """Contract satisfaction rate (CSR): the share of contract-violating tests that the candidate rejects.

    ``CSR = |{t ∈ CVT | the candidate raises on t}| / |CVT|``. Which exceptions count as a rejection (the
    papers: AssertionError) is decided by whoever makes the outcomes. Outcomes of several candidates or tasks
    are pooled. The unit of n is the test.
    """
    rejected = accepted = unknown = 0
    for outcome in outcomes:
        match outcome:
            case "rejected":
                rejected += 1
            case "accepted":
                accepted += 1
            case "unknown":
                unknown += 1
            case _:
                assert_never(outcome)
    return proportion(rejected, unknown, rejected + accepted + unknown)


def assertion_alignment_recall(alignments: Iterable[Alignment]) -> Score:
    """Assertion alignment recall (AAR): the share of the contract's clauses that the candidate asserts.

    ``AAR = |{a ∈ A | ∃ â ∈ Â: (a, â) ∈ M}| / |A|``, where A are the clauses, Â the assertions of the
    candidate and M the equivalent pairs. Several alignments are pooled. The unit of n is the clause.
    """
    return _share_of_paired(
        (
            alignment.clauses,
            {clause for clause, _ in alignment.matched},
            {clause for clause, _ in alignment.unknown},
        )
        for alignment in alignments
    )


def assertion_alignment_precision(alignments: Iterable[Alignment]) -> Score:
    """Assertion alignment precision (AAP): the share of a candidate's assertions that the contract asks for.

    ``AAP = |{â ∈ Â | ∃ a ∈ A: (a, â) ∈ M}| / |Â|``, with the names of :func:`assertion_alignment_recall`. A
    candidate without assertions has no precision: alone it gives a score without data. The unit of n is the
    assertion.
    """
    return _share_of_paired(
        (
            alignment.assertions,
            {assertion for _, assertion in alignment.matched},
            {assertion for _, assertion in alignment.unknown},
        )
        for alignment in alignments
    )


def _share_of_paired(sides: Iterable[tuple[int, set[int], set[int]]]) -> Score:
    """The pooled share of members with a match, from (their number, the matched, the possibly matched)."""
    paired = unknown = members = 0
    for size, matched, possible in sides:
        paired += len(matched)
        unknown += len(possible - matched)
        members += size
    return proportion(paired, unknown, members)
