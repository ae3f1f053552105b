"""Small inputs, one after the other, the smallest first: bounded-exhaustive testing.

That most defects have a small witness is the small scope hypothesis (Jackson and Damon 1996); SmallCheck (Runciman,
Naylor and Lindblad 2008) enumerates values by size as it is done here. What it is for: a solver that finds nothing
within bounds has the evaluator as a second opinion, on inputs that are certainly within them.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, count, cycle, islice, product, zip_longest
from typing import Any

from ..ir.contracts import Contract
from ..turns import in_turn
from .search import constants
from .values import SIMPLE
from .verdicts import Arguments

ELEMENTS = 3
"""The most elements of a list; `encoding/inputs.py` shows as many."""
MOST_CHARACTERS = 4
"""Of a text: with seven different ones there are 2,801 of up to four, and 19,608 of up to five."""
FEW = 7
"""So many different elements or characters occur in containers: their number is the base of what is enumerated."""
OF_ONE = 2_000
"""Values of one parameter that are mixed with those of the others."""


def small_inputs(
    contract: Contract, known: Sequence[Arguments] = (), sizes: Sequence[int] = ()
) -> Iterator[dict[str, Any]]:
    """Inputs of a contract in turn: the small values of one parameter beside the other arguments of an input that is
    known; and all combinations of small values, by the sum of their places. `sizes`: containers and texts of these
    sizes are among the values, too. Ends when there are no more."""
    names = contract.parameters
    pool = [*islice(_values(contract, sizes), OF_ONE)]
    if not names:
        return
    beside = ({**arguments, name: value} for value in pool for arguments in known for name in names)
    sources = [_diagonal(names, pool)] if len(names) == 1 else [_diagonal(names, pool), beside]
    nothing = object()
    for group in zip_longest(*sources, fillvalue=nothing):
        yield from (each for each in group if each is not nothing)


def _diagonal(names: Sequence[str], pool: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """All combinations: those whose places have a small sum come first."""
    # Of two parameters: places 0 0, 0 1, 1 0, 0 2, 1 1, 2 0, and so on. Nested loops would try all values of the last
    # parameter with the first value of the others, and hardly ever come further.
    for total in range(len(names) * len(pool)):
        for places in _summing(total, len(names), len(pool)):
            yield {name: pool[place] for name, place in zip(names, places, strict=True)}


def _summing(total: int, parts: int, below: int) -> Iterator[tuple[int, ...]]:
    """All tuples of so many whole numbers below a limit with this sum."""
    if parts == 1:
        if total < below:
            yield (total,)
        return
    for first in range(min(total, below - 1) + 1):
        yield from ((first, *rest) for rest in _summing(total - first, parts - 1, below))


def _values(contract: Contract, sizes: Sequence[int]) -> Iterator[Any]:
    """Numbers and texts, and containers of a few of them, in turn. No value twice."""
    mentioned = constants(contract)
    plain = [value for value in SIMPLE if not isinstance(value, (list, tuple, dict, set, frozenset))]
    elements = list(_distinct(chain(mentioned, (1, 0, "a", 2, 0.5, None, ""))))[:FEW]
    alphabet = dict.fromkeys(chain("".join(text for text in mentioned if isinstance(text, str)), "a1 A"))
    lists = [list(items) for size in range(ELEMENTS + 1) for items in product(elements, repeat=size)]
    nested = [list(items) for size in (1, 2) for items in product(lists[: 1 + FEW + 6], repeat=size)]
    sources: list[Iterator[Any]] = [
        chain(mentioned, plain),
        (sign * number for number in count(2) for sign in (1, -1)),
        ("".join(text) for size in range(MOST_CHARACTERS + 1) for text in product(list(alphabet)[:FEW], repeat=size)),
        iter(lists),
        (tuple(items) for items in lists),
        (set(items) for items in lists),
        (dict.fromkeys(items, 0) for items in lists),
        iter(nested),
    ]
    if sizes:
        sources.insert(2, _of_sizes(sizes, elements, list(alphabet)[:FEW]))
    return _distinct(in_turn(sources))


def _of_sizes(sizes: Sequence[int], elements: Sequence[Any], alphabet: Sequence[str]) -> Iterator[Any]:
    """Containers and texts of the sizes: of one element, of two that are mixed, of one that differs, in order, and all
    different."""
    for size in sizes:
        ordered = list(range(size))
        mixed = [list(islice(cycle(pair), size)) for pair in product(elements, repeat=2)]
        odd = [[one, *[other] * (size - 1)] for one, other in product(elements, repeat=2) if size]
        for items in (ordered, ordered[::-1], *chain(*zip_longest(mixed, odd, fillvalue=ordered))):
            yield items
            yield tuple(items)
        yield set(ordered)
        yield dict.fromkeys(ordered, 0)
        yield from ("".join(islice(cycle(pair), size)) for pair in product(alphabet, repeat=2))


def _distinct(values: Iterator[Any]) -> Iterator[Any]:
    seen: set[str] = set()
    for value in values:
        if (text := repr(value)) not in seen:
            seen.add(text)
            yield value
