"""Metrics of contract-violating tests (CVTs): how much of a contract they violate, and how exactly.

Source: S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, "Do Large Language Models Respect Contracts? Evaluating
and Enforcing Contract-Adherence in Code Generation" (PACT), arXiv:2510.12047, section "Contract metrics for
test cases".
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import evolve, frozen

from .estimates import CONFIDENCE_LEVEL, Interval, Score, mean_of_bounds, proportion, wilson_interval
from .programs import Rejection


@frozen
class ViolationTest:
    """One test input, seen from the contract: clauses are 0-based indices in source order.

    ``target`` are the clauses that the test is meant to violate, ``violated`` those that it does violate
    (evaluated alone, false or raising), ``unknown`` those of which that could not be found out.
    """

    target: frozenset[int]
    violated: frozenset[int]
    unknown: frozenset[int] = frozenset()

    def __attrs_post_init__(self) -> None:
        if self.violated & self.unknown:
            raise ValueError(f"clauses {sorted(self.violated & self.unknown)} are both violated and unknown")


@frozen
class ContractTests:
    """The tests of one task, and the number of clauses of its contract."""

    clauses: int
    tests: tuple[ViolationTest, ...]

    def __attrs_post_init__(self) -> None:
        used = frozenset[int]().union(*(test.target | test.violated | test.unknown for test in self.tests))
        outside = sorted(clause for clause in used if not 0 <= clause < self.clauses)
        if outside:
            raise ValueError(f"clauses {outside} do not exist in a contract of {self.clauses} clauses")


def tests_of_program(answers: Iterable[tuple[AbstractSet[int], Rejection]]) -> ContractTests:
    """What a program enforces, as tests: of each test the clauses that it violates, and what the program did with it.
    Tests that violate several clauses say nothing of one. Clauses that no test violates alone are no part of the rate:
    the clauses 1 and 4 are counted as 0 and 1."""
    # Where several are violated, nobody sees which one was refused.
    single = [(min(violates), rejection) for violates, rejection in answers if len(violates) == 1]
    clause_numbers = {clause: number for number, clause in enumerate(sorted({clause for clause, _ in single}))}
    tests = []
    for clause, rejection in single:
        target, nothing = frozenset({clause_numbers[clause]}), frozenset[int]()
        refused, unknown = rejection == "rejected", rejection == "unknown"
        tests.append(ViolationTest(target, target if refused else nothing, target if unknown else nothing))
    return ContractTests(len(clause_numbers), tuple(tests))


def assert_violation_coverage(tasks: Iterable[ContractTests]) -> Score:
    """Assert violation coverage (AVC): the share of clauses that at least one test violates.

    ``AVC = |{a ∈ A | ∃ t ∈ T: a ∈ F_t}| / |A|``, where A are the clauses, T the tests and F_t the clauses
    that t violates. Several tasks are pooled (micro average): every clause has the same weight. A clause that
    no test is known to violate and some test may violate is unknown. The unit of n is the clause.

    The AVC of a candidate program is the same share, of tests that target one clause each, with that clause
    as violated in the tests that the candidate rejects.
    """
    violated = unknown = clauses = 0
    for task in tasks:
        violated_clauses = frozenset[int]().union(*(test.violated for test in task.tests))
        possible = frozenset[int]().union(*(test.unknown for test in task.tests))
        violated += len(violated_clauses)
        unknown += len(possible - violated_clauses)
        clauses += task.clauses
    return proportion(violated, unknown, clauses)


def jaccard_index(left: AbstractSet[int], right: AbstractSet[int]) -> Fraction:
    """``|left ∩ right| / |left ∪ right|``, exactly; two empty sets are equal and give 1."""
    union = len(left | right)
    return Fraction(len(left & right), union) if union else Fraction(1)


def target_specificity(tests: Iterable[ViolationTest]) -> Score:
    """Target specificity (TS): the mean Jaccard index of what a test targets and what it violates.

    ``TS = 1 / |T_neg| · Σ_{t ∈ T_neg} |F_t ∩ V_t| / |F_t ∪ V_t|``, where V_t are the targeted and F_t the
    violated clauses, and T_neg the tests that violate at least one clause. The unit of n is the test; tests of
    several tasks are pooled.

    An unknown clause of a test can move its index either way, and decide whether the test belongs to T_neg at
    all: the bounds cover both (a T_neg without members has no value, and no part in them). ``n`` counts the
    tests that may belong to T_neg, ``no_data`` those that are known not to.
    """
    # A test without a known violation belongs to T_neg only if what is unknown of it is violated: it has a part in a
    # bound where that moves the mean outwards.
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    optional_lows: list[Fraction] = []
    optional_highs: list[Fraction] = []
    no_data = unknowns = 0
    for test in tests:
        if test.violated:
            low, high = _jaccard_bounds(test)
            lows.append(low)
            highs.append(high)
            unknowns += low != high
        elif test.unknown:
            low, high = _jaccard_bounds_if_negative(test)
            optional_lows.append(low)
            optional_highs.append(high)
            unknowns += 1
        else:
            no_data += 1
    lowest = _with_least_mean(lows, optional_lows)
    highest = _with_greatest_mean(highs, optional_highs)
    n = len(lows) + len(optional_lows)
    return evolve(mean_of_bounds(lowest, highest, n, unknowns), no_data=no_data)


def _jaccard_bounds(test: ViolationTest) -> tuple[Fraction, Fraction]:
    """Least and greatest index over all subsets of the unknown clauses that may be violated too."""
    off_target, on_target = test.unknown - test.target, test.unknown & test.target
    return (
        jaccard_index(test.target, test.violated | off_target),
        jaccard_index(test.target, test.violated | on_target),
    )


def _jaccard_bounds_if_negative(test: ViolationTest) -> tuple[Fraction, Fraction]:
    """The same for a test with no known violation, given that at least one unknown clause is violated."""
    off_target, on_target = test.unknown - test.target, test.unknown & test.target
    low = Fraction(0) if off_target else Fraction(1, len(test.target))
    high = Fraction(len(on_target), len(test.target)) if on_target else Fraction(0)
    return low, high


def _with_least_mean(certain: list[Fraction], optional: list[Fraction]) -> list[Fraction]:
    """``certain`` and those of the ``optional`` values that make the mean of all as small as possible."""
    # A value below the mean lowers it, one that is not below does not, and neither does any greater one: so the
    # smallest go in one after the other until the first that is no help. An empty list takes one, whose mean it is.
    chosen = list(certain)
    total = sum(certain, Fraction(0))
    for value in sorted(optional):
        if chosen and value * len(chosen) >= total:
            break
        chosen.append(value)
        total += value
    return chosen


def _with_greatest_mean(certain: list[Fraction], optional: list[Fraction]) -> list[Fraction]:
    negated = _with_least_mean([-value for value in certain], [-value for value in optional])
    return [-value for value in negated]


def mutation_score(killed: int, survived: int, unknowns: int) -> Score:
    """The share of the non-equivalent mutants that are killed.

    ``survived`` are known to be non-equivalent: an input outside the suite kills them. ``unknowns`` are not killed
    and may be equivalent: the lower bound takes them all for survivors, the upper bound leaves them all out. The
    interval runs from the lower Wilson limit of the one to the upper Wilson limit of the other.

    Source: DeMillo, Lipton, Sayward, "Hints on test data selection", IEEE Computer 11 (1978), with equivalent mutants
    left out as usual. Without mutants there is no data.

    :raises ValueError: when a count is negative.
    """
    if min(killed, survived, unknowns) < 0:
        raise ValueError(f"impossible counts: {killed=}, {survived=}, {unknowns=}")
    n = killed + survived + unknowns
    if n == 0:
        return Score(None, None, 0)
    certain = killed + survived
    high = killed / certain if certain else 1.0
    worst = wilson_interval(killed, n)
    best = wilson_interval(killed, certain).high if certain else 1.0
    interval = Interval(worst.low, best, CONFIDENCE_LEVEL, "wilson")
    return Score(killed / n, high, n, unknowns, 0, interval)
