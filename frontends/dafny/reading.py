"""Which part of the state of objects a function reads: what its text mentions, and that of what it calls."""

from collections.abc import Collection, Iterable, Mapping

from attrs import evolve
from lark import Token

from ...core.ir.sorts import OBJECT
from ...core.ir.terms import Binder
from ...core.ir.variables import HEAP, field_variable, is_field, is_field_of, is_heap, member_of, pre_state
from .classes import MATRIX
from .collect import Declaration
from .lowering import Scope
from .lowering.objects import value_sort
from .lowering.reached import declaring
from .lowering.states import allocated_binder
from .names import Read, SymbolTable
from .syntax import Node
from .trees import name_of, nodes

_THIS = "this"
_EXISTING = frozenset({"fresh", "allocated"})


def mentions_of(declared: Iterable[Declaration], fields: Collection[str]) -> dict[str, frozenset[str]]:
    """Function, by its simple name → the `fields` in its text, `this` where it is a value, `fresh` and `allocated`;
    those of what it calls, directly or through others, too. Functions of one name are taken together."""
    names: dict[str, set[str]] = {}
    for one in declared:
        if one.kind == "function":
            names.setdefault(one.name, set()).update(_names(one.node, fields))
    callers: dict[str, list[str]] = {}
    for name, mentioned in names.items():
        for called in mentioned & names.keys():
            callers.setdefault(called, []).append(name)
    found = {name: mentioned & {*fields, _THIS, *_EXISTING} for name, mentioned in names.items()}
    pending = list(found)
    while pending:
        called = pending.pop()
        for caller in callers.get(called, ()):
            if not found[called] <= found[caller]:
                found[caller] |= found[called]
                pending.append(caller)
    return {name: frozenset(mentioned) for name, mentioned in found.items()}


def _names(root: Node, fields: Collection[str]) -> set[str]:
    """The words in a function's text; all fields where it says `unchanged(o)`, which means them without their names."""
    found: set[str] = set()
    pending: list[tuple[Node, str]] = [
        (part, "") for part in nodes(root) if name_of(part) not in ("reads", "decreases")
    ]
    while pending:
        node, parent = pending.pop()
        found.update(str(part) for part in node.children if isinstance(part, Token) and part.type == "IDENT")
        found.update({name_of(node)} & _EXISTING)
        if name_of(node) == "unchanged" and any(name_of(frame) != "frame_field" for frame in nodes(nodes(node)[-1])):
            found.update(fields)
        if name_of(node) == "word" and node.children[0] == _THIS and parent != "member":
            found.add(_THIS)
        pending.extend((part, name_of(node)) for part in nodes(node))
    return found


def state_of(
    declared: Declaration, scope: Scope, mentions: Mapping[str, frozenset[str]], names_of: SymbolTable
) -> tuple[Read, ...]:
    """What a function reads of the objects in its scope. A two-state function reads what may change in both states."""
    names = mentions[declared.name]
    heap = [Read(HEAP, member_of(variable)) for variable in scope.variables if is_heap(variable)]
    now = [
        Read(root, field, owner=declaring(names_of, reference.type, field))
        for root, reference in scope.objects.items()
        for variable in scope.variables
        if is_field_of(variable, reference.root)
        for field in (member_of(variable),)
        if field in names or reference.type == MATRIX
    ]
    found = [*heap, *([Read(_THIS)] if _THIS in scope.objects and (heap or _THIS in names) else []), *now]
    if "twostate" not in declared.modifiers:
        return tuple(found)
    earlier = [evolve(one, before=True) for one in now if field_variable(one.root, one.field) in scope.modified]
    arrays = [Read(name, before=True) for name in sorted(scope.modified) if not is_field(name)]
    existing = [Read("", before=True)] if names & _EXISTING else []
    return (*existing, *found, *earlier, *arrays)


def state_binder(read: Read, scope: Scope) -> Binder:
    """The parameter for what a function reads."""
    if not read.root:
        return allocated_binder()
    if read.root == HEAP:
        variable = field_variable(HEAP, read.field)
        return Binder(variable, scope.variables[variable])
    if not read.field and not read.before:
        return Binder(read.root, OBJECT)
    name = scope.objects[read.root].variable(read.field) if read.field else read.root
    return Binder(pre_state(name) if read.before else name, value_sort(scope.variables[name]))
