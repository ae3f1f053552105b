"""Streams that take turns, and items that are kept."""

from collections.abc import Iterator
from itertools import count, islice

from specassay.core.iteration import LazyList, distinct, in_turn


def test_each_stream_gives_one_before_the_first_gives_its_second() -> None:
    assert "".join(in_turn(["abc", "", "d", "ef"])) == "adebfc"


def test_an_endless_stream_keeps_none_of_the_others_waiting() -> None:
    assert list(islice(in_turn([count(), "ab"]), 5)) == [0, "a", 1, "b", 2]


def test_no_more_of_a_stream_is_made_than_is_taken() -> None:
    made = []

    def numbers() -> Iterator[int]:
        for number in range(9):
            made.append(number)
            yield number

    assert list(islice(in_turn([numbers(), numbers()]), 3)) == [0, 0, 1]
    assert made == [0, 0, 1]


def test_items_are_made_once_and_when_they_are_asked_for() -> None:
    made: list[int] = []

    def numbers() -> Iterator[int]:
        for number in (3, 1, 3, 2):
            made.append(number)
            yield number

    kept = LazyList(distinct(numbers()))
    assert kept.at(0) == (3,)
    assert made == [3]
    assert list(islice(kept, 2)) == [3, 1]
    assert made == [3, 1]
    assert list(kept) == list(kept) == [3, 1, 2]
    assert kept.at(3) == ()
    assert made == [3, 1, 3, 2]
