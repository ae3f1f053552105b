"""== and in of known values, of any two kinds, are those of Python."""

import math
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.context import Context, single
from specassay.core.encoding.equality import ONE_OBJECT, equal, same
from specassay.core.encoding.expressions import evaluate
from specassay.core.encoding.sequences import filtered
from specassay.core.ir.terms import Term, subterms

from .symbolic import exceptions, known, meant, raised_by, symbolic, term_of
from .test_ordering import entries, worlds

VALUES: tuple[Any, ...] = (
    None,
    True,
    1,
    1.0,
    0.5,
    1 + 0j,
    "",
    "a",
    b"",
    b"a",
    [],
    [1],
    [1.0, "a"],
    (),
    (1,),
    (1, "a"),
    {1},
    frozenset({1.0}),
    set(),
    {},
    {1: 2},
    {True: 2.0},
    {1: 3},
    [[1], ()],
    range,
)


def test_two_known_values_are_equal_as_in_python() -> None:
    for left, right in product(VALUES, VALUES):
        found = equal(Context(), symbolic(left), symbolic(right))
        assert known(found) is (left == right), (left, right)


def test_a_container_of_a_nan_is_equal_to_one_of_the_same_object() -> None:
    left, right = symbolic([math.nan]), symbolic([math.nan])
    found: Term = equal(Context(), left, right)
    # CPython compares elements by identity first: it depends on whether the two are one object.
    (name,) = [part.data for part in subterms(found) if part.op == "var"]
    assert name.startswith(ONE_OBJECT)
    assert [known(found, {name: one}) for one in (True, False)] == [True, False]
    nan = symbolic(math.nan)
    assert known(equal(Context(), nan, nan)) is False
    assert known(same(Context(), nan, nan)) is True


def test_lists_are_equal_where_the_same_elements_are_there() -> None:
    some = single(filtered("list", entries([1, 2, 1])))
    for other in ([], [1], [1, 2], [2, 1], [1, 2, 1]):
        found = equal(Context(), some, symbolic(other))
        for world, there in worlds([1, 2, 1]):
            assert known(found, world) is (there == other), (there, other)


@pytest.mark.parametrize(
    "text",
    [
        "1 in [True]",
        "'a' in 'ba'",
        "'' in ''",
        "1 in {1.0}",
        "2 in {1: 2}",
        "[1] in [[1.0]]",
        "98 in b'ab'",
        "3 in range(1, 5, 2)",
        "4 in range(1, 5, 2)",
        "1.5 in range(3)",
        "None in (0,)",
        "(1, 2) in {1: 2}.items()",
    ],
)
def test_what_is_in_a_container_is_in_it_in_python(text: str) -> None:
    context = Context()
    assert meant(evaluate(context, term_of(text), {})) is eval(text)
    assert exceptions(context) == []


@pytest.mark.parametrize(
    "text", ["1 in 'a'", "1 in 2", "[] in {1}", "[] in {1: 2}", "256 in b'a'", "-1 in b''", "'a' in b'a'"]
)
def test_what_cannot_be_asked_raises(text: str) -> None:
    context = Context()
    evaluate(context, term_of(text), {})
    assert exceptions(context)[:1] == [raised_by(lambda: eval(text))]
