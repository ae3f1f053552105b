"""What holds of all the elements of a sequence that are not shown: their least and greatest, bounds of their sum.

The elements beyond those that an encoding shows are unbounded in number. What is computed from all of them is unknown,
but not arbitrary: a sum of numbers that are at least c is at least c times their number, and at least the greatest of
them plus c for each other. Such facts hold for every sequence of every size. The least and the greatest are Skolem
constants (`skolem.py`): elements themselves, so what is known of all elements is known of them.
"""

from collections.abc import Callable, Hashable
from functools import partial

from attrs import frozen

from ..ir.build import add, eq, ge, gt, implies, integer, ite, le, mul, sub
from ..ir.sorts import INT
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import AbstractComplex, AbstractSequence, AbstractSet, AbstractValue, Entry, Symbolic, kind_of
from .comparisons import ordered
from .context import Context
from .guards import conjunction, disjunction, negation
from .hashing import hashable, unique
from .numbers import as_int, is_nan, is_number
from .sequences import count as present
from .sequences import distinct
from .skolem import available, decided, exclude, state, take

ZERO, ONE = integer(0), integer(1)


@frozen(slots=True, eq=False)
class Extremes:
    """`least` and `greatest` are those of the elements that are not shown, where all of these are real numbers (and
    none is nan): when `real`."""

    least: Entry
    greatest: Entry
    real: Term


def numbers_of(value: Symbolic) -> Symbolic:
    """The value where it is a real number; nothing elsewhere."""
    return Symbolic(tuple(pair for pair in value if is_number(pair[1]) and not isinstance(pair[1], AbstractComplex)))


def is_real(value: Symbolic) -> Term:
    """A real number that is not nan."""
    return _is(value, _real)


def _is(value: Symbolic, test: Callable[[AbstractValue], Term]) -> Term:
    return disjunction(*(conjunction(guard, test(abstract)) for guard, abstract in value))


def _real(abstract: AbstractValue) -> Term:
    return negation(is_nan(abstract)) if is_number(abstract) and not isinstance(abstract, AbstractComplex) else FALSE


def _whole(abstract: AbstractValue) -> Term:
    return FALSE if as_int(abstract) is None else TRUE


def _number(abstract: AbstractValue) -> Term:
    return TRUE if is_number(abstract) else FALSE


def _int_of(value: Symbolic) -> Term:
    """The whole number of a value that is one."""
    result: Term = ZERO
    for guard, abstract in value:
        number = as_int(abstract)
        if number is not None:
            result = ite(guard, number, result)
    return result


def count(items: AbstractSequence) -> Term:
    """How many elements are not shown, where there are some."""
    return sub(items.length, integer(len(items.entries)))


def extremes(context: Context, items: AbstractSequence) -> Extremes | None:
    """The least and the greatest of the elements that are not shown; None where no Skolem constants are left."""
    # The extremes of one sequence are asked for once; a sequence without an owner is made on the way, and asked anew.
    key = ("extremes", items.owner)
    if items.owner is not None and key in context.summaries:
        ends: Extremes | None = context.summaries[key]
        return ends
    # Two constants: the least and the greatest are elements themselves.
    least = take(context, items.beyond)
    greatest = None if least is None else take(context, items.beyond)
    result = None
    if least is not None and greatest is not None:
        result = Extremes(least, greatest, is_real(least.value))
        if items.owner is None:
            _order(context, items, result)
        else:
            # Facts about the elements of an argument hold on every path.
            with context.anywhere():
                _order(context, items, result)
    if items.owner is not None:
        context.summaries[key] = result
    return result


def _order(context: Context, items: AbstractSequence, ends: Extremes) -> None:
    # If any element is no real number, `least` is such an element.
    all_real = conjunction(ends.least.present, ends.real)
    exclude(context, items.beyond, ends.least, all_real, lambda entry: negation(is_real(entry.value)))
    pairs = [(ends.least, entry) for entry in items.beyond if entry is not ends.least]
    pairs += [(entry, ends.greatest) for entry in items.beyond if entry is not ends.greatest]
    for low, high in pairs:
        with context.under(conjunction(all_real, low.present, high.present)) as possible:
            if possible:
                state(context, partial(ordered, context, numbers_of(low.value), numbers_of(high.value), False))


def total(context: Context, items: AbstractSequence) -> Term | None:
    """The sum of the elements that are not shown, where all are whole numbers; elsewhere it raises, or a bound says
    that it is not followed. None where no Skolem constants are left."""
    ends = extremes(context, items)
    odd = None if ends is None else _shared_skolem(context, items, "odd")
    if ends is None or odd is None:
        return None
    # A further constant looks for an element that cannot be summed.
    # An element that is no number raises. Of those that are none, or else of those that are not whole, `odd` is one.
    with context.under(conjunction(items.more, odd.present)) as possible:
        if possible:
            number, is_whole = _is(odd.value, _number), _is(odd.value, _whole)
            context.require(number, "TypeError")
            context.bound(conjunction(number, negation(is_whole)), "elements of a sum", most=len(items.entries))
            # If the constant is a number, all elements are: it was chosen as the exception.
            exclude(context, items.beyond, odd, number, lambda entry: negation(_is(entry.value, _number)))
            exclude(context, items.beyond, odd, is_whole, lambda entry: negation(_is(entry.value, _whole)))
            return _bounded_sum(context, items, ends, is_whole)
    return None


