"""What Dafny writes for operators, and how tightly these bind."""

from attrs import frozen

from .notation import Precedence


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
