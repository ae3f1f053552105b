"""Small inputs, one after the other, the smallest first: bounded-exhaustive testing.

That most defects have a small witness is the small scope hypothesis (Jackson and Damon 1996); SmallCheck (Runciman,
Naylor and Lindblad 2008) enumerates values by size as it is done here. What it is for: a solver that finds nothing
within bounds has the evaluator as a second opinion, on inputs that are certainly within them.

Whether an input lies inside the bounds is asked of the encoding itself. The variables of an encoding's arguments have
one value each for an input that they can describe: the inverse of `inputs.decode`. Under these values the condition
`Encoding.outside` is false for exactly the inputs that no limit excludes. Where it depends on more than the input (a
rounded result, say), nothing is known."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, count, cycle, islice, product, zip_longest
from typing import Any

from ..encoding.context import WITHIN_BOUNDS
from ..encoding.encode import Encoding
from ..encoding.encoding_limits import LIMITS as ENCODING
from ..encoding.inputs import KINDS, SIMPLE_KEYS, InputNode
from ..evaluate.typed import evaluate
from ..ir.contracts import Contract
from ..iteration import in_turn
from .search import constants
from .synthesis_limits import LIMITS
from .values import SIMPLE
from .verdicts import Arguments

ELEMENTS = 3
"""The most elements of a list; `encoding/inputs.py` shows as many."""
FEW = 7
"""How many different elements or characters occur in containers: their number is the base of what is enumerated."""


def small_inputs(
    contract: Contract, inputs: Sequence[Arguments] = (), sizes: Sequence[int] = ()
) -> Iterator[dict[str, Any]]:
    """Inputs of a contract in turn: the small values of one parameter beside the other arguments of an input that is
    known; and all combinations of small values, by the sum of their places. `sizes`: containers and texts of these
    sizes are among the values, too. Ends when there are no more."""
    # A contract without parameters has one input, which the caller has observed already.
    names = contract.parameters
    if not names:
        return
    pool = [*islice(_values(contract, sizes), LIMITS.listed_values)]
    # What is of one kind in every call gets values of that kind: else most combinations were none that a call can have.
    pools = [_of_kind(pool, contract.collects.get(name)) for name in names]
    # A known input with an object has none of the fields that a contract on `self.x` is about: nothing is beside it.
    about = [arguments for arguments in inputs if arguments.keys() <= set(names)]
    # One parameter at a time beside an input that is known to pass: the clauses about the others hold, and only those
    # about this one are put to the test.
    beside = (
        {**arguments, name: pool[position]}
        for position in range(max(map(len, pools)))
        for arguments in about
        for name, pool in zip(names, pools, strict=True)
        if position < len(pool)
    )
    # With one parameter both streams would be the same.
    sources = [_diagonal(names, pools)] if len(names) == 1 else [_diagonal(names, pools), beside]
    nothing = object()
    # In turn, for the product of many pools never ends within the tries that there are.
    for group in zip_longest(*sources, fillvalue=nothing):
        yield from (candidate for candidate in group if candidate is not nothing)


def _of_kind(pool: Sequence[Any], kind: str | None) -> Sequence[Any]:
    """The values of a kind; all of them where any is possible."""
    if kind == "bool":
        return (True, False)
    return [value for value in pool if kind is None or type(value).__name__ == kind]


def _diagonal(names: Sequence[str], pools: Sequence[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """All combinations: those whose places have a small sum come first."""
    # Of two parameters: places 0 0, 0 1, 1 0, 0 2, 1 1, 2 0, and so on. Nested loops would try all values of the last
    # parameter with the first value of the others, and hardly ever come further.
    sizes = [len(pool) for pool in pools]
    for total in range(sum(sizes)):
        for places in _summing(total, sizes):
            yield {name: pool[position] for name, pool, position in zip(names, pools, places, strict=True)}


def _summing(total: int, below: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All tuples of whole numbers, each below its limit, with this sum."""
    first, *further = below
    if not further:
        if total < first:
            yield (total,)
        return
    for number in range(max(0, total - sum(further) + len(further)), min(total, first - 1) + 1):
        yield from ((number, *rest) for rest in _summing(total - number, further))


