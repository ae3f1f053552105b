"""Temperatures."""


def kelvin(celsius: float) -> float:
    """Convert a temperature that can exist."""
    import math

    assert type(celsius) in [int, float]
    assert celsius >= -273.15, "below absolute zero"
    assert math.isfinite(celsius)
    return celsius + 273.15
