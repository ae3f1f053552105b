"""Shrinking: a simpler input with the same violations (delta debugging, Zeller and Hildebrandt 2002)."""

from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter
from typing import Any

from ..ir.constructed import is_plain
from .values import complexity, simpler, text_of
from .verdicts import Arguments, Observation, Oracle


def shrink(
    arguments: Arguments, observed: Observation, oracle: Oracle, effort: int = 400,
    go_on: Callable[[], bool] = lambda: True, suits: Callable[[str, Any], bool] | None = None,
) -> Arguments:  # fmt: skip
    """The simplest input found that violates exactly the same clauses, none of them by an exception where the
    original was false. `effort` bounds the executions of the oracle; one on a large input counts as
    several. `go_on` says whether there is time. `suits`: whether an argument for a parameter is of the declared type;
    what is stays so."""
    tries = effort
    current = dict(arguments)
    refused: dict[str, set[str]] = {name: set() for name in current}
    improved = True
    while improved and tries > 0 and go_on():
        improved = False
        for name in current:
            for weight, value in _ordered(current[name]):
                if tries <= 0 or not go_on():
                    break
                if suits is not None and suits(name, current[name]) and not suits(name, value):
                    continue
                text = text_of(value)
                if text in refused[name]:
                    continue
                tries -= 1 + weight // 200
                if _still(oracle({**current, name: value}), observed):
                    current[name] = value
                    # What was refused beside the old value may do beside the new one.
                    refused = {other: refused[other] if other == name else set() for other in refused}
                    improved = True
                    break
                refused[name].add(text)
    return current


def _ordered(value: Any) -> Iterator[tuple[int, Any]]:
    """What is simpler, the simplest first, each with its weight."""
    limit, plain = complexity(value), is_plain(value)
    others = (other for other in islice(simpler(value), 300) if plain or _is_similar(value, other))
    found = [(key, other) for other in others if (key := complexity(other)) < limit]
    found.sort(key=itemgetter(0))
    return ((key[0], other) for key, other in found)


def _is_similar(value: Any, other: Any) -> bool:
    """Whether what is simpler than a value with objects in it still has some, or is empty: nobody who declared a date
    wants to read of 0."""
    return not is_plain(other) or (type(other) is type(value) and not other)


def _still(seen: Observation | None, wanted: Observation) -> bool:
    if seen is None or seen.violated != wanted.violated:
        return False
    return all(seen.how.get(clause) == "false" for clause, manner in wanted.how.items() if manner == "false")
