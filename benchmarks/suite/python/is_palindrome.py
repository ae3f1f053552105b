"""Words that read the same backwards."""


def is_palindrome(s: str) -> bool:
    """Tell whether a word of lower-case letters, or a number, reads the same backwards."""
    assert isinstance(s, str)
    assert len(s) > 0
    assert s.islower() or s.isdigit()
    return s == s[::-1]
