"""What a call of a method under test leaves unknown: fields of objects and elements of arrays that it may change.

Example: after `c.Add(3);`, where Add has `modifies this` and says something of `n` and nothing of `log`, the field n of
the object c is the unknown `Test#0#this.n` of this call, which `assert c.n == 5;` determines, and log is an unknown
that no call returns. Of an object that no parameter is and that the specification reaches through others (`next.val`),
the unknown is the value that the heap variable of the field has there.

Invariant: a place that the frame of the call allows to change never keeps its value, under whatever name it is reached.
The frame is evaluated where the call happens; where it depends on results, everything may change.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from ..errors import Unsupported
from ..interpret.checking import Allowed, references_in
from ..interpret.places import ExecutionStopped
from ..interpret.store import UNKNOWN, Object, Variables, field_value
from ..ir.build import ite, op
from ..ir.contracts import Specification
from ..ir.operators.context import Undecided
from ..ir.routines import Instance, Routine
from ..ir.sorts import OBJECT, Sort, array_of, seq_of
from ..ir.terms import Term, const, var
from ..ir.type_instances import replace_sorts
from ..ir.values import ArrayValue, UninterpretedValue, array_object
from ..ir.variables import (
    Name,
    element_of,
    field_sort,
    heap_place,
    hidden_variable,
    holder_of,
    is_field,
    is_heap,
    is_which_array,
    member_of,
    root_of,
    which_array,
)
from .symbolic import SymbolicValue, as_term, is_symbolic
from .tracing import Fact
from .unknown_results import UnknownResults


@frozen(slots=True)
class Effect:
    """What a call does to the state. `number`: which call of the test it is; `allowed`: what it may change, None where
    that may be anything; `unknowns`: result, parameter or field that it changes → its value afterwards; `constructed`:
    the object of which it is the constructor."""

    specification: Specification
    number: int
    allowed: Allowed | None
    unknowns: Mapping[Name, Term]
    variables: Variables
    constructed: UninterpretedValue | None = None

    def may_fill(self, array: ArrayValue) -> bool:
        """May the call change what an array holds?"""
        return self.allowed is None or array_object(array) in self.allowed.whole


@define(slots=True, eq=False)
class ChangedState(UnknownResults):
    """The state of a test after calls of methods under test. `kinds`: class → the fields that its objects have, as far
    as they were met; `constants`: those of them that no method changes; `element_sorts`: array → the sort of its
    elements."""

    kinds: dict[str, dict[Name, Sort]] = field(factory=dict)
    constants: dict[str, frozenset[Name]] = field(factory=dict)
    element_sorts: dict[Any, Sort] = field(factory=dict)

    def meet(self, instances: Iterable[Instance]) -> None:
        """Learn what fields objects have."""
        for instance in instances:
            self.kinds.setdefault(instance.kind, {}).update((binder.name, binder.sort) for binder in instance.fields)
            self.constants[instance.kind] = instance.constants

    def allowed_to_call(self, routine: Routine, variables: Variables) -> Allowed | None:
        """What a call may change; None where that may be anything."""
        if routine.frames is None or routine.frames.parts is None:
            return None
        whole = {
            variables[object_.name] for object_ in routine.objects if object_.constructed and object_.name in variables
        }
        single: set[tuple[Any, str]] = set()
        try:
            for part, name in routine.frames.parts:
                found = self.read(part, variables)
                if is_symbolic(found):
                    return None
                for each in references_in(found):
                    single.add((each, name)) if name else whole.add(each)
        except (ExecutionStopped, Undecided, Unsupported):
            return None
        return Allowed(frozenset(whole), frozenset(single), self.store.made, routine.frames.text)

    def change(self, effect: Effect) -> frozenset[Name]:
        """Make unknown what a call changes; the unknowns that the specification has no name for. Raises Unsupported
        where the sort of an array's elements is not known."""
        before = self.count
        named = dict(self._named(effect))
        arrays: dict[Any, Term] = {}
        for name, unknown in effect.unknowns.items():
            value = effect.variables.get(name)
            if isinstance(value, ArrayValue):
                arrays[array_object(value)] = unknown
        for owner, made in list(self.store.objects.items()):
            for name in [name for name in {**self.kinds.get(made.kind, {}), **made.fields} if not is_which_array(name)]:
                value = made.fields.get(name, UNKNOWN)  # Arrays that nobody has assigned are missing.
                if self._may_change(effect, owner, made, name):
                    self._forget(effect, owner, made, name)
                elif isinstance(value, ArrayValue) and (owner, name) in named and effect.may_fill(value):
                    # The array stays, and the unknown is what it holds.
                    arrays[array_object(value)] = named.pop((owner, name))
        for (owner, name), unknown in named.items():
            if self._may_change(effect, owner, self.store.objects[owner], holder_of(name)):
                self.store.set_field(owner, name, SymbolicValue(unknown))
            else:
                self._keep(owner, name, unknown)
        for array in list(self.store.known_arrays()):
            if effect.may_fill(array):
                self.known_changed += 1
                self._unsettle(array, arrays.get(array_object(array)))
        self.any_changed += effect.allowed is None
        numbers = range(before + 1, self.count + 1)
        return frozenset(self.unknown_name(kind, number) for kind in ("field", "elements") for number in numbers)

    def change_all(self) -> None:
        """Make unknown what objects and arrays hold, save what no assignment changes. Raises Unsupported where the sort
        of an array's elements is not known."""
        for owner, made in list(self.store.objects.items()):
            for name in [name for name in made.fields if not is_which_array(name)]:
                if name not in self.constants.get(made.kind, ()):
                    self._forget(None, owner, made, name)
        for array in list(self.store.known_arrays()):
            self._unsettle(array, None)
        self.any_changed += 1
        self.forget_returned()

    def change_one_of_all(self, subject: SymbolicValue, name: Name, value: Any) -> None:
        """Assign a field of an unknown object, which may be any of those that are known."""
        for owner, made in list(self.store.objects.items()):
            if name in made.fields:
                sort = self.kinds.get(made.kind, {}).get(name)
                sort = None if sort is None else replace_sorts(sort, made.types)
                before = self.store.now(field_value(made, name))
                if sort is None or before is UNKNOWN or isinstance(value, ArrayValue) or isinstance(before, ArrayValue):
                    self._forget(None, owner, made, name)
                    continue
                same = op("eq", subject.term, const(owner, OBJECT))
                self.store.set_field(owner, name, SymbolicValue(ite(same, as_term(value, sort), as_term(before, sort))))
        known = dict(self.returned_fields.get(subject.term, {}))
        self.forget_returned()
        self.returned_fields[subject.term] = {**known, name: value}

    def new_result(self, instance: Instance, fields: Mapping[Name, SymbolicValue]) -> UninterpretedValue:
        """An object that a call returns and promises to be new: it is none of the others."""
        sorts = ((binder.name, binder.sort) for binder in instance.fields if binder.sort.kind != "Array")
        others = {name: self.unknown("field", sort) for name, sort in sorts if name not in fields}
        made = self.store.new_object(instance.kind, {**others, **fields})
        self.store.objects[made].types = dict(instance.types)
        return made

    def _named(self, effect: Effect) -> Iterator[tuple[tuple[UninterpretedValue, Name], Term]]:
        """The fields that have an unknown of their own."""
        for name, unknown in effect.unknowns.items():
            owner = effect.variables.get(root_of(name)) if is_field(name) and not is_heap(name) else None
            if isinstance(owner, UninterpretedValue) and owner in self.store.objects:
                yield (owner, member_of(name)), unknown

    def _may_change(self, effect: Effect, owner: UninterpretedValue, made: Object, name: Name) -> bool:
        if owner != effect.constructed and name in self.constants.get(made.kind, ()):
            return False
        return effect.allowed is None or self.may_change(effect.allowed, owner, str(name))

    def _keep(self, owner: UninterpretedValue, name: Name, unknown: Term) -> None:
        """The specification says something of a field that this call does not change: its unknown is the value that the
        field has. In `b.SetNext(5)` with `modifies next`, `b.val` may change where b is its own successor."""
        value = self.store.now(field_value(self.store.objects[owner], name))
        if isinstance(value, ArrayValue):
            value = value.elements
        if value is not UNKNOWN and value is not None:
            kept = op("eq", unknown, as_term(value, unknown.sort))
            self.trace.facts.append(Fact(kept, "assertion", None, implied=True))

    def _forget(self, effect: Effect | None, owner: UninterpretedValue, made: Object, name: Name) -> None:
        """A field has a value that no variable of the specification is, or that a heap variable has at its object."""
        sort = self.kinds.get(made.kind, {}).get(name)
        sort = None if sort is None else replace_sorts(sort, made.types)
        if sort is None or sort.kind == "Array":
            # Which array it is now is not known; what it holds is an unknown, and another one where that may change.
            held = UNKNOWN if sort is None else self.unknown_elements(seq_of(*sort.args))
            self.store.set_field(owner, name, held)
            self.store.set_field(owner, which_array(name), UNKNOWN)
            return
        for binder in () if effect is None else effect.specification.inputs:
            if effect is not None and binder.name in effect.specification.modifies and is_heap(binder.name):
                kind, member = heap_place(binder.name)
                if member == name and kind in self.program.bases.get(made.kind, (made.kind,)):
                    variable = element_of(binder.name, owner.index)
                    unknown = var(hidden_variable(self.test, effect.number, variable), field_sort(binder.sort))
                    self.store.set_field(owner, name, SymbolicValue(unknown))
                    return
        self.store.set_field(owner, name, self.unknown("field", sort))

    def _unsettle(self, array: ArrayValue, unknown: Term | None) -> None:
        """After a call the elements of an array are unknowns."""
        held = self.store.elements(array)
        if unknown is None:
            sort = self.element_sorts.get(array.identity)
            if sort is None and held:
                raise Unsupported("an array that a call may change, and of whose elements the type is not known,")
            if sort is None:
                return
            unknown = self.unknown("elements", array_of(sort)).term
        (element,) = unknown.sort.args
        self.element_sorts[array.identity] = element
        self.fuel.step(1 + len(held) // 10)
        elements = tuple(SymbolicValue(var(element_of(unknown.data, index), element)) for index in range(len(held)))
        self.store.arrays[array.identity] = elements
        self._wholes[id(elements)] = elements, unknown
