"""The evaluator of Python terms against CPython, on generated expressions."""

import math
import re
import warnings
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from specassay.core.evaluate.execution import evaluate_after
from specassay.core.fuel import Fuel
from specassay.frontends.python import parse_expression

from ...frontends.python.expressions import NAMES, environments, expressions
from ...frontends.python.same import same
from ...samples import samples


def python(text: str, environment: dict[str, Any]) -> tuple[str, Any]:
    """What CPython makes of an expression: its value, or the name of the exception's class."""
    try:
        return "defined", eval(text, {"math": math, "re": re, **environment})
    except Exception as error:
        return "undefined", type(error).__name__


@pytest.mark.parametrize(("depth", "examples"), [(1, 1000), (2, 3500), (3, 3500), (4, 2000)])
def test_the_evaluator_agrees_with_cpython(depth: int, examples: int) -> None:
    decided, examples = 0, samples(examples, 40)  # Every construct is also in a case of its own.

    @settings(max_examples=examples, deadline=None)
    @given(expressions(depth), environments())
    def check(text: str, environment: dict[str, Any]) -> None:
        nonlocal decided
        found = evaluate_after((), parse_expression(text, NAMES), environment)
        if found.state == "unknown":
            event(f"unknown: {found.reason.partition(' at ')[0]}")
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state, result = python(text, environment)
        decided += 1
        assert found.state == state, (found, result)
        assert found.reason == result if state == "undefined" else same(found.value, result), (found, result)

    check()
    assert decided > examples * 0.6


@given(expressions(3), environments(), st.integers(0, 50))
@settings(max_examples=samples(200, 4), deadline=None)
def test_little_fuel_gives_unknown_or_the_right_value(text: str, environment: dict[str, Any], steps: int) -> None:
    term = parse_expression(text, NAMES)
    found = evaluate_after((), term, environment, Fuel(steps=steps))
    if found.state != "unknown":
        again = evaluate_after((), term, environment)
        assert (found.state, found.reason) == (again.state, again.reason)
        assert same(found.value, again.value)
