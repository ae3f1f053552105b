"""More tests of one target: different from the first and from each other, small, those on a boundary first.

An input is on the *boundary* when a smallest step (one more or less, one element or character more or less) leads to
an input that violates fewer clauses: such tests tell `<` from `<=` (boundary value analysis; White and Cohen, "A
domain strategy for computer program testing", IEEE TSE 6 (1980)).
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from ..ir.contracts import Contract
from ..ir.statements import Check, statements_of
from .search import Effort, InputGenerator, constants
from .values import SIMPLE, complexity, text_of
from .verdicts import Arguments, Observation, Oracle

LONGEST = 64
"""Lengths of containers and texts that a constant of the contract may ask for."""
DEEPEST = 3
"""Levels of a value that tell its kind: what differs further in only is alike to a reader."""
PLACES = 4
"""Elements of a container that are changed."""
MOST_STEPS = 24
"""Steps that are tried to tell whether an input is on a boundary."""
NATURAL: tuple[Any, ...] = (2, 10, -5, 1.5, "abc", [1, 2, 3], (1, 2), {"a": 1}, {1, 2})


@frozen(slots=True)
class _Found:
    arguments: Arguments
    raising: int
    boundary: bool

    @property
    def rank(self) -> tuple[Any, ...]:
        values = self.arguments.values()
        special = sum(isinstance(value, float) and not math.isfinite(value) for value in values)
        return self.raising, not self.boundary, special, [complexity(value) for value in values]

    @property
    def kind(self) -> tuple[Any, ...]:
        """What makes tests alike for a reader: the types, what is empty, and whether it is on a boundary."""
        return self.boundary, *(_kind(value) for value in self.arguments.values())


def diversify(
    contract: Contract, target: frozenset[int], first: Arguments, oracle: Oracle, count: int, effort: Effort
) -> list[Arguments]:
    """At most `count` further inputs that violate exactly the target, beside `first`, which does.

    Fewer are returned where the `effort` finds fewer; never two equal ones.
    """
    founds: list[_Found] = []
    seen = {_text(first)}
    # The stream of candidates has no end, so it is the tries that end the loop; a repeated input costs one but no
    # execution.
    for arguments in islice(_candidates(contract, target, first), effort.tries):
        if (text := _text(arguments)) in seen:
            continue
        if not effort.go_on():
            break
        seen.add(text)
        observed = oracle(arguments)
        if observed is not None and observed.violated == target:
            raising = len(target) - observed.false_count()
            founds.append(_Found(arguments, raising, _on_boundary(arguments, observed, oracle)))
    # The first test counts as chosen, so a second one of its kind waits until every other kind has one.
    observed = oracle(first)
    alike = [_Found(first, 0, observed is not None and _on_boundary(first, observed, oracle))]
    return _chosen(alike, sorted(founds, key=lambda candidate: candidate.rank), count)


def _chosen(chosen: list[_Found], ranked: list[_Found], count: int) -> list[Arguments]:
    """The best of every kind before a second of the same kind."""
    kinds = {candidate.kind for candidate in chosen}
    new: list[Arguments] = []
    rest: list[Arguments] = []
    for candidate in ranked:
        (rest if candidate.kind in kinds else new).append(candidate.arguments)
        kinds.add(candidate.kind)
    return [*new, *rest][:count]


def _text(arguments: Arguments) -> str:
    return text_of(sorted(arguments.items()))


def _kind(value: Any, depth: int = 0) -> Any:
    name = type(value).__name__
    match value:
        case float() if not math.isfinite(value):
            return name, str(value)
        case dict() if depth < DEEPEST:
            return name, *sorted({repr(_kind(item, depth + 1)) for item in value.items()})
        case list() | tuple() | set() | frozenset() if depth < DEEPEST:
            # Which kinds of elements there are, not how many: two tests that differ in that alone are alike.
            return name, *sorted({repr(_kind(item, depth + 1)) for item in value})
        case str() | bytes():
            return name, bool(value)
    return name


def _on_boundary(arguments: Arguments, observed: Observation, oracle: Oracle) -> bool:
    for name, value in arguments.items():
        for step in islice(_steps(value), MOST_STEPS):
            near = oracle({**arguments, name: step})
            if near is not None and near.violated < observed.violated:
                return True
    return False


def _steps(value: Any) -> Iterator[Any]:
    """The smallest changes of a value that keep its type."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
        # From 2**50 on a half is no longer exact beside the value, and the step might not change it at all.
        case float() if math.isfinite(value) and abs(value) < 2**50:
            yield from (value + 0.5, value - 0.5)
        case str():
            yield from (value[:-1], _of_length(value, len(value) + 1))
        case list() | tuple():
            yield from (value[:-1], _of_length(value, len(value) + 1))
            for position, item in enumerate(value[:PLACES]):
                for step in _steps(item):
                    yield _with(value, position, step)


def _of_length(value: Any, length: int) -> Any:
    """A text, list or tuple cut, or filled up with its last element."""
    filler = value[-1:] or ("a" if isinstance(value, str) else type(value)((1,)))
    return value[:length] + filler * (length - len(value))


def _with(items: Any, position: int, item: Any) -> Any:
    return type(items)((*items[:position], item, *items[position + 1 :]))


def _candidates(contract: Contract, target: frozenset[int], first: Arguments) -> Iterator[Arguments]:
    """Inputs near the first, the likeliest boundaries first; then a stream without an end."""
    checks = tuple(
        statement
        for statement in statements_of(contract.body)
        if isinstance(statement, Check) and statement.clause in target
    )
    numbers = [*constants(evolve(contract, body=checks)), *constants(contract)]
    # A clause `len(x) < 10` is told from `<=` by length 10 alone, so sizes that the target's own clauses name come
    # first, then steps from the known test; then what is only different.
    for values in (_sized(numbers), _steps, _converted, lambda _: iter((*NATURAL, *SIMPLE))):
        for name, value in first.items():
            for replaceable, put in _places(value):
                for neighbour in values(replaceable):
                    yield {**first, name: put(neighbour)}
    generator = InputGenerator(contract)
    generator.learn(first)
    yield from generator


def _sized(numbers: list[Any]) -> Callable[[Any], Iterator[Any]]:
    """Values that are as large or as long as one of the constants; the constants themselves."""

    def near(value: Any) -> Iterator[Any]:
        yield from numbers
        for number in numbers:
            # Whole numbers up to there are floats, and so are their neighbours by a half.
            if isinstance(value, float) and type(number) is int and abs(number) < 2**50:
                yield float(number)
            if isinstance(value, str | list | tuple) and type(number) is int and 0 <= number <= LONGEST:
                yield _of_length(value, number)

    return near


def _converted(value: Any) -> Iterator[Any]:
    """The same as another type: what a caller may take for good enough."""
    match value:
        case bool() | None:
            return
        case int() | float() if abs(value) < 2**50:
            yield from (float(value), str(value), [value], True)
        case str():
            yield from (list(value), value.encode(errors="replace"), (value,))
        case list() | tuple():
            yield tuple(value) if isinstance(value, list) else list(value)
            # As JSON readers make it of a list in other languages.
            yield {str(position): item for position, item in enumerate(value)}


def _places(value: Any) -> Iterator[tuple[Any, Callable[[Any], Any]]]:
    """What can be replaced in a value, with the way to replace it: the whole of it, and its elements."""
    yield value, lambda replacement: replacement
    if isinstance(value, list | tuple):
        for position, item in enumerate(value[:PLACES]):
            yield item, partial(_with, value, position)
