"""Checks put into the text of programs."""

from typing import Any

import pytest

from specassay.benchmarks.grading.guards import Guard, clauses_of

CONTRACT = "    assert isinstance(xs, list)\n    n = len(xs)\n    assert n > 0\n    assert all(x > 0 for x in xs)\n"
TYPE, SIZE, ELEMENTS = clauses_of(CONTRACT)
PROGRAM = '''\
import math   # kept


def total(xs):   # as it was
    """The sum."""
    assert   isinstance( xs, list )
    return  math.fsum(xs)
'''


def woven(code: str, entry_point: str, *checks: Guard, **options: Any) -> str | None:
    """The program with checks about its parameter."""
    # Here, because libcst takes each worker of xdist a second to import, and few run this file.
    from specassay.benchmarks.weaving.weave import Insertion, inserted

    return inserted(code, entry_point, Insertion(checks, ("xs",), **options))


def test_every_other_character_stays() -> None:
    found = woven(PROGRAM, "total", ELEMENTS, after=frozenset({6}))
    assert found == PROGRAM.replace("    return", "    assert all((x > 0 for x in xs))\n    return")


def test_a_check_that_needs_statements_is_a_function() -> None:
    found = woven(PROGRAM, "total", TYPE, SIZE)
    assert found is not None
    assert "def check_contract_1(xs):\n    n = len(xs)\n    assert n > 0\n" in found
    assert '    """The sum."""\n    assert isinstance(xs, list)\n    check_contract_1(xs)\n    assert   isinst' in found
    assert _refuses(found, "total", []) == "AssertionError"


def test_other_names_of_parameters_and_of_what_the_function_binds() -> None:
    program = "def total(values, start=0):\n    all = sum(values)\n    return all + start\n"
    found = woven(program, "total", ELEMENTS)
    assert found is not None
    assert "    check_contract_1(values)\n    all = sum" in found
    assert _refuses(found, "total", [-1]) == "AssertionError"
    assert _refuses(found, "total", [1]) == ""


def test_what_raises_in_a_strict_check_is_refused() -> None:
    for strict, expected in ((False, "TypeError"), (True, "AssertionError")):
        found = woven(PROGRAM.replace("assert ", "# "), "total", ELEMENTS, strict=strict)
        assert found is not None
        assert _refuses(found, "total", 5) == expected


def test_a_function_around_one_that_calls_itself() -> None:
    program = "def down(xs):\n    return [] if not xs else [*down(xs[1:]), xs[0]]\n\nprint(down([1]))\n"
    inside, around = (woven(program, "down", SIZE, around=each) for each in (False, True))
    assert inside is not None
    assert around is not None
    assert _refuses(inside, "down", [1]) == "AssertionError"
    assert _refuses(around, "down", [1]) == ""
    assert _refuses(around, "down", []) == "AssertionError"
    assert around.endswith("print(down([1]))\n")


@pytest.mark.parametrize(
    "program",
    [
        "total = sum\n",
        "def total(*xs):\n    return sum(xs)\n",
        "def total():\n    return 0\n",
        "isinstance = lambda *_: True\ndef total(xs):\n    return 0\n",
        "def total(xs: return\n",
        "def total(xs): return sum(xs)\n",
    ],
)
def test_where_there_is_no_place_nothing_is_put_in(program: str) -> None:
    assert woven(program, "total", TYPE) is None


def _refuses(program: str, name: str, argument: object) -> str:
    """The class of what our own program raises on an argument; empty where it returns."""
    names: dict[str, object] = {"print": lambda *_: None}
    try:
        exec(program, names)
        names[name](argument)  # type: ignore[operator]
    except Exception as error:
        return type(error).__name__
    return ""
