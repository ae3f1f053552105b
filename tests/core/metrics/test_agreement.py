"""Cohen's kappa."""

from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.core.metrics import Agreement, cohen_kappa

from ...samples import samples


def test_the_textbook_example() -> None:
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    found = cohen_kappa(pairs)
    assert found.observed == pytest.approx(0.7)
    assert found.expected == pytest.approx(0.5)
    assert found.kappa == pytest.approx(0.4)
    assert found.low is not None
    assert found.high is not None
    assert 0.0 < found.low < 0.4 < found.high < 0.7
    assert found.counts["yes", "no"] == 5


@pytest.mark.slow
def test_the_interval_is_about_that_of_the_normal_approximation() -> None:
    """J. Cohen, "A coefficient of agreement for nominal scales" (1960): a standard error of
    √(p(1-p) / n) / (1 - e), of the observed agreement p and the expected one e."""
    pairs = [("yes", "yes")] * 200 + [("yes", "no")] * 50 + [("no", "yes")] * 100 + [("no", "no")] * 150
    error = sqrt(0.7 * 0.3 / 500) / 0.5
    found = cohen_kappa(pairs)
    half = NormalDist().inv_cdf(0.5 + 0.95 / 2) * error
    assert (found.low, found.high) == pytest.approx((0.4 - half, 0.4 + half), abs=0.15 * half)
    assert found.n == 500


def test_no_subjects_and_no_variation_have_no_kappa() -> None:
    assert cohen_kappa([]) == Agreement(0, None, None, None, None, None, {})
    alike = cohen_kappa([("a", "a")] * 3)
    assert (alike.observed, alike.kappa, alike.low) == (1.0, None, None)


@settings(max_examples=samples(200))
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=12))
def test_bounds_and_symmetry(pairs: list[tuple[str, str]]) -> None:
    found, mirrored = cohen_kappa(pairs), cohen_kappa([(b, a) for a, b in pairs])
    assert found.observed == mirrored.observed
    assert (found.kappa is None) == (mirrored.kappa is None)
    if found.kappa is not None and found.low is not None and found.high is not None:
        assert found.kappa == pytest.approx(mirrored.kappa)
        assert -1 <= found.low <= found.kappa <= found.high <= 1


def test_the_interval_is_the_same_every_time() -> None:
    pairs = [(number % 3, number % 2) for number in range(20)]
    assert cohen_kappa(pairs) == cohen_kappa(pairs)
