"""A subject, executed on objects that are built for it, and on near ones where its precondition refuses these."""

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

from ..interpret.bodies import (
    ExecutionOutcome,
    execute,
    meets_precondition,
    outcome_of,
)
from ..interpret.checks import GhostChecks
from ..interpret.places import attempted_operand, is_met
from ..interpret.store import UNKNOWN, Variables
from ..ir.contracts import Specification, may_hold
from ..ir.objects import objects_in
from ..ir.sorts import BOOL, INT, OBJECT, sorts_in
from ..ir.terms import Term, sorts_by_name
from ..ir.values import ArrayValue, UninterpretedValue
from ..ir.variables import ALLOCATED, Name, is_field, member_of, root_of
from .blame import of_own_body
from .executing import Beginning, within_types
from .object_builder import ObjectBuilder, routine_of
from .repaired_inputs import InputRepair, required_parts
from .spec_testing_limits import LIMITS

ONE_FIELD = 0.3
"""How often each field of an object is assigned in one of these."""
UNEQUATED = 0.5
"""How often a field is assigned at random although there is an equation to take a value from."""


@frozen(slots=True)
class Executed:
    """An input as the specification reads it, what the body came to, and what checks have found up to there.
    `beginning`: where the execution began, if objects were built for it."""

    inputs: dict[Name, Any]
    outcome: ExecutionOutcome
    checks: GhostChecks = field(factory=GhostChecks)
    beginning: Beginning | None = None


def executed(
    builder: ObjectBuilder, specification: Specification, repair: InputRepair | None = None
) -> Executed | None:
    """The subject, executed on objects that are built for it; None where its precondition is not met. `repair`: assigns
    fields one at a time, where no arguments meet it."""
    routine, drawn = routine_of(specification, builder.program), builder.drawn(specification)
    # Arguments that were refused are kept: repairing them is the second attempt.
    tried: list[Variables] = []
    variables = next((arguments for arguments in drawn if _meets(builder, specification, arguments, tried)), None)
    if variables is None and repair is not None:
        # First what is solved for one side of an equation, then local search.
        mended = (
            mend(builder, specification, repair, arguments)
            for arguments in tried[: LIMITS.repaired_arguments]
            for mend in (_repaired, _climbed)
        )
        variables = next((arguments for arguments in mended if arguments is not None), None)
    if variables is None:
        return None
    # What attempts at other objects have left is none of the caller's: no method can give it out.
    builder.execution.store.keep_reachable(variables.values())
    inputs = builder.observed(specification, variables)
    # The state before the call, so that the mutants of the body start from the same.
    beginning = Beginning(builder.execution.store.copy(), dict(variables))
    if specification.kind == "method":
        came_to = outcome_of(builder.execution, specification, routine, variables)
        outcome = within_types(of_own_body(came_to), specification, builder.program)
    else:
        outcome = of_own_body(execute(specification, inputs, builder.program, builder.execution.fuel))
    return Executed(inputs, outcome, builder.execution.checks or GhostChecks(), beginning)


def _meets(builder: ObjectBuilder, specification: Specification, variables: Variables, tried: list[Variables]) -> bool:
    """Do arguments meet the precondition? Else they join those that were `tried`."""
    met = meets_precondition(builder.execution, specification, variables)
    if not met:
        tried.append(variables)
    return met


