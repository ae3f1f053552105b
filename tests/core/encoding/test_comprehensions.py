"""Displays and comprehensions over known values, and over elements that may be missing."""

from typing import Any

import pytest

from specassay.core.encoding.abstract_values import Entry, Symbolic
from specassay.core.encoding.comprehensions import Visitor, mapped_sequence, mapping, walk
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.expressions import evaluate
from specassay.core.encoding.sequences import filtered
from specassay.core.ir.terms import FALSE, TRUE

from .symbolic import exceptions, meant, raised_by, symbolic, term_of
from .test_ordering import entries, worlds

VALUES: dict[str, Any] = {"x": {1: 2, 3: 4}, "y": "ab", "xs": [3, 0, 2]}
NAMES = {name: symbolic(value) for name, value in VALUES.items()}


@pytest.mark.parametrize(
    "text",
    [
        "[1, *xs, 2]",
        "[*xs, *y]",
        "(*y, 1)",
        "{*xs, 3}",
        "{**x, 3: 5}",
        "{3: 5, **x}",
        "{1: 1, 1: 2}",
        "[]",
        "()",
        "[n + 1 for n in xs]",
        "[n for n in xs if n]",
        "[n for n in xs if n if n > 2]",
        "{n % 2 for n in xs}",
        "{n: n * n for n in xs}",
        "{n % 2: n for n in xs}",
        "[(m, n) for m in y for n in xs if n]",
        "[m for n in [[1], [2, 3]] for m in n]",
        "[k + v for k, v in x.items()]",
        "[b for a, b in [(1, 2)]]",
        "list(n for n in xs if n > 0)",
        "[[m * n for m in xs] for n in xs]",
    ],
)
def test_the_value_is_that_of_python(text: str) -> None:
    context = Context()
    found = evaluate(context, term_of(text), NAMES)
    assert (meant(found), exceptions(context)) == (eval(text, dict(VALUES)), [])


@pytest.mark.parametrize(
    "text",
    [
        "[1 // n for n in xs]",
        "[n for n in 3]",
        "{[n] for n in xs}",
        "{[n]: 1 for n in xs}",
        "[*1]",
        "{**xs}",
        "{[]}",
        "[a for a, b in [(1, 2, 3)]]",
        "[n for n in xs if 1 // n]",
    ],
)
def test_what_raises_in_python_raises(text: str) -> None:
    context = Context()
    evaluate(context, term_of(text), NAMES)
    assert exceptions(context)[:1] == [raised_by(lambda: eval(text, dict(VALUES)))]


def test_a_generator_raises_when_its_elements_are_asked_for() -> None:
    context = Context()
    evaluate(context, term_of("(1 // n for n in xs)"), NAMES)
    assert exceptions(context) == []
    evaluate(context, term_of("list(1 // n for n in xs)"), NAMES)
    assert exceptions(context) == ["ZeroDivisionError"]


@pytest.mark.parametrize("text", ["[n + 1 for n in xs]", "[n for n in xs if n > 0]", "{n % 2 for n in xs}"])
def test_only_the_elements_that_are_there_are_gone_through(text: str) -> None:
    values = [3, 0, 2]
    found = evaluate(Context(), term_of(text), {"xs": single(filtered("list", entries(values)))})
    for world, there in worlds(values):
        assert meant(found, world) == eval(text, {"xs": there})


def test_a_later_value_replaces_that_of_an_equal_key() -> None:
    keys = list(entries([1, True, 2]))
    found = single(mapping(Context(), keys, [symbolic(value) for value in "abc"]))
    for world, _ in worlds([1, True, 2]):
        pairs = [(1, "a", "p"), (True, "b", "q"), (2, "c", "r")]
        assert meant(found, world) == {key: value for key, value, name in pairs if world[name]}


def test_computing_a_result_raises_where_its_element_is_there() -> None:
    context = Context()

    def inverse(entry: Entry) -> Symbolic:
        return evaluate(context, term_of("1 // n"), {"n": entry.value})

    mapped_sequence(context, filtered("list", entries([1, 0, 2])), "list", inverse)
    for world, there in worlds([1, 0, 2]):
        assert exceptions(context, world) == (["ZeroDivisionError"] if 0 in there else [])


def test_a_visitor_that_is_done_is_shown_no_more() -> None:
    seen: list[Any] = []
    visitor = Visitor(
        consume=lambda names: seen.append(meant(names["n"])),
        hard=True,
        alive=lambda: FALSE if len(seen) == 2 else TRUE,
    )
    walk(Context(), term_of("[n for n in xs]"), NAMES, visitor)
    assert seen == [3, 0]
