"""Slices of texts and sequences (language reference, sections 3.2 and 6.3.2).

Example: of `xs[::-1]` with three entries shown, the entries in reverse, each present where it is in `xs`; a list with
more is a bound.
"""

from ..ir.build import add, eq, ge, gt, integer, ite, joined, le, lt, op, string, sub
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractBool,
    AbstractInt,
    AbstractNone,
    AbstractRange,
    AbstractSequence,
    AbstractSlice,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
)
from .context import Context, single, text_value
from .guards import conjunction
from .sequences import ONE, ZERO, filtered, length, prefixed, sequence, wrapped


def slice_of(context: Context, abstract: AbstractValue, bounds: AbstractSlice) -> Symbolic | None:
    """x[a:b:c] with a known step; None when the encoding has none."""
    # The step decides which elements there are: it has to be known.
    size, step = length(context, abstract), _step(bounds.step)
    if size is None or step is None or isinstance(abstract, AbstractRange):
        return None
    # `xs[::0]` raises ValueError (reference, sequence types).
    if step == 0:
        context.fail(TRUE, "ValueError")
        return Symbolic(())
    if step != 1:
        return _every(context, abstract, bounds, step)
    # Limits are clipped to the length, so that slices never raise.
    low, high = _limit(bounds.lower, size, ZERO), _limit(bounds.upper, size, size)
    if low is None or high is None:
        return None
    # Crossed limits give nothing.
    span = ite(lt(low, high), sub(high, low), ZERO)
    if isinstance(abstract, AbstractText):
        return text_value(op("str.substr", abstract.term, low, span))
    items = sequence(context, abstract)
    if items is None:
        return None
    items = prefixed(items)
    # Only what the slice reaches matters: elements beyond its end are left out for good.
    beyond = gt(high, integer(len(items.entries)))
    context.bound(conjunction(items.more, beyond, lt(low, high)), "elements of a slice", most=len(items.entries))
    # The entry stays where it is, under the condition that it is inside: no element moves.
    entries = tuple(
        Entry(conjunction(le(low, integer(j)), gt(high, integer(j)), entry.present), entry.value)
        for j, entry in enumerate(items.entries)
    )
    return single(AbstractSequence(items.kind, span, entries, low is ZERO, FALSE))


def _every(context: Context, abstract: AbstractValue, bounds: AbstractSlice, step: int) -> Symbolic | None:
    """x[a:b:c] where c is not 1 (language reference 6.3.2): the elements at a, a + c, … before b, of a text joined."""
    size = length(context, abstract)
    items = sequence(context, abstract)
    if size is None or items is None:
        return None
    last = sub(size, ONE)
    if step > 0:
        low, high = _limit(bounds.lower, size, ZERO), _limit(bounds.upper, size, size)
    else:  # Backwards the limits are between -1, before the first element, and the last one.
        # Clipping for negative steps is to [-1, len - 1] (reference, sequence types, note 5).
        low, high = (
            _limit(value, size, default, last) for value, default in ((bounds.lower, last), (bounds.upper, integer(-1)))
        )
    if low is None or high is None:
        return None
    items = prefixed(items)
    # The furthest place that is looked at decides whether the shown elements are enough.
    furthest = high if step > 0 else low
    beyond = ge(furthest, integer(len(items.entries)) if step < 0 else integer(len(items.entries) + 1))
    context.bound(conjunction(items.more, beyond), "elements of a slice", most=len(items.entries))
    entries: list[Entry] = []
    # In the order of the result.
    for position in range(len(items.entries)) if step > 0 else reversed(range(len(items.entries))):
        term, entry = integer(position), items.entries[position]
        way, inside = (sub(term, low), lt(term, high)) if step > 0 else (sub(low, term), lt(high, term))
        # Every step-th place, counted from where the slice begins.
        on = eq(op("mod", way, integer(abs(step))), ZERO) if abs(step) > 1 else TRUE
        entries.append(Entry(conjunction(ge(way, ZERO), inside, on, entry.present), entry.value))
    # A text has no absent characters: they are empty texts in the concatenation.
    if isinstance(abstract, AbstractText):
        pieces = [ite(entry.present, _text_of(entry.value), string("")) for entry in entries]
        return text_value(joined("str.concat", pieces, string("")))
    return single(filtered(items.kind, tuple(entries)))


def _text_of(value: Symbolic) -> Term:
    """The term of a character."""
    ((_, abstract),) = value
    assert isinstance(abstract, AbstractText)
    return abstract.term


def _step(value: Symbolic) -> int | None:
    """The step of a slice where it is known: the caller has made what is no whole number raise."""
    steps = {_step_of(abstract) for _, abstract in value}
    return next(iter(steps)) if len(steps) == 1 else None


def _step_of(abstract: AbstractValue) -> int | None:
    match abstract:
        case AbstractNone():
            return 1
        case AbstractInt(term) | AbstractBool(term) if term.op == "const":
            return int(term.data)
    return None


def _limit(value: Symbolic, size: Term, default: Term, last: Term | None = None) -> Term | None:
    """A slice's limit as a position between 0 and the length, or, of one that goes backwards, between -1 and the `last`
    position; None when it is not a whole number."""
    if len(value.alternatives) != 1:
        return _limit_of_union(value, size, default, last)
    abstract = value.alternatives[0][1]
    if isinstance(abstract, AbstractNone):
        return default
    where = abstract.term if isinstance(abstract, AbstractInt) else None
    if isinstance(abstract, AbstractBool):
        where = ite(abstract.term, ONE, ZERO)
    if where is None:
        return None
    return _clamped(where, size) if last is None else _clamped_backwards(where, size, last)


def _limit_of_union(value: Symbolic, size: Term, default: Term, last: Term | None) -> Term | None:
    """The limit when the index may be of several kinds: the caller has made the other kinds raise."""
    result: Term | None = None
    for guard, abstract in value:
        term = _limit(single(abstract), size, default, last)
        if term is not None:
            result = term if result is None else ite(guard, term, result)
    return result


def _clamped(where: Term, size: Term) -> Term:
    if where.op == "const" and where.data >= 0:
        return ite(lt(size, where), size, where)
    position = add(size, where) if where.op == "const" else ite(lt(where, ZERO), add(where, size), where)
    return ite(lt(position, ZERO), ZERO, ite(gt(position, size), size, position))


def _clamped_backwards(where: Term, size: Term, last: Term) -> Term:
    position = wrapped(where, size)
    return ite(lt(position, integer(-1)), integer(-1), ite(gt(position, last), last, position))