def _repaired(
    builder: ObjectBuilder, specification: Specification, repair: InputRepair, variables: Variables
) -> Variables | None:
    """Arguments like these that meet the precondition, after fields of theirs were assigned that anybody may
    assign; None where none are found. Values alone are assigned, no arrays and no objects."""
    if not repair.is_worth_it:
        return None
    inputs, repaired = builder.observed(specification, variables), dict(variables)
    sorts = sorts_by_name(specification.inputs)
    for name, value in repair.repaired(inputs).items():
        if value == inputs[name] or OBJECT in sorts_in(sorts[name]) or name == ALLOCATED:
            # Objects and arrays stay what they are: only values are repaired.
            continue
        root: Any = repaired.get(root_of(name))
        owner = builder.execution.store.objects.get(root)
        if not is_field(name) and sorts[name].kind != "Array":
            repaired[name] = value
        elif owner is not None and not may_hold("Array", sorts[name], builder.program.datatypes):
            shape, member = builder.program.classes.get(owner.kind), member_of(name)
            # A clause may read the contents of an array, as a sequence, under the name of the field that holds it.
            holds_array = isinstance(owner.fields.get(member), ArrayValue)
            # Only what a caller may assign: a constant field, or one behind an array, stays.
            may_be = shape is not None and member in shape.assigned and not holds_array
            if shape is None or not may_be or not builder.is_of_type(member, value, shape.guards.get(member)):
                return None
            builder.execution.store.set_field(repaired[root_of(name)], member, value)
        else:
            return None
    # The repair solved one condition after the other; together they may fail.
    if not meets_precondition(builder.execution, specification, repaired):
        return None
    repair.succeeded()
    return repaired


def _climbed(
    builder: ObjectBuilder, specification: Specification, repair: InputRepair, variables: Variables
) -> Variables | None:
    """The same arguments, after fields of theirs, and of what these hold, were assigned one by one where that left
    no fewer parts of the precondition met; None where it does not come to be met. It is local search, as repairs
    are, for what is read of objects without names."""
    if not repair.is_worth_it or not specification.heap.fields:
        return None
    store = builder.execution.store
    # The parts of the precondition are counted one by one: hill climbing needs more than true or false.
    parts = [part for condition in repair.conditions for part in required_parts(condition, builder.program)]
    named = [value for value in variables.values() if isinstance(value, UninterpretedValue)]
    held = [
        value for owner in named if owner in store.objects for value in objects_in(store.objects[owner].fields.values())
    ]
    owners = [owner for owner in dict.fromkeys((*named, *held)) if owner in store.objects]
    best = -1
    for _ in range(LIMITS.climbing_assignments if owners else 0):
        owner = builder.random.choice(owners)
        before = dict(store.objects[owner].fields)
        # The first round measures only, so that the start counts as the best so far.
        if best >= 0 and not _equated(builder, owner, parts, variables):
            builder.assigned(owner, LIMITS.objects_inside_objects - 1, ONE_FIELD, required=False)
        met = sum(is_met(builder.execution, part, variables) for part in parts)
        if met == len(parts) and meets_precondition(builder.execution, specification, variables):
            return variables
        # A step back where fewer parts are met; sideways steps are kept, or a plateau would end the search.
        if met < best:
            for name, value in before.items():
                store.set_field(owner, name, value)
        best = max(best, met)
    return None


def _equated(builder: ObjectBuilder, owner: UninterpretedValue, parts: Sequence[Term], variables: Variables) -> bool:
    """Assign to a field of an object what is on one side of an equation that does not hold, if there is such a
    field and such an equation: of `total == 5 * |log|` it is the number that `total` has to be."""
    object_ = builder.execution.store.objects[owner]
    shape = builder.program.classes.get(object_.kind)
    sides = [side for part in parts if part.op == "eq" for side in part.args if side.sort in (INT, BOOL)]
    # Mostly a random assignment: equations alone would repeat themselves.
    if shape is None or not sides or builder.random.random() < UNEQUATED:
        return False
    side = builder.random.choice(sides)
    fields = [
        binder.name for binder in shape.instance.fields if binder.name in shape.assigned and binder.sort == side.sort
    ]
    value = attempted_operand(builder.execution, side, variables, ghost=True) if fields else UNKNOWN
    name = builder.random.choice(fields) if fields else ""
    if value is UNKNOWN or not builder.is_of_type(name, value, shape.guards.get(name)):
        return False
    builder.execution.store.set_field(owner, name, value)
    return True
