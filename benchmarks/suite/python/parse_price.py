"""Prices as people write them."""


def parse_price(text: str) -> float:
    """Return the price that a text gives."""
    assert isinstance(text, str)
    try:
        price = float(text)
    except (TypeError, ValueError):
        raise ValueError("no price")
    assert price >= 0
    return float(text)
