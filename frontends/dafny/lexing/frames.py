"""What the lexer remembers of the text before: the open brackets and the header being read."""

from enum import Enum, auto

from attrs import define


class Frame(Enum):
    """What the innermost open bracket encloses. BINDERS is no bracket: bound variables up to their `|` or `::`."""

    DECLARATIONS = auto()
    STATEMENTS = auto()
    EXPRESSION = auto()
    BARS = auto()
    ANGLES = auto()
    BINDERS = auto()


LAMBDA_CLAUSES = frozenset({Frame.EXPRESSION, Frame.BARS, Frame.STATEMENTS})
"""Where `requires` and `reads` can only be of a lambda."""


@define(slots=True)
class Header:
    """The declaration whose header is being read. `matches` counts `match` without its brace, which belongs to the
    expression and not to the declaration."""

    word: str
    start: int
    name: str = ""
    parameters: bool | None = None
    ensures: bool = False
    defined: bool = False
    matches: int = 0
