"""Members and applications: `a.Length`, `x.0`, `d.field`, `f(x)`, `d.size()`, `Cons(1, Nil)`.

What `a.b` means depends on what a is. In this order: the name of a declaration (`Module.f`), if no variable is called
a; a field of an object that has a name, which is a variable (`c.x`); else a member of the value of a, by its type. That
may not be known yet, so that the rule waits for it (`when_known`, see `elaboration.py`).

Example: in `stack.top.value` with an object `stack`, `stack.top` is the variable of that name, an object without a name
of its own; `.value` of it is read from the heap variable `object.Node.value` (`reached.py`).

A call of a function that reads objects gets what it reads as its first arguments: the fields of objects with names, and
heap variables. Invariant: those are the variables of the state that the call stands in. `old(Valid())` and `Valid()`
are calls of one function with different arguments, and so are two calls with a write between them.
"""

from collections.abc import Mapping

from ....core.errors import Unsupported
from ....core.ir.build import boolean, integer, op
from ....core.ir.functions import NOTHING
from ....core.ir.operator_names import OperatorName, operator_name
from ....core.ir.operators.arithmetic import width
from ....core.ir.shapes import is_shaped, lengths_of_shaped, rank_of_shaped
from ....core.ir.sorts import BOOL, INT, OBJECT, Sort, array_of, set_of, tuple_of
from ....core.ir.terms import Term
from ....core.ir.variables import HEAP, Name, heap_variable
from ....core.spans import Span
from ..classes import length_names
from ..names import DefaultValue, Signature
from ..syntax import Node, child, name_of, nodes, text_of
from .arguments import arguments_of
from .atoms import declared, local, unresolved
from .elaboration import Draft, Elaboration, Scope, rule
from .objects import object_name, state_variable
from .prefixes import prefix_call, without_depth
from .reached import field_anywhere, reached
from .receivers import function_value, named_objects, receiver_of
from .resolution import NO_TYPES, constructed, constructor_named, destructor, instantiate, types_of_call
from .states import earlier_state
from .static_classes import class_declaring, static_class


