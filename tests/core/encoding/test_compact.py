"""Dicts that branches and loops leave in a name are one dict with the keys in Python's order."""

from typing import Any

import pytest

from specassay.frontends.python import parse_contract

from ...samples import some
from .judges import EncodingJudge, python

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
