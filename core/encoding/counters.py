"""collections.Counter (library reference, "Counter objects"): a dict from elements to how often they occur.

Only counters of elements are followed, so that every value is positive, and two counters are equal where they are as
dicts. A key that is not there has the count 0. Example: of the text "aab" the counter has the key "a" with 2 and "b"
with 1; with x and y unknown, that of [x, y] has the key x, and the key y where it is another.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from ..ir.build import add, gt, integer, ite, sub
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractDict,
    AbstractInt,
    AbstractNone,
    AbstractSequence,
    AbstractValue,
    Entry,
    Symbolic,
    is_counter,
    kind_of,
)
from .alternatives import Handler, SymbolicArguments, iterate
from .context import Context, int_value, single, union
from .equality import same
from .guards import conjunction, negation
from .hashing import hashable
from .numbers import as_int
from .ordering import sorted_shown
from .sequences import count, from_values, length

ZERO, ONE = integer(0), integer(1)
METHODS = frozenset({"most_common", "total"})
"""What a counter has beside the methods of dicts, and is followed."""


def _counter(context: Context, arguments: SymbolicArguments) -> Symbolic:
    guarded: list[tuple[Term, Symbolic]] = []
    iterables: list[tuple[Term, AbstractValue]] = []
    nothing = [(TRUE, AbstractNone())] if not arguments else arguments[0]
    for guard, abstract in nothing:
        if isinstance(abstract, AbstractNone):
            guarded.append((guard, single(AbstractDict(ZERO, (), (), counts=True))))
        elif is_counter(abstract):
            guarded.append((guard, single(abstract)))
        # A dict's values become counts as they are, and may be anything; the empty one is the only one followed.
        elif kind_of(abstract) == "dict":
            # Of one with keys: its values need not be numbers.
            size = length(context, abstract)
            assert size is not None
            context.unsupported(conjunction(guard, gt(size, ZERO)), "a counter of a dict")
            guarded.append((guard, single(AbstractDict(ZERO, (), (), counts=True))))
        else:
            iterables.append((guard, abstract))
    # Elements beyond the shown ones would change counts that are given here as exact.
    for guard, items in iterate(context, Symbolic(tuple(iterables))):
        context.bound(conjunction(guard, items.more), "elements of a counter", most=len(items.entries))
        with context.under(guard) as possible:
            if possible:
                guarded.append((guard, single(_counted(context, items))))
    return union(guarded)


def _counted(context: Context, items: AbstractSequence) -> AbstractDict:
    keys: list[Entry] = []
    counts: list[Term] = []
    for entry in items.entries:
        with context.under(entry.present) as possible:
            if not possible:
                continue
            context.require(hashable(context, entry.value), "TypeError")
            new = [entry.present]
            # A repeated element adds to the count of its first occurrence, which is the key that stays.
            for position, earlier in enumerate(keys):
                is_repeated = conjunction(entry.present, earlier.present, same(context, entry.value, earlier.value))
                counts[position] = add(counts[position], ite(is_repeated, ONE, ZERO))
                new.append(negation(is_repeated))
            keys.append(Entry(conjunction(*new), entry.value))
            counts.append(ONE)
    return _made(keys, counts)


def _made(keys: list[Entry], counts: list[Term]) -> AbstractDict:
    values = tuple(int_value(number) for number in counts)
    return AbstractDict(count(tuple(keys)), tuple(keys), values, counts=True)


def combined_counters(context: Context, name: str, left: AbstractDict, right: AbstractDict) -> Symbolic | None:
    """`left - right` and `left & right`, of which the counts above 0 are left; None for other operators."""
    if name not in ("-", "&"):
        return None
    keys: list[Entry] = []
    counts: list[Term] = []
    for key, number in zip(left.keys, _numbers(left), strict=True):
        with context.under(key.present) as possible:
            if not possible:
                continue
            term: Term = ZERO
            # Keys of one counter are different, so at most one of them equals this key.
            for other_key, other_number in zip(right.keys, _numbers(right), strict=True):
                with context.under(other_key.present) as is_possible:
                    if is_possible:
                        equal = conjunction(other_key.present, same(context, key.value, other_key.value))
                        term = ite(equal, other_number, term)
            # `-` keeps what is left above 0, `&` the minimum (multiset difference and intersection).
            result = sub(number, term) if name == "-" else ite(gt(number, term), term, number)
            keys.append(Entry(conjunction(key.present, gt(result, ZERO)), key.value))
            counts.append(result)
    return single(_made(keys, counts))


def _numbers(counter: AbstractDict) -> list[Term]:
    terms = []
    for value in counter.values:
        ((_, number),) = value
        assert isinstance(number, AbstractInt)
        terms.append(number.term)
    return terms


def on_counter(context: Context, counter: AbstractDict, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """A method in METHODS; None for what is not followed."""
    if name == "total":
        numbers = zip(counter.keys, _numbers(counter), strict=True)
        # Two zeros in front, for `add` takes at least two terms.
        return int_value(add(ZERO, ZERO, *(ite(key.present, number, ZERO) for key, number in numbers)))
    pairs = zip(counter.keys, counter.values, strict=True)
    entries = tuple(Entry(key.present, single(from_values("tuple", [key.value, number]))) for key, number in pairs)
    items = AbstractSequence("list", counter.length, entries, False, FALSE)
    # `most_common` sorts by count, descending, and is stable: equal counts stay in the order of first occurrence.
    ordered = sorted_shown(context, items, True, _second)
    argument = arguments[0] if arguments else Symbolic(((TRUE, AbstractNone()),))
    guarded: list[tuple[Term, Symbolic]] = []
    for guard, abstract in argument:
        size = as_int(abstract)
        if isinstance(abstract, AbstractNone):
            guarded.append((guard, single(ordered)))
        elif size is None:
            context.fail(guard, "TypeError")
        elif size.op != "const":
            context.unsupported(guard, "an unknown number of most common elements")
        # A negative number of most common elements is none of them.
        else:
            guarded.append((guard, single(_first(ordered, max(0, size.data)))))
    return union(guarded)


def _first(items: AbstractSequence, size: int) -> AbstractSequence:
    entries = items.entries[:size]
    return AbstractSequence("list", count(entries), entries, True, FALSE)


def _second(pair: Symbolic) -> Symbolic:
    """The second part of pairs, which may be several by their guards."""
    guarded = []
    for guard, abstract in pair:
        assert isinstance(abstract, AbstractSequence)
        guarded.append((guard, abstract.entries[1].value))
    return union(guarded)


ARITY: dict[Callable[..., Any], tuple[int, int]] = {Counter: (0, 1)}
"""How many positional arguments a function takes, where it is not exactly one."""

HANDLERS: dict[Any, Handler] = {Counter: _counter}
