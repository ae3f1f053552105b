"""Objects that annotations ask for: each expression makes one, and tests are built of them."""

import ast
import builtins
import collections
import copy
import datetime
import decimal
import fractions
import http
import importlib
import io
import ipaddress
import numbers
import pathlib
import random
import re
import threading
import types
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from specassay import ContractTask
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.runs.library import find_violations
from specassay.core.evaluate.execution import run
from specassay.core.ir.plain_values import Constructed, is_plain
from specassay.frontends.python import literal, parse_contract
from specassay.frontends.python.constructions import (
    AnnotationScope,
    compared,
    constructions,
    expanded,
    of_contract,
    of_module,
    of_tests,
)
from specassay.frontends.python.origins import origins_at
from specassay.frontends.python.standard_classes import LIBRARIES, NUMPY, OBJECTS, PLAIN

MODULES = (collections, datetime, decimal, fractions, http, io, ipaddress, pathlib, random, re, threading, types, uuid)
SCOPE = {module.__name__: module for module in MODULES}
CLASSES = {
    "Path": pathlib.Path,
    "Pattern": re.Pattern,
    "datetime": datetime.datetime,
    "date": datetime.date,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "tzinfo": datetime.tzinfo,
    "Decimal": decimal.Decimal,
    "Fraction": fractions.Fraction,
    "UUID": uuid.UUID,
    "Match": re.Match,
    "PurePath": pathlib.PurePath,
    "deque": collections.deque,
    "Counter": collections.Counter,
    "IPv4Address": ipaddress.IPv4Address,
    "HTTPStatus": http.HTTPStatus,
    "StringIO": io.StringIO,
    "BytesIO": io.BytesIO,
    "Exception": Exception,
}


@pytest.mark.parametrize("name", OBJECTS)
def test_what_is_made_for_a_class_is_of_it(name: str) -> None:
    made = [eval(text, dict(SCOPE)) for text in OBJECTS[name]]
    assert made
    assert all(isinstance(each, CLASSES.get(name, object)) for each in made)
    # What has a lock has no copies: it is made anew for each call.
    assert name in ("Lock", "RLock", "Event") or all(copy.deepcopy(each) is not None for each in made)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_values_of_a_class_are_of_it(name: str) -> None:
    kind = type(None) if name == "None" else vars(builtins)[name]
    wider = (int, float) if kind is float else kind
    assert all(isinstance(eval(text), wider) for text in PLAIN[name])


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_is_made_for_a_library_can_be_made(library: str) -> None:
    module = importlib.import_module(library)
    for texts in LIBRARIES[library].values():
        for text in texts:
            eval(text, {library: module})


def around(contract: str, text: str = "") -> AnnotationScope:
    return of_contract(of_module(ast.parse(text)), ast.parse(contract))


@pytest.mark.parametrize(
    "annotation", ["Path", "pathlib.Path", "Optional[Path]", "Path | None", "'Path'", "None | 'pathlib.Path'"]
)
def test_an_annotation_is_read_wherever_the_class_stands(annotation: str) -> None:
    assert set(constructions(annotation)) - {"None"} == set(OBJECTS["Path"])


@pytest.mark.parametrize(
    "annotation",
    [
        None,
        "int",
        "list[int]",
        "Path(",
        "Literal['Path']",
        "Any",
        "Sequence[str]",
        "Number",
        "SupportsAbs[int]",
        "list[()]",
    ],
)
def test_nothing_is_made_for_plain_values(annotation: str | None) -> None:
    assert constructions(annotation) == ()


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        ("list[Path]", list),
        ("dict[str, date]", dict),
        ("tuple[Decimal, ...]", tuple),
        ("tuple[Path, int]", tuple),
        ("list[tuple[()] | Path]", list),
        ("{'a': Path, 'b': int}", dict),
        ("set[date]", set),
        ("frozenset[date]", frozenset),
        ("Iterator[int]", Iterator),
        ("Callable[[int], str]", Callable),
        ("Callable[..., bool]", Callable),
        ("Sequence[Fraction]", list),
        ("Mapping[str, Path]", dict),
        ("deque[date]", collections.deque),
        ("type[int] | Path", (type, pathlib.Path)),
    ],
)
def test_generic_types_hold_values_of_what_they_name(annotation: str, kind: Any) -> None:
    texts = constructions(annotation)
    assert len(texts) > 2
    assert all(isinstance(eval(text, dict(SCOPE)), kind) for text in texts)


