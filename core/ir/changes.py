"""One change of a body of statements: what was there, and what is there now."""

from typing import Literal

from attrs import frozen

from ..spans import Span
from .statements import Statement
from .terms import Term


@frozen(slots=True)
class Replaced:
    """In the expression `whole` the part `old` gives way to `new`; `mutated` is the expression afterwards."""

    whole: Term
    mutated: Term
    old: Term
    new: Term

    @property
    def span(self) -> Span | None:
        return self.old.span


@frozen(slots=True)
class Rewritten:
    """The parts of the text at `spans`, which are in order, are deleted, or exchanged (the first with the last); or
    `statement` is put before the first, or in its place."""

    kind: Literal["delete", "exchange", "before", "instead"]
    spans: tuple[Span, ...]
    statement: Statement | None = None

    @property
    def span(self) -> Span | None:
        return self.spans[0]


Change = Replaced | Rewritten
