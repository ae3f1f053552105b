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
    one, other = first.specification, second.specification
    pairs = [
        (own.name, its.name)
        for listed, others in ((one.inputs, other.inputs), (one.outputs, other.outputs))
        for own, its in zip(positional(listed), positional(others), strict=False)
    ]
    to_second, to_first = dict(pairs), {its: own for own, its in pairs}
    changed = {*one.heap.may_change}, {of_renamed(name, to_first) for name in other.heap.may_change}
    wanted = _named(one) | {of_renamed(name, to_first) for name in _named(other)} | (changed[0] ^ changed[1])
    if not frames_are_one(one, other, to_first):
        wanted |= changed[0] | changed[1]
    if any(subterm.op == "array.allocated" for subterm in subterms(*one.terms, *other.terms)):
        wanted.add(ALLOCATED)  # An array that is not new may be one that neither mentions.
    return _over(first, wanted), _over(second, {of_renamed(name, to_second) for name in wanted})


def positional(binders: Iterable[Binder]) -> list[Binder]:
    """The parameters or results that have a position: fields of objects have names, and so has `this`."""
    return [binder for binder in binders if not is_field(binder.name) and binder.name != RECEIVER]


def in_order(binders: Iterable[Binder], names: Sequence[Name]) -> tuple[Binder, ...]:
    """The parameters in the order of their names; what has no position stays where it is."""
    listed = list(binders)
    by_name = {each.name: each for each in listed}
    moved = iter(by_name[name] for name in names)
    plain = {each.name for each in positional(listed)}
    return tuple(next(moved) if each.name in plain else each for each in listed)


def of_renamed(name: Name, renamed: Mapping[Name, Name]) -> Name:
    """A parameter by its other name, and a field of it as a field of that."""
    if not is_field(name) or is_heap(name):
        return renamed.get(name, name)
    root = root_of(name)
    return field_variable(renamed[root], member_of(name)) if root in renamed else name


def frames_are_one(one: Specification, other: Specification, to_first: Mapping[Name, Name]) -> bool:
    """Do two methods name the same in their clauses `modifies`? False where that is not seen by the text, with the
    names of parameters as those of the first."""
    if one.heap.frames is None or other.heap.frames is None:
        return False
    if any(
        subterm.op == "call" and not is_heap_read(subterm.data) for subterm in subterms(*_terms(one), *_terms(other))
    ):
        return False  # Two functions of one name may say different things.
    return set(_in_one_state(one.heap.frames, {})) == set(_in_one_state(other.heap.frames, to_first))


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
    found, functions = program.over(side.specification, frozenset(names))
    # The parameters may have been put into another order, to match those of the other side.
    order = [each.name for each in positional(side.specification.inputs)]
    found = evolve(found, inputs=in_order(found.inputs, order))
    return evolve(side, specification=found, program=evolve(program, functions={**functions, **program.functions}))
