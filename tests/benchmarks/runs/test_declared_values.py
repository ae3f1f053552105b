"""Values for what libraries describe are expressions, and lie on both sides of each bound."""

import datetime
import decimal
import uuid
from collections import deque
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.benchmarks.runs.declared_values import OTHERS, Tree, hints_of, likely, places, values

NAMES: dict[str, Any] = {
    "datetime": datetime,
    "decimal": decimal,
    "uuid": uuid,
    "deque": deque,
    "inf": inf,
    "nan": nan,
}


def no_solver(tree: Tree) -> tuple[str, ...]:
    return ()


def value(text: str) -> Any:
    return eval(text, dict(NAMES))


def made(tree: Tree, *hints: str) -> list[Any]:
    return [value(text) for text in values(tree, no_solver, hints)]


BOUNDS = st.integers() | st.floats(allow_nan=False)
LEAVES = st.one_of(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["int", "float", "decimal"])},
        optional=dict.fromkeys(("ge", "gt", "le", "lt", "multiple_of"), BOUNDS)
        | {"nullable": st.booleans(), "strict": st.booleans()},
    ),
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["str", "bytes"])},
        optional={"min_length": st.integers(0, 10**7), "max_length": st.integers(0, 10**7)},
    ),
    st.fixed_dictionaries({"kind": st.sampled_from(["bool", "none", "any", "date", "uuid", "url", "never heard of"])}),
)


def containers(inner: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    return st.fixed_dictionaries(
        {"kind": st.sampled_from(["list", "set", "frozenset", "deque", "tuple", "dict"]), "items": inner},
        optional={"min_length": st.integers(0, 5), "max_length": st.integers(0, 5)},
    ) | st.fixed_dictionaries({"kind": st.just("tuple"), "choices": st.lists(inner, max_size=3)})


@given(st.recursive(LEAVES, containers, max_leaves=3))
def test_every_value_of_every_description_is_an_expression(tree: Tree) -> None:
    found = values(tree, no_solver)
    assert set(OTHERS) <= set(found)
    assert len(found) == len(set(found))
    for text in found:
        compile(text, "value", "eval")
    for path, place, wrap in places(tree, "x", no_solver):
        assert path.startswith("x")
        compile(wrap(likely(place, no_solver)), "value", "eval")


@pytest.mark.parametrize("kind", ["int", "float"])
def test_numbers_within_all_bounds_come_first_then_those_beside_each(kind: str) -> None:
    found = made({"kind": kind, "ge": 10, "lt": 20})
    numbers = [each for each in found if type(each) in (int, float)]
    assert 10 <= numbers[0] < 20
    assert {9, 10, 11, 19, 20, 21} <= set(numbers)


@pytest.mark.parametrize("bounds", [{"ge": -inf}, {"lt": inf}, {"le": 1e308}, {"gt": -1e308}])
@pytest.mark.parametrize("multiple", [2, 0.5, 1e-300])
def test_a_bound_without_a_multiple_near_it_is_tried_as_it_is(bounds: dict[str, float], multiple: float) -> None:
    assert 0 in made({"kind": "float", "multiple_of": multiple, **bounds})
    assert 0 in made({"kind": "int", "multiple_of": multiple, **bounds})


def test_the_first_number_is_a_multiple_within_the_bounds() -> None:
    assert value(likely({"kind": "int", "gt": 100, "multiple_of": 7}, no_solver)) % 7 == 0


def test_lengths_lie_around_both_bounds() -> None:
    texts = made({"kind": "str", "min_length": 3, "max_length": 70})
    assert {2, 3, 4, 69, 70, 71} <= {len(each) for each in texts if isinstance(each, str)}
    lists = made({"kind": "list", "items": {"kind": "int"}, "min_length": 2, "max_length": 3})
    assert {1, 2, 3, 4} <= {len(each) for each in lists if isinstance(each, list)}


def test_what_a_strict_type_would_have_to_convert_is_tried() -> None:
    assert "1.0" not in values({"kind": "int"}, no_solver)
    assert {"'1'", "1.0"} <= set(values({"kind": "int", "strict": True}, no_solver))


def test_a_solver_is_asked_for_texts_of_a_pattern() -> None:
    assert likely({"kind": "str", "pattern": "x+"}, lambda tree: [repr(tree["pattern"][0])]) == "'x'"


ORDER: Tree = {
    "kind": "model",
    "required": ["zip", "lines"],
    "names": {"zip": "zip", "lines": "rows"},
    "fields": {
        "zip": {"kind": "str", "min_length": 5, "max_length": 5},
        "lines": {"kind": "list", "items": {"kind": "int", "ge": 7}},
    },
}


def test_a_value_at_a_place_is_inside_an_input_of_which_all_else_is_likely_valid() -> None:
    found = {path: wrap for path, _, wrap in places(ORDER, "order", no_solver)}
    assert list(found) == ["order.zip", "order.rows", "order.rows[*]"]
    plain = value(likely(ORDER, no_solver))
    assert value(found["order.zip"]("'1'")) == {**plain, "zip": "1"}
    assert value(found["order.rows[*]"]("3")) == {**plain, "lines": [3]}


def test_a_model_lacks_each_required_field_once() -> None:
    found = [each for each in made(ORDER) if isinstance(each, dict)]
    assert {("zip", "lines"), ("zip",), ("lines",)} <= {tuple(each) for each in found}


def test_hints_are_the_constants_of_a_class_those_about_the_field_first() -> None:
    text = """
class Order:
    kind = "order"
    large = 0x{large}
    @validator("zip")
    def check(cls, value):
        assert value != "00000"
    @validator("other")
    def check_other(cls, value):
        assert value != 12
""".replace("{large}", "F" * 6000)
    assert hints_of(text, "Order", "zip") == ["'zip'", "'00000'", "'order'", "'other'", "12"]
    assert hints_of(text, "Nobody", "zip") == []
    assert hints_of("class Order(", "Order", "zip") == []
