"""The subset type that Dafny infers for a bound variable without a type: `forall n :: P(n)` is about the naturals where
the parameter of P is a `nat` (reference manual, "Type Inference").

Which one it is follows from how the variable is used. It is given where a parameter has that type, and where nothing
else gives it the base type: a parameter of that type, a comparison of order with what has it, arithmetic with that. Of
other uses nothing is known here, and the variable has the base type, as most have. Either way the values are the same
wherever the text says what they are, as in `0 <= n < k`.
"""

from collections.abc import Iterator

from ..names import Signature
from ..syntax import Node, name_of, nodes
from ..type_guards import TypeGuard
from ..types import ParameterType
from .elaboration import Elaboration, Scope

_NEUTRAL = frozenset({"index", "slice", "as_type", "is_type"})
_ORDER = frozenset({"<", "<=", ">", ">="})
_BASE = ("", None)


def inferred_guard(elaboration: Elaboration, name: str, within: Node, scope: Scope) -> TypeGuard | None:
    """What the inferred type of a variable promises. `within`: all that it is bound in, `scope` is that around it."""
    guards_by_text: dict[str, TypeGuard] = {}
    for path in _uses(name, within):
        for text, guard in _given(elaboration, path, scope):
            if guard is None:
                return None
            guards_by_text[text] = guard
    return next(iter(guards_by_text.values())) if len(guards_by_text) == 1 else None


def _uses(name: str, within: Node) -> Iterator[tuple[Node, ...]]:
    """The nodes of each use, from the outermost to the name itself."""
    pending: list[tuple[Node, ...]] = [(within,)]
    while pending:
        path = pending.pop()
        node = path[-1]
        if name_of(node) == "name" and node.children[0] == name:
            yield path
        pending.extend((*path, child_node) for child_node in nodes(node))


def _given(elaboration: Elaboration, path: tuple[Node, ...], scope: Scope) -> Iterator[ParameterType]:
    """The types that a use gives to the variable: none, the one of a parameter, or the base type."""
    node, outer = path[-1], path[-2]
    # In `F(x + 1)` the use is the whole argument, if the rest of it leaves its type open, as a number does. The type of
    # the parameter is then that of the sum, and x has its base type (`is_part`).
    is_part = False
    # Upwards through what leaves the type open.
    while name_of(outer) in ("arithmetic", "negative", "parenthesized"):
        if not all(_is_open(node, scope) for node in nodes(outer)):
            yield _BASE
            return
        is_part = is_part or name_of(outer) != "parenthesized"
        path = path[:-1]
        node, outer = path[-1], path[-2]
    # By the place in which it is used.
    match name_of(outer):
        case "comparison":
            # Compared with something of a known type, it has the base type.
            position = next(number for number, child in enumerate(outer.children) if child is node)
            for symbol, operand in ((position - 1, position - 2), (position + 1, position + 2)):
                if 0 <= operand < len(outer.children) and str(outer.children[symbol]) in _ORDER:
                    child = outer.children[operand]
                    if not isinstance(child, str) and not _is_open(child, scope):
                        yield _BASE
        case "arguments":
            # As an argument it has the parameter's type, subset and all.
            domain = _parameter(elaboration, path[-3], nodes(outer).index(node), scope)
            if domain is not None:
                yield _BASE if is_part else domain
        case kind if kind not in _NEUTRAL:
            yield _BASE


def _is_open(node: Node, scope: Scope) -> bool:
    """Does an expression leave its type open: a number, a variable that is bound here, arithmetic of these?"""
    match name_of(node):
        case "integer":
            return True
        case "name":
            return str(node.children[0]) not in scope.variables
        case "arithmetic" | "negative" | "parenthesized":
            return all(_is_open(operand, scope) for operand in nodes(node))
        case _:
            return False


def _parameter(elaboration: Elaboration, applied: Node, position: int, scope: Scope) -> ParameterType | None:
    """The type of a parameter of what is applied; None where it is a type parameter."""
    callee = nodes(applied)[0] if nodes(applied) else applied
    if name_of(applied) != "application" or name_of(callee) != "name":
        return _BASE
    text = str(callee.children[0])
    if text in scope.variables:
        domains = scope.domains.get(text, ())
        return domains[position] if position < len(domains) else _BASE
    signature = elaboration.names.find(elaboration.names.functions, (text,), scope.path)
    if signature is None and "this" in scope.objects:
        signature = elaboration.names.member(elaboration.names.functions, scope.objects["this"].type, text)
    return _BASE if signature is None else _of_signature(signature, position)


def _of_signature(signature: Signature, position: int) -> ParameterType | None:
    formals = signature.parameters[len(signature.parameters) - len(signature.domains) :]
    if position >= len(formals):
        return _BASE
    return None if formals[position].sort.kind == "Uninterpreted" else signature.domains[position]
