"""Containers as entries: length, iteration and indexing.

An entry is a value, and the guard under which it is there. Of a container of the input as many entries are shown as the
unroll bound says. What lies beyond is left out, which the query notes as a bound, or it is a Skolem constant, which
stands for any of these elements: then the answer holds for every size.

Example: of `xs` with two entries shown, `xs[i]` is the first where i is 0, the second where i is 1, and beyond them
either a Skolem constant or, within the bound, the second again.

Invariant: whoever leaves out what lies beyond the entries calls `context.bound`. Without that, "none was found" would
be taken for a proof.
"""

from collections.abc import Iterable

from ..ir.build import add, eq, ge, gt, implies, integer, ite, le, lt, mul, op, sub
from ..ir.sorts import INT, STRING
from ..ir.terms import FALSE, TRUE, Term
from . import forward_declarations
from .abstract_values import (
    AbstractDict,
    AbstractNode,
    AbstractRange,
    AbstractSequence,
    AbstractSet,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
    UnknownContainer,
)
from .context import WITHIN_BOUNDS, Context, int_value, single, text_value, union
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .skolem import shared

Pairs = tuple[tuple[tuple[Entry, Symbolic], ...], Term, tuple[tuple[Entry, Symbolic], ...]]
ZERO, ONE = integer(0), integer(1)


def length(context: Context, abstract: AbstractValue) -> Term | None:
    """len(x) as an Int; None for an abstract value without a length."""
    match abstract:
        case AbstractText(term):
            return op("str.len", term)
        # An iterator has no length.
        case AbstractSequence(kind, size):
            return None if kind == "iterator" else size
        case AbstractSet():
            # Members may be equal to one another: only distinct ones count.
            shown_count = count(distinct(context, abstract))
            return shown_count if abstract.size is None else ite(abstract.more, abstract.size, shown_count)
        case AbstractDict(size):
            return size
        case AbstractNode(_, node):
            return node.length
        case AbstractRange():
            return _count_of_range(abstract)
    return None


def _count_of_range(numbers: AbstractRange) -> Term:
    low, high = (numbers.start, numbers.stop) if numbers.step > 0 else (numbers.stop, numbers.start)
    return ite(lt(low, high), _stepped(sub(high, low), abs(numbers.step)), ZERO)


def _stepped(span: Term, step: int) -> Term:
    """How many of a positive number of places are every `step`th one, the first among them."""
    return span if step == 1 else op("div", add(span, integer(step - 1)), integer(step))


def sequence(context: Context, abstract: AbstractValue, skolem_constants: bool = False) -> AbstractSequence | None:
    """What iterating over an abstract value gives, in order (of a set: in some order); None when it cannot be iterated.

    Elements of sets and dicts, and characters, beyond the entries are cut off by a bound, or with `skolem_constants`
    are left to the caller.
    """
    match abstract:
        case AbstractSequence():
            return abstract
        case AbstractNode("list" | "tuple" | "bytes" as kind, node):
            return node.sequence(kind)
        # Iterating over a dict gives its keys.
        case AbstractNode("set" | "frozenset" | "dict" as kind, node):
            entries = node.entries(kind)
            more = gt(node.length, integer(len(entries)))
            # With Skolem constants the elements beyond stay, and whoever iterates has to ask about them.
            if skolem_constants and context.skolem_constants:
                context.size(more, f"elements of a {kind}", len(entries))
                owner = (node.name, "hashed")
                beyond = node.beyond(kind)
                return AbstractSequence("iterator", node.length, entries, True, more, beyond=beyond, owner=owner)
            # Without them, inputs with more are outside of the bounds.
            context.bound(more, f"elements of a {kind}", most=len(entries))
            return AbstractSequence("iterator", node.length, entries, True, FALSE)
        # A set that the contract makes has no owner: its members are the entries.
        case AbstractSet():
            context.bound(abstract.more, f"elements of a {abstract.kind}")
            entries = distinct(context, abstract)
            return AbstractSequence("iterator", count(entries), entries, False, FALSE)
        case AbstractDict(size, keys):
            return AbstractSequence("iterator", size, keys, False, FALSE)
        case AbstractText(term):
            return characters(context, term, skolem_constants)
        case AbstractRange():
            return _range(context, abstract)
    return None


