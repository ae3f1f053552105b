"""Expressions and statements of the syntax tree, made of the rules of the grammar."""

from typing import Any

from lark import Token

from . import tree as t
from .builders import BUILDERS, At, NodeBuilder, Parts, builds, node_of

BUILDERS.update(
    path_expression=node_of(t.ExprPath),
    cast=node_of(t.ExprCast),
    has_element=node_of(t.ExprHas),
    matches=node_of(t.ExprMatches),
    let_condition=node_of(t.ExprLet),
    view=node_of(t.ExprView),
    try_of=node_of(t.ExprTry),
    index=node_of(t.ExprIndex),
    call=node_of(t.ExprCall),
    array=node_of(t.ExprArray),
    repeat=node_of(t.ExprRepeat),
    range=node_of(t.ExprRange),
    block_expression=node_of(t.ExprBlock),
    if_expression=node_of(t.ExprIf),
    let=node_of(t.StmtLet),
    empty=node_of(t.StmtEmpty),
    return_value=node_of(t.ExprReturn),
)


def _unary(operator: str) -> NodeBuilder:
    def made(at: At, children: Parts) -> t.ExprUnary:
        return t.ExprUnary(operator, children[0], at=at)

    return made


BUILDERS.update(
    negated=_unary("-"),
    not_of=_unary("!"),
    dereferenced=_unary("*"),
    borrowed=_unary("&"),
    borrowed_mutably=_unary("&mut"),
    borrowed_twice=lambda at, children: t.ExprUnary("&", t.ExprUnary("&", children[0], at=at), at=at),
    borrowed_mutably_twice=lambda at, children: t.ExprUnary("&", t.ExprUnary("&mut", children[0], at=at), at=at),
)
BINARY = {
    "equivalent": "<==>",
    "explies": "<==",
    "implies": "==>",
    "or": "||",
    "and": "&&",
    "bit_or": "|",
    "bit_xor": "^",
    "bit_and": "&",
    "shl": "<<",
    "shr": ">>",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "rem": "%",
}


def _binary(operator: str) -> NodeBuilder:
    def made(at: At, children: Parts) -> t.ExprBinary:
        return t.ExprBinary(operator, children[0], children[1], at=at)

    return made


BUILDERS.update({f"binary_{name}": _binary(operator) for name, operator in BINARY.items()})


BUILDERS.update(
    compare=lambda at, children: t.ExprCompare(tuple(children[::2]), tuple(children[1::2]), at=at),
    prefixed_and=lambda at, children: t.ExprPrefixed("&&&", tuple(children), at=at),
    prefixed_or=lambda at, children: t.ExprPrefixed("|||", tuple(children), at=at),
    assign=lambda at, children: t.ExprAssign(children[1], children[0], children[2], at=at),
)


BUILDERS.update(
    range_inclusive=lambda at, children: t.ExprRange(children[0], children[1], True, at=at),
    range_from=lambda at, children: t.ExprRange(children[0], None, at=at),
    range_to=lambda at, children: t.ExprRange(None, children[0], at=at),
    range_to_inclusive=lambda at, children: t.ExprRange(None, children[0], True, at=at),
    range_full=lambda at, children: t.ExprRange(None, None, at=at),
    is_variant=lambda at, children: t.ExprIs(children[0], str(children[1]), at=at),
    is_not_variant=lambda at, children: t.ExprIs(children[0], str(children[1]), True, at=at),
    has_no_element=lambda at, children: t.ExprHas(children[0], children[1], True, at=at),
    matches_and=lambda at, children: t.ExprMatches(children[0], children[1], "&&", children[2], at=at),
    matches_implies=lambda at, children: t.ExprMatches(children[0], children[1], "==>", children[2], at=at),
    attributed=lambda at, children: t.ExprAttributed(str(children[0]), children[1], at=at),
    field=lambda at, children: t.ExprField(children[0], str(children[1]), at=at),
    arrow=lambda at, children: t.ExprField(children[0], str(children[1]), True, at=at),
    awaited=lambda at, children: t.ExprField(children[0], "await", at=at),
    atomic_call=lambda at, children: t.ExprAtomicCall(children[0], str(children[1]), at=at),
    continue_loop=lambda at, children: t.ExprContinue(str(children[0]) if children else "", at=at),
    closure_parameter=lambda at, children: t.ClosureParameter(children[2], children[3], at=at),
)


@builds("tuple")
def _tuple(at: At, children: Parts) -> t.ExprTuple:
    return t.ExprTuple((children[0], *children[1]) if children else (), at=at)


@builds("method_call")
def _method_call(at: At, children: Parts) -> t.ExprMethodCall:
    receiver, name, *types, arguments = children
    return t.ExprMethodCall(receiver, str(name), types[0] if types else (), arguments, at=at)


@builds("quantifier")
def _quantifier(at: At, children: Parts) -> t.ExprQuantifier:
    kind, binders, attributes, body = children
    return t.ExprQuantifier(kind, binders, body, tuple(map(str, attributes)), at=at)


@builds("closure_head")
def _closure_head(at: At, children: Parts) -> tuple[t.FunctionResult | None, tuple[t.SpecClause, ...]]:
    if children and isinstance(children[0], t.FunctionResult):
        return children[0], children[1]
    return None, tuple(children)


@builds("closure", "closure_empty")
def _closure(at: At, children: Parts) -> t.ExprClosure:
    moves = isinstance(children[0], Token)
    *rest, body = children[1:] if moves else children
    result, clauses = rest.pop() if rest and _is_head(rest[-1]) else (None, ())
    if isinstance(body, t.CodeBlock):
        body = t.ExprBlock(body, at=body.at)
    return t.ExprClosure(rest[0] if rest else (), body, result, clauses, moves, at=at)


