"""The mutation score and its bounds."""

import pytest

from specassay.core.metrics import mutation_score
from specassay.core.metrics.estimates import Interval, wilson_interval


def test_unknown_mutants_are_survivors_below_and_left_out_above() -> None:
    score = mutation_score(killed=6, survived=2, unknowns=2)
    assert (score.low, score.high, score.n, score.unknowns) == (0.6, 0.75, 10, 2)
    assert score.interval is not None
    assert score.interval.low < 0.6
    assert score.interval.high > 0.75


def test_where_every_mutant_is_unknown_the_score_is_anything() -> None:
    score = mutation_score(killed=0, survived=0, unknowns=3)
    assert (score.low, score.high) == (0.0, 1.0)


def test_without_mutants_there_is_no_score() -> None:
    assert mutation_score(0, 0, 0).low is None


def test_the_interval_runs_from_all_unknown_as_survivors_to_none_of_them() -> None:
    score = mutation_score(killed=6, survived=2, unknowns=2)
    low, high = wilson_interval(6, 10).low, wilson_interval(6, 8).high
    assert score.interval == Interval(low, high, 0.95, "wilson")
    nothing_certain = mutation_score(killed=0, survived=0, unknowns=3).interval
    assert nothing_certain is not None
    assert nothing_certain.high == 1.0


@pytest.mark.parametrize("counts", [(-1, 2, 2), (2, -1, 2), (2, 2, -1)])
def test_negative_counts_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="impossible counts"):
        mutation_score(*counts)


@pytest.mark.parametrize("counts", [(-1, 1, 1), (1, -1, 1), (1, 1, -1)])
def test_a_negative_count_is_no_score(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"-1|count"):
        mutation_score(*counts)


def test_no_mutant_is_left_out_of_the_score() -> None:
    found = mutation_score(3, 1, 2)
    assert (found.n, found.unknowns, found.no_data) == (6, 2, 0)
