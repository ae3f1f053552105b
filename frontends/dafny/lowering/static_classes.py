"""The class or trait that the declarations give for an expression: of `this.next`, the one whose `x` is read in
`this.next.x`. No value is known here, and an object may be of a class that extends this one."""

from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from ....core.errors import Unsupported
from ....core.ir.sorts import OBJECT, Sort, array_of, multiset_of, seq_of, set_of, uninterpreted
from ....core.ir.type_instances import replace_sorts
from ....core.ir.variables import Name
from ..names import SymbolTable
from ..syntax import Node, child, name_of, nodes
from .elaboration import Elaboration, Scope
from .heap_scopes import declaring, type_arguments
from .objects import HELD_ARRAY, fields_of

ClassInstance = tuple[str, tuple[Sort, ...]]
"""A class or trait, and its type arguments."""
ANY: ClassInstance = ("object", ())
"""What is declared as `object`: objects of any class."""
NOTHING: ClassInstance = ("", ())
"""What `{}` holds."""
_OBJECTS = (OBJECT, set_of(OBJECT), seq_of(OBJECT), multiset_of(OBJECT))


@frozen(slots=True)
class Declaring:
    """The class or trait `kind` that declares a field, and the sort that the field has in an object, if that is known:
    of `Node<int>`, int where it is declared as T."""

    kind: str
    sort: Sort | None = None


def static_class(elaboration: Elaboration, node: Node, scope: Scope) -> ClassInstance | None:
    """The class or trait, and its type arguments, that the declarations give for an object, or for the objects that a
    collection holds; None where they do not."""
    found = declared_class(elaboration, node, scope)
    return None if found in (ANY, NOTHING) else found


def declared_class(elaboration: Elaboration, node: Node, scope: Scope) -> ClassInstance | None:
    """The same, and `ANY` for what is declared as `object`, `NOTHING` where there are no objects; None where it is not
    known what it is declared as."""
    match name_of(node):
        case "name" | "word":
            name = str(node.children[0])
            # An object with a name: its class, at the type arguments that its declaration gives.
            if name in scope.objects:
                reference = scope.objects[name]
                arguments = dict(reference.types)
                declared = elaboration.names.classes.get(reference.type)
                parameters = () if declared is None else declared.parameters
                return reference.type, tuple(
                    arguments.get(parameter, uninterpreted(parameter)) for parameter in parameters
                )
            # A bound variable, or a result, whose class is known from where it comes.
            if name in scope.kinds:
                return scope.kinds[name]
            if name in scope.variables:
                return _of_any(scope.variables[name])
            # A name alone may be a field of `this`.
            if "this" not in scope.objects:
                return None
            this = scope.objects["this"]
            return _class_of_field(elaboration, this.type, dict(this.types), name)
        case "member":
            subject, field = nodes(node)[0], str(node.children[1])
            owner = declared_class(elaboration, subject, scope)
            if owner is not None and field.isdigit() and _is_tuple(elaboration, subject, scope):
                return owner
            if owner is None:
                return _class_in_value(elaboration, subject, field, scope)
            if owner[0] not in elaboration.names.classes:
                return None
            if field == "Values" and "Values" not in fields_of(elaboration.names, owner[0]):  # of a map
                return owner
            return _class_of_field(elaboration, owner[0], type_arguments(elaboration.names, *owner), field)
        # Collections are taken for what is in them, so that taking an element out changes nothing.
        case "index" | "slice":  # of a sequence or map
            return declared_class(elaboration, nodes(node)[0], scope)
        case "set_display" | "sequence_display" if not nodes(node):
            return NOTHING
        # `s + t` and `{a, b}` are of one class only where all parts are.
        case "arithmetic" | "set_display" | "sequence_display":
            return _one_of(declared_class(elaboration, element, scope) for element in nodes(node))
        case "conditional":
            return _one_of(declared_class(elaboration, branch, scope) for branch in nodes(node)[1:])
        case "comprehension":
            return _class_of_comprehension(elaboration, node, scope)
        case "old":
            return declared_class(elaboration, nodes(node)[-1], scope)
        case "application":
            return _class_of_result(elaboration, nodes(node)[0], scope)
        case _:
            return None


def _one_of(classes: Iterable[ClassInstance | None]) -> ClassInstance | None:
    """The class of objects that are of one of these: any, where one of them is; None where they differ."""
    found = set(classes) - {NOTHING} or {NOTHING}
    if len(found) == 1:
        return found.pop()
    return ANY if ANY in found and None not in found else None


def _of_any(sort: Sort | None) -> ClassInstance | None:
    """`ANY` for a sort of objects of which no class is known."""
    return ANY if sort in _OBJECTS else None


def are_of_classes(elaboration: Elaboration, node: Node, scope: Scope) -> bool:
    """Is an expression an object of a class or trait, or a collection of such objects, as the declarations give it? An
    `object` may be an array, and so may what has no declared type."""
    match name_of(node):
        case "arithmetic" | "set_display" | "sequence_display":
            return all(are_of_classes(elaboration, operand, scope) for operand in nodes(node))
        case "conditional":
            return all(are_of_classes(elaboration, operand, scope) for operand in nodes(node)[1:])
        case _:
            pair = static_class(elaboration, node, scope)
            return pair is not None and bool(pair[0])


def _is_tuple(elaboration: Elaboration, subject: Node, scope: Scope) -> bool:
    sort = _sort(elaboration, subject, scope)
    return sort is not None and sort.kind == "Tuple"


