"""Dicts that branches and loops leave in a name are one dict with the keys in Python's order."""

from typing import Any

import pytest

from specassay.frontends.python import parse_contract

from ...samples import some
from .judges import EncodingJudge, python
from .pinned import said

BRANCHES = """
a = "a"
b = "b"
d = {}
if x == 1:
    d = {a: 1, b: 2}
elif x == 2:
    d = {b: 1, a: 2}
elif x == 3:
    d["c"] = 1
elif x == 4:
    d["e"] = 1
assert list(d) != ["b", "a"]
assert list(d.values()) != [1, 2]
assert list(d) != ["a", "b"]
"""
TURNS = """
d = {}
for c in x:
    if c == "1":
        d = {x: 1, "b": 2}
    elif c == "2":
        d = {"b": 1, x: 2}
    elif c == "3":
        d[c] = 1
    else:
        d[x] = 0
assert list(d)[:1] != [x]
assert len(d) != 2
"""


@pytest.mark.parametrize(
    ("text", "values"), [(BRANCHES, [0, 1, 2, 3, 4, 2.0]), (TURNS, ["", "1", "2", "12", "21", "3", "31", "13", "a3"])]
)
def test_keys_are_in_the_order_of_the_branch_that_was_taken(text: str, values: list[Any]) -> None:
    real, judge = python(text, ("x",)), EncodingJudge(parse_contract(text, name="contract", parameters=("x",)))
    try:
        asked = some(values, 3)
        assert [judge.violated({"x": value}) for value in asked] == [real({"x": value}) for value in asked]
    finally:
        judge.close()


MAPPED = """
ys = {open}y for y in xs{close}
if n == 1:
    ys = {open}-y for y in xs{close}
elif n == 2:
    ys = {open}y + 1 for y in xs{close}
elif n == 3:
    ys = {open}y + 2 for y in xs{close}
assert 7 not in ys
"""


@pytest.mark.parametrize(("start", "end"), [("[", "]"), ("{", "}")])
@pytest.mark.parametrize(("number", "last"), [(0, 7), (1, -7), (2, 6), (3, 5)])
def test_elements_that_are_not_shown_stay_open_where_branches_meet(
    start: str, end: str, number: int, last: int
) -> None:
    """The last element is beyond those that the encoding shows: that it is no 7 must not be taken for granted."""
    text, names = MAPPED.replace("{open}", start).replace("{close}", end), ("xs", "n")
    contract = parse_contract(text, name="contract", parameters=names)
    for xs in ([last, 1], [1, 2, 3, 4, 8, last]):
        arguments = {"xs": xs, "n": number}
        assert python(text, names)(arguments) == {0}
        assert said(contract, arguments, frozenset({0})).possible is not False
