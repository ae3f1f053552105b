"""Numbers as text."""


def digits_of(text: str) -> list[int]:
    """Return the digits of a number with at most three of them."""
    if isinstance(text, str):
        assert text.isdigit()
        assert len(text) <= 3
    else:
        assert False, "not a text"
    return [int(c) for c in text]
