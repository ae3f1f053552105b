"""How the typed evaluator stops when a term has no value."""

from ...spans import Span


class Undefined(Exception):
    """The term is undefined. `reason` says why, for people."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)


class Undecided(Exception):
    """The term may have a value, but the evaluator cannot find it. `reason` says why, for people."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)
