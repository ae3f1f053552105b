"""Values of terms in the state at hand, and the places that statements change.

How a state is read and changed depends on the execution (`StateAccess`): here are the functions that ask for it, and
those where all values are known (`CONCRETE`).
"""

from typing import Any

from ..errors import NotComputed, OutOfFuel, Unsupported
from ..evaluate.direct import direct
from ..evaluate.environment import AsKey, Environment, LiveValues
from ..evaluate.typed import Machine
from ..ir.contracts import Specification
from ..ir.operators.context import Undecided, Undefined
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term
from ..ir.updates import ElementPlace, FieldPlace, Place
from ..ir.values import ArrayValue, FrozenMap, UninterpretedValue
from ..ir.variables import (
    Name,
    StateVariable,
    field_sort,
    is_heap,
    is_pre_state,
)
from ..spans import Span
from ..trampoline import run
from .readers import Reader, ReadingPlan, kept_plan, may_hold_arrays, readers, reads_all_at_once
from .state import ExecutionState, ExecutionStopped, KeptTruth, StateAccess
from .store import ATOMS, NULL, UNKNOWN, Object, Variables, may_have_sort


def value_of(execution: ExecutionState, term: Term, variables: Variables) -> Any:
    """The value of a term now. Raises ExecutionStopped, Undecided, OutOfFuel, Unsupported."""
    return execution.access.value(execution, term, variables)


def operand(execution: ExecutionState, value: Term | FieldPlace, variables: Variables) -> Any:
    """The value of what is assigned or given. Raises as `value_of`."""
    return execution.access.operand(execution, value, variables)


def located(execution: ExecutionState, place: Place, variables: Variables) -> Any:
    """A place with its parts evaluated: a name, an object's fields with a name, an array with a position."""
    return execution.access.located(execution, place, variables)


def assign(execution: ExecutionState, place: Any, value: Any, variables: Variables) -> None:
    """Give a place that is evaluated a value."""
    execution.access.assign(execution, place, value, variables)


def variable_value(
    execution: ExecutionState, binder: Binder, specification: Specification, variables: Variables
) -> Any:
    """The value of a variable that a specification is about. Raises Undecided."""
    return execution.access.variable(execution, binder, specification, variables)


def _is_same(first_value: Any, second_value: Any) -> bool:
    """Are two values of a variable known to be the same at once? Equal arrays may hold different elements."""
    return first_value is second_value or (
        type(first_value) is type(second_value) and type(first_value) in ATOMS and first_value == second_value
    )


def concrete_value(execution: ExecutionState, term: Term, variables: Variables) -> Any:
    """The value of a term now. Raises ExecutionStopped, Undecided, OutOfFuel, Unsupported."""
    if term.op == "const":
        return term.data
    plan = reading_plan(execution, term)
    if term.op == "var":
        # As below, in one step; nearly half of all that statements read are variables.
        execution.fuel.step()
        variable_now = plan.readers[0][1](variables, execution.store)
        if variable_now is UNKNOWN:
            raise Undecided(f"no value for {term.data}", term.span)
        return variable_now
    environment = Environment({})
    for name, read in plan.readers:
        variable_now = read(variables, execution.store)
        if variable_now is not UNKNOWN:
            environment[name] = variable_now
    if plan.makes_live_functions:
        environment.live = live_values(execution, plan.readers, environment, variables)
    try:
        # An observer is to see each call.
        function = plan.function if execution.context.observer is None else direct(term)
        if function is not None:
            try:
                return function(environment, execution.context)
            except NotComputed:
                function = None  # the machine computes it
        machine = Machine(execution.context, environment)
        return run(machine.evaluate(term, machine.environment))
    except Undefined as problem:
        raise ExecutionStopped(problem.reason, problem.span or term.span, routine=problem.function) from None


def reading_plan(execution: ExecutionState, term: Term) -> ReadingPlan:
    """How a term is read and computed."""
    plan = execution.plans.get(term)
    if plan is None:
        program = execution.program
        plan = execution.plans[term] = kept_plan(term, AsKey(program.functions), AsKey(program.datatypes))
    return plan


def live_values(
    execution: ExecutionState, plan: tuple[tuple[Name, Reader], ...], environment: Environment, variables: Variables
) -> LiveValues:
    """What a function reads: of local variables as they are now, of the state as it is when it is called."""
    kept = dict(variables)

    def now() -> dict[Name, Any]:
        values_read = ((name, read(kept, execution.store)) for name, read in plan)
        return {name: value for name, value in values_read if value is not UNKNOWN}

    return LiveValues(dict(environment), now)


def sort_may_hold_arrays(execution: ExecutionState, sort: Sort) -> bool:
    """Whether the function of that name says so."""
    may_hold = execution.holding.get(sort)
    if may_hold is None:
        may_hold = execution.holding[sort] = may_hold_arrays(sort, execution.program.datatypes)
    return may_hold


def concrete_operand(execution: ExecutionState, value: Term | FieldPlace, variables: Variables) -> Any:
    """The value of what is assigned or given."""
    if isinstance(value, Term):
        return value_of(execution, value, variables)
    field_now = fields_of(execution, value, variables).get(value.field, UNKNOWN)
    if field_now is UNKNOWN:
        raise Undecided(f"the field {value.field} has no known value", value.subject.span)
    return execution.store.now(field_now)


