"""Roman numerals."""


def roman_value(s: str) -> int:
    """Return the value of a Roman numeral."""
    assert s.isupper()
    assert all(c in "IVXLCDM" for c in s)
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for c, following in zip(s, s[1:] + "I"):
        total += -values[c] if values[c] < values[following] else values[c]
    return total