def distinct(context: Context, abstract: AbstractSet) -> tuple[Entry, ...]:
    """The members of a set without repetitions: an entry is present iff no earlier present one equals it."""
    kept: list[Entry] = []
    for entry in abstract.members:
        with context.under(entry.present) as possible:
            if possible:
                new = negation(forward_declarations.among(context, entry.value, tuple(kept)))
                kept.append(Entry(conjunction(entry.present, new), entry.value))
    return tuple(kept)


def in_some_order(context: Context, abstract: AbstractSet) -> AbstractSequence:
    """The members of a set in the order in which it is iterated over: any, but the same one each time.

    `list({8, x})` is `[8, x]` or `[x, 8]`: each member has a place, and no two have the same.

    Assumes: a set that does not change is iterated over in the same order each time.
    """
    # Keyed by identity: the same set object is iterated over in the same order.
    key = ("order", id(abstract))
    if key not in context.summaries:
        items = sequence(context, abstract)
        assert items is not None
        with context.anywhere():
            context.summaries[key] = abstract, _shuffled(context, items)  # Kept, so that no other has its identity.
    ordered_members: AbstractSequence = context.summaries[key][1]
    context.bound(abstract.more, f"elements of a {abstract.kind}")
    return ordered_members


def _shuffled(context: Context, items: AbstractSequence) -> AbstractSequence:
    entries = items.entries
    if len(entries) < 2:
        return items
    # A permutation: each member draws a place of its own.
    places = [context.fresh("order", INT) for _ in entries]
    for number, (entry, position_drawn) in enumerate(zip(entries, places, strict=True)):
        # Places are below the length, and pairwise different among those present: a bijection.
        inside = conjunction(le(ZERO, position_drawn), lt(position_drawn, items.length))
        earlier_places = zip(entries[:number], places, strict=False)
        apart = (implies(earlier.present, negation(eq(position_drawn, theirs))) for earlier, theirs in earlier_places)
        context.know(implies(entry.present, conjunction(inside, *apart)))
    placed_entries = []
    # At each position stands the member that drew it.
    for position in range(len(entries)):
        candidates = [
            (conjunction(entry.present, eq(position_drawn, integer(position))), entry.value)
            for entry, position_drawn in zip(entries, places, strict=True)
        ]
        placed_entries.append(Entry(gt(items.length, integer(position)), union(candidates)))
    return AbstractSequence(items.kind, items.length, tuple(placed_entries), True, FALSE)


def members(context: Context, abstract: AbstractValue, skolem_constants: bool = False) -> AbstractSequence | None:
    """What a collection contains, for queries that do not depend on repetitions or order."""
    if isinstance(abstract, AbstractSet):
        if skolem_constants:
            return AbstractSequence("iterator", ZERO, abstract.members, False, abstract.more, beyond=abstract.beyond)
        context.bound(abstract.more, f"elements of a {abstract.kind}")
        return AbstractSequence("iterator", ZERO, abstract.members, False, FALSE)
    return sequence(context, abstract, skolem_constants)


def characters(context: Context, text: Term, skolem_constants: bool = False) -> AbstractSequence:
    """The characters of a text as texts of length 1."""
    size = op("str.len", text)
    more: Term = FALSE
    beyond: tuple[Entry, ...] = ()
    # A constant text is shown in full.
    if text.op == "const":
        count = len(text.data)
    # A character beyond the end would be the empty text: the guard says that it is inside.
    else:
        count = context.unrolling.characters
        longer = gt(size, integer(count))
        if skolem_constants and context.skolem_constants:
            context.size(longer, "characters of a text", count)
            more, beyond = longer, _further_characters(context, text, longer)
        else:
            context.bound(longer, "characters of a text", most=count)
    entries = tuple(Entry(gt(size, integer(j)), text_value(op("str.at", text, integer(j)))) for j in range(count))
    return AbstractSequence("iterator", size, entries, True, more, beyond=beyond, owner=text if beyond else None)