def fields_of(execution: ExecutionState, place: FieldPlace, variables: Variables) -> dict[Name, Any]:
    """The fields of the object of a place."""
    owner = value_of(execution, place.subject, variables)
    if owner == NULL:
        raise ExecutionStopped(f"null has no field {place.field}", place.subject.span)
    return known_object(execution, owner, place.subject.span).fields


def known_object(execution: ExecutionState, owner: UninterpretedValue, span: Span | None) -> Object:
    if owner not in execution.store.objects:
        raise Undecided("an unknown object", span)
    return execution.store.objects[owner]


def is_true(execution: ExecutionState, term: Term, variables: Variables) -> bool:
    return value_of(execution, term, variables) is True


def is_met(execution: ExecutionState, condition: Term, variables: Variables) -> bool:
    """Is a condition known to be true? Raises OutOfFuel."""
    # `Valid()` goes through all that an object holds, and is asked of the same object for a dozen arguments. What
    # is known is counted as if it were evaluated: whatever is limited by work ends where it did.
    values = tuple(read(variables, execution.store) for _, read in reading_plan(execution, condition).readers)
    kept = execution.truths.get(condition)
    if kept is not None and all(map(_is_same, kept.values, values)):
        execution.fuel.step(kept.steps)
        return kept.is_true
    steps_before = execution.fuel.steps
    try:
        holds = is_true(execution, condition, variables)
    except (ExecutionStopped, Undecided, Unsupported):
        holds = False
    # An observer is to see each evaluation.
    if execution.context.observer is None and reads_all_at_once(condition, AsKey(execution.program.datatypes)):
        execution.truths[condition] = KeptTruth(values, holds, steps_before - execution.fuel.steps)
    return holds


def attempted_operand(execution: ExecutionState, value: Term | FieldPlace, variables: Variables, ghost: bool) -> Any:
    """The value of what is assigned; UNKNOWN where it is not known."""
    try:
        return operand(execution, value, variables)
    except ExecutionStopped:
        # The body itself stops; a ghost value that cannot be computed stops nothing.
        if not ghost:
            raise
        return UNKNOWN
    except Undecided:
        return UNKNOWN
    except OutOfFuel:
        if execution.fuel.is_spent or not ghost:
            raise
        return UNKNOWN


def concrete_place(execution: ExecutionState, place: Place, variables: Variables) -> Any:
    """A place with its parts evaluated: a name, an object's fields with a name, an array with a position."""
    match place:
        case str() | StateVariable():
            return place
        case FieldPlace(subject, name):
            owner = value_of(execution, subject, variables)
            if owner == NULL:
                raise ExecutionStopped(f"null has no field {name}", subject.span)
            known_object(execution, owner, subject.span)
            return owner, name
        case ElementPlace(array, indices):
            found = operand(execution, array, variables)
            positions = [value_of(execution, index, variables) for index in indices]
            if found is None:
                raise ExecutionStopped("null has no elements", indices[0].span)
            return found, position_in(execution, found, positions, indices[0].span)


def position_in(execution: ExecutionState, array: ArrayValue, positions: list[int], span: Span | None) -> int:
    lengths = execution.store.shapes.get(array.identity) or (len(execution.store.elements(array)),)
    if len(lengths) != len(positions):
        raise Unsupported("an element of an array of other dimensions", span)
    offset = 0
    for position, length in zip(positions, lengths, strict=True):
        if not 0 <= position < length:
            raise ExecutionStopped(f"index {position} is outside an array of length {length}", span)
        offset = offset * length + position
    return offset


def concrete_assign(execution: ExecutionState, place: Any, value: Any, variables: Variables) -> None:
    match place:
        case str() | StateVariable():
            variables[place] = value
        case (ArrayValue() as array, int(position)):
            held = execution.store.elements(array)
            execution.fuel.step()
            execution.fuel.copy(len(held))
            execution.store.arrays[array.identity] = (*held[:position], value, *held[position + 1 :])
        case (UninterpretedValue() as owner, str(name)):
            execution.store.set_field(owner, name, value)


def concrete_variable(
    execution: ExecutionState, binder: Binder, specification: Specification, variables: Variables
) -> Any:
    ((_, read),) = readers(binder.variable, execution.program.datatypes)
    pair = read(variables, execution.store)
    if pair is UNKNOWN:
        raise Undecided(f"{binder.name} is not known", specification.span)
    if is_heap(binder.name) and not is_pre_state(binder.name):
        # A class may have several instances. Those of which the specification is not have other values there.
        (number, fields), sort = pair, field_sort(binder.sort)
        pair = (
            number,
            FrozenMap(
                {one: value for one, value in fields.items() if execution.access.may_have_sort(execution, value, sort)}
            ),
        )
    return pair


def concrete_may_have_sort(execution: ExecutionState, value: Any, sort: Sort) -> bool:
    """May a field with this value be one of this sort?"""
    return may_have_sort(value, sort, execution.program.datatypes)


CONCRETE = StateAccess(
    concrete_value,
    concrete_operand,
    concrete_variable,
    concrete_may_have_sort,
    concrete_place,
    concrete_assign,
)
"""All values are known, or the execution cannot go on."""
