"""Containers that branches leave in a name: many alternatives of one kind become one with conditional parts.

Without this, a loop that appends under a condition has twice as many alternatives after every turn.
"""

from attrs import define, field

from ..ir.build import gt, integer, ite
from ..ir.terms import FALSE, Term
from ..iteration import grouped
from .abstract_values import AbstractDict, AbstractSequence, AbstractSet, AbstractValue, Entry, Symbolic
from .context import Context, union
from .guards import conjunction, disjunction
from .sequences import count, prefixed

FEW_ALTERNATIVES = 2
"""How many alternatives of one kind are left apart: what is known of each is exact."""


def compact(context: Context, value: Symbolic) -> Symbolic:
    """The same value with few alternatives of every kind of container that is built by the contract itself."""
    if len(value.alternatives) <= FEW_ALTERNATIVES:
        return value
    # Alternatives multiply with each operation on two of such values, and with them the query.
    context.spend(len(value.alternatives))
    groups = grouped((_kind(abstract), (guard, abstract)) for guard, abstract in value)
    alternatives: list[tuple[Term, AbstractValue]] = []
    for kind, group in groups.items():
        if kind is None or len(group) <= FEW_ALTERNATIVES:
            alternatives += group
        else:
            alternatives.append((disjunction(*(guard for guard, _ in group)), _one(context, group)))
    return Symbolic(tuple(alternatives))


def _kind(abstract: AbstractValue) -> object:
    match abstract:
        # What has elements that are not shown, or are still to be computed, cannot be put together entry by entry.
        case AbstractSequence("list" | "tuple" as kind) if (
            abstract.more is FALSE and not abstract.beyond and not abstract.pending
        ):
            return kind
        case AbstractSet(kind) if abstract.more is FALSE:
            return kind
        case AbstractDict():
            return "dict", abstract.counts
    return None


def _one(context: Context, group: list[tuple[Term, AbstractValue]]) -> AbstractValue:
    sequences = [(guard, abstract) for guard, abstract in group if isinstance(abstract, AbstractSequence)]
    if sequences:
        return _sequence(context, sequences)
    sets = [(guard, abstract) for guard, abstract in group if isinstance(abstract, AbstractSet)]
    if sets:
        return AbstractSet(
            sets[0][1].kind, _gathered([(guard, member) for guard, abstract in sets for member in abstract.members])
        )
    return _dict(context, [(guard, abstract) for guard, abstract in group if isinstance(abstract, AbstractDict)])


def _sequence(context: Context, group: list[tuple[Term, AbstractSequence]]) -> AbstractSequence:
    """Element by element: what is at a place depends on the alternative."""
    # With entries at the front an element's place is its index, whatever alternative it comes from.
    sequences = [(guard, prefixed(abstract)) for guard, abstract in group]
    length = sequences[-1][1].length
    for guard, abstract in reversed(sequences[:-1]):
        length = ite(guard, abstract.length, length)
    entries = []
    # Merging is quadratic in the worst case, and is charged for before it is done.
    context.spend(sum(len(abstract.entries) ** 2 for _, abstract in sequences))
    for position in range(max(len(abstract.entries) for _, abstract in sequences)):
        values_here = [
            (guard, abstract.entries[position].value)
            for guard, abstract in sequences
            if position < len(abstract.entries)
        ]
        # A value that all alternatives share needs no union, and stays recognisable as one value by its identity.
        is_one_value = all(value is values_here[0][1] for _, value in values_here)
        entries.append(
            Entry(
                gt(length, integer(position)),
                values_here[0][1] if is_one_value else compact(context, union(values_here)),
            )
        )
    return AbstractSequence(sequences[0][1].kind, length, tuple(entries), True, FALSE)


def _gathered(members: list[tuple[Term, Entry]]) -> tuple[Entry, ...]:
    """The same entries, each value once."""
    present: dict[int, list[Term]] = {}
    values: dict[int, Symbolic] = {}
    for guard, entry in members:
        values[id(entry.value)] = entry.value
        present.setdefault(id(entry.value), []).append(conjunction(guard, entry.present))
    return tuple(Entry(disjunction(*present[key]), value) for key, value in values.items())


@define(slots=True)
class _MergedKey:
    """A key, where it is present, and what its value is there."""

    key: Symbolic
    present: list[Term] = field(factory=list)
    values: list[tuple[Term, Symbolic]] = field(factory=list)


def _dict(context: Context, group: list[tuple[Term, AbstractDict]]) -> AbstractDict:
    """Key by key, in an order that is that of each alternative, since `list(d)` tells what came first.

    Of `{a: 1, b: 2}` in one branch and `{b: 1, a: 2}` in another the keys become a, b, a: the first a is there in the
    one, the last in the other. So is a key that one alternative has at two places, of which its conditions choose one.
    """
    merged: list[_MergedKey] = []
    # The order of keys is kept, so each alternative's keys are merged from where its last one stood.
    for guard, abstract in group:
        position = 0  # Behind the key before: what is there already is of other alternatives.
        for key, value in zip(abstract.keys, abstract.values, strict=True):
            # Keys are compared by identity: equal values under different terms stay two keys with exclusive conditions.
            at_key = next((at for at in range(position, len(merged)) if merged[at].key is key.value), None)
            if at_key is None:
                at_key = position
                merged.insert(position, _MergedKey(key.value))
            present = conjunction(guard, key.present)
            merged[at_key].present.append(present)
            merged[at_key].values.append((present, value))
            position = at_key + 1
    context.spend(len(merged) * len(group))
    keys = tuple(Entry(disjunction(*merged_key.present), merged_key.key) for merged_key in merged)
    return AbstractDict(
        count(keys), keys, tuple(_value(context, merged_key.values) for merged_key in merged), group[0][1].counts
    )


def _value(context: Context, alternatives: list[tuple[Term, Symbolic]]) -> Symbolic:
    is_one_value = all(value is alternatives[0][1] for _, value in alternatives)
    return alternatives[0][1] if is_one_value else compact(context, union(alternatives))
