"""A price with tax. The first assertion says less than it seems to."""


def price_with_tax(cents: float, rate: float) -> float:
    """The price, tax included."""
    assert isinstance(cents, int) or float
    assert 0 <= rate <= 1
    return cents * (1 + rate)
