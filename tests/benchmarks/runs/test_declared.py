"""Constraints that a library declares and checks: an input for each, judged again by the library itself."""

import ast
import datetime
import decimal
from itertools import product
from pathlib import Path
from typing import Any

import pydantic
import pytest

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.english.clause_examples import call_of
from specassay.benchmarks.runs.cvt import synthesise
from specassay.benchmarks.runs.task_report import Report
from specassay.core.errors import InputError

MODELS = """
from enum import Enum
from typing import Annotated, Literal

from pydantic import BaseModel, Field, field_validator, model_validator, validate_call


class Color(Enum):
    RED = "red"


class Address(BaseModel):
    zip: str = Field(pattern="^[0-9]{3}$")


class Person(BaseModel):
    age: int = Field(gt=0, lt=10, alias="years")
    tags: list[Annotated[str, Field(min_length=2)]] = Field(min_length=1)
    address: Address
    color: Color = Color.RED
    mode: Literal["a", "b"] = "a"
    parent: "Person | None" = None

    @field_validator("mode")
    @classmethod
    def no_b(cls, value):
        if value == "b":
            raise ValueError("b")
        return value

    @model_validator(mode="after")
    def not_five(self):
        assert self.age != 5
        return self


class Odd(BaseModel):
    some: int = Field(gt=5, ge=3)


@validate_call
def scale(size: Annotated[int, Field(gt=0)], *, by: float = 1.0) -> float:
    return size * by
"""


def reports_of(folder: Path, text: str, *names: str) -> tuple[dict[str, ContractTask], dict[str, Report]]:
    """The tasks of a module and what was found about them, by qualified name."""
    file = folder / "models.py"
    file.write_text(text, "utf-8")
    tasks = {task.task_id.partition(".")[2]: task for task in load(file) if isinstance(task, ContractTask)}
    with Replayer() as replayer:
        reports = {name: synthesise(tasks[name], config=Config(max_subsets=120), replayer=replayer) for name in names}
    return tasks, reports


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, ContractTask], dict[str, Report]]:
    return reports_of(tmp_path_factory.mktemp("declared"), MODELS, "Person", "Odd", "scale")


def alone_in(task: ContractTask, report: Report) -> dict[str, dict[str, Any]]:
    """The input that violates each clause alone, by the clause."""
    assert task.declaration is not None
    names = {**vars(datetime), "decimal": decimal}
    return {
        task.declaration.clauses[row.violates[0]].shown: {
            name: eval(text, names) for name, text in (row.arguments or {}).items()
        }
        for row in report.rows
        if len(row.violates) == 1 and row.is_test
    }


@pytest.mark.slow
def test_each_constraint_of_a_model_has_an_input_that_only_it_refuses(
    found: tuple[dict[str, ContractTask], dict[str, Report]],
) -> None:
    tasks, reports = found
    tests = alone_in(tasks["Person"], reports["Person"])
    names: dict[str, Any] = {}
    exec(MODELS, names)
    errors: dict[str, list[tuple[tuple[Any, ...], str]]] = {}
    for clause, arguments in tests.items():
        given = {"years" if name == "age" else name: value for name, value in arguments.items()}
        with pytest.raises(pydantic.ValidationError) as raised:
            names["Person"].model_validate(given)
        errors[clause] = [(each["loc"], each["type"]) for each in raised.value.errors()]
    assert errors == {
        "age: required": [(("years",), "missing")],
        "age: int": [(("years",), "int_parsing")],
        "age: gt=0": [(("years",), "greater_than")],
        "age: lt=10": [(("years",), "less_than")],
        "tags: required": [(("tags",), "missing")],
        "tags: list": [(("tags",), "list_type")],
        "tags: min_length=1": [(("tags",), "too_short")],
        "tags[*]: str": [(("tags", 0), "string_type")],
        "tags[*]: min_length=2": [(("tags", 0), "string_too_short")],
        "address: required": [(("address",), "missing")],
        "address: Address": [(("address",), "model_type")],
        "address.zip: required": [(("address", "zip"), "missing")],
        "address.zip: str": [(("address", "zip"), "string_type")],
        "address.zip: pattern='^[0-9]{3}$'": [(("address", "zip"), "string_pattern_mismatch")],
        "color: Color": [(("color",), "enum")],
        "mode: Literal['a', 'b']": [(("mode",), "literal_error")],
        "mode: after validator no_b": [(("mode",), "value_error")],
        "parent: Person | None": [(("parent",), "model_type")],
        "after validator not_five": [((), "assertion_error")],
    }


