"""The middle one."""


def median(values: list[float]) -> float:
    """Return the middle of an odd number of numbers."""
    assert isinstance(values, (list, tuple))
    assert len(values) % 2 == 1
    assert all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)
    return sorted(values)[len(values) // 2]
