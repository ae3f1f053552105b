from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.metrics import Interval, Score, bootstrap_interval, mean_score, proportion, wilson_interval

from .values import value_of

NO_DATA = Score(None, None, 0)


@st.composite
def tallies(draw: st.DrawFn, least: int = 0) -> tuple[int, int, int]:
    n = draw(st.integers(least, 12))
    successes = draw(st.integers(0, n))
    return successes, draw(st.integers(0, n - successes)), n


def point(value: float) -> Score:
    return Score(value, value, 1)


def test_a_proportion_without_unknowns_is_a_point_with_its_wilson_interval() -> None:
    score = proportion(3, 0, 4)
    assert (score.value, score.low, score.high, score.n, score.unknowns) == (0.75, 0.75, 0.75, 4, 0)
    assert score.interval == wilson_interval(3, 4)


def test_unknowns_open_the_bounds_and_widen_the_interval() -> None:
    score = proportion(3, 2, 10)
    assert (score.value, score.low, score.high, score.unknowns) == (None, 0.3, 0.5, 2)
    assert score.interval == Interval(wilson_interval(3, 10).low, wilson_interval(5, 10).high, 0.95, "wilson")


@given(tallies(least=1))
@settings(deadline=None)
def test_bounds_of_a_proportion_are_its_extreme_completions(tally: tuple[int, int, int]) -> None:
    successes, unknowns, n = tally
    score = proportion(successes, unknowns, n)
    completions = [proportion(successes + decided, 0, n) for decided in range(unknowns + 1)]
    assert score.low == min(value_of(completion) for completion in completions)
    assert score.high == max(value_of(completion) for completion in completions)
    assert score.interval is not None
    for completion in completions:
        assert completion.interval is not None
        assert score.interval.low <= completion.interval.low
        assert completion.interval.high <= score.interval.high


def test_no_units_give_no_data_and_no_number() -> None:
    for score in (proportion(0, 0, 0), mean_score([])):
        assert score == NO_DATA
        assert score.value is None
        assert score.interval is None


@pytest.mark.parametrize(("successes", "unknowns", "n"), [(-1, 0, 2), (0, -1, 2), (2, 1, 2), (1, 0, 0)])
def test_counts_that_do_not_fit_are_refused(successes: int, unknowns: int, n: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        proportion(successes, unknowns, n)


def test_mean_of_rates_bootstraps_over_the_units() -> None:
    values = [0.11, 0.23, 0.37, 0.58, 0.71, 1.0]
    score = mean_score(map(point, values))
    assert (score.value, score.n, score.unknowns, score.no_data) == (0.5, 6, 0, 0)
    assert score.interval == bootstrap_interval(values)


def test_both_ends_of_an_interval_come_from_the_same_seed() -> None:
    lows, highs = [0.11, 0.23, 0.37, 0.58, 0.71], [0.21, 0.33, 0.49, 0.61, 0.83]
    units = [Score(low, high, 9, 1) for low, high in zip(lows, highs, strict=True)]
    low, high = bootstrap_interval(lows).low, bootstrap_interval(highs).high
    assert mean_score(units).interval == Interval(low, high, 0.95, "bootstrap")


def test_mean_of_zeros_and_ones_is_a_proportion() -> None:
    assert mean_score([point(1), point(1), point(0)]).interval == wilson_interval(2, 3)


def test_the_spread_between_units_cannot_be_told_from_one_unit() -> None:
    score = mean_score([point(0.5)])
    assert (score.value, score.n, score.interval) == (0.5, 1, None)


def test_units_without_data_are_left_out_and_counted() -> None:
    score = mean_score([point(0.25), NO_DATA, point(0.75), NO_DATA])
    assert (score.value, score.n, score.no_data) == (0.5, 2, 2)
    assert mean_score([NO_DATA]) == Score(None, None, 0, 0, 1)


def test_a_mean_keeps_the_bounds_of_its_units() -> None:
    score = mean_score([Score(0.25, 0.5, 4, 1), point(0.75)])
    assert (score.low, score.high, score.value, score.n, score.unknowns) == (0.5, 0.625, None, 2, 1)
    assert score.interval is not None
    assert score.interval.low == bootstrap_interval([0.25, 0.75]).low
    assert score.interval.high == bootstrap_interval([0.5, 0.75]).high


def test_a_mean_between_a_proportion_and_a_rate_names_the_bootstrap() -> None:
    score = mean_score([Score(0.0, 0.5, 2, 1), point(1)])
    assert score.interval is not None
    assert score.interval.method == "bootstrap"
    assert score.interval.low == wilson_interval(1, 2).low
    assert score.interval.high == bootstrap_interval([0.5, 1.0]).high


@given(st.lists(tallies(), max_size=3))
@settings(deadline=None, max_examples=50)
def test_bounds_of_a_mean_are_its_extreme_completions(units: list[tuple[int, int, int]]) -> None:
    score = mean_score(proportion(*unit) for unit in units)
    with_data = [unit for unit in units if unit[2]]
    assert (score.n, score.no_data) == (len(with_data), len(units) - len(with_data))
    if not with_data:
        assert score.value is None
        return
    means = [
        sum(Fraction(successes + more, n) for (successes, _, n), more in zip(with_data, decided, strict=True))
        / len(with_data)
        for decided in product(*(range(unknowns + 1) for _, unknowns, _ in with_data))
    ]
    assert score.low == pytest.approx(float(min(means)), abs=1e-12)
    assert score.high == pytest.approx(float(max(means)), abs=1e-12)


@pytest.mark.parametrize(
    "arguments",
    [
        (None, None, 1),
        (0.5, None, 1),
        (0.5, None, 0),
        (None, 0.5, 0),
        (None, None, 0, 0, 0, Interval(0, 1, 0.95, "wilson")),
        (0.5, 0.5, 0),
        (0.6, 0.5, 1),
        (-0.1, 0.5, 1),
        (0.5, 1.1, 1),
        (float("nan"), 0.5, 1),
        (0.5, 0.5, 1, 2),
        (0.5, 0.5, 1, -1),
        (0.5, 0.5, 1, 0, -1),
        (0.5, 0.5, 1, 0, 0, Interval(0.6, 1, 0.95, "wilson")),
        (0.4, 0.8, 1, 0, 0, Interval(0.4, 0.7, 0.95, "wilson")),
    ],
)
def test_a_score_that_cannot_be_is_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"score|counts|cover"):
        Score(*arguments)


def test_a_proportion_leaves_no_unit_out() -> None:
    assert proportion(2, 1, 5).no_data == 0
