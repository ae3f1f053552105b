"""What a call of a function that reads objects gives it: the fields of the object on which, and of its arguments; and
functions used as values: `var f := F;`, `F.requires(x)`, `c.G`.

The value of F is the lambda that calls it. Of a function that reads objects the lambda reads them when it is applied
(reference manual, "Arrow Types"): `c => F(fields of all objects, c)`, whose precondition and frame are those of F.
"""

from collections.abc import Mapping

from attrs import evolve

from ....core.ir.build import UNBOUNDED, integer, op
from ....core.ir.shapes import is_shaped, lengths_of_shaped
from ....core.ir.sorts import INT, OBJECT, Sort, function_of, seq_of, set_of
from ....core.ir.terms import Binder, Term, make
from ....core.ir.variables import ALLOCATED, HEAP, LENGTHS, STATE, Name, heap_variable, pre_state
from ..names import Read, Signature
from ..syntax import Node, name_of
from .arguments import written_arguments
from .elaboration import Draft, Elaboration, Scope
from .objects import object_name, state_variable, value_sort
from .reached import field_anywhere, heap, reached
from .resolution import instantiate, types_of_call
from .static_classes import Declaring


def receiver_of(
    elaboration: Elaboration,
    signature: Signature,
    roots: Mapping[Name, Name],
    values: Mapping[Name, Draft],
    node: Node,
    scope: Scope,
) -> list[Draft]:
    """The first arguments of a call: what the function reads of the state. `roots`: its parameter → the name of the
    object or array; `values`: its parameter → what is given for it."""
    drafts = []
    for read in signature.state:
        state = evolve(scope, old=scope.old or read.before)
        draft = _read(elaboration, signature, read, roots.get(read.root, values.get(read.root)), node, state)
        drafts.append(Draft(value_sort(draft.sort), draft.build))
    return drafts


def _read(
    elaboration: Elaboration,
    signature: Signature,
    read: Read,
    receiver: Name | Draft | None,
    node: Node,
    scope: Scope,
) -> Draft:
    """`receiver`: the name of an object or array, or what is given instead."""
    # What is read comes in kinds: the number of the state, what exists, maps of all objects, then fields of one object.
    if read.before and scope.allocated is None:
        raise elaboration.unsupported(
            f"a call of {signature.name}, a two-state function, where there is one state only", node
        )
    if not read.root and read.field:
        return _state(elaboration, signature, node, scope)
    if not read.root:
        return elaboration.variable(
            pre_state(ALLOCATED, scope.label) if scope.label else ALLOCATED, set_of(OBJECT), node
        )
    if read.root == HEAP and read.owner is not None:
        return heap(elaboration, heap_variable(read.owner, read.field), node, scope)
    # A name comes below: its fields are variables, which may have two states. `next.Valid()` has none, and what `Valid`
    # reads of `this` is looked up in the maps of all objects, once for each field that it reads.
    if isinstance(receiver, Draft) and _is_object(signature, read.root) and not read.before:
        elaboration.inference.unify(receiver.sort, OBJECT, elaboration.span(node))
        declaring = None if read.owner is None else Declaring(read.owner)
        return _field_of_any(elaboration, receiver, read.field, node, scope, declaring) if read.field else receiver
    if (
        isinstance(receiver, Draft)
        and is_shaped(elaboration.inference.shallow(receiver.sort))
        and read.field in LENGTHS
    ):
        matrix, dimension = receiver, LENGTHS.index(str(read.field))
        return Draft(INT, lambda: lengths_of_shaped(matrix.build())[dimension])
    if receiver is None or isinstance(receiver, Draft) or receiver not in scope.variables:
        raise elaboration.unsupported(f"a call of {signature.name} on an object without a name", node)
    if not read.field:
        return state_variable(elaboration, receiver, scope.variables[receiver], node, scope)
    field_draft = field_anywhere(elaboration, receiver, read.field, node, scope)
    if field_draft is None:
        raise elaboration.unsupported(f"a call of {signature.name} on an object without the field {read.field}", node)
    return field_draft


