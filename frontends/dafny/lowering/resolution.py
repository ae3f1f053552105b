"""Declared functions and datatypes at one place of use: instantiated signatures, constructors, fields."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from ....core.ir.build import folded, op
from ....core.ir.contracts import Constructor, Datatype
from ....core.ir.sorts import BOOL, Sort, datatype
from ....core.ir.terms import Term
from ....core.ir.type_instances import replace_sorts
from ....core.ir.variables import Name
from ....core.spans import Span
from ..classes import Path
from ..names import Signature
from ..syntax import Node, child, name_of, nodes
from .elaboration import Draft, Elaboration, Scope
from .objects import types_of_member

NO_TYPES: Mapping[str, Sort] = {}


# A function or datatype is declared once, over type parameters, and used at many types. Where it is used, a parameter
# of which nothing is written becomes an unknown sort: in `Len([])`, with `function Len<T>(s: seq<T>): nat`, the empty
# display has an unknown element, and both unknowns are unified when the argument meets its parameter. Nothing may be
# built before all of a clause is unified, hence drafts: what a term will be, and how it is built then.


def instantiate(
    elaboration: Elaboration, signature: Signature, types: Mapping[str, Sort] = NO_TYPES
) -> tuple[tuple[Sort, ...], Sort]:
    """The sorts of a function's parameters and result, with what is known of its type parameters, and an unknown for
    each of the others."""
    unknowns = dict(types)

    def visit(sort: Sort) -> Sort:
        if sort.kind == "Uninterpreted" and sort.label not in elaboration.names.types and sort.label != "object":
            # The same parameter is the same unknown wherever it stands in the signature.
            return unknowns.setdefault(str(sort.label), elaboration.inference.fresh())
        return Sort(sort.kind, tuple(map(visit, sort.args)), sort.label) if sort.args else sort

    return tuple(visit(formal.sort) for formal in signature.parameters), visit(signature.result)


def constructor_named(
    elaboration: Elaboration, path: Path, node: Node, scope: Scope
) -> tuple[Datatype, Constructor] | None:
    """The constructor that a name means: `Cons`, or `List.Cons` where several datatypes have one."""
    *owner, name = path
    if owner:
        datatype = elaboration.names.find(elaboration.names.datatypes, tuple(owner), scope.path)
        if datatype is not None:
            return next(((datatype, c) for c in datatype.constructors if c.name == name), None)
    candidates = elaboration.names.find(elaboration.names.constructors, path, scope.path)
    if candidates is None:
        return None
    # A constructor of a module that is not imported here hides none that is.
    visible = [owner for owner in candidates if _is_visible(elaboration, owner, scope)] or candidates
    if len(visible) > 1:
        raise elaboration.unsupported(f"{name}, which is a constructor of {' and of '.join(visible)}", node)
    datatype = elaboration.names.datatypes[visible[0]]
    return datatype, next(c for c in datatype.constructors if c.name == name)


def _is_visible(elaboration: Elaboration, qualified: str, scope: Scope) -> bool:
    simple = tuple(qualified.split("."))[-1:]
    visible_datatype = elaboration.names.find(elaboration.names.datatypes, simple, scope.path)
    return visible_datatype is not None and visible_datatype.name == qualified


def instance(elaboration: Elaboration, declared: Datatype, like: Sort | None = None) -> tuple[Sort, dict[str, Sort]]:
    """A datatype's sort with unknown arguments (or those of `like`), and what its parameters stand for."""
    arguments = like.args if like is not None else tuple(elaboration.inference.fresh() for _ in declared.parameters)
    return datatype(declared.name, *arguments), dict(zip(declared.parameters, arguments, strict=True))


def constructed(
    elaboration: Elaboration,
    declared: Datatype,
    constructor: Constructor,
    arguments: Sequence[Draft],
    node: Node,
    scope: Scope,
) -> Draft:
    """A constructor applied to its arguments."""
    if len(arguments) != len(constructor.fields):
        raise elaboration.unsupported(f"{constructor.name} with {len(arguments)} arguments", node)
    sort, replacements = instance(elaboration, declared, _written(elaboration, declared, node, scope))
    for argument, formal in zip(arguments, constructor.fields, strict=True):
        elaboration.inference.unify(argument.sort, replace_sorts(formal.sort, replacements), elaboration.span(node))
    return elaboration.make_folded("datatype.make", arguments, sort, node, constructor.name)