def _shared_skolem(context: Context, items: AbstractSequence, query: Hashable) -> Entry | None:
    """A Skolem constant for a query that is asked of these elements more than once."""
    if items.owner is None:
        return take(context, items.beyond)
    key = (query, items.owner)
    if key not in context.summaries:
        context.summaries[key] = take(context, items.beyond)
    entry: Entry | None = context.summaries[key]
    return entry


def _bounded_sum(context: Context, items: AbstractSequence, ends: Extremes, is_whole: Term) -> Term:
    # One sum for one sequence: `sum(xs) == sum(xs)`.
    key = ("sum", items.owner)
    if items.owner is not None and key in context.summaries:
        term: Term = context.summaries[key]
        return term
    result = context.fresh("sum", INT)
    number = count(items)
    least, greatest = _int_of(ends.least.value), _int_of(ends.greatest.value)
    # A single element is its own sum.
    facts = [implies(eq(number, ONE), conjunction(eq(result, least), eq(result, greatest)))]
    # For each constant c of the contract: if every element is at least c, the others add at least c each. It is linear
    # as long as c is constant.
    for limit in context.limits:
        bound_of_others = mul(integer(limit), sub(number, ONE))
        facts.append(implies(ge(least, integer(limit)), ge(result, add(greatest, bound_of_others))))
        facts.append(implies(le(greatest, integer(limit)), le(result, add(least, bound_of_others))))
    context.know(implies(conjunction(context.path, is_whole), conjunction(*facts)))
    if items.owner is not None:
        context.summaries[key] = result
    return result


def of_another_kind(context: Context, items: AbstractSequence, kind: str) -> Term | None:
    """Some element that is not shown is not of this kind; None where no Skolem constant is left."""
    skolem_entry = _shared_skolem(context, items, kind)
    if skolem_entry is None:
        return None

    def other(entry: Entry) -> Term:
        return _is(entry.value, lambda abstract: FALSE if kind_of(abstract) == kind else TRUE)

    with context.under(conjunction(items.more, skolem_entry.present)) as possible:
        if not possible:
            return FALSE
        is_other = other(skolem_entry)
        # The constant is of another kind wherever any such element is: where it is not, no other one is.
        exclude(context, items.beyond, skolem_entry, negation(is_other), other)
    return conjunction(items.more, is_other)


def matches(context: Context, items: AbstractSequence, test: Callable[[Entry], Term], query: Hashable) -> Term | None:
    """How many of the elements that are not shown satisfy a test that raises nothing: an Int of which is known whether
    it is 0, and whether it is all of them. `query` names the test. None where no Skolem constant is left."""
    skolem_entry = _shared_skolem(context, items, query)
    if skolem_entry is None:
        return None
    # The constant of a question stands for an element that satisfies the test, if any does.
    with context.under(conjunction(items.more, skolem_entry.present)) as possible:
        some = conjunction(items.more, skolem_entry.present, test(skolem_entry)) if possible else FALSE
        if possible:
            exclude(context, items.beyond, skolem_entry, negation(some), test)
    # Their number is a variable: zero exactly where no element satisfies the test.
    result = context.fresh("matches", INT)
    number = ite(items.more, count(items), ZERO)
    facts = [ge(result, ZERO), le(result, number), eq(some, gt(result, ZERO))]
    # An element that does not satisfy it leaves at least one out.
    for entry in items.beyond:
        with context.under(conjunction(items.more, entry.present)) as possible:
            if possible:
                state(context, partial(_less_than_all, entry, test, result, number))
    context.know(implies(context.path, conjunction(*facts)))
    return result


def _less_than_all(entry: Entry, test: Callable[[Entry], Term], result: Term, number: Term) -> Term:
    return disjunction(test(entry), gt(number, result))


def as_set(context: Context, kind: str, items: AbstractSequence) -> AbstractSet:
    """The set of the elements; raises TypeError where one cannot be hashed.

    Of one with elements that are not shown, the number of members is at least that of those shown, and at most so many
    more as there are elements that are not.
    """
    shown_members = unique(context, kind, items.entries)
    # All elements are shown: the members are exact.
    if items.more is FALSE:
        return shown_members
    # Without a constant nothing is known of elements beyond; the cut is soft, since the members shown are members all
    # the same.
    if not available(context, items.beyond):
        context.bound(items.more, "elements of a sequence", hard=False, most=len(items.entries))
        return shown_members
    context.size(items.more, "elements of a sequence", most=len(items.entries))
    # One element that cannot be hashed makes the whole set raise.
    unhashable = decided(
        context, items.more, items.beyond, FALSE, lambda entry: negation(hashable(context, entry.value))
    )
    context.fail(unhashable, "TypeError")
    with context.under(conjunction(items.more, negation(unhashable))):
        return AbstractSet(
            kind, shown_members.members, items.more, items.beyond, _members(context, items, shown_members)
        )


def _members(context: Context, items: AbstractSequence, shown_members: AbstractSet) -> Term:
    key = ("members", items.owner)
    if items.owner is not None and key in context.summaries:
        term: Term = context.summaries[key]
        return term
    result = context.fresh("members", INT)
    least = present(distinct(context, shown_members))
    facts = [ge(result, least), le(result, add(least, count(items)))]
    context.know(implies(context.path, conjunction(*facts)))
    if items.owner is not None:
        context.summaries[key] = result
    return result
