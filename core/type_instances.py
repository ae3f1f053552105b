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


def matched(sort: Sort, actual: Sort, types: dict[str, Sort]) -> bool:
    """Is a sort an instance of another one? Then `types` says what its type parameters stand for."""
    if sort.kind == "Uninterpreted":
        return types.setdefault(str(sort.label), actual) == actual
    if (sort.kind, sort.label, len(sort.args)) != (actual.kind, actual.label, len(actual.args)):
        return False
    return all(matched(one, other, types) for one, other in zip(sort.args, actual.args, strict=True))


def is_generic(sort: Sort) -> bool:
    """Does a sort have type parameters?"""
    return sort.kind == "Uninterpreted" or any(map(is_generic, sort.args))


def term_with_types(term: Term, types: Mapping[str, Sort]) -> Term:
    """The term in which type parameters stand for these sorts."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        data = node.data
        if isinstance(data, tuple) and data and isinstance(data[0], Binder):
            data = _binders(data, types)
        return make(node.op, args, replace_sorts(node.sort, types), data, node.span)

    return fold(term, step) if types else term


def _binders(listed: tuple[Binder, ...], types: Mapping[str, Sort]) -> tuple[Binder, ...]:
    return tuple(Binder(binder.name, replace_sorts(binder.sort, types)) for binder in listed)


def with_types(specification: Specification, types: Mapping[str, Sort]) -> Specification:
    """The specification in which type parameters stand for these sorts."""
    if not types:
        return specification

    def conditions(listed: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(
            one if one.term is None else evolve(one, term=term_with_types(one.term, types)) for one in listed
        )

    return evolve(
        specification,
        inputs=_binders(specification.inputs, types),
        outputs=_binders(specification.outputs, types),
        requires=conditions(specification.requires),
        ensures=conditions(specification.ensures),
        type_parameters=tuple(name for name in specification.type_parameters if name not in types),
    )
