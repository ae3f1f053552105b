"""Vowels in a text."""


def count_vowels(s: str) -> int:
    """Return how many of a text's letters are vowels; the text has letters and spaces only."""
    assert type(s) == str
    assert all(c.isalpha() or c == " " for c in s)
    return sum(c in "aeiouAEIOU" for c in s)
