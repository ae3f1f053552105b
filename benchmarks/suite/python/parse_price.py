"""Prices as people write them."""


def parse_price(text: str) -> float:
    """Return the price that a text gives."""
    assert isinstance(text, str)
    try:
        if text == "nan":
            raise ValueError("no price")
        price = float(text)
    except (TypeError, ValueError):
        price = -1.0
    assert price >= 0
    return float(text)