def _further_characters(context: Context, text: Term, longer: Term) -> tuple[Entry, ...]:
    characters_beyond = context.characters.get(text)
    if characters_beyond is None:
        present = conjunction(longer, negation(WITHIN_BOUNDS))
        variables = [context.fresh("character", STRING) for _ in range(context.skolem_constants)]
        context.facts += [eq(op("str.len", variable), ONE) for variable in variables]
        characters_beyond = context.characters[text] = tuple(
            Entry(present, text_value(variable), variable) for variable in variables
        )
    return characters_beyond


def _range(context: Context, numbers: AbstractRange) -> AbstractSequence:
    start, stop, step = numbers.start, numbers.stop, numbers.step
    size = _count_of_range(numbers)
    if start.op == "const" and stop.op == "const" and len(range(start.data, stop.data, step)) <= LIMITS.range_numbers:
        count = len(range(start.data, stop.data, step))
    else:
        count = context.unrolling.numbers
        context.bound(gt(size, integer(count)), "numbers of a range", most=count)
    shown_numbers = [add(start, integer(j * step)) for j in range(count)]
    entries = tuple(
        Entry(lt(number, stop) if step > 0 else lt(stop, number), int_value(number)) for number in shown_numbers
    )
    return AbstractSequence("iterator", size, entries, True, FALSE)


def pairs(context: Context, abstract: AbstractValue) -> tuple[tuple[Entry, Symbolic], ...] | None:
    """The (key, value) pairs of a dict."""
    match abstract:
        case AbstractNode("dict", node):
            keys = node.entries("dict")
            # Pairs beyond those shown are not looked at.
            context.bound(gt(node.length, integer(len(keys))), "keys of a dict", most=len(keys))
            return _shown_pairs(node, keys)
        case AbstractDict(_, keys, values):
            return tuple(zip(keys, values, strict=True))
    return None


def pairs_and_rest(context: Context, abstract: AbstractValue) -> Pairs | None:
    """The (key, value) pairs of a dict; whether there are more; and some of those."""
    if not (isinstance(abstract, AbstractNode) and abstract.kind == "dict" and context.skolem_constants):
        shown_pairs = pairs(context, abstract)
        return None if shown_pairs is None else (shown_pairs, FALSE, ())
    node = abstract.node
    keys = node.entries("dict")
    more = gt(node.length, integer(len(keys)))
    context.size(more, "keys of a dict", len(keys))
    rest = tuple((key, node.rest_value(position)) for position, key in enumerate(node.beyond("dict")))
    return _shown_pairs(node, keys), more, rest


def _shown_pairs(node: UnknownContainer, keys: tuple[Entry, ...]) -> tuple[tuple[Entry, Symbolic], ...]:
    return tuple((key, node.value_at(position)) for position, key in enumerate(keys))


def count(entries: tuple[Entry, ...]) -> Term:
    """How many entries are present."""
    ones = [ite(entry.present, ONE, ZERO) for entry in entries]
    return add(*ones) if len(ones) > 1 else ones[0] if ones else ZERO


def from_values(kind: str, values: list[Symbolic]) -> AbstractSequence:
    entries = tuple(Entry(TRUE, value) for value in values)
    return AbstractSequence(kind, integer(len(entries)), entries, True, FALSE)


def filtered(kind: str, entries: tuple[Entry, ...]) -> AbstractSequence:
    """A sequence of the entries that are present."""
    prefix = all(entry.present is TRUE for entry in entries)
    return AbstractSequence(kind, count(entries), entries, prefix, FALSE)


def iterator_of(entries: Iterable[Entry]) -> Symbolic:
    """An iterator over the entries that are present."""
    return single(filtered("iterator", tuple(entries)))


