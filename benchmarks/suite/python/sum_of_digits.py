"""Decimal digits."""


def sum_of_digits(n: int) -> int:
    """Return the sum of the decimal digits of a natural number."""
    assert isinstance(n, int) and not isinstance(n, bool)
    assert n >= 0
    return 0 if n == 0 else n % 10 + sum_of_digits(n // 10)
