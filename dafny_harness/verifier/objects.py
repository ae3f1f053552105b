"""A triple without objects: their fields, and what these were before the call, as variables of a harness.

Of an object only equality matters, so that whole numbers stand for them, and 0 for null.
"""

from typing import Any

from attrs import evolve

from ...core.errors import Unsupported
from ...core.ir.contracts import Condition, Dimensions, Specification
from ...core.ir.sorts import INT, OBJECT, Sort
from ...core.ir.terms import Binder, Term, substitute, var
from ...core.ir.values import FrozenMap, Multiset, UninterpretedValue
from ...core.ir.variables import Name, is_field, pre_state
from .triple import Triple


def numbered_sort(sort: Sort) -> Sort:
    """The sort with whole numbers in place of objects."""
    if sort == OBJECT:
        return INT
    return Sort(sort.kind, tuple(map(numbered_sort, sort.args)), sort.label) if sort.args else sort


def numbered(value: Any) -> Any:
    """The value with whole numbers in place of objects."""
    match value:
        case UninterpretedValue() if value.sort == OBJECT.label:
            return value.index
        case tuple():
            return tuple(map(numbered, value))
        case frozenset():
            return frozenset(map(numbered, value))
        case Multiset():
            return Multiset.of_counts({numbered(element): value.count(element) for element in value})
        case FrozenMap():
            return FrozenMap((numbered(key), numbered(value[key])) for key in value)
        case _:
            return value


def with_numbers(triple: Triple) -> Triple:
    """The triple whose values have whole numbers in place of objects."""
    specification = triple.specification
    if not any(numbered_sort(one.sort) != one.sort for one in (*specification.inputs, *specification.outputs)):
        return triple
    return evolve(
        triple,
        specification=evolve(
            specification, inputs=_binders(specification.inputs), outputs=_binders(specification.outputs)
        ),
        inputs={name: numbered(value) for name, value in triple.inputs.items()},
        outputs={name: numbered(value) for name, value in triple.outputs.items()},
        unknowns=_binders(triple.unknowns),
        witness={name: numbered(value) for name, value in triple.witness.items()},
    )


def _binders(binders: tuple[Binder, ...]) -> tuple[Binder, ...]:
    return tuple(Binder(binder.name, numbered_sort(binder.sort)) for binder in binders)


THIS = "this"


def without_fields(triple: Triple) -> Triple:
    """The same triple over plain variables: `this_x` for `this.x`, `old_this_x` for `old(this.x)`, `this_`.
    Raises Unsupported for arrays without a name."""
    specification = triple.specification
    if specification.reached is not None:
        raise Unsupported("arrays that are reached through other values")
    binders = {
        binder.name: binder
        for binder in (*specification.inputs, *specification.outputs)
        if is_field(binder.name) or binder.name == THIS
    }
    if not binders:
        return triple
    taken = {binder.name for binder in (*specification.inputs, *specification.outputs)}
    # A field that the method modifies is two variables: its value before the call is an input, the one after it an
    # output (`_plain`). Names are free ones: a parameter may be called `this_x`.
    now: dict[Name, Name] = {
        name: _free(f"{THIS}_" if name == THIS else str(name).replace(".", "_"), taken) for name in binders
    }
    before: dict[Name, Name] = {
        name: _free(f"old_{now[name]}", taken) for name in specification.modifies if name in binders
    }
    renaming = {name: var(plain, binders[name].sort) for name, plain in now.items()}
    renaming |= {pre_state(name): var(plain, binders[name].sort) for name, plain in before.items()}
    inputs = {before.get(name, now.get(name, name)): value for name, value in triple.inputs.items()}
    witness = {now.get(name, name): value for name, value in triple.witness.items()}
    return evolve(
        triple,
        specification=_plain(specification, now, before),
        inputs=inputs,
        outputs={now.get(name, name): value for name, value in triple.outputs.items()},
        clauses=tuple(_renamed(condition, renaming) for condition in triple.clauses),
        unknowns=tuple(Binder(now.get(binder.name, binder.name), binder.sort) for binder in triple.unknowns),
        constraints=tuple(substitute(term, renaming) for term in triple.constraints),
        witness=witness,
    )


def _free(name: str, taken: set[Name]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _plain(specification: Specification, now: dict[Name, Name], before: dict[Name, Name]) -> Specification:
    """What the method modified of objects is an output, and its value before the call an input."""
    names = {binder.name: before.get(binder.name, now.get(binder.name, binder.name)) for binder in specification.inputs}
    inputs = tuple(Binder(names[binder.name], binder.sort) for binder in specification.inputs)
    changed = (binder for binder in specification.inputs if binder.name in before)
    outputs = tuple(
        Binder(now.get(binder.name, binder.name), binder.sort) for binder in (*specification.outputs, *changed)
    )
    modifies = tuple(name for name in specification.modifies if name not in before)
    heap = tuple(names[name] for name in specification.heap)
    dimensions = tuple(
        Dimensions(now.get(each.array, each.array), tuple(now.get(length, length) for length in each.lengths))
        for each in specification.dimensions
    )
    return evolve(specification, inputs=inputs, outputs=outputs, modifies=modifies, heap=heap, dimensions=dimensions)


def _renamed(condition: Condition, renaming: dict[Name, Term]) -> Condition:
    return condition if condition.term is None else evolve(condition, term=substitute(condition.term, renaming))
