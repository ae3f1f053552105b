"""Keeping a number within limits."""


def clamp(value: float, low: float, high: float) -> float:
    """Return the number from low to high that is nearest to value."""
    assert type(low) in (int, float)
    assert type(high) in (int, float)
    assert low <= high
    assert value == value, "not a number"
    return low if value < low else high if value > high else value
