"""Two specifications over the same fields of objects.

A specification is over the fields that its clauses mention: `modifies this ensures x == old(x) + 1` says nothing of
`y`, and has no variable for it. Beside one that promises `y == old(y)` that is what matters: it lets `y` be anything.
So both get the variables of either and, where their frames differ, those that only one of them may change. What is in
no frame of a side stays as it was, which is part of what that side promises.
"""

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from ..ir.contracts import FrameTerm, Program, Specification
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, bare, free_variables, subterms, var
from ..ir.variables import (
    ALLOCATED,
    RECEIVER,
    Name,
    field_variable,
    is_field,
    is_heap,
    is_heap_read,
    member_of,
    root_of,
    without_state,
)


@frozen(slots=True)
class SpecificationSide:
    """A specification and the program that it is from. `label` names it in messages."""

    specification: Specification
    program: Program
    label: str


def over_common_variables(
    first: SpecificationSide, second: SpecificationSide
) -> tuple[SpecificationSide, SpecificationSide]:
    """Both sides over the fields of either. Raises Unsupported where a clause or frame is not lowered over these."""
    first_specification, second_specification = first.specification, second.specification
    pairs = [
        (first_binder.name, its.name)
        for listed, second_binders in (
            (first_specification.inputs, second_specification.inputs),
            (first_specification.outputs, second_specification.outputs),
        )
        for first_binder, its in zip(positional(listed), positional(second_binders), strict=False)
    ]
    # Both directions, since each side is asked for the fields that the other mentions.
    to_second, to_first = dict(pairs), {its: first_binder for first_binder, its in pairs}
    # What either may change, by the names of the first.
    changed = (
        {*first_specification.heap.may_change},
        {of_renamed(name, to_first) for name in second_specification.heap.may_change},
    )
    wanted_names = (
        _named(first_specification)
        | {of_renamed(name, to_first) for name in _named(second_specification)}
        # What only one of them may change is what the other promises to keep.
        | (changed[0] ^ changed[1])
    )
    if not frames_are_one(first_specification, second_specification, to_first):
        wanted_names |= changed[0] | changed[1]
    # Whether an object existed before is a variable of its own.
    if any(
        subterm.op == "array.allocated" for subterm in subterms(*first_specification.terms, *second_specification.terms)
    ):
        wanted_names.add(ALLOCATED)  # An array that is not new may be one that neither mentions.
    return _over(first, wanted_names), _over(second, {of_renamed(name, to_second) for name in wanted_names})


def positional(binders: Iterable[Binder]) -> list[Binder]:
    """The parameters or results that have a position: fields of objects have names, and so has `this`."""
    return [binder for binder in binders if not is_field(binder.name) and binder.name != RECEIVER]


def in_order(binders: Iterable[Binder], names: Sequence[Name]) -> tuple[Binder, ...]:
    """The parameters in the order of their names; what has no position stays where it is."""
    listed = list(binders)
    by_name = {parameter.name: parameter for parameter in listed}
    moved = iter(by_name[name] for name in names)
    plain = {parameter.name for parameter in positional(listed)}
    return tuple(next(moved) if parameter.name in plain else parameter for parameter in listed)


def of_renamed(name: Name, renamed: Mapping[Name, Name]) -> Name:
    """A parameter by its other name, and a field of it as a field of that."""
    if not is_field(name) or is_heap(name):
        return renamed.get(name, name)
    root = root_of(name)
    return field_variable(renamed[root], member_of(name)) if root in renamed else name


def frames_are_one(
    first_specification: Specification, second_specification: Specification, to_first: Mapping[Name, Name]
) -> bool:
    """Do two methods name the same in their clauses `modifies`? False where that is not seen by the text, with the
    names of parameters as those of the first."""
    if first_specification.heap.frames is None or second_specification.heap.frames is None:
        return False
    if any(
        subterm.op == "call" and not is_heap_read(subterm.data)
        for subterm in subterms(*_terms(first_specification), *_terms(second_specification))
    ):
        return False  # Two functions of one name may say different things.
    return set(_in_one_state(first_specification.heap.frames, {})) == set(
        _in_one_state(second_specification.heap.frames, to_first)
    )


def _terms(specification: Specification) -> list[Term]:
    return [term for term, _ in specification.heap.frames or ()]


def _in_one_state(frames: Iterable[FrameTerm], renamed: Mapping[Name, Name]) -> Iterable[FrameTerm]:
    """Frames are about the state before the call, whichever variables that takes beside the clauses."""
    for term, field in frames:
        values = {name: var(of_renamed(without_state(name), renamed), sort) for name, sort in free_variables(term)}
        yield bare(instantiate(term, values)), field


def _named(specification: Specification) -> set[Name]:
    """The fields that a specification is over, and `this`."""
    binders = (*specification.inputs, *specification.outputs)
    return {binder.name for binder in binders if is_field(binder.name) or binder.name == RECEIVER}


def _over(side: SpecificationSide, names: set[Name]) -> SpecificationSide:
    program = side.program
    if program.over is None or not names - _named(side.specification):
        return side
    widened, functions = program.over(side.specification, frozenset(names))
    # The parameters may have been put into another order, to match those of the other side.
    order = [parameter.name for parameter in positional(side.specification.inputs)]
    widened = evolve(widened, inputs=in_order(widened.inputs, order))
    return evolve(side, specification=widened, program=evolve(program, functions={**functions, **program.functions}))
