"""Which part of the state of objects a function reads: what its text mentions, and that of what it calls.

Of a function without a body nobody knows what it reads but its frame (reference manual, "Reads Clauses"). Where that is
parameters, `this` and arrays that they hold, it is a function of its arguments and of all fields in the frame. Anywhere
else it is a function of its arguments and of the number of the state, which every method changes that may change
anything: two states are never taken for one. Of its value nothing is known but its postcondition.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import evolve
from lark import Token

from ...core.ir.sorts import OBJECT
from ...core.ir.terms import Binder
from ...core.ir.variables import (
    HEAP,
    STATE,
    Name,
    field_name,
    field_variable,
    heap_place,
    is_field,
    is_field_of,
    is_heap,
    member_of,
    pre_state,
    which_array,
)
from ...core.iteration import grouped
from .classes import MATRIX
from .collect import Declaration
from .lowering import Scope
from .lowering.heap_scopes import declaring
from .lowering.objects import HELD_ARRAY, Stored, fields_of, value_sort
from .lowering.states import allocated_binder, state_number
from .names import Read, SymbolTable
from .syntax import Node, child, formal_name, name_of, nodes

_THIS = "this"
_EXISTING = frozenset({"fresh", "allocated"})
_OF_ELEMENTS = frozenset({"index", "slice", "member"})
"""What reads the elements of an array that is its first part, or their number, and asks not which array it is."""
_HEADER = frozenset(
    {"function_kind", "type_parameters", "formals", "function_result"}
    | {"requires", "ensures", "invariant", "modifies", "reads", "decreases"}
)


def mentions_of(
    declared: Iterable[Declaration], fields: Collection[Name], table: SymbolTable, framed: bool = False
) -> dict[str, frozenset[Name]]:
    """Function, by its simple name → the `fields` in its text or, without a body, in its frame; `this` where it is a
    value, `fresh` and `allocated`; those of what it calls, directly or through others, too. Functions of one name are
    taken together. `framed`: those of `reads` clauses, too, and which objects and arrays they are that it reads."""
    names: dict[str, set[Name]] = {}
    for declaration in declared:
        if declaration.kind == "function":
            own_mentions = _names(declaration.node, fields, ("decreases",) if framed else ("reads", "decreases"))
            if framed:
                own_mentions.update(map(which_array, own_mentions & set(fields)))
                own_mentions.update({_THIS} if declaration.owner is not None else ())
            names.setdefault(declaration.name, set()).update(own_mentions)
            # Nobody sees what a function without a body reads: its frame is an upper bound.
            if body_of(declaration.node) is None:
                names[declaration.name].update(_frame(declaration, table) or ())
    which = set(map(which_array, fields))
    callers = grouped((called, name) for name, mentioned in names.items() for called in mentioned & names.keys())
    mentions_found = {name: mentioned & {*fields, *which, _THIS, *_EXISTING} for name, mentioned in names.items()}
    # Backwards along calls, to a fixed point: what is called reads, whoever calls reads too. Sets only grow.
    pending = list(mentions_found)
    while pending:
        called = pending.pop()
        for caller in callers.get(called, ()):
            if not mentions_found[called] <= mentions_found[caller]:
                mentions_found[caller] |= mentions_found[called]
                pending.append(caller)
    return {name: frozenset(mentioned) for name, mentioned in mentions_found.items()}


def numbered_of(declared: Iterable[Declaration], table: SymbolTable) -> frozenset[str]:
    """The functions, by qualified name, that need the number of the state: those without a body of which it is not
    known which fields they read, and those that may call one."""
    functions = [declaration for declaration in declared if declaration.kind == "function"]
    words = {function.qualified: _called(function) for function in functions}
    numbered = {
        function.qualified
        for function in functions
        if body_of(function.node) is None and _frame(function, table) is None
    }
    # Callers of callers need the number, too, until no more are found.
    pending = bool(numbered)
    while pending:
        names = {function.name for function in functions if function.qualified in numbered}
        callers = {name for name, mentioned in words.items() if name not in numbered and mentioned & names}
        numbered |= callers
        pending = bool(callers)
    return frozenset(numbered)


def _called(function: Declaration) -> set[Name]:
    """The words in a function's text, aside from its own name where that means itself: `Area() >= 0` in a postcondition
    of Area. `t.Area()` may be the function of another class."""
    names: set[Name] = set().union(*(_names(node, ()) for node in nodes(function.node)))
    members = (str(member_node.children[-1]) for member_node in function.node.find_data("member"))
    return names if function.name in members else names - {function.name}


def body_of(node: Node) -> Node | None:
    """The body of a function; None where it has none."""
    body_nodes = [child_node for child_node in nodes(node) if name_of(child_node) not in _HEADER]
    return body_nodes[0] if body_nodes else None


def reads_objects(node: Node) -> bool:
    """May the value of a function depend on more of the state than arrays that are its parameters?"""
    arrays = {
        formal_name(formal_node)
        for formal_node in nodes(child(node, "formals") or node)
        if any(map(_is_array, nodes(formal_node)))
    }
    return any(name_of(frame) != "name" or str(frame.children[0]) not in arrays for frame in _frames(node))


def _frames(node: Node) -> Iterator[Node]:
    """What the `reads` clauses of a function list, each by itself."""
    for clause in nodes(node, "reads"):
        for frame in nodes(nodes(clause)[0]):
            yield from nodes(frame) if name_of(frame) == "set_display" else (frame,)


def _is_array(typed: Node) -> bool:
    words = [str(node.children[0]) for node in nodes(typed)] if name_of(typed) == "named_type" else []
    return words in (["array"], ["array?"])


def _frame(declared: Declaration, table: SymbolTable) -> frozenset[Name] | None:
    """The fields that a function may read by its `reads` clauses, and `this` where it is a member; None where they are
    not known: of sets of objects, of traits and of what else may have fields that are not declared here."""
    listed = nodes(child(declared.node, "formals") or declared.node)
    arrays = {formal_name(node) for node in listed if any(map(_is_array, nodes(node)))}
    classes = {formal_name(node): kind for node in listed for kind in [_class_of(node, declared, table)] if kind}
    fields_read: set[Name] = set()
    if declared.owner is not None:
        classes[_THIS], fields_read = declared.owner, {_THIS}
    for frame in _frames(declared.node):
        owner, array = _framed(frame, classes)
        # An array that is a parameter is an argument itself, and no field of an object.
        if not owner and array in arrays:
            continue
        fields = _fields_of_class(table, classes.get(owner or _THIS))
        # One object of which not all fields are known makes the frame unknown.
        if not fields or (array and which_array(array) not in fields):
            return None
        # What an array holds is read where it is listed itself.
        fields_read.update(
            field for field, stored in fields.items() if stored.sort is None or stored.sort.kind != HELD_ARRAY
        )
        fields_read.update({array} if array else ())
    return frozenset(fields_read)


def _framed(frame: Node, classes: Collection[str]) -> tuple[str, str]:
    """The name of the object that a part of a frame is, or that holds the array that it is, and the name of the array:
    ("o", "") of `o` and of ``o`x``, ("o", "a") of `o.a`, ("", "a") of `a`. The first is "?" for anything else."""
    match name_of(frame), nodes(frame):
        case "frame_field", []:
            return _THIS, ""
        case "frame_field", [subject] if name_of(subject) in ("name", "word"):
            return str(subject.children[0]), ""
        case "member", [subject] if name_of(subject) in ("name", "word"):
            return str(subject.children[0]), str(frame.children[-1])
        case "name" | "word", []:
            name = str(frame.children[0])
            return (name, "") if name in classes else ("", name)
        case _:
            return "?", ""


def _class_of(formal: Node, declared: Declaration, table: SymbolTable) -> str | None:
    """The class of a parameter that is an object and not null, so that its fields are variables."""
    for typed in nodes(formal, "named_type"):
        type_path = tuple(str(node.children[0]) for node in nodes(typed))
        type_declared = table.find(table.types, type_path, declared.path)
        if type_declared is not None and type_declared.kind == "class" and not type_path[-1].endswith("?"):
            return type_declared.name
    return None


def _fields_of_class(table: SymbolTable, kind: str | None) -> Mapping[Name, Stored]:
    """All fields of the objects of a class; none where that is not known, or where one of them has no sort."""
    if kind is None or table.classes[kind].extensible:
        return {}
    fields = fields_of(table, kind)
    return fields if all(stored.sort is not None for stored in fields.values()) else {}


def _names(root: Node, fields: Collection[Name], apart: Collection[str] = ("reads", "decreases")) -> set[Name]:
    """The words in a function's text, clauses `apart` aside; all fields where it says `unchanged(o)`, which means them
    without their names. A word that is a parameter of the function is no field: of `Sum(a: array<int>, n: nat)` the
    body reads the parameter n, whatever fields its class has."""
    names: set[Name] = set()
    declared = child(root, "formals")
    formals = {formal_name(node) for node in nodes(declared)} if declared is not None else set()
    pending: list[tuple[Node, str]] = [(node, "") for node in nodes(root) if name_of(node) not in apart]
    while pending:
        node, parent = pending.pop()
        words = [child_node for child_node in node.children if isinstance(child_node, Token)]
        # A parameter hides the field of its name; in `o.n` the name is a field whatever the parameters are.
        if name_of(node) in ("name", "word", "formal"):
            words = [word for word in words if str(word) not in formals]
        names.update(str(word) for word in words if word.type == "IDENT")
        # In `a[i]`, `a.Length` the elements are read; anywhere else a word may mean which array it is.
        if name_of(node) in ("name", "member") and parent not in _OF_ELEMENTS:
            names.update(which_array(str(word)) for word in words)
        names.update({name_of(node)} & _EXISTING)
        if name_of(node) == "unchanged" and any(name_of(frame) != "frame_field" for frame in nodes(nodes(node)[-1])):
            names.update(fields, map(which_array, fields))
        if name_of(node) == "word" and node.children[0] == _THIS and parent not in ("member", "field"):
            names.add(_THIS)
        kind = name_of(node)
        if kind == "member" and node.children[-1] != "Length":
            kind = "field"
        pending.extend((child_node, kind if position == 0 else "") for position, child_node in enumerate(nodes(node)))
    return names


def state_of(
    declared: Declaration, scope: Scope, mentions: Mapping[str, frozenset[Name]], names_of: SymbolTable
) -> tuple[Read, ...]:
    """What a function reads of the objects in its scope, and the number of the state where that is in it. A two-state
    function reads what may change in both states."""
    names = mentions[declared.name]
    heap = [Read(HEAP, field, owner=kind) for kind, field in map(heap_place, filter(is_heap, scope.variables))]
    now = [
        Read(root, field, owner=declaring(names_of, reference.type, field))
        for root, reference in scope.objects.items()
        for variable in scope.variables
        if is_field_of(variable, reference.root)
        for field in (member_of(variable),)
        if field in names or reference.type == MATRIX
    ]
    is_value = heap or _THIS in names or STATE in scope.variables
    reads = [*heap, *([Read(_THIS)] if _THIS in scope.objects and is_value else []), *now]
    if STATE in scope.variables:
        reads.insert(0, Read("", field_name(STATE)))
    # Of the two states a two-state function gets twice only what may differ.
    if "twostate" not in declared.modifiers:
        return tuple(reads)
    earlier = [evolve(read, before=True) for read in now if field_variable(read.root, read.field) in scope.modified]
    arrays = [Read(name, before=True) for name in sorted(scope.modified) if not is_field(name)]
    existing = [Read("", before=True)] if names & _EXISTING else []
    return (*existing, *reads, *earlier, *arrays)


def state_binder(read: Read, scope: Scope) -> Binder:
    """The parameter for what a function reads."""
    if not read.root:
        return state_number() if read.field else allocated_binder()
    if read.root == HEAP:
        return Binder(read.variable, scope.variables[read.variable])
    if not read.field and not read.before:
        return Binder(read.root, OBJECT)
    name = scope.objects[read.root].variable(read.field) if read.field else read.root
    return Binder(pre_state(name) if read.before else name, value_sort(scope.variables[name]))
