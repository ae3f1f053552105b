"""Which part of the state of objects a function reads: what its text mentions, and that of what it calls."""

from collections.abc import Collection, Iterable, Mapping

from lark import Token

from ...core.terms import Binder
from .classes import MATRIX, OBJECT
from .collect import Declared
from .lowering import Scope
from .lowering.objects import value_sort
from .syntax import Node
from .trees import name_of, nodes

_THIS = "this"


def mentions_of(declared: Iterable[Declared], fields: Collection[str]) -> dict[str, frozenset[str]]:
    """Function, by its simple name → the `fields` in its text, and `this` where it is a value; those of what it calls,
    directly or through others, too. Functions of one name are taken together."""
    names: dict[str, set[str]] = {}
    for one in declared:
        if one.kind == "function":
            names.setdefault(one.name, set()).update(_names(one.node))
    callers: dict[str, list[str]] = {}
    for name, mentioned in names.items():
        for called in mentioned & names.keys():
            callers.setdefault(called, []).append(name)
    found = {name: mentioned & {*fields, _THIS} for name, mentioned in names.items()}
    pending = list(found)
    while pending:
        called = pending.pop()
        for caller in callers.get(called, ()):
            if not found[called] <= found[caller]:
                found[caller] |= found[called]
                pending.append(caller)
    return {name: frozenset(mentioned) for name, mentioned in found.items()}


def _names(root: Node) -> set[str]:
    found: set[str] = set()
    pending: list[tuple[Node, str]] = [
        (part, "") for part in nodes(root) if name_of(part) not in ("reads", "decreases")
    ]
    while pending:
        node, parent = pending.pop()
        found.update(str(part) for part in node.children if isinstance(part, Token) and part.type == "IDENT")
        if name_of(node) == "word" and node.children[0] == _THIS and parent != "member":
            found.add(_THIS)
        pending.extend((part, name_of(node)) for part in nodes(node))
    return found


def state_of(declared: Declared, scope: Scope, mentions: Mapping[str, frozenset[str]]) -> tuple[tuple[str, str], ...]:
    """What a function reads of the objects in its scope: the object's name and the field, "" for `this` itself."""
    names = mentions[declared.name]
    found = [
        (root, field)
        for root, reference in scope.objects.items()
        for variable in scope.variables
        for owner, dot, field in (variable.partition("."),)
        if dot and owner == reference.root and (field in names or reference.type == MATRIX)
    ]
    this = [(_THIS, "")] if _THIS in scope.objects and _THIS in names else []
    return (*this, *found)


def state_binder(root: str, field: str, scope: Scope) -> Binder:
    """The parameter for what a function reads of an object."""
    if not field:
        return Binder(root, OBJECT)
    name = scope.objects[root].variable(field)
    return Binder(name, value_sort(scope.variables[name]))
