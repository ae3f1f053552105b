"""Objects that annotations ask for: each expression makes one, and tests are built of them."""

import collections
import datetime
import decimal
import fractions
import pathlib
import re
import uuid
from pathlib import Path

import pytest

from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.runs.library import find_violations
from specassay.core.evaluate.execution import run
from specassay.core.ir.constructed import Constructed, is_plain
from specassay.frontends.python import literal, parse_contract
from specassay.frontends.python.constructions import STANDARD, constructions

CLASSES = {
    "Path": pathlib.Path, "Pattern": re.Pattern, "datetime": datetime.datetime, "date": datetime.date,
    "timedelta": datetime.timedelta, "Decimal": decimal.Decimal, "Fraction": fractions.Fraction, "UUID": uuid.UUID,
}  # fmt: skip


@pytest.mark.parametrize("name", STANDARD)
def test_what_is_made_for_a_class_is_of_it(name: str) -> None:
    modules = (collections, datetime, decimal, fractions, pathlib, re, uuid)
    scope = {module.__name__: module for module in modules}
    assert all(isinstance(eval(text, scope), CLASSES[name]) for text in STANDARD[name])


@pytest.mark.parametrize(
    "annotation", ["Path", "pathlib.Path", "Optional[Path]", "Path | None", "'Path'", "None | 'pathlib.Path'"]
)
def test_an_annotation_is_read_wherever_the_class_stands(annotation: str) -> None:
    assert constructions(annotation) == STANDARD["Path"]


@pytest.mark.parametrize("annotation", [None, "int", "list[int]", "Path(", "dict[Path, int]"])
def test_nothing_is_made_for_plain_values(annotation: str | None) -> None:
    assert constructions(annotation) == ()


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
    report = find_violations(task)  # type: ignore[arg-type]
    assert [(row.violates, row.verdict) for row in report.rows] == [
        ([0], "violating"), ([1], "violating"), ([0, 1], "violating"),
    ]  # fmt: skip
    first, second, both = report.rows
    assert first.arguments is not None
    assert first.how == {"0": "false"}
    assert eval(first.arguments["p"], {"pathlib": pathlib}).suffix != ".txt"
    assert second.arguments is not None
    assert eval(second.arguments["p"], {"pathlib": pathlib}).suffix == ".txt"
    assert second.runs_without_contract
    assert both.verdict == "violating"
