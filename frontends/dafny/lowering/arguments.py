"""The arguments of a call: by position, by name, or what the declaration gives where a call leaves one out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from ....core.ir.sorts import Sort
from ....core.ir.substitution import instantiate
from ....core.ir.terms import Term, free_names
from ....core.ir.variables import Name
from ..names import DefaultValue
from ..syntax import Node, name_of, nodes
from .elaboration import Draft, Elaboration, Scope


def written_arguments(listed: Node, formals: Sequence[Name]) -> tuple[list[Node], dict[Name, Node]]:
    """What a call writes: the arguments for which there is no formal parameter, and for each formal its argument."""
    beyond: list[Node] = []
    by_formal: dict[Name, Node] = {}
    for position, node in enumerate(nodes(listed)):
        if name_of(node) == "named_argument":
            by_formal[str(node.children[0])] = nodes(node)[0]
        elif position < len(formals):
            by_formal[formals[position]] = node
        else:
            beyond.append(node)
    return beyond, by_formal


def arguments_of(
    elaboration: Elaboration, listed: Node, formals: Sequence[Name], scope: Scope, defaults: Mapping[Name, DefaultValue]
) -> list[Draft]:
    """The arguments of a call in the order of the parameters; those that nothing gives are missing."""
    beyond, by_formal = written_arguments(listed, formals)
    if not by_formal.keys() <= set(formals):
        raise elaboration.unsupported("named arguments that do not match the parameters", listed)
    drafts = with_defaults(
        elaboration, {name: elaboration.infer(node, scope) for name, node in by_formal.items()}, formals, defaults
    )
    return [*(drafts[name] for name in formals if name in drafts), *(elaboration.infer(node, scope) for node in beyond)]


def with_defaults(
    elaboration: Elaboration,
    drafts_given: Mapping[Name, Draft],
    formals: Iterable[Name],
    defaults: Mapping[Name, DefaultValue],
) -> dict[Name, Draft]:
    """The arguments with those that a call leaves out and the declaration has a value for. That value is an expression
    over the other parameters: what the call gives for these, by position, by name or by default, stands in it
    (reference manual, "Formal parameters": `function f(x: int, y: int := x + 1)`)."""
    drafts = dict(drafts_given)
    left_out = [formal for formal in formals if formal not in drafts_given and formal in defaults]
    sorts = {name: draft.sort for name, draft in drafts_given.items()} | {
        name: elaboration.inference.fresh() for name in left_out
    }
    for formal in left_out:
        drafts[formal] = _default(elaboration, defaults[formal], sorts, drafts)
        elaboration.inference.unify(sorts[formal], drafts[formal].sort, elaboration.span(defaults[formal].node))
    return drafts


def _default(
    elaboration: Elaboration, declared: DefaultValue, sorts: Mapping[Name, Sort], built_before: Mapping[Name, Draft]
) -> Draft:
    """`sorts`: of the parameters in `built_before` when the term is built, by default too. Raises Unsupported for a
    value that depends on an object, or on itself."""
    # What is not known is a variable nevertheless: without it, its name could mean a constant of the module.
    hidden = {name: elaboration.inference.fresh() for name in _beyond(elaboration, declared) if name not in sorts}
    engine = evolve(elaboration, source=declared.source)
    draft = engine.infer(declared.node, Scope(variables={**hidden, **sorts}, path=declared.path))
    begun = False

    def build() -> Term:
        nonlocal begun
        term = draft.build()
        used = free_names(term)
        if begun or not used <= built_before.keys():
            raise engine.unsupported("a default value that depends on more than the parameters", declared.node)
        begun = True
        return instantiate(term, {name: built_before[name].build() for name in used})

    return Draft(draft.sort, build)


def _beyond(elaboration: Elaboration, declared: DefaultValue) -> Iterator[Name]:
    """What the names of a default value may mean beside constants: parameters, and parts of the object or value."""
    yield from ("this", *declared.formals)
    for base in elaboration.names.bases(declared.owner or ""):
        yield from (field.name for field in base.fields)
    if declared.owner in elaboration.names.datatypes:
        for constructor in elaboration.names.datatypes[declared.owner].constructors:
            yield from (field.name for field in constructor.fields)
