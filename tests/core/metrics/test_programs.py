from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.metrics import bootstrap_interval, wilson_interval
from specassay.core.metrics.programs import (
    Alignment,
    SampleCount,
    alignment_of,
    assertion_alignment_precision,
    assertion_alignment_recall,
    contract_satisfaction_rate,
    mean_pass_at_k,
    pass_at_k,
)


@pytest.mark.parametrize("samples", range(1, 8))
def test_pass_at_k_is_the_share_of_subsets_with_a_correct_sample(samples: int) -> None:
    for correct in range(samples + 1):
        for k in range(1, samples + 1):
            drawn = list(combinations(range(samples), k))
            lucky = sum(min(subset) < correct for subset in drawn)
            assert pass_at_k(samples, correct, k) == pytest.approx(float(Fraction(lucky, len(drawn))))


def test_pass_at_k_by_hand() -> None:
    assert pass_at_k(200, 0, 100) == 0
    assert pass_at_k(10, 3, 1) == pytest.approx(0.3)
    assert pass_at_k(5, 2, 2) == pytest.approx(0.7)
    assert pass_at_k(5, 3, 3) == 1
    assert pass_at_k(5, 5, 5) == 1


def test_pass_at_k_of_many_samples_neither_overflows_nor_vanishes() -> None:
    assert pass_at_k(10**5, 1, 10) == pytest.approx(1e-4)
    assert pass_at_k(10**5, 50_000, 1000) == pytest.approx(1)


@given(st.integers(1, 300), st.data())
@settings(deadline=None)
def test_pass_at_k_grows_with_k_and_with_correct_samples(samples: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, samples))
    correct = data.draw(st.integers(0, samples))
    value = pass_at_k(samples, correct, k)
    assert 0 <= value <= 1
    if correct < samples:
        assert value <= pass_at_k(samples, correct + 1, k)
    if k < samples:
        assert value <= pass_at_k(samples, correct, k + 1) + 1e-12


@pytest.mark.parametrize(("samples", "correct", "k"), [(0, 0, 1), (3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4)])
def test_pass_at_k_is_undefined_outside_its_range(samples: int, correct: int, k: int) -> None:
    with pytest.raises(ValueError, match=f"pass@{k} is not defined for {correct} correct of {samples}"):
        pass_at_k(samples, correct, k)


def test_mean_pass_at_k_weighs_every_task_the_same() -> None:
    score = mean_pass_at_k([SampleCount(10, 3), SampleCount(2, 1)], 1)
    assert score.value == pytest.approx(0.4)
    assert (score.n, score.unknowns, score.no_data) == (2, 0, 0)


def test_mean_pass_at_k_bootstraps_over_tasks() -> None:
    tasks = [
        SampleCount(7, 1),
        SampleCount(9, 2),
        SampleCount(11, 5),
        SampleCount(13, 11),
        SampleCount(17, 3),
    ]
    values = [pass_at_k(task.samples, task.correct, 2) for task in tasks]
    assert mean_pass_at_k(tasks, 2).interval == bootstrap_interval(values)


def test_greedy_pass_at_1_is_a_proportion() -> None:
    score = mean_pass_at_k([SampleCount(1, 1)] * 3 + [SampleCount(1, 0)], 1)
    assert (score.value, score.interval) == (0.75, wilson_interval(3, 4))


def test_tasks_with_too_few_samples_are_counted_and_not_scored() -> None:
    score = mean_pass_at_k([SampleCount(5, 5), SampleCount(2, 2), SampleCount(0, 0)], 5)
    assert (score.value, score.n, score.no_data) == (1, 1, 2)
    assert mean_pass_at_k([], 1).value is None


def test_unknown_samples_open_the_bounds_of_pass_at_k() -> None:
    score = mean_pass_at_k([SampleCount(4, 1, 2)], 1)
    assert score.low == pytest.approx(0.25)
    assert score.high == pytest.approx(0.75)
    assert (score.value, score.unknowns) == (None, 1)


def test_k_is_positive() -> None:
    with pytest.raises(ValueError, match="k >= 1, not 0"):
        mean_pass_at_k([], 0)


