"""The text of an expression and how tightly it holds together."""

from enum import IntEnum

from attrs import evolve, frozen


class Precedence(IntEnum):
    """How tightly an expression holds together, from the weakest to the strongest (reference manual, 9.1).

    `&&` and `||` have one precedence in Dafny, and may not be mixed; people read `p && q || r` as logicians do."""

    OPEN = 0
    EQUIVALENCE = 1
    IMPLICATION = 2
    DISJUNCTION = 3
    CONJUNCTION = 4
    COMPARISON = 5
    SHIFT = 6
    SUM = 7
    PRODUCT = 8
    BITS = 9
    CONVERSION = 10
    UNARY = 11
    POSTFIX = 12


@frozen(slots=True)
class Text:
    """The text of a term and how tightly it holds together; for a relation also the texts of its sides, and its
    negation where that has a symbol of its own. A domain has the texts of its bounds. `untyped`: the text leaves its
    type open; `typed` is a text of the same level that does not, where there is one."""

    text: str
    level: Precedence = Precedence.POSTFIX
    sides: tuple[str, ...] = ("", "")
    negation: str = ""
    untyped: bool = False
    typed: str = ""

    @property
    def explicit(self) -> "Text":
        """The text with its type, as far as it can say that."""
        return evolve(self, text=self.typed, typed="", untyped=False) if self.untyped and self.typed else self

    def at(self, level: Precedence) -> str:
        """The text where at least this level is needed."""
        return self.text if self.level >= level else f"({self.text})"
