"""Containers seen as sequences of entries, whatever they are: lists, views of dicts, and those inside arguments."""

from ..ir.terms import TRUE
from .abstract_values import (
    AbstractDict,
    AbstractNode,
    AbstractSequence,
    AbstractSet,
    AbstractValue,
    Symbolic,
)
from .context import Context
from .sequences import members, sequence

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