def _sort(elaboration: Elaboration, subject: Node, scope: Scope) -> Sort | None:
    """The sort of an expression; None where it has none yet, as a variable that is bound inside a frame."""
    try:
        return elaboration.inference.shallow(elaboration.infer(subject, scope).sort)
    except Unsupported:
        return None


def _class_in_value(elaboration: Elaboration, subject: Node, field: str, scope: Scope) -> ClassInstance | None:
    """The class of the objects in a field of a datatype's value; None where it is not known."""
    sort = _sort(elaboration, subject, scope)
    if sort is None:
        return None
    datatype = elaboration.names.datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    found = None if datatype is None else elaboration.names.classes_in_values.get((datatype.name, field))
    if datatype is None or found is None:
        return None
    types = dict(zip(datatype.parameters, sort.args, strict=True))
    return found[0], tuple(replace_sorts(argument, types) for argument in found[1])


def _class_of_comprehension(elaboration: Elaboration, node: Node, scope: Scope) -> ClassInstance | None:
    """The class of a comprehension's elements: that of c in `set c | c in s`, and of `s[i]` in
    `set i | 0 <= i < |s| :: s[i]`. A bound variable hides what has its name outside."""
    listed, *values = nodes(node)
    bound_names = nodes(listed, "variable")
    # A bound variable hides what has its name outside, in the collections of later variables too.
    hidden = {str(bound_name.children[0]) for bound_name in bound_names}
    scope = evolve(
        scope,
        variables={name: sort for name, sort in scope.variables.items() if name not in hidden},
        objects={name: reference for name, reference in scope.objects.items() if name not in hidden},
        kinds={name: kind for name, kind in scope.kinds.items() if name not in hidden},
    )
    kinds = {}
    for bound_name in bound_names:
        typed = [part for part in nodes(bound_name) if name_of(part) != "from"]
        origin = child(bound_name, "from")
        if typed:
            declared = elaboration.read_type(typed[0], scope)
            kind = declared.instance or _of_any(declared.sort)
        elif origin is not None:
            kind = declared_class(elaboration, nodes(origin)[0], scope)
        else:
            kind = _class_of_element(elaboration, str(bound_name.children[0]), node, scope)
        kinds[str(bound_name.children[0])] = kind
        # Later variables may range over something of this one: `c <- s, d <- c.children`.
        scope = scope.holding({str(bound_name.children[0]): kind})
    if values:
        return declared_class(elaboration, values[-1], scope)
    return kinds.popitem()[1] if len(kinds) == 1 else None


def _class_of_result(elaboration: Elaboration, callee: Node, scope: Scope) -> ClassInstance | None:
    """The class of what a called function returns; None where the function has type parameters of its own."""
    names, signature, types = elaboration.names, None, dict[str, Sort]()
    if name_of(callee) == "name" and str(callee.children[0]) not in scope.variables:
        name = str(callee.children[0])
        if "this" in scope.objects:
            signature = names.member(names.functions, scope.objects["this"].type, name)
        if signature is None:
            signature = names.find(names.functions, (name,), scope.path)
    elif name_of(callee) == "member":
        owner = declared_class(elaboration, nodes(callee)[0], scope)
        if owner is not None and owner[0] in names.classes:
            signature = names.member(names.functions, owner[0], str(callee.children[1]))
            types = dict(type_arguments(names, *owner))
    # With type parameters of its own the result depends on the call's arguments.
    if signature is None or signature.type_parameters:
        return None
    if signature.instance is None:
        return _of_any(signature.result)
    kind, arguments = signature.instance
    return kind, tuple(replace_sorts(argument, types) for argument in arguments)


def _class_of_field(
    elaboration: Elaboration, kind: str, types: Mapping[str, Sort], field: Name
) -> ClassInstance | None:
    stored = fields_of(elaboration.names, kind).get(field)
    if stored is None:
        return None
    if stored.instance is None:
        return _of_any(stored.sort)
    held, arguments = stored.instance
    return held, tuple(replace_sorts(argument, types) for argument in arguments)


def class_of_variable(elaboration: Elaboration, name: Name, within: Node, scope: Scope) -> ClassInstance | None:
    """The class of a bound variable without a type, by the collection that it ranges over."""
    found = _class_of_element(elaboration, name, within, scope)
    return None if found in (ANY, NOTHING) else found


def _class_of_element(elaboration: Elaboration, name: Name, within: Node, scope: Scope) -> ClassInstance | None:
    for iter_subtree in within.iter_subtrees():
        if name_of(iter_subtree) == "comparison" and iter_subtree.children[1] == "in":
            element, collection = nodes(iter_subtree)[0], nodes(iter_subtree)[1]
            if name_of(element) == "name" and element.children[0] == name:
                return declared_class(elaboration, collection, scope)
    return None


def class_declaring(elaboration: Elaboration, subject: Node, field: str, scope: Scope) -> Declaring | None:
    """What declares the field of an object which is no variable with a name. None where its type is not known."""
    pair = static_class(elaboration, subject, scope)
    if pair is None or pair[0] not in elaboration.names.classes:
        return None
    kind, arguments = pair
    return field_declared(elaboration.names, kind, type_arguments(elaboration.names, kind, arguments), field)


def field_declared(names: SymbolTable, kind: str, types: Mapping[str, Sort], field: Name) -> Declaring | None:
    """What declares a field of an object of a class whose type parameters stand for `types`; None where none does that
    is read."""
    base, stored = declaring(names, kind, field), fields_of(names, kind).get(field)
    if base is None or stored is None or stored.sort is None:
        return None
    sort = replace_sorts(stored.sort, types)
    return Declaring(base, array_of(*sort.args) if sort.kind == HELD_ARRAY else sort)
