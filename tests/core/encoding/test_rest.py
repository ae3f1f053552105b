"""Facts about elements that are not shown: every list of any length fulfils them, and they say something."""

from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt, AbstractSequence, Entry
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.rest import as_set, extremes, is_real, matches, numbers_of, of_another_kind, total
from specassay.core.ir.build import conj, gt, integer
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import Term, var

from .symbolic import exceptions, known, meant, symbolic

LENGTH = var("length", INT)
ONE_BEYOND = gt(LENGTH, integer(1))


def beyond(constants: int) -> AbstractSequence:
    """A list with one element shown, 0, and others, which are the whole numbers r0, r1 and so on, among others."""
    values = [single(AbstractInt(var(f"r{number}", INT))) for number in range(constants)]
    rest = tuple(Entry(ONE_BEYOND, value, f"r{number}") for number, value in enumerate(values))
    shown = (Entry(gt(LENGTH, integer(0)), symbolic(0)),)
    return AbstractSequence("list", LENGTH, shown, True, ONE_BEYOND, beyond=rest, owner=("xs", "items"))


def allowed(context: Context, **world: Any) -> bool:
    return known(conj(*context.facts), world) is True


@pytest.mark.parametrize("rest", [[5], [-2, 7], [3, 3, 3], [-4, 0, 9, 1]])
def test_the_real_extremes_and_sum_are_allowed(rest: list[int]) -> None:
    context = Context(limits=(0, 1, 3))
    items = beyond(4)
    found, result = extremes(context, items), total(context, items)
    assert found is not None
    assert result is not None
    assert extremes(context, items) is found  # one list has one least element
    world = {"length": len(rest) + 1, "r0": min(rest), "r1": max(rest), "r2": rest[0], "r3": rest[-1]}
    assert allowed(context, **world, **{result.data: sum(rest)})
    assert not allowed(context, **{**world, "r0": max(rest) + 1}, **{result.data: sum(rest)})
    assert exceptions(context, world) == []


def test_a_sum_is_at_least_the_greatest_and_the_least_of_each_other() -> None:
    context = Context(limits=(2,))
    result = total(context, beyond(3))
    assert result is not None
    for value, expected in ((10, False), (11, True)):  # 2 + 2 + 7
        assert allowed(context, length=4, r0=2, r1=7, r2=2, **{result.data: value}) is expected


def test_without_a_constant_nothing_is_said() -> None:
    items = beyond(1)
    assert extremes(Context(), items) is None
    assert total(Context(), items) is None
    context = Context(taken={"r0"})
    assert matches(context, items, lambda entry: ONE_BEYOND, "test") is None
    assert context.facts == []


def _below_zero(entry: Entry) -> Term:
    ((_, value),) = entry.value
    assert isinstance(value, AbstractInt)
    return gt(integer(0), value.term)


@pytest.mark.parametrize(("values", "counts"), [((-1, -2), {1, 2}), ((-1, 5), {1}), ((4, 5), {0})])
def test_a_count_says_whether_it_is_none_and_whether_it_is_all(values: tuple[int, int], counts: set[int]) -> None:
    """Where both constants are below zero, an element that is neither of them may not be."""
    context = Context()
    result = matches(context, beyond(2), _below_zero, "below zero")
    assert result is not None
    for count in range(-1, 4):
        world = {"length": 3, "r0": values[0], "r1": values[1], result.data: count}
        assert allowed(context, **world) is (count in counts)


def test_the_members_of_a_set_are_no_more_than_the_elements() -> None:
    context = Context()
    found = as_set(context, "set", beyond(2))
    assert found.size is not None
    for size in range(6):
        assert allowed(context, length=4, r0=7, r1=7, **{found.size.data: size}) is (1 <= size <= 4)
    assert as_set(context, "set", beyond(2)).size is found.size


def test_another_kind_among_the_rest_is_some_element_of_it() -> None:
    context = Context()
    found = of_another_kind(context, beyond(1), "list")
    assert found is not None
    assert [known(found, {"length": length}) for length in (1, 2)] == [False, True]
    assert of_another_kind(context, beyond(1), "int") is None  # the constant is taken
    assert known(of_another_kind(Context(), beyond(1), "int") or ONE_BEYOND, {"length": 2}) is False


@pytest.mark.parametrize("value", [1, True, 0.5, float("nan"), 1j, "a"], ids=repr)
def test_what_is_a_real_number(value: Any) -> None:
    real = isinstance(value, (int, float))
    assert known(is_real(symbolic(value))) is (real and value == value)
    assert bool(numbers_of(symbolic(value)).alternatives) is real
    if real and value == value:
        assert meant(numbers_of(symbolic(value))) == value
