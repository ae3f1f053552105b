"""Comprehensions, generator expressions, and displays of lists, tuples, sets and dicts with what they unpack (language
reference 6.2.4-6.2.8).

A comprehension is a walk over the entries of its iterables, the later ones inside the earlier, under their conditions.
A `Visitor` says what is done with each item: it is collected here, and decides `all` or `any` in `quantifiers.py`,
where no list is made of them and the walk ends where items do not matter any more (`alive`).

Example: `[x * y for x in xs if x for y in ys]` with three elements shown of each has nine entries. The one of x = xs[1]
and y = ys[0] is present where `1 < len(xs) and xs[1] and 0 < len(ys)`, and raises what `xs[1] * ys[0]` raises there.

Without conditions and with one generator the result has the length of the iterable (`_mapped_sequence`), so that
nothing is cut off; else elements that are not shown are a bound, or a Skolem constant stands for them.

Invariant: an item that is present in Python is present among the entries, or a bound says so. What an item raises is
raised under its path only.
"""

from collections.abc import Callable, Hashable, Sequence

from attrs import evolve, frozen

from ..ir.sorts import INT, VALUE
from ..ir.statements import Comprehension
from ..ir.terms import FALSE, TRUE, Term, free_names, make, var
from .abstract_values import AbstractDict, AbstractSequence, AbstractSet, Entry, Raised, Symbolic, kind_of
from .alternatives import iterable_part, iterate, truth
from .context import Context, Cut, any_of, deferred, single, union
from .equality import same
from .expressions import Names, bind, evaluate, evaluates, kept
from .guards import conjunction, negation
from .hashing import hashable, unique
from .inputs import KINDS, InputNode
from .rest import as_set
from .sequences import count, filtered, pairs
from .skolem import available, decided

FIRST_ITERABLE = ".0"
"""CPython's own name for what the first `for` of a generator expression goes through."""


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
            entries.append(Entry(TRUE, kept(context, evaluate(context, arg, names))))
            continue
        for guard, items in _starred(context, arg, names):
            # On each path the starred value is another: entries of all paths stand side by side, of which those of one
            # are there.
            entries.extend(Entry(conjunction(guard, entry.present), entry.value) for entry in items.entries)
    return tuple(entries)


def _starred(context: Context, term: Term, names: Names) -> list[tuple[Term, AbstractSequence]]:
    sequences = iterate(context, evaluate(context, term.args[0], names))
    for guard, items in sequences:
        context.bound(conjunction(guard, items.more), "elements of a starred sequence", most=len(items.entries))
    return sequences


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
        # A pair: the key is evaluated before its value (reference, 6.2.7).
        if term.args[position].op != "python.starred":
            keys.append(Entry(TRUE, kept(context, evaluate(context, term.args[position], names))))
            values.append(kept(context, evaluate(context, term.args[position + 1], names)))
            sources.append(None)
            continue
        # `**d`: which pairs there are depends on which dict it is.
        for guard, abstract in evaluate(context, term.args[position].args[0], names):
            with context.under(guard) as possible:
                pairs_found = pairs(context, abstract) if possible else ()
                # Keys of one dict are different already, so they are not compared with one another.
                source = object()  # of `{**d, **d}` each d is one of its own
                if pairs_found is None:
                    context.fail(TRUE, "TypeError")
                for entry, value in pairs_found or ():
                    keys.append(Entry(conjunction(guard, entry.present), entry.value))
                    values.append(value)
                    sources.append(source)
    return single(mapping(context, keys, values, sources))


def mapping(
    context: Context, keys: list[Entry], values: list[Symbolic], sources: Sequence[object] = ()
) -> AbstractDict:
    """A dict of the present pairs: a later value replaces that of an equal key. `sources`: by key, what stands for the
    dict that it was unpacked from, or None; those of one dict are different.

    Assumes: a dict keeps the first of equal keys, in its place, with the last value.
    """
    entries: list[Entry] = []
    latest: list[Symbolic] = []
    origins: list[object] = []
    for key, value, source in zip(keys, values, sources or [None] * len(keys), strict=True):
        with context.under(key.present) as possible:
            if not possible:
                continue
            # Only keys that are written are tested: those of a dict were hashable when they were put into it.
            if source is None:
                context.require(hashable(context, key.value), "TypeError")
            # A key is new where it equals none of the earlier ones; there the earlier one gets the new value, as in
            # Python.
            new = [key.present]
            for position, earlier in enumerate(entries):
                if source is not None and source is origins[position]:
                    continue
                is_repeated = conjunction(key.present, earlier.present, same(context, key.value, earlier.value))
                if is_repeated is not FALSE:
                    latest[position] = union([(is_repeated, value), (negation(is_repeated), latest[position])])
                    new.append(negation(is_repeated))
            entries.append(Entry(conjunction(*new), key.value))
            latest.append(value)
            origins.append(source)
    return AbstractDict(count(tuple(entries)), tuple(entries), tuple(latest))


