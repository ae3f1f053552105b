"""Shrinking: a simpler input with the same violations (delta debugging, Zeller and Hildebrandt 2002)."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import Any

from attrs import field, frozen

from ..ir.plain_values import is_plain
from .synthesis_limits import LIMITS
from .values import complexity, simpler, text_of, texts_in, with_text
from .verdicts import Arguments, Observation, Oracle

MOST_KEPT, LONGEST_KEPT = 256, 200
"""Values of which it is kept what is simpler, and the characters of each."""

NAMES = ("a", "b", "c", "A")
"""Texts that stand for any other, where the same one is in several arguments."""


def shrink(
    arguments: Arguments,
    observed: Observation,
    oracle: Oracle,
    effort: int = LIMITS.shrinking_executions,
    go_on: Callable[[], bool] = lambda: True,
    suits: Callable[[str, Any], bool] | None = None,
) -> Arguments:
    """The simplest input found that violates exactly the same clauses, none of them by an exception where the
    original was false. `effort` bounds the executions of the oracle; one on a large input counts as
    several. `go_on` says whether there is time. `suits`: whether an argument for a parameter is of the declared type;
    what is stays so."""
    tries = effort
    current = dict(arguments)
    refused: dict[str, set[str]] = {name: set() for name in current}

    def made_simpler(name: str) -> bool:
        nonlocal tries
        # The boldest change first: where it does, the many small ones in between are never tried.
        for weight, text, value in _simplest_first(current[name]):
            if tries <= 0 or not go_on():
                return False
            # A declared type that holds is not given up for a simpler value: nobody reads `None` for a date with
            # pleasure.
            if suits is not None and suits(name, current[name]) and not suits(name, value):
                continue
            if text in refused[name]:
                continue
            # A large value takes longer to execute, and is charged for it.
            tries -= 1 + weight // 200
            # The same clauses in the same way: a clause that was false may not become one that raises.
            if _still(oracle({**current, name: value}), observed):
                current[name] = value
                # What was refused beside the old value may do beside the new one.
                refused.update({parameter: set() for parameter in refused if parameter != name})
                return True
            refused[name].add(text)
        return False

    def first_that_holds(candidates: Iterator[dict[str, Any]]) -> dict[str, Any] | None:
        nonlocal tries
        for candidate in candidates:
            if tries <= 0 or not go_on():
                return None
            # A smaller value of another type than the declared one is worse, unless the larger one was so already.
            fit = suits is None or all(
                suits(name, value) or not suits(name, current[name]) for name, value in candidate.items()
            )
            tries -= 1
            if fit and _still(oracle(candidate), observed):
                return candidate
        return None

    improved = True
    while improved:
        improved = False
        for name in current:
            # One argument until nothing is simpler: halving 2 ** 40 takes forty steps, and going round for each of them
            # would try all that is simpler than the other arguments forty times.
            while made_simpler(name):
                improved = True
        for together in (_cut_together, _renamed):
            while (changed := first_that_holds(together(current))) is not None:
                current, improved = changed, True
                refused = {name: set() for name in current}
    # An empty name is the shortest and reads like a mistake.
    current = first_that_holds(_renamed(current, empty=True)) or current
    return current if suits is None else first_that_holds(_as_lists(current)) or current


def _cut_together(arguments: Arguments) -> Iterator[dict[str, Any]]:
    """The arguments without the elements at some places of all sequences that are equally long, most of them first:
    where a clause asks for that, none can be cut alone."""
    by_length: dict[int, list[str]] = {}
    for name, value in arguments.items():
        if type(value) in (list, tuple, str) and value:
            by_length.setdefault(len(value), []).append(name)
    for length, names in by_length.items():
        # One sequence alone is cut elsewhere.
        size = length if len(names) > 1 else 0
        while size:
            for start in range(0, length, size):
                cut = {name: arguments[name][:start] + arguments[name][start + size :] for name in names}
                yield {**arguments, **cut}
            size //= 2


def _renamed(arguments: Arguments, empty: bool = False) -> Iterator[dict[str, Any]]:
    """The arguments with another text in all places of one that is in several: of a dict and the key that is looked up
    in it, neither can be changed alone. `empty`: whether the text is the empty one, or all others are."""
    counts = Counter(text for value in arguments.values() for text in texts_in(value))
    for text in sorted(text for text, count in counts.items() if count > 1 and (not text) == empty):
        for name in (*NAMES, "a" * len(text), "A" * len(text)):
            if empty or complexity(name) < complexity(text):
                yield {parameter: with_text(value, text, name) for parameter, value in arguments.items()}


def _as_lists(arguments: Arguments) -> Iterator[dict[str, Any]]:
    """The arguments with lists in the place of tuples, in all of which the type is kept: a list is what a person passes
    for a `Sequence`."""
    tuples = [name for name, value in arguments.items() if type(value) is tuple]
    for names in (tuples, *([name] for name in tuples)) if tuples else ():
        yield {**arguments, **{name: list(arguments[name]) for name in names}}


_Candidates = tuple[tuple[int, str, Any], ...]


@frozen(slots=True)
class _Written:
    """A plain value by its text, in which `1`, `1.0` and `True` differ, and its type."""

    text: str
    kind: type
    value: Any = field(eq=False)


def _simplest_first(value: Any) -> _Candidates:
    """What is simpler than a value, the simplest first, each with its weight and its text; no text twice. While one
    argument is made simpler the others stay, and inputs of one contract have parts in common: what is simpler than
    a short value is kept."""
    text = text_of(value)
    if len(text) > LONGEST_KEPT or not is_plain(value):
        return _ordered(value)
    return _kept(_Written(text, type(value), value))


@lru_cache(MOST_KEPT)
def _kept(written: _Written) -> _Candidates:
    return _ordered(written.value)


def _ordered(value: Any) -> _Candidates:
    limit, plain = complexity(value), is_plain(value)
    candidates = (
        candidate
        for candidate in islice(simpler(value), LIMITS.simpler_values)
        if plain or _is_similar(value, candidate)
    )
    by_text: dict[str, Any] = {}
    for candidate in candidates:
        by_text.setdefault(text_of(candidate), candidate)
    simpler_ones = [
        (key, text, candidate) for text, candidate in by_text.items() if (key := complexity(candidate)) < limit
    ]
    simpler_ones.sort(key=itemgetter(0))
    return tuple((key[0], text, candidate) for key, text, candidate in simpler_ones)


def _is_similar(value: Any, simpler_value: Any) -> bool:
    """Whether what is simpler than a value with objects in it still has some, or is empty: nobody who declared a date
    wants to read of 0."""
    return not is_plain(simpler_value) or (type(simpler_value) is type(value) and not simpler_value)


def _still(seen: Observation | None, target: Observation) -> bool:
    if seen is None or seen.violated != target.violated:
        return False
    return all(seen.how.get(clause) == "false" for clause, manner in target.how.items() if manner == "false")
