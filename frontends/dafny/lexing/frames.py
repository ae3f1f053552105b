"""What the lexer remembers of the text before: what the last token has left open, what encloses it, and the header.

Three things decide the role of a symbol, and there are no flags beside them.

- The **state** (`State`) says what may come next: an operand, an operator, a statement, a type. It follows from the
  last token and from the state before that (`Roles._state_after`), and is exactly one at a time.
- The **frames** (`Frame`) are a stack of what is not at its end: brackets, and between two brackets the parts of the
  text in which a symbol means something else, up to the symbol that ends them. A bracket that closes takes all parts
  inside it along, and so does a semicolon, but for that of `var x := e; b`.
- The **header** (`Header`) of the declaration that is being read, up to its body.

For example, after `ensures forall x | x in s ::` the text `x < |s|` is read so:

    token      frames (innermost last)      state        role
    forall     DECLARATIONS BINDERS         OPERAND      FORALL
    x          DECLARATIONS BINDERS         OPERATOR     IDENT
    |          DECLARATIONS                 OPERAND      _SUCH_BAR, since bound variables are open
    x in s     DECLARATIONS                 OPERATOR     IDENT IN IDENT
    ::         DECLARATIONS                 OPERAND      ends bound variables where no `|` did
    x          DECLARATIONS                 OPERATOR     IDENT
    <          DECLARATIONS                 OPERAND      LESSTHAN: `|` cannot follow type arguments
    |          DECLARATIONS BARS            OPERAND      _OPEN_BAR, since an operand is due
    s          DECLARATIONS BARS            OPERATOR     IDENT
    |          DECLARATIONS                 OPERATOR     _CLOSE_BAR, since an operand ended inside bars

Invariant: the first frame is what the text is, and is never taken away; a frame is pushed after the token that opens
it, and taken away before the state after the token that ends it is known.
"""

from enum import Enum, auto
from typing import Literal

from attrs import define, field


class State(Enum):
    """What the last token has left open: what may stand next."""

    OPERAND = auto()
    """An operand, or a word that begins a part of an expression or a clause: after `+`, `(`, `ensures`."""
    OPERATOR = auto()
    """What follows an operand: after a name, a number, `)`."""
    STATEMENT = auto()
    """A statement: after `;`, after the `:` of a label and the `=>` of a case, after `ghost` in this state."""
    STATEMENT_OR_OPERATOR = auto()
    """Both: after a block between statements. `calc {...}` and `assert P by {...}` are parts of expressions, too."""
    BLOCK = auto()
    """The condition or the block of a statement: after its `if`, `while`, `forall`, and after the `else` of a block."""
    TYPE = auto()
    """A type: after `:`, `as`, `new`, and inside `<...>`."""
    TYPE_OPERATOR = auto()
    """What follows the name of a type, where `<` begins type arguments whatever stands after them."""
    LABEL = auto()
    """The name of a label and its `:`."""


AFTER_OPERAND = frozenset({State.OPERATOR, State.STATEMENT_OR_OPERATOR, State.TYPE_OPERATOR})
BEFORE_STATEMENT = frozenset({State.STATEMENT, State.STATEMENT_OR_OPERATOR})


class Frame(Enum):
    """What is open: a bracket by what it encloses, or a part of the text that a symbol other than a bracket ends."""

    DECLARATIONS = auto()
    STATEMENTS = auto()
    ALTERNATIVES = auto()
    """`case guard => statements`; only ever what a whole text is."""
    EXPRESSION = auto()
    BARS = auto()
    """`|...|`"""
    ANGLES = auto()
    """`<...>` around types"""
    BINDERS = auto()
    """Bound variables, from their quantifier up to `|` or `::`."""
    PATTERN = auto()
    """What `case` takes, up to its `=>`: no lambda can stand there."""
    LAMBDA = auto()
    """The clauses of a lambda, from their first word up to its `=>`."""
    MATCH = auto()
    """What an expression matches, up to its brace, or its first `case` where it has none."""
    PROOF = auto()
    """After `calc` and `by`, up to the block, which is not read here."""
    CLAIM = auto()
    """What a `forall` inside an expression `ensures`, up to the block that proves it."""


PARTS = frozenset({Frame.BINDERS, Frame.PATTERN, Frame.LAMBDA, Frame.MATCH, Frame.PROOF, Frame.CLAIM})
"""The frames that are no brackets."""
LAMBDA_CLAUSES = frozenset({Frame.EXPRESSION, Frame.BARS, Frame.STATEMENTS})
"""Where `requires` and `reads` can only be of a lambda."""


@define(slots=True)
class Header:
    """The declaration whose header is being read: its word, offset and name, whether it has parameters (None: not
    reached), a postcondition, and the `=` of a type's definition."""

    word: str
    start: int
    name: str = ""
    parameters: bool | None = None
    ensures: bool = False
    defined: bool = False


End = Literal["semicolon", "else"]


@define(slots=True)
class Pending:
    """The parts of expressions that are not at their end, innermost last, each with the number of brackets around it:
    `var x := e` before its semicolon, `if c then a` before `else`.

    They tell the semicolon of `var x := e; b` from the one that ends a clause and from the one after the call of a
    lemma.
    """

    depth: int = 0
    """The number of brackets around the token being read."""
    _open: list[tuple[int, End]] = field(factory=list)

    def begin(self, end: End) -> None:
        """A part begins that `end` ends."""
        self._open.append((self.depth, end))

    @property
    def innermost(self) -> End | None:
        """What ends the innermost part inside the current bracket, if one is open there."""
        return self._open[-1][1] if self._open and self._open[-1][0] == self.depth else None

    def end(self, end: End) -> None:
        """End the innermost part that `end` ends, if there is one, with all that is open inside it."""
        for position in range(len(self._open) - 1, -1, -1):
            depth, wanted = self._open[position]
            if depth < self.depth:
                return
            if wanted == end:
                del self._open[position:]
                return

    def drop(self) -> None:
        """Forget what is open inside the current bracket."""
        while self._open and self._open[-1][0] >= self.depth:
            self._open.pop()
