"""Containers seen as sequences of entries, whatever they are (lists, views of dicts, those inside arguments); which
Python values can be hashed, and sets of them (language reference 3.3.1, `object.__hash__`)."""

from ..ir.build import eq, gt, integer
from ..ir.sorts import BOOL
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractDict,
    AbstractNode,
    AbstractSequence,
    AbstractSet,
    AbstractSlice,
    AbstractValue,
    Entry,
    Symbolic,
)
from .context import Context
from .guards import conjunction, disjunction, negation
from .sequences import members, sequence
from .skolem import decided

SETS = ("set", "frozenset")
VIEWS = frozenset({"dict_keys", "dict_values", "dict_items"})


def kind_of(abstract: AbstractValue) -> str:
    """What values are compared with: sets and frozensets with each other, the others with their own class."""
    match abstract:
        case AbstractNode(kind) | AbstractSequence(kind) | AbstractSet(kind):
            return "set" if kind in SETS else kind
        case AbstractDict():
            return "dict"
    return type(abstract).__name__


def is_inner(abstract: AbstractValue) -> bool:
    """Is it a container inside an argument? Two of them are compared by length only: their contents are unknown
    values of any kind, and comparing those pairwise would dominate every encoding."""
    return isinstance(abstract, AbstractNode) and abstract.node.depth > 0


def items_of(context: Context, abstract: AbstractValue) -> AbstractSequence:
    """The elements of a container that has an order, in it."""
    items = sequence(context, abstract)
    assert items is not None
    return items


def members_of(context: Context, abstract: AbstractValue) -> AbstractSequence:
    """What `in` looks at: the elements, of a dict its keys."""
    items = members(context, abstract)
    assert items is not None
    return items


def entry_at(context: Context, items: AbstractSequence, position: int) -> Symbolic:
    """The element at a position. Beyond those that are shown it is the last one, and what is said of it holds within
    bounds only."""
    if position < len(items.entries):
        return items.entries[position].value
    if not items.entries:
        context.bound(TRUE, "elements of a sequence")
        return Symbolic(())
    context.bound(TRUE, "elements of a sequence", hard=False)
    return items.entries[-1].value


def hashable(context: Context, value: Symbolic) -> Term:
    """hash(value) does not raise."""
    conditions = []
    # An alternative that is not possible on this path says nothing: so `hashable` is false where there is no value.
    for guard, abstract in value:
        with context.under(guard) as possible:
            if possible:
                conditions.append(conjunction(guard, hashable_abstract(context, abstract)))
    return disjunction(*conditions)


def hashable_abstract(context: Context, abstract: AbstractValue) -> Term:
    """hash of one alternative of a value does not raise.

    Assumes: a plain value can be hashed unless it is a list, set or dict, or a tuple with what cannot be.
    """

    def unhashable(entry: Entry) -> Term:
        return negation(hashable(context, entry.value))

    match abstract:
        case AbstractNode("list" | "dict" | "set") | AbstractSequence("list") | AbstractSet("set") | AbstractDict():
            return FALSE
        case AbstractSlice():
            # Python's own answer for the version that runs this.
            return FALSE if slice.__hash__ is None else TRUE  # those of Python 3.12 and later can be
        case AbstractNode("tuple", node) if context.skolem_constants and node.depth > 1:
            # What a tuple so deep inside holds is not unrolled. Whether all of it can be hashed is one variable of that
            # tuple, so that each clause that hashes it gets the same answer. An empty tuple can be hashed.
            key = ("hashable", node.name)
            is_hashable, _ = context.shared(key, "hashable", BOOL)
            context.size(gt(node.length, integer(0)), "hash of deeply nested values")
            return disjunction(eq(node.length, integer(0)), is_hashable)
        case AbstractNode("tuple") | AbstractSequence("tuple"):
            # A tuple is hashable if all its elements are: those shown, one by one, and those beyond by one question.
            items = items_of(context, abstract)
            conditions = [
                disjunction(negation(entry.present), hashable(context, entry.value)) for entry in items.entries
            ]
            shown_unhashable = negation(conjunction(*conditions))
            return negation(
                disjunction(shown_unhashable, decided(context, items.more, items.beyond, shown_unhashable, unhashable))
            )
        case AbstractSequence(kind) if kind in VIEWS:
            context.unsupported(TRUE, "hash of a view of a dict")
    return TRUE


def unique(context: Context, kind: str, entries: tuple[Entry, ...]) -> AbstractSet:
    """A set of the present entries; raises TypeError for one that cannot be hashed.

    Assumes: of equal elements a set keeps the first.
    """
    kept = []
    for entry in entries:
        with context.under(entry.present) as possible:
            if possible:
                context.require(hashable(context, entry.value), "TypeError")
                kept.append(entry)
    return AbstractSet(kind, tuple(kept))
