"""Pythagorean triples."""


def hypotenuse(a: int, b: int, c: int) -> int:
    """Return the longest side of a right triangle with integer sides."""
    assert a * a + b * b == c ** 2
    assert a // 1 == a and b % 1 == 0
    assert c != 0 and -c < 0
    return c
