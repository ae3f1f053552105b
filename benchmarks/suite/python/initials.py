"""Abbreviations."""


def initials(words: list[str]) -> str:
    """Return the first letters of words, at least one of which has a capital."""
    assert isinstance(words, list)
    assert all([len(word) > 0 for word in words])
    assert any(word[0].isupper() for word in words)
    return "".join(word[0] for word in words)
