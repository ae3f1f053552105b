"""Which version of Dafny a text is written in, by the syntax that only some versions have.

It matters for what `function` means: ghost in Dafny 2 and 3, where `function method` is compiled; compiled in Dafny 4,
where `ghost function` is not (reference manual of 4.0, section 6.4; release notes of 3.0 and 4.0).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

from attrs import frozen
from lark import Token

from ...core.errors import ParseError
from ...core.spans import Span

Dialect = Literal["2", "3", "4"]
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
NEWEST: Dialect = "4"


@frozen(slots=True)
class VersionMark:
    """A construct that only the versions from `first` to `last` have."""

    construct: str
    first: Dialect
    last: Dialect
    span: Span


_TERMINALS: dict[str, tuple[str, Dialect, Dialect]] = {
    "PROTECTED": ("protected", "2", "2"),
    "INDUCTIVE": ("inductive predicate", "2", "3"),
    "COPREDICATE": ("copredicate", "2", "3"),
    "COLEMMA": ("colemma", "2", "3"),
    "PARALLEL": ("parallel", "2", "3"),
    "FREE": ("a free clause", "2", "3"),
    "LEAST": ("least predicate", "3", "4"),
    "GREATEST": ("greatest predicate", "3", "4"),
    "FOR": ("for", "3", "4"),
    "EXPECT": ("expect", "3", "4"),
    "CONTINUE": ("continue", "3", "4"),
    "NAMEONLY": ("nameonly", "3", "4"),
    "OLDER": ("older", "3", "4"),
    "FROM": ("the domain of a bound variable", "3", "4"),
    "IS": ("is", "3", "4"),
    "OPAQUE": ("opaque", "4", "4"),
    "HIDE": ("hide", "4", "4"),
    "REPLACEABLE": ("replaceable", "4", "4"),
    "NONINCREASES": ("nonincreases", "4", "4"),
}
_PAIRS: dict[tuple[str, str], tuple[str, Dialect, Dialect]] = {
    ("FUNCTION", "METHOD"): ("function method", "2", "3"),
    ("PREDICATE", "METHOD"): ("predicate method", "2", "3"),
    ("GHOST", "FUNCTION"): ("ghost function", "4", "4"),
    ("GHOST", "PREDICATE"): ("ghost predicate", "4", "4"),
    ("BY", "METHOD"): ("by method", "3", "4"),
    ("DECREASES", "TO"): ("decreases to", "4", "4"),
}
"""Terminals, one or two in a row → the construct, and the first and last version that have it."""


def noting(tokens: Iterable[Token], file: str, marks: list[VersionMark]) -> Iterator[Token]:
    """The same tokens; what they tell of the version is added to `marks` as they pass."""
    previous_type = ""
    for token in tokens:
        construct = _TERMINALS.get(token.type) or _PAIRS.get((previous_type, token.type))
        if construct is not None:
            position = (token.line or 1, token.column or 1, token.end_line or 1, token.end_column or 1)
            marks.append(VersionMark(*construct, Span(file, *position)))
        previous_type = token.type
        yield token


def dialect_of(marks: Sequence[VersionMark], dialect_wanted: Dialect | None = None) -> Dialect:
    """The newest version that has every construct; where none has, that of the newest construct.

    Raises ParseError for the first construct that `dialect_wanted` does not have.
    """
    if dialect_wanted is not None:
        for mark in marks:
            if not mark.first <= dialect_wanted <= mark.last:
                raise ParseError(
                    mark.span, f"{mark.construct!r}, which Dafny {dialect_wanted} does not have", _advice(mark)
                )
        return dialect_wanted
    first = max((mark.first for mark in marks), default=NEWEST)
    last = min((mark.last for mark in marks), default=NEWEST)
    return max(first, last)


def _advice(mark: VersionMark) -> tuple[str, ...]:
    return tuple(f"--dafny {version}" for version in DIALECTS if mark.first <= version <= mark.last)
