"""< and <= of Python values (language reference 6.10.1).

Example: of two lists the first elements that differ decide, and where one ends before that, it is less. A list of
unknown length is compared as far as its elements are shown; beyond them the verdict has a bound.

Invariant: the same two containers inside arguments are compared alike each time, though nobody knows how: the answer is
kept under their names (`context.summaries`).
"""

from ..ir.build import gt, integer, op
from ..ir.sorts import BOOL
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import AbstractNode, AbstractSequence, AbstractText, AbstractValue, Symbolic, is_counter
from .context import Context
from .equality import same, subset
from .guards import conjunction, disjunction, negation
from .hashing import VIEWS, entry_at, is_inner, items_of, kind_of
from .numbers import is_number, less
from .sequences import length

_LIKE_SETS = frozenset({"set", "dict_keys", "dict_items"})
"""What is ordered by inclusion (library reference, "Dictionary view objects"): the values of a dict are not."""


def ordered(context: Context, left: Symbolic, right: Symbolic, strict: bool) -> Term:
    """left < right (or <=); raises TypeError where Python does."""
    cases = []
    for first_guard, first in left:
        for second_guard, second in right:
            guard = conjunction(first_guard, second_guard)
            with context.under(guard) as possible:
                if possible:
                    result = _ordered_abstract(context, first, second, strict)
                    if result is None:
                        context.fail(TRUE, "TypeError")
                    else:
                        # Where types have no order the comparison raises: that case is no part of the truth value.
                        cases.append(conjunction(guard, result))
    return disjunction(*cases)


def _ordered_abstract(context: Context, left: AbstractValue, right: AbstractValue, strict: bool) -> Term | None:
    # Numbers compare with numbers only; complex ones with none (`less` is None).
    if is_number(left) or is_number(right):
        return less(left, right, strict) if is_number(left) and is_number(right) else None
    match left, right:
        case AbstractText(first), AbstractText(second):
            return op("str.lt" if strict else "str.le", first, second)
    if is_counter(left) or is_counter(right):
        context.unsupported(TRUE, "< on counters")
        return context.fresh("less", BOOL)
    # Views of dicts are ordered as sets are, by inclusion.
    kind, other_kind = kind_of(left), kind_of(right)
    if VIEWS & {kind, other_kind}:
        if not {kind, other_kind} <= _LIKE_SETS:
            return None
        if "dict_items" in (kind, other_kind):
            context.unsupported(TRUE, "< on dict.items()")
            return context.fresh("less", BOOL)
        kind = other_kind = "set"
    if kind != other_kind:
        return None
    if left is right and kind in ("list", "tuple", "bytes", "set"):
        return FALSE if strict else TRUE  # elements are compared by identity first
    if kind == "set":
        # Of two sets of the input nothing is known but that the same question has the same answer.
        if isinstance(left, AbstractNode) and isinstance(right, AbstractNode):
            if not context.skolem_constants:
                return context.undetermined("< on two unknown sets", "subset")
            context.size(TRUE, "< on two unknown sets")
            key = ("subset", left.node.name, right.node.name, strict)
            result: Term = context.summaries.setdefault(key, context.fresh("subset", BOOL))
            return result
        first_length, second_length = length(context, left), length(context, right)
        assert first_length is not None
        assert second_length is not None
        inside = subset(context, left, right)
        return conjunction(inside, gt(second_length, first_length)) if strict else inside
    if kind not in ("list", "tuple", "bytes"):
        return None
    if is_inner(left) and is_inner(right):
        # Containers inside arguments show few elements: their order is one undetermined truth for each pair.
        return _ordered_inner(context, left, right, strict)
    first_items, second_items = items_of(context, left), items_of(context, right)
    # In a filtered sequence an entry's number is not its index, on which lexicographic order rests.
    if not (first_items.prefix and second_items.prefix):
        context.bound(TRUE, "< on joined or filtered sequences")
        return context.fresh("less", BOOL)
    return _lexicographic(context, first_items, second_items, strict, 0)


def _ordered_inner(context: Context, left: AbstractValue, right: AbstractValue, strict: bool) -> Term:
    """left < right (or <=) of two containers inside arguments: the same answer whenever the same two are compared."""
    assert isinstance(left, AbstractNode)
    assert isinstance(right, AbstractNode)
    if not context.skolem_constants:
        return context.undetermined("< on deeply nested values", "less")
    names = (left.kind, left.node.name, right.node.name)
    raises = context.summaries.setdefault(("raises", names), context.fresh("raises", BOOL))
    result: Term = context.summaries.setdefault(("less", names, strict), context.fresh("less", BOOL))
    context.fail(raises, "TypeError")
    context.size(TRUE, "< on deeply nested values")
    return result


def _lexicographic(
    context: Context, left: AbstractSequence, right: AbstractSequence, strict: bool, position: int
) -> Term:
    index = integer(position)
    left_ends, right_ends = negation(gt(left.length, index)), negation(gt(right.length, index))
    # A sequence that ends while the other goes on is less; where both end, only `<=` holds.
    ended = conjunction(left_ends, negation(right_ends) if strict else TRUE)
    # Positions are compared only where both have one, and only while all before were equal.
    both_go_on = conjunction(negation(left_ends), negation(right_ends))
    with context.under(both_go_on) as possible:
        if not possible:
            return ended
        # Neither shows an element here: what is not shown decides, which is outside of the bounds.
        if position >= max(len(left.entries), len(right.entries)):
            context.bound(TRUE, "elements of a sequence")
            return ended
        first_entry, second = entry_at(context, left, position), entry_at(context, right, position)
        # Python looks for the first pair that is not the same by `is` or `==`, and orders this pair alone: elements
        # that cannot be ordered raise only there.
        tie = same(context, first_entry, second)
        with context.under(negation(tie)) as differs:
            first = ordered(context, first_entry, second, True) if differs else FALSE
        with context.under(tie) as continues:
            rest = _lexicographic(context, left, right, strict, position + 1) if continues else FALSE
    return disjunction(
        ended, conjunction(both_go_on, disjunction(conjunction(negation(tie), first), conjunction(tie, rest)))
    )
