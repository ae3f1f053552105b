"""Conditions taken apart, against CPython."""

import ast
import re
from itertools import product
from random import Random

import pytest

from specassay.benchmarks.grading.normal import conjuncts, negated, normal_form

from ...samples import samples

VALUES: tuple[object, ...] = (-1, 0, 2, float("nan"), "a", [0, 1], [])
CONDITIONS = {
    "x > 0 and (y or x)": 2,
    "not (x or y)": 2,
    "0 <= x < y": 2,
    "not not (x and y)": 2,
    "all(e > 0 and e < x for e in y)": 2,
    "not any(e == x or e < 0 for e in y)": 2,
    "x or y": 1,
    "any(e and x for e in y)": 1,
}


def _passes(condition: ast.expr, **names: object) -> bool:
    """Whether it holds; a condition that raises does not."""
    code = compile(ast.fix_missing_locations(ast.Expression(condition)), "condition", "eval")
    try:
        return bool(eval(code, dict(names)))
    except (TypeError, ValueError, IndexError):
        return False


@pytest.mark.parametrize("text", CONDITIONS)
def test_all_parts_hold_exactly_where_the_whole_does(text: str) -> None:
    parts = conjuncts(ast.parse(text, mode="eval").body)
    assert len(parts) == CONDITIONS[text]
    for x, y in product(VALUES, repeat=2):
        whole = _passes(ast.parse(text, mode="eval").body, x=x, y=y)
        assert whole == all(_passes(part, x=x, y=y) for part in parts), (x, y)


def test_a_comparison_is_not_turned_round_by_its_negation() -> None:
    nan = float("nan")
    negation = negated(ast.parse("x < y", mode="eval").body)
    assert _passes(negation, x=nan, y=1)
    assert _passes(negated(negation), x=0, y=1)


def test_parts_that_share_a_condition_of_their_loop_keep_it_apart() -> None:
    first, second = "all(i > 0 for i in x if i != 3)", "all(any(j for j in i) for i in x if i != 3)"
    whole = normal_form("assert all(i > 0 and any(j for j in i) for i in x if i != 3)")
    parts = [normal_form(f"assert {part}") for part in (first, second)]
    assert whole == frozenset().union(*(part or () for part in parts))


def _condition(chance: Random, depth: int) -> str:
    """A condition over x and y, as people and models write them."""

    def inner() -> str:
        return _condition(chance, depth - 1)

    def value() -> str:
        return chance.choice(("x", "y", "0", "1", "len(x)", "x[0]", "'a'", "[1]", "(1, 2)", "None", "True", "False"))

    def sign() -> str:
        return chance.choice(("<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"))

    name = chance.choice("ij")
    about_each = re.sub(r"x\[0\]|\by\b", name, inner() if depth else "y > 0")
    loop = f"{about_each} for {name} in x if {name} != 1"
    simple = [f"{value()} {sign()} {value()}", f"{value()} <= {value()} < {value()}", "isinstance(y, int)"]
    deep = (
        [
            f"not ({inner()})",
            f"({inner()}) and ({inner()})",
            f"({inner()}) or ({inner()})",
            f"bool({inner()})",
            f"({inner()}) == False",
            f"all({loop})",
            f"any({loop})",
        ]
        if depth
        else []
    )
    return chance.choice([*simple, *deep])


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_condition_holds_exactly_where_all_of_its_normal_form_does() -> None:
    chance = Random(0)
    for text in (_condition(chance, 2) for _ in range(samples(4000, 150))):
        parts = normal_form(f"assert {text}")
        assert parts is not None
        for x, y in product((*VALUES, [2, 1], None, True), repeat=2):
            whole, *each = (_passes(ast.parse(one, mode="eval").body, x=x, y=y) for one in (text, *parts))
            assert whole == all(each), (text, x, y)


WAYS = [
    "for i, e in enumerate(x):\n    assert e > 0",
    "for i, e in enumerate(x, 1):\n    if not e > 0:\n        assert False",
    "i = 0\nwhile i < len(x):\n    assert x[i] > 0\n    i += 1",
    "ok = True\nfor e in x:\n    if not e > 0:\n        ok = False\nassert ok",
    "ok = True\nfor e in x:\n    if not e > 0:\n        ok = False\n        break\nassert ok",
    "bad = False\nfor e in x:\n    if e <= 0:\n        bad = True\nassert not bad",
    "ok = True\nfor e in x:\n    ok = ok and e > 0\nassert ok",
    "ok = all(e > 0 for e in x)\nassert ok",
    "wrong = [e for e in x if e <= 0]\nassert not wrong",
    "assert len([e for e in x if e > 0]) == len(x)",
    "assert len(x) == len([e for e in x if e > 0])",
    "for i, e in enumerate(x, start='a'):\n    assert e > 0",
    "for i, e in enumerate(x, begin=1):\n    assert e > 0",
]
OF_ELEMENTS = (
    *VALUES,
    None,
    True,
    {1: 2},
    {0: 1},
    {1, 2},
    {0},
    (),
    (1, 2),
    "",
    [1, "a"],
    ["a", 0],
    [True, 2.5],
    [float("nan")],
)


def _block_passes(block: str, x: object) -> bool:
    try:
        exec(block, {"x": x})
    except (AssertionError, TypeError, KeyError):
        return False
    return True


@pytest.mark.parametrize("block", WAYS)
def test_a_check_of_all_elements_is_one_condition_however_it_is_written(block: str) -> None:
    parts = normal_form(block)
    assert parts is not None
    for x in OF_ELEMENTS:
        assert _block_passes(block, x) == all(_block_passes(f"assert {part}", x) for part in parts), x


@pytest.mark.parametrize(
    "block",
    [
        "ok = True\nfor e in x:\n    if not e > 0:\n        ok = True\nassert ok",
        "ok = True\nfor e in x:\n    if not ok:\n        ok = False\nassert ok",
        "ok = True\nfor ok in x:\n    if not ok > 0:\n        ok = False\nassert ok",
        "ok = False\nfor e in x:\n    if e > 0:\n        ok = True\nassert ok",
        "i = 1\nwhile i < len(x):\n    assert x[i] > 0\n    i += 1",
        "i = 0\nwhile i < len(x):\n    assert x[i] > 0\n    i += 2",
        "i = 0.0\nwhile i < len(x):\n    assert x[i] > 0\n    i += 1",
        "i = 0\nwhile i < len(x):\n    assert x[i] > 0\n    i += 1.0",
        "for e in x:\n    n = n - e\n    assert n",
        "for e in x:\n    for y in y:\n        assert y > e",
    ],
)
def test_other_loops_have_no_form(block: str) -> None:
    assert normal_form(block) is None
