"""Containers as entries: length, iteration, indexing and slicing.

An entry is a value, and the guard under which it is there. Of a container of the input as many entries are shown as the
unroll bound says. What lies beyond is left out, which the query notes as a bound, or it is a Skolem constant, which
stands for any of these elements: then the answer holds for every size.

Example: of `xs` with two entries shown, `xs[i]` is the first where i is 0, the second where i is 1, and beyond them
either a Skolem constant or, within the bound, the second again.

Invariant: whoever leaves out what lies beyond the entries calls `context.bound`. Without that, "none was found" would
be taken for a proof.
"""

from ..ir.build import add, eq, ge, gt, integer, ite, le, lt, op, sub
from ..ir.sorts import STRING
from ..ir.terms import FALSE, TRUE, Term
from . import declared
from .abstract_values import (
    AbstractBool,
    AbstractDict,
    AbstractInt,
    AbstractNode,
    AbstractNone,
    AbstractRange,
    AbstractSequence,
    AbstractSet,
    AbstractSlice,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
    UnknownContainer,
)
from .context import WITHIN_BOUNDS, Context, single, union
from .guards import conjunction, disjunction, negation
from .skolem import shared

Pairs = tuple[tuple[tuple[Entry, Symbolic], ...], Term, tuple[tuple[Entry, Symbolic], ...]]
ZERO, ONE = integer(0), integer(1)


def length(context: Context, abstract: AbstractValue) -> Term | None:
    """len(x) as an Int; None for an abstract value without a length."""
    match abstract:
        case AbstractText(term):
            return op("str.len", term)
        case AbstractSequence(kind, size):
            return None if kind == "iterator" else size
        case AbstractSet():
            shown = count(distinct(context, abstract))
            return shown if abstract.size is None else ite(abstract.more, abstract.size, shown)
        case AbstractDict(size):
            return size
        case AbstractNode(_, node):
            return node.length
        case AbstractRange(start, stop, 1):
            return ite(lt(start, stop), sub(stop, start), ZERO)
    return None


def sequence(context: Context, abstract: AbstractValue, skolem_constants: bool = False) -> AbstractSequence | None:
    """What iterating over an abstract value gives, in order (of a set: in some order); None when it cannot be iterated.

    Elements of sets and dicts, and characters, beyond the entries are cut off by a bound, or with `Skolem constants`
    are left to the caller.
    """
    match abstract:
        case AbstractSequence():
            return abstract
        case AbstractNode("list" | "tuple" | "bytes" as kind, node):
            return node.sequence(kind)
        case AbstractNode("set" | "frozenset" | "dict" as kind, node):
            entries = node.entries(kind)
            more = gt(node.length, integer(len(entries)))
            if skolem_constants and context.skolem_constants:
                context.size(more, f"elements of a {kind}", len(entries))
                owner = (node.name, "hashed")
                beyond = node.beyond(kind)
                return AbstractSequence("iterator", node.length, entries, True, more, beyond=beyond, owner=owner)
            context.bound(more, f"elements of a {kind}", most=len(entries))
            return AbstractSequence("iterator", node.length, entries, True, FALSE)
        case AbstractSet():
            context.bound(abstract.more, f"elements of a {abstract.kind}")
            entries = distinct(context, abstract)
            return AbstractSequence("iterator", count(entries), entries, False, FALSE)
        case AbstractDict(size, keys):
            return AbstractSequence("iterator", size, keys, False, FALSE)
        case AbstractText(term):
            return characters(context, term, skolem_constants)
        case AbstractRange(start, stop, 1):
            return _range(context, start, stop)
    return None


def distinct(context: Context, abstract: AbstractSet) -> tuple[Entry, ...]:
    """The members of a set without repetitions: an entry is present iff no earlier present one equals it."""
    kept: list[Entry] = []
    for entry in abstract.members:
        with context.under(entry.present) as possible:
            if possible:
                new = negation(declared.among(context, entry.value, tuple(kept)))
                kept.append(Entry(conjunction(entry.present, new), entry.value))
    return tuple(kept)


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
    if text.op == "const":
        count = len(text.data)
    else:
        count = context.unrolling.characters
        longer = gt(size, integer(count))
        if skolem_constants and context.skolem_constants:
            context.size(longer, "characters of a text", count)
            more, beyond = longer, _further_characters(context, text, longer)
        else:
            context.bound(longer, "characters of a text", most=count)
    entries = tuple(
        Entry(gt(size, integer(j)), single(AbstractText(op("str.at", text, integer(j))))) for j in range(count)
    )
    return AbstractSequence("iterator", size, entries, True, more, beyond=beyond, owner=text if beyond else None)


