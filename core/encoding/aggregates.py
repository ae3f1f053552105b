"""Builtins that make one value of many: len, all, sum, min, sorted, list, set.

They go through the entries that the encoding shows, each under the condition that it is present, and then add what is
known of the elements that are not shown: of a sum, bounds by their number and the least and greatest of them
(`rest.py`); of a minimum, that it is a Skolem constant; of `all`, that a Skolem constant decides it (`skolem.py`).

Example: `sum(xs) > 0` with three elements shown. The sum is `xs[0] if 0 < n else 0`, the same of the other two, and a
number for the rest. That is 0 where n <= 3; where all elements are positive whole numbers it is at least n - 3.

Invariant: the result for each real list is among those that the encoding allows; what is beyond the entries is a
constant with facts, or a bound. An aggregate that just left it out would make proofs of small lists only.
"""

import sys
from typing import Any

from attrs import evolve

from ..ir.build import eq, gt, integer, is_value
from ..ir.terms import FALSE, TRUE, Term
from . import numbers
from .abstract_values import (
    AbstractBool,
    AbstractDict,
    AbstractInt,
    AbstractRange,
    AbstractSequence,
    AbstractSet,
    AbstractValue,
    Entry,
    Symbolic,
    kind_of,
)
from .alternatives import Handler, SymbolicArguments, boolean, constant, each, iterate, raising, truth, unsupported
from .comprehensions import mapping
from .context import Context, int_value, single, union
from .expressions import Names, binary, bind, kept
from .guards import conjunction, disjunction, negation
from .numbers import is_nan, is_number
from .ordering import SortKey, select, sorted_rest, sorted_shown
from .quantifiers import over_values
from .rest import as_set, extremes, numbers_of, of_another_kind
from .rest import total as rest_total
from .sequences import from_values, length