@frozen(slots=True, kw_only=True)
class Visitor:
    """What is done with the items of a comprehension: `consume` is called under the path of each, with its names.

    `alive` tells whether items still matter; `hard`: elements that repeat the last one matter, too; `any_order`: of the
    elements of a set the order does not, but for which of them raises first; `skolem` may give
    a Skolem constant, an element that stands for all those beyond; `whole` may deal with what the last generator goes
    through, and gives what is left to do.
    """

    consume: Callable[[Names], None]
    hard: bool
    any_order: bool = False
    alive: Callable[[], Term] = lambda: TRUE
    skolem: Callable[[AbstractSequence], Entry | None] | None = None
    whole: Callable[[Symbolic, Names], Symbolic] | None = None


def walk(context: Context, term: Term, names: Names, visitor: Visitor) -> None:
    """Visit the items of a comprehension in order."""
    abstract: Comprehension = term.data
    hard, skolem, as_whole = visitor.hard, visitor.skolem, visitor.whole

    # Recursion over the generators, outermost first: each is evaluated in the scope of those before it.
    def level(number: int, position: int, scope: Names) -> None:
        if number == len(abstract.generators):
            visitor.consume(scope)
            return
        iterable = evaluate(context, term.args[position], scope)
        # The innermost iterable may be replaced by one with a Skolem element, which stands for any other.
        if as_whole is not None and number + 1 == len(abstract.generators):
            iterable = as_whole(iterable, scope)
        if visitor.any_order and any(isinstance(abstract, AbstractSet) for _, abstract in iterable):
            # Which elements come before the one that decides is not known: all are evaluated, and none may raise.
            with context.collecting() as raised:
                each(number, position, scope, iterable, lambda: TRUE)
            context.unsupported(any_of(raised), "an exception of some element of a set")
            context.raised.extend(raised)
        else:
            each(number, position, scope, iterable, visitor.alive)

    def each(number: int, position: int, scope: Names, iterable: Symbolic, alive: Callable[[], Term]) -> None:
        generator, ordered = abstract.generators[number], not visitor.any_order
        conditions = term.args[position + 1 : position + 1 + generator.conditions]
        for guard, items in iterate(
            context, iterable, whole=hard, skolem_constants=skolem is not None, in_order=ordered
        ):
            # The Skolem entry is visited last, after all that is shown, and says what happens for any other element.
            last = None if skolem is None else skolem(items)
            for entry in items.entries if last is None else (*items.entries, last):
                with context.under(conjunction(guard, entry.present, alive())) as possible:
                    if possible:
                        # A scope of its own for each element: names of a comprehension do not leak.
                        bound = dict(scope)
                        bind(context, generator.target, entry.value, bound)
                        test(number, position, conditions, bound)
            # Without a Skolem constant what lies beyond the shown elements is unknown, while the walk is alive.
            if last is None:
                context.bound(
                    conjunction(guard, items.more, alive()), "elements of a sequence", hard, len(items.entries)
                )

    def test(number: int, position: int, conditions: tuple[Term, ...], scope: Names) -> None:
        if not conditions:
            level(number + 1, position + 1 + abstract.generators[number].conditions, scope)
            return
        # Conditions are tested one after the other: a later one is evaluated only where the earlier ones hold.
        with context.under(truth(context, evaluate(context, conditions[0], scope))) as possible:
            if possible:
                test(number, position, conditions[1:], scope)

    level(0, 0, names)


@evaluates("python.comprehension")
def comprehension(context: Context, term: Term, names: Names) -> Symbolic:
    if term.data.kind != "generator":
        return _collected(context, term, names)
    generator, scope = begun(context, term, names)
    with context.collecting() as raised:
        value = _collected(context, generator, scope)
    return deferred(context, stopped(raised), value)


def begun(context: Context, term: Term, names: Names) -> tuple[Term, Names]:
    """A generator expression whose first iterable is a name, and the names with its value: the generator evaluates it
    at once, and what cannot be iterated raises at once, too (language reference, 6.2.8).

    Assumes: a generator expression evaluates its first iterable, and asks it for an iterator, at once.
    """
    value = iterable_part(context, evaluate(context, term.args[0], names))
    first = var(FIRST_ITERABLE, VALUE)
    generator = make(term.op, [first, *term.args[1:]], VALUE, term.data, term.span)
    return generator, {**names, FIRST_ITERABLE: value}


def stopped(raised: Sequence[Raised]) -> list[Raised]:
    """What a generator raises in place of these: a StopIteration inside it is a RuntimeError (PEP 479).

    Assumes: StopIteration inside a generator is a RuntimeError.
    """
    return [evolve(item, exception="RuntimeError") if item.exception == "StopIteration" else item for item in raised]


