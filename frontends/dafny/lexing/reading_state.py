"""Where a reader of raw tokens stands: in which brackets and parts, in which header, and after what.

Example: in `method M(a: array<int>) ensures a[0] < 1` the first `<` comes after a name in a type (State.TYPE_OPERATOR)
and opens type arguments; the second comes after an operand of a clause and compares.

Invariant: `_emit` is the only place where a token is made, and it sets `_state` and `_before` for the next one;
frames are pushed after the token that opens them, and popped before the one that ends them.
"""

from lark import Token

from .frames import AFTER_OPERAND, BEFORE_STATEMENT, PARTS, Frame, Header, Pending, State
from .lookahead import WordPlace
from .scan import Raw, Scanner
from .vocabulary import Vocabulary

_BLOCK_WORDS = frozenset({"IF", "WHILE", "FORALL", "PARALLEL", "OPAQUE"})
"""Terminals that begin a statement with a block, or stand where one begins."""
_BEFORE_TYPES = frozenset({"COLON", "AS", "IS", "NEW", "EXTENDS", "_OPEN_ANGLE"})


class ReadingState:
    """What decides about the role of the next token, for the classes that read words and symbols."""

    def __init__(self, scanner: Scanner, vocabulary: Vocabulary, frame: Frame, lenient: bool = False) -> None:
        self.source = scanner.source
        self.scanner = scanner
        self._vocabulary = vocabulary
        self.after_calls: list[tuple[int, int]] = []
        """Where the semicolons are that only the call of a lemma may precede."""
        self._lenient = lenient
        self._guards = frame is Frame.ALTERNATIVES
        self._frames = [Frame.STATEMENTS if self._guards else frame]
        self._header: Header | None = None
        self._before = ""
        self._state = State.STATEMENT if self._frames == [Frame.STATEMENTS] else State.OPERAND
        self._pending = Pending()
        self._assigning = {vocabulary.symbols[":-"], vocabulary.symbols[":|"]}

    def _emit(self, terminal: str, raw: Raw, operand: bool = False, statement: bool = False) -> Token:
        """The token. It ends an `operand`, or a `statement` follows it whatever it is."""
        line, column = self.source.position(raw.start)
        end_line, end_column = self.source.position(raw.end)
        self._state = self._state_after(terminal, operand, statement)
        self._before = terminal
        return Token(terminal, raw.text, raw.start, line, column, end_line, end_column, raw.end)

    def _state_after(self, terminal: str, operand: bool, statement: bool) -> State:
        before = self._state
        if self._level is Frame.STATEMENTS:
            if terminal == "BODY":
                return State.STATEMENT_OR_OPERATOR
            if statement or terminal == "_END" or (terminal == "GHOST" and before in BEFORE_STATEMENT):
                return State.STATEMENT
        if terminal in _BLOCK_WORDS and (before in BEFORE_STATEMENT or before is State.BLOCK):
            return State.BLOCK
        # `if c { ... } else` is a statement's; after an operand, `if c then a else` is an expression's.
        if terminal == "ELSE" and self._before == "BODY":
            return State.BLOCK
        if terminal == "LABEL" or (before is State.LABEL and terminal in ("IDENT", "DIGITS")):
            return State.LABEL
        in_type = before in (State.TYPE, State.TYPE_OPERATOR) and terminal in ("IDENT", "DOT")
        if terminal in _BEFORE_TYPES or (terminal == "EQUAL" and self._header_is("type", "newtype")) or in_type:
            return State.TYPE_OPERATOR if operand else State.TYPE
        return State.OPERATOR if operand else State.OPERAND

    def _header_is(self, *words: str) -> bool:
        return self._header is not None and self._header.word in words

    @property
    def _operand(self) -> bool:
        """Does the token before end an operand?"""
        return self._state in AFTER_OPERAND

    @property
    def _level(self) -> Frame:
        """What the innermost bracket encloses."""
        return next(frame for frame in reversed(self._frames) if frame not in PARTS)

    def _end_part(self, part: Frame) -> bool:
        """End a part that is innermost; false where it is not."""
        if self._frames[-1] is not part:
            return False
        self._frames.pop()
        return True

    def _settle(self) -> None:
        """End the parts that nothing can end any more."""
        while self._frames[-1] in PARTS:
            self._frames.pop()

    def _place(self) -> WordPlace:
        return WordPlace(self._level, self._header, self._before, self._state)
