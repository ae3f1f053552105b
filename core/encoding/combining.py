"""What takes elements together: functools.reduce, math.prod, and itertools (library reference, "Functional Programming
Modules").

All of it works on the entries that are shown: of a sequence with others that is a bound. Example: `combinations(xs, 2)`
of three shown entries has the pairs (0, 1), (0, 2), (1, 2), and the pair (0, 2) is there where entry 2 is.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..ir.build import eq, integer
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractNone,
    AbstractSequence,
    Entry,
    Symbolic,
)
from .alternatives import Handler, SymbolicArguments, constant, iterate, raising, unsupported
from .context import Context, single, union
from .encoding_limits import LIMITS
from .expressions import binary
from .guards import conjunction, negation
from .iterators import as_one, lazily
from .numbers import as_int
from .sequences import filtered, from_values, iterator_of, prefixed

AppliedFunction = Callable[[SymbolicArguments], Symbolic]
"""A symbolic callable that is applied to symbolic arguments."""


def shown(context: Context, value: Symbolic) -> list[tuple[Term, AbstractSequence]]:
    """The sequences that a value may be, with entry j present iff j < length; elements that are not shown are a bound.
    Raises TypeError where it cannot be iterated."""
    guarded = []
    for guard, items in iterate(context, value):
        context.bound(conjunction(guard, items.more), "elements of a sequence", most=len(items.entries))
        guarded.append((guard, prefixed(items)))
    return guarded if len(guarded) < 2 else [as_one(guarded)]


def sequences_of(context: Context, values: Sequence[Symbolic]) -> list[tuple[Term, list[AbstractSequence]]]:
    """The shown sequences of several values: one row for each choice of alternatives."""
    choices: list[tuple[Term, list[AbstractSequence]]] = [(TRUE, [])]
    for value in values:
        alternatives = shown(context, value)
        choices = [
            (conjunction(row_guard, guard), [*row, items])
            for row_guard, row in choices
            for guard, items in alternatives
            if conjunction(row_guard, guard) is not FALSE
        ]
    return choices


def reduced(context: Context, function: AppliedFunction, arguments: SymbolicArguments) -> Symbolic:
    """`functools.reduce(function, iterable[, initial])`: raises TypeError for no element and no initial value."""
    guarded = []
    for guard, items in shown(context, arguments[0]):
        with context.under(guard) as possible:
            if possible:
                initial = arguments[1] if len(arguments) > 1 else None
                guarded.append((guard, _folded(context, function, items, initial)))
    return union(guarded)


def _folded(context: Context, function: AppliedFunction, items: AbstractSequence, initial: Symbolic | None) -> Symbolic:
    entries = list(items.entries)
    if initial is None:
        context.fail(eq(items.length, integer(0)), "TypeError")
        if not entries:
            return Symbolic(())
        # The first entry of a sequence that is not empty is there: the elements are shown from the front.
        initial = entries.pop(0).value
    total = initial
    for entry in entries:
        with context.under(entry.present) as possible:
            if possible:
                # An entry that is not there leaves the total as it is.
                total = union([(entry.present, function([total, entry.value])), (negation(entry.present), total)])
    return total


def _product_of_numbers(context: Context, arguments: SymbolicArguments) -> Symbolic:
    start = arguments[1] if len(arguments) > 1 else constant(1)
    return reduced(context, lambda pair: binary(context, "*", *pair), [arguments[0], start])


def accumulated(
    context: Context, function: AppliedFunction | None, value: Symbolic, initial: Symbolic | None
) -> Symbolic:
    """`itertools.accumulate`: what has been added up after each element, or with `initial` before the first, too."""
    step = function or (lambda pair: binary(context, "+", *pair))
    guarded = []
    for guard, items in shown(context, value):
        with context.under(guard) as possible:
            if not possible:
                continue
            # Each partial sum exists where its element does, so that the iterator has as many entries as the input.
            total = initial
            entries = [] if initial is None else [Entry(TRUE, initial)]
            for entry in items.entries:
                # The step is executed under the presence of its element: what it raises, it raises there only.
                with context.under(entry.present) as present:
                    if present:
                        total = entry.value if total is None else step([total, entry.value])
                        entries.append(Entry(entry.present, total))
            guarded.append((guard, iterator_of(entries)))
    return union(guarded)


def _chain(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The elements of one iterable after the other: whether each is one is asked when it is its turn."""
    return iterator_of(_all_entries(context, arguments))


def _all_entries(context: Context, values: Sequence[Symbolic]) -> Iterator[Entry]:
    for value in values:
        for guard, items in shown(context, value):
            yield from (Entry(conjunction(guard, entry.present), entry.value) for entry in items.entries)


def _chain_from_iterable(context: Context, arguments: SymbolicArguments) -> Symbolic:
    guarded = []
    for guard, items in shown(context, arguments[0]):
        entries: list[Entry] = []
        for outer in items.entries:
            with context.under(conjunction(guard, outer.present)) as possible:
                if possible:
                    inner_entries = _all_entries(context, [outer.value])
                    entries += [
                        Entry(conjunction(outer.present, entry.present), entry.value) for entry in inner_entries
                    ]
        guarded.append((guard, iterator_of(entries)))
    return union(guarded)


