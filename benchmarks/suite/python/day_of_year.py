"""Dates in years of 365 days."""


def day_of_year(month: int, day: int) -> int:
    """Return how many days of the year have begun."""
    assert type(month) == type(day) == int
    assert 1 <= month <= 12
    days = 30 if month in (4, 6, 9, 11) else 28 if month == 2 else 31
    assert 1 <= day <= days
    return sum([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30][: month - 1]) + day
