"""Which values can be hashed, and sets of them."""

from typing import Any

import pytest

from specassay.core.encoding.abstract_values import AbstractNode, Entry, Symbolic
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.hashing import entry_at, hashable, items_of, kind_of, members_of, unique
from specassay.core.encoding.inputs import InputNode
from specassay.core.encoding.sequences import from_values
from specassay.core.ir.build import negate
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import FALSE, TRUE, var

from .symbolic import abstract, exceptions, known, meant, symbolic

P = var("p", BOOL)


def is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


@pytest.mark.parametrize(
    "value",
    [None, True, 1, 0.5, 1j, "a", b"a", (), (1, "a"), (1, [2]), ((1, {2}),), [], {}, {1: 2}, {1}, frozenset({1})],
    ids=repr,
)
def test_a_known_value_can_be_hashed_as_in_python(value: Any) -> None:
    assert known(hashable(Context(), symbolic(value))) is is_hashable(value)


def test_an_alternative_that_is_not_possible_here_does_not_matter() -> None:
    either = Symbolic(((P, abstract([1])), (negate(P), abstract(1))))
    found = hashable(Context(), either)
    assert [known(found, {"p": p}) for p in (True, False)] == [False, True]
    assert hashable(Context(path=P), Symbolic(((negate(P), abstract(1)),))) is FALSE


def test_a_set_has_what_is_there_and_raises_for_what_cannot_be_in_it() -> None:
    context = Context()
    found = unique(context, "set", (Entry(P, symbolic([1])), Entry(TRUE, symbolic(2)), Entry(FALSE, symbolic([3]))))
    assert meant(single(found), {"p": False}) == {2}
    assert exceptions(context, {"p": False}) == []
    assert exceptions(context, {"p": True}) == ["TypeError"]


def test_one_question_about_a_deep_tuple_has_one_answer() -> None:
    context = Context(skolem_constants=2)
    deep = AbstractNode("tuple", InputNode("x.item0.item0", 2, context))
    first, again = hashable(context, single(deep)), hashable(context, single(deep))
    assert first is again
    empty, unknown = {deep.node.length.data: 0}, {deep.node.length.data: 1}
    (answer,) = context.summaries.values()
    assert known(first, {**empty, answer.data: False}) is True
    assert [known(first, {**unknown, answer.data: yes}) for yes in (False, True)] == [False, True]


def test_what_in_looks_at_are_elements_or_keys() -> None:
    context = Context()
    assert [meant(entry.value) for entry in members_of(context, abstract({1: 2})).entries] == [1]
    assert [meant(entry.value) for entry in items_of(context, abstract([1, 2])).entries] == [1, 2]
    assert kind_of(abstract(frozenset())) == kind_of(abstract(set())) == "set"
    assert kind_of(abstract({})) == "dict"


def test_an_element_beyond_those_shown_is_the_last_within_bounds_only() -> None:
    context = Context()
    items = from_values("list", [symbolic(1), symbolic(2)])
    assert meant(entry_at(context, items, 1)) == 2
    assert context.cuts == []
    assert meant(entry_at(context, items, 5)) == 2
    assert [(cut.kind, cut.hard) for cut in context.cuts] == [("bound", False)]
    assert not entry_at(context, from_values("list", []), 0).alternatives
    assert [(cut.kind, cut.hard) for cut in context.cuts][1:] == [("bound", True)]
