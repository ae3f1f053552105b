"""What Dafny writes for operators, and how tightly these bind."""

from attrs import frozen

from .notation import Level


@frozen(slots=True)
class Infix:
    """An operator between its two arguments. What does not associate to the left holds both more tightly."""

    symbol: str
    level: Level
    left: bool = False

    @property
    def right_level(self) -> Level:
        return Level(self.level + 1)

    @property
    def left_level(self) -> Level:
        return self.level if self.left else self.right_level


def _left(symbol: str, level: Level) -> Infix:
    return Infix(symbol, level, left=True)


INFIX: dict[str, Infix] = {
    "add": _left("+", Level.SUM),
    "sub": _left("-", Level.SUM),
    "mul": _left("*", Level.PRODUCT),
    "div": _left("/", Level.PRODUCT),
    "mod": _left("%", Level.PRODUCT),
    "bv.add": _left("+", Level.SUM),
    "bv.sub": _left("-", Level.SUM),
    "bv.mul": _left("*", Level.PRODUCT),
    "bv.div": _left("/", Level.PRODUCT),
    "bv.mod": _left("%", Level.PRODUCT),
    "seq.concat": _left("+", Level.SUM),
    "set.union": _left("+", Level.SUM),
    "set.difference": _left("-", Level.SUM),
    "set.intersection": _left("*", Level.PRODUCT),
    "multiset.union": _left("+", Level.SUM),
    "multiset.difference": _left("-", Level.SUM),
    "multiset.intersection": _left("*", Level.PRODUCT),
    "map.merge": _left("+", Level.SUM),
    "map.remove": _left("-", Level.SUM),
    "bv.and": Infix("&", Level.BITS),
    "bv.or": Infix("|", Level.BITS),
    "bv.xor": Infix("^", Level.BITS),
    "bv.shl": Infix("<<", Level.SHIFT),
    "bv.shr": Infix(">>", Level.SHIFT),
    "eq": Infix("==", Level.COMPARISON),
    "lt": Infix("<", Level.COMPARISON),
    "le": Infix("<=", Level.COMPARISON),
    "gt": Infix(">", Level.COMPARISON),
    "ge": Infix(">=", Level.COMPARISON),
    "bv.lt": Infix("<", Level.COMPARISON),
    "bv.le": Infix("<=", Level.COMPARISON),
    "seq.prefix": Infix("<=", Level.COMPARISON),
    "set.subset": Infix("<=", Level.COMPARISON),
    "set.proper_subset": Infix("<", Level.COMPARISON),
    "set.disjoint": Infix("!!", Level.COMPARISON),
    "multiset.subset": Infix("<=", Level.COMPARISON),
    "multiset.proper_subset": Infix("<", Level.COMPARISON),
    "multiset.disjoint": Infix("!!", Level.COMPARISON),
    "seq.member": Infix("in", Level.COMPARISON),
    "set.member": Infix("in", Level.COMPARISON),
    "multiset.member": Infix("in", Level.COMPARISON),
    "map.member": Infix("in", Level.COMPARISON),
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