def _len(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        size = length(context, abstract)
        if size is None:
            return raising(context, "TypeError")
        if isinstance(abstract, AbstractRange):  # Alone among plain values, it can be too long for a number of C.
            context.fail(gt(size, integer(sys.maxsize)), "OverflowError")
        return int_value(size)

    return each(context, arguments[0], apply_to, "len")


def _quantifier(universal: bool) -> Handler:
    return lambda context, arguments: over_values(context, arguments[0], universal)


def _bool(context: Context, arguments: SymbolicArguments) -> Symbolic:
    return boolean(truth(context, arguments[0]) if arguments else FALSE)


def _collect(kind: str) -> Handler:
    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        if not arguments:
            return single(from_values(kind, []))
        guarded = []
        for guard, items in iterate(context, arguments[0], skolem_constants=True):
            guarded.append((guard, single(evolve(items, kind=kind, pending=()))))
        return union(guarded)

    return handler


def _dict(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """`dict()`, of a dict, or of an iterable of pairs."""
    if not arguments:
        return single(AbstractDict(integer(0), (), ()))
    dicts = [
        (guard, single(_plain(of_keys_and_values)))
        for guard, of_keys_and_values in arguments[0]
        if kind_of(of_keys_and_values) == "dict"
    ]
    # The alternatives that are dicts are copied as they are; only the rest is read as pairs.
    keys: list[Entry] = []
    values: list[Symbolic] = []
    symbolic = Symbolic(tuple(pair for pair in arguments[0] if kind_of(pair[1]) != "dict"))
    # A later pair replaces the value of an equal key, which `mapping` says of the keys collected here.
    for guard, items in iterate(context, symbolic):
        for entry in items.entries:
            with context.under(conjunction(guard, entry.present)) as possible:
                if possible:
                    names: Names = {}
                    # Python unpacks each item by iterating over it: two characters of a text make a pair, too.
                    bind(context, ("key", "value"), entry.value, names)
                    keys.append(Entry(conjunction(guard, entry.present), names["key"]))
                    values.append(names["value"])
        # The pairs beyond the shown ones would be keys of which nothing is known.
        context.bound(conjunction(guard, items.more), "elements of a sequence", most=len(items.entries))
    of_pairs = disjunction(*(guard for guard, _ in symbolic))
    with context.under(of_pairs) as possible:
        return union([*dicts, (of_pairs, single(mapping(context, keys, values)))]) if possible else union(dicts)


def _plain(abstract: AbstractValue) -> AbstractValue:
    return evolve(abstract, counts=False) if isinstance(abstract, AbstractDict) else abstract


def _from_keys(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """`dict.fromkeys(iterable[, value])`."""
    value = kept(context, arguments[1]) if len(arguments) > 1 else constant(None)
    guarded = []
    for guard, items in iterate(context, arguments[0]):
        context.bound(conjunction(guard, items.more), "elements of a sequence", most=len(items.entries))
        with context.under(guard) as possible:
            if possible:
                keys = list(items.entries)
                guarded.append((guard, single(mapping(context, keys, [value] * len(keys)))))
    return union(guarded)


def _collect_unique(kind: str) -> Handler:
    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        if not arguments:
            return single(AbstractSet(kind, ()))
        guarded = []
        for guard, sequence in iterate(context, arguments[0], skolem_constants=True, in_order=False):
            items = _in_any_order(sequence)
            with context.under(guard) as possible:
                if possible:
                    guarded.append((guard, single(as_set(context, kind, items))))
        return union(guarded)

    return handler


def _sum(context: Context, arguments: SymbolicArguments) -> Symbolic:
    start = arguments[1] if len(arguments) > 1 else constant(0)
    for guard, abstract in start:
        if kind_of(abstract) in ("str", "bytes"):  # "sum() can't sum strings [use ''.join(seq) instead]"
            context.fail(guard, "TypeError")
    guarded = []
    # Addition of what is shown commutes for ints and for disjoint containers; `_with_rest` cuts where it does not.
    for guard, sequence in iterate(context, arguments[0], skolem_constants=True, in_order=False):
        items = _in_any_order(sequence)
        with context.under(guard) as possible:
            if not possible:
                continue
            total = start
            # Each element counts where it is present, so the total is a chain of conditional additions.
            for entry in items.entries:
                with context.under(entry.present) as present, context.summing():
                    if present:
                        bigger = binary(context, "+", total, entry.value)
                        total = union([(entry.present, bigger), (negation(entry.present), total)])
            guarded.append((guard, _with_rest(context, items, start, total)))
    result = union(guarded)
    # Sets have no order, and float addition is not associative: only a sum of whole numbers is the same in any order.
    if any(isinstance(abstract, AbstractSet) for _, abstract in arguments[0]):
        rounded = disjunction(
            *(guard for guard, total_kind in result if not isinstance(total_kind, (AbstractBool, AbstractInt)))
        )
        context.unsupported(rounded, "a sum over a set of values that are not whole numbers")
    return result


def _with_rest(context: Context, items: AbstractSequence, start: Symbolic, total: Symbolic) -> Symbolic:
    """The sum of the shown elements, and of those that are not shown."""
    if items.more is FALSE:
        return total
    # Characters of a text were counted as a size when they were shown.
    if not isinstance(items.owner, Term):  # of the characters of a text that is said already
        context.size(items.more, "elements of a sum", most=len(items.entries))
    kinds = {kind_of(abstract) for _, abstract in start}
    rest = None
    with context.under(items.more):
        if kinds <= {"bool", "int"}:
            rest = rest_total(context, items)
        # `sum([[1], 2], [])` raises: whether an element of another kind lies beyond is a question to the Skolem
        # constants.
        elif kinds in ({"tuple"}, {"list"}):
            term = of_another_kind(context, items, *kinds)
            context.fail(FALSE if term is None else term, "TypeError")
        if rest is None:
            context.bound(items.more, "elements of a sum", most=len(items.entries))
            return total
        # Additions of floats round one by one, so only sums of whole numbers may be taken in another order.
        symbolic = Symbolic(tuple(pair for pair in total if isinstance(pair[1], (AbstractBool, AbstractInt))))
        rounded = disjunction(
            *(guard for guard, kind_of_total in total if not isinstance(kind_of_total, (AbstractBool, AbstractInt)))
        )
        context.bound(rounded, "elements of a sum", most=len(items.entries))
        more = binary(context, "+", symbolic, int_value(rest))
    return union([(items.more, more), (negation(items.more), total)])


def _extreme(least: bool) -> Handler:
    return lambda context, arguments: extreme(context, arguments, least)


def extreme(
    context: Context,
    arguments: SymbolicArguments,
    least: bool,
    key: SortKey | None = None,
    default: Symbolic | None = None,
) -> Symbolic:
    """`min` or `max` of an iterable or of several arguments. With a key the elements that are not shown are a bound: of
    their keys nothing is known."""
    if len(arguments) > 1:
        entries = [Entry(TRUE, value) for value in arguments]
        # With several arguments a `default` is refused before any of them is compared (library reference, max).
        return raising(context, "TypeError") if default is not None else select(context, entries, least, key or _itself)
    guarded = []
    for guard, sequence in iterate(context, arguments[0], skolem_constants=key is None, in_order=key is not None):
        # A key is applied to each element in turn and may raise, so the order matters, and nothing follows for elements
        # beyond.
        if key is None:
            _of_set(context, arguments[0], guard, sequence)
        items = _in_any_order(sequence) if key is None else sequence
        with context.under(guard) as possible:
            if not possible:
                continue
            empty = eq(items.length, integer(0))
            if default is None:
                context.fail(empty, "ValueError")
            else:
                guarded.append((conjunction(guard, empty), default))
            with context.under(negation(empty)):
                if key is None:
                    entries = [*items.entries, *_extreme_of_rest(context, items, least)]
                else:
                    # The least of the rest is one entry more: the minimum of the whole is the minimum of the shown ones
                    # and this one.
                    context.bound(items.more, "elements of a sequence", most=len(items.entries))
                    entries = [*items.entries]
                guarded.append((conjunction(guard, negation(empty)), select(context, entries, least, key or _itself)))
    return union(guarded)


def _itself(value: Symbolic) -> Symbolic:
    return value


def _extreme_of_rest(context: Context, items: AbstractSequence, least: bool) -> list[Entry]:
    """The least or the greatest element of those that are not shown; none where that is not followed."""
    ends = extremes(context, items) if items.more is not FALSE and items.beyond else None
    if ends is None:
        context.bound(items.more, "elements of a sequence", hard=False, most=len(items.entries))
        return []
    context.size(items.more, "elements of a sequence", most=len(items.entries))
    # The extremes are of finite numbers: where an element is nan or endless, nothing is said.
    context.bound(conjunction(items.more, negation(ends.real)), "elements of a sequence")
    entry = ends.least if least else ends.greatest
    return [evolve(entry, value=numbers_of(entry.value))]


def _abs(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        return numbers.absolute(abstract) if is_number(abstract) else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "abs")


def in_order(context: Context, iterable: Symbolic, reverse: Symbolic, key: SortKey | None = None) -> Symbolic:
    """`sorted`: a stable exchange sort over the entries, exact, as they are few."""
    descending = known_flag(reverse)
    # A `reverse` that the input decides would need both orders side by side.
    if descending is None:
        return unsupported(context, "sorted with an unknown reverse")
    guarded = []
    for guard, items in iterate(context, iterable, skolem_constants=key is None, in_order=key is not None):
        # With a key nothing is known of the elements beyond: the sort is exact for what is shown.
        with context.under(guard) as possible:
            if not possible:
                continue
            if key is None:
                _of_set(context, iterable, guard, items)
            if key is not None:
                context.bound(items.more, "elements of a sorted sequence", most=len(items.entries))
                guarded.append((guard, single(sorted_shown(context, items, descending, key))))
                continue
            # Without one, what matters of the sorted rest are its ends (`sorted_rest`).
            if items.more is not FALSE:
                guarded.append((conjunction(guard, items.more), sorted_rest(context, items, descending)))
        complete = conjunction(guard, negation(items.more))
        with context.under(complete) as possible:
            if possible:
                guarded.append((complete, single(sorted_shown(context, items, descending))))
    return union(guarded)


def _of_set(context: Context, value: Symbolic, guard: Term, items: AbstractSequence) -> None:
    """Among the elements of a set, which are in no order, the least is known where any two can be compared, or raise.
    That is so of texts and of numbers without nan, and not of tuples (`(1, "a") < (1, 2)` raises, `(0,) < (1, "a")`
    does not) or of sets, of which neither may be less."""
    if len(items.entries) < 2 or not any(isinstance(abstract, AbstractSet) for _, abstract in value):
        return
    partial = (
        conjunction(entry.present, element_guard, is_nan(element) if is_number(element) else TRUE)
        for entry in items.entries
        for element_guard, element in entry.value
        if kind_of(element) not in ("str", "bytes", "NoneType")
    )
    context.unsupported(conjunction(guard, gt(items.length, integer(1)), disjunction(*partial)), "the order of a set")


def known_flag(value: Symbolic) -> bool | None:
    """Whether a value is true, where that is known."""
    terms = [abstract.term for _, abstract in value if isinstance(abstract, (AbstractBool, AbstractInt))]
    return bool(terms[0].data) if len(terms) == len(value.alternatives) == 1 and is_value(terms[0]) else None


def _in_any_order(items: AbstractSequence) -> AbstractSequence:
    """Return the elements before sorting, for operations that do not depend on the order."""
    return items if items.origin is None else items.origin


HANDLERS: dict[Any, Handler] = {
    len: _len,
    all: _quantifier(True),
    any: _quantifier(False),
    bool: _bool,
    list: _collect("list"),
    tuple: _collect("tuple"),
    dict: _dict,
    dict.fromkeys: _from_keys,
    set: _collect_unique("set"),
    frozenset: _collect_unique("frozenset"),
    sum: _sum,
    min: _extreme(True),
    max: _extreme(False),
    abs: _abs,
}
