"""Types as conditions say what a type checker does, and CPython evaluates them."""

from typing import Any

import pytest

from specassay.frontends.python.declared import fits
from specassay.frontends.python.type_tests import type_test

VALUES: list[Any] = [None, True, 0, 1.5, 2j, "a", b"a", [], [1], ["a", 1], (), (1,), (1, "a"), (1, 2, 3), {1}, set()]
VALUES += [frozenset({1}), {}, {"a": 1}, {1: "a"}, [[1]], [(1, "a")], {"a": [1]}, [None, 1], [[1, "a"]], ((1,), 2)]
TYPES = [
    "int",
    "float",
    "complex",
    "bool",
    "str",
    "bytes",
    "None",
    "list",
    "list[int]",
    "list[list[int]]",
    "dict[str, int]",
]
TYPES += [
    "tuple[int, ...]",
    "tuple[int, str]",
    "Optional[int]",
    "int | str",
    "'list[str]'",
    "Literal[0, 'a']",
    "set[int]",
]
TYPES += ["frozenset[int]", "typing.List[typing.Optional[int]]", "dict[str, list[int]]", "list[tuple[int, str]]"]
TYPES += ["Union[int, list[int], None]", "tuple[tuple[int], int]", "Annotated[int, 3]"]


@pytest.mark.parametrize("annotation", TYPES)
def test_a_condition_is_true_of_what_a_type_checker_accepts(annotation: str) -> None:
    test = type_test(annotation, "value")
    assert test is not None
    for value in VALUES:
        assert bool(eval(test, {"value": value})) == fits(annotation, value, exactly=False), value


@pytest.mark.parametrize("annotation", ["tuple[()]", "Tuple[()]"])
def test_the_type_of_the_empty_tuple(annotation: str) -> None:
    test = type_test(annotation, "value")
    assert test is not None
    assert [value for value in VALUES if eval(test, {"value": value})] == [()]


@pytest.mark.parametrize(
    "annotation",
    [None, "Own", "Iterator[int]", "int | Own", "Callable[[int], int]", "Any", "1 +", "list[()]", "tuple[*Own]"],
)
def test_nothing_is_said_of_types_that_are_not_known(annotation: str | None) -> None:
    assert type_test(annotation, "value") is None
