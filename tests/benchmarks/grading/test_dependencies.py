"""What of the statements before a check it depends on."""

import ast

import pytest

from specassay.benchmarks.grading.dependencies import (
    HelperScope,
    StatementWork,
    TooManySteps,
    prefix,
    with_body,
)
from specassay.benchmarks.grading.grading_limits import LIMITS


def kept(before: str, *used: str) -> str:
    statements = prefix(ast.parse(before).body, set(used), HelperScope({}, 3, StatementWork()))
    return "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in statements)


def test_what_a_name_is_computed_from_comes_along_and_nothing_else() -> None:
    assert kept("a = n\nb = n\nc = a + 1", "c") == "a = n\nc = a + 1"


@pytest.mark.parametrize(
    "before",
    [
        "import c",
        "from m import x as c",
        "def c():\n    return 1",
        "for c in n:\n    pass",
        "with n as c:\n    pass",
        "del c",
        "if n:\n    c = 1",
        "c, d = n",
        "class c:\n    pass",
    ],
)
def test_whatever_binds_a_name_is_kept(before: str) -> None:
    assert kept(before, "c") == before


def test_other_checks_and_what_they_need_are_left_out() -> None:
    assert kept("d = n\nassert d\nc = n\nassert c > 1", "c") == "c = n"


def test_an_early_return_is_kept_without_what_it_computes() -> None:
    assert kept("if n == 0:\n    d = 1\n    return d", "c") == "if n == 0:\n    return"


def test_a_helper_is_kept_without_annotations_unless_a_decorator_may_change_it() -> None:
    code = "def c(a: int, *b: int, d: int = 1, **e: int) -> int:\n    return a"
    assert kept(code, "c") == "def c(a, *b, d=1, **e):\n    return a"
    assert kept("@cached\ndef c(a):\n    return a", "c") == "@cached\ndef c(a):\n    return a"


def test_what_may_return_before_is_kept_with_its_checks_passed() -> None:
    loop = "for d in n:\n    assert d\n    if d > 9:\n        return d"
    assert kept(loop, "c") == loop.replace("assert d", "pass")
    assert kept("if n:\n    if n > 1:\n        return n", "c") == "if n and n > 1:\n    return"


def test_a_function_with_another_body_leaves_the_first_as_it_is() -> None:
    (function,) = ast.parse("def f(a: int):\n    return a").body
    assert isinstance(function, ast.FunctionDef)
    changed = with_body(function, [ast.Pass()])
    assert (ast.unparse(changed), ast.unparse(function)) == (
        "def f(a):\n    pass",
        "def f(a: int):\n    return a",
    )


def test_the_work_on_one_program_is_bounded() -> None:
    work = StatementWork(LIMITS.statements - 1)
    work.step()
    with pytest.raises(TooManySteps):
        work.step()