def test_a_function_takes_as_many_arguments_as_declared() -> None:
    one, *_ = (eval(text) for text in constructions("Callable[[int, str], bool]"))
    assert one(3, "a") == 3


def test_objects_are_composed_of_the_constants_of_a_contract() -> None:
    contract = "assert d > datetime.date(2020, 3, 1) and p.suffix == '.csv' and q < LIMIT"
    where = around(contract, "LIMIT = Decimal('1.50')")
    assert set(constructions("date", where)) >= {
        "datetime.date(2020, 3, 1)",
        "datetime.date(2020, 2, 29)",
        "datetime.date(2020, 3, 2)",
    }
    assert "pathlib.Path('a.csv')" in constructions("Path", where)
    assert {"decimal.Decimal('1.50')", "decimal.Decimal('1.49')"} <= set(constructions("Decimal", where))
    denominators = constructions("Fraction", around("assert f.denominator <= 100"))
    assert {"fractions.Fraction(1, 101)", "fractions.Fraction(-1, 101)"} <= set(denominators)


def test_arrays_have_the_sizes_that_a_contract_names_where_numpy_is_imported() -> None:
    where = around("assert a.shape == (7, 7)", "import numpy as np")
    assert "numpy.ones((7, 7))" in constructions("np.ndarray", where)
    assert constructions("np.ndarray") == ()


@pytest.mark.parametrize("name", numbers.__all__)
def test_what_is_declared_for_an_abstract_number_is_one(name: str) -> None:
    found = constructions(f"numbers.{name}", plain=True)
    assert found
    assert all(isinstance(eval(text), getattr(numbers, name)) for text in found)


def test_plain_values_near_those_of_a_contract_are_declared() -> None:
    found = constructions("int", around("assert n < 365"), plain=True)
    assert {"364", "365", "366"} <= set(found)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("Rows", "list[Path]"),
        ("'Rows | None'", "list[Path] | None"),
        ("dict[Id, Rows]", "dict[int, list[Path]]"),
        ("T", "str | bytes"),
        ("Literal['Rows']", "Literal['Rows']"),
        ("LIMIT", "LIMIT"),
        ("Loop", "Loop"),
        (None, None),
    ],
)
def test_aliases_are_replaced_by_what_they_stand_for(annotation: str | None, expected: str | None) -> None:
    text = "Rows = list[Path]\nId = NewType('Id', int)\nT = TypeVar('T', str, bytes)\nLIMIT = 3\nLoop = Loop\n"
    assert expanded(annotation, around("", text)) == expected


def test_isinstance_says_what_is_wanted() -> None:
    contract = ast.parse("assert isinstance(a, np.ndarray)\nassert isinstance(b, (Path, str)) and isinstance(c.d, int)")
    assert of_tests(contract, ["a", "b", "c"]) == {"a": "np.ndarray", "b": "Path | str"}


def test_the_evaluator_knows_nothing_of_an_object() -> None:
    contract = parse_contract("assert n > 0\n", name="f", parameters=["n"])
    value = [Constructed("pathlib.Path('a')")]
    assert not is_plain(value)
    assert not is_plain({"k": (0, value)})
    assert run(contract, {"n": value}).violated is None
    assert literal(value) == "[pathlib.Path('a')]"


def test_a_test_with_objects_is_certified_by_replay(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from pathlib import Path\n\n\ndef f(p: Path, n: int) -> Path:\n"
        "    assert p.suffix == '.txt'\n    assert n > 0\n    return p\n"
    )
    (task,) = load(tmp_path / "own.py")
    assert isinstance(task, ContractTask)
    report = find_violations(task)
    assert [(row.violates, row.verdict) for row in report.rows] == [
        ([0], "violating"),
        ([1], "violating"),
        ([0, 1], "violating"),
    ]
    first, second, both = report.rows
    assert first.arguments is not None
    assert first.how == {"0": "false"}
    assert eval(first.arguments["p"], {"pathlib": pathlib}).suffix != ".txt"
    assert second.arguments is not None
    assert eval(second.arguments["p"], {"pathlib": pathlib}).suffix == ".txt"
    assert second.runs_without_contract
    assert both.verdict == "violating"


