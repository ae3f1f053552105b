"""What a value may be, and operations on each alternative under its guard."""

from specassay.core.encoding.abstract_values import AbstractInt, AbstractText, AbstractValue, Symbolic
from specassay.core.encoding.alternatives import each, each_of_both, raising, united
from specassay.core.encoding.context import Context, single
from specassay.core.ir.build import integer, negate, sub
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import var

from .symbolic import abstract, exceptions, known, meant, symbolic

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
