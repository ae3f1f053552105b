"""Typed terms → expressions of Verus, and sorts → types: what is lowered, back as a syntax tree.

A strict text (`show_term`) reads back as an equal term, or there is none. A text for people (`show`) says the same
where it can, and is cut where it is long. An operation with an unknown value outside of its domain is written as
itself.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ...core.errors import InputError, Unsupported
from ...core.ir.notation import cut, show_value
from ...core.ir.sorts import BOOL, Sort
from ...core.ir.terms import Term, bare, fold, var
from ...core.ir.variables import Name, is_before_call, is_hidden, is_pre_state, without_state
from . import tree as t
from .literals import literal
from .printing import ExprWritten, show_expression
from .reading import parse_expression_tree, parse_type_tree
from .scan import VerusSource

Writer = Callable[[Term, tuple[t.Expr, ...]], t.Expr]
"""Maps a term and the expressions of its arguments to its expression."""
_BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "mod": "%",
    "seq.concat": "+",
    "bv.and": "&",
    "bv.or": "|",
    "bv.xor": "^",
    "bv.shl": "<<",
    "bv.shr": ">>",
    "implies": "==>",
}
_COMPARED = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_METHODS = {
    "seq.len": "len",
    "set.card": "len",
    "multiset.card": "len",
    "map.card": "len",
    "seq.slice": "subrange",
    "seq.update": "update",
    "seq.member": "contains",
    "seq.prefix": "is_prefix_of",
    "set.union": "union",
    "set.intersection": "intersect",
    "set.difference": "difference",
    "set.member": "contains",
    "set.subset": "subset_of",
    "set.disjoint": "disjoint",
    "multiset.union": "add",
    "multiset.difference": "sub",
    "multiset.intersection": "intersection_with",
    "multiset.subset": "subset_of",
    "multiset.disjoint": "is_disjoint_from",
    "multiset.member": "contains",
    "multiset.count": "count",
    "multiset.of_seq": "to_multiset",
    "map.keys": "dom",
    "map.values": "values",
    "map.member": "contains_key",
    "map.update": "insert",
    "map.merge": "union_prefer_right",
    "map.remove": "remove_keys",
}
"""The operators that are methods, of their first argument or, of those in `_TURNED`, of their last."""
_TURNED = frozenset({"seq.member", "set.member", "multiset.member", "map.member"})
_CHECKS = ("a number that ", "a shift of ")
"""How the names of functions begin that are their argument, where Rust does not stop."""
_NOBODY_KNOWS = "a value that nobody knows"
"""What stands for the value of an operation outside of its domain, until it is known whether it is left out."""
OUTSIDE = "outside of its domain"
"""How the names end of functions that are the unknown values of an operation."""
BY_IEEE = "by IEEE 754"
"""How those end that are operations on floats, which are not computed."""
_WITHOUT_OWNER = frozenset({"Option", "Result"})


def show_term(term: Term, kept: Mapping[int, t.Expr] | None = None) -> str:
    """A term as an expression of Verus; parts in `kept`, by their identity, have these expressions. Raises Unsupported
    for what has no text."""
    text = show_expression(_expression_of(term, kept or {}))
    if _NOBODY_KNOWS in text:
        raise Unsupported("a value that nobody knows", term.span)
    return text


def show(term: Term) -> str:
    """A term for people: one line, cut after `notation.MAX_TEXT` characters."""
    return cut(" ".join(show_expression(fold(term, partial(_written, strict=False))).split()))


def show_type(sort: Sort) -> str:
    """A sort as a type: `Seq<int>`."""
    arguments = [show_type(arg) for arg in sort.args]
    match sort.kind:
        case "Bool" | "Char" | "Int" | "Real":
            return sort.kind.lower()
        case "Tuple":
            return f"({', '.join(arguments)}{',' if len(arguments) == 1 else ''})"
        case "Function":
            return f"spec_fn({', '.join(arguments[:-1])}) -> {arguments[-1]}"
        case "Seq" | "Set" | "Map" | "Multiset":
            return f"{sort.kind}<{', '.join(arguments)}>"
        case "Datatype":
            return str(sort.label) + (f"<{', '.join(arguments)}>" if arguments else "")
        case _:
            return str(sort.label or sort.kind)


def _expression_of(term: Term, kept: Mapping[int, t.Expr]) -> t.Expr:
    if not kept:
        written: t.Expr = fold(term, partial(_written, strict=True))
        return written
    made = kept.get(id(term))
    if made is not None:
        return made
    return _written(term, tuple(_expression_of(arg, kept) for arg in term.args), strict=True)


def _written(term: Term, operands: tuple[t.Expr, ...], *, strict: bool) -> t.Expr:
    if (symbol := _BINARY.get(term.op)) is not None:
        return t.ExprBinary(symbol, *operands)
    if (symbol := _COMPARED.get(term.op)) is not None:
        return t.ExprCompare(operands, (symbol,))
    if (method := _METHODS.get(term.op)) is not None:
        first, *others = reversed(operands) if term.op in _TURNED else operands
        return _method(first, method, *others)
    if term.op in ("const", "var", "datatype.make", "call"):
        return _STRICTNESS[term.op](term, operands, strict)
    writer = _WRITERS.get(term.op)
    if writer is not None:
        return writer(term, operands)
    # For a reader a name is enough; text that is read again needs the real operator.
    if strict:
        raise Unsupported(f"the operator {term.op} in Verus", term.span)
    return _call(term.op.replace(".", "_"), operands)


def _path(*names: str) -> t.ExprPath:
    return t.ExprPath(t.RustPath(tuple(map(t.PathSegment, names))))


def _method(receiver: t.Expr, name: str, *arguments: t.Expr) -> t.Expr:
    return t.ExprMethodCall(receiver, name, (), arguments)


def _call(name: str, arguments: tuple[t.Expr, ...]) -> t.Expr:
    return t.ExprCall(_path(*name.split("::")), arguments)


def _type(sort: Sort) -> t.RustType:
    return parse_type_tree(VerusSource(show_type(sort), "<type>"))


# -- leaves


def _constant(term: Term, operands: tuple[t.Expr, ...], strict: bool) -> t.Expr:
    value: Any = term.data
    match term.sort.kind:
        case "Bool":
            return t.ExprLit("bool", bool(value))
        case "Int":
            return t.ExprUnary("-", t.ExprLit("int", -value)) if value < 0 else t.ExprLit("int", value)
        case "Char":
            return t.ExprLit("char", value)
    try:
        text = literal(value, term.sort, {})
        return ExprWritten(text, parse_expression_tree(VerusSource(text, "<value>")))
    except (InputError, Unsupported):
        if strict:
            raise Unsupported("a value that has no text in Verus", term.span) from None
        return _path(show_value(value, term.sort))


def _variable(term: Term, operands: tuple[t.Expr, ...], strict: bool) -> t.Expr:
    name: Name = term.data
    if strict and (is_hidden(name) or (is_pre_state(name) and not is_before_call(name))):
        raise Unsupported("a name that no text has", term.span)
    own = str(without_state(name))
    path = _path("self" if own == "this" else own)
    return _call("old", (path,)) if is_before_call(name) else path


# -- operators


def _conjunction(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    """Neighbours such as `a <= b` and `b < c` become `a <= b < c`."""
    pieces = list[t.Expr]()
    for link, operand in zip(term.args, operands, strict=True):
        last = pieces[-1] if pieces else None
        if (
            isinstance(last, t.ExprCompare)
            and isinstance(operand, t.ExprCompare)
            and link.op in _COMPARED
            and last.operands[-1] == operand.operands[0]
            and {symbol[0] for symbol in (*last.operators, *operand.operators)} in ({"<"}, {">"})
        ):
            pieces[-1] = t.ExprCompare((*last.operands, *operand.operands[1:]), (*last.operators, *operand.operators))
        else:
            pieces.append(operand)
    return _joined("&&", tuple(pieces), True)


def _joined(symbol: str, operands: tuple[t.Expr, ...], empty: bool) -> t.Expr:
    if not operands:
        return t.ExprLit("bool", empty)
    whole, *others = operands
    for operand in others:
        whole = t.ExprBinary(symbol, whole, operand)
    return whole


def _equal(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    if term.args[0].sort == BOOL:
        return t.ExprBinary("<==>", *operands)
    return t.ExprCompare(operands, ("==",))


def _negation(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    match operands[0]:
        case t.ExprCompare(operands, ("==",)):
            return t.ExprCompare(operands, ("!=",))
        case t.ExprIs(value, variant, False):
            return t.ExprIs(value, variant, True)
        case _:
            return t.ExprUnary("!", operands[0])


def _conditional(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    unknown = bare(term.args[2])
    if unknown.op == "call" and str(unknown.data).endswith(OUTSIDE):
        # Outside of its domain the operation has a value that no text has.
        return operands[1]
    then, otherwise = (t.CodeBlock((t.StmtExpr(operand, False),)) for operand in operands[1:])
    return t.ExprIf(operands[0], then, t.ExprBlock(otherwise))


def _called(term: Term, operands: tuple[t.Expr, ...], strict: bool) -> t.Expr:
    name = str(term.data)
    if name.startswith(_CHECKS):
        return operands[0]
    if name.endswith((OUTSIDE, BY_IEEE)) or " " in name.partition("<")[0]:
        return _path(_NOBODY_KNOWS if strict else "unknown")
    owner, _, own = name.partition("<")[0].rpartition("::")
    receiver = term.args[0].sort if term.args else None
    if owner and receiver is not None and owner in (str(receiver.label), receiver.kind):
        return _method(operands[0], own, *operands[1:])
    return _call(f"{owner}::{own}" if owner else own, operands)


def _made(term: Term, operands: tuple[t.Expr, ...], strict: bool) -> t.Expr:
    """A value of a datatype; what its fields are called, the term does not say."""
    name, label = str(term.data), str(term.sort.label)
    plain = label in _WITHOUT_OWNER or name == label
    if operands and strict and label not in _WITHOUT_OWNER:
        raise Unsupported(f"a value of {label} in Verus", term.span)
    path = (name,) if plain else (label, name)
    return t.ExprCall(_path(*path), operands) if operands else _path(*path)


def _field(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    """A field of a struct, or of a variant of an enum."""
    variant, name = term.data
    label = str(term.args[0].sort.label)
    if variant == label:
        return t.ExprField(operands[0], str(name))
    return t.ExprField(operands[0], str(name) if label == "Option" else f"{variant}_{name}", True)


def _with_field(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    variant, name = term.data
    return t.ExprStruct(_path(str(variant)).path, (t.FieldValue(str(name), operands[1]),), operands[0])


def _map_display(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    return t.ExprMacroMap("map", tuple(zip(operands[::2], operands[1::2], strict=True)))


# -- what binds variables


def _parameters(term: Term) -> tuple[t.ClosureParameter, ...]:
    return tuple(t.ClosureParameter(t.PatIdent(str(binder.name)), _type(binder.sort)) for binder in term.data)


def _ranges(term: Term, operands: tuple[t.Expr, ...]) -> list[t.Expr]:
    """What the domains of bound variables say."""
    found = list[t.Expr]()
    for binder, domain, operand in zip(term.data, term.args, operands, strict=False):
        name = _path(str(binder.name))
        if domain.op == "range" and isinstance(operand, t.ExprRange) and operand.start and operand.end:
            found.append(t.ExprCompare((operand.start, name, operand.end), ("<=", "<")))
        elif domain.op == "elements":
            found.append(_method(operand, "contains_key" if domain.args[0].sort.kind == "Map" else "contains", name))
    return found


def _for_all(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    ranges = _ranges(term, operands)
    body = t.ExprBinary("==>", _joined("&&", tuple(ranges), True), operands[-1]) if ranges else operands[-1]
    return t.ExprQuantifier("forall", _parameters(term), body)


def _there_is(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    return t.ExprQuantifier("exists", _parameters(term), _joined("&&", (*_ranges(term, operands), operands[-1]), True))


def _chosen(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    condition = _joined("&&", (*_ranges(term, operands), operands[len(term.data)]), True)
    choice = t.ExprQuantifier("choose", _parameters(term), condition)
    if len(term.data) == 1 and bare(term.args[-1]).op == "var" and term.args[-1].data == term.data[0].name:
        return choice
    pattern = t.PatIdent(str(term.data[0].name))
    return t.ExprBlock(t.CodeBlock((t.StmtLet("", pattern, None, choice), t.StmtExpr(operands[-1], False))))


def _set(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    condition = _joined("&&", (*_ranges(term, operands), operands[len(term.data)]), True)
    whole = _call("Set::new", (t.ExprClosure(_parameters(term), condition),))
    if len(term.data) == 1 and bare(term.args[-1]).op == "var" and term.args[-1].data == term.data[0].name:
        return whole
    return _method(whole, "map", t.ExprClosure(_parameters(term), operands[-1]))


def _map(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    condition = _joined("&&", (*_ranges(term, operands), operands[len(term.data)]), True)
    tested, value = (t.ExprClosure(_parameters(term), body) for body in (condition, operands[-1]))
    return _call("Map::new", (tested, value))


def _sequence(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    domain = operands[0]
    length = domain.end if isinstance(domain, t.ExprRange) and domain.end is not None else domain
    body, (index,) = bare(term.args[1]), term.data
    if body.op == "apply" and len(body.args) == 2 and body.args[1] == var(index.name, index.sort):
        assert isinstance(operands[1], t.ExprCall)
        return _call("Seq::new", (length, operands[1].function))
    return _call("Seq::new", (length, t.ExprClosure(_parameters(term), operands[1])))


def _let(term: Term, operands: tuple[t.Expr, ...]) -> t.Expr:
    bound = [
        t.StmtLet("", t.PatIdent(str(binder.name)), None, value)
        for binder, value in zip(term.data, operands, strict=False)
    ]
    return t.ExprBlock(t.CodeBlock((*bound, t.StmtExpr(operands[-1], False))))


def _macro(name: str) -> Writer:
    return lambda term, operands: t.ExprMacro(name, operands)


def _as(name: str) -> Writer:
    return lambda term, operands: t.ExprCast(operands[0], t.TypePath(_path(name).path))


_STRICTNESS: dict[str, Callable[[Term, tuple[t.Expr, ...], bool], t.Expr]] = {
    "const": _constant,
    "var": _variable,
    "datatype.make": _made,
    "call": _called,
}
_WRITERS: dict[str, Writer] = {
    "neg": lambda term, operands: t.ExprUnary("-", operands[0]),
    "not": _negation,
    "and": _conjunction,
    "or": lambda term, operands: _joined("||", operands, False),
    "eq": _equal,
    "ite": _conditional,
    "let": _let,
    "forall": _for_all,
    "exists": _there_is,
    "such_that": _chosen,
    "lambda": lambda term, operands: t.ExprClosure(_parameters(term), operands[-1]),
    "apply": lambda term, operands: t.ExprCall(operands[0], operands[1:]),
    "unbounded": lambda term, operands: t.ExprTuple(()),
    "range": lambda term, operands: t.ExprRange(operands[0], operands[1]),
    "elements": lambda term, operands: operands[0],
    "seq.literal": _macro("seq"),
    "set.literal": _macro("set"),
    "map.literal": _map_display,
    "multiset.literal": lambda term, operands: _method(t.ExprMacro("seq", operands), "to_multiset"),
    "seq.at": lambda term, operands: t.ExprIndex(*operands),
    "map.at": lambda term, operands: t.ExprIndex(*operands),
    "seq.comprehension": _sequence,
    "set.comprehension": _set,
    "map.comprehension": _map,
    "tuple.make": lambda term, operands: t.ExprTuple(operands),
    "tuple.at": lambda term, operands: t.ExprField(operands[0], str(term.data)),
    "datatype.at": _field,
    "datatype.is": lambda term, operands: t.ExprIs(operands[0], str(term.data)),
    "datatype.update": _with_field,
    "char.code": _as("u32"),
    "char.of_int": _as("char"),
    "real.of_int": _as("real"),
    "bv.of_int": lambda term, operands: operands[0],
    "bv.to_int": lambda term, operands: operands[0],
}