def prefixed(items: AbstractSequence) -> AbstractSequence:
    """The same sequence with entry j present iff j < length."""
    if items.prefix:
        return items
    # Entry k is at position j iff it is present and j present ones stand before it; k >= j, since entries keep their
    # order. Of [1, 2, 3] filtered by `x > 1`: entry 1 is at 0 where entry 0 is absent, and at 1 where it is present.
    totals: list[Term] = []
    total = ZERO
    for entry in items.entries:
        totals.append(total)
        total = add(total, ite(entry.present, ONE, ZERO))
    entries = []
    for position in range(len(items.entries)):
        candidates = [
            (conjunction(items.entries[j].present, eq(totals[j], integer(position))), items.entries[j].value)
            for j in range(position, len(items.entries))
        ]
        entries.append(Entry(gt(items.length, integer(position)), union(candidates)))
    return AbstractSequence(items.kind, items.length, tuple(entries), True, items.more)


def at(context: Context, items: AbstractSequence, position: Term) -> Symbolic:
    """The element at a position that is known to be inside. Beyond the entries it is the last entry, by a bound, or a
    Skolem constant."""
    items = prefixed(items)
    # A sorted list knows its ends and order, not its entries.
    if items.origin is not None and position is not ZERO:
        return forward_declarations.sorted_at(context, items, position)
    last = len(items.entries) - 1
    # Nothing is shown: what is there is unknown.
    if last < 0:
        context.bound(items.more, "elements of a sequence")
        return Symbolic(())
    # A constant position needs no cases.
    if position.op == "const" and 0 <= position.data <= last:
        number: int = position.data
        return items.entries[number].value
    # Within the bound no position is beyond, and the last entry may stand for all from its own on: a case less. Beyond
    # it, that would be a lie: there the Skolem constant stands, or the bound is noted.
    beyond = ge(position, integer(len(items.entries)))
    beyond_entry = _further(context, items, position)
    # One case for each shown position but the last, which is the default.
    if beyond_entry is None:
        context.bound(conjunction(items.more, beyond), "elements of a sequence", hard=False)
    cases = [(eq(position, integer(j)), items.entries[j].value) for j in range(last)]
    repeated = ge(position, integer(last))
    if beyond_entry is not None:
        unbounded = conjunction(beyond, negation(WITHIN_BOUNDS))
        cases.append((unbounded, beyond_entry.value))
        repeated = conjunction(repeated, negation(unbounded))
    cases.append((repeated, items.entries[last].value))
    return union(cases)


def _further(context: Context, items: AbstractSequence, position: Term) -> Entry | None:
    """The element at a position beyond those shown: a Skolem constant that no other position has. None where none is
    left."""
    if not items.beyond or items.more is FALSE:
        return None
    # The same position is asked for on many paths, and has the same element on each.
    beyond_entry = shared(context, items.beyond, ("at", position))
    if beyond_entry is not None and isinstance(items.owner, tuple) and items.owner[-1] == "items":
        placed = context.positions.setdefault(items.owner, (items, []))[1]
        if all(entry is not beyond_entry for _, entry in placed):
            placed.append((position, beyond_entry))
    return beyond_entry


def index(context: Context, abstract: AbstractValue, where: Term) -> Symbolic | None:
    """x[i] for an Int i, as Python counts; raises IndexError. None when x has no positions."""
    size = length(context, abstract)
    # Sets and dicts have lengths and no positions.
    if size is None or isinstance(abstract, (AbstractSet, AbstractDict)):
        return None
    if isinstance(abstract, AbstractNode) and abstract.kind in ("set", "frozenset", "dict"):
        return None
    # -1 is the last: negative positions count from the end.
    position = wrapped(where, size)
    context.fail(disjunction(lt(position, ZERO), ge(position, size)), "IndexError")
    if isinstance(abstract, AbstractText):
        return text_value(op("str.at", abstract.term, position))
    # An element of a range is computed.
    if isinstance(abstract, AbstractRange):
        offset = position if abstract.step == 1 else mul(integer(abstract.step), position)
        return int_value(add(abstract.start, offset))
    items = sequence(context, abstract)
    assert items is not None
    return at(context, items, position)


def wrapped(where: Term, size: Term) -> Term:
    """A position that counts from the end where it is negative, as one from the start."""
    if where.op == "const":
        return where if where.data >= 0 else add(size, where)
    return ite(lt(where, ZERO), add(where, size), where)
