"""Operators of specifications. Their arithmetic is that of whole numbers, whatever the types are."""

from collections.abc import Sequence

from attrs import define

from ...core.errors import Unsupported
from ...core.ir.build import (
    conj,
    disj,
    eq,
    implies,
    integer,
    ite,
    negate,
    op,
    real,
)
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import BOOL, INT, Sort
from ...core.ir.terms import Term
from . import tree as t
from .applications import ApplicationLowering
from .bits import bitwise, masked, shifted_far
from .modules import LIBRARY
from .patterns import Matched, matched
from .scopes import NameScope, Typed
from .terms import BY_IEEE
from .types import (
    BOOLEAN,
    CHARACTER,
    FLOATS,
    INTEGER,
    LITERAL,
    NATURAL,
    RANGES,
    VerusType,
    sequence_of,
    within,
)

_COMPARISONS: dict[str, OperatorName] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_EQUALITIES = {
    "==": True,
    "===": True,
    "=~=": True,
    "=~~=": True,
    "!=": False,
    "!==": False,
    "!~=": False,
    "!~~=": False,
}
_OF_FLOATS = frozenset("+-*/%")
_ARITHMETIC: dict[str, OperatorName] = {"+": "add", "-": "sub", "*": "mul"}


@define(slots=True)
class OperatorLowering(ApplicationLowering):
    """Operators, comparisons and casts."""

    def _by_ieee(self, name: str, sort: Sort, *operands: Term) -> Term:
        """What an operation on floats comes to, which is a function of its operands."""
        return self.unspecified(name, operands, sort, what=BY_IEEE)

    def _unary(
        self, node: t.Expr, operator: str, operand: t.Expr, scope: NameScope, expected: VerusType | None
    ) -> Typed:
        # References do not exist in specifications.
        if operator in ("&", "&mut", "*"):
            return self.typed(operand, scope, expected)
        if operator == "-":
            # `-1` is a literal, not an operation on one.
            value = self.typed(operand, scope, expected)
            # Floats are uninterpreted, and so are operations on them.
            if value.type.name in FLOATS:
                return Typed(self._by_ieee(f"- of {value.type}", value.term.sort, value.term), value.type)
            if value.term.sort.kind not in ("Int", "Real"):
                raise self.unsupported(f"the negative of {value.type}", node)
            literal = isinstance(operand, t.ExprLit)
            if literal and isinstance(value.term.data, int):
                return Typed(integer(-value.term.data), value.type)
            return Typed(op("neg", value.term), value.type if value.type.name == "real" else INTEGER)
        value = self.typed(operand, scope, expected)
        if value.type == BOOLEAN:
            return Typed(negate(value.term), BOOLEAN)
        if value.type.name in RANGES:
            # ~x is -x - 1 of a signed number, and the greatest number less x of an unsigned one.
            least, greatest = RANGES[value.type.name]
            return Typed(op("sub", integer(greatest + least), value.term), value.type)
        raise self.unsupported(f"`!` of {value.type}", node)

    def _joined(self, operator: str, operands: Sequence[t.Expr], scope: NameScope) -> Term:
        """A conjunction or disjunction: the operands to the left are known, or known to be false, of the others."""
        terms = list[Term]()
        for operand in operands:
            found = self._known(operand, scope)
            terms.append(found.condition)
            scope = scope.knowing(found.condition) if operator == "&&" else scope.denying(found.condition)
            scope = scope.binding(found.variables) if operator == "&&" else scope
        return conj(*terms) if operator == "&&" else disj(*terms)

    def _known(self, node: t.Expr, scope: NameScope) -> Matched:
        """A condition, and the variables that it binds for what follows `&&`."""
        match node:
            case t.ExprLet(pattern, value):
                return self._match(value, pattern, scope)
            case t.ExprMatches(value, pattern, "", None):
                return self._match(value, pattern, scope)
            case t.ExprBinary("&&", left, right):
                first = self._known(left, scope)
                inside = scope.knowing(first.condition).binding(first.variables)
                second = self._known(right, inside)
                return Matched(conj(first.condition, second.condition), {**first.variables, **second.variables})
            case _:
                return Matched(self.condition(node, scope), {})

    def _match(self, value: t.Expr, pattern: t.Pat, scope: NameScope) -> Matched:
        return matched(self, pattern, self.typed(value, scope), scope, value)

    def _matches(self, node: t.ExprMatches, scope: NameScope) -> Term:
        found = self._match(node.value, node.pattern, scope)
        if node.rest is None:
            return found.condition
        rest = self.condition(node.rest, scope.knowing(found.condition).binding(found.variables))
        return conj(found.condition, rest) if node.operator == "&&" else implies(found.condition, rest)

    def _binary(
        self, node: t.Expr, operator: str, left: t.Expr, right: t.Expr, scope: NameScope, expected: VerusType | None
    ) -> Typed:
        # The left operand is known to hold, or not to, where the right one is read.
        match operator:
            case "&&" | "||":
                return Typed(self._joined(operator, _operands(node, operator), scope), BOOLEAN)
            case "==>":
                first = self._known(left, scope)
                inside = scope.knowing(first.condition).binding(first.variables)
                return Typed(implies(first.condition, self.condition(right, inside)), BOOLEAN)
            case "<==":
                premise = self.condition(right, scope)
                return Typed(implies(premise, self.condition(left, scope.knowing(premise))), BOOLEAN)
            case "<==>":
                return Typed(eq(self.condition(left, scope), self.condition(right, scope)), BOOLEAN)
        # Literals take the type of the other operand.
        one, other = self.pair(left, right, scope, expected)
        sort = one.term.sort
        if one.type.is_sequence and operator == "+":
            return Typed(op("seq.concat", one.term, other.term), sequence_of(one.type.element))
        if one.type.name in ("Set", "Multiset", "Map") and operator in ("+", "*", "-"):
            name = {"+": "add", "*": "intersect", "-": "sub"}[operator]
            return self.built_in(one, name, (right,), scope, node)
        if one.type == other.type and one.type.name in FLOATS and operator in _OF_FLOATS:
            return Typed(self._by_ieee(f"{operator} of {one.type}", sort, one.term, other.term), one.type)
        # Arithmetic needs one sort of numbers on both sides.
        if sort != other.term.sort or sort.kind not in ("Int", "Real"):
            if operator in ("&", "|", "^") and one.type == other.type == BOOLEAN:
                return Typed(_boolean_operator(operator, one.term, other.term), BOOLEAN)
            raise self.unsupported(f"`{operator}` of {one.type} and {other.type}", node)
        kind = one.type if sort.kind == "Real" else INTEGER
        if operator in _ARITHMETIC:
            return Typed(op(_ARITHMETIC[operator], one.term, other.term), kind)
        if operator in ("/", "%"):
            # Division by zero has an unknown value; where the divisor is known not to be zero, it is the plain
            # operation.
            zero = integer(0) if sort == INT else real(0)
            nonzero = negate(eq(other.term, zero))
            known = [] if other.term.op == "const" and other.term.data != 0 else [nonzero]
            positive = scope.facts.imply(op("gt", other.term, zero)) or scope.facts.imply(op("lt", other.term, zero))
            result = op("div" if operator == "/" else "mod", one.term, other.term)
            return Typed(self.partial([] if positive else known, result, operator, scope), kind)
        if operator in ("<<", ">>"):
            # A literal has the type of the other operand, whatever its sign.
            unsigned = other.term.op != "const" and _includes(NATURAL, other.type)
            within_domain = [] if unsigned else [op("le", integer(0), other.term)]
            result = self._shifted(operator, one, other, scope, node)
            return Typed(self.partial(within_domain, result, operator, scope, (one.term, other.term)), one.type)
        if one.type == other.type and one.type.name in RANGES:
            return Typed(bitwise(operator, one.term, other.term, one.type), one.type)
        joint = one.type if one.type == other.type else INTEGER
        return Typed(self._bits_of_integers(operator, one.term, other.term, scope, node), joint)

    def _shifted(self, operator: str, one: Typed, other: Typed, scope: NameScope, node: t.Expr) -> Term:
        """`one << other` or `one >> other`, where `other` is not negative: there is no upper bound."""
        if one.type.name in RANGES:
            return shifted_far(operator, one.term, other.term, one.type)
        power = self._of_library("pow", (integer(2), other.term), scope, node)
        return op("mul" if operator == "<<" else "div", one.term, power)

    def _bits_of_integers(self, operator: str, one: Term, other: Term, scope: NameScope, node: t.Expr) -> Term:
        """`one & other`, `|` or `^` of whole numbers, which have as many bits as they need, and their sign before."""
        both = masked(one, other) or self._of_library("bits_of_both", (one, other), scope, node)
        if operator == "&":
            return both
        either = op("sub", op("add", one, other), both)
        return either if operator == "|" else op("sub", either, both)

    def _of_library(self, name: str, arguments: Sequence[Term], scope: NameScope, node: t.Expr) -> Term:
        declared = self.declared[(f"mod {LIBRARY}", name)]
        return self._apply(declared, [Typed(argument, INTEGER) for argument in arguments], scope, node).term

    def pair(
        self, left: t.Expr, right: t.Expr, scope: NameScope, expected: VerusType | None = None
    ) -> tuple[Typed, Typed]:
        """Two operands, of which one may tell the type of the other."""
        try:
            first = self.typed(left, scope, expected)
        # The left side may need the type of the right one, as in `None == x`.
        except Unsupported:
            second = self.typed(right, scope, expected)
            return self.settled(self.typed(left, scope, second.type), second.type), second
        second = self.typed(right, scope, first.type)
        # A literal takes the type of the other operand.
        if first.type.name == LITERAL:
            first = Typed(first.term, second.type if second.type.is_integer else INTEGER)
        if second.type.name == LITERAL:
            second = Typed(second.term, first.type if first.type.is_integer else INTEGER)
        if first.type.name == "real" != second.type.name and isinstance(right, t.ExprLit):
            second = self.typed(right, scope, first.type)
        return first, second

    def _compare(self, node: t.ExprCompare, scope: NameScope) -> Typed:
        parts = []
        for place, operator in enumerate(node.operators):
            left, right = node.operands[place], node.operands[place + 1]
            first, second = self.pair(left, right, scope)
            if operator in _EQUALITIES:
                first, second = self._comparable(first, second, node)
                same = eq(first.term, second.term)
                parts.append(same if _EQUALITIES[operator] else negate(same))
            elif first.type == BOOLEAN == second.type:
                # Bools are ordered in Rust, and false comes first.
                values = [ite(each.term, integer(1), integer(0)) for each in (first, second)]
                parts.append(op(_COMPARISONS[operator], *values))
            elif first.term.sort == second.term.sort and first.term.sort.kind in ("Int", "Real", "Char"):
                parts.append(op(_COMPARISONS[operator], first.term, second.term, span=self.span(node)))
            elif first.type == second.type and first.type.name in FLOATS:
                parts.append(self._by_ieee(f"{operator} of {first.type}", BOOL, first.term, second.term))
            else:
                raise self.unsupported(f"`{operator}` of {first.type} and {second.type}", node)
        return Typed(conj(*parts), BOOLEAN)

    def _comparable(self, one: Typed, other: Typed, node: t.Expr) -> tuple[Typed, Typed]:
        if one.term.sort != other.term.sort:
            raise self.unsupported(f"whether {one.type} is {other.type}", node)
        if any(each.name == "param" for each in (one.type, other.type)) and one.type != other.type:
            raise self.unsupported(f"whether {one.type} is {other.type}", node)
        return one, other

    def cast(self, value: Typed, kind: VerusType, scope: NameScope, node: t.Expr) -> Typed:
        """`value as kind`: beyond the range of a machine integer or `nat`, some value of it (reference, "as")."""
        source, term = value.type, value.term
        # `true as int` is 1.
        if source == BOOLEAN and kind.is_integer:
            return Typed(ite(term, integer(1), integer(0)), kind)
        if source == CHARACTER and kind.is_integer:
            code = op("char.code", term)
            return self.cast(Typed(code, VerusType("u32")), kind, scope, node)
        # A number is a character only outside of the surrogates.
        if kind == CHARACTER and source.is_integer:
            inside = [within(0, 0x10FFFF, term), negate(within(0xD800, 0xDFFF, term))]
            known = source.name == "u8"
            return Typed(self.partial([] if known else inside, op("char.of_int", term), "as char", scope), CHARACTER)
        if kind.name == "real" and source.is_integer:
            return Typed(op("real.of_int", term), kind)
        if kind == source:
            return value
        # Nothing is known of conversions from and to floats but that they are functions.
        if source.name in FLOATS or kind.name in FLOATS:
            if not all(side.is_integer or side.name in FLOATS for side in (source, kind)):
                raise self.unsupported(f"{source} as {kind}", node)
            return Typed(self._by_ieee(f"{source} as {kind}", self.sort(kind), term), kind)
        if not (source.is_integer and kind.is_integer):
            raise self.unsupported(f"{source} as {kind}", node)
        # A larger type takes the number as it is.
        if kind.name == "int" or _includes(kind, source):
            return Typed(term, kind)
        # Outside of the range the value is some value of the type (reference, "as").
        inside = [op("ge", term, integer(0))] if kind == NATURAL else [within(*RANGES[kind.name], term)]
        if term.op == "const" and isinstance(term.data, int):
            least, greatest = RANGES.get(kind.name, (0, term.data))
            if least <= term.data <= greatest:
                return Typed(term, kind)
        # Facts on the way may say that it fits.
        missing = [side for side in inside if not scope.facts.imply(side)]
        if not missing:
            return Typed(term, kind)
        return Typed(ite(conj(*missing), term, self.unspecified(f"as {kind}", (term,), INT)), kind)


def _operands(node: t.Expr, operator: str) -> list[t.Expr]:
    """What a chain of one associative operator joins, from left to right."""
    exprs = list[t.Expr]()
    while isinstance(node, t.ExprBinary) and node.operator == operator:
        exprs.append(node.right)
        node = node.left
    return [node, *reversed(exprs)]


def _includes(kind: VerusType, source: VerusType) -> bool:
    """Are all values of one type of integers values of another?"""
    if source == kind:
        return True
    if source.name not in RANGES:
        return False
    least, greatest = RANGES[source.name]
    if kind == NATURAL:
        # `nat` has no upper limit.
        return least >= 0
    return kind.name in RANGES and RANGES[kind.name][0] <= least and greatest <= RANGES[kind.name][1]


def _boolean_operator(operator: str, one: Term, other: Term) -> Term:
    if operator == "^":
        return negate(eq(one, other))
    return conj(one, other) if operator == "&" else disj(one, other)
