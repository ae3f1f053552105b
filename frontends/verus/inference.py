"""The types of bound variables that nobody wrote, by how they are used."""

from collections.abc import Iterator
from typing import Protocol

from attrs import fields

from ...core.errors import Unsupported
from . import tree as t
from .scopes import DeclaredFunction, NameScope, Typed
from .types import INTEGER, LITERAL, TypeScope, VerusType

_OF_PLACES = frozenset({"index", "spec_index", "subrange", "take", "skip", "update", "insert", "remove"})
"""Methods of sequences whose arguments are places."""


class InferenceContext(Protocol):
    """What inference needs of the lowering of expressions: see `SpecLowering`."""

    def typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Typed: ...
    def declared_at(self, path: t.RustPath, scope: NameScope) -> DeclaredFunction | None: ...
    def signature(
        self, declared: DeclaredFunction, scope: NameScope
    ) -> tuple[tuple[VerusType, ...], VerusType, TypeScope]: ...


def inferred_type(e: InferenceContext, name: str, body: t.Expr, scope: NameScope) -> VerusType | None:
    """The type of a variable of a quantifier or closure: what its uses ask for; a whole number where it is only
    compared with numbers; None where no use says anything."""
    compared = None
    for node in nodes_of(body):
        try:
            kind = _asked(e, name, node, scope)
        except Unsupported:
            continue
        if kind is not None and kind.name not in ("param", LITERAL):
            # A comparison alone does not say how wide a number is: another use may.
            if not isinstance(node, t.ExprCompare):
                return kind
            compared = compared or (INTEGER if kind.is_integer else kind)
        elif kind is not None and kind.name == LITERAL:
            compared = compared or INTEGER
    return compared


def _asked(e: InferenceContext, name: str, node: t.VerusNode, scope: NameScope) -> VerusType | None:
    """What type a use of a variable asks for."""
    match node:
        # An index is a whole number, or a key of the map.
        case t.ExprIndex(whole, index) if _is(index, name):
            kind = e.typed(whole, scope).type
            return kind.element if kind.name == "Map" else INTEGER if kind.is_sequence else None
        # A member has the type of the elements.
        case t.ExprHas(whole, element) if _is(element, name):
            return e.typed(whole, scope).type.element
        case t.ExprMethodCall(receiver, method, _, arguments) if any(_is(argument, name) for argument in arguments):
            kind = e.typed(receiver, scope).type
            if method in _OF_PLACES and kind.is_sequence and _is(arguments[0], name):
                return INTEGER
            if method in ("contains", "contains_key", "index_of", "count", "has") and kind.arguments:
                return kind.element
        # An argument has the type of the parameter.
        case t.ExprCall(t.ExprPath(path), arguments):
            declared = e.declared_at(path, scope)
            if declared is not None:
                taken = e.signature(declared, scope)[0]
                return next((kind for kind, each in zip(taken, arguments, strict=False) if _is(each, name)), None)
        # Compared values have one type: that of a neighbour in the chain.
        case t.ExprCompare(operands):
            for place, each in enumerate(operands):
                if _is(each, name):
                    for operand in operands[max(0, place - 1) : place + 2]:
                        if not _is(operand, name):
                            return e.typed(operand, scope).type
    return None


def _is(node: t.Expr, name: str) -> bool:
    match node:
        case t.ExprPath(path):
            return path.text == name
        case t.ExprUnary("*" | "&", inside):
            return _is(inside, name)
        case _:
            return False


def nodes_of(node: object) -> Iterator[t.VerusNode]:
    """A node and all inside it, in the order of the text."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes_of(part)
    elif isinstance(node, t.VerusNode):
        yield node
        for attribute in fields(type(node)):
            # The place is no part of the tree.
            if attribute.name != "at":
                yield from nodes_of(getattr(node, attribute.name))
