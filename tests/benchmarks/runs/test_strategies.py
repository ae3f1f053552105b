"""Strategies of Hypothesis from contracts: each example is what was asked for."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import specassay

MODULE = """
import re


def version(text: str) -> str:
    match = re.fullmatch(r"(\\d+)\\.(\\d+)", text)
    if match is None:
        raise ValueError("format")
    if match[1].startswith("0"):
        raise ValueError("zero")
    return text


def pick(weights: list[int], count: int) -> list[int]:
    if count < 0:
        raise ValueError("negative")
    if count > len(weights):
        raise ValueError("many")
    return weights[:count]


class Box:
    def __init__(self, size: int) -> None:
        self.size = size


def fits(box: Box) -> None:
    if box.size < 0:
        raise ValueError("size")


def free(text: str) -> str:
    return text
"""
FEW = settings(max_examples=20, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    path: Path = tmp_path_factory.mktemp("strategies") / "of_strategies.py"
    path.write_text(MODULE)
    spec = importlib.util.spec_from_file_location("of_strategies", path)
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules["of_strategies"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def message(function: Any, arguments: dict[str, Any]) -> str | None:
    try:
        function(**arguments)
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("name", "clauses", "expected"),
    [("version", (), None), ("version", (1,), "zero"), ("pick", (0,), "negative"), ("pick", (1,), "many")],
)
def test_each_example_violates_what_was_asked_for(
    module: ModuleType, name: str, clauses: tuple[int, ...], expected: str | None
) -> None:
    function = getattr(module, name)
    seen = set[str]()

    @FEW
    @given(specassay.strategies.violating(function, clauses))
    def check(arguments: dict[str, Any]) -> None:
        seen.add(repr(arguments))
        assert message(function, arguments) == expected

    check()
    assert len(seen) > 3


def test_valid_is_what_violates_nothing(module: ModuleType) -> None:
    @FEW
    @given(specassay.strategies.valid(module.pick))
    def check(arguments: dict[str, Any]) -> None:
        assert message(module.pick, arguments) is None

    check()


def test_what_has_no_strategy_is_an_error(module: ModuleType) -> None:
    for name, clauses in (("fits", ()), ("free", ()), ("pick", (0, 1))):
        with pytest.raises(specassay.InputError, match=name):
            specassay.strategies.violating(getattr(module, name), clauses)