@pytest.mark.slow
def test_constraints_of_one_field_that_imply_each_other_are_proved_to(
    found: tuple[dict[str, ContractTask], dict[str, Report]],
) -> None:
    _, reports = found
    verdicts = {tuple(row.violates): row.verdict for row in reports["Odd"].rows}
    # 0: required, 1: int, 2: gt=5, 3: ge=3. Whatever is below 3 is not above 5 either.
    assert {target for target, verdict in verdicts.items() if verdict == "violating"} == {(0,), (1,), (2,), (2, 3)}
    assert set(verdicts.values()) == {"violating", "infeasible"}
    proof = next(row for row in reports["Odd"].rows if row.violates == [3])
    assert set(proof.core or ()) == {"clause 3 violated: some: ge=3", "clause 2 holds: some: gt=5"}


@pytest.mark.slow
def test_a_test_is_what_the_library_refuses_and_says_so(
    found: tuple[dict[str, ContractTask], dict[str, Report]],
) -> None:
    tasks, reports = found
    rows = [row for row in reports["scale"].rows if row.is_test]
    assert {row.raised for row in rows} == {"ValidationError"}
    assert alone_in(tasks["scale"], reports["scale"])["size: gt=0"] == {"size": 0}


def test_two_constraints_of_a_field_are_both_seen_where_pydantic_names_one(
    found: tuple[dict[str, ContractTask], dict[str, Report]],
) -> None:
    tasks, _ = found
    with Replayer() as replayer:
        replayer.load(tasks["Odd"].replay_task)
        assert replayer.run({"some": "1"}).violated == {2, 3}
        assert replayer.run({"some": "'4'"}).violated == {2}, "lax mode makes a number of a text"
        assert replayer.run({"some": "'6'"}).accepted
        assert replayer.run({}).violated == {0}


def test_clauses_stand_where_the_field_does(found: tuple[dict[str, ContractTask], dict[str, Report]]) -> None:
    tasks, _ = found
    task = tasks["Odd"]
    assert task.origin is not None
    assert {task.origin.span(offset, offset + 5, "models.py").line for offset in (0, 40)} == {
        next(
            node.lineno
            for node in ast.walk(ast.parse(MODELS))
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "some"
        )
    }


def test_validator_methods_are_clauses_of_their_class_only(
    found: tuple[dict[str, ContractTask], dict[str, Report]],
) -> None:
    tasks, _ = found
    assert set(tasks) == {"Address", "Person", "Odd", "scale"}


@pytest.mark.slow
def test_the_call_that_a_library_checks_is_shown(
    found: tuple[dict[str, ContractTask], dict[str, Report]], others: tuple[dict[str, ContractTask], dict[str, Report]]
) -> None:
    tasks = found[0] | others[0]
    assert call_of(tasks["Person"], {"age": "0"}) == "Person.model_validate({'years': 0})"
    assert call_of(tasks["Box"], {"size": "1", "lid": "2"}) == "Box(size=1, lid=2)"
    assert call_of(tasks["Order"], {"count": "0"}) == "msgspec.convert({'count': 0}, Order)"


def test_models_of_a_project_that_inherit_from_one_of_its_own(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "base.py").write_text("from pydantic import BaseModel\n\nclass Base(BaseModel):\n    key: str\n")
    (package / "cart.py").write_text("from .base import Base\n\nclass Cart(Base):\n    size: int\n")
    tasks = {task.task_id: task for task in load(tmp_path) if isinstance(task, ContractTask)}
    assert set(tasks) == {"shop.base.Base", "shop.cart.Cart"}
    declaration = tasks["shop.cart.Cart"].declaration
    assert declaration is not None
    assert [clause.shown for clause in declaration.clauses] == [
        "key: required",
        "key: str",
        "size: required",
        "size: int",
    ]