def written_types(
    elaboration: Elaboration, name: Name, own_parameters: Sequence[str], callee: Node, scope: Scope
) -> dict[str, Sort]:
    """What type parameters stand for where `callee` names the function or method `name` with type arguments: its
    `own_parameters`, `Empty<int>()`, and those of its type, `List<int>.Empty()`."""

    def sorts(callee_node: Node) -> Iterable[Sort]:
        listed = child(callee_node, "type_arguments")
        return () if listed is None else (elaboration.read_type(node, scope).sort for node in nodes(listed))

    sorts_by_parameter: dict[str, Sort] = {}
    owned = elaboration.names.parameters_of_type(str(name).rpartition(".")[0])
    if name_of(callee) == "member" and owned:
        sorts_by_parameter.update(zip(owned, sorts(nodes(callee)[0]), strict=False))
    return sorts_by_parameter | dict(zip(own_parameters, sorts(callee), strict=False))


def types_of_call(
    elaboration: Elaboration, signature: Signature, receiver: Name | None, callee: Node, scope: Scope
) -> dict[str, Sort]:
    """What type parameters stand for in a call: those that are written, and those of its class where the object on
    which it is called has a name. On `this` they stand for themselves."""
    sorts = written_types(elaboration, signature.name, signature.type_parameters, callee, scope)
    reference = None if receiver is None else scope.objects.get(receiver)
    declared = None if reference is None else elaboration.names.classes.get(reference.type)
    if reference is None or declared is None:
        return sorts
    # A method's own type parameter hides that of its class.
    of_class = types_of_member(elaboration.names, declared.name, dict(reference.types), str(signature.name))
    return {name: sort for name, sort in of_class.items() if name not in signature.type_parameters} | sorts


def _written(elaboration: Elaboration, declared: Datatype, node: Node, scope: Scope) -> Sort | None:
    """The sort that `List<int>.Nil` says; None where no type arguments are written."""
    member = nodes(node)[0] if name_of(node) == "application" else node
    if name_of(member) != "member":
        return None
    listed = child(nodes(member)[0], "type_arguments")
    if listed is None or len(nodes(listed)) != len(declared.parameters):
        return None
    return datatype(declared.name, *(elaboration.read_type(node, scope).sort for node in nodes(listed)))


def destructor(elaboration: Elaboration, value: Draft, sort: Sort, name: str, node: Node) -> Draft | None:
    """`value.name` of a datatype: a field, or a discriminator `C?`. None when there is no such member."""
    declared = elaboration.names.datatypes.get(str(sort.label))
    if declared is None:
        return None
    if name.endswith("?") and any(c.name == name[:-1] for c in declared.constructors):
        return elaboration.make("datatype.is", [value], BOOL, node, name[:-1])
    if not any(f.name == name for c in declared.constructors for f in c.fields):
        return None
    return field_of(elaboration, declared, value, sort, name, node)


def field_of(elaboration: Elaboration, declared: Datatype, value: Draft, sort: Sort, name: str, node: Node) -> Draft:
    """The field of this name of a value: of whichever constructor made it."""
    formal = next(f for c in declared.constructors for f in c.fields if f.name == name)
    _, replacements = instance(elaboration, declared, sort)
    result = replace_sorts(formal.sort, replacements)

    def build() -> Term:
        subject, span = value.build(), elaboration.span(node)

        def read(constructor: str) -> Term:
            data = (constructor, name)
            return op("datatype.at", subject, data=data, sort=elaboration.resolve(result, node), span=span)

        return folded(by_constructor(declared, name, subject, read, span), elaboration.names.datatypes)

    return Draft(result, build)


def by_constructor(
    declared: Datatype, name: str, subject: Term, part_of: Callable[[str], Term], span: Span | None
) -> Term:
    """`part_of`, of the constructor that made `subject`, among those that have a field of this name."""
    *earlier_constructors, last = (c.name for c in declared.constructors if any(f.name == name for f in c.fields))
    term = part_of(last)
    for constructor in reversed(earlier_constructors):
        term = op("ite", op("datatype.is", subject, data=constructor, span=span), part_of(constructor), term, span=span)
    return term
