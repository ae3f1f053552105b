"""Calls: the execution of one body from another."""

from collections.abc import Sequence
from typing import Any

from ..errors import OutOfFuel, Unsupported
from ..ir.build import UNBOUNDED, conj, op
from ..ir.contracts import Specification
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.sorts import OBJECT
from ..ir.statements import statements_of
from ..ir.terms import TRUE, Term, free_names, make, values_by_name
from ..ir.type_instances import replace_sorts
from ..ir.updates import Call
from ..ir.values import ArrayValue, UninterpretedValue
from ..ir.variables import RECEIVER, Name, is_field, is_heap, last_part
from ..spans import Span
from ..trampoline import Resumable, Steps
from .checking import check_conditions, check_descent, check_frames, frame_of_body, measured
from .places import assign, attempted_operand, is_met, known_object, located, sort_may_hold_arrays, value_of
from .readers import BEGINNING
from .state import Allowed, ExecutionState, ExecutionStopped
from .statements import chosen_values, execute_block, executes_nested
from .store import NULL, UNKNOWN, Object, Variables
from .unset_values import unset_value

DEEPEST_ITERATORS = 40
"""Iterators inside each other, whose bodies Python's own stack has."""


@executes_nested(Call)
def execute_call(execution: ExecutionState, statement: Call, variables: Variables) -> Steps[None]:
    """A call, whose results are given to its places."""
    places = [located(execution, target, variables) for target in statement.places]
    try:
        results = yield call_method(execution, statement, variables)
    except (ExecutionStopped, Undecided, Unsupported):
        # What a ghost call returns decides nothing that runs: the execution goes on, and who reads it is undecided.
        if not statement.ghost:
            raise
        results = (UNKNOWN,) * len(places)
    for target, value in zip(places, results, strict=True):
        if value is UNKNOWN and not isinstance(target, Name):
            raise Undecided("an unknown result is stored in an array or object", statement.span)
        if target != "_":
            assign(execution, target, value, variables)


def call_method(execution: ExecutionState, statement: Call, variables: Variables) -> Steps[tuple[Any, ...]]:
    """The results of a call."""
    name = statement.method
    callee_variables: Variables = {}
    types = {name: replace_sorts(sort, execution.types) for name, sort in statement.types}
    if statement.subject is not None:
        callee_variables[RECEIVER] = value_of(execution, statement.subject, variables)
        if callee_variables[RECEIVER] == NULL:
            raise ExecutionStopped(f"{name} is called on null", statement.span)
        if statement.subject.sort == OBJECT:  # A value of a datatype has the methods of its type.
            owner = known_object(execution, callee_variables[RECEIVER], statement.span)
            name, types = overriding_method(execution, name, owner), {**owner.types, **types}
    routine = execution.program.routines.get(name)
    if routine is None:
        arguments = [attempted_operand(execution, argument, variables, True) for argument in statement.arguments]
        return chosen_results(execution, name, arguments, statement)
    if routine.resumed:
        return (_moved_on(execution, callee_variables[RECEIVER], routine),)
    if len(statement.arguments) != len(routine.parameters):
        raise Unsupported(f"a call of {name} with the wrong number of arguments", statement.span)
    # A compiled program does not have what is given for a ghost parameter.
    arguments_and_parameters = zip(statement.arguments, routine.parameters, strict=True)
    arguments = [
        attempted_operand(execution, each, variables, binder.name in routine.ghosts)
        for each, binder in arguments_and_parameters
    ]
    callee_variables.update(zip((binder.name for binder in routine.parameters), arguments, strict=True))
    _check_classes(execution, routine, callee_variables, statement.span)
    _check_precondition(execution, name, callee_variables, statement.span)
    frames = frame_of_body(execution, routine, callee_variables)
    check_frames(execution, frames, name, statement.span, variables)
    if execution.depth >= execution.fuel.depth:
        raise OutOfFuel(f"out of fuel: methods call each other deeper than {execution.fuel.depth}")
    execution.depth += 1
    outer_types, execution.types = execution.types, types
    try:
        callee_variables.update(unset_results(execution, routine))
        yield execute_routine(execution, routine, callee_variables, frames)
    except ExecutionStopped as problem:
        problem.routine = problem.routine or routine.name
        raise
    finally:
        execution.depth -= 1
        execution.types = outer_types
    return tuple(
        execution.store.now(callee_variables[binder.name])
        if sort_may_hold_arrays(execution, binder.sort)
        else callee_variables[binder.name]
        for binder in routine.results
    )