def _further_characters(context: Context, text: Term, longer: Term) -> tuple[Entry, ...]:
    found = context.characters.get(text)
    if found is None:
        present = conjunction(longer, negation(WITHIN_BOUNDS))
        variables = [context.fresh("character", STRING) for _ in range(context.skolem_constants)]
        context.facts += [eq(op("str.len", variable), ONE) for variable in variables]
        found = context.characters[text] = tuple(
            Entry(present, single(AbstractText(variable)), variable) for variable in variables
        )
    return found


def _range(context: Context, start: Term, stop: Term) -> AbstractSequence:
    if start.op == "const" and stop.op == "const" and stop.data - start.data <= 64:
        count = max(0, stop.data - start.data)
    else:
        count = context.unrolling.numbers
        context.bound(gt(sub(stop, start), integer(count)), "numbers of a range", most=count)
    entries = tuple(
        Entry(lt(add(start, integer(j)), stop), single(AbstractInt(add(start, integer(j))))) for j in range(count)
    )
    return AbstractSequence("iterator", ite(lt(start, stop), sub(stop, start), ZERO), entries, True, FALSE)


def pairs(context: Context, abstract: AbstractValue) -> tuple[tuple[Entry, Symbolic], ...] | None:
    """The (key, value) pairs of a dict."""
    match abstract:
        case AbstractNode("dict", node):
            keys = node.entries("dict")
            context.bound(gt(node.length, integer(len(keys))), "keys of a dict", most=len(keys))
            return _shown_pairs(node, keys)
        case AbstractDict(_, keys, values):
            return tuple(zip(keys, values, strict=True))
    return None


def pairs_and_rest(context: Context, abstract: AbstractValue) -> Pairs | None:
    """The (key, value) pairs of a dict; whether there are more; and some of those."""
    if not (isinstance(abstract, AbstractNode) and abstract.kind == "dict" and context.skolem_constants):
        shown = pairs(context, abstract)
        return None if shown is None else (shown, FALSE, ())
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
    parts = [ite(entry.present, ONE, ZERO) for entry in entries]
    return add(*parts) if len(parts) > 1 else parts[0] if parts else ZERO


def from_values(kind: str, values: list[Symbolic]) -> AbstractSequence:
    entries = tuple(Entry(TRUE, value) for value in values)
    return AbstractSequence(kind, integer(len(entries)), entries, True, FALSE)


def filtered(kind: str, entries: tuple[Entry, ...]) -> AbstractSequence:
    """A sequence of the entries that are present."""
    prefix = all(entry.present is TRUE for entry in entries)
    return AbstractSequence(kind, count(entries), entries, prefix, FALSE)


def prefixed(context: Context, items: AbstractSequence) -> AbstractSequence:
    """The same sequence with entry j present iff j < length."""
    if items.prefix:
        return items
    # Entry k is at position j iff it is present and j present ones stand before it; k >= j, since entries keep their
    # order. Of [1, 2, 3] filtered by `x > 1`: entry 1 is at 0 where entry 0 is absent, and at 1 where it is present.
    before: list[Term] = []
    total = ZERO
    for entry in items.entries:
        before.append(total)
        total = add(total, ite(entry.present, ONE, ZERO))
    entries = []
    for position in range(len(items.entries)):
        here = [
            (conjunction(items.entries[j].present, eq(before[j], integer(position))), items.entries[j].value)
            for j in range(position, len(items.entries))
        ]
        entries.append(Entry(gt(items.length, integer(position)), union(here)))
    return AbstractSequence(items.kind, items.length, tuple(entries), True, items.more)


def at(context: Context, items: AbstractSequence, position: Term) -> Symbolic:
    """The element at a position that is known to be inside. Beyond the entries it is the last entry, by a bound, or a
    Skolem constant."""
    items = prefixed(context, items)
    if items.origin is not None and position is not ZERO:
        return declared.sorted_at(context, items, position)
    last = len(items.entries) - 1
    if last < 0:
        context.bound(items.more, "elements of a sequence")
        return Symbolic(())
    if position.op == "const" and 0 <= position.data <= last:
        place: int = position.data
        return items.entries[place].value
    # Within the bound no position is beyond, and the last entry may stand for all from its own on: a case less. Beyond
    # it, that would be a lie: there the Skolem constant stands, or the bound is noted.
    beyond = ge(position, integer(len(items.entries)))
    further = _further(context, items, position)
    if further is None:
        context.bound(conjunction(items.more, beyond), "elements of a sequence", hard=False)
    parts = [(eq(position, integer(j)), items.entries[j].value) for j in range(last)]
    repeated = ge(position, integer(last))
    if further is not None:
        unbounded = conjunction(beyond, negation(WITHIN_BOUNDS))
        parts.append((unbounded, further.value))
        repeated = conjunction(repeated, negation(unbounded))
    parts.append((repeated, items.entries[last].value))
    return union(parts)


