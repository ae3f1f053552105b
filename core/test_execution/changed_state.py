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

from attrs import frozen

from ..errors import Unsupported
from ..interpret.checking import may_change, references_in
from ..interpret.places import operand
from ..interpret.state import Allowed, ExecutionStopped
from ..interpret.store import UNKNOWN, Object, Variables, field_value
from ..ir.build import ite, op
from ..ir.contracts import Specification
from ..ir.operators.context import Undecided
from ..ir.routines import Instance, Routine
from ..ir.sorts import OBJECT, array_of, seq_of
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
from .unknown_results import FollowedTest, forget_returned, unknown_elements, unknown_name, unknown_value


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


def learn_fields(execution: FollowedTest, instances: Iterable[Instance]) -> None:
    """Learn what fields objects have."""
    for instance in instances:
        execution.kinds.setdefault(instance.kind, {}).update((binder.name, binder.sort) for binder in instance.fields)
        execution.constants[instance.kind] = instance.constants


def frame_of_call(execution: FollowedTest, routine: Routine, variables: Variables) -> Allowed | None:
    """What a call may change; None where that may be anything."""
    # No frame, or one that is not read: anything may change.
    if routine.frames is None or routine.frames.parts is None:
        return None
    whole_objects = {
        variables[object_.name] for object_ in routine.objects if object_.constructed and object_.name in variables
    }
    single: set[tuple[Any, str]] = set()
    try:
        # Frames are evaluated in the state before the call.
        for frame_part, name in routine.frames.parts:
            frame_value = operand(execution, frame_part, variables)
            # A frame that depends on an unknown may be any object.
            if is_symbolic(frame_value):
                return None
            for reference in references_in(frame_value):
                # A part names one field of the object, or the object as a whole.
                single.add((reference, name)) if name else whole_objects.add(reference)
    except (ExecutionStopped, Undecided, Unsupported):
        return None
    return Allowed(frozenset(whole_objects), frozenset(single), execution.store.made, routine.frames.text)


def forget_changed(execution: FollowedTest, effect: Effect) -> frozenset[Name]:
    """Make unknown what a call changes; the unknowns that the specification has no name for. Raises Unsupported
    where the sort of an array's elements is not known."""
    # Unknowns that are made here have no name in the specification.
    unknowns_before = execution.unknowns_made
    named = dict(_fields_with_unknowns(execution, effect))
    arrays: dict[Any, Term] = {}
    # Results that are arrays: their contents are unknown from now on.
    for name, unknown in effect.unknowns.items():
        value = effect.variables.get(name)
        if isinstance(value, ArrayValue):
            arrays[array_object(value)] = unknown
    # A copy of the list, since forgetting adds values.
    for owner, object_known in list(execution.store.objects.items()):
        for name in [
            name
            for name in {**execution.kinds.get(object_known.kind, {}), **object_known.fields}
            if not is_which_array(name)
        ]:
            value = object_known.fields.get(name, UNKNOWN)  # Arrays that nobody has assigned are missing.
            if _call_may_change(execution, effect, owner, object_known, name):
                _forget_field(execution, effect, owner, object_known, name)
            # The array stays the one that it was, with contents that are not known.
            elif isinstance(value, ArrayValue) and (owner, name) in named and effect.may_fill(value):
                # The array stays, and the unknown is what it holds.
                arrays[array_object(value)] = named.pop((owner, name))
    for (owner, name), unknown in named.items():
        if _call_may_change(execution, effect, owner, execution.store.objects[owner], holder_of(name)):
            execution.store.set_field(owner, name, SymbolicValue(unknown))
        else:
            _keep_field(execution, owner, name, unknown)
    for array in list(execution.store.known_arrays()):
        if effect.may_fill(array):
            execution.known_changed += 1
            _forget_elements(execution, array, arrays.get(array_object(array)))
    execution.any_changed += effect.allowed is None
    numbers = range(unknowns_before + 1, execution.unknowns_made + 1)
    return frozenset(unknown_name(execution, kind, number) for kind in ("field", "elements") for number in numbers)


def forget_all(execution: FollowedTest) -> None:
    """Make unknown what objects and arrays hold, save what no assignment changes. Raises Unsupported where the sort
    of an array's elements is not known."""
    for owner, object_known in list(execution.store.objects.items()):
        for name in [name for name in object_known.fields if not is_which_array(name)]:
            if name not in execution.constants.get(object_known.kind, ()):
                _forget_field(execution, None, owner, object_known, name)
    for array in list(execution.store.known_arrays()):
        _forget_elements(execution, array, None)
    # Results of earlier calls are those of an earlier state from here on.
    execution.any_changed += 1
    forget_returned(execution)


