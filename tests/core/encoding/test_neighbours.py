"""Which expressions are about neighbours, and what elements at further positions have in common."""

from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt, Symbolic
from specassay.core.encoding.context import Context
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.encoding.expressions import evaluate
from specassay.core.encoding.neighbours import (
    alike,
    by_neighbours,
    descends,
    in_order,
    places,
    sequence_of,
    zipped_with_next,
)
from specassay.core.ir.build import negate
from specassay.core.ir.sorts import BOOL, INT
from specassay.core.ir.terms import var
from specassay.frontends.python import parse_contract

from .symbolic import abstract, known, meant, symbolic, term_of

P, Q = var("p", BOOL), var("q", BOOL)


@pytest.mark.parametrize(
    "text",
    [
        "[xs[i] + xs[i + 1] for i in range(len(xs) - 1)]",
        "[xs[i] - xs[i - 1] for i in range(1, len(xs))]",
        "[xs[i] for i in range(len(xs))]",
        "[xs[i + 1] for i in range(0, len(xs) - 1) if xs[i] > 1]",
    ],
)
@pytest.mark.parametrize("xs", [[], [5], [3, 0, 2, 2]], ids=len)
def test_what_is_said_by_index_is_said_of_neighbours(text: str, xs: list[int]) -> None:
    found = by_neighbours(term_of(text))
    assert found is not None
    assert sequence_of(found).data == "xs"
    assert meant(evaluate(Context(), found, {"xs": symbolic(xs)})) == eval(text, {"xs": xs})


@pytest.mark.parametrize(
    "text",
    [
        "[i for i in range(len(xs) - 1)]",
        "[xs[i] + i for i in range(len(xs))]",
        "[xs[i + 2] for i in range(len(xs) - 1)]",
        "[xs[i] for i in range(1, len(xs) - 1)]",
        "[xs[i + 1] for i in range(len(xs))]",
        "[y[i] for i in range(len(xs))]",
        "[xs[i] for i in range(2, len(xs))]",
        "[xs[i] for i in range(len(xs)) for n in xs]",
        "[xs[i] for i in xs]",
        "[xs[i - 1] for i in range(len(xs) - 1)]",
        "[[i for n in xs] for i in range(len(xs))]",
    ],
)
def test_what_needs_the_index_or_other_places_is_not(text: str) -> None:
    assert by_neighbours(term_of(text)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zip(xs, xs[1:])", True),
        ("zip(xs[:-1], xs[1:])", True),
        ("zip(xs, xs[2:])", False),
        ("zip(xs, y[1:])", False),
        ("zip(xs[1:], xs)", False),
        ("zip(xs, xs[1:], xs)", False),
        ("map(xs, xs[1:])", False),
    ],
)
def test_zip_with_the_next(text: str, expected: bool) -> None:
    found = zipped_with_next(term_of(text))
    assert (found is not None and found.data == "xs") is expected


@pytest.mark.parametrize(
    ("text", "count", "down"),
    [
        ("assert len(xs) > 0", 0, True),
        ("assert xs == sorted(xs)", 2, False),
        ("assert all(a <= b for a, b in zip(xs, xs[1:]))\nassert xs == sorted(xs, reverse=True)", 4, True),
        ("\n".join(["assert sorted(xs) == xs"] * 9), LIMITS.neighbouring_pairs, False),
    ],
)
def test_each_question_about_neighbours_needs_a_pair(text: str, count: int, down: bool) -> None:
    contract = parse_contract(text, name="f", parameters=("xs",))
    assert (places(contract), descends(contract)) == (count, down)


def test_one_element_is_of_one_kind_and_has_one_value() -> None:
    one = Symbolic(((P, AbstractInt(var("m", INT))), (negate(P), abstract("a"))))
    other = Symbolic(((Q, AbstractInt(var("n", INT))), (negate(Q), abstract("a"))))
    found = alike(one, other)
    for p, q, n in [(p, q, n) for p in (False, True) for q in (False, True) for n in (1, 2)]:
        assert known(found, {"p": p, "q": q, "m": 1, "n": n}) is (p is q and (not p or n == 1))


@pytest.mark.parametrize("left", [1, 0.5, True, "a", "b", None, 1j, [1]], ids=repr)
@pytest.mark.parametrize("right", [1, 0.75, "a", None], ids=repr)
def test_numbers_and_texts_are_in_order_and_nothing_else(left: Any, right: Any) -> None:
    comparable = isinstance(left, (int, float)) and isinstance(right, (int, float))
    comparable = comparable or (isinstance(left, str) and isinstance(right, str))
    assert known(in_order(symbolic(left), symbolic(right))) is (comparable and left <= right)
