"""A specification for particular types in place of its type parameters."""

from collections.abc import Mapping

from attrs import evolve

from .contracts import Condition, Specification
from .sorts import Sort
from .terms import Binder, Term, fold, make


def replace_sorts(sort: Sort, types: Mapping[str, Sort]) -> Sort:
    """The sort with uninterpreted sorts (type parameters) replaced by name."""
    if sort.kind == "Uninterpreted":
        return types.get(str(sort.label), sort)
    if not sort.args:
        return sort
    return Sort(sort.kind, tuple(replace_sorts(arg, types) for arg in sort.args), sort.label)


def with_types(specification: Specification, types: Mapping[str, Sort]) -> Specification:
    """The specification in which type parameters stand for these sorts."""
    if not types:
        return specification

    def binders(listed: tuple[Binder, ...]) -> tuple[Binder, ...]:
        return tuple(Binder(binder.name, replace_sorts(binder.sort, types)) for binder in listed)

    def term(node: Term, args: tuple[Term, ...]) -> Term:
        data = node.data
        if isinstance(data, tuple) and data and isinstance(data[0], Binder):
            data = binders(data)
        return make(node.op, args, replace_sorts(node.sort, types), data, node.span)

    def conditions(listed: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(one if one.term is None else evolve(one, term=fold(one.term, term)) for one in listed)

    return evolve(
        specification,
        inputs=binders(specification.inputs),
        outputs=binders(specification.outputs),
        requires=conditions(specification.requires),
        ensures=conditions(specification.ensures),
        type_parameters=tuple(name for name in specification.type_parameters if name not in types),
    )
