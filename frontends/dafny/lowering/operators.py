"""Operators: the arguments' sorts decide what `+`, `<=`, `in`, ... mean (reference manual, sections 5 and 9).

`a + b` is a sum, a concatenation, or a union of sets, multisets or maps. Which one may only be known when the whole
clause is inferred: of `[] + s` the left side does not say it. So a rule unifies the sorts of its operands and makes the
term when they are known (see `elaboration.py`).

Example: `a <= b < c` is `a <= b && b < c`, with b evaluated once; `s <= t` of sequences is *is a prefix of*, of sets
*is a subset of*; `i in m` asks a map for its keys, and `x !in s` negates the membership.

Invariant: connectives are defined from left to right, as in Dafny: `b != 0 && a / b > 1` has a value for b = 0, and `a
<== b` reads `a` only where b holds. Two arrays are equal if they are one array, whatever they hold.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations

from lark import Token

from ....core.errors import Unsupported
from ....core.ir.build import conj, folded, op
from ....core.ir.operator_names import OperatorName, operator_name
from ....core.ir.shapes import array_of_shaped, is_shaped, lengths_of_shaped
from ....core.ir.sorts import BOOL, INT, OBJECT, Sort, set_of
from ....core.ir.terms import Term, const, var
from ....core.ir.variables import is_pre_state, without_state
from ....core.spans import Span
from ..classes import NULL
from ..syntax import Node, name_of, nodes
from .collections import objects_display
from .elaboration import Draft, Elaboration, Scope, rule
from .prefixes import prefix_equality

_ARITHMETIC: dict[str, OperatorName] = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_BITS: dict[str, OperatorName] = {
    "+": "bv.add",
    "-": "bv.sub",
    "*": "bv.mul",
    "/": "bv.div",
    "%": "bv.mod",
    "&": "bv.and",
    "|": "bv.or",
    "^": "bv.xor",
    "<<": "bv.shl",
    ">>": "bv.shr",
}
_SETS = {"+": "union", "*": "intersection", "-": "difference"}
_ORDER: dict[str, OperatorName] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


@rule("conjunction")
def conjunction(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    return elaboration.make("and", [elaboration.check(part, BOOL, scope) for part in nodes(node)], BOOL, node)


@rule("disjunction")
def disjunction(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    return elaboration.make("or", [elaboration.check(part, BOOL, scope) for part in nodes(node)], BOOL, node)


@rule("implies")
def implies(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    return elaboration.make("implies", [elaboration.check(part, BOOL, scope) for part in nodes(node)], BOOL, node)


@rule("explies")
def explies(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`a <== b` is `b ==> a`: `a` need only be defined where `b` holds."""
    first, *rest = (elaboration.check(part, BOOL, scope) for part in nodes(node))
    return reduce(lambda left, right: elaboration.make("implies", [right, left], BOOL, node), rest, first)