def product(context: Context, values: Sequence[Symbolic], repeat: int) -> Symbolic:
    """`itertools.product(*values, repeat=repeat)`."""
    guarded = []
    for guard, row in sequences_of(context, values):
        columns = [items.entries for items in row] * repeat
        # Before any is made.
        if math.prod(map(len, columns)) > LIMITS.tuples:
            context.unsupported(guard, f"a product of more than {LIMITS.tuples} tuples")
            continue
        guarded.append((guard, iterator_of(map(_tuple, itertools.product(*columns)))))
    return union(guarded)


def _tuple(chosen: tuple[Entry, ...]) -> Entry:
    present = conjunction(*dict.fromkeys(entry.present for entry in chosen))
    return Entry(present, single(from_values("tuple", [entry.value for entry in chosen])))


TupleChoice = Callable[[Sequence[Entry], int], Iterator[tuple[Entry, ...]]]


def _choosing(choices: TupleChoice, name: str) -> Handler:
    """combinations(iterable, r) and its kin, for a known r."""

    # The number of elements of a tuple has to be known: it is the shape of the result.
    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        value, count = arguments
        size = known(count)
        if size is None:
            return unsupported(context, f"{name} of an unknown number of elements")
        # The iterable is asked for before a negative size is refused, as in the library.
        alternatives = shown(context, value)
        if size < 0:
            return raising(context, "ValueError")
        guarded = []
        for guard, items in alternatives:
            # One tuple for each choice of entries; the islice takes one more than allowed, to tell that there are more.
            chosen = list(itertools.islice(choices(items.entries, size), LIMITS.tuples + 1))
            if len(chosen) > LIMITS.tuples:
                context.unsupported(guard, f"more than {LIMITS.tuples} {name}")
                continue
            guarded.append((guard, iterator_of(map(_tuple, chosen))))
        return union(guarded)

    return handler


def known(value: Symbolic) -> int | None:
    """The whole number that a value is, where that is known."""
    terms = [as_int(abstract) for guard, abstract in value if guard is TRUE]
    return int(terms[0].data) if terms and terms[0] is not None and terms[0].op == "const" else None


def _permutations(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if len(arguments) == 2 and not all(isinstance(abstract, AbstractNone) for _, abstract in arguments[1]):
        return _choosing(itertools.permutations, "permutations")(context, arguments)
    guarded = []
    for guard, items in shown(context, arguments[0]):
        # How many there are decides how many permutations there are: one case for each length.
        for size in range(len(items.entries) + 1):
            of_size = conjunction(guard, eq(items.length, integer(size)))
            if math.factorial(size) > LIMITS.tuples:
                context.unsupported(of_size, f"more than {LIMITS.tuples} permutations")
                continue
            orders = itertools.permutations(items.entries[:size])
            guarded.append((of_size, iterator_of(map(_tuple, orders))))
    return union(guarded)


def _pairwise(context: Context, arguments: SymbolicArguments) -> Symbolic:
    guarded = []
    for guard, items in shown(context, arguments[0]):
        pairs = tuple(map(_tuple, itertools.pairwise(items.entries)))
        guarded.append((guard, single(filtered("iterator", pairs))))
    return union(guarded)


def starred(
    context: Context, arguments_given: Iterable[tuple[str | None, Symbolic]]
) -> list[tuple[Term, SymbolicArguments]]:
    """The positional arguments of a call `f(a, *b)`, for each number of elements that may be unpacked. Raises TypeError
    for what cannot be iterated."""
    # Rows of arguments, one for each combination of lengths of the unpacked iterables.
    choices: list[tuple[Term, SymbolicArguments]] = [(TRUE, [])]
    for kind, value in arguments_given:
        if kind is None:
            choices = [(guard, [*row, value]) for guard, row in choices]
            continue
        # The length decides how many arguments there are, and with it whether the call raises.
        lists = [
            (conjunction(guard, eq(items.length, integer(size))), [entry.value for entry in items.entries[:size]])
            for guard, items in shown(context, value)
            for size in range(len(items.entries) + 1)
        ]
        choices = [
            (conjunction(row_guard, guard), [*row, *values])
            for row_guard, row in choices
            for guard, values in lists
            # Impossible combinations are dropped at once, or their number would be the product of all lengths.
            if conjunction(row_guard, guard) is not FALSE
        ]
        if len(choices) > LIMITS.tuples:
            context.unsupported(TRUE, f"a call with more than {LIMITS.tuples} lengths of its * arguments")
            return []
    return choices


ARITY: dict[Any, tuple[int, int]] = {
    itertools.chain: (0, 99),
    itertools.combinations: (2, 2),
    itertools.combinations_with_replacement: (2, 2),
    itertools.permutations: (1, 2),
}
"""How many positional arguments a function takes, where it is not exactly one."""

HANDLERS: dict[Any, Handler] = {
    math.prod: _product_of_numbers,
    itertools.chain: lazily(_chain, last=0),
    itertools.chain.from_iterable: lazily(_chain_from_iterable),
    itertools.combinations: _choosing(itertools.combinations, "combinations"),
    itertools.combinations_with_replacement: _choosing(
        itertools.combinations_with_replacement, "combinations_with_replacement"
    ),
    itertools.permutations: _permutations,
    itertools.pairwise: lazily(_pairwise),
}
