"""The least and the greatest of some values, sorted lists, and whether a sequence is sorted."""

from collections.abc import Callable, Hashable

from attrs import evolve

from ..ir.build import eq, gt, implies, integer, le, sub
from ..ir.sorts import BOOL, INT
from ..ir.terms import FALSE, TRUE, Term
from . import forward_declarations
from .abstract_values import AbstractNode, AbstractSequence, AbstractText, Entry, Symbolic, kind_of
from .comparisons import ordered
from .context import Context, single, union
from .guards import conjunction, disjunction, negation
from .hashing import items_of
from .neighbours import in_order, monotone
from .numbers import is_nan
from .rest import Extremes, extremes, is_real, numbers_of, of_another_kind
from .sequences import prefixed
from .skolem import shared

SortKey = Callable[[Symbolic], Symbolic]
"""What is compared in place of an element: `key=` of `sorted`, `min` and `max`."""


def select(context: Context, entries: list[Entry], least: bool, key: SortKey = lambda value: value) -> Symbolic:
    """The first least (or greatest) present value.

    Assumes: `min` and `max` compare each element with the best so far, from left to right.
    """
    best: Symbolic | None = None
    best_key = Symbolic(())
    term: Term = FALSE
    # A fold from the left: the best so far, its key, and whether there was one.
    for entry in entries:
        with context.under(entry.present) as possible:
            if not possible:
                continue
            entry_key = key(entry.value)
            if best is None:
                best, best_key, term = entry.value, entry_key, entry.present
                continue
            # The comparison is made, and may raise, only where there is something to compare with.
            with context.under(term) as comparable:
                # The first of equal elements stays: a later one has to be strictly better.
                pair = (entry_key, best_key) if least else (best_key, entry_key)
                better = ordered(context, *pair, True) if comparable else FALSE
            takes = conjunction(entry.present, disjunction(negation(term), better))
            best = union([(takes, entry.value), (negation(takes), best)])
            best_key = union([(takes, entry_key), (negation(takes), best_key)])
            term = disjunction(term, entry.present)
    return best if best is not None else Symbolic(())


def sorted_shown(
    context: Context, items: AbstractSequence, descending: bool, key: SortKey = lambda value: value
) -> AbstractSequence:
    """The sorted list of the entries. All keys are computed before the first comparison, as CPython does.

    Of three keys or more without a total order the result depends on which pairs are compared: it is not followed.

    Assumes: values in a total order have one sorted list, which is stable, in reverse, too; where two are of no one
    class sorting raises TypeError; of two it asks whether the second is less.
    """
    items = prefixed(items)
    values = [entry.value for entry in items.entries]
    keys: list[Symbolic] = []
    # All keys come first: a key function that raises does so before any comparison.
    for entry in items.entries:
        with context.under(entry.present) as possible:
            keys.append(key(entry.value) if possible else Symbolic(()))
    presences = [entry.present for entry in items.entries]
    clash = _clash(presences, keys)
    # Sorting one element compares nothing.
    if len(keys) > 1:
        with context.under(negation(clash)):
            # Without a total order the result depends on the algorithm; of two elements it does not.
            third = presences[2] if len(presences) > 2 else FALSE
            context.unsupported(conjunction(third, negation(_in_total_order(context, presences, keys))), _PARTIAL)
        # Values without an order raise in whatever order they are compared.
        with context.under(presences[1]):
            context.fail(clash, "TypeError")
    # Bubble sort: neighbours only are exchanged, and only where the second is less, which keeps equal ones in order.
    for last in range(len(values) - 1, 0, -1):
        for j in range(last):
            with context.under(conjunction(items.entries[j + 1].present, negation(clash))) as is_possible:
                if is_possible:
                    pair = (keys[j], keys[j + 1]) if descending else (keys[j + 1], keys[j])
                    swap = conjunction(items.entries[j + 1].present, ordered(context, *pair, True))
                    for moved in (values, keys):
                        moved[j], moved[j + 1] = _exchanged(moved[j], moved[j + 1], swap)
    entries = tuple(Entry(entry.present, value) for entry, value in zip(items.entries, values, strict=True))
    return AbstractSequence("list", items.length, entries, True, FALSE)


_PARTIAL = "sorting what is in no total order"
_COMPARED = {"bool": "number", "int": "number", "float": "number", "set": "set", "frozenset": "set"}
_COMPARED |= {kind: kind for kind in ("str", "bytes", "list", "tuple")}
"""The class of plain values that a value of a type is compared with: with others `<` raises TypeError."""


def _classes(value: Symbolic) -> dict[str, Term]:
    """Class → when a value is of it."""
    terms: dict[str, Term] = {}
    for guard, abstract in value:
        kind = _COMPARED.get(kind_of(abstract))
        if kind is not None:
            terms[kind] = disjunction(terms.get(kind, FALSE), guard)
    return terms


