"""Values with the structure that a contract asks for: of its sizes, kinds and numbers, and the same for a seed."""

import random
from typing import Any

import pytest

from specassay.core.synthesis.structured import LARGEST, LONGEST, USUAL, Structured
from specassay.frontends.python import parse_contract

TEXT = "assert isinstance(x, tuple)\nassert len(x) == 30\nassert x[0] in ('red', 'blue')\nassert y != 7 * 10**400"


def source(text: str = TEXT, seed: int = 0) -> Structured:
    return Structured(parse_contract(text, name="f", parameters=("x", "y")), random.Random(seed))


@pytest.mark.parametrize("kind", [list, tuple, str, bytes, set, frozenset, dict, int, float])
def test_a_value_is_of_the_kind_and_of_the_size(kind: type) -> None:
    own = source()
    for size in (0, 1, 2, 5, 9):
        for _ in range(20):
            value: Any = own.value(kind, size)
            assert isinstance(value, kind)
            # A text of words has as many of these, and a dict has at least one key where the contract names texts.
            assert kind in (int, float, str, dict) or _length(value) == size
            assert not isinstance(value, dict) or size <= len(value) <= max(size, 1)


def test_sizes_are_those_near_numbers_of_the_contract_and_usual_ones() -> None:
    own = source("assert len(x) == 30\nassert len(y) < 5000")
    sizes = {own.size() for _ in range(300)}
    assert {29, 30, 31} <= sizes <= {29, 30, 31, *USUAL}
    without = source("assert x")
    assert {without.size() for _ in range(300)} == set(USUAL)
    assert max(USUAL) <= LONGEST


def test_numbers_stay_below_those_whose_products_nobody_wants() -> None:
    own = source(f"assert x != {10**400}\nassert y == 12345")
    numbers = [own.number() for _ in range(500)]
    assert all(abs(number) < LARGEST for number in numbers)
    assert 12345 in numbers
    assert 12345**2 in numbers
    assert any(number < 0 for number in numbers)


def test_arguments_are_of_the_kinds_of_examples_or_of_those_that_are_asked_for() -> None:
    own = source()
    like = [own.arguments(("x", "y"), {"x": [1], "y": "a"}) for _ in range(300)]
    assert sum(type(each["x"]) is list for each in like) > 200
    free = [own.arguments(("x",), {})["x"] for _ in range(300)]
    assert sum(type(each) is tuple for each in free) > 200


def test_arguments_often_fit_each_other() -> None:
    own = source()
    pairs = [own.arguments(("x", "y"), {"x": [1], "y": [1]}) for _ in range(300)]
    assert sum(_length(each["x"]) == _length(each["y"]) for each in pairs) > 120
    assert any(each["x"] == each["y"] and each["x"] for each in pairs)
    assert any(isinstance(each["y"], int) and abs(each["y"] - len(each["x"])) <= 1 for each in pairs)


def _length(value: Any) -> int | None:
    return len(value) if hasattr(value, "__len__") else None


def test_many_texts_read_the_same_from_either_end() -> None:
    own = source()
    texts = [own.text(7) for _ in range(200)]
    assert sum(text == text[::-1] and len(set(text)) > 1 and len(text) == 7 for text in texts) > 8


def test_the_texts_of_a_contract_are_parts_of_values() -> None:
    own = source()
    values = [own.value(list, 3) for _ in range(200)]
    assert any("red" in each and "blue" in each for each in values)
    assert any({"red", "blue"} <= set(own.value(dict, 3)) for _ in range(50))


def test_a_seed_gives_the_same_values_again() -> None:
    drawn = [[source(seed=seed).arguments(("x", "y"), {}) for _ in range(1)] for seed in (1, 1, 2)]
    assert repr(drawn[0]) == repr(drawn[1]) != repr(drawn[2])
