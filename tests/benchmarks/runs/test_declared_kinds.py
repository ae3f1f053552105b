"""The kinds of constraints that pydantic's documentation describes: an input for each, judged again by pydantic."""

import datetime
import decimal
import math
import uuid
from typing import Any

import pydantic
import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

MODELS = """
import datetime
from collections import deque
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, Union
from uuid import UUID

import annotated_types as at
from pydantic import (
    UUID4, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, FutureDate, HttpUrl, RootModel,
)

class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, str_max_length=3)
    count: int
    name: str

class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(le=9)

class Dog(BaseModel):
    kind: Literal["dog"]
    model_config = ConfigDict(extra="forbid")

class Home(BaseModel):
    pet: Cat | Dog = Field(discriminator="kind")

Texts = Annotated[list[Annotated[str, Field(min_length=2)]], Field(max_length=1)]

class Either(BaseModel):
    value: Annotated[int, Field(gt=10)] | Texts | Cat

class Names(RootModel[Annotated[list[str], Field(min_length=1)]]):
    pass

class Pair(NamedTuple):
    low: int
    high: Annotated[int, Field(gt=0)]

class Places(BaseModel):
    point: tuple[int, Annotated[float, Field(allow_inf_nan=False)]]
    many: tuple[Annotated[int, at.Lt(3)], ...]
    pair: Pair
    last: deque[int] = Field(max_length=2)

def no_thirteen(value: Any) -> Any:
    if value == "thirteen":
        raise ValueError("13")
    return value

class Others(BaseModel):
    lower: Annotated[str, at.Predicate(str.islower)]
    when: AwareDatetime
    due: FutureDate
    key: UUID4
    url: HttpUrl
    amount: Decimal = Field(max_digits=4, decimal_places=2)
    luck: Annotated[str, BeforeValidator(no_thirteen)]
"""

EXPECTED: dict[str, dict[str, set[str]]] = {
    "Closed": {
        "count: required": {"missing"},
        "count: int": {"int_type"},
        "count: strict": {"int_type"},
        "name: required": {"missing"},
        "name: str": {"string_type"},
        "name: strict": {"string_type"},
        "name: max_length=3": {"string_too_long"},
        "extra='forbid'": {"extra_forbidden"},
    },
    "Home": {
        "pet: required": {"missing"},
        "pet: one by 'kind'": {"union_tag_not_found", "union_tag_invalid", "model_attributes_type"},
        "pet[cat].lives: required": {"missing"},
        "pet[cat].lives: int": {"int_parsing", "int_type"},
        "pet[cat].lives: le=9": {"less_than_equal"},
        "pet[dog]: extra='forbid'": {"extra_forbidden"},
    },
    "Either": {
        "value: required": {"missing"},
        "value: int | list | Cat": {"int_type", "int_parsing", "list_type", "model_type"},
        "value[int]: gt=10": {"greater_than", "list_type", "model_type"},
        "value[list]: max_length=1": {"int_type", "too_long", "model_type"},
        "value[list][*]: str": {"int_type", "string_type", "model_type"},
        "value[list][*]: min_length=2": {"int_type", "string_too_short", "model_type"},
        "value[Cat].kind: required": {"int_type", "list_type", "missing"},
        "value[Cat].kind: Literal['cat']": {"int_type", "list_type", "literal_error"},
        "value[Cat].lives: required": {"int_type", "list_type", "missing"},
        "value[Cat].lives: int": {"int_type", "list_type", "int_parsing"},
        "value[Cat].lives: le=9": {"int_type", "list_type", "less_than_equal"},
    },
    "Names": {
        "root: required": {"list_type"},
        "root: list": {"list_type"},
        "root: min_length=1": {"too_short"},
        "root[*]: str": {"string_type"},
    },
    "Places": {
        "point: required": {"missing"},
        "point: tuple": {"tuple_type"},
        "point[0]: int": {"int_type", "int_parsing"},
        "point[1]: float": {"float_type", "float_parsing"},
        "point[1]: allow_inf_nan=False": {"finite_number"},
        "many: required": {"missing"},
        "many: tuple": {"tuple_type"},
        "many[*]: int": {"int_type", "int_parsing"},
        "many[*]: lt=3": {"less_than"},
        "pair: required": {"missing"},
        "pair: Pair": {"named_tuple_type"},
        "pair.low: required": {"missing", "missing_argument"},
        "pair.low: int": {"int_parsing", "int_type"},
        "pair.high: required": {"missing", "missing_argument"},
        "pair.high: int": {"int_parsing", "int_type"},
        "pair.high: gt=0": {"greater_than"},
        "last: required": {"missing"},
        "last: deque": {"list_type", "deque_type"},
        "last: max_length=2": {"too_long"},
        "last[*]: int": {"int_parsing", "int_type"},
    },
    "Others": {
        "lower: required": {"missing"},
        "lower: str": {"string_type"},
        "lower: predicate str.islower": {"predicate_failed"},
        "when: required": {"missing"},
        "when: datetime": {"datetime_type", "datetime_from_date_parsing"},
        "when: tz_constraint='aware'": {"timezone_aware"},
        "due: required": {"missing"},
        "due: date": {"date_type", "date_from_datetime_parsing"},
        "due: now_op='future'": {"date_future"},
        "key: required": {"missing"},
        "key: uuid": {"uuid_type", "uuid_parsing"},
        "key: version=4": {"uuid_version"},
        "url: required": {"missing"},
        "url: url": {"url_type", "url_parsing"},
        "url: max_length=2083": {"url_too_long"},
        "url: allowed_schemes=['http', 'https']": {"url_scheme"},
        "amount: required": {"missing"},
        "amount: decimal": {"decimal_type", "decimal_parsing", "finite_number"},
        "amount: max_digits=4": {"decimal_max_digits", "decimal_whole_digits"},
        "amount: decimal_places=2": {"decimal_max_places"},
        "luck: required": {"missing"},
        "luck: str": {"string_type"},
        "luck: before validator no_thirteen": {"value_error"},
    },
}
"""By model and clause, the types of errors that an input for the clause alone may have."""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ContractTask]:
    file = tmp_path_factory.mktemp("kinds") / "models.py"
    file.write_text(MODELS, "utf-8")
    return {task.task_id.partition(".")[2]: task for task in load(file) if isinstance(task, ContractTask)}


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    found: dict[str, Any] = {"uuid": uuid, "inf": math.inf, "nan": math.nan}
    exec(MODELS, found)
    return found


@pytest.mark.parametrize("model", EXPECTED)
def test_each_kind_of_constraint_is_violated_alone(
    tasks: dict[str, ContractTask], names: dict[str, Any], replayer: Replayer, model: str
) -> None:
    task = tasks[model]
    assert task.declaration is not None
    assert [each.shown for each in task.declaration.clauses] == list(EXPECTED[model])
    report = synthesise(task, config=Config(max_subsets=len(task.declaration.clauses)), replayer=replayer)
    evaluated = {**names, "datetime": datetime, "decimal": decimal}
    for row in report.rows:
        clause = task.declaration.clauses[row.violates[0]].shown
        assert row.is_test, clause
        given = {name: eval(text, evaluated) for name, text in (row.arguments or {}).items()}
        with pytest.raises(pydantic.ValidationError) as raised:
            names[model](**given)
        assert {each["type"] for each in raised.value.errors()} <= EXPECTED[model][clause], clause


def test_a_generic_model_with_arguments_is_no_class_of_the_module(tasks: dict[str, ContractTask]) -> None:
    assert not any("[" in name for name in tasks)
