"""Triangles with integer sides."""


def triangle_perimeter(a: int, b: int, c: int) -> int:
    """Return the perimeter of a triangle; no side is as long as the others together."""
    assert all(isinstance(side, int) for side in [a, b, c])
    assert a > 0 and b > 0 and c > 0
    assert a + b > c and b + c > a and a + c > b
    return a + b + c
