"""Proofs about objects use what their constructors refuse, and tests of them are made by constructors."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

MODULE = """import dataclasses


class Span:
    def __init__(self, width: float) -> None:
        if not 0.5 <= width < 2.5:
            raise ValueError("width")
        self.width = width

    def grow(self, by: float) -> float:
        if self.width + by >= 2.5:
            raise ValueError("too wide")
        if by < 0.1:
            raise ValueError("by")
        return self.width + by


@dataclasses.dataclass
class Range:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("order")


def inside(r: Range, n: int) -> bool:
    if n < r.low:
        raise ValueError("below")
    if n > r.high:
        raise ValueError("above")
    return True


def join(a: Span, b: Span) -> float:
    if a.width + b.width > 4.9:
        raise ValueError("long")
    return a.width
"""


def rows(tmp_path: Path, text: str, *options: str) -> dict[tuple[str, ...], tuple[str, dict[str, str]]]:
    (tmp_path / "m.py").write_text(text)
    done = CliRunner().invoke(main, ["cvt", str(tmp_path / "m.py"), "--json", *options], catch_exceptions=False)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {(row["task_id"], *map(str, row["violates"])): (row["verdict"], row["arguments"] or {}) for row in found}


@pytest.mark.slow
def test_what_constructors_refuse_is_proved_and_near_it_is_found(tmp_path: Path) -> None:
    found = rows(tmp_path, MODULE)
    assert found["m.inside", "0", "1"] == ("infeasible", {})
    verdict, arguments = found["m.join", "0"]
    assert verdict == "violating"
    assert max(map(len, arguments.values())) <= len("Span(width=2.499)")
    assert found["m.Span.grow", "0", "1"][0] == "violating"


@pytest.mark.slow
def test_an_object_that_may_change_is_not_what_it_was(tmp_path: Path) -> None:
    found = rows(tmp_path, MODULE + "\n\ndef reset(r: Range) -> None:\n    r.high = 0\n")
    assert found["m.inside", "0", "1"][0] != "infeasible"


def test_of_any_plain_value_it_is_not_said(tmp_path: Path) -> None:
    found = rows(tmp_path, MODULE, "--universe", "plain", "--select", "m.inside")
    assert found["m.inside", "0", "1"][0] == "violating"


def test_a_default_of_none_is_an_argument_whatever_is_declared(tmp_path: Path) -> None:
    text = (
        "class Box:\n    def __init__(self, n: int = None) -> None:\n        self.n = n\n\n\n"
        "def of(box: Box) -> None:\n    assert box.n is not None\n\n\n"
        "def plain(n: int = None) -> None:\n    assert n is not None\n"
    )
    found = rows(tmp_path, text)
    assert found["m.of", "0"][0] == "violating"
    assert found["m.plain", "0"] == ("violating", {"n": "None"})