def _is_head(node: Any) -> bool:
    return len(node) == 2 and (node[0] is None or isinstance(node[0], t.FunctionResult)) and isinstance(node[1], tuple)


@builds("break_value")
def _break(at: At, children: Parts) -> t.ExprBreak:
    label = str(children[0]) if children and isinstance(children[0], Token) else ""
    values = [child for child in children if not isinstance(child, Token)]
    return t.ExprBreak(label, values[0] if values else None, at=at)


@builds("struct_literal")
def _struct_literal(at: At, children: Parts) -> t.ExprStruct:
    path, listed = children
    fields = tuple(node for node in listed if isinstance(node, t.FieldValue))
    bases = [node for node in listed if not isinstance(node, t.FieldValue)]
    return t.ExprStruct(path, fields, bases[0] if bases else None, at=at)


@builds("struct_field")
def _struct_field(at: At, children: Parts) -> t.FieldValue:
    return t.FieldValue(str(children[0]), children[1], at=at)


@builds("struct_field_short")
def _struct_field_short(at: At, children: Parts) -> t.FieldValue:
    name = str(children[0])
    return t.FieldValue(name, t.ExprPath(t.RustPath((t.PathSegment(name),)), at=at), at=at)


def _macro_name(token: Any) -> str:
    return str(token).removesuffix("!")


BUILDERS.update(
    macro=lambda at, children: t.ExprMacro(_macro_name(children[0]), children[1], at=at),
    macro_repeat=lambda at, children: t.ExprMacroRepeat(_macro_name(children[0]), children[1], children[2], at=at),
    macro_map=lambda at, children: t.ExprMacroMap(_macro_name(children[0]), children[1], at=at),
    macro_matches=lambda at, children: t.ExprMacroMatches(children[1], children[2], children[3], at=at),
)


@builds("macro_opaque")
def _macro_opaque(at: At, children: Parts) -> t.ExprMacroOpaque:
    name, _, text = str(children[0]).partition("!")
    return t.ExprMacroOpaque(name, text, at=at)


@builds("assertion", "assert_by", "assert_by_prover")
def _assertion(at: At, children: Parts) -> t.ExprAssert:
    condition, *rest = children
    prover = next((str(node) for node in rest if isinstance(node, Token)), "")
    clauses = tuple(node for node in rest if isinstance(node, t.SpecClause))
    body = next((node for node in rest if isinstance(node, t.CodeBlock)), None)
    return t.ExprAssert(condition, prover, clauses, body, at=at)


@builds("assert_requires")
def _assert_requires(at: At, children: Parts) -> t.SpecClause | None:
    return t.SpecClause("requires", children[0], at=at) if children else None


@builds("assert_forall")
def _assert_forall(at: At, children: Parts) -> t.ExprAssertForall:
    binders, attributes, condition, implied, body = children
    return t.ExprAssertForall(binders, condition, implied, body, tuple(map(str, attributes)), at=at)


# -- blocks and statements


BUILDERS.update(
    block_of_word=lambda at, children: t.ExprBlock(children[1], children[0], at=at),
    block_labelled=lambda at, children: t.ExprBlock(children[1], "", str(children[0]), at=at),
    else_block=lambda at, children: t.ExprBlock(children[0], at=children[0].at),
)


@builds("match_expression")
def _match_expression(at: At, children: Parts) -> t.ExprMatch:
    value, _, *arms, last = children
    return t.ExprMatch(value, (*arms, *([] if last is None else [last])), at=at)


@builds("arm", "last_arm")
def _arm(at: At, children: Parts) -> t.MatchArm | None:
    return t.MatchArm(*children[1:], at=at) if children else None


def _labelled(children: Parts) -> tuple[str, Parts]:
    return (str(children[0]), children[1:]) if isinstance(children[0], Token) else ("", children)


@builds("while_loop")
def _while_loop(at: At, children: Parts) -> t.ExprWhile:
    label, rest = _labelled(children)
    return t.ExprWhile(rest[0], rest[1], rest[2], label, at=at)


@builds("loop")
def _loop(at: At, children: Parts) -> t.ExprLoop:
    label, rest = _labelled(children)
    return t.ExprLoop(rest[0], rest[1], label, at=at)


@builds("for_loop")
def _for_loop(at: At, children: Parts) -> t.ExprForLoop:
    label, (pattern, value, clauses, body) = _labelled(children)
    return t.ExprForLoop(pattern, "", value, clauses, body, label, at=at)


@builds("for_loop_named")
def _for_loop_named(at: At, children: Parts) -> t.ExprForLoop:
    label, (pattern, name, value, clauses, body) = _labelled(children)
    return t.ExprForLoop(pattern, str(name), value, clauses, body, label, at=at)


@builds("block")
def _block(at: At, children: Parts) -> t.CodeBlock:
    _, *statements, tail = children
    last = [] if tail is None else [t.StmtExpr(tail, False, at=tail.at)]
    return t.CodeBlock((*statements, *last), at=at)


BUILDERS.update(
    ended=lambda at, children: t.StmtExpr(children[0], True, at=at),
    not_ended=lambda at, children: t.StmtExpr(children[0], False, at=at),
    item_statement=lambda at, children: t.StmtItem(children[-1], at=at),
)


@builds("attributed_statement")
def _attributed_statement(at: At, children: Parts) -> t.Stmt:
    attribute, *rest = children
    if len(rest) == 1:
        return t.StmtExpr(t.ExprAttributed(str(attribute), rest[0], at=at), False, at=at)
    return t.StmtLet(*rest, at=at)
