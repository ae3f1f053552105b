"""The pictures of the report."""

import os
import re
import signal
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from specassay.benchmarks.run_report import plots
from specassay.benchmarks.run_report.document import read_report, report_of
from specassay.benchmarks.run_report.html import FOLDER, html_of
from specassay.benchmarks.run_report.reading import Rows
from specassay.benchmarks.schema import AnswerPart, Row, TaskRow

from .conftest import HOSTILE, Write, grade, rows_of_all_kinds, violating


def answered() -> TaskRow:
    """Two solvers on three queries."""
    outcomes = {"z3": ("sat", "timeout", "unsat"), "cvc5": ("sat", "sat", "unknown")}
    answers = [
        AnswerPart(violates=[place], solver=solver, outcome=outcome, origin="asked", seconds=0.25 * (place + 1))
        for solver, found in outcomes.items()
        for place, outcome in enumerate(found)
    ]
    return TaskRow(task_id="solved", language="python", question="contract", answers=answers)


@pytest.fixture(scope="module")
def drawn() -> list[plots.Plot]:
    rows: list[Row] = [*rows_of_all_kinds(hostile=True), answered()]
    report = report_of(Rows(tuple(rows)))
    return [plot for section in report.sections for plot in section.plots]


def test_every_picture_is_one_svg_with_a_name_and_a_text(drawn: list[plots.Plot]) -> None:
    assert [plot.title for plot in drawn] == [
        "Adherence to contracts against correctness",
        "How programs fail",
        "Verdicts on sets of clauses, by size of the contract",
        "Time by phase",
        "Completeness of specifications",
        "Completeness against functional",
        "Sets of clauses that solvers decide, the fastest first",
    ]
    for plot in drawn:
        assert plot.text
        picture = ElementTree.fromstring(str(plot.svg))
        assert picture.get("role") == "img"
        assert picture.get("aria-label") == plot.title


def test_pictures_hold_nothing_that_a_strict_policy_forbids(drawn: list[plots.Plot]) -> None:
    for plot in drawn:
        for element in ElementTree.fromstring(str(plot.svg)).iter():
            assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in {
                "svg",
                "g",
                "path",
                "line",
                "text",
                "rect",
            }
            assert not {name for name in element.attrib if name == "style" or name.startswith("on")}


def test_letters_and_lines_have_the_colours_of_the_theme(drawn: list[plots.Plot]) -> None:
    style = (FOLDER / "report.css").read_text("utf-8")
    mapped = set(re.findall(r'\[(?:fill|stroke)="(#\w+)"\]', style))
    assert mapped == {plots.INK, plots.RULE}
    for plot in drawn:
        letters = {element.get("fill") for element in ElementTree.fromstring(str(plot.svg)).iter() if element.text}
        assert letters <= {plots.INK}


def test_a_report_without_the_libraries_says_how_to_get_them(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "LIBRARIES", ("no_such_library",))
    text = html_of(read_report(write(violating("f", 0))))
    assert "pip install &#39;specassay[report]&#39;" in text
    assert 'role="img"' not in text
    assert HOSTILE not in text


def test_the_solvers_are_compared_on_what_several_were_asked() -> None:
    report = report_of(Rows((answered(),)))
    (table,) = next(section.tables for section in report.sections if section.anchor == "solvers")
    found = {row[0].text: [cell.text for cell in row] for row in table.rows}
    names = [column.name for column in table.columns]
    assert found["z3"][names.index("decides alone")] == "1"
    assert found["cvc5"][names.index("decides alone")] == "1"
    assert found["z3"][names.index("timeout")] == "1"
    assert "3 of these decided by some solver, in 1.5 s" in table.notes[1]


def test_a_program_without_a_test_has_not_failed_and_stands_at_no_rate_in_the_middle() -> None:
    rows = [grade("m-cs", "T/0"), grade("m-cs", "T/0", 1, verdict="wrong")]
    without = [grade("m-cs", "T/1", number, verdict="no test") for number in range(2)]
    rows += [replace(each, plus=each.base) for each in without]
    report = report_of(Rows(tuple(rows)))
    texts = {plot.title: plot.text for section in report.sections for plot in section.plots}
    assert texts["How programs fail"] == "The first valid input that is not passed: wrong 1."
    assert "pass@1 25 % to 75 %, AVC 100 %" in texts["Adherence to contracts against correctness"]


def _ends_its_process(chart: Mapping[str, Any]) -> str:
    os.kill(os.getpid(), signal.SIGTRAP)
    return ""


def test_what_ends_while_it_draws_ends_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "_converted", _ends_its_process)
    report = report_of(Rows((answered(),)))
    (plot,) = [plot for section in report.sections for plot in section.plots]
    assert plot.text.endswith("The picture could not be drawn: its process ended with signal 5.")
    assert plot.svg == ""
