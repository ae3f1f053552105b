"""The text of an expression and how tightly it holds together."""

from enum import IntEnum

from attrs import evolve, frozen


class Level(IntEnum):
    """How tightly an expression holds together, from the weakest to the strongest."""

    OPEN = 0
    EQUIVALENCE = 1
    IMPLICATION = 2
    CONNECTIVE = 3
    COMPARISON = 4
    SHIFT = 5
    SUM = 6
    PRODUCT = 7
    BITS = 8
    CONVERSION = 9
    UNARY = 10
    POSTFIX = 11


@frozen(slots=True)
class Text:
    """The text of a term and how tightly it holds together; for a relation also the texts of its sides, and its
    negation where that has a symbol of its own. A domain has the texts of its bounds. `untyped`: the text leaves its
    type open; `typed` is a text of the same level that does not, where there is one."""

    text: str
    level: Level = Level.POSTFIX
    sides: tuple[str, str] = ("", "")
    negation: str = ""
    untyped: bool = False
    typed: str = ""

    @property
    def explicit(self) -> "Text":
        """The text with its type, as far as it can say that."""
        return evolve(self, text=self.typed, typed="", untyped=False) if self.untyped and self.typed else self

    def at(self, level: Level) -> str:
        """The text where at least this level is needed."""
        return self.text if self.level >= level else f"({self.text})"
