"""Texts of values of types: each evaluates to a value of the type, and values of all its parts come early."""

import collections.abc
import enum
import itertools
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from specassay.backends.python.replay.guest.types_of_values import (
    DEEPEST,
    UNKNOWN,
    Types,
    distinct,
    in_turn,
    is_own,
    mixed,
)


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Point:
    def __init__(self, x: int) -> None:
        self.x = x


Alias = typing.NewType("Alias", int)
Bound = typing.TypeVar("Bound", bound=str)
MODULE = types.ModuleType("shop")
vars(MODULE).update({"Point": Point, "Color": Color, "types": types})


def objects(cls: type, depth: int) -> Sequence[Sequence[str]]:
    return [["Point(1)", "Point(2)"], ["Point(0)"]] if cls is Point and depth <= DEEPEST else []


def own(*constants: str) -> Types:
    return Types(
        MODULE, [Point, Color], constants, lambda cls: cls.__name__ if cls in (Point, Color) else None, objects
    )


def values(hint: Any, *constants: str, most: int = 40) -> list[Any]:
    texts = itertools.islice(own(*constants).values(hint, 0), most)
    return [eval(text, {"Point": Point, "Color": Color}) for text in texts]


def all_of(kind: Any) -> Callable[[Any], bool]:
    return lambda value: all(isinstance(each, kind) for each in value)


HINTS: list[tuple[Any, Callable[[Any], bool]]] = [
    (int, lambda value: isinstance(value, int)),
    (None, lambda value: value is None),
    ("int", lambda value: isinstance(value, int)),
    (typing.Optional["Point"], lambda value: value is None or isinstance(value, Point)),
    (int | str, lambda value: isinstance(value, int | str)),
    (Alias, lambda value: isinstance(value, int)),
    (Bound, lambda value: isinstance(value, str)),
    (typing.Literal["a", 3], lambda value: value in ("a", 3)),
    (typing.Literal[Color.RED], lambda value: value is Color.RED),
    (typing.Annotated[int, "positive"], lambda value: isinstance(value, int)),
    (list[str], lambda value: isinstance(value, list) and all_of(str)(value)),
    (typing.Sequence[int], lambda value: isinstance(value, list) and all_of(int)(value)),
    (set[int], lambda value: isinstance(value, set) and all_of(int)(value)),
    (frozenset[str], lambda value: isinstance(value, frozenset) and all_of(str)(value)),
    (dict[str, int], lambda value: all_of(str)(value) and all_of(int)(value.values())),
    (tuple[int, str], lambda value: isinstance(value[0], int) and isinstance(value[1], str) and len(value) == 2),
    (tuple[int, ...], lambda value: isinstance(value, tuple) and all_of(int)(value)),
    (Iterator[int], lambda value: all_of(int)(list(value))),
    (collections.abc.Callable[[int], str], lambda value: isinstance(value(1), str)),
    (type[Point], lambda value: value is Point),
    (Point, lambda value: isinstance(value, Point)),
    (list[Point], lambda value: isinstance(value, list) and all_of(Point)(value)),
    (dict[str, list[int]], lambda value: all(all_of(int)(each) for each in value.values())),
]


@pytest.mark.parametrize(("hint", "is_one"), HINTS, ids=[str(hint) for hint, _ in HINTS])
def test_each_text_is_a_value_of_the_type(hint: Any, is_one: Callable[[Any], bool]) -> None:
    found = values(hint)
    assert found
    assert all(is_one(value) for value in found), found


def test_values_of_a_union_take_turns_and_none_ends_what_is_nested() -> None:
    first = values(int | str, most=2)
    assert [type(each) for each in first] == [int, str]
    assert next(own().values(Point | None, 1)) == "None"
    assert next(own().values(Point | None, -1)) == "Point(1)"


def test_constants_of_the_module_come_after_the_first_values() -> None:
    assert values(str, "'red'", "7", "other", most=4) == ["a", "", "red", "ab"]
    assert values(list[int], "7", most=4)[:4] == [[], [1], [1, 0], [1, 0, 7]]


def test_what_no_annotation_says_is_tried_as_anything() -> None:
    assert list(own().values(typing.Any, 0)) == list(UNKNOWN)
    assert values(list[typing.Any], most=3) == [[], [1], [1, "a"]]
    assert own().type_of("no such type") is None
    assert own().type_of("shapes.Point") is Point
    assert own().type_of("Sequence[int]") == typing.Sequence[int]


@pytest.mark.parametrize(
    ("hint", "has"),
    [
        (int, False),
        (Point, True),
        (list[Point], True),
        ("Point", True),
        (dict[str, int], False),
        (typing.Literal["Point"], False),
        (Callable[[int], str], False),
        (int | Point, True),
    ],
)
def test_a_class_of_the_module_has_to_be_built_wherever_it_is_mentioned(hint: Any, has: bool) -> None:
    assert own().has_own(hint, 0) is has
    assert not own().has_own(hint, DEEPEST + 1)
    assert is_own(Point)
    assert not is_own(int)


def test_columns_and_streams_take_turns_and_nothing_comes_twice() -> None:
    assert list(mixed([["a", "b", "c"], [], ["d"]])) == ["a", "d", "b", "c"]
    taken: list[int] = []

    def stream(*numbers: int) -> Iterator[str]:
        for number in numbers:
            taken.append(number)
            yield str(number)

    assert list(itertools.islice(in_turn([stream(1, 2, 3), stream(4), stream(5, 6)]), 4)) == ["1", "4", "5", "2"]
    assert taken == [1, 4, 5, 2]
    assert list(distinct(["a", "b", "a"])) == ["a", "b"]
