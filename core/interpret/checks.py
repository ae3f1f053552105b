"""What checks of ghost code have found: conditions that fail, with the state, and conditions that are not decided."""

from collections.abc import Iterable
from typing import Any

from attrs import define, field, frozen

from ..ir.sorts import Sort
from ..ir.terms import Term
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, parts_of
from ..ir.variables import Name
from ..spans import Span


@frozen(slots=True)
class ObjectState:
    """An object as it is in one state: its class, a number that tells it from others, and its fields by name; None for
    those of an object that is shown elsewhere."""

    kind: str
    number: int
    fields: tuple[tuple[Name, Any], ...] | None


ShownState = tuple[tuple[Name, Any, Sort | None], ...]
"""Variables with their values, and their sorts where these are known."""


@define(slots=True)
class Failure:
    """A condition that fails: `kind` is the keyword of its clause, `text` the clause, `part` what in it is false, and
    `witness` the bound variables with which it is. `where` says at what moment, `times` how often it fails."""

    kind: str
    text: str
    span: Span | None
    reason: str
    state: ShownState = ()
    part: Term | None = None
    witness: ShownState = ()
    times: int = 1


@define(slots=True)
class GhostChecks:
    """The first failure of each condition, and the first reason why one is not decided, both by place."""

    failures: dict[Any, Failure] = field(factory=dict)
    open: dict[Any, tuple[str, str, Span | None, str]] = field(factory=dict)
    decided: int = 0
    """How often a condition was found to hold."""
    trusted: set[str] = field(factory=set)
    """The lemmas and ghost methods, by the qualified names that they may have, that were called before anything failed
    and of which it is not known whether what they promise holds."""

    def trust(self, names: Iterable[str]) -> None:
        if not self.failures:
            self.trusted.update(names)

    def failed(self, failure: Failure) -> None:
        known_failure = self.failures.setdefault((failure.kind, failure.text, failure.span), failure)
        if known_failure is not failure:
            known_failure.times += 1

    def undecided(self, kind: str, text: str, span: Span | None, reason: str) -> None:
        self.open.setdefault((kind, text, span), (kind, text, span, reason))


def smaller(new: Any, old: Any) -> bool:
    """Is a value below another one in the order of its type, in which every descent ends (Dafny reference manual,
    section 12.7.1)?"""
    match new, old:
        case bool(), bool():
            return old and not new
        # Below 0 integers descend without an end: -1 > -2 > ... So only a number that is not negative has any below it.
        # (bool comes first: in Python it is an int.)
        case int(), int():
            return new < old and old >= 0
        case str(), str():
            return new < old
        case frozenset(), frozenset():
            return new < old
        case FrozenMap(), FrozenMap():
            return frozenset(new) < frozenset(old)
        case Multiset(), Multiset():
            return new != old and all(new.count(element) <= old.count(element) for element in new)
        case DatatypeValue(), _:
            return new != old and _within(new, old)
        case tuple(), tuple():
            return len(new) < len(old) and _is_subsequence(new, old)
        case _, DatatypeValue():
            return isinstance(new, tuple | frozenset | FrozenMap | Multiset) and _within(new, old)
        # Reals between 1 and 0 descend without an end, too: a step is one at least.
        case _ if hasattr(new, "denominator") and hasattr(old, "denominator"):
            return bool(new <= old - 1 and old >= 0)
        case None, ArrayValue():
            return True
        case _:
            return False


def _is_subsequence(new: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    # `in` takes what it passes from the iterator, so that the next element is looked for behind the last one.
    rest = iter(old)
    return all(item in rest for item in new)


def _within(inner_value: Any, outer_value: Any) -> bool:
    """Is a value somewhere inside another one?"""
    pending = [outer_value]
    while pending:
        value = pending.pop()
        if value is inner_value or (type(value) is type(inner_value) and value == inner_value):
            return True
        if not isinstance(value, ArrayValue):  # a reference: what it holds is no part of a value
            pending.extend(parts_of(value))
    return False


def decreases(new: tuple[Any, ...], old: tuple[Any, ...]) -> bool:
    """Is a lexicographic tuple below another one? What one has not is above everything."""
    for first, second in zip(new, old, strict=False):
        if first != second:
            return smaller(first, second)
    return len(new) > len(old)
