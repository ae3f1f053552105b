"""What takes elements together, of some elements in all the worlds that choose them, is that of functools, math and
itertools."""

import itertools
import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractSequence, Entry, Symbolic
from specassay.core.encoding.alternatives import SymbolicArguments
from specassay.core.encoding.combining import HANDLERS, accumulated, product, reduced, starred
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.encoding.expressions import binary
from specassay.core.ir.build import gt, integer
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import FALSE, TRUE, var

from .symbolic import choices, exceptions, known, meant, raised_by, some_of, symbolic

NUMBERS = (3, 1, 2, 3)
SIZE = var("n", INT)


def subtracted(context: Context) -> Callable[[SymbolicArguments], Symbolic]:
    return lambda pair: binary(context, "-", *pair)


def agrees(found: Symbolic, expected: Callable[[list[Any]], Any], values: tuple[Any, ...] = NUMBERS) -> None:
    for world, chosen in choices(values):
        assert meant(found, world) == expected(chosen), chosen


def test_elements_are_reduced_from_the_left_and_none_of_them_raises() -> None:
    context = Context()
    some = some_of("list", NUMBERS)
    agrees(reduced(context, subtracted(context), [some, symbolic(9)]), lambda xs: reduce(lambda a, b: a - b, xs, 9))
    found = reduced(context, subtracted(context), [some])
    for world, chosen in choices(NUMBERS):
        assert exceptions(context, world) == ([] if chosen else ["TypeError"])
        if chosen:
            assert meant(found, world) == reduce(lambda a, b: a - b, chosen)


@pytest.mark.parametrize("initial", [(), (10,)])
def test_accumulated_sums_are_those_of_itertools(initial: tuple[int, ...]) -> None:
    context = Context()
    start = symbolic(*initial) if initial else None
    found = accumulated(context, subtracted(context), some_of("list", NUMBERS), start)
    agrees(
        found, lambda xs: list(itertools.accumulate(xs, lambda a, b: a - b, initial=initial[0] if initial else None))
    )
    found = accumulated(context, None, some_of("list", NUMBERS), start)
    agrees(found, lambda xs: list(itertools.accumulate(xs, initial=initial[0] if initial else None)))


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (math.prod, ()),
        (itertools.chain, ([8, 9],)),
        (itertools.combinations, (2,)),
        (itertools.combinations, (0,)),
        (itertools.combinations_with_replacement, (2,)),
        (itertools.permutations, (2,)),
        (itertools.permutations, ()),
        (itertools.permutations, (None,)),
        (itertools.pairwise, ()),
    ],
)
def test_a_function_of_the_library_gives_what_it_gives(function: Any, arguments: tuple[Any, ...]) -> None:
    values = NUMBERS[:3]
    found = HANDLERS[function](Context(), [some_of("list", values), *map(symbolic, arguments)])
    agrees(found, lambda xs: list(each) if not isinstance(each := function(xs, *arguments), int) else each, values)


def test_a_product_begins_with_what_is_given_by_name() -> None:
    found = HANDLERS[math.prod](Context(), [some_of("list", NUMBERS), symbolic(7)])
    agrees(found, lambda xs: math.prod(xs, start=7))


def test_rows_are_chained_and_multiplied_in_order() -> None:
    rows = [[1, 2], [], [3]]
    found = HANDLERS[itertools.chain.from_iterable](Context(), [some_of("list", rows)])
    for world, chosen in choices(rows):
        assert meant(found, world) == list(itertools.chain.from_iterable(chosen))
    entries = tuple(Entry(gt(SIZE, integer(place)), symbolic(row)) for place, row in enumerate(rows))
    begun = single(AbstractSequence("list", SIZE, entries, True, FALSE))
    found = HANDLERS[itertools.chain.from_iterable](Context(), [begun])
    assert [meant(found, {"n": size}) for size in range(4)] == [[], [1, 2], [1, 2], [1, 2, 3]]


def test_a_product_has_all_pairs_in_order() -> None:
    pairs = product(Context(), [some_of("list", NUMBERS[:3]), symbolic("ab")], 1)
    agrees(pairs, lambda xs: list(itertools.product(xs, "ab")), NUMBERS[:3])
    agrees(
        product(Context(), [some_of("list", NUMBERS[:2])], 2),
        lambda xs: list(itertools.product(xs, repeat=2)),
        NUMBERS[:2],
    )


def test_a_call_has_one_row_of_arguments_for_each_number_that_may_be_unpacked() -> None:
    rows = starred(Context(), [(None, symbolic(0)), ("*", some_of("list", NUMBERS[:3])), (None, symbolic(9))])
    for world, chosen in choices(NUMBERS[:3]):
        (here,) = [arguments for guard, arguments in rows if known(guard, world) is True]
        assert [meant(each, world) for each in here] == [0, *chosen, 9]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (itertools.combinations, ([1], -1)),
        (itertools.combinations, (1, -1)),
        (itertools.combinations, (1, 1)),
        (itertools.permutations, (1,)),
        (math.prod, (1,)),
    ],
)
def test_what_python_refuses_raises(function: Any, arguments: tuple[Any, ...]) -> None:
    context = Context()
    HANDLERS[function](context, list(map(symbolic, arguments)))
    assert exceptions(context)[:1] == [raised_by(lambda: function(*arguments))]


def test_too_many_tuples_are_not_followed() -> None:
    few, many = range(5), range(6)  # in any order, 120 and 720
    assert math.perm(5) <= LIMITS.tuples < math.perm(6)
    for numbers, cuts in ((few, []), (many, [f"more than {LIMITS.tuples} permutations"])):
        context = Context()
        HANDLERS[itertools.permutations](context, [symbolic(list(numbers))])
        assert [cut.what for cut in context.cuts if cut.guard is TRUE] == cuts
    context = Context()
    product(context, [symbolic(list(range(LIMITS.tuples + 1)))], 1)
    for count in (LIMITS.tuples, LIMITS.tuples + 1):
        HANDLERS[itertools.combinations](context, [symbolic(list(range(count))), symbolic(1)])
    starred(context, [("*", some_of("list", range(12)))] * 3)
    assert [cut.what for cut in context.cuts] == [
        f"a product of more than {LIMITS.tuples} tuples",
        f"more than {LIMITS.tuples} combinations",
        f"a call with more than {LIMITS.tuples} lengths of its * arguments",
    ]
