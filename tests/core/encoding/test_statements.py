"""Statements over an unknown number and an unknown list leave the names, and raise, as in CPython in every world."""

from textwrap import indent
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.statements import BlockExecution, execute
from specassay.core.encoding.unrolling import USUAL
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import subterms, var
from specassay.frontends.python import parse_contract

from .symbolic import choices, exceptions, known, meant, some_of, symbolic

ELEMENTS = (3, 0, "a")
TEXTS = {
    "a branch": "r = 1\nif x > 1:\n    r = 2\nelif x == 1:\n    r = r + 2",
    "a name of one branch": "if x > 1:\n    r = 2\nr = r + 1",
    "a loop that ends": "r = 0\nfor v in xs:\n    if v == x:\n        break\n    r = r + 1\nelse:\n    r = -1",
    "a loop that goes on": "r = []\nfor v in xs:\n    if v == 0:\n        continue\n    r = [*r, v]\nr = [*r, x]",
    "an exception in a turn": "r = 0\nfor v in xs:\n    r = r + v\nr = r * 2",
    "a caught exception": "r = 0\ntry:\n for v in xs:\n  r += 9 // v\nexcept ArithmeticError:\n r = -1",
    "its names": "r = 0\ntry:\n    r = 1\n    y = 1 // x\n    r = 2\nexcept ZeroDivisionError:\n    r = r + 10",
    "the first exception": "try:\n 1 // x\n [][x]\nexcept IndexError:\n r = 1\nexcept ArithmeticError:\n r = 2",
    "the first of two": "try:\n r = 1 // x + [][x]\nexcept ArithmeticError:\n r = 2\nexcept IndexError:\n r = 1",
    "names of two": "r = 0\ntry:\n r = 1\n 1 // x\n r = 2\n [1, 2][x]\nexcept (ArithmeticError, IndexError):\n r += 9",
    "the other branch": "try:\n    1 // x\nexcept ZeroDivisionError:\n    r = 1\nelse:\n    r = 2",
    "an exception again": "try:\n    r = 1 // x\nexcept ZeroDivisionError:\n    if x == 0:\n        raise\nr = 7",
    "another exception": "try:\n    r = 1 // x\nexcept ArithmeticError as e:\n    raise KeyError\nr = 7",
    "what always happens": "r = 1\ntry:\n    r = 2\nfinally:\n    r = r + x",
    "a name of a handler": "e = 1\ntry:\n    1 // x\nexcept ZeroDivisionError as e:\n    pass\nr = e",
    "a while": "r = 0\nwhile r < x:\n    r = r + 2\nelse:\n    r = r + 10",
    "a while that ends": "r = 0\nwhile True:\n r += 1\n if r > x:\n  break\nelse:\n r = 9",
    "an effect of its test": "r = x\nwhile (r := r - 1) > 0:\n    pass",
    "a helper": "def f(a, b=x):\n if a:\n  return b\n for v in xs:\n  if v == 0:\n   return v\nr = f(x - 1)",
    "a helper of a later name": "def f():\n    return y\ny = x\nr = f()",
    "a name of a loop": "v = 9\nfor v in xs:\n    pass\nr = v",
    "nested loops": "r = 0\nfor v in xs:\n for w in xs:\n  if w == v:\n   break\n  r = r + 1",
    "unpacking": "r = 0\nfor a, b in [(1, 2), (x, 3)]:\n    r = r + a * b",
    "wrong unpacking": "a, b = [x, *xs]\nr = a",
}


def outcome(text: str, x: int, xs: list[Any]) -> Any:
    """What r is, or the name of the exception."""
    names: dict[str, Any] = {}
    exec(f"def f(x, xs):\n{indent(text, ' ')}\n return r", names)
    try:
        return names["f"](x, xs)
    except Exception as problem:  # which one it is, is the question
        return type(problem).__name__


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_names_and_exceptions_are_those_of_cpython(text: str) -> None:
    body = parse_contract(f"{text}\nassert r == r", name="f", parameters=("x", "xs")).body
    context = Context()
    frame = BlockExecution({"x": single(AbstractInt(var("x", INT))), "xs": some_of("list", ELEMENTS)})
    execute(context, body, frame)
    followed = 0
    # Names that have no value are local here, and not those of a function around it.
    guards = subterms(*(item.guard for item in context.raised))
    local = {term.data: True for term in guards if term.op == "var" and term.data.startswith("local!")}
    for chosen, xs in choices(ELEMENTS):
        for x in range(-1, 4):
            world = {"x": x, **chosen, **local}
            if any(known(cut.guard, world) for cut in context.cuts):
                continue
            followed += 1
            raised = exceptions(context, world)
            expected = outcome(text, x, xs)
            assert known(frame.live, world) is not bool(raised), (x, xs)
            assert (raised[0] if raised else meant(frame.names["r"], world)) == expected, (x, xs)
    assert followed > 20


def test_turns_beyond_those_that_are_unrolled_are_a_bound() -> None:
    body = parse_contract("r = 0\nwhile r < x:\n    r = r + 1\nassert r", name="f", parameters=("x",)).body
    context = Context()
    execute(context, body, BlockExecution({"x": single(AbstractInt(var("x", INT)))}))
    (cut,) = context.cuts
    assert cut.kind == "bound"
    # The test of the turn after the last is not evaluated: so many turns are not sure to be all.
    assert [known(cut.guard, {"x": USUAL.turns + more}) for more in (-1, 0, 1)] == [False, True, True]
    assert cut.most == USUAL.turns - 1


def test_finally_behind_a_way_out_is_not_followed() -> None:
    for text, cuts in (("try:\n    1 // x\nfinally:\n    y = 1", 1), ("try:\n    x\nfinally:\n    y = 1", 0)):
        context = Context()
        body = parse_contract(f"{text}\nassert y", name="f", parameters=("x",)).body
        execute(
            context, body, BlockExecution({"x": symbolic(2)} if not cuts else {"x": single(AbstractInt(var("x", INT)))})
        )
        assert len(context.cuts) == cuts