def change_some_object(execution: FollowedTest, subject: SymbolicValue, name: Name, value: Any) -> None:
    """Assign a field of an unknown object, which may be any of those that are known."""
    for owner, object_known in list(execution.store.objects.items()):
        if name in object_known.fields:
            sort = execution.kinds.get(object_known.kind, {}).get(name)
            sort = None if sort is None else replace_sorts(sort, object_known.types)
            value_before = execution.store.now(field_value(object_known, name))
            if (
                sort is None
                or value_before is UNKNOWN
                or isinstance(value, ArrayValue)
                or isinstance(value_before, ArrayValue)
            ):
                _forget_field(execution, None, owner, object_known, name)
                continue
            # Any known object may be the one that is assigned to, so each keeps its value where it is not.
            is_this = op("eq", subject.term, const(owner, OBJECT))
            execution.store.set_field(
                owner, name, SymbolicValue(ite(is_this, as_term(value, sort), as_term(value_before, sort)))
            )
    # What calls returned may be among these objects, so it is forgotten; not what this very object is known to have.
    fields_known = dict(execution.returned_fields.get(subject.term, {}))
    forget_returned(execution)
    execution.returned_fields[subject.term] = {**fields_known, name: value}


def new_result(execution: FollowedTest, instance: Instance, fields: Mapping[Name, SymbolicValue]) -> UninterpretedValue:
    """An object that a call returns and promises to be new: it is none of the others."""
    sorts = ((binder.name, binder.sort) for binder in instance.fields if binder.sort.kind != "Array")
    unknown_fields = {name: unknown_value(execution, "field", sort) for name, sort in sorts if name not in fields}
    new_object_made = execution.store.new_object(instance.kind, {**unknown_fields, **fields})
    execution.store.objects[new_object_made].types = dict(instance.types)
    return new_object_made


def _fields_with_unknowns(
    execution: FollowedTest, effect: Effect
) -> Iterator[tuple[tuple[UninterpretedValue, Name], Term]]:
    """The fields that have an unknown of their own."""
    for name, unknown in effect.unknowns.items():
        owner = effect.variables.get(root_of(name)) if is_field(name) and not is_heap(name) else None
        if isinstance(owner, UninterpretedValue) and owner in execution.store.objects:
            yield (owner, member_of(name)), unknown


def _call_may_change(
    execution: FollowedTest, effect: Effect, owner: UninterpretedValue, object_known: Object, name: Name
) -> bool:
    if owner != effect.constructed and name in execution.constants.get(object_known.kind, ()):
        return False
    return effect.allowed is None or may_change(execution, effect.allowed, owner, str(name))


def _keep_field(execution: FollowedTest, owner: UninterpretedValue, name: Name, unknown: Term) -> None:
    """The specification says something of a field that this call does not change: its unknown is the value that the
    field has. In `b.SetNext(5)` with `modifies next`, `b.val` may change where b is its own successor."""
    value = execution.store.now(field_value(execution.store.objects[owner], name))
    if isinstance(value, ArrayValue):
        value = value.elements
    if value is not UNKNOWN and value is not None:
        kept = op("eq", unknown, as_term(value, unknown.sort))
        execution.trace.facts.append(Fact(kept, "assertion", None, implied=True))


def _forget_field(
    execution: FollowedTest, effect: Effect | None, owner: UninterpretedValue, object_known: Object, name: Name
) -> None:
    """A field has a value that no variable of the specification is, or that a heap variable has at its object."""
    sort = execution.kinds.get(object_known.kind, {}).get(name)
    sort = None if sort is None else replace_sorts(sort, object_known.types)
    if sort is None or sort.kind == "Array":
        # Which array it is now is not known; what it holds is an unknown, and another one where that may change.
        held = UNKNOWN if sort is None else unknown_elements(execution, seq_of(*sort.args))
        execution.store.set_field(owner, name, held)
        execution.store.set_field(owner, which_array(name), UNKNOWN)
        return
    for binder in () if effect is None else effect.specification.inputs:
        if effect is not None and binder.name in effect.specification.modifies and is_heap(binder.name):
            kind, member = heap_place(binder.name)
            if member == name and kind in execution.program.bases.get(object_known.kind, (object_known.kind,)):
                variable = element_of(binder.name, owner.index)
                unknown = var(hidden_variable(execution.test, effect.number, variable), field_sort(binder.sort))
                execution.store.set_field(owner, name, SymbolicValue(unknown))
                return
    execution.store.set_field(owner, name, unknown_value(execution, "field", sort))


def _forget_elements(execution: FollowedTest, array: ArrayValue, unknown: Term | None) -> None:
    """After a call the elements of an array are unknowns."""
    held = execution.store.elements(array)
    if unknown is None:
        sort = execution.element_sorts.get(array.identity)
        if sort is None and held:
            raise Unsupported("an array that a call may change, and of whose elements the type is not known,")
        if sort is None:
            return
        unknown = unknown_value(execution, "elements", array_of(sort)).term
    (element,) = unknown.sort.args
    execution.element_sorts[array.identity] = element
    execution.fuel.step(1 + len(held) // 10)
    elements = tuple(SymbolicValue(var(element_of(unknown.data, index), element)) for index in range(len(held)))
    execution.store.arrays[array.identity] = elements
    execution.wholes[id(elements)] = elements, unknown