def _clash(presences: list[Term], keys: list[Symbolic]) -> Term:
    """Two neighbours are of no one class: so are then some two that the sort compares."""
    clashes = []
    # A sort of n elements compares at least n - 1 pairs that connect all of them: where two classes meet in the
    # sequence, some pair is of both.
    for present, first, second in zip(presences[1:], keys, keys[1:], strict=False):
        first_classes, second_classes = _classes(first), _classes(second)
        alike = disjunction(
            *(
                conjunction(first_classes[kind], second_classes[kind])
                for kind in first_classes.keys() & second_classes.keys()
            )
        )
        clashes.append(conjunction(present, negation(alike)))
    return disjunction(*clashes)


def _in_total_order(context: Context, presences: list[Term], keys: list[Symbolic]) -> Term:
    """Keys of which any two can be compared, of which one is less or they are equivalent: numbers without nan, texts,
    bytes, and sequences that have such elements at each place."""
    rows: list[list[tuple[Term, Symbolic]]] = []
    sequences: list[Term] = []
    # Sequences are ordered by their first difference: each place is a column of values that may be compared.
    for present, value in zip(presences, keys, strict=True):
        comparable = []
        for guard, abstract in value:
            if isinstance(abstract, AbstractSequence | AbstractNode) and abstract.kind in ("list", "tuple"):
                items = items_of(context, abstract)
                with context.under(conjunction(present, guard)):
                    context.bound(items.more, "elements of a sequence that is sorted")
                # Elements beyond those shown may decide: excluded, not assumed.
                comparable.append(guard)
                for position, entry in enumerate(prefixed(items).entries):
                    while len(rows) <= position:
                        rows.append([])
                    rows[position].append((conjunction(present, guard, entry.present), entry.value))
        sequences.append(disjunction(negation(present), *comparable))
    # All plain, or all sequences with comparable columns.
    plain = _of_one_total_class(list(zip(presences, keys, strict=True)))
    return disjunction(plain, conjunction(*sequences, *map(_of_one_total_class, rows)))


def _of_one_total_class(values: list[tuple[Term, Symbolic]]) -> Term:
    """The values that are present are all numbers and none is nan, or all texts, or all bytes."""

    # NaN is unordered, and no number for this.
    def all_are(kind: str) -> Term:
        return conjunction(
            *(
                disjunction(
                    negation(present),
                    *(
                        conjunction(guard, negation(is_nan(abstract)))
                        for guard, abstract in value
                        if _COMPARED.get(kind_of(abstract)) == kind
                    ),
                )
                for present, value in values
            )
        )

    return disjunction(all_are("number"), all_are("str"), all_are("bytes"))


def _exchanged(first: Symbolic, second: Symbolic, swap: Term) -> tuple[Symbolic, Symbolic]:
    keep = negation(swap)
    return union([(keep, first), (swap, second)]), union([(keep, second), (swap, first)])


def sorted_rest(context: Context, items: AbstractSequence, descending: bool) -> Symbolic:
    """The sorted list of a sequence with elements that are not shown: its length, its first and its last element."""
    # The first element is the least of all, and the last the greatest: all else is unknown.
    ends = extremes(context, items) if items.beyond else None
    with context.under(items.more):
        if ends is None:
            context.bound(TRUE, "elements of a sorted sequence")
            return Symbolic(())
        context.size(TRUE, "elements of a sorted sequence")
        comparable = _comparable(context, items, ends)
        # If the elements cannot be compared, sorting may raise or not: one answer for these elements, whoever asks.
        raises = _unknown(context, items, f"sorting raises {descending}")
        context.fail(conjunction(negation(comparable), raises), "TypeError")
        # The list shows its first element; the others are found by `sorted_at`.
        first = _extreme(context, items, ends, not descending)
        more = gt(items.length, integer(1))
        return single(
            AbstractSequence(
                "list", items.length, (Entry(TRUE, first),), True, more, origin=items, descending=descending
            )
        )


def _unknown(context: Context, items: AbstractSequence, question: str) -> Term:
    """An answer that nothing is known of, the same one whenever it is asked for these elements."""
    if items.owner is None:
        return context.fresh("equal", BOOL)
    return context.shared((question, items.owner), "equal", BOOL)[0]


def _all_real(items: AbstractSequence, ends: Extremes) -> Term:
    return conjunction(
        ends.real, *(disjunction(negation(entry.present), is_real(entry.value)) for entry in items.entries)
    )


def _all_text(context: Context, items: AbstractSequence) -> Term:
    term = of_another_kind(context, items, "str")
    if term is None:
        return FALSE
    shown_texts = (
        disjunction(*(guard for guard, abstract in entry.value if isinstance(abstract, AbstractText)))
        for entry in items.entries
    )
    return conjunction(negation(term), *shown_texts)


