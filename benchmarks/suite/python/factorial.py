"""The product of the first integers."""


def factorial(n: int) -> int:
    """Return n! for n up to 20 (what fits 64 bits)."""
    assert type(n) == int
    assert 0 <= n <= 20
    return 1 if n == 0 else n * factorial(n - 1)
