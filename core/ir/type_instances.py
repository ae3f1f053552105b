"""Specifications and functions for particular types in place of their type parameters."""

from collections.abc import Mapping
from functools import lru_cache

from attrs import evolve

from ..errors import Unsupported
from .contracts import Condition, Function, Specification
from .routines import Instance
from .sorts import Sort, sorts_in, uninterpreted
from .terms import Binder, Term, fold, make, rebuild
from .variables import Name

MOST_INSTANCES = 200
"""A generic function that calls itself at ever larger types has no end of instances."""


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
    return all(matched(first, second, types) for first, second in zip(sort.args, actual.args, strict=True))


def is_generic(sort: Sort) -> bool:
    """Does a sort have type parameters?"""
    return any(sort_inside.kind == "Uninterpreted" for sort_inside in sorts_in(sort))


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
    # Without type parameters it stays the same object.
    if not types:
        return specification

    def conditions(listed: tuple[Condition, ...]) -> tuple[Condition, ...]:
        return tuple(
            condition if condition.term is None else evolve(condition, term=term_with_types(condition.term, types))
            for condition in listed
        )

    # Terms occur in many parts of the heap model, too: all of them are rewritten.
    heap = specification.heap
    heap_with_types = evolve(
        heap,
        ensures_of_aliases=tuple(
            None if term is None else term_with_types(term, types) for term in heap.ensures_of_aliases
        ),
        models=tuple(term_with_types(term, types) for term in heap.models),
        field_types=tuple((name, term_with_types(term, types)) for name, term in heap.field_types),
        aliases=tuple(evolve(alias, same=term_with_types(alias.same, types)) for alias in heap.aliases),
        instances=tuple(_instance_with_types(instance, types) for instance in heap.instances),
        reached=None
        if heap.reached is None
        else evolve(heap.reached, frames=tuple(term_with_types(term, types) for term in heap.reached.frames)),
    )
    return evolve(
        specification,
        inputs=_binders(specification.inputs, types),
        outputs=_binders(specification.outputs, types),
        requires=conditions(specification.requires),
        ensures=conditions(specification.ensures),
        heap=heap_with_types,
        type_parameters=tuple(name for name in specification.type_parameters if name not in types),
    )


def _instance_with_types(instance: Instance, types: Mapping[str, Sort]) -> Instance:
    return evolve(
        instance,
        fields=_binders(instance.fields, types),
        types=tuple((name, replace_sorts(sort, types)) for name, sort in instance.types),
        unset=tuple(
            evolve(
                arbitrary,
                target=_binders((arbitrary.target,), types)[0],
                unset=None if arbitrary.unset is None else term_with_types(arbitrary.unset, types),
                guard=None if arbitrary.guard is None else term_with_types(arbitrary.guard, types),
            )
            for arbitrary in instance.unset
        ),
    )


# -- functions


def at_call(function: Function, call: Term) -> Function:
    """The function at the types of a call of it: type parameters in its terms stand for what the arguments have there.

    A body that is put in place of a call, or a precondition, would else be about other sorts than the call's."""
    types = _types_of(function, call)
    return _instance(function, tuple(types.items())) if types else function


def _types_of(function: Function, call: Term) -> dict[str, Sort]:
    """What the type parameters of a function stand for in a call, those aside that stand for themselves."""
    declared = (*(binder.sort for binder in function.parameters), function.result)
    return dict(_standing_for(declared, (*(arg.sort for arg in call.args), call.sort)))


@lru_cache(maxsize=4096)
def _standing_for(sorts: tuple[Sort, ...], actual: tuple[Sort, ...]) -> tuple[tuple[str, Sort], ...]:
    """What type parameters stand for, those aside that stand for themselves; nothing where the sorts do not match."""
    types: dict[str, Sort] = {}
    if not all(matched(first, second, types) for first, second in zip(sorts, actual, strict=True)):
        return ()
    return tuple((name, sort) for name, sort in types.items() if sort != uninterpreted(name))


@lru_cache(maxsize=1_000)
def _instance(function: Function, listed: tuple[tuple[str, Sort], ...]) -> Function:
    types = dict(listed)
    return evolve(
        function,
        parameters=_binders(function.parameters, types),
        result=replace_sorts(function.result, types),
        body=None if function.body is None else term_with_types(function.body, types),
        requires=tuple(term_with_types(term, types) for term in function.requires),
        ensures=tuple(term_with_types(term, types) for term in function.ensures),
    )


def monomorphic(term: Term, functions: Mapping[Name, Function]) -> tuple[Term, dict[Name, Function]]:
    """The term, and the functions that it calls, directly or through others, with a function of its own for each choice
    of types: `Count<Int>` beside `Count<Char>`. SMT-LIB has no type parameters of functions.

    A call inside its own result (`ensures`) counts as one. Raises Unsupported for too many instances."""
    instances: dict[Name, Function] = {}
    pending: list[Function] = []

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        # From the inside out: arguments have their types before the call that takes them.
        rebuilt = rebuild(node, args)
        function = functions.get(node.data) if node.op == "call" else None
        if function is None:
            return rebuilt
        types = _types_of(function, rebuilt)
        # The instance's name says its types, so that dumps can be read.
        name = f"{function.name}<{', '.join(f'{key} = {sort}' for key, sort in types.items())}>" if types else node.data
        if name not in instances:
            # Polymorphic recursion may ask for ever new types.
            if len(instances) >= MOST_INSTANCES + len(functions):
                raise Unsupported(f"{function.name} at more than {MOST_INSTANCES} types", node.span)
            instances[name] = evolve(at_call(function, rebuilt), name=name)
            pending.append(instances[name])
        return make("call", rebuilt.args, rebuilt.sort, name, node.span) if types else rebuilt

    # The bodies of new instances mention further ones, until no new choice of types comes up, or too many do.
    result = fold(term, step)
    while pending:
        function = pending.pop()
        instances[function.name] = evolve(
            function,
            body=None if function.body is None else fold(function.body, step),
            requires=tuple(fold(clause_term, step) for clause_term in function.requires),
            ensures=tuple(fold(clause_term, step) for clause_term in function.ensures),
        )
    return result, instances
