"""Core schemas of pydantic as they are read: a constraint is violated where pydantic has one of its errors."""

import enum
from math import inf, nan
from typing import Annotated, Any, Literal, NamedTuple

import annotated_types
import pydantic
import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from specassay.backends.python.replay.guest.pydantic_nodes import SchemaReader
from specassay.backends.python.replay.guest.pydantic_schemas import (
    choices,
    constants_of,
    constraints_of,
    forbids_others,
    members,
    named,
    predicate_of,
    samples,
)


class Color(enum.Enum):
    RED = "red"


class Pair(NamedTuple):
    first: int
    second: str = "a"


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", str_max_length=3)
    text: str
    size: int = Field(default=1, validation_alias="Size", ge=0)


FIELDS = [("text", "text", True), ("size", "Size", False)]


def schema(kind: Any, **constraints: Any) -> Any:
    return TypeAdapter(Annotated[kind, Field(**constraints)] if constraints else kind).core_schema


def errors(kind: Any, value: Any) -> set[str]:
    """The types of pydantic's errors about a value."""
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        return {each["type"] for each in error.errors()}
    return set()


@pytest.mark.parametrize(
    ("kind", "key", "bound", "values"),
    [
        (int, "gt", 3, (2, 3, 4)),
        (int, "ge", 0, (-1, 0, 1)),
        (int, "lt", 3, (2, 3, 4)),
        (int, "le", -1, (-2, -1, 0)),
        (int, "multiple_of", 3, (-3, 0, 2, 6)),
        (str, "min_length", 2, ("", "a", "ab")),
        (str, "max_length", 2, ("ab", "abc")),
        (bytes, "min_length", 1, (b"", b"a")),
        (list[int], "max_length", 1, ([], [1, 2])),
        (set[int], "min_length", 1, (set(), {1})),
        (str, "pattern", "a+", ("a", "b")),
    ],
)
def test_a_constraint_is_violated_where_pydantic_has_its_error(kind: Any, key: str, bound: Any, values: Any) -> None:
    (found,) = constraints_of(schema(kind, **{key: bound}), {})
    assert (found.key, found.value) == (key, bound)
    seen = set()
    for value in values:
        refused = bool(errors(Annotated[kind, Field(**{key: bound})], value) & set(found.errors))
        assert not found.test or eval(found.test, {"x": value}) is not refused, value
        seen.add(refused)
    assert seen == {True, False}
    assert bool(found.test) is (key != "pattern")


FLOATS = [nan, inf, -inf, 0.0, -0.0, 5e-324, 0.5, 1.0, -2.5, -3.0, 1e308, -1e308, 1.7976931348623157e308]


@pytest.mark.parametrize("demand", [*({key: n} for key in ("gt", "ge", "lt", "le") for n in (0, -3, 0.5, 1e308))])
def test_bounds_of_floats_mean_what_their_expression_says(demand: dict[str, Any]) -> None:
    (found,) = constraints_of(schema(float, **demand), {})
    kept = [not errors(Annotated[float, Field(**demand)], x) for x in FLOATS]
    assert kept == [eval(found.test, {"x": x}) for x in FLOATS]


def test_finite_floats_are_what_their_expression_says() -> None:
    (found,) = constraints_of(schema(float, allow_inf_nan=False), {})
    kept = [not errors(Annotated[float, Field(allow_inf_nan=False)], x) for x in FLOATS]
    assert kept == [eval(found.test, {"x": x}) for x in FLOATS]


def test_what_floats_and_configurations_demand_has_no_expression() -> None:
    assert [each.test for each in constraints_of(schema(float, multiple_of=1), {})] == [""]
    assert [each.text for each in constraints_of(schema(str), {"str_max_length": 3})] == ["max_length=3"]
    assert list(constraints_of(schema(str), {"str_min_length": 0})) == []
    (finite,) = constraints_of(schema(float, allow_inf_nan=False), {})
    assert errors(Annotated[float, Field(allow_inf_nan=False)], float("inf")) <= set(finite.errors)


def test_the_fields_of_a_model_have_the_keys_and_needs_of_an_input() -> None:
    found = members(Strict.__pydantic_core_schema__)
    assert found is not None
    assert [(name, key, required) for name, key, _, required in found] == FIELDS
    assert forbids_others(Strict.__pydantic_core_schema__)
    assert not forbids_others(schema(Pair))
    assert members(schema(int)) is None
    checked: Any = pydantic.validate_call(lambda first, second=2: None)
    of_call = members(TypeAdapter(checked.raw_function).core_schema)
    assert [(each[0], each[3]) for each in of_call or ()] == [("first", True), ("second", False)]


@pytest.mark.parametrize(
    ("kind", "name", "values"),
    [
        (Literal["a", 3], "Literal['a', 3]", ["'a'", "3"]),
        (Color, "Color", ["'red'"]),
        (int, "int", []),
        (int | str, "int | str", []),
        (Strict, "Strict", []),
    ],
)
def test_a_schema_is_named_by_what_it_takes(kind: Any, name: str, values: list[str]) -> None:
    found = schema(kind)
    assert named(found, nullable=False) == name
    assert named(found, nullable=True) == f"{name} | None"
    assert samples(found) == values
    assert all(not errors(kind, eval(text)) for text in values)


def test_what_is_inside_one_clause_is_found() -> None:
    assert [each["type"] for each in choices(schema(int | str))] == ["int", "str"]
    assert [each["type"] for each in choices(schema(tuple[int, str]))] == ["int", "str"]
    assert choices(schema(int)) == []


def test_the_constants_of_a_function_are_tried_with_their_neighbours() -> None:
    def check(value: Any) -> bool:
        return bool(value == 7 or value == "seven" or value == 0.5)

    assert constants_of(check) == ["7", "8", "6", "'seven'", "0.5"]
    assert constants_of(len) == []
    positive = schema(Annotated[int, annotated_types.Predicate(check)])
    assert predicate_of(positive["function"]["function"]).endswith("check")
    assert predicate_of(check) == ""


def test_a_place_has_a_clause_for_each_thing_that_it_demands() -> None:
    reader = SchemaReader()
    reader.node(Strict.__pydantic_core_schema__, "", 0, {})
    assert [(each.path, each.constraint) for each in reader.clauses if each.path] == [
        ("text", "required"),
        ("text", "str"),
        ("text", "max_length=3"),
        ("size", "int"),
        ("size", "ge=0"),
    ]
    optional = SchemaReader()
    optional.node(schema(int | None), "", 0, {})
    assert [each.constraint for each in optional.clauses] == ["int | None"]