def test_arguments_have_the_declared_types_where_that_is_possible(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from datetime import date\n\n\ndef f(a: date, n: int) -> date:\n    if n > 3:\n        raise ValueError\n"
        "    if a > date(2020, 1, 1):\n        raise ValueError\n    return a\n"
    )
    (task,) = load(tmp_path / "own.py").items
    assert isinstance(task, ContractTask)
    report = find_violations(task)
    for row in report.rows:
        assert row.arguments is not None
        assert isinstance(eval(row.arguments["a"], {"datetime": datetime}), datetime.date)
        assert isinstance(eval(row.arguments["n"]), int)
        assert set(row.how or {}) == set(map(str, row.violates))
        assert "raises" not in (row.how or {}).values()


def test_what_a_contract_calls_is_a_function_and_what_it_compares_with_is_of_the_module() -> None:
    text = "assert callable(f)\nassert g(0) < 3\nassert x is _MISSING or _LAST == 3\nassert x in (Kind.A, 5)\n"
    text += "assert x in TABLE"
    contract = ast.parse(text)
    assert of_tests(contract, ["f", "g", "x"]) == {"f": "Callable", "g": "Callable"}
    assert set(compared(contract, "x", ["_MISSING", "_LAST", "Kind", "TABLE"])) == {"_MISSING", "Kind.A"}
    made = constructions("Callable", AnnotationScope(constants=(3,)))
    results = {eval(text, {})(0) for text in made if "lambda" in text}
    assert {2, 3, 4, -1, None} <= results


def test_arrays_have_each_content_in_each_number_of_dimensions() -> None:
    numpy = pytest.importorskip("numpy")
    arrays = [eval(text, {"numpy": numpy}) for text in NUMPY["ndarray"]]
    plain = [each for each in arrays if each.dtype.kind == "f" and each.size]
    for holds in (numpy.isnan, numpy.isinf, lambda array: array < 0):
        assert {1, 2, 3} <= {array.ndim for array in plain if holds(array).all()}


ALIASES = """
from typing import TypeVar
Text = TypeVar("Text", int, str)
Bound = TypeVar("Bound", bound="Key")
Any = TypeVar("Any")
Key = int
Twice = int
if Twice:
    Twice = str
class C:
    Key = str
    def m(self, x: Key): ...
Before = list[bytes]
bytes = float
After = list[bytes]
def NewType(name, kind): ...
Made = NewType("Made", int)
class TypedDict: ...
class Row(TypedDict):
    key: int
"""


@pytest.mark.parametrize(
    ("annotation", "line", "meant"),
    [
        ("Text", 0, "int | str"),
        ("Bound", 0, "int"),
        ("Any", 0, "Any"),
        ("Key", 0, "int"),
        ("Twice", 0, "Twice"),
        ("Key", 12, "Key"),
        ("Before", 0, "Before"),
        ("After", 0, "list[float]"),
        ("Made", 0, "Made"),
        ("Row", 0, "Row"),
    ],
)
def test_a_name_stands_for_what_its_one_binding_says_where_it_is_seen(annotation: str, line: int, meant: str) -> None:
    tree = ast.parse(ALIASES)
    scope = evolve(of_module(tree), origins=origins_at(tree, line))
    assert expanded(annotation, scope) == meant


def test_dates_are_next_to_the_first_and_the_last_and_times_have_parts_of_a_second() -> None:
    days = sorted(eval(text, SCOPE) for text in OBJECTS["date"])
    assert days[1] - days[0] == days[-1] - days[-2] == datetime.timedelta(1)
    moments = [eval(text, SCOPE) for text in OBJECTS["datetime"]]
    assert any(moment.microsecond for moment in moments if moment != datetime.datetime.max)