@pytest.mark.parametrize("counts", [(2, 3, 0), (2, -1, 0), (2, 0, -1), (2, 1, 2)])
def test_sample_counts_fit(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        SampleCount(*counts)


def test_csr_is_the_share_of_rejected_tests() -> None:
    score = contract_satisfaction_rate(["rejected", "accepted", "rejected", "rejected"])
    assert (score.value, score.n, score.interval) == (0.75, 4, wilson_interval(3, 4))


def test_an_unknown_outcome_is_neither_a_rejection_nor_an_acceptance() -> None:
    score = contract_satisfaction_rate(["rejected", "unknown", "accepted", "unknown", "accepted"])
    assert (score.low, score.high, score.n, score.unknowns) == (0.2, 0.6, 5, 2)


def test_csr_without_tests_has_no_data() -> None:
    assert contract_satisfaction_rate([]).value is None


def test_csr_refuses_an_outcome_that_it_does_not_know() -> None:
    with pytest.raises(AssertionError, match="timeout"):
        contract_satisfaction_rate(["rejected", "timeout"])  # type: ignore[list-item]  # that is refused


def pairs(*matched: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(matched)


def test_recall_counts_clauses_and_precision_counts_assertions() -> None:
    # Clause 0 is asserted twice, clause 1 once, clause 2 never; assertion 2 is made up.
    alignment = Alignment(3, 3, pairs((0, 0), (0, 1), (1, 1)))
    recall, precision = assertion_alignment_recall([alignment]), assertion_alignment_precision([alignment])
    assert (recall.value, recall.n) == (2 / 3, 3)
    assert (precision.value, precision.n) == (2 / 3, 3)
    lopsided = Alignment(2, 5, pairs((0, 0), (0, 1), (0, 2)))
    assert assertion_alignment_recall([lopsided]).value == 1 / 2
    assert assertion_alignment_precision([lopsided]).value == 3 / 5


def test_alignments_are_pooled() -> None:
    alignments = [Alignment(1, 1, pairs((0, 0))), Alignment(4, 2, pairs((3, 1)))]
    assert assertion_alignment_recall(alignments).value == 2 / 5
    assert assertion_alignment_precision(alignments).value == 2 / 3


def test_a_candidate_without_assertions_has_recall_zero_and_no_precision() -> None:
    silent = Alignment(2, 0, pairs())
    assert assertion_alignment_recall([silent]).value == 0
    assert assertion_alignment_precision([silent]).value is None


def test_an_undecided_pair_matters_only_where_nothing_else_matches() -> None:
    alignment = Alignment(2, 3, matched=pairs((0, 0)), unknown=pairs((0, 1), (1, 1)))
    recall, precision = assertion_alignment_recall([alignment]), assertion_alignment_precision([alignment])
    assert (recall.low, recall.high, recall.unknowns) == (1 / 2, 1, 1)
    assert (precision.low, precision.high, precision.unknowns) == (1 / 3, 2 / 3, 1)
    assert assertion_alignment_recall([alignment, Alignment(2, 2, pairs((0, 0)))]).high == 3 / 4


@given(st.data(), st.integers(0, 3), st.integers(0, 3))
@settings(deadline=None)
def test_alignment_bounds_are_their_extreme_completions(data: st.DataObject, n: int, m: int) -> None:
    everything = [(clause, assertion) for clause in range(n) for assertion in range(m)]
    verdicts = [data.draw(st.sampled_from(["equivalent", "other", "unknown"])) for _ in everything]
    matched = {pair for pair, verdict in zip(everything, verdicts, strict=True) if verdict == "equivalent"}
    unknown = [pair for pair, verdict in zip(everything, verdicts, strict=True) if verdict == "unknown"][:5]
    decided = [
        Alignment(n, m, frozenset(matched.union(extra)))
        for size in range(len(unknown) + 1)
        for extra in combinations(unknown, size)
    ]
    for metric in (assertion_alignment_recall, assertion_alignment_precision):
        score = metric([Alignment(n, m, frozenset(matched), frozenset(unknown))])
        values = [metric([alignment]).value for alignment in decided]
        known = [value for value in values if value is not None]
        assert score.low == (min(known) if known == values else None)
        assert score.high == (max(known) if known == values else None)


@pytest.mark.parametrize("pair", [(2, 0), (0, 1), (-1, 0), (0, -1)])
def test_pairs_outside_the_alignment_are_refused(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="do not exist: 2 clauses, 1 assertions"):
        Alignment(2, 1, pairs(pair))
    with pytest.raises(ValueError, match="do not exist"):
        Alignment(2, 1, pairs(), pairs(pair))


def test_a_pair_cannot_be_matched_and_unknown() -> None:
    with pytest.raises(ValueError, match=r"\[\(0, 0\)\] are both"):
        Alignment(2, 2, pairs((0, 0), (1, 1)), pairs((0, 0), (0, 1)))


def test_a_pair_is_matched_where_it_is_equivalent_and_was_seen_to_work() -> None:
    compared: list[tuple[tuple[int, int], bool | None, bool | None]] = [
        ((0, 0), True, True),
        ((0, 1), True, None),
        ((1, 0), None, True),
        ((1, 1), False, None),
        ((1, 2), True, False),
        ((0, 2), None, None),
    ]
    found = alignment_of((2, 3), compared, complete=True)
    assert found == Alignment(2, 3, pairs((0, 0)), pairs((0, 1), (1, 0), (0, 2)))


def test_assertions_that_were_not_found_may_be_any_clause() -> None:
    found = alignment_of((2, 1), [((0, 0), True, True)], complete=False)
    assert found == Alignment(2, 2, pairs((0, 0)), pairs((0, 1), (1, 1)))
    assert (assertion_alignment_recall([found]).low, assertion_alignment_recall([found]).high) == (1 / 2, 1)
