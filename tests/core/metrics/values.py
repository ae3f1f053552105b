"""What a score is where everything is decided."""

from specassay.core.metrics import Score


def value_of(score: Score) -> float:
    """The value of a score that has data and no unknowns."""
    assert score.value is not None
    return score.value
