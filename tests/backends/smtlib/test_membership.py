"""What is said of an element, a count or a key means what the evaluator makes of the whole collection."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

import pytest

from specassay.backends.smtlib.membership import Members, is_view
from specassay.backends.smtlib.normal import BoundNames, normalise
from specassay.core.errors import Unsupported
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import op
from specassay.core.ir.contracts import Program
from specassay.core.ir.operator_names import operator_name
from specassay.core.ir.sorts import INT, Sort, map_of, multiset_of, seq_of, set_of
from specassay.core.ir.terms import Term, free_names, var
from specassay.core.ir.values import FrozenMap, Multiset
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program

PROGRAM: Program = parse_program("", file="t.dfy")
SORTS: dict[Name, Sort] = {
    "x": INT,
    "s": set_of(INT),
    "t": set_of(INT),
    "m": multiset_of(INT),
    "n": multiset_of(INT),
    "f": map_of(INT, INT),
    "g": map_of(INT, INT),
    "q": seq_of(INT),
}
SETS = [frozenset(each) for size in range(3) for each in combinations((0, 1, 2), size)]
VALUES: dict[Name, list[Any]] = {
    "x": [0, 1, 2, 3],
    "s": SETS,
    "t": SETS[:5],
    "m": [Multiset(each) for each in ((), (1,), (1, 1), (0, 1, 1))],
    "n": [Multiset(each) for each in ((), (1,), (1, 1, 1, 2))],
    "f": [FrozenMap(each) for each in ({}, {1: 1}, {0: 2, 1: 1}, {2: 0})],
    "g": [FrozenMap(each) for each in ({}, {1: 3}, {0: 2})],
    "q": [(), (1,), (1, 2, 1)],
}
X = var("x", INT)


def read(text: str, sort: Sort) -> Term:
    return parse_expression(text, SORTS, sort, PROGRAM, Span("t.dfy", 1, 1, 1, 1))


def members(names: BoundNames) -> Members:
    return Members(names, lambda term: term, lambda sort: f"count of {sort}")


def assignments(term: Term) -> Iterator[Mapping[Name, Any]]:
    used = [name for name in SORTS if name in free_names(term)]
    for values in product(*(VALUES[name] for name in used)):
        yield dict(zip(used, values, strict=True))


def same(text: str, sort: Sort, whole: Callable[[Term], Term], parts: Callable[[Members, Term], Term]) -> None:
    collection = read(text, sort)
    names = BoundNames()
    said = parts(members(names), normalise(collection, names))
    meant = whole(collection)
    for values in assignments(meant):
        expected = evaluate(meant, values)
        if expected.state == "defined":
            found = evaluate(said, values)
            assert (found.state, found.value) == ("defined", expected.value), (text, values)


@pytest.mark.parametrize(
    "text",
    [
        "s + t",
        "s * t",
        "s - t",
        "(s + t) - (s * t)",
        "{x, 1} - s",
        "{}",
        "set y | y in s && y > 0",
        "set y | y in s :: y + 1",
        "set y, z | y in s && z in t && y < z :: z",
        "set y, z | y in s && z in t :: y + z",
        "f.Keys",
        "f.Values",
        "if x > 1 then s else t",
        "set y | 0 <= y < 3 && y !in s",
    ],
)
def test_an_element_of_a_set(text: str) -> None:
    same(text, set_of(INT), lambda whole: op("set.member", X, whole), lambda said, whole: said.member(X, whole))


@pytest.mark.parametrize(
    "text",
    ["m + n", "m * n", "m - n", "n - m", "multiset(s)", "multiset{1, x, 1}", "multiset([1, x] + [x])", "m[1 := 4]"],
)
def test_the_count_of_an_element_of_a_multiset(text: str) -> None:
    same(text, multiset_of(INT), lambda whole: op("multiset.count", whole, X), lambda said, whole: said.count(whole, X))


@pytest.mark.parametrize(
    "text",
    [
        "f + g",
        "f[1 := x]",
        "f - s",
        "map[1 := 2, x := 5]",
        "map[x := 1, 2 := 7, 2 := 8]",
        "map y | y in s :: y + 1",
        "if x > 1 then f else g",
        "(f + g) - s",
    ],
)
def test_the_keys_and_values_of_a_map(text: str) -> None:
    sort = map_of(INT, INT)
    same(text, sort, lambda whole: op("map.member", X, whole), lambda said, whole: said.has_key(X, whole))
    same(text, sort, lambda whole: op("map.at", whole, X), lambda said, whole: said.lookup(whole, X))


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("{1, x, 2}", set_of(INT)),
        ("{1, x} + {x, 3}", set_of(INT)),
        ("multiset{1, x, 1}", multiset_of(INT)),
        ("multiset(q)", multiset_of(INT)),
        ("map[1 := 2, x := 5]", map_of(INT, INT)),
        ("multiset{x} + multiset(q)", multiset_of(INT)),
    ],
)
def test_equal_elements_of_a_listed_collection_count_once(text: str, sort: Sort) -> None:
    def nothing(term: Term) -> Term:
        raise AssertionError(term)

    size = f"{sort.kind.lower()}.card"
    same(text, sort, lambda whole: op(operator_name(size), whole), lambda said, whole: said.cardinality(whole, nothing))


def test_the_size_of_a_difference_is_not_said() -> None:
    names = BoundNames()
    with pytest.raises(Unsupported):
        members(names).cardinality(normalise(read("m - n", multiset_of(INT)), names), lambda term: term)


def test_only_what_arrays_express_is_no_view() -> None:
    assert [is_view(read(text, set_of(INT))) for text in ("s", "{x}", "s + t", "if x > 0 then s else t")] == [
        False,
        False,
        True,
        False,
    ]
    assert is_view(read("if x > 0 then s else s - t", set_of(INT)))
    assert is_view(read("(f + g)[1 := 2]", map_of(INT, INT)))
    assert not is_view(read("f[1 := 2]", map_of(INT, INT)))
