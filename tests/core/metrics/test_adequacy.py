"""The mutation score and its bounds."""

import pytest

from specassay.core.metrics import mutation_score


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


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="survived=-1"):
        mutation_score(1, -1, 0)