def chosen_results(execution: ExecutionState, name: str, arguments: Sequence[Any], statement: Call) -> tuple[Any, ...]:
    """Results of a method without a body that satisfy its postcondition, which is all that its callers know: a
    choice, as `:|` is. Raises Unsupported for what is told of objects, arrays and types."""
    specification = execution.specifications.get(name)
    if specification is None or statement.subject is not None or not _is_of_values(specification, len(arguments)):
        raise Unsupported(f"a call of {name}, which has no body", statement.span)
    variables: Variables = values_by_name(specification.inputs, arguments)
    # What is below holds only of calls that are allowed: a postcondition promises nothing of others.
    _check_precondition(execution, name, variables, statement.span)
    if not specification.outputs:
        if all(is_met(execution, term, variables) for condition in specification.ensures if (term := condition.term)):
            return ()
        raise Undecided(f"{name} has no body, and whether it returns is not known", statement.span)
    # All results are chosen together, since a clause may relate them.
    values = op("tuple.make", *(output.variable for output in specification.outputs))
    domains = (UNBOUNDED,) * len(specification.outputs)
    try:
        condition = conj(
            *(
                _still_asked(execution, condition.term, variables)
                for condition in specification.ensures
                if condition.term is not None
            )
        )
        choice = make(
            "such_that", (*domains, condition, values), values.sort, specification.outputs, specification.span
        )
        results: tuple[Any, ...] = chosen_values(execution, choice, variables)
    # A contract that no result satisfies says nothing against the caller: what follows is unknown.
    except ExecutionStopped as nothing:
        raise Undecided(f"{name} has no body, and no result that it may return was found", statement.span) from nothing
    return results


def _still_asked(execution: ExecutionState, condition: Term, inputs: Variables) -> Term:
    """What a clause still asks of the results: of `a <= b ==> a <= r <= b` the range of r, which is then known."""
    while condition.op == "implies" and free_names(condition.args[0]) <= inputs.keys():
        condition = condition.args[1] if value_of(execution, condition.args[0], inputs) else TRUE
    return condition


def _moved_on(execution: ExecutionState, iterator: UninterpretedValue, routine: Routine) -> bool:
    """Does the body of an iterator come to its next `yield`? Once it has ended, it does not."""
    body_begun = execution.iterators.get(iterator)
    if body_begun is None:
        variables: Variables = {
            RECEIVER: iterator,
            BEGINNING: execution.store.copy(),
            **unset_results(execution, routine),
        }
        body_begun = execution.iterators[iterator] = Resumable(execute_block(execution, routine.body, variables))
    if execution.nested >= DEEPEST_ITERATORS:
        raise OutOfFuel(f"out of fuel: iterators inside each other, more than {DEEPEST_ITERATORS}")
    execution.nested += 1
    try:
        return body_begun.resume()
    finally:
        execution.nested -= 1


def overriding_method(execution: ExecutionState, name: str, owner: Object) -> str:
    """The method of the object's own class that a call of a trait's method means."""
    method = last_part(name)
    for base in execution.program.bases.get(owner.kind, ()):
        if execution.program.routines.get(f"{base}.{method}") is not None:
            return f"{base}.{method}"
    return name