def _field_of_any(
    elaboration: Elaboration, receiver: Draft, field: Name, node: Node, scope: Scope, declaring: Declaring | None
) -> Draft:
    """A field of an object without a name, as a function has it that reads it of its parameter: of an array the
    elements, in a sequence."""
    field_draft = reached(elaboration, receiver, field, node, scope, declaring)
    if field_draft.sort.kind != "Array":
        return field_draft
    return Draft(
        seq_of(*field_draft.sort.args), lambda: op("array.elements", field_draft.build(), span=elaboration.span(node))
    )


def _state(elaboration: Elaboration, signature: Signature, node: Node, scope: Scope) -> Draft:
    """The number of the state: one more after a call that may change anything."""
    if STATE not in scope.variables or scope.label:
        raise elaboration.unsupported(
            f"a call of {signature.name}, a function without a body that reads objects, here", node
        )
    number = elaboration.variable(STATE, INT, node)
    # Where nothing changes, before and after are one state.
    if scope.old or STATE not in scope.modified:
        return number
    return Draft(INT, lambda: op("add", number.build(), integer(1), span=elaboration.span(node)))


def _is_object(signature: Signature, parameter: Name) -> bool:
    return parameter == "this" or any(
        formal.name == parameter and formal.sort == OBJECT for formal in signature.parameters
    )


def named_objects(signature: Signature, listed: Node, scope: Scope) -> dict[Name, Name]:
    """Parameter → the name of the object or array that is given for it, where it is one."""
    formals = [formal.name for formal in signature.parameters[len(signature.state) :]]
    _, written = written_arguments(listed, formals)
    names_by_formal = {
        formal: object_name(argument_node, scope) or _array_name(argument_node, scope)
        for formal, argument_node in written.items()
    }
    return {formal: name for formal, name in names_by_formal.items() if name is not None}


def _array_name(node: Node, scope: Scope) -> Name | None:
    """The name of the array that an expression is, if it is one with a name."""
    name = str(node.children[0]) if name_of(node) == "name" else ""
    return name if name in scope.variables and scope.variables[name].kind == "Array" else None


def function_value(
    elaboration: Elaboration, signature: Signature, receiver: Name | None, node: Node, scope: Scope
) -> Draft:
    """A function as a value; of a constant, what it is. `receiver`: the name of the object of which it is a
    member. Raises Unsupported for what it reads where that is not known, and in the pre-state."""
    sorts, result = instantiate(elaboration, signature, types_of_call(elaboration, signature, receiver, node, scope))
    count = len(signature.state)
    if count and scope.old:
        raise elaboration.unsupported(f"{signature.name}, which reads objects, as a value of the pre-state", node)
    # With state, the parameters get fresh names: the lambda's body reads variables of the scope, which may be called
    # alike.
    formals = [
        Binder(elaboration.fresh_name(formal.name, scope) if count else formal.name, sort)
        for formal, sort in zip(signature.parameters[count:], sorts[count:], strict=True)
    ]
    formal_drafts = [elaboration.variable(binder.name, binder.sort, node) for binder in formals]
    values = {formal.name: draft for formal, draft in zip(signature.parameters[count:], formal_drafts, strict=True)}
    roots: dict[Name, Name] = {} if receiver is None else {"this": receiver}
    inner_scope = evolve(scope, variables={**scope.variables, **{binder.name: binder.sort for binder in formals}})
    # What it reads is looked up where the lambda is applied: the arguments are the lambda's own parameters.
    state = receiver_of(elaboration, signature, roots, values, node, inner_scope)
    for draft, sort in zip(state, sorts, strict=False):
        elaboration.inference.unify(draft.sort, sort, elaboration.span(node))
    body = elaboration.make("call", [*state, *formal_drafts], result, node, signature.name)
    if signature.constant:
        return body

    def build() -> Term:
        binders = tuple(Binder(binder.name, elaboration.resolve(binder.sort, node)) for binder in formals)
        return _lambda_term(binders, body.build())

    return Draft(function_of(*(binder.sort for binder in formals), result), build)


def _lambda_term(binders: tuple[Binder, ...], body: Term) -> Term:
    """The function of these variables."""
    sort: Sort = function_of(*(binder.sort for binder in binders), body.sort)
    return make("lambda", (*(UNBOUNDED for _ in binders), body), sort, binders, body.span)
