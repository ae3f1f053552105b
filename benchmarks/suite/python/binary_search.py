"""Search in a sorted list."""


def binary_search(xs: list[int], key: int) -> int:
    """Return an index of `key` in a sorted list, -1 if it is not there."""
    assert isinstance(xs, list)
    assert isinstance(key, int) and all(isinstance(x, int) for x in xs)
    assert all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1)), "not sorted"
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(xs) and xs[low] == key else -1
