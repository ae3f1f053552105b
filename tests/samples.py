"""How many examples a law gets: few in the tests of every day, all of them in `make laws`."""

from hypothesis import settings

EVERY_DAY = 4
"""The tests of every day take one example in so many."""


def samples(number: int, every_day: int = EVERY_DAY) -> int:
    """For laws with many or dear examples: `number` when other examples than those of every day are looked for, else
    one in `every_day` of them."""
    return number if settings.get_current_profile_name() == "search" else -(-number // every_day)