@rule("member")
def member(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    words = qualified(node, scope)
    # A declared name comes first, unless a variable hides it.
    if words is not None and _is_declared(elaboration, words, node, scope):
        return declared(elaboration, words, node, scope)
    # The printed form of a heap variable, in texts of ours.
    heap_map = None if words is None else _printed_heap_variable(words)
    if heap_map is not None and heap_map in scope.variables:
        return state_variable(elaboration, heap_map, scope.variables[heap_map], node, scope)
    # A field of a named object has a variable of its own.
    owner = object_name(nodes(node)[0], scope)
    found_field = None if owner is None else _of_object(elaboration, owner, node, scope)
    if found_field is not None:
        return found_field
    subject, name = elaboration.infer(nodes(node)[0], scope), str(node.children[1])
    # What a member means depends on the type of its owner, which may be known only later: in `var t := f(x); t.0` once
    # f's result is inferred. `select` runs as soon as it is; until then the member has a type that is open, and a draft
    # whose term is not built before all of the clause is inferred.
    result, span = elaboration.inference.fresh(), elaboration.span(node)
    drafts: list[Draft] = []

    # Run when the type of the owner is known, perhaps much later.
    def select(sort: Sort) -> None:
        if sort == OBJECT:
            kind = class_declaring(elaboration, nodes(node)[0], name, scope)
            draft: Draft | None = reached(elaboration, subject, name, node, scope, kind)
        else:
            draft = _selected(elaboration, subject, sort, name, node)
        if draft is None:
            raise Unsupported(f"the member {name} of a {sort}", span)
        drafts.append(draft)
        elaboration.inference.unify(result, draft.sort, span)

    elaboration.inference.when_known(subject.sort, select, f"the member {name}", span)
    return Draft(result, lambda: drafts[0].build())


def _printed_heap_variable(words: tuple[str, ...]) -> Name | None:
    """The heap variable that is printed as these words. No text of Dafny has one, `object` being a keyword, but one of
    ours that is read again may."""
    return heap_variable(".".join(words[1:-1]), words[-1]) if words[0] == HEAP and len(words) > 2 else None


def _of_object(elaboration: Elaboration, owner: Name, node: Node, scope: Scope) -> Draft | None:
    """`c.x`: a field of a named object, or a constant of its class. None where the class is not known."""
    name, kind = str(node.children[1]), scope.objects[owner].type
    draft = field_anywhere(elaboration, owner, name, node, scope)
    if draft is not None or not kind:
        return draft
    constant = elaboration.names.member(elaboration.names.constants, kind, name)
    signature = elaboration.names.member(elaboration.names.functions, kind, name)
    # A function of the class, named without a call, is a value.
    if constant is None and signature is not None:
        return function_value(elaboration, signature, owner, node, scope)
    if constant is None:
        raise elaboration.unsupported(f"the member {name} of {kind}", node)
    return Draft(constant.sort, lambda: constant)


def qualified(node: Node, scope: Scope) -> tuple[str, ...] | None:
    """The parts of `A.B.c` when the first is no variable: the name of a declaration."""
    selected: list[str] = []
    while name_of(node) == "member":
        selected.append(str(node.children[1]))
        node = nodes(node)[0]
    if name_of(node) != "name" or str(node.children[0]) in scope.variables:
        return None
    first = str(node.children[0])
    return (first, *reversed(selected))


def _selected(elaboration: Elaboration, subject: Draft, sort: Sort, name: str, node: Node) -> Draft | None:
    """A member of a value of this sort; None when it has no such member."""
    # Built-in members of built-in types.
    match sort.kind, name:
        case "HeldArray", "Length":
            return elaboration.make("seq.len", [subject], INT, node)
        case "Array", "Length":
            return elaboration.make("array.len", [subject], INT, node)
        case "Real", "Floor":
            return elaboration.make("real.floor", [subject], INT, node)
        case "Map", "Keys":
            return elaboration.make("map.keys", [subject], set_of(sort.args[0]), node)
        case "Map", "Values":
            return elaboration.make("map.values", [subject], set_of(sort.args[1]), node)
        case "Map", "Items":
            return elaboration.make("map.items", [subject], set_of(tuple_of(*sort.args)), node)
        case "Tuple", _ if is_shaped(sort):
            return _length(subject, sort, name)
        case "Tuple", _ if name.isdecimal() and int(name) < len(sort.args):
            return elaboration.make("tuple.at", [subject], sort.args[int(name)], node, int(name))
        case "Datatype", _:
            # Fields of a datatype by their destructors, and members that are constants.
            return destructor(elaboration, subject, sort, name, node) or _constant_member(
                elaboration, subject, sort, name, node
            )
        case _:
            return None


def _length(subject: Draft, sort: Sort, name: str) -> Draft | None:
    """`m.Length0` of an array of several dimensions."""
    lengths = length_names(rank_of_shaped(sort))
    if name not in lengths:
        return None
    return Draft(INT, lambda: lengths_of_shaped(subject.build())[lengths.index(name)])


def _constant_member(elaboration: Elaboration, subject: Draft, sort: Sort, name: str, node: Node) -> Draft | None:
    """A `const` among the members of a datatype, static or not."""
    constant = elaboration.names.constants.get(f"{sort.label}.{name}")
    if constant is not None:
        return Draft(constant.sort, lambda: constant)
    signature = elaboration.names.functions.get(f"{sort.label}.{name}")
    if signature is None or [formal.name for formal in signature.parameters] != ["this"]:
        return None
    return call(elaboration, signature, [subject], node)


@rule("application")
def application(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    callee, listed = nodes(node)[0], nodes(node)[-1]
    if name_of(callee) == "prefix_name":
        whole = Node(node.data, [without_depth(callee), *node.children[1:]], node.meta)
        return prefix_call(elaboration, application(elaboration, whole, scope), callee, node, scope)
    if child(node, "at_label") is not None:
        scope = earlier_state(elaboration, node, "a call", scope)
    name = str(callee.children[0]) if name_of(callee) == "name" else ""
    # A variable or field hides a function of its name, and is applied as a function value.
    if name and local(elaboration, name, callee, scope) is None:
        return _named_call(elaboration, (name,), listed, node, scope)
    if name_of(callee) == "member":
        words = qualified(callee, scope)
        if words is not None and _is_declared(elaboration, words, node, scope):
            return _named_call(elaboration, words, listed, node, scope)
        return _member_call(elaboration, callee, listed, node, scope)
    return _apply(elaboration, elaboration.infer(callee, scope), arguments_of(elaboration, listed, [], scope, {}), node)


def _is_declared(elaboration: Elaboration, words: tuple[str, ...], node: Node, scope: Scope) -> bool:
    if elaboration.names.find(elaboration.names.functions, words, scope.path) is not None:
        return True
    return constructor_named(elaboration, words, node, scope) is not None or (
        elaboration.names.find(elaboration.names.methods, words, scope.path) is not None
    )


def _named_call(elaboration: Elaboration, words: tuple[str, ...], listed: Node, node: Node, scope: Scope) -> Draft:
    """A call of what a name declares: a function (a datatype's own one on `this`), or a constructor."""
    # By the rules of scope: the name as it is, then as a member of `this`.
    signature = elaboration.names.find(elaboration.names.functions, words, scope.path)
    if signature is None and len(words) == 1 and "this" in scope.objects:
        signature = elaboration.names.member(elaboration.names.functions, scope.objects["this"].type, words[0])
    # A function of the state needs the state as arguments.
    if signature is not None and (signature.state or "this" in scope.objects):
        return _stateful_call(elaboration, signature, "this" if len(words) == 1 else None, listed, node, scope)
    if signature is not None:
        formals = [formal.name for formal in signature.parameters]
        on_this = formals[:1] == ["this"] and len(words) == 1 and "this" in scope.variables
        receiver = [elaboration.variable("this", scope.variables["this"], node)] if on_this else []
        arguments = arguments_of(
            elaboration, listed, formals[len(receiver) :], scope, _defaults(elaboration, signature)
        )
        return call(
            elaboration,
            signature,
            [*receiver, *arguments],
            node,
            types_of_call(elaboration, signature, None, nodes(node)[0], scope),
        )
    # A constructor is called like a function.
    pair = constructor_named(elaboration, words, node, scope)
    if pair is not None:
        names = [formal.name for formal in pair[1].fields]
        defaults = elaboration.names.defaults.get(f"{pair[0].name}.{pair[1].name}", {})
        return constructed(elaboration, *pair, arguments_of(elaboration, listed, names, scope, defaults), node, scope)
    name = ".".join(words)
    # What was declared and not read gives its reason.
    reason = elaboration.names.find(elaboration.names.unread, words, scope.path)
    if reason is None and "this" in scope.objects:
        reason = elaboration.names.member(elaboration.names.unread, scope.objects["this"].type, name)
    if reason is not None:
        raise elaboration.unsupported(f"a call of {name}, which is not supported ({reason})", node)
    # Old conversions have another form today.
    if name == "int" or name == "real":
        raise elaboration.unsupported(f"the conversion {name}(...): write `as {name}`", node)
    if elaboration.names.find(elaboration.names.methods, words, scope.path) is not None:
        raise elaboration.unsupported(f"a call of the method {name} in an expression", node)
    raise elaboration.unsupported(unresolved(elaboration, words) or f"a call of {name}", node)


def _stateful_call(
    elaboration: Elaboration,
    signature: Signature,
    receiver: Name | Draft | None,
    listed: Node,
    node: Node,
    scope: Scope,
) -> Draft:
    """A call of a function that reads objects: the fields it reads come first. `receiver`: the name of the object on
    which, or what that object is."""
    # What the function reads of the state are parameters that no text gives: they come from the scope of the call.
    formals = [formal.name for formal in signature.parameters[len(signature.state) :]]
    roots = named_objects(signature, listed, scope)
    if receiver is not None and not isinstance(receiver, Draft):
        roots["this"] = receiver
    arguments_written = arguments_of(elaboration, listed, formals, scope, _defaults(elaboration, signature))
    values = dict(zip(formals, arguments_written, strict=False)) | (
        {"this": receiver} if isinstance(receiver, Draft) else {}
    )
    state = receiver_of(elaboration, signature, roots, values, node, scope)
    types = types_of_call(elaboration, signature, roots.get("this"), nodes(node)[0], scope)
    return call(elaboration, signature, [*state, *arguments_written], node, types)


def _defaults(elaboration: Elaboration, signature: Signature) -> Mapping[Name, DefaultValue]:
    return elaboration.names.defaults.get(str(signature.name), {})


def call(
    elaboration: Elaboration,
    signature: Signature,
    arguments: list[Draft],
    node: Node,
    types: Mapping[str, Sort] = NO_TYPES,
) -> Draft:
    """A call of a function or predicate. `types`: what is known of type parameters."""
    # Fresh sorts for each call, so that two calls of a generic function do not have to agree.
    parameters, result = instantiate(elaboration, signature, types)
    if len(arguments) != len(parameters):
        raise elaboration.unsupported(f"a call of {signature.name} with {len(arguments)} arguments", node)
    arguments = [
        _given(elaboration, argument, sort, node) for argument, sort in zip(arguments, parameters, strict=True)
    ]
    for argument, sort in zip(arguments, parameters, strict=True):
        elaboration.inference.unify(argument.sort, sort, elaboration.span(node))
    return elaboration.make("call", arguments, result, node, signature.name)


def _given(elaboration: Elaboration, argument: Draft, parameter: Sort, node: Node) -> Draft:
    """What is given for a parameter of this sort: an object for an object, an array that an object holds as itself."""
    parameter_sort = elaboration.inference.shallow(parameter)
    if parameter_sort == OBJECT:
        return elaboration.as_object(argument, node)
    if parameter_sort.kind == "Array":
        argument = elaboration.as_array(argument)
    if parameter_sort.kind != "Array" or argument.identity is None:
        return argument
    # An array that an object holds is two things: its elements, and which array it is. The parameter needs both.
    sort, which = array_of(*argument.sort.args), argument.identity
    return Draft(sort, lambda: op("array.of", which.build(), argument.build(), span=elaboration.span(node)))


def _member_call(elaboration: Elaboration, callee: Node, listed: Node, node: Node, scope: Scope) -> Draft:
    """`d.f(x)`: a function among the members of d's datatype or class, or a field that holds a function."""
    owner = object_name(nodes(callee)[0], scope)
    if owner is not None:
        # On an object the class decides which function it is.
        return _call_on_object(elaboration, owner, callee, listed, node, scope)
    subject, name = elaboration.infer(nodes(callee)[0], scope), str(callee.children[1])
    named = str(nodes(callee)[0].children[0]) if name_of(nodes(callee)[0]) == "name" else ""
    by_name = any(name_of(node) == "named_argument" for node in nodes(listed))
    # Named arguments wait until the parameters are known.
    arguments = [] if by_name else arguments_of(elaboration, listed, [], scope, {})
    result, span = elaboration.inference.fresh(), elaboration.span(node)
    drafts: list[Draft] = []

    # The type of the receiver decides; it may become known later.
    def select(sort: Sort) -> None:
        signature = elaboration.names.functions.get(f"{sort.label}.{name}") if sort.kind == "Datatype" else None
        if signature is not None:
            receiver = [subject] if _is_on_value(signature) else []  # else it is static
            all_arguments = _of_value(elaboration, signature, arguments, listed, scope)
            drafts.append(
                call(
                    elaboration,
                    signature,
                    [*receiver, *all_arguments],
                    node,
                    types_of_call(elaboration, signature, None, nodes(node)[0], scope),
                )
            )
        elif sort == OBJECT and (holder := class_declaring(elaboration, nodes(callee)[0], name, scope)) is not None:
            held = reached(elaboration, subject, name, callee, scope, holder)
            drafts.append(_apply(elaboration, held, arguments, node))
        elif sort == OBJECT:
            signature = _member_function(elaboration, callee, node, scope)
            drafts.append(_stateful_call(elaboration, signature, subject, listed, node, scope))
        # `f.requires` and `f.reads` are functions of function values.
        elif sort.kind == "Function" and name in ("requires", "reads"):
            drafts.append(_of_function(elaboration, subject, name, arguments, node, named in scope.total))
        elif by_name:
            raise elaboration.unsupported("named arguments that do not match the parameters", listed)
        # Rotations of bit-vectors are members.
        elif sort.kind == "BitVec" and name in _ROTATIONS and len(arguments) == 1:
            elaboration.inference.unify(arguments[0].sort, INT, span)
            drafts.append(Draft(sort, lambda: _rotated(name, subject.build(), arguments[0].build(), span)))
        else:
            draft = _selected(elaboration, subject, sort, name, node)
            if draft is None:
                raise Unsupported(f"a call of the member {name} of a {sort}", span)
            drafts.append(_apply(elaboration, draft, arguments, node))
        elaboration.inference.unify(result, drafts[0].sort, span)

    elaboration.inference.when_known(subject.sort, select, f"the member {name}", span)
    return Draft(result, lambda: drafts[0].build())


def _is_on_value(signature: Signature) -> bool:
    """Is the first argument of a datatype's function the value that it is called on?"""
    return [formal.name for formal in signature.parameters[:1]] == ["this"]


def _of_value(
    elaboration: Elaboration, signature: Signature, drafts_given: list[Draft], listed: Node, scope: Scope
) -> list[Draft]:
    """The arguments of a function of a value: `drafts_given`, unless some have a name or are left out."""
    formals = [formal.name for formal in signature.parameters[_is_on_value(signature) :]]
    if len(drafts_given) == len(formals):
        return drafts_given
    return arguments_of(elaboration, listed, formals, scope, _defaults(elaboration, signature))


def _of_function(
    elaboration: Elaboration, function: Draft, name: str, arguments: list[Draft], node: Node, total: bool
) -> Draft:
    """`f.requires(x)` and `f.reads(x)`. A function of type `T -> U` is defined on all of T and reads nothing (reference
    manual, "Arrow Types")."""
    # For the sorts alone: the arguments have to fit the function, whatever is asked of it.
    _apply(elaboration, function, arguments, node)
    sort = BOOL if name == "requires" else set_of(OBJECT)
    if not total:
        return elaboration.make(operator_name(f"function.{name}"), [function, *arguments], sort, node)
    return Draft(sort, lambda: boolean(True, elaboration.span(node)) if name == "requires" else NOTHING)


_ROTATIONS: Mapping[str, tuple[OperatorName, OperatorName]] = {
    "RotateLeft": ("bv.shl", "bv.shr"),
    "RotateRight": ("bv.shr", "bv.shl"),
}
"""A member of bit-vectors, the shift that it begins with, and the one that brings back what falls out."""


def _rotated(name: str, bits: Term, by: Term, span: Span) -> Term:
    """`x.RotateLeft(n)` is `(x << n) | (x >> w - n)` for x of w bits: both shifts are defined where Dafny's verifier
    allows the call, for 0 <= n <= w (reference manual, "Bit-vector Types")."""
    first_shift, back = _ROTATIONS[name]
    rest = op("sub", integer(width(bits)), by, span=span)
    return op("bv.or", op(first_shift, bits, by, span=span), op(back, bits, rest, span=span), span=span)


def _member_function(elaboration: Elaboration, callee: Node, node: Node, scope: Scope) -> Signature:
    """The function that is called on an object without a name. Raises Unsupported where it is not known, or does not
    read the object."""
    name = str(callee.children[1])
    static = static_class(elaboration, nodes(callee)[0], scope)
    # Where the class of the object is not known, a member counts only if one class alone declares it.
    owners = [static[0]] if static is not None else [class_.name for class_ in elaboration.names.classes.values()]
    by_name = {
        signature_found.name: signature_found
        for owner in owners
        for signature_found in [elaboration.names.member(elaboration.names.functions, owner, name)]
        if signature_found
    }
    if len(by_name) == 1:
        (signature,) = by_name.values()
        # A static function asks for no object: the one that it is called on may be null.
        if signature.name in elaboration.names.static_members or any(read.root == "this" for read in signature.state):
            return signature
    text = text_of(callee, elaboration.source)
    # If the function exists and was refused, the reason of that is what its reader needs.
    reasons = (elaboration.names.member(elaboration.names.unread, owner, name) for owner in owners)
    reason = next((reason for reason in reasons if reason), None)
    if reason is not None:
        raise elaboration.unsupported(f"a call of {name}, which is not supported ({reason})", node)
    raise elaboration.unsupported(f"a call of {text}, on an object without a name", node)


def _call_on_object(
    elaboration: Elaboration, owner: Name, callee: Node, listed: Node, node: Node, scope: Scope
) -> Draft:
    name, kind = str(callee.children[1]), scope.objects[owner].type
    signature = elaboration.names.member(elaboration.names.functions, kind, name)
    if signature is not None:
        return _stateful_call(elaboration, signature, owner, listed, node, scope)
    held = field_anywhere(elaboration, owner, name, node, scope)
    if held is not None:
        return _apply(elaboration, held, arguments_of(elaboration, listed, [], scope, {}), node)
    reason = elaboration.names.member(elaboration.names.unread, kind, name)
    why = f", which is not supported ({reason})" if reason else ""
    raise elaboration.unsupported(f"a call of {kind}.{name}{why}", node)


def _apply(elaboration: Elaboration, function: Draft, arguments: list[Draft], node: Node) -> Draft:
    """A function value applied to its arguments."""
    result = elaboration.inference.fresh()
    function_sort = Sort("Function", (*(argument.sort for argument in arguments), result))
    elaboration.inference.unify(function.sort, function_sort, elaboration.span(node))

    def build() -> Term:
        return op("apply", function.build(), *(argument.build() for argument in arguments), span=elaboration.span(node))

    return Draft(result, build)
