"""Functions used as values: `var f := F;`, `F.requires(x)`, `c.G`.

The value of F is the lambda that calls it. Of a function that reads objects the lambda reads them when it is applied
(reference manual, "Arrow Types"): `c => F(fields of all objects, c)`, whose precondition and frame are those of F.
"""

from attrs import evolve

from ....core.ir.build import UNBOUNDED
from ....core.ir.sorts import Sort, function_of
from ....core.ir.terms import Binder, Term, make
from ....core.ir.variables import Name
from ..names import Signature
from ..syntax import Node
from .elaboration import Draft, Elaboration, Scope
from .receivers import receiver_of
from .resolution import instantiate, types_of_call


def function_value(e: Elaboration, signature: Signature, receiver: Name | None, node: Node, scope: Scope) -> Draft:
    """A function as a value; of one without parameters, a call. `receiver`: the name of the object of which it is a
    member. Raises Unsupported for what it reads where that is not known, and in the pre-state."""
    sorts, result = instantiate(e, signature, types_of_call(e, signature, receiver, node, scope))
    count = len(signature.state)
    if count and scope.old:
        raise e.unsupported(f"{signature.name}, which reads objects, as a value of the pre-state", node)
    formals = [
        Binder(e.fresh_name(formal.name, scope) if count else formal.name, sort)
        for formal, sort in zip(signature.parameters[count:], sorts[count:], strict=True)
    ]
    given = [e.variable(binder.name, binder.sort, node) for binder in formals]
    values = {formal.name: draft for formal, draft in zip(signature.parameters[count:], given, strict=True)}
    roots: dict[Name, Name] = {} if receiver is None else {"this": receiver}
    inner = evolve(scope, variables={**scope.variables, **{binder.name: binder.sort for binder in formals}})
    state = receiver_of(e, signature, roots, values, node, inner)
    for draft, sort in zip(state, sorts, strict=False):
        e.inference.unify(draft.sort, sort, e.span(node))
    body = e.make("call", [*state, *given], result, node, signature.name)
    if not formals:
        return body

    def build() -> Term:
        binders = tuple(Binder(binder.name, e.resolve(binder.sort, node)) for binder in formals)
        return lambda_term(binders, body.build())

    return Draft(function_of(*(binder.sort for binder in formals), result), build)


def lambda_term(binders: tuple[Binder, ...], body: Term) -> Term:
    """The function of these variables."""
    sort: Sort = function_of(*(binder.sort for binder in binders), body.sort)
    return make("lambda", (*(UNBOUNDED for _ in binders), body), sort, binders, body.span)
