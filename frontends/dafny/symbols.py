"""What Dafny writes for operators, and how tightly these and the texts of expressions hold together."""

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


@frozen(slots=True)
class Infix:
    """An operator between its two arguments. What does not associate to the left holds both more tightly."""

    symbol: str
    level: Precedence
    left: bool = False

    @property
    def right_level(self) -> Precedence:
        return Precedence(self.level + 1)

    @property
    def left_level(self) -> Precedence:
        return self.level if self.left else self.right_level


def _left(symbol: str, level: Precedence) -> Infix:
    return Infix(symbol, level, left=True)


INFIX: dict[str, Infix] = {
    "add": _left("+", Precedence.SUM),
    "sub": _left("-", Precedence.SUM),
    "mul": _left("*", Precedence.PRODUCT),
    "div": _left("/", Precedence.PRODUCT),
    "mod": _left("%", Precedence.PRODUCT),
    "bv.add": _left("+", Precedence.SUM),
    "bv.sub": _left("-", Precedence.SUM),
    "bv.mul": _left("*", Precedence.PRODUCT),
    "bv.div": _left("/", Precedence.PRODUCT),
    "bv.mod": _left("%", Precedence.PRODUCT),
    "seq.concat": _left("+", Precedence.SUM),
    "set.union": _left("+", Precedence.SUM),
    "set.difference": _left("-", Precedence.SUM),
    "set.intersection": _left("*", Precedence.PRODUCT),
    "multiset.union": _left("+", Precedence.SUM),
    "multiset.difference": _left("-", Precedence.SUM),
    "multiset.intersection": _left("*", Precedence.PRODUCT),
    "map.merge": _left("+", Precedence.SUM),
    "map.remove": _left("-", Precedence.SUM),
    "bv.and": Infix("&", Precedence.BITS),
    "bv.or": Infix("|", Precedence.BITS),
    "bv.xor": Infix("^", Precedence.BITS),
    "bv.shl": Infix("<<", Precedence.SHIFT),
    "bv.shr": Infix(">>", Precedence.SHIFT),
    "eq": Infix("==", Precedence.COMPARISON),
    "lt": Infix("<", Precedence.COMPARISON),
    "le": Infix("<=", Precedence.COMPARISON),
    "gt": Infix(">", Precedence.COMPARISON),
    "ge": Infix(">=", Precedence.COMPARISON),
    "bv.lt": Infix("<", Precedence.COMPARISON),
    "bv.le": Infix("<=", Precedence.COMPARISON),
    "seq.prefix": Infix("<=", Precedence.COMPARISON),
    "set.subset": Infix("<=", Precedence.COMPARISON),
    "set.proper_subset": Infix("<", Precedence.COMPARISON),
    "set.disjoint": Infix("!!", Precedence.COMPARISON),
    "multiset.subset": Infix("<=", Precedence.COMPARISON),
    "multiset.proper_subset": Infix("<", Precedence.COMPARISON),
    "multiset.disjoint": Infix("!!", Precedence.COMPARISON),
    "seq.member": Infix("in", Precedence.COMPARISON),
    "set.member": Infix("in", Precedence.COMPARISON),
    "multiset.member": Infix("in", Precedence.COMPARISON),
    "map.member": Infix("in", Precedence.COMPARISON),
}
"""Operator of terms → how Dafny writes it, and how tightly it binds there: the one table of Dafny's precedences.
`eq` is `<==>` on Bool."""
NEGATED = {"==": "!=", "in": "!in"}
"""Relations whose negation has a symbol."""
CARDINALITIES = frozenset({"seq.len", "set.card", "multiset.card", "map.card"})
MEMBERS = {
    "array.len": "Length",
    "real.floor": "Floor",
    "map.keys": "Keys",
    "map.values": "Values",
    "map.items": "Items",
}
CHAINED = {"le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
ASCENDING = frozenset({"le", "lt"})

SUFFIX = "#"
"""What the name of the function ends with that is the prefix of an extreme predicate: none that is written has it."""
EQUAL_WITHIN = f".=={SUFFIX}"
"""What the name of the function ends with that compares two values of a codatatype."""