def _comparable(context: Context, items: AbstractSequence, ends: Extremes) -> Term:
    """Elements that are surely in a total order: all are numbers and none is nan, or all are texts."""
    return disjunction(_all_real(items, ends), _all_text(context, items))


def _extreme(context: Context, items: AbstractSequence, ends: Extremes, least: bool) -> Symbolic:
    """The first or the last element of the sorted list."""
    real, extreme_number = _all_real(items, ends), _extreme_number(context, items, ends, least)
    return union(
        [(real, extreme_number), (negation(real), _some_element(context, items, ("sorted", least), negation(real)))]
    )


def _extreme_number(context: Context, items: AbstractSequence, ends: Extremes, least: bool) -> Symbolic:
    """The first or the last element of the sorted list of elements that are all numbers."""
    extreme_entry = ends.least if least else ends.greatest
    numbers = [evolve(entry, value=numbers_of(entry.value)) for entry in (*items.entries, extreme_entry)]
    with context.under(_all_real(items, ends)):
        return select(context, numbers, least)


def _some_element(context: Context, items: AbstractSequence, query: Hashable, guard: Term) -> Symbolic:
    """An element of which nothing else is known, under a guard: one that is shown, or a further one."""
    skolem_entry = shared(context, items.beyond, query)
    if skolem_entry is None:
        context.bound(guard, "elements of a sorted sequence")
        return Symbolic(())
    key = ("place", skolem_entry.skolem)
    # Which one it is stays open, but is the same whenever it is asked for.
    choice: Term = context.summaries.setdefault(key, context.fresh("place", INT))
    choices = [(eq(choice, integer(j)), entry.value) for j, entry in enumerate(items.entries)]
    return union([*choices, (negation(disjunction(*(guard for guard, _ in choices))), skolem_entry.value)])


@forward_declarations.sorted_at.defined_by
def sorted_at(context: Context, items: AbstractSequence, position: Term) -> Symbolic:
    """The element of a sorted list with an `origin` at a position that is known to be inside."""
    origin = items.origin
    assert origin is not None
    # The last position has a value of its own: with repetitions it is not the first greatest element.
    ends = extremes(context, origin)
    first, last = eq(position, integer(0)), eq(position, sub(items.length, integer(1)))
    # The first element was made with the list.
    not_first = negation(first)
    if ends is None:  # No Skolem constants are left for elements without an owner, which take new ones each time.
        context.bound(not_first, "elements of a sorted sequence")
        return union([(first, items.entries[0].value)])
    if not_first is FALSE:
        return items.entries[0].value
    # The element at one position is one unknown member.
    element = _some_element(context, origin, ("sorted at", items.descending, position), not_first)
    if not element.alternatives:  # No Skolem constant was left: a fact about the order of no value would be false.
        return union([(first, items.entries[0].value)])
    _place(context, items, ends, position, element)
    with context.under(conjunction(not_first, last)) as possible:
        if possible:  # of equal elements the last one is last: a value of its own
            greatest = _extreme_number(context, origin, ends, items.descending)
            low, high = (element, greatest) if items.descending else (greatest, element)
            # Everything is before the greatest element.
            context.know(implies(conjunction(context.path, _all_real(origin, ends)), in_order(low, high)))
    return union([(first, items.entries[0].value), (not_first, element)])


def _place(context: Context, items: AbstractSequence, ends: Extremes, position: Term, element: Symbolic) -> None:
    """State where the element at a position of a sorted list is in the order of numbers."""
    origin = items.origin
    assert origin is not None
    # Only inside of the list, and only for real numbers: else the order says nothing.
    inside = conjunction(origin.more, gt(position, integer(0)), gt(items.length, position), _all_real(origin, ends))
    placed: list[tuple[Term, Symbolic]] = context.summaries.setdefault(
        ("sorted at", items.descending, origin.owner), []
    )
    # A position is placed once.
    if origin.owner is None or any(place_known is position for place_known, _ in placed):
        return
    for term, value in placed:
        # Two positions: their elements are in their order.
        both_inside = conjunction(inside, gt(term, integer(0)), gt(items.length, term))
        low, high = (element, value) if items.descending else (value, element)
        context.know(implies(conjunction(both_inside, le(term, position)), in_order(low, high)))
        context.know(implies(conjunction(both_inside, le(position, term)), in_order(high, low)))
    placed.append((position, element))


@forward_declarations.is_sorted.defined_by
def is_sorted(context: Context, items: AbstractSequence, descending: bool) -> Term:
    """Whether a sequence with elements that are not shown equals the sorted list of its elements."""
    order, ends = monotone(context, items, descending), extremes(context, items)
    if order is None or ends is None:
        return context.undetermined("elements of a sorted sequence", "equal")
    # Texts and numbers are in a total order: a sequence of those with a greater element before a smaller one differs.
    unknown = _unknown(context, items, f"is sorted {descending}")
    return disjunction(order, conjunction(negation(_comparable(context, items, ends)), unknown))
