"""How many examples a law gets: few in the tests of every day, all of them in `make laws`."""

from collections.abc import Sequence
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

Case = TypeVar("Case")

EVERY_DAY = 32
"""The tests of every day take one example in so many."""


def samples(number: int, every_day: int = EVERY_DAY) -> int:
    """For laws with many or dear examples: `number` when other examples than those of every day are looked for, else
    one in `every_day` of them."""
    return number if in_laws() else -(-number // every_day)


def some(cases: Sequence[Case], every_day: int, first: int = 0) -> Sequence[Case]:
    """For laws over listed cases that are dear: all when other examples than those of every day are looked for, else
    every so many-th of them from the `first` on. Laws over the same cases start at different ones."""
    return cases if in_laws() else cases[first::every_day]


def often(cases: Sequence[Case], every: int) -> list[Case | ParameterSet]:
    """For tests of one parameter over listed cases that are dear: all of them, of which those that are not every
    so many-th are marked `slow`."""
    return [pytest.param(case, marks=pytest.mark.slow) if place % every else case for place, case in enumerate(cases)]


def in_laws() -> bool:
    """Whether `make laws` runs: other and more examples than those of every day, and what is dear."""
    return settings.get_current_profile_name() == "search"
