"""An operation of which one operand may change, and what containers and texts that operand may become: with an item or
without it, longer or shorter, matched by a pattern."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from ..ir.terms import Term
from .goals import LONGEST, Goal
from .nearby import FEW, fresh_keys, like, places
from .patterns import texts_of_pattern

LONGEST_TEXT = 100_000
"""Characters of a text that is filled up: frames and buffers have limits of up to 65,536."""


@frozen(slots=True, eq=False)
class Application:
    """An operation on operands, of which the one at `place` may change, and the `goal` for its result. `constants` are
    those of the contract."""

    term: Term
    operands: Sequence[Any]
    place: int
    goal: Goal
    constants: Sequence[Any]

    @property
    def value(self) -> Any:
        """The operand that may change."""
        return self.operands[self.place]

    @property
    def others(self) -> list[Any]:
        """The other operands; of a call without what is called."""
        first = 1 if self.term.op == "python.call" else 0
        return [
            operand for position, operand in enumerate(self.operands) if position >= first and position != self.place
        ]

    @property
    def is_receiver(self) -> bool:
        """Whether it is the first operand: the object of a method, the left side of an operator."""
        return self.place == 0


def with_item(application: Application, item_wanted: Any) -> Iterator[Any]:
    """Containers with the item in them; where the item changes, what its container has."""
    # The item changes, not its container: any item that is there will do.
    if application.is_receiver:
        yield from (key_now for key_now, _ in zip(item_wanted, range(LONGEST), strict=False))
        return
    container, item = application.value, item_wanted
    match container:
        case str() | bytes():
            # An insertion keeps what was there; an overwritten position keeps the length, which another clause may
            # ask for.
            yield from (container + item, item + container)
            middle = len(container) // 2
            yield container[:middle] + item + container[middle:]
            yield from (container[:start] + item + container[start + len(item) :] for start in places(len(container)))
        case list() | tuple():
            yield type(container)([*container, item])
            for position in places(len(container)):
                yield type(container)([*container[:position], item, *container[position + 1 :]])
        case set() | frozenset():
            yield type(container)([*container, item])
        case dict():
            for value in like(list(container.values()), application.constants):
                yield {**container, item: value}
                for key in list(container)[:FEW]:
                    yield {item if key_now == key else key_now: item_now for key_now, item_now in container.items()}


def without_item(application: Application, member: Any) -> Iterator[Any]:
    """Containers without the item; where the item changes, others than its container has."""
    if application.is_receiver:
        if isinstance(member, dict | set | frozenset):
            yield from fresh_keys(member, application.constants)
        return
    container = application.value
    match container:
        case str() | bytes():
            pieces: list[Any] = container.split(member)
            # Without it, or with its first character alone: the length may matter.
            yield from (type(container)().join(pieces), member[:1].join(pieces))
        case dict():
            yield {key: value for key, value in container.items() if key != member}
        case list() | tuple() | set() | frozenset():
            yield type(container)([item for item in container if item != member])


def other_matches(application: Application, group: Any, result: Callable[["re.Match[Any]"], Any]) -> Iterator[Any]:
    """Matches of the same pattern in other texts, of which a result meets the goal; where that is to be a text, it
    stands in the place of the group."""
    goal, match = application.goal, application.value
    texts = list(texts_of_pattern(match.re))
    if goal.kind == "equals" and isinstance(goal.value, str | bytes) and match.start(group) >= 0:
        texts.insert(0, match.string[: match.start(group)] + goal.value + match.string[match.end(group) :])
    others = (match.re.search(text) for text in texts)
    yield from (other for other in others if other is not None and goal.is_met_by(result(other)))


def put_together(container: Any, items: list[Any]) -> Any:
    """Items as a container of the same type."""
    return "".join(items) if isinstance(container, str) else type(container)(items)


def lengthened(container: Any, length: int, constants: Sequence[Any]) -> Iterator[Any]:
    """The container, if it is long enough, or with further items at its end."""
    if len(container) >= length:
        yield container
        return
    yield from of_length(container, length, constants)


def of_length(container: Any, length: int, constants: Sequence[Any]) -> Iterator[Any]:
    """A container cut, or filled up, to a length."""
    if not 0 <= length <= (LONGEST_TEXT if isinstance(container, str | bytes) else LONGEST):
        return
    missing = length - len(container)
    match container:
        case str() | bytes():
            # Cut at either end: a clause about the first or the last character may hold already.
            yield from (container[:length], container[len(container) - length :]) if missing <= 0 else ()
            # The text's own characters come first, since a condition on every character goes on holding then.
            fillers = [container[-1:], container[:1], *("a1A0" if isinstance(container, str) else (b"a", b"\0"))]
            for filler in filter(None, fillers if missing > 0 else ()):
                yield container + filler * missing
                yield filler * missing + container
        case list() | tuple():
            yield from (container[:length], container[len(container) - length :]) if missing <= 0 else ()
            if missing > 0:
                # Continued items differ and are in order, for contracts that ask for distinct or sorted items.
                yield type(container)([*container, *_continued(container, missing)])
            for filler in islice(like(container, constants), 2 * FEW) if missing > 0 else ():
                yield type(container)([*container, *[filler] * missing])
        case dict() | set() | frozenset():
            # The order is fixed, so that the same input is suggested in every run.
            items = sorted(container, key=repr)
            fresh = [*fresh_keys(container, constants), *range(1_000, 1_000 + max(missing, 0))]
            keys = [*items, *dict.fromkeys(fresh)][:length]
            if isinstance(container, dict):
                values = [*container.values(), *like(list(container.values()), constants)]
                # Where keys only go, no value is needed: one turn is enough.
                for value in values[:FEW] if missing > 0 else [None]:
                    yield {key: container.get(key, value) for key in keys}
            else:
                yield type(container)(keys)


def _continued(items: Any, count: int) -> list[Any]:
    """Further items, each a step from the one before it, so that they are different and in order."""
    last = items[-1] if len(items) else -1
    numbers = [number for number in (last if isinstance(last, tuple) else (last,)) if isinstance(number, int | float)]
    if not numbers:
        return [f"{last}{position}" if isinstance(last, str) else position for position in range(count)]
    # Larger than the spread of a tuple's numbers, so that intervals such as (1, 3) do not overlap.
    step = 1 + int(max(numbers) - min(numbers))
    if isinstance(last, tuple):
        moved = range(step, step * count + 1, step)
        return [tuple(number + by if isinstance(number, int | float) else number for number in last) for by in moved]
    return [numbers[0] + by for by in range(step, step * count + 1, step)]


def matched_texts(pattern: Any, goal: Goal) -> Iterator[Any]:
    """Texts in which a pattern is found, or that of the match that is wanted."""
    if goal.kind == "equals" and isinstance(goal.value, re.Match):
        yield goal.value.string
    elif goal.kind == "is" and goal.value:
        yield from texts_of_pattern(pattern)