def _further(context: Context, items: AbstractSequence, position: Term) -> Entry | None:
    """The element at a position beyond those shown: a Skolem constant that no other position has. None where none is
    left."""
    if not items.beyond or items.more is FALSE:
        return None
    found = shared(context, items.beyond, ("at", position))
    if found is not None and isinstance(items.owner, tuple) and items.owner[-1] == "items":
        known = context.positions.setdefault(items.owner, (items, []))[1]
        if all(entry is not found for _, entry in known):
            known.append((position, found))
    return found


def index(context: Context, abstract: AbstractValue, where: Term) -> Symbolic | None:
    """x[i] for an Int i, as Python counts; raises IndexError. None when x has no positions."""
    size = length(context, abstract)
    if size is None or isinstance(abstract, (AbstractSet, AbstractDict)):
        return None
    if isinstance(abstract, AbstractNode) and abstract.kind in ("set", "frozenset", "dict"):
        return None
    position = _wrapped(where, size)
    context.fail(disjunction(lt(position, ZERO), ge(position, size)), "IndexError")
    if isinstance(abstract, AbstractText):
        return single(AbstractText(op("str.at", abstract.term, position)))
    if isinstance(abstract, AbstractRange):
        return single(AbstractInt(add(abstract.start, position)))
    items = sequence(context, abstract)
    assert items is not None
    return at(context, items, position)


def _wrapped(where: Term, size: Term) -> Term:
    if where.op == "const":
        return where if where.data >= 0 else add(size, where)
    return ite(lt(where, ZERO), add(where, size), where)


def slice_of(context: Context, abstract: AbstractValue, part: AbstractSlice) -> Symbolic | None:
    """x[a:b] with a step of 1 (or none); None when the encoding has none."""
    size = length(context, abstract)
    if size is None or not _is_one(part.step):
        return None
    low, high = _limit(part.lower, size, ZERO), _limit(part.upper, size, size)
    if low is None or high is None:
        return None
    span = ite(lt(low, high), sub(high, low), ZERO)
    if isinstance(abstract, AbstractText):
        return single(AbstractText(op("str.substr", abstract.term, low, span)))
    items = sequence(context, abstract)
    if items is None:
        return None
    items = prefixed(context, items)
    beyond = gt(high, integer(len(items.entries)))
    context.bound(conjunction(items.more, beyond, lt(low, high)), "elements of a slice", most=len(items.entries))
    entries = tuple(
        Entry(conjunction(le(low, integer(j)), gt(high, integer(j)), entry.present), entry.value)
        for j, entry in enumerate(items.entries)
    )
    return single(AbstractSequence(items.kind, span, entries, low is ZERO, FALSE))


def _is_one(value: Symbolic) -> bool:
    return all(
        isinstance(abstract, AbstractNone) or (isinstance(abstract, AbstractInt) and abstract.term is ONE)
        for _, abstract in value
    )


def _limit(value: Symbolic, size: Term, default: Term) -> Term | None:
    """A slice's limit as a position between 0 and the length; None when it is not a whole number."""
    if len(value.alternatives) != 1:
        return _limit_of_union(value, size, default)
    abstract = value.alternatives[0][1]
    if isinstance(abstract, AbstractNone):
        return default
    where = abstract.term if isinstance(abstract, AbstractInt) else None
    if isinstance(abstract, AbstractBool):
        where = ite(abstract.term, ONE, ZERO)
    if where is None:
        return None
    return _clamped(where, size)


def _limit_of_union(value: Symbolic, size: Term, default: Term) -> Term | None:
    """The limit when the index may be of several kinds: the caller has made the other kinds raise."""
    result: Term | None = None
    for guard, abstract in value:
        part = _limit(single(abstract), size, default)
        if part is not None:
            result = part if result is None else ite(guard, part, result)
    return result


def _clamped(where: Term, size: Term) -> Term:
    if where.op == "const" and where.data >= 0:
        return ite(lt(size, where), size, where)
    position = add(size, where) if where.op == "const" else ite(lt(where, ZERO), add(where, size), where)
    return ite(lt(position, ZERO), ZERO, ite(gt(position, size), size, position))
