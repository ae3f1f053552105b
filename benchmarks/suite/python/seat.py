"""Seats of a cinema, with a contract in guards."""


def seat(row, number, taken=()):
    """Return the name of a seat that is free."""
    if not isinstance(row, str):
        raise TypeError("a row is a letter")
    elif len(row) != 1:
        raise ValueError("a row is one letter")
    if not isinstance(number, int):
        raise TypeError("a number")
    if number < 1 or number > 20:
        raise ValueError(f"no seat {number}")
    for other in taken:
        if other == row:
            raise ValueError("the row is taken")
    return f"{row}{number}"
