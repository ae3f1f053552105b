"""The largest element of a list."""


def maximum(xs: list[int]) -> int:
    """Return the largest of the integers in a list that is not empty."""
    assert isinstance(xs, list)
    assert len(xs) > 0, "an empty list has no maximum"
    assert all(isinstance(x, int) for x in xs)
    largest = xs[0]
    for x in xs:
        if x > largest:
            largest = x
    return largest