def execute_routine(
    execution: ExecutionState, routine: Routine, variables: Variables, frames: Allowed | None = None
) -> Steps[None]:
    """Execute a body; where checks are asked for, with its measure, its frames and its postcondition."""
    if routine.two_states or execution.checks is not None:
        execution.fuel.step(len(execution.store.objects) + len(execution.store.arrays))
        variables[BEGINNING] = state_before = execution.store.copy()
        # In the pre-state of a constructor its object does not exist: `fresh(this)` and `old` rely on that.
        for object_ in routine.objects:
            if object_.constructed:
                state_before.objects.pop(variables[object_.name], None)
    if execution.checks is None:
        yield from execute_block(execution, routine.body, variables)
        return
    specification = execution.specifications.get(routine.name)
    for name, earlier in () if specification is None else specification.pre_states.items():
        # What an array or object was, the store of that moment says.
        is_value = name in variables and not isinstance(variables[name], ArrayValue | UninterpretedValue)
        if is_value and not is_field(name) and not is_heap(name):
            variables[earlier] = variables[name]
    measure = measured(execution, routine.measure, variables)
    caller = next(
        (active_body for active_body in reversed(execution.active) if _recurs(execution, active_body[0], routine)), None
    )
    # `even` calls `odd`, which calls `even`: each call is held against the body that makes it, provided that
    # what is called may come back to that body: else its measure need not get smaller.
    if caller is not None and routine.measure is not None and caller is execution.active[-1]:
        check_descent(execution, routine.measure, measure, caller[1], variables, f" in the call from {caller[0].name}")
    execution.active.append((routine, measure))
    execution.allowed.append(frames)
    try:
        yield from execute_block(execution, routine.body, variables)
    finally:
        execution.active.pop()
        execution.allowed.pop()
    if specification is not None:
        check_conditions(execution, specification.ensures, variables, f" when {routine.name} returns")


def _recurs(execution: ExecutionState, caller: Routine, callee: Routine) -> bool:
    """Does what is called come back to the caller?"""
    reached_routines = execution.reached.get(callee.name)
    if reached_routines is None:
        reached_routines, pending = set(), [callee.name]
        while pending:
            routine = execution.program.routines.get(pending.pop())
            for statement_inside in statements_of(routine.body) if routine is not None else ():
                if isinstance(statement_inside, Call) and statement_inside.method not in reached_routines:
                    reached_routines.add(statement_inside.method)
                    pending.append(statement_inside.method)
        # Bodies do not change while the program runs: each is walked once.
        execution.reached[callee.name] = reached_routines
    return caller.name in reached_routines


def _check_classes(execution: ExecutionState, routine: Routine, variables: Variables, span: Span | None) -> None:
    """Raise Undecided where an object is of another class than the one for which a body is read: a parameter of a
    trait's type is one of the first class that extends the trait."""
    for object_ in routine.objects:
        object_given = execution.store.objects.get(variables.get(object_.name, NULL))
        bases = () if object_given is None else execution.program.bases.get(object_given.kind, ())
        if bases and object_.kind not in bases:
            raise Undecided(f"{routine.name} is called with an object of another class than {object_.kind}", span)


def _check_precondition(execution: ExecutionState, name: str, variables: Variables, span: Span | None) -> None:
    """Raise ExecutionStopped where a call breaks a precondition; one that cannot be decided is passed over."""
    specification = execution.specifications.get(name)
    # With checks, a broken precondition is a failure that is told, and the run goes on.
    if specification is not None and execution.checks is not None:
        check_conditions(execution, specification.requires, variables, f" in the call of {name} at {span}")
        return
    for condition in () if specification is None else specification.requires:
        if condition.term is None:
            continue
        try:
            holds = value_of(execution, condition.term, variables) is not False
        except (ExecutionStopped, Undecided, Unsupported, OutOfFuel):
            if execution.fuel.is_spent:
                raise
            continue
        if not holds:
            text = " ".join(condition.clause.text.split())
            raise ExecutionStopped(f"the call of {name} violates its precondition {text}", span)


def unset_results(execution: ExecutionState, routine: Routine) -> Variables:
    """The results of a routine before it has run."""
    return {binder.name: unset_value(execution, binder.sort) for binder in routine.results}


def _is_of_values(specification: Specification, arguments: int) -> bool:
    """Are all values of a method plain ones, none of them changed, and all its clauses terms?"""
    binders = (*specification.inputs, *specification.outputs)
    plain = all(binder.sort != OBJECT and binder.sort.kind not in ("Array", "Function") for binder in binders)
    lowered = all(condition.term is not None for condition in specification.ensures)
    has_more = (
        specification.modifies
        or specification.heap.fields
        or specification.type_parameters
        or specification.heap.instances
    )
    return plain and lowered and not has_more and len(specification.inputs) == arguments
