"""The beginning of a list."""


def take(xs: list, n: int) -> list:
    """Return the first n elements."""
    assert isinstance(n, int)
    assert 0 <= n <= len(xs)
    assert len(xs[:n]) == n
    return xs[:n]
