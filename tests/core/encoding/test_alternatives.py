"""What a value may be, and operations on each alternative under its guard, `bool(x)` and iteration among them."""

from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractInt, AbstractRange, AbstractText, AbstractValue, Symbolic
from specassay.core.encoding.alternatives import each, each_of_both, iterate, raising, truth, united
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.sequences import filtered
from specassay.core.ir.build import integer, negate, sub
from specassay.core.ir.sorts import BOOL, INT
from specassay.core.ir.terms import var

from .symbolic import abstract, exceptions, known, meant, symbolic
from .test_ordering import entries, worlds

P, Q = var("p", BOOL), var("q", BOOL)
NUMBER_OR_TEXT = Symbolic(((P, abstract(1)), (negate(P), abstract("a"))))
WORLDS = [{"p": p, "q": q} for p in (False, True) for q in (False, True)]


def negated(value: AbstractValue) -> Symbolic | None:
    return single(AbstractInt(sub(integer(0), value.term))) if isinstance(value, AbstractInt) else None


def test_an_operation_is_done_on_each_alternative() -> None:
    context = Context()
    found = each(context, NUMBER_OR_TEXT, negated, "-")
    assert meant(found, {"p": True}) == -1
    (cut,) = context.cuts
    assert cut.what == "- on str"
    assert [known(cut.guard, world) for world in WORLDS] == [not world["p"] for world in WORLDS]


def test_an_exception_is_raised_where_the_alternatives_of_both_meet() -> None:
    context = Context()
    other = Symbolic(((Q, abstract("b")), (negate(Q), abstract(2))))

    def concatenated(left: AbstractValue, right: AbstractValue) -> Symbolic | None:
        both_texts = isinstance(left, AbstractText) and isinstance(right, AbstractText)
        return symbolic("ab") if both_texts else raising(context, "TypeError")

    found = each_of_both(context, (NUMBER_OR_TEXT, other), concatenated, "+")
    for world in WORLDS:
        texts = not world["p"] and world["q"]
        assert exceptions(context, world) == ([] if texts else ["TypeError"])
    assert meant(found, {"p": False, "q": True}) == "ab"


def test_alternatives_of_one_key_are_one() -> None:
    first, second = abstract([1]), abstract((1,))
    found = united(Symbolic(((P, first), (negate(P), second))), lambda value: "elements")
    assert [value for _, value in found] == [second]
    assert all(known(found[0][0], world) is True for world in WORLDS)
    assert len(united(Symbolic(((P, first), (negate(P), second))), id)) == 2


# bool(x), and what is gone through.


@pytest.mark.parametrize(
    "value",
    [None, False, True, 0, -1, 0.0, 0.5, 0j, 1j, "", "a", b"", b"a", [], [0], (), (None,), {}, {0: 0}, set()],
    ids=repr,
)
def test_a_known_value_is_as_true_as_in_python(value: Any) -> None:
    assert known(truth(Context(), symbolic(value))) is bool(value)


def test_the_alternative_that_is_meant_decides() -> None:
    either = Symbolic(((P, abstract([])), (negate(P), abstract("a"))))
    found = truth(Context(), either)
    assert [known(found, {"p": p}) for p in (True, False)] == [False, True]


def test_a_list_is_true_where_some_element_is_there() -> None:
    found = truth(Context(), single(filtered("list", entries([0, 0, 0]))))
    for world, there in worlds([0, 0, 0]):
        assert known(found, world) is bool(there)


@pytest.mark.parametrize("value", ["ab", (1, 2), {1: 2, 3: 4}, b"ab", {5}], ids=repr)
def test_what_is_iterated_are_the_elements_of_python(value: Any) -> None:
    context = Context()
    ((guard, items),) = iterate(context, symbolic(value))
    assert known(guard) is True
    assert [meant(entry.value) for entry in items.entries] == list(value)
    assert context.raised == []


def test_what_has_no_elements_raises_only_where_it_is_meant() -> None:
    context = Context()
    either = Symbolic(((P, abstract([7])), (negate(P), abstract(7))))
    ((guard, items),) = iterate(context, either)
    assert [meant(entry.value) for entry in items.entries] == [7]
    for p in (False, True):
        assert known(guard, {"p": p}) is p
        assert exceptions(context, {"p": p}) == ([] if p else ["TypeError"])


def test_the_elements_of_a_set_are_in_one_unknown_order() -> None:
    context = Context()
    both = symbolic({1, 2})
    ((_, first),), ((_, again),) = iterate(context, both), iterate(context, both)
    assert first is again
    in_no_order = iterate(context, both, in_order=False)
    assert sorted(meant(entry.value) for entry in in_no_order[0][1].entries) == [1, 2]


def test_a_range_of_unknown_length_is_followed_within_bounds_only() -> None:
    context = Context()
    ((_, items),) = iterate(context, single(AbstractRange(integer(0), var("n", INT), 1)))
    shown = len(items.entries)
    for count in range(shown + 2):
        world = {"n": count}
        there = [meant(entry.value, world) for entry in items.entries if known(entry.present, world)]
        assert there == list(range(min(count, shown)))
        assert any(known(cut.guard, world) is True for cut in context.cuts) is (count > shown)
