"""Passwords."""


def password_strength(password: str) -> int:
    """Return how many different characters an acceptable password has."""
    assert isinstance(password, str)
    assert len(password) >= 4
    assert any(c.isdigit() for c in password)
    assert any(c.isupper() for c in password)
    return len(set(password))
