"""Telephone numbers."""


def phone_number(s: str) -> int:
    """Return the number that a text such as 555-0199 spells."""
    import re

    assert isinstance(s, str)
    assert len(s) == 8
    assert re.fullmatch("[0-9]{3}-[0-9]{4}", s) is not None
    return int(s[:3] + s[4:])
