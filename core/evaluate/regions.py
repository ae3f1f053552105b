"""Regions: sets of values of a variable outside of which a Bool term is defined and constant.

This module has the regions of comparisons, equations and memberships; `domains.py` combines them.
"""

from attrs import evolve, frozen

from ..ir import build
from ..ir.names import FreeNames
from ..ir.sorts import CHAR, INT
from ..ir.terms import Binder, Term, const, fold, var

_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
_MEMBER = frozenset({"seq.member", "set.member", "multiset.member", "map.member"})

EnumerationPlan = tuple[tuple[Binder, Term], ...]
"""Binders in an order of enumeration, each with its domain over the binders before it.

A domain is `unbounded` where none could be inferred.
"""


@frozen(slots=True)
class Region:
    """The values at least each of `lows`, below each of `highs`, and in each of the domains `pools`.

    `inhabited`: the term may be undefined outside, but then it is undefined for every value of the variable. A
    domain then holds at least one value, whatever its bounds are, on which that shows.
    """

    lows: tuple[Term, ...] = ()
    highs: tuple[Term, ...] = ()
    pools: tuple[Term, ...] = ()
    inhabited: bool = False

    def meet(self, other: "Region") -> "Region":
        return Region(
            self.lows + other.lows,
            self.highs + other.highs,
            self.pools + other.pools,
            self.inhabited or other.inhabited,
        )

    def needing_a_value(self) -> "Region":
        """The same region, inhabited."""
        return evolve(self, inhabited=True)

    def domain(self) -> Term | None:
        """A finite domain that holds every value of the region, if it shows one."""
        pools = [pool for pool in self.pools if not self.inhabited or _shows_a_value(pool)]
        if pools:
            return pools[0]
        if not self.lows or not self.highs:
            return None
        low, high = _extreme("gt", self.lows), _extreme("lt", self.highs)
        if self.inhabited:
            if low.sort != INT:
                return None
            high = _extreme("gt", (high, build.add(low, build.integer(1))))
        return build.between(low, high)


def _shows_a_value(domain: Term) -> bool:
    """Whether a domain holds a value whatever its variables are: a display of elements does."""
    return domain.op == "elements" and domain.args[0].op == "seq.literal" and bool(domain.args[0].args)


def _extreme(order: str, bounds_: tuple[Term, ...]) -> Term:
    """The greatest (`gt`) or least (`lt`) of the terms."""
    best = bounds_[0]
    for other in dict.fromkeys(bounds_[1:]):
        if other is not best:
            best = build.ite(build.folded(build.op(order, best, other)), best, other)
    return best


def variable_of(binder: Binder) -> Term:
    return var(binder.name, binder.sort)


def is_variable(term: Term, binder: Binder) -> bool:
    return term.op == "var" and term.data == binder.name


def _component(term: Term, binder: Binder) -> int | None:
    """Where a tuple display has the variable."""
    if term.op == "tuple.make":
        for position, arg in enumerate(term.args):
            if is_variable(arg, binder):
                return position
    return None


def as_set(domain: Term, binder: Binder, outer: EnumerationPlan = ()) -> Term:
    """The set of a domain's values, for all values of the outer binders that it mentions."""
    return set_of_values((*outer, (binder, domain)), variable_of(binder))


def set_of_values(generators: EnumerationPlan, element: Term) -> Term:
    names = tuple(binder for binder, _ in generators)
    domains = [domain for _, domain in generators]
    return build.op("set.comprehension", *domains, build.boolean(True), element, data=names)


def of_atom(term: Term, binder: Binder, wanted: bool, names: FreeNames) -> Region | None:
    """The region of a comparison, an equation or a membership; None for other terms."""
    if term.op in _MIRRORED:
        order = term.op if wanted else _OPPOSITE[term.op]
        return _comparison(order, term.args[0], term.args[1], binder, names)
    if not wanted:
        return None
    if term.op == "eq":
        return _equation(term.args[0], term.args[1], binder, names)
    if term.op in _MEMBER:
        return _membership(term.args[0], term.args[1], binder, names)
    return None


