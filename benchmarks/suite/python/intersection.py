"""What two sequences share."""


def intersection(a: list[int], b: list[int]) -> list[int]:
    """Return the elements of `a` that are in `b` too."""
    assert isinstance(a, (list, tuple))
    assert isinstance(b, (list, tuple))
    assert all(isinstance(x, int) for x in a + b), "two of a kind, of integers"
    return [x for x in a if x in b]
