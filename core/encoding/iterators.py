"""Builtins that give numbers or elements one after the other: range, enumerate, zip, reversed."""

from typing import Any

from ..ir.build import gt, integer, ite, lt
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import AbstractRange, AbstractSequence, AbstractValue, Entry, Symbolic, kind_of
from .alternatives import Handler, SymbolicArguments, constant, each, raising
from .context import Context, deferred, single, union
from .guards import conjunction
from .numbers import as_int, is_number
from .sequences import filtered, from_values, length, prefixed
from .truth import iterate


def _range(context: Context, arguments: SymbolicArguments) -> Symbolic:
    ends: list[Term] = []
    for value in arguments:
        whole: Term | None = None
        for guard, abstract in value:
            number = as_int(abstract)
            if number is None:
                context.fail(guard, "TypeError")
            else:
                whole = number if whole is None else ite(guard, number, whole)
        if whole is None:
            return Symbolic(())
        ends.append(whole)
    if len(ends) == 3 and (ends[2].op != "const" or ends[2].data != 1):
        context.unsupported(TRUE, "range with a step")
        return Symbolic(())
    start, stop = (integer(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    return single(AbstractRange(start, stop, 1))


def lazily(handler: Handler) -> Handler:
    """A builtin that gives an iterator: its elements are computed when they are asked for."""

    def lazy(context: Context, arguments: SymbolicArguments) -> Symbolic:
        with context.collecting() as raised:
            value = handler(context, arguments)
        return deferred(context, raised, value)

    return lazy


def _enumerate(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if len(arguments) > 1:
        context.unsupported(TRUE, "enumerate with a start")
        return Symbolic(())
    parts = []
    for guard, items in iterate(context, arguments[0]):
        items = prefixed(context, items)
        context.bound(conjunction(guard, items.more), "elements of a sequence", most=len(items.entries))
        entries = tuple(
            Entry(entry.present, single(from_values("tuple", [constant(position), entry.value])))
            for position, entry in enumerate(items.entries)
        )
        parts.append((guard, single(AbstractSequence("iterator", items.length, entries, True, FALSE))))
    return union(parts)


def _zip(context: Context, arguments: SymbolicArguments) -> Symbolic:
    rows: list[tuple[Term, list[AbstractSequence]]] = [(TRUE, [])]
    for value in arguments:
        columns = [(guard, prefixed(context, items)) for guard, items in iterate(context, value, whole=False)]
        rows = [
            (conjunction(before, guard), [*row, items])
            for before, row in rows
            for guard, items in columns
            if conjunction(before, guard) is not FALSE
        ]
    parts = []
    for guard, row in rows:
        if not row:
            return single(from_values("iterator", []))
        parts.append((guard, single(_zipped(context, guard, row))))
    return union(parts)


def _zipped(context: Context, guard: Term, row: list[AbstractSequence]) -> AbstractSequence:
    size = min(len(items.entries) for items in row)
    shortest = row[0].length
    for items in row[1:]:
        shortest = ite(lt(items.length, shortest), items.length, shortest)
    context.bound(conjunction(guard, gt(shortest, integer(size))), "elements of a zip", hard=False)
    entries = []
    for position in range(size):
        present = conjunction(*(items.entries[position].present for items in row))
        values = [items.entries[position].value for items in row]
        entries.append(Entry(present, single(from_values("tuple", values))))
    return AbstractSequence("iterator", shortest, tuple(entries), True, FALSE)


def _reversed(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        kind = kind_of(abstract)
        if kind in ("set", "frozenset") or is_number(abstract) or length(context, abstract) is None:
            return raising(context, "TypeError")
        parts = []
        for guard, items in iterate(context, single(abstract)):
            context.bound(conjunction(guard, items.more), "elements of a reversed sequence", most=len(items.entries))
            parts.append((guard, single(filtered("iterator", tuple(reversed(items.entries))))))
        return union(parts)

    return each(context, arguments[0], apply_to, "reversed")


HANDLERS: dict[Any, Handler] = {
    range: _range,
    enumerate: lazily(_enumerate),
    zip: lazily(_zip),
    reversed: lazily(_reversed),
}
