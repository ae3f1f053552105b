import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.metrics import Interval, bootstrap_interval, wilson_interval

rates = st.floats(0, 1)
levels = st.floats(0.01, 0.999)


# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statist. Med. 17 (1998).
@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_agrees_with_published_examples(successes: int, n: int, low: float, high: float) -> None:
    interval = wilson_interval(successes, n)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
    assert (interval.level, interval.method) == (0.95, "wilson")


@given(data=st.data(), n=st.integers(1, 10**6), level=levels)
@settings(deadline=None)
def test_wilson_contains_the_proportion_and_mirrors(data: st.DataObject, n: int, level: float) -> None:
    successes = data.draw(st.integers(0, n))
    interval = wilson_interval(successes, n, level=level)
    assert 0 <= interval.low <= successes / n <= interval.high <= 1
    mirrored = wilson_interval(n - successes, n, level=level)
    assert mirrored.low == pytest.approx(1 - interval.high, abs=1e-9)


@given(data=st.data(), n=st.integers(1, 1000))
@settings(deadline=None)
def test_wilson_is_wider_at_a_higher_level(data: st.DataObject, n: int) -> None:
    successes = data.draw(st.integers(0, n))
    narrow, wide = wilson_interval(successes, n, level=0.8), wilson_interval(successes, n, level=0.99)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high
    assert wide.high - wide.low > narrow.high - narrow.low


def test_wilson_ends_are_exact_at_the_extremes() -> None:
    assert wilson_interval(0, 7).low == 0
    assert wilson_interval(7, 7).high == 1
    assert wilson_interval(0, 7).high < 1


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (-1, 3), (4, 3)])
def test_wilson_refuses_impossible_counts(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match=f"not {successes} of {n}"):
        wilson_interval(successes, n)


@pytest.mark.parametrize("level", [0, 1, 95, float("nan")])
def test_a_level_is_a_probability(level: float) -> None:
    with pytest.raises(ValueError, match="confidence level"):
        wilson_interval(1, 2, level=level)
    with pytest.raises(ValueError, match="confidence level"):
        bootstrap_interval([0.1, 0.2], level=level)


@given(st.lists(rates, min_size=2, max_size=20), levels, st.integers())
@settings(deadline=None, max_examples=25)
def test_bootstrap_lies_within_the_data_and_contains_the_mean(values: list[float], level: float, seed: int) -> None:
    interval = bootstrap_interval(values, level=level, seed=seed)
    slack = 1e-12
    assert min(values) - slack <= interval.low <= sum(values) / len(values) + slack
    assert sum(values) / len(values) - slack <= interval.high <= max(values) + slack
    assert (interval.level, interval.method) == (level, "bootstrap")


def test_bootstrap_takes_the_quantiles_of_the_resampled_means() -> None:
    # The mean of two draws from {0, 1} is 0, 1/2, 1 with probability 1/4, 1/2, 1/4.
    assert bootstrap_interval([0.0, 1.0], level=0.4) == Interval(0.5, 0.5, 0.4, "bootstrap")
    assert bootstrap_interval([0.0, 1.0], level=0.6) == Interval(0.0, 1.0, 0.6, "bootstrap")


def test_bootstrap_cuts_the_same_share_off_both_tails() -> None:
    values = [0.0, 0.1, 0.4, 0.9]
    everything = bootstrap_interval(values, level=0.9999)
    trimmed = bootstrap_interval(values, level=0.8)
    assert everything.low < trimmed.low < trimmed.high < everything.high


def test_bootstrap_is_close_to_the_normal_interval_of_a_large_sample() -> None:
    values = [0.2, 0.4, 0.6, 0.8] * 50
    half_width = 1.96 * (0.05 / 200) ** 0.5
    interval = bootstrap_interval(values)
    assert interval.low == pytest.approx(0.5 - half_width, abs=0.003)
    assert interval.high == pytest.approx(0.5 + half_width, abs=0.003)


def test_bootstrap_depends_on_the_seed_only() -> None:
    values = [0.1, 0.35, 0.5, 0.9, 0.95]
    assert bootstrap_interval(values, seed=3) == bootstrap_interval(values, seed=3)
    assert bootstrap_interval(values) == bootstrap_interval(values, seed=0)
    assert len({bootstrap_interval(values, level=0.3, seed=seed) for seed in range(5)}) > 1


@pytest.mark.parametrize("values", [[], [0.5]])
def test_bootstrap_needs_a_sample(values: list[float]) -> None:
    with pytest.raises(ValueError, match="at least 2 values"):
        bootstrap_interval(values)


@pytest.mark.parametrize(("low", "high"), [(0.6, 0.5), (-0.1, 0.5), (0.5, 1.1), (float("nan"), 0.5)])
def test_an_interval_is_ordered_and_inside_the_unit_interval(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="0 <= low <= high <= 1"):
        Interval(low, high, 0.95, "wilson")
