"""Dicts that branches and loops leave in a name are one dict with the keys in Python's order."""

from typing import Any

import pytest
from attrs import evolve

from specassay.core.encoding.abstract_values import (
    AbstractDict,
    AbstractSequence,
    AbstractSet,
    AbstractValue,
    Entry,
    Symbolic,
    is_counter,
    kind_of,
)
from specassay.core.encoding.compact import FEW_ALTERNATIVES, compact
from specassay.core.encoding.context import Context
from specassay.core.encoding.guards import conjunction, negation
from specassay.core.encoding.sequences import from_values
from specassay.core.ir.build import eq, gt, integer
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import TRUE, var
from specassay.frontends.python import parse_contract

from ...samples import some
from .judges import EncodingJudge, python
from .pinned import said
from .symbolic import meant, symbolic

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


@pytest.mark.slow
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


NUMBER = var("n", INT)


def one_of_four(values: list[Any]) -> Symbolic:
    """The value at n, and the last one elsewhere. Equal parts are one symbolic value, as those of a loop are."""
    known_parts: dict[object, Symbolic] = {}

    def part(value: Any) -> Symbolic:
        return known_parts.setdefault((type(value), value), symbolic(value))

    def made(value: Any) -> AbstractValue:
        if isinstance(value, dict):
            keys = tuple(Entry(TRUE, part(key)) for key in value)
            return AbstractDict(integer(len(value)), keys, tuple(map(part, value.values())))
        if isinstance(value, set):
            return AbstractSet("set", tuple(Entry(TRUE, part(each)) for each in value))
        return from_values(type(value).__name__, list(map(part, value)))

    guards = [eq(NUMBER, integer(place)) for place in range(3)]
    last = conjunction(*map(negation, guards))
    return Symbolic(tuple(zip((*guards, last), map(made, values), strict=True)))


@pytest.mark.parametrize(
    "values",
    [
        [[], [1], [1, 2], [2, 1, 3]],
        [(), (1,), (2, 1), (1, 2)],
        [{1}, set(), {2}, {1, 2, 3}],
        [{"a": 1, "b": 2}, {"b": 1, "a": 2}, {}, {"c": 1, "b": 2}],
        [{"a": 1}, {"b": 1}, {"a": 1, "b": 1, "c": 1}, {"c": 3, "a": 1}],
    ],
)
def test_many_containers_of_one_kind_are_one_with_the_same_parts_in_the_same_order(values: list[Any]) -> None:
    found = compact(Context(), one_of_four(values))
    assert len(found.alternatives) == 1
    for number, value in enumerate(values):
        here = meant(found, {"n": number})
        assert (here, list(here)) == (value, list(value))


def test_few_containers_and_those_of_several_kinds_stay_apart() -> None:
    few = Symbolic(one_of_four([[1], [2], [3], [4]]).alternatives[:FEW_ALTERNATIVES])
    assert compact(Context(), few) is few
    mixed = compact(Context(), one_of_four([[1], (1,), [2], [3]]))
    assert [kind_of(abstract) for _, abstract in mixed] == ["list", "tuple"]
    assert [meant(mixed, {"n": number}) for number in range(4)] == [[1], (1,), [2], [3]]
    two_of_each = compact(Context(), one_of_four([[1], (1,), [2], (2,)]))
    assert [kind_of(abstract) for _, abstract in two_of_each] == ["list", "list", "tuple", "tuple"]


def test_a_counter_is_no_plain_dict_where_branches_meet() -> None:
    alternatives = one_of_four([{"a": 1}, {"b": 1}, {"c": 1}, {"d": 1}]).alternatives
    dicts = [(guard, abstract) for guard, abstract in alternatives if isinstance(abstract, AbstractDict)]
    mixed = tuple((guard, evolve(each, counts=place % 2 == 0)) for place, (guard, each) in enumerate(dicts))
    assert (
        sorted(is_counter(abstract) for _, abstract in compact(Context(), Symbolic(mixed))) == [False] * 2 + [True] * 2
    )


def test_a_list_with_elements_that_are_not_shown_stays_apart() -> None:
    open_list = AbstractSequence("list", var("size", INT), (), True, gt(var("size", INT), integer(0)))
    values = one_of_four([[1], [2], [3], [4]]).alternatives
    found = compact(Context(), Symbolic((*values[:3], (values[3][0], open_list))))
    assert open_list in [abstract for _, abstract in found]