def test_annotations_that_nothing_checks_are_no_contract(tmp_path: Path) -> None:
    text = """
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt
from pydantic import BaseModel

class Empty(BaseModel):
    pass

@dataclass
class Plain:
    size: Annotated[int, Gt(0)]

def double(size: Annotated[int, Gt(0)]) -> int:
    return 2 * size
"""
    file = tmp_path / "plain.py"
    file.write_text(text)
    with pytest.raises(InputError, match="no function begins with assertions"):
        load(file)


def test_what_a_validator_raises_beside_value_errors_is_its_own(tmp_path: Path) -> None:
    text = """
from pydantic import BaseModel, field_validator

class Wild(BaseModel):
    key: str

    @field_validator("key")
    @classmethod
    def known(cls, value):
        return {"a": 1}[value]
"""
    tasks, reports = reports_of(tmp_path, text, "Wild")
    row = next(row for row in reports["Wild"].rows if row.violates == [2])
    assert tasks["Wild"].declaration is not None
    assert tasks["Wild"].declaration.clauses[2].shown == "key: after validator known"
    assert (row.verdict, row.raised, row.how) == ("violating", "KeyError", {"2": "raises"})


OTHERS = """
from typing import Annotated, Literal

import attrs
import msgspec
from attrs import validators
from beartype import beartype
from beartype.vale import Is


@attrs.define
class Box:
    size: int = attrs.field(validator=[validators.instance_of(int), validators.gt(0)])
    label: str = attrs.field(default="a", validator=validators.matches_re("[a-z]+"))
    _lid: int = attrs.field(default=0, converter=int)

    @_lid.validator
    def fits(self, attribute, value):
        if value > self.size:
            raise ValueError("too large")


class Unchecked:
    pass


@attrs.define
class Loose:
    size: int


class Order(msgspec.Struct):
    count: Annotated[int, msgspec.Meta(ge=1)]
    code: Annotated[str, msgspec.Meta(min_length=1, pattern="^a")] | None = None
    kind: Literal["a", "b"] = "a"


@beartype
def scale(size: Annotated[int, Is[lambda x: x > 7]], *, by: float = 1.0) -> float:
    return size * by
"""


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, ContractTask], dict[str, Report]]:
    return reports_of(tmp_path_factory.mktemp("declared"), OTHERS, "Box", "Order", "scale")


@pytest.mark.slow
def test_validators_of_attrs_are_violated_alone(others: tuple[dict[str, ContractTask], dict[str, Report]]) -> None:
    tasks, reports = others
    assert "Loose" not in tasks, "attrs checks no annotation"
    alone = alone_in(tasks["Box"], reports["Box"])
    assert set(alone) == {
        "size: required",
        "size: int",
        "size: gt=0",
        "label: pattern='[a-z]+'",
        "_lid: validator fits",
    }
    assert alone["size: required"] == {}
    assert set(alone["_lid: validator fits"]) == {"size", "lid"}
    with Replayer() as replayer:
        replayer.load(tasks["Box"].replay_task)
        assert replayer.run({"size": "1", "lid": "'1'"}).accepted, "a converter comes first"
        assert replayer.run({"size": "-1.0", "lid": "-2"}).violated == {1, 2}, "attrs itself names the first only"


def test_constraints_of_msgspec_are_violated_alone(others: tuple[dict[str, ContractTask], dict[str, Report]]) -> None:
    tasks, reports = others
    alone = alone_in(tasks["Order"], reports["Order"])
    assert set(alone) == {
        "count: required",
        "count: int",
        "count: ge=1",
        "code: str | None",
        "code: pattern='^a'",
        "kind: literal",
    }
    verdicts = {tuple(row.violates): row.verdict for row in reports["Order"].rows}
    assert verdicts[4,] == "infeasible", "what is empty has no a either"
    assert verdicts[4, 5] == "violating"