def _comparison(order: str, left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    count = _count(left, right, order, binder, names)
    if count is not None:
        return count
    if left.sort == INT:
        return _integer_comparison(order, left, right, binder, names)
    if left.sort != CHAR:
        return None
    if is_variable(right, binder):
        order, left, right = _MIRRORED[order], right, left
    if not is_variable(left, binder) or binder.name in names.of(right):
        return None
    after = build.op("char.of_int", build.add(build.op("char.code", right), build.integer(1)))
    least = const("\0", CHAR)
    match order:
        case "lt":
            return Region((least,), (right,))
        case "le":
            return Region((least,), (after,))
        case "ge":
            return Region((right,))
        case _:
            return Region((after,))


def _integer_comparison(
    order: str, left: Term, right: Term, binder: Binder, names: FreeNames
) -> Region | None:
    """From `c * x + s  order  d * x + t` the bound of x; from `x * x < t` both."""
    first, second = linear(left, binder.name, names), linear(right, binder.name, names)
    if first is None or second is None:
        return _square(order, left, right, binder, names)
    factor = first[0] - second[0]
    rest = build.sub(second[1], first[1])
    if factor == 0:
        return None
    if factor < 0:
        factor, rest, order = -factor, build.neg(rest), _MIRRORED[order]
    if order in ("le", "gt"):
        rest = build.add(rest, build.integer(1))
    # Now factor * x < rest or factor * x >= rest: both turn at the quotient, rounded up.
    if factor > 1:
        rest = build.folded(
            build.op("div", build.add(rest, build.integer(factor - 1)), build.integer(factor))
        )
    return Region(highs=(rest,)) if order in ("lt", "le") else Region(lows=(rest,))


def _square(order: str, left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    if binder.name in names.of(right):
        order, left, right = _MIRRORED[order], right, left
    if left.op != "mul" or not all(is_variable(arg, binder) for arg in left.args):
        return None
    if binder.name in names.of(right):
        return None
    if order not in ("lt", "le"):
        return None
    limit = right if order == "lt" else build.add(right, build.integer(1))
    return Region((build.sub(build.integer(1), limit),), (limit,))


def _equation(left: Term, right: Term, binder: Binder, names: FreeNames) -> Region | None:
    for one, other in ((left, right), (right, left)):
        if binder.name in names.of(other):
            continue
        if is_variable(one, binder):
            return Region(pools=(build.elements(build.sequence((other,), other.sort)),))
        position = _component(one, binder)
        if position is not None:
            part = build.op("tuple.at", other, data=position)
            return Region(pools=(build.elements(build.sequence((part,), part.sort)),))
    if left.sort != INT:
        return None
    above = _integer_comparison("ge", left, right, binder, names)
    below = _integer_comparison("le", left, right, binder, names)
    if above is None or below is None:
        return above or below
    return above.meet(below)


def _membership(element: Term, collection: Term, binder: Binder, names: FreeNames) -> Region | None:
    if binder.name in names.of(collection):
        return None
    if is_variable(element, binder):
        return Region(pools=(build.elements(collection),))
    position = _component(element, binder)
    if position is None:
        return None
    item = Binder(f"{binder.name}#", element.sort)
    part = build.op("tuple.at", variable_of(item), data=position)
    return Region(pools=(build.elements(set_of_values(((item, build.elements(collection)),), part)),))


def _count(left: Term, right: Term, order: str, binder: Binder, names: FreeNames) -> Region | None:
    """`m[x] > 0`: outside the multiset the count is 0."""
    if right.op == "multiset.count":
        order, left, right = _MIRRORED[order], right, left
    if left.op != "multiset.count" or not is_variable(left.args[1], binder) or not build.is_value(right):
        return None
    absent = build.folded(build.op(order, build.integer(0), right))
    if binder.name in names.of(left.args[0]) or not build.is_false(absent):
        return None
    return Region(pools=(build.elements(left.args[0]),))


def linear(term: Term, name: str, names: FreeNames) -> tuple[int, Term] | None:
    """(c, t) with term = c * variable + t, where t does not mention the variable."""

    def step(node: Term, parts: tuple[tuple[int, Term] | None, ...]) -> tuple[int, Term] | None:
        if name not in names.of(node):
            return 0, node
        match node.op, parts:
            case "var", _:
                return 1, build.integer(0)
            case "add", [(c, s), (d, t)]:
                return c + d, build.add(s, t)
            case "sub", [(c, s), (d, t)]:
                return c - d, build.sub(s, t)
            case "neg", [(c, s)]:
                return -c, build.neg(s)
            case "mul", [(0, s), (d, t)] if build.is_value(s):
                return s.data * d, build.mul(s, t)
            case "mul", [(c, s), (0, t)] if build.is_value(t):
                return t.data * c, build.mul(s, t)
            case _:
                return None

    return fold(term, step)
