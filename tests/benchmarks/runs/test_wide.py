"""The wide universe: tests that only values beyond the plain ones make."""

from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.gathering import gather
from specassay.benchmarks.runs.parallel import reports
from specassay.benchmarks.runs.run import RunSettings
from specassay.benchmarks.runs.task_report import Report
from specassay.benchmarks.schema import CvtRow
from specassay.core.errors import InputError


def _report(tmp_path: Path, source: str, **settings: Any) -> Report:
    path = tmp_path / "task.py"
    path.write_text(source)
    (report,) = reports(gather([path], ContractTask).tasks, RunSettings(config=Config(**settings)))
    return report


def _by_set(report: Report) -> dict[tuple[int, ...], CvtRow]:
    return {tuple(row.violates): row for row in report.rows}


NUMBER = """
def half(n):
    assert isinstance(n, (int, float, complex))
    assert n + 1 > n and n // 1 == n
    return n / 2
"""


def test_a_fraction_violates_what_no_plain_value_violates(tmp_path: Path) -> None:
    plain = _by_set(_report(tmp_path, NUMBER))
    assert plain[(0,)].verdict == "infeasible"
    wide = _by_set(_report(tmp_path, NUMBER, universe="wide"))
    assert wide[(0,)].verdict == "violating"
    assert wide[(0,)].universe == "wide"
    assert "Fraction" in (wide[(0,)].arguments or {})["n"]
    assert wide[(1,)].universe == "plain"


SHAPE = """
def area(shape):
    assert isinstance(shape, (int, float))
    assert type(shape).__name__ == "Square" and shape.sides == 4
    return shape
"""


@pytest.mark.slow
def test_a_class_of_the_users_takes_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    classes = tmp_path / "shapes.py"
    classes.write_text("class Square:\n    sides = 4\n")
    monkeypatch.chdir(tmp_path)
    for name in (f"{classes}:Square", "shapes.py:Square"):
        found = _by_set(_report(tmp_path, SHAPE, universe="wide", classes=(name,)))
        assert found[(0,)].arguments == {"shape": "Square()"}
    report = _report(tmp_path, SHAPE, universe="wide", classes=("shape.py:Square",))
    assert "there is no file shape.py" in (report.error or "")


@pytest.mark.parametrize("name", ["Square", ":Square", "shapes:not a name"])
def test_a_name_of_no_class_is_refused(tmp_path: Path, name: str) -> None:
    report = _report(tmp_path, SHAPE, universe="wide", classes=(name,))
    assert report.error is not None
    assert "MODULE:NAME" in report.error


def test_a_class_that_does_not_load_is_named(tmp_path: Path) -> None:
    report = _report(tmp_path, SHAPE, universe="wide", classes=("no_such_module:Square",))
    assert report.error is not None
    assert "no_such_module:Square" in report.error


def test_the_form_of_a_name_is_an_input_error() -> None:
    from specassay.benchmarks.runs.wide import classes

    with pytest.raises(InputError):
        classes(["Square"])
