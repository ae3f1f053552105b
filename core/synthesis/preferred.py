"""Which of several tests of one set of clauses a person wants, and where better ones are found.

A test is worth most where its arguments have the types that are declared, where its clauses are *false*, so that the
contract refuses it by its own words and not by an exception on the way (`[] > 36`), and where the function returns once
nobody checks the contract: then the contract is all that stands between the input and a result. Such inputs are near
valid ones: `37` beside a valid `36`, the same list with one item of another type.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from .search import in_other_kinds
from .synthesis_limits import LIMITS
from .values import SIMPLE, complexity
from .verdicts import Arguments, Observation, Oracle

ITEMS = 2
"""Items of a container that are replaced, one at a time."""

EMPTY: Mapping[str, Sequence[Any]] = {}
Misfits = Callable[[Arguments, Iterable[int]], int]
FoundInputs = dict[frozenset[int], list[tuple[Arguments, Observation]]]


def near(
    valid: Iterable[Arguments],
    constants: Sequence[Any],
    oracle: Oracle,
    go_on: Callable[[], bool],
    samples: Mapping[str, Sequence[Any]] = EMPTY,
    misfits: Misfits = lambda arguments, violated: 0,
) -> FoundInputs:
    """Inputs that differ from a valid one in one or two parameters, by the clauses that they violate, the best first.

    `constants` are those of the contract; `go_on` says whether there is time. `samples`: by parameter, values that it
    is declared to take. `misfits`: how many arguments of an input that violates some clauses have another type than
    declared.
    """
    # A length that the contract names is where a clause about length changes its mind; longer ones only take time.
    lengths = [value for value in constants if type(value) is int and 1 < value <= LIMITS.stretched_length]
    plain = [*constants, *SIMPLE]
    atoms = [*plain, *(long for value in ("a", [0]) for long in _stretched(value, lengths))]
    texts = [value for value in constants if isinstance(value, str) and value]
    found_inputs: FoundInputs = {}
    for base in valid:
        # From a valid input a change of one parameter violates what is about that parameter, and little else.
        single = (
            {**base, name: value}
            for name in base
            for value in (
                *samples.get(name, ()),
                *_stretched(base[name], lengths),
                *joined(base[name], texts),
                *_changed(base[name], atoms),
            )
        )
        # Pairs of changes come last: a set of two independent clauses is met by two changes that violate one each.
        keep_best(
            found_inputs,
            chain(single, islice(_combined(base, found_inputs), LIMITS.combined_inputs)),
            oracle,
            go_on,
            misfits,
        )
    return found_inputs


def keep_best(
    found: FoundInputs, candidates: Iterable[Arguments], oracle: Oracle, go_on: Callable[[], bool], misfits: Misfits
) -> None:
    """Put those candidates into `found` that are among the `KEPT` best of what they violate; each list in it is, and
    stays, in the order of the best first."""

    orders: dict[frozenset[int], list[Any]] = {}

    def first(arguments: Arguments, seen: Observation) -> tuple[int, int]:
        return misfits(arguments, seen.violated), raising(seen.how)

    def order(arguments: Arguments, seen: Observation) -> Any:
        return *first(arguments, seen), [complexity(value) for value in arguments.values()]

    for arguments in candidates:
        if not go_on():
            return
        seen = oracle(arguments)
        # An input that the oracle cannot run, or that is valid, is a test of no set.
        if seen is None or not seen.violated:
            continue
        kept = found.setdefault(seen.violated, [])
        keys = orders.get(seen.violated)
        if keys is None:
            keys = orders[seen.violated] = [order(*pair) for pair in kept]
        # Most are worse by what comes first, and what makes them simpler need not be known.
        if len(kept) >= LIMITS.candidates and first(arguments, seen) > keys[-1][:2]:
            continue
        # `keys` runs parallel to `kept`, so that a place is found by bisection and no complexity is computed twice.
        key = order(arguments, seen)
        position = bisect_right(keys, key)
        keys.insert(position, key)
        kept.insert(position, (arguments, seen))
        del keys[LIMITS.candidates :], kept[LIMITS.candidates :]


def raising(how: Mapping[Any, str]) -> int:
    """How many of the violated clauses raise instead of being false."""
    return sum(1 for manner in how.values() if manner != "false")


def _combined(base: Arguments, found: FoundInputs) -> Iterator[dict[str, Any]]:
    """Two changes of the valid input at once, each of which violates something else."""
    best = [(target, arguments) for target, kept in found.items() for arguments, _ in kept[:1]]
    for position, (first_target, first) in enumerate(best):
        for target, second in best[position + 1 :]:
            changed = {name: second[name] for name in base if second[name] is not base[name]}
            if first_target.isdisjoint(target) and all(first[name] is base[name] for name in changed):
                yield {**first, **changed}


def _stretched(value: Any, lengths: Sequence[int]) -> Iterator[Any]:
    """A text or list repeated up to each of some lengths."""
    if isinstance(value, str | bytes | list | tuple) and value:
        yield from ((value * length)[:length] for length in lengths)


def joined(value: Any, texts: Sequence[str]) -> Iterator[str]:
    """A text with each of some texts before and after it: what clauses about its beginning or its parts look for."""
    if isinstance(value, str):
        yield from (longer for text in texts for longer in (text + value, value + text))


def _changed(value: Any, atoms: Sequence[Any]) -> Iterator[Any]:
    """Values near this one: of its own kind first, then of others."""
    # A value of the declared type is what the reader prefers: `37` rather than `'36'` beside a valid `36`.
    same_type = [atom for atom in atoms if type(atom) is type(value)]
    yield from (atom for atom in same_type if atom != value)
    yield from in_other_kinds(value)
    match value:
        case list() | tuple():
            items = list(value)
            # The changes that tell clauses about sequences apart: shorter at either end, a repetition, another order.
            shorter = [items[:-1], items[1:], items + items[-1:], items[::-1]]
            one_changed = (
                [*items[:position], replacement, *items[position + 1 :]]
                for position in range(min(ITEMS, len(items)))
                for replacement in (*atoms, *in_other_kinds(items[position]))
            )
            yield from (type(value)(items_changed) for items_changed in (*shorter, *one_changed))
        case str():
            yield from (value[:-1], value[1:], value + value[-1:], value.upper())
    yield from (atom for atom in atoms if type(atom) is not type(value))
