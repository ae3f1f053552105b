from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.metrics import Score, mean_score, wilson_interval
from specassay.core.metrics.specifications import SpecificationVerdict, completeness, correctness

from .values import value_of

verdicts = st.lists(st.sampled_from(["holds", "refuted", "unknown"]), max_size=6)


def published(row: list[int]) -> list[SpecificationVerdict]:
    """A row of the published tool's log: for the test and each mutant, 1 if verification fails."""
    return ["refuted" if failed else "holds" for failed in row]


def test_the_published_example() -> None:
    # The log of task_id_2 in the README of the paper's artifact: "Average Correctness: 1.0, Average
    # Completeness: 0.6".
    rows = [published(row) for row in ([0, 1, 0, 1, 0, 1], [0, 1, 0, 0, 1, 1], [0, 0, 1, 0, 1, 1])]
    assert correctness(row[0] for row in rows).value == 1.0
    assert completeness(verdict for row in rows for verdict in row[1:]).value == 0.6


def test_correctness_is_the_share_of_tests_on_which_the_specification_holds() -> None:
    score = correctness(["holds", "refuted", "holds"])
    assert (score.value, score.n, score.interval) == (2 / 3, 3, wilson_interval(2, 3))


def test_completeness_is_the_share_of_mutants_that_are_refuted() -> None:
    score = completeness(["refuted", "holds", "holds", "holds"])
    assert (score.value, score.n, score.interval) == (0.25, 4, wilson_interval(1, 4))


def test_an_unknown_mutant_is_neither_killed_nor_survives() -> None:
    score = completeness(["refuted", "unknown", "holds", "unknown"])
    assert (score.low, score.high, score.value, score.unknowns) == (0.25, 0.75, None, 2)


@given(verdicts)
@settings(deadline=None)
def test_bounds_are_the_extreme_completions(partial: list[SpecificationVerdict]) -> None:
    decisions: list[SpecificationVerdict] = ["holds", "refuted"]
    choices = [decisions if verdict == "unknown" else [verdict] for verdict in partial]
    for metric in (correctness, completeness):
        score = metric(partial)
        if partial:
            values = [value_of(metric(decided)) for decided in product(*choices)]
            assert (score.low, score.high) == (min(values), max(values))
        else:
            assert score == Score(None, None, 0)


@given(verdicts)
@settings(deadline=None)
def test_what_holds_is_not_refuted(partial: list[SpecificationVerdict]) -> None:
    accepted, killed = correctness(partial), completeness(partial)
    assert accepted.n == killed.n == len(partial)
    if accepted.low is not None and killed.high is not None:
        assert accepted.low + killed.high == pytest.approx(1)


def test_the_mean_over_methods_keeps_methods_without_tests_apart() -> None:
    methods = [correctness(["holds", "holds"]), correctness([]), correctness(["holds", "refuted"])]
    score = mean_score(methods)
    assert (score.value, score.n, score.no_data) == (0.75, 2, 1)


@pytest.mark.parametrize("metric", [correctness, completeness])
def test_a_verdict_of_another_kind_is_refused(metric: Callable[[list[str]], Score]) -> None:
    with pytest.raises(AssertionError, match="timeout"):
        metric(["holds", "timeout"])