def test_beartype_refuses_each_parameter_alone(others: tuple[dict[str, ContractTask], dict[str, Report]]) -> None:
    tasks, reports = others
    rows = {tuple(row.violates): row for row in reports["scale"].rows}
    assert [row.verdict for target, row in rows.items() if len(target) == 1] == ["violating"] * 3
    assert rows[1,].raised == "BeartypeCallHintParamViolation"
    with Replayer() as replayer:
        replayer.load(tasks["scale"].replay_task)
        assert replayer.run({"size": "8"}).accepted
        assert replayer.run({"size": "7", "by": "'x'"}).violated == {1, 2}


CONTAINERS = """
from pydantic import BaseModel, Field
from typing import Annotated

class Basket(BaseModel):
    xs: list[Annotated[int, Field(gt=0)]] = Field(min_length=1)
    d: dict[str, Annotated[int, Field(gt=0)]]
"""


@pytest.mark.slow
def test_what_is_proved_of_containers_and_their_elements_no_small_input_refutes(tmp_path: Path) -> None:
    tasks, _ = reports_of(tmp_path, CONTAINERS)
    with Replayer() as replayer:
        report = synthesise(tasks["Basket"], config=Config(max_subsets=400), replayer=replayer)
        elements = ("1", "0", "'a'", "None")
        lists = ["", "1", "[]", *(f"[{one}, {other}]" for one, other in product(elements, repeat=2)), "()", "[0]"]
        dicts = ["", "[]", "{}", *(f"{{{key}: {value}, 'b': 1}}" for key, value in product(elements, repeat=2))]
        dicts += ["{'a': 0, 'b': 'x'}", "{1: 0, 'b': 'x'}"]
        seen = set()
        for xs, d in product(lists, dicts):
            replay = replayer.run({name: text for name, text in (("xs", xs), ("d", d)) if text})
            if replay.decided:
                seen.add(replay.violated)
    verdicts = {frozenset(row.violates): row.verdict for row in report.rows}
    assert [target for target in seen if verdicts.get(target) == "infeasible"] == []
    assert {verdicts[target] for target in seen & verdicts.keys()} == {"violating"}
    # 0: xs required, 1: list, 2: min_length, 3: xs[*] int, 4: gt=0, 5: d required, 6: dict, 7: d[*] int, 8: gt=0,
    # 9: d[key] str
    for impossible in ({0, 3}, {1, 4}, {2, 3}, {5, 7}, {6, 9}, {0, 1}):
        assert verdicts[frozenset(impossible)] == "infeasible"
    for possible in ({3, 4}, {7, 8}, {7, 9}):
        assert verdicts[frozenset(possible)] == "violating"


RELATED = """
from pydantic import BaseModel, Field

class In(BaseModel):
    t: int = Field(ge=3)

class Out(BaseModel):
    i: In
    other: In | None

class Share(BaseModel):
    n: float = Field(ge=0, le=1, allow_inf_nan=False)

class Never(BaseModel):
    n: int = Field(gt=3, lt=3)

class Absent(BaseModel):
    n: int = Field(gt=3, lt=3, default=0)
"""


