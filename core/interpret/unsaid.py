"""What a body does to fields of which its specification says nothing: callers may find any other value there.

A field that no clause mentions is no variable of the specification, so that no output tells it. What the body gave it
is read in the store afterwards.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from ..ir.contracts import Program, Specification
from ..ir.objects import objects_reached
from ..ir.routines import Instance, Routine
from ..ir.sorts import OBJECT, Sort
from ..ir.terms import Binder
from ..ir.values import UninterpretedValue
from ..ir.variables import (
    STATE,
    Name,
    Valuation,
    field_name,
    field_variable,
    heap_place,
    heap_variable,
    is_field,
    root_of,
)
from .store import UNKNOWN, Store, Variables

Unsaid = Iterator[tuple[Binder, Any]]
"""Fields, each with the value that the body gave it."""
_NOT_PLAIN = ("Array", "Function", "Datatype")


@frozen(slots=True)
class UnsaidFields:
    """The state before an execution. `named`: by the name of an object which one it is, and its fields; `existing`: the
    objects that there are; `initial`: what a field of a sort has that nobody gave a value."""

    routine: Routine
    store: Store
    program: Program
    initial: Callable[[Sort], Any]
    named: Mapping[Name, tuple[UninterpretedValue, Valuation]]
    existing: frozenset[UninterpretedValue]

    @classmethod
    def before(
        cls, routine: Routine, variables: Variables, store: Store, program: Program, initial: Callable[[Sort], Any]
    ) -> "UnsaidFields":
        """The state as it is, before a routine is executed on variables."""
        named = _named_objects(routine, variables, store)
        return cls(routine, store, program, initial, named, frozenset(store.objects))

    def after(self, specification: Specification, variables: Variables, outputs: Valuation) -> Unsaid:
        """The fields that the body has changed and that the specification does not mention. A clause that depends on
        the number of the state, as one with a function without a body that `reads *`, may be about any field."""
        if any(binder.name == STATE for binder in specification.inputs):
            return
        if specification.heap.fields:
            yield from self._of_new(specification, outputs)
        else:
            yield from self._of_named(specification)
            yield from self._of_results(specification, variables)

    def _of_named(self, specification: Specification) -> Unsaid:
        """What is unsaid of the objects that parameters are."""
        said_names = {binder.name for binder in (*specification.inputs, *specification.outputs)}
        for instance in self.routine.objects if self.named else ():
            identity, fields = self.named[instance.name]
            now = self.store.objects[identity].fields
            for binder in instance.fields:
                old, new = fields.get(binder.name, UNKNOWN), now.get(binder.name, UNKNOWN)
                variable = field_variable(instance.name, binder.name)
                plain = binder.sort.kind not in _NOT_PLAIN and UNKNOWN not in (old, new)
                if plain and variable not in said_names and old != new:
                    yield Binder(variable, binder.sort), new

    def _of_results(self, specification: Specification, variables: Variables) -> Unsaid:
        """What is unsaid of objects that the body has made for its results, or constructed."""
        said_names = {binder.name for binder in specification.outputs}
        results = (result.name for result in self.routine.results if result.sort == OBJECT)
        new_names = [name for name in results if variables.get(name) not in self.existing]
        new_names += [object_.name for object_ in self.routine.objects if object_.constructed]
        for name in new_names:
            for binder, value in self._given(variables.get(name, UNKNOWN)):
                variable = field_variable(name, binder.name)
                if variable not in said_names:
                    yield Binder(variable, binder.sort), value

    def _of_new(self, specification: Specification, outputs: Valuation) -> Unsaid:
        """What is unsaid of new objects that callers can reach: of `ensures head.next == old(head)`, what `head.data`
        is. Not ghost fields, which no program reads."""
        heap = [name for name in specification.heap.fields if name in outputs]
        # Those that were made, in the order of their making, as the run has to be the same every time.
        for owner in sorted(objects_reached(outputs, heap) - self.existing, key=lambda new_object: new_object.index):
            object_ = self.store.objects.get(owner)
            if object_ is None:
                continue
            kinds = self.program.bases.get(object_.kind, (object_.kind,))
            # Fields of all classes that it extends count: a clause may speak of `Node.next` or of the trait's.
            said_fields = {field for kind, field in map(heap_place, specification.heap.fields) if kind in kinds}
            said_fields |= {
                field_name(output) for output in outputs if is_field(output) and outputs.get(root_of(output)) == owner
            }
            shape = self._shape(object_.kind)
            for binder, value in self._given(owner):
                if binder.name not in said_fields and (shape is None or binder.name not in shape.ghosts):
                    yield Binder(heap_variable(object_.kind, binder.name), binder.sort), value

    def _given(self, owner: Any) -> Unsaid:
        """The fields of an object that were given a value, be it the first one of their sort. Those that were not have
        any value, by the body as by the specification. A ghost field counts where it has another value than that."""
        object_ = self.store.objects.get(owner)
        shape = None if object_ is None else self._shape(object_.kind)
        for binder in () if shape is None else shape.fields:
            value = UNKNOWN if object_ is None else object_.fields.get(binder.name, UNKNOWN)
            if binder.sort.kind in _NOT_PLAIN or value is UNKNOWN:
                continue
            ghost = shape is not None and binder.name in shape.ghosts
            if value != self.initial(binder.sort) if ghost else (owner, binder.name) in self.store.assigned:
                yield binder, value

    def _shape(self, kind: str) -> Instance | None:
        shape = self.program.classes.get(kind)
        return None if shape is None else shape.instance


def _named_objects(
    routine: Routine, variables: Variables, store: Store
) -> dict[Name, tuple[UninterpretedValue, Valuation]]:
    """The objects that parameters are, with their fields now. Nothing where two of them may be one, or one is made: its
    fields have no values before."""
    named_identities = {object_.name: variables.get(object_.name) for object_ in routine.objects}
    existing_objects = {name: identity for name, identity in named_identities.items() if identity in store.objects}
    # Of `M(c, d)` with c and d one object, a clause about c.n says something of d.n, and no name tells it.
    if len(set(existing_objects.values())) < len(named_identities) or any(
        object_.constructed for object_ in routine.objects
    ):
        return {}
    return {
        name: (identity, dict(store.objects[identity].fields))
        for name, identity in existing_objects.items()
        if identity is not None
    }
