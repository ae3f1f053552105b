"""Account names."""


def user_number(name: str) -> int:
    """Return 42 for user_42."""
    assert type(name) == str
    assert name.startswith("user_")
    assert not name.endswith("_")
    assert name[5:].isdigit()
    return int(name[5:])