def _values(contract: Contract, sizes: Sequence[int]) -> Iterator[Any]:
    """Numbers and texts, and containers of a few of them, in turn. No value twice."""
    mentioned = constants(contract)
    # Containers are made below, of elements that the contract itself speaks of.
    plain = [value for value in SIMPLE if not isinstance(value, (list, tuple, dict, set, frozenset))]
    elements = list(_distinct(chain(mentioned, (1, 0, "a", 2, 0.5, None, ""))))[:FEW]
    alphabet = dict.fromkeys(chain("".join(text for text in mentioned if isinstance(text, str)), "a1 A"))
    lists = [list(items) for size in range(ELEMENTS + 1) for items in product(elements, repeat=size)]
    # A list of lists needs few of the inner ones: all of them, paired, would be squares of hundreds.
    nested = [list(items) for size in (1, 2) for items in product(lists[: 1 + FEW + 6], repeat=size)]
    # Each kind of values is a stream of its own and they take turns: no kind has to wait until another is exhausted.
    sources: list[Iterator[Any]] = [
        chain(mentioned, plain),
        (sign * number for number in count(2) for sign in (1, -1)),
        (
            "".join(text)
            for size in range(LIMITS.listed_characters + 1)
            for text in product(list(alphabet)[:FEW], repeat=size)
        ),
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
        odd = [[first, *[second] * (size - 1)] for first, second in product(elements, repeat=2) if size]
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


class _Elsewhere(Exception):
    """The variables cannot describe the value."""


def is_inside(encoding: Encoding, arguments: Mapping[str, Any]) -> bool:
    """Whether an input is certainly one of those that a query within the bounds of the encoding is about."""
    values: dict[str, Any] = {WITHIN_BOUNDS.data: True}
    try:
        for name, value in arguments.items():
            values.update(_described(encoding.nodes[name], value))
    except _Elsewhere:
        return False
    evaluation = evaluate(encoding.outside, values)
    return evaluation.state == "defined" and evaluation.value is False


def _described(node: InputNode, value: Any) -> Iterator[tuple[str, Any]]:
    kind = type(value).__name__
    if kind not in node.kinds:
        raise _Elsewhere
    yield f"{node.name}.tag", KINDS.index(kind)
    match value:
        case bool() | int() | str():
            yield f"{node.name}.{kind}", value
        case float():
            yield from _of_float(f"{node.name}.float", value)
        case complex():
            yield from _of_float(f"{node.name}.real", value.real)
            yield from _of_float(f"{node.name}.imaginary", value.imag)
        case bytes() | list() | tuple() | dict() | set() | frozenset():
            yield from _of_container(node, value)


def _of_float(name: str, value: float) -> Iterator[tuple[str, Any]]:
    special = {math.inf: 1, -math.inf: 2}.get(value, 3 if math.isnan(value) else 0)
    yield f"{name}_kind", special
    yield name, Fraction(0) if special else Fraction(value)


def _of_container(node: InputNode, value: Any) -> Iterator[tuple[str, Any]]:
    items, most = list(value), node.unroll_bound
    # What the variables cannot describe is not inside the bounds, and says nothing against a verdict within them.
    if node.measured and len(items) > node.context.longest:
        raise _Elsewhere
    yield f"{node.name}.len", len(items)
    if not node.shown:
        return
    # The encoding describes no element at this depth: any element would be outside.
    if node.depth >= ENCODING.levels and items:
        raise _Elsewhere
    # A set or mapping has no last element that could stand for the others, and its keys are of few kinds.
    if isinstance(value, (dict, set, frozenset)):
        if len(items) > most or any(type(item).__name__ not in SIMPLE_KEYS for item in items):
            raise _Elsewhere
    # The elements beyond those that are shown equal the last of these (`bounds.Sizes`): by their texts, for to Python
    # `1 == True` and `0.0 == -0.0`, and to the encoding these are different values.
    elif any(repr(item) != repr(items[most - 1]) for item in items[most:]):
        raise _Elsewhere
    if isinstance(value, bytes):
        yield from ((f"{node.name}.byte{position}", byte) for position, byte in enumerate(items[:most]))
        return
    role = "item" if isinstance(value, (list, tuple)) else "hashed"
    entries = [((role, position), item) for position, item in enumerate(items[:most])]
    # Keys and values share a position: `hashed` and `value` number `k` are one entry.
    if isinstance(value, dict):
        entries += [(("value", position), item) for position, item in enumerate(value.values())]
    for pair, item in entries:
        if pair in node.children:
            yield from _described(node.children[pair], item)
