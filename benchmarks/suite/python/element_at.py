"""Indices from both ends."""


def element_at(xs: list[int], k: int) -> int:
    """Return element k of a list whose last element is not below its first."""
    assert isinstance(xs, list) and isinstance(k, int)
    assert -len(xs) <= k < len(xs)
    assert xs[0] <= xs[-1]
    return xs[k]
