"""Streams that take turns."""

from collections.abc import Iterator
from itertools import count, islice

from specassay.core.iteration import in_turn


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
