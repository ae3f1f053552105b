"""Displays of lists, tuples, sets and dicts, with what they unpack (language reference 6.2.5-6.2.7)."""

from collections.abc import Sequence

from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import AbstractDict, AbstractSequence, Entry, Symbolic
from .context import Context, single, union
from .equality import same
from .expressions import Names, evaluate, evaluates
from .guards import conjunction, negation
from .hashing import hashable, unique
from .sequences import count, filtered, pairs
from .truth import iterate


@evaluates("python.list", "python.tuple", "python.set", "python.dict")
def display(context: Context, term: Term, names: Names) -> Symbolic:
    """The value of a display."""
    match term.op:
        case "python.set":
            return single(unique(context, "set", _entries(context, term.args, names)))
        case "python.dict":
            return _dict(context, term, names)
        case _:
            return _list(context, term, names)


def _entries(context: Context, terms: Sequence[Term], names: Names) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for arg in terms:
        if arg.op != "python.starred":
            entries.append(Entry(TRUE, evaluate(context, arg, names)))
            continue
        for guard, items in _starred(context, arg, names):
            entries.extend(Entry(conjunction(guard, entry.present), entry.value) for entry in items.entries)
    return tuple(entries)


def _starred(context: Context, term: Term, names: Names) -> list[tuple[Term, AbstractSequence]]:
    found = iterate(context, evaluate(context, term.args[0], names))
    for guard, items in found:
        context.bound(conjunction(guard, items.more), "elements of a starred sequence", most=len(items.entries))
    return found


def _list(context: Context, term: Term, names: Names) -> Symbolic:
    kind = term.op.removeprefix("python.")
    if not term.args or term.args[0].op != "python.starred":
        return single(filtered(kind, _entries(context, term.args, names)))
    # One list for each that it starts from: what is known of their lengths is kept.
    starts = _starred(context, term.args[0], names)
    rest = _entries(context, term.args[1:], names)
    return Symbolic(tuple((guard, filtered(kind, (*items.entries, *rest))) for guard, items in starts))


def _dict(context: Context, term: Term, names: Names) -> Symbolic:
    keys: list[Entry] = []
    values: list[Symbolic] = []
    sources: list[object] = []
    for position in range(0, len(term.args), 2):
        if term.args[position].op != "python.starred":
            keys.append(Entry(TRUE, evaluate(context, term.args[position], names)))
            values.append(evaluate(context, term.args[position + 1], names))
            sources.append(None)
            continue
        for guard, abstract in evaluate(context, term.args[position].args[0], names):
            with context.under(guard) as possible:
                found = pairs(context, abstract) if possible else ()
                if found is None:
                    context.fail(TRUE, "TypeError")
                for entry, value in found or ():
                    keys.append(Entry(conjunction(guard, entry.present), entry.value))
                    values.append(value)
                    sources.append(abstract)
    return single(mapping(context, keys, values, sources))


def mapping(
    context: Context, keys: list[Entry], values: list[Symbolic], sources: Sequence[object] = ()
) -> AbstractDict:
    """A dict of the present pairs: a later value replaces that of an equal key. `sources`: by key, the dict whose key
    it is, or None; those of one dict are different."""
    shown: list[Entry] = []
    kept: list[Symbolic] = []
    origins: list[object] = []
    for key, value, source in zip(keys, values, sources or [None] * len(keys), strict=True):
        with context.under(key.present) as possible:
            if not possible:
                continue
            if source is None:
                context.fail(negation(hashable(context, key.value)), "TypeError")
            new = [key.present]
            for place, earlier in enumerate(shown):
                if source is not None and source is origins[place]:
                    continue
                again = conjunction(key.present, earlier.present, same(context, key.value, earlier.value))
                if again is not FALSE:
                    kept[place] = union([(again, value), (negation(again), kept[place])])
                    new.append(negation(again))
            shown.append(Entry(conjunction(*new), key.value))
            kept.append(value)
            origins.append(source)
    return AbstractDict(count(tuple(shown)), tuple(shown), tuple(kept))