@pytest.fixture(scope="module")
def related(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    _, reports = reports_of(tmp_path_factory.mktemp("related"), RELATED, "Out", "Share", "Never", "Absent")
    return reports


@pytest.mark.slow
def test_what_is_no_value_of_a_class_has_no_parts(related: dict[str, Report]) -> None:
    verdicts = {tuple(row.constraints or ()): row.verdict for row in related["Out"].rows}
    assert verdicts["i: In", "i.t: required"] == "infeasible"
    assert verdicts["i: required", "i.t: required"] == "infeasible"
    assert verdicts["i.t: required",] == "violating"


@pytest.mark.slow
def test_bounds_of_a_float_imply_that_it_is_finite(related: dict[str, Report]) -> None:
    proofs = {tuple(row.constraints or ()): row for row in related["Share"].rows if row.is_proof}
    core = proofs["n: allow_inf_nan=False",].core
    assert core == [
        "clause 2 holds: n: ge=0",
        "clause 3 holds: n: le=1",
        "clause 4 violated: n: allow_inf_nan=False",
    ]


@pytest.mark.slow
def test_constraints_of_a_required_field_that_no_value_meets_are_told(related: dict[str, Report]) -> None:
    said = related["Never"].rows[0].consistency
    assert isinstance(said, dict)
    assert (said["outcome"], said["clauses"]) == ("contradictory", [2, 3])
    assert not isinstance(related["Absent"].rows[0].consistency, dict)


SIMPLE = """
import attrs
from pydantic import BaseModel, Field, model_validator


@attrs.frozen
class Span:
    start: float = attrs.field(converter=float)
    end: float = attrs.field(converter=float)

    @end.validator
    def _after(self, attribute, value):
        if value < self.start:
            raise ValueError


class Range(BaseModel):
    low: int = Field(ge=0)
    high: int = Field(ge=0)
    name: str = "https"

    @model_validator(mode="after")
    def order(self):
        assert self.low <= self.high
        return self
"""


@pytest.mark.slow
def test_inputs_are_simple_and_converters_take_what_is_missing(tmp_path: Path) -> None:
    tasks, reports = reports_of(tmp_path, SIMPLE, "Span", "Range")
    shown = {"start: required", "end: required", "end: validator _after"}
    assert alone_in(tasks["Span"], reports["Span"]).keys() == shown
    assert all(row.arguments is not None for row in reports["Span"].rows if len(row.violates) == 1)
    of_whole = alone_in(tasks["Range"], reports["Range"])["after validator order"]
    assert of_whole.keys() == {"low", "high"}
    assert max(of_whole.values()) < 10


AFTER = """
from pydantic import BaseModel, Field, field_validator, model_validator

class Span(BaseModel):
    points: list[int] = Field(default=[], min_length=1)
    name: str = ""

    @field_validator("points")
    @classmethod
    def few(cls, points):
        if len(points) > 4:
            raise ValueError("many")
        return points

    @field_validator("name", mode="before")
    @classmethod
    def text(cls, name):
        if not isinstance(name, str):
            raise ValueError("no text")
        return name

    @model_validator(mode="after")
    def named(self):
        if self.points and self.name == "x":
            raise ValueError("x")
        return self
"""


@pytest.mark.slow
def test_a_validator_that_runs_last_is_violated_where_all_else_holds(tmp_path: Path) -> None:
    _, reports = reports_of(tmp_path, AFTER, "Span")
    verdicts = {tuple(row.constraints or ()): row.verdict for row in reports["Span"].rows}
    few, named = "points: after validator few", "after validator named"
    assert (verdicts[few,], verdicts[named,]) == ("violating", "violating")
    for first in ("points: list", "points: min_length=1", "points[*]: int"):
        assert verdicts[first, few] == "infeasible"
    assert verdicts[few, named] == "infeasible"
    assert verdicts["name: str", "name: before validator text"] != "infeasible"
    assert reports["Span"].rows[0].valid == {}


ATTRS = """
import attrs


@attrs.define
class Transfer:
    amount: int = attrs.field(validator=attrs.validators.gt(0))
    source: str = attrs.field(validator=attrs.validators.min_len(1))
    target: str = attrs.field()
    note: str = attrs.field(default="", validator=attrs.validators.max_len(140))

    @target.validator
    def _differs(self, attribute, value):
        if value == self.source:
            raise ValueError("to itself")
"""


def test_fields_of_attrs_have_values_of_the_types_that_are_declared(tmp_path: Path) -> None:
    """attrs checks no annotation: `note=0` is refused for having no length, and shows nothing about its bound."""
    path = tmp_path / "transfers.py"
    path.write_text(ATTRS)
    (task,) = [task for task in load(path) if isinstance(task, ContractTask)]
    rows = [row for row in synthesise(task).rows if len(row.violates) == 1]
    inputs = [rows[0].valid, *(row.arguments for row in rows)]
    for arguments in inputs:
        assert arguments
        values = {name: eval(text) for name, text in arguments.items()}
        assert {name: type(value) for name, value in values.items()}.items() <= {
            "amount": int,
            "source": str,
            "target": str,
            "note": str,
        }.items()
