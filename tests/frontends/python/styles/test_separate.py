"""Postconditions in functions of their own, `def postcondition(x, return_value): assert …`, mean what CPython does."""

import ast
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.deciding.clauses import theory_of
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.judging import judge_outputs
from specassay.frontends.python.files import functions_of
from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.specification import Specified, parse_specifications
from specassay.frontends.python.styles.model import module_of

BODIES = [
    "assert return_value == x + 1",
    '"""What it says."""\n    # of the result\n    assert (return_value > x), f"got {return_value}"',
    "expected = x + 1\n    assert return_value >= expected\n    assert return_value <= expected + 1, 'far'",
    "result = x\n    assert return_value > result",
    "if x < 0:\n        return\n    assert return_value == x + 1 and isinstance(return_value, int)",
    "for d in range(3):\n        if d > x:\n            assert return_value != d\n    assert f'{return_value}' != '2'",
    "def near(n):\n        return abs(n - return_value) < 2\n    assert near(x)",
]


def specified(tmp_path: Path, text: str) -> list[Specified]:
    path = tmp_path / "separate.py"
    path.write_text(text)
    return list(parse_specifications(path)[1])


@pytest.mark.parametrize("returned", ["return_value", "result"])
@pytest.mark.parametrize("body", BODIES)
def test_it_accepts_what_cpython_lets_pass(tmp_path: Path, body: str, returned: str) -> None:
    text = f"def postcondition(x, return_value):\n    {body}\n".replace("return_value", returned)
    (only,) = specified(tmp_path, text)
    scope: dict[str, Any] = {}
    exec(text, scope)
    assert not only.has_body
    assert all(condition.term is not None for condition in only.specification.ensures)
    for x in (-2, 0, 1, 2):
        for result in (-3, -1, 0, 1, 2, 3):
            try:
                scope["postcondition"](x, result)
                holds = "holds"
            except AssertionError:
                holds = "refuted"
            example = Example(only.specification, {"x": x}, {"result": result}, {}, (), "assertion", "", None)
            engines = engines_of("evaluate", None, 10.0)
            said = judge_outputs(example, example.outputs, (), theory_of(only.program), engines, "")
            assert said.verdict == holds, (x, result)


POSTCONDITION = "def postcondition{}(a, b, return_value):\n    assert return_value\n"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (POSTCONDITION.format(""), "postcondition"),
        ("def f(a, b): return a\n" + POSTCONDITION.format(""), "f"),
        ("def g(a, b): return b\ndef f(a, b): return a\n" + POSTCONDITION.format(""), "f"),
        ("def g(a, b): return b\ndef f(a, b): return a\n" + POSTCONDITION.format("_g"), "g"),
        ("def f(b, a): return a\n" + POSTCONDITION.format(""), "postcondition"),
        (POSTCONDITION.format("") + "def f(a, b): return a\n", "f"),
        (POSTCONDITION.format("").replace("return_value\n", "a > 0\n") + POSTCONDITION.format(""), "postcondition"),
    ],
)
def test_it_is_about_the_function_with_its_parameters(tmp_path: Path, text: str, subject: str) -> None:
    (only,) = specified(tmp_path, text)
    assert only.function.name == subject
    assert [str(binder.name) for binder in only.specification.inputs] == ["a", "b"]
    assert [condition.clause.text for condition in only.specification.ensures] == ["result"]


def test_it_joins_what_the_function_promises_itself(tmp_path: Path) -> None:
    text = 'def f(x):\n    """\n    pre: x > 0\n    post: _ > x\n    """\n    return x\n'
    (only,) = specified(tmp_path, text + "def postcondition(x, return_value):\n    assert return_value < 9\n")
    assert len(only.specification.requires) == 1
    assert [condition.clause.text for condition in only.specification.ensures] == ["result > x", "result < 9"]


@pytest.mark.parametrize("body", ["pass", "...", '"""Does it."""', "raise NotImplementedError", "return None"])
def test_a_head_alone_is_no_body(tmp_path: Path, body: str) -> None:
    (only,) = specified(
        tmp_path, f"def f(x):\n    {body}\ndef postcondition(x, return_value):\n    assert return_value\n"
    )
    assert only.function.name == "f"
    assert only.has_body == body.startswith("return")


def test_its_assertions_are_no_precondition() -> None:
    source = read(POSTCONDITION.format(""), "code.py")
    (found,) = functions_of(module_of(source, parse_module(source)))
    assert found.written.block is None
    assert isinstance(found.written.separate, ast.FunctionDef)