@rule("equivalence")
def equivalence(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    first, *rest = (elaboration.check(part, BOOL, scope) for part in nodes(node))
    return reduce(lambda left, right: elaboration.make("eq", [left, right], BOOL, node), rest, first)


@rule("negation")
def negation(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    operand = elaboration.infer(nodes(node)[0], scope)
    span = elaboration.span(node)

    def build() -> Term:
        term = operand.build()
        return op("bv.not" if term.sort.kind == "BitVec" else "not", term, span=span)

    return Draft(operand.sort, build)


@rule("negative")
def negative(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    operand = elaboration.infer(nodes(node)[0], scope)
    span = elaboration.span(node)

    def build() -> Term:
        term = operand.build()
        if term.sort.kind == "BitVec":
            return op("bv.sub", const(0, term.sort, span), term, span=span)
        return folded(op("neg", term, span=span))

    return Draft(operand.sort, build)


@rule("arithmetic")
def arithmetic(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """A chain of operators of one precedence, to the left first."""
    first, *rest = node.children
    result = elaboration.infer(_node(first), scope)
    for symbol, part in zip(rest[::2], rest[1::2], strict=True):
        draft = objects_display(elaboration, elaboration.infer(_node(part), scope), _node(part), result.sort, scope)
        result = _binary(elaboration, str(symbol), result, draft, node)
    return result


def _node(part: Node | Token) -> Node:
    assert not isinstance(part, Token)
    return part


def _binary(elaboration: Elaboration, symbol: str, left: Draft, right: Draft, node: Node) -> Draft:
    span = elaboration.span(node)
    known = elaboration.inference.shallow(left.sort)
    if symbol == "-" and known.kind == "Map":
        elaboration.inference.unify(right.sort, set_of(known.args[0]), span)
    elif symbol not in ("<<", ">>"):
        elaboration.inference.unify(left.sort, right.sort, span)
    return Draft(left.sort, lambda: _arithmetic_term(symbol, left.build(), right.build(), span))


def _arithmetic_term(symbol: str, left: Term, right: Term, span: Span) -> Term:
    kind = left.sort.kind
    # The sorts are known now: inference has run, and a numeral that could be of several has one.
    if kind in ("Int", "Real") and symbol in _ARITHMETIC:
        return op(_ARITHMETIC[symbol], left, right, span=span)
    if kind == "BitVec" and symbol in _BITS:
        # A shift takes its amount as a number: of another width the two operands would have no common sort.
        if symbol in ("<<", ">>") and right.sort.kind == "BitVec":
            right = op("bv.to_int", right, span=right.span)
        return op(_BITS[symbol], left, right, span=span)
    match kind, symbol:
        case "Seq", "+":
            return op("seq.concat", left, right, span=span)
        # Characters have no arithmetic of their own: it is that of their codes, and undefined outside of them.
        case "Char", "+" | "-":
            codes = (op("char.code", left, span=left.span), op("char.code", right, span=right.span))
            return op("char.of_int", op(_ARITHMETIC[symbol], *codes, span=span), span=span)
        case (("Set" | "Multiset"), "+" | "*" | "-"):
            return op(operator_name(f"{kind.lower()}.{_SETS[symbol]}"), left, right, span=span)
        case "Map", "+":
            return op("map.merge", left, right, span=span)
        case "Map", "-":
            return op("map.remove", left, right, span=span)
        case _:
            raise Unsupported(f"{symbol} of a {left.sort}", span)


@rule("comparison")
def comparison(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`a <= b < c` compares neighbours; each operand is one value."""
    operands, symbols = node.children[::2], node.children[1::2]
    # Prefix equality, `a ==#[k] b`, is about codatatypes and has a rule of its own.
    if any(not isinstance(symbol, Token) for symbol in symbols):
        if len(symbols) > 1:
            raise elaboration.unsupported("a chain with ==#[k]", node)
        left, right = (elaboration.infer(_node(operand), scope) for operand in operands)
        return prefix_equality(elaboration, _node(symbols[0]), left, right, node, scope)
    # `a !! b !! c` is pairwise disjoint, not a chain of neighbours, so that it does not mix with others.
    disjoint = all(symbol == "!!" for symbol in symbols)
    if len(symbols) > 1 and not disjoint and any(symbol in ("!!", "in", "!in") for symbol in symbols):
        raise elaboration.unsupported(f"a chain of {symbols[0]}", node)
    # `null` has no sort by itself: what stands beside it gives it one.
    for position, operand in enumerate(operands):
        if _is_null(_node(operand)) and (len(symbols) > 1 or symbols[0] not in ("in", "!in")):
            return _with_null(elaboration, node, position, scope)
    drafts = [elaboration.infer(_node(operand), scope) for operand in operands]
    span = elaboration.span(node)
    drafts = _among_objects(
        elaboration, drafts, [_node(operand) for operand in operands], list(map(str, symbols)), scope
    )
    for left, symbol, right in zip(drafts, symbols, drafts[1:], strict=False):
        _constrain(elaboration, str(symbol), left.sort, right.sort, span)

    def build() -> Term:
        terms = [draft.build() for draft in drafts]
        pairs = ((left, str(symbol), right) for left, symbol, right in zip(terms, symbols, terms[1:], strict=False))
        if disjoint:  # of a chain, every two
            pairs = ((left, "!!", right) for left, right in combinations(terms, 2))
        parts = [_comparison_term(symbol, left, right, span) for left, symbol, right in pairs]
        return parts[0] if len(parts) == 1 else op("and", *parts, span=span)

    return Draft(BOOL, build)


def _among_objects(
    elaboration: Elaboration, drafts: list[Draft], parts: list[Node], symbols: list[str], scope: Scope
) -> list[Draft]:
    """The operands of comparisons, with arrays as objects where they are compared as such: each with its neighbours."""
    found = list(drafts)
    # Of `x == y == c.a` all are objects where one is: each is compared with both of its neighbours.
    if len(symbols) > 1 and any(
        draft.identity is not None or elaboration.inference.shallow(draft.sort) == OBJECT for draft in drafts
    ):
        found = [elaboration.as_object(draft, part) for draft, part in zip(drafts, parts, strict=True)]
    for position, symbol in enumerate(symbols):
        left, right = found[position], found[position + 1]
        first, second = parts[position], parts[position + 1]
        sorts = [elaboration.inference.shallow(draft.sort) for draft in (left, right)]
        if symbol in ("in", "!in"):
            objects = sorts[1].args and elaboration.inference.shallow(sorts[1].args[0]) == OBJECT
            found[position] = elaboration.as_object(left, first) if objects else left
        elif OBJECT in sorts or left.identity is not None or right.identity is not None:
            found[position : position + 2] = [elaboration.as_object(left, first), elaboration.as_object(right, second)]
        else:
            found[position] = objects_display(elaboration, left, first, right.sort, scope)
            found[position + 1] = objects_display(elaboration, right, second, left.sort, scope)
    return found


def _constrain(elaboration: Elaboration, symbol: str, left: Sort, right: Sort, span: Span) -> None:
    if symbol in ("in", "!in"):
        constrain_membership(elaboration, left, right, span)
    else:
        elaboration.inference.unify(left, right, span)


def constrain_membership(elaboration: Elaboration, element: Sort, collection: Sort, span: Span) -> None:
    """`element in collection`: the key of a map, the element of another collection."""
    elaboration.constrain_elements(element, collection, ("Seq", "Set", "Multiset", "Map"), "in", span)


def membership(element: Term, collection: Term, span: Span | None) -> Term:
    return op(operator_name(f"{collection.sort.kind.lower()}.member"), element, collection, span=span)


def _comparison_term(symbol: str, left: Term, right: Term, span: Span) -> Term:
    if is_shaped(left.sort) and left.sort == right.sort and symbol in ("==", "!="):
        return _same_shaped(symbol, left, right, span)
    if left.op == right.op == "array.object" and left.args[0].sort == right.args[0].sort:
        left, right = left.args[0], right.args[0]  # Two arrays are one where they are one object.
        # Of fields that are arrays of several dimensions: with their lengths, as below.
        wholes = [term.args[0] for term in (left, right) if term.op == "tuple.at" and is_shaped(term.args[0].sort)]
        if len(wholes) == 2 and wholes[0].sort == wholes[1].sort and symbol in ("==", "!="):
            return _same_shaped(symbol, wholes[0], wholes[1], span)
    match symbol:
        case "==":
            return op("eq", _identity(left), _identity(right), span=span)
        case "!=":
            return op("not", op("eq", _identity(left), _identity(right), span=span), span=span)
        case "in" | "!in":
            member = membership(left, right, span)
            return member if symbol == "in" else op("not", member, span=span)
        case "!!":
            return op(operator_name(f"{left.sort.kind.lower()}.disjoint"), left, right, span=span)
        case _:
            return _order_term(symbol, left, right, span)


def _same_shaped(symbol: str, left: Term, right: Term, span: Span) -> Term:
    """Are two arrays of several dimensions one? Then they have the same lengths: of one that a method returns nothing
    else says so. Of those that have names it is said for all clauses."""
    first, second = array_of_shaped(left), array_of_shaped(right)
    condition = op("eq", _identity(first), _identity(second), span=span)
    if not first.op == second.op == "var":
        pairs = zip(lengths_of_shaped(left), lengths_of_shaped(right), strict=True)
        condition = conj(condition, *(op("eq", *pair) for pair in pairs), span=span)
    return condition if symbol == "==" else op("not", condition, span=span)


def _identity(term: Term) -> Term:
    """Which array a name is does not change with the state."""
    name = term.data
    if term.op == "var" and term.sort.kind == "Array" and is_pre_state(name):
        return var(without_state(name), term.sort, term.span)
    return term


def _order_term(symbol: str, left: Term, right: Term, span: Span) -> Term:
    kind = left.sort.kind
    if kind in ("Int", "Real", "Char"):
        return op(_ORDER[symbol], left, right, span=span)
    # The other sorts have the two lesser relations alone.
    if symbol in (">", ">="):
        symbol, left, right = symbol.replace(">", "<"), right, left
    match kind:
        case "BitVec":
            return op(operator_name(f"bv.{_ORDER[symbol]}"), left, right, span=span)
        case "Seq":
            prefix = op("seq.prefix", left, right, span=span)
            if symbol == "<=":
                return prefix
            return op("and", prefix, op("not", op("eq", left, right, span=span), span=span), span=span)
        case "Set" | "Multiset":
            name = "subset" if symbol == "<=" else "proper_subset"
            return op(operator_name(f"{kind.lower()}.{name}"), left, right, span=span)
        case _:
            raise Unsupported(f"{symbol} of a {left.sort}", span)


def _is_null(node: Node) -> bool:
    return name_of(node) == "word" and node.children[0] == "null"


def _with_null(elaboration: Elaboration, node: Node, position: int, scope: Scope) -> Draft:
    """`a == null`, `a != null`."""
    # Null is compared alone: in a chain each operand would need a sort that null takes.
    if len(node.children) != 3 or node.children[1] not in ("==", "!="):
        raise elaboration.unsupported("null", node)
    part = _node(node.children[2 - 2 * position])
    operand = elaboration.infer(part, scope)
    operand = elaboration.as_array(operand) if operand.identity is None else operand.identity
    span = elaboration.span(node)

    # Only now is it known whether the operand is an object or an array.
    def build() -> Term:
        term = operand.build()
        if term.sort == OBJECT:
            is_null = op("eq", term, const(NULL, OBJECT), span=span)
        elif term.sort.kind == "Array":
            is_null = op("array.is_null", term, span=span)
        else:
            raise Unsupported(f"null of a {term.sort}", span)
        return is_null if node.children[1] == "==" else op("not", is_null, span=span)

    return Draft(BOOL, build)


@rule("cardinality")
def cardinality(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    operand = elaboration.infer(nodes(node)[0], scope)
    span = elaboration.span(node)
    names: dict[str, OperatorName] = {
        "Seq": "seq.len",
        "Set": "set.card",
        "Multiset": "multiset.card",
        "Map": "map.card",
    }

    # Which collection it is may be known only when all is inferred.
    def build() -> Term:
        term = operand.build()
        if term.sort.kind not in names:
            raise Unsupported(f"the cardinality of a {term.sort}", span)
        return op(names[term.sort.kind], term, span=span)

    return Draft(INT, build)


@rule("conditional")
def conditional(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    test, then, orelse = nodes(node)
    condition = elaboration.check(test, BOOL, scope)
    return branch(elaboration, [condition, elaboration.infer(then, scope), elaboration.infer(orelse, scope)], node)


def branch(elaboration: Elaboration, drafts: Sequence[Draft], node: Node) -> Draft:
    """`if c then a else b` of drafts."""
    condition, then, orelse = drafts
    elaboration.inference.unify(then.sort, orelse.sort, elaboration.span(node))
    if then.identity is None or orelse.identity is None:
        return elaboration.make("ite", drafts, then.sort, node)
    # Of arrays that objects hold the terms are the elements.
    span = elaboration.span(node)
    which = elaboration.make("ite", [condition, then.identity, orelse.identity], OBJECT, node)
    return Draft(then.sort, lambda: op("ite", *(draft.build() for draft in drafts), span=span), which)
