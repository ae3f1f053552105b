"""Square matrices."""


def matrix_trace(m: list[list[float]]) -> float:
    """Return the sum of the diagonal of a square matrix."""
    assert isinstance(m, list) and all(isinstance(row, list) for row in m)
    assert len(m) > 0
    assert all(len(row) == len(m) for row in m), "not square"
    return sum(m[i][i] for i in range(len(m)))
