"""Numbers without a common divisor."""


def coprime_sum(a: int, b: int) -> int:
    """Return the sum of two natural numbers that have no divisor in common."""

    def gcd(x, y):
        return x if y == 0 else gcd(y, x % y)

    assert type(a) == int and type(b) == int
    assert a > 0 and b > 0
    assert gcd(a, b) == 1
    return a + b
