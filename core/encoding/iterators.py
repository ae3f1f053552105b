"""Builtins that give numbers or elements one after the other: range, enumerate, zip, reversed."""

from typing import Any

from attrs import evolve

from ..ir.build import add, eq, gt, integer, ite, lt
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractRange,
    AbstractSequence,
    AbstractValue,
    Entry,
    Symbolic,
    kind_of,
)
from .alternatives import Handler, SymbolicArguments, each, iterable_part, iterate, raising
from .context import Context, any_of, deferred, int_value, single, union
from .guards import conjunction, disjunction, negation
from .numbers import as_int, is_number
from .sequences import from_values, iterator_of, length, prefixed


def _range(context: Context, arguments: SymbolicArguments) -> Symbolic:
    ends: list[Term] = []
    for value in arguments:
        limit = _whole(context, value)
        if limit is None:
            return Symbolic(())
        ends.append(limit)
    start, stop = (integer(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    step = ends[2] if len(ends) == 3 else integer(1)
    # The sign of the step decides which end is passed.
    if step.op != "const":
        context.unsupported(TRUE, "range with an unknown step")
        return Symbolic(())
    return single(AbstractRange(start, stop, step.data)) if step.data else raising(context, "ValueError")


def _whole(context: Context, value: Symbolic) -> Term | None:
    """A value as a whole number, None where it is never one; raises TypeError for what is none."""
    term: Term | None = None
    for guard, abstract in value:
        number = as_int(abstract)
        if number is None:
            context.fail(guard, "TypeError")
        else:
            term = number if term is None else ite(guard, number, term)
    return term


def lazily(handler: Handler, first: int = 0, last: int | None = None) -> Handler:
    """A builtin that gives an iterator: its elements are computed when they are asked for. Its arguments from `first`
    on, and before `last`, are what it iterates over.

    Assumes: what cannot be iterated raises at once, and what an element raises when it is asked for; StopIteration of a
    function ends `map` and `filter`.
    """

    # `map(int, ["x"])` raises nothing until somebody takes an element, and `next` of it raises then: what the handler
    # raises goes with the value, to whoever asks for it. Keep it out of the conditions of the call itself. But
    # `map(int, 3)` raises at once.
    def lazy(context: Context, arguments: SymbolicArguments) -> Symbolic:
        after_last = len(arguments) if last is None else last
        values = [
            iterable_part(context, value) if first <= position < after_last else value
            for position, value in enumerate(arguments)
        ]
        with context.collecting() as raised:
            value = handler(context, values)
        # Where a function that is asked for an element raises StopIteration, there are no more.
        ends = any_of(item for item in raised if item.exception == "StopIteration")
        context.unsupported(ends, "StopIteration inside an iterator")
        return deferred(context, raised, value)

    return lazy


def _enumerate(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """A start that is no whole number raises at once, and an element when it is asked for.

    Assumes: a start of `enumerate` that is no whole number raises at once.
    """
    iterable = iterable_part(context, arguments[0])
    start = _whole(context, arguments[1]) if len(arguments) > 1 else integer(0)
    if start is None:
        return Symbolic(())
    return lazily(lambda inside, iterables: _enumerated(inside, iterables[0], start))(context, [iterable])


def _enumerated(context: Context, iterable: Symbolic, start: Term) -> Symbolic:
    guarded = []
    for guard, items in iterate(context, iterable):
        items = prefixed(items)
        context.bound(conjunction(guard, items.more), "elements of a sequence", most=len(items.entries))
        entries = tuple(
            Entry(entry.present, single(from_values("tuple", [_counted(start, position), entry.value])))
            for position, entry in enumerate(items.entries)
        )
        guarded.append((guard, single(AbstractSequence("iterator", items.length, entries, True, FALSE))))
    return union(guarded)


def _counted(start: Term, position: int) -> Symbolic:
    return int_value(add(start, integer(position)) if position else start)


def rows(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """`zip(*arguments)`."""
    return _rows(context, arguments, strict=False)


def zip_strict(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """`zip(…, strict=True)`: raises ValueError after the last row where the lengths differ."""
    return lazily(lambda inside, iterables: _rows(inside, iterables, strict=True))(context, arguments)


def _rows(context: Context, arguments: SymbolicArguments, strict: bool) -> Symbolic:
    rows: list[tuple[Term, list[AbstractSequence]]] = [(TRUE, [])]
    for value in arguments:
        # A row ends with the shortest column, so that element j of each has to be at place j.
        columns = [(guard, prefixed(items)) for guard, items in iterate(context, value, whole=False)]
        # Three columns with several alternatives each are merged first: their product is what this avoids.
        if len(arguments) > 2 and len(columns) > 1:
            columns = [as_one(columns)]
        rows = [
            (conjunction(row_guard, guard), [*row, items])
            # Only combinations that can occur.
            for row_guard, row in rows
            for guard, items in columns
            if conjunction(row_guard, guard) is not FALSE
        ]
    guarded = []
    for guard, row in rows:
        # `zip()` of nothing is empty.
        if not row:
            return single(from_values("iterator", []))
        # With `strict` the lengths are compared when the shortest ends; what was given before stays given.
        if strict:
            of_one_length = conjunction(*(eq(items.length, row[0].length) for items in row[1:]))
            context.fail(conjunction(guard, negation(of_one_length)), "ValueError")
        guarded.append((guard, single(_zipped(context, guard, row))))
    return union(guarded)


def as_one(sequences: list[tuple[Term, AbstractSequence]]) -> tuple[Term, AbstractSequence]:
    """Alternatives, each with entry j present iff j < length, as one sequence of which the elements have alternatives.

    Of `zip(*m)` each row may be a list, a text, a set or a dict: with four rows these are 256 combinations.
    """
    entries = []
    # Place by place: the alternatives of an element are those of its column.
    for position in range(max(len(items.entries) for _, items in sequences)):
        entries_here = [(guard, items.entries[position]) for guard, items in sequences if position < len(items.entries)]
        values_here = [(conjunction(guard, entry.present), entry.value) for guard, entry in entries_here]
        entries.append(Entry(disjunction(*(guard for guard, _ in values_here)), union(values_here)))
    # The last alternative is the default of the chain: the guards cover all cases in which the value is used.
    length = sequences[-1][1].length
    for guard, items in sequences[:-1]:
        length = ite(guard, items.length, length)
    more = disjunction(*(conjunction(guard, items.more) for guard, items in sequences))
    sequence = AbstractSequence("iterator", length, tuple(entries), True, more)
    return disjunction(*(guard for guard, _ in sequences)), sequence


def _zipped(context: Context, guard: Term, row: list[AbstractSequence]) -> AbstractSequence:
    size = min(len(items.entries) for items in row)
    shortest = row[0].length
    for items in row[1:]:
        shortest = ite(lt(items.length, shortest), items.length, shortest)
    # Rows beyond what one of the sequences shows are not known.
    context.bound(conjunction(guard, gt(shortest, integer(size))), "elements of a zip", hard=False)
    entries = []
    for position in range(size):
        present = conjunction(*(items.entries[position].present for items in row))
        values = [items.entries[position].value for items in row]
        entries.append(Entry(present, single(from_values("tuple", values))))
    return AbstractSequence("iterator", shortest, tuple(entries), True, FALSE)


def _reversed(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """Assumes: `reversed` of what has no order raises at once."""

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        kind = kind_of(abstract)
        if kind in ("set", "frozenset") or is_number(abstract) or length(context, abstract) is None:
            return raising(context, "TypeError")
        guarded = []
        for guard, items in iterate(context, single(abstract)):
            context.bound(conjunction(guard, items.more), "elements of a reversed sequence", most=len(items.entries))
            guarded.append((guard, iterator_of(reversed(items.entries))))
        return union(guarded)

    return each(context, arguments[0], apply_to, "reversed")


def _iter(context: Context, arguments: SymbolicArguments) -> Symbolic:
    guarded = []
    for guard, items in iterate(context, arguments[0]):
        guarded.append((guard, single(evolve(items, kind="iterator", pending=()))))
    return union(guarded)


def _next(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The first element of an iterator that nobody else has (the front end lowers no other): else the second argument,
    or StopIteration."""
    # `next` of a list raises: an iterable is not an iterator.
    for guard, abstract in arguments[0]:
        if kind_of(abstract) != "iterator":
            context.fail(guard, "TypeError")
    # What is left of an iterator is its first present entry.
    iterators = Symbolic(tuple(pair for pair in arguments[0] if kind_of(pair[1]) == "iterator"))
    alternatives = []
    for guard, items in iterate(context, iterators, whole=False):
        none: Term = guard
        # `none`: no entry before this one is there.
        for entry in items.entries:
            alternatives.append((conjunction(none, entry.present), entry.value))
            none = conjunction(none, negation(entry.present))
        # Where no shown entry is present, one beyond may be the first.
        context.bound(conjunction(none, items.more), "elements of an iterator", most=len(items.entries))
        if len(arguments) == 2:
            alternatives.append((none, arguments[1]))
        else:
            context.fail(none, "StopIteration")
    return union(alternatives)


HANDLERS: dict[Any, Handler] = {
    iter: lazily(_iter, last=1),
    next: _next,
    range: _range,
    enumerate: _enumerate,
    zip: lazily(rows),
    reversed: _reversed,
}
