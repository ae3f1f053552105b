"""What Dafny writes for operators, and how tightly these bind."""

from .notation import Level

LEFT: dict[str, tuple[str, Level]] = {
    "add": ("+", Level.SUM),
    "sub": ("-", Level.SUM),
    "mul": ("*", Level.PRODUCT),
    "div": ("/", Level.PRODUCT),
    "mod": ("%", Level.PRODUCT),
    "bv.add": ("+", Level.SUM),
    "bv.sub": ("-", Level.SUM),
    "bv.mul": ("*", Level.PRODUCT),
    "bv.div": ("/", Level.PRODUCT),
    "bv.mod": ("%", Level.PRODUCT),
    "seq.concat": ("+", Level.SUM),
    "set.union": ("+", Level.SUM),
    "set.difference": ("-", Level.SUM),
    "set.intersection": ("*", Level.PRODUCT),
    "multiset.union": ("+", Level.SUM),
    "multiset.difference": ("-", Level.SUM),
    "multiset.intersection": ("*", Level.PRODUCT),
    "map.merge": ("+", Level.SUM),
    "map.remove": ("-", Level.SUM),
}
"""Operators that associate to the left."""
SEPARATE: dict[str, tuple[str, Level]] = {
    "bv.and": ("&", Level.BITS),
    "bv.or": ("|", Level.BITS),
    "bv.xor": ("^", Level.BITS),
    "bv.shl": ("<<", Level.SHIFT),
    "bv.shr": (">>", Level.SHIFT),
    "lt": ("<", Level.COMPARISON),
    "le": ("<=", Level.COMPARISON),
    "gt": (">", Level.COMPARISON),
    "ge": (">=", Level.COMPARISON),
    "bv.lt": ("<", Level.COMPARISON),
    "bv.le": ("<=", Level.COMPARISON),
    "seq.prefix": ("<=", Level.COMPARISON),
    "set.subset": ("<=", Level.COMPARISON),
    "set.proper_subset": ("<", Level.COMPARISON),
    "set.disjoint": ("!!", Level.COMPARISON),
    "multiset.subset": ("<=", Level.COMPARISON),
    "multiset.proper_subset": ("<", Level.COMPARISON),
    "multiset.disjoint": ("!!", Level.COMPARISON),
    "seq.member": ("in", Level.COMPARISON),
    "set.member": ("in", Level.COMPARISON),
    "multiset.member": ("in", Level.COMPARISON),
    "map.member": ("in", Level.COMPARISON),
}
"""Operators whose arguments must both hold together more tightly."""
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