def _collected(context: Context, term: Term, names: Names) -> Symbolic:
    abstract: Comprehension = term.data
    outer = context.path
    entries: list[Entry] = []
    values: list[Symbolic] = []
    simple = _mapped_sequence(context, term, names)
    if simple is not None:
        return simple

    def consume(scope: Names) -> None:
        # The entry's own condition is what the walk added to the path; what was there before holds for the whole
        # result.
        present = conjunction(*(conjunct for conjunct in _conjuncts(context.path) if conjunct not in _conjuncts(outer)))
        elements = term.args[len(term.args) - (2 if abstract.kind == "dict" else 1) :]
        entries.append(Entry(present, kept(context, evaluate(context, elements[0], scope))))
        if abstract.kind == "dict":
            values.append(kept(context, evaluate(context, elements[1], scope)))

    # In a set the order of evaluation is lost anyway, unless an element raises.
    to_set = abstract.kind == "set"
    walk(context, term, names, Visitor(consume=consume, hard=not to_set, any_order=to_set))
    match abstract.kind:
        case "set":
            return single(unique(context, "set", tuple(entries)))
        case "dict":
            return single(mapping(context, entries, values))
        case kind:
            return single(filtered("list" if kind == "list" else "iterator", tuple(entries)))


def _conjuncts(guard: Term) -> tuple[Term, ...]:
    return guard.args if guard.op == "and" else (guard,)


def _mapped_sequence(context: Context, term: Term, names: Names) -> Symbolic | None:
    """[f(x) for x in xs]: one generator without conditions keeps the length, so nothing is cut off."""
    abstract: Comprehension = term.data
    # A condition changes the length, and two generators multiply it.
    if abstract.kind == "dict" or len(abstract.generators) != 1 or abstract.generators[0].conditions:
        return None

    def value_of(entry: Entry) -> Symbolic:
        scope = dict(names)
        bind(context, abstract.generators[0].target, entry.value, scope)
        return evaluate(context, term.args[1], scope)

    kind = "list" if abstract.kind == "list" else "iterator"
    guarded: list[tuple[Term, Symbolic]] = []
    for guard, items in iterate(context, evaluate(context, term.args[0], names), skolem_constants=True):
        # The element expression may raise: this is asked for each element, shown or not, by `mapped_sequence`.
        with context.under(guard) as possible:
            if possible:
                sequence = mapped_sequence(context, items, kind, value_of)
                guarded.append(
                    (guard, single(sequence if abstract.kind != "set" else as_set(context, "set", sequence)))
                )
    return union(guarded)


def mapped_sequence(
    context: Context, items: AbstractSequence, kind: str, value_of: Callable[[Entry], Symbolic]
) -> AbstractSequence:
    """The results for all elements, in order; raises what computing them raises."""
    entries = []
    for entry in items.entries:
        with context.under(entry.present) as possible:
            if possible:
                entries.append(Entry(entry.present, kept(context, value_of(entry))))
    # Where one was left out, places no longer count from the front.
    prefix = items.prefix and len(entries) == len(items.entries)
    beyond = _mapped_rest(context, items, value_of)
    return AbstractSequence(kind, items.length, tuple(entries), prefix, items.more, beyond=beyond)


def _mapped_rest(context: Context, items: AbstractSequence, value_of: Callable[[Entry], Symbolic]) -> tuple[Entry, ...]:
    """The results for the Skolem constants. Whether computing one for an element that is not shown raises is a query of
    its own; where it is not followed, no result is."""
    if items.more is FALSE:
        return ()
    results: dict[Hashable, Symbolic] = {}
    doubts: list[Cut] = []

    def computed(entry: Entry) -> Term:
        # What the element expression cannot follow about a Skolem element is a doubt about the results, not about the
        # path.
        start = len(context.cuts)
        results[entry.skolem] = value_of(entry)
        doubts.extend(cut for cut in context.cuts[start:] if cut.kind != "size")
        return FALSE

    if not available(context, items.beyond) and _harmless(context, items, value_of):
        return ()
    # `FALSE` as the condition: nothing is decided here, the elements are only evaluated and their exceptions noted.
    decided(context, items.more, items.beyond, FALSE, computed)
    # Results are used all or none: a partial answer would claim that the others do not exist.
    if doubts or len(results) < len(items.beyond):
        return ()
    return tuple(evolve(entry, value=results[entry.skolem]) for entry in items.beyond)


def _harmless(context: Context, items: AbstractSequence, value_of: Callable[[Entry], Symbolic]) -> bool:
    """Can the result be computed for any plain value whatever?"""
    if any(kind_of(abstract) not in KINDS for entry in items.entries for _, abstract in entry.value):
        return False
    anything = InputNode(context.fresh("any", INT).data, 1, context)
    start, stated = len(context.cuts), len(context.facts)
    with context.anywhere(), context.collecting() as raised:
        value_of(Entry(TRUE, anything.symbolic()))
    doubtful = any(cut.kind != "size" for cut in context.cuts[start:])
    del context.cuts[start:]
    # What is stated of a value that nobody asks for again is not needed.
    of_anything = {variable.data for variable in anything.variables()}
    context.facts[stated:] = [fact for fact in context.facts[stated:] if of_anything.isdisjoint(free_names(fact))]
    return not raised and not doubtful
