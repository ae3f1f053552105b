"""Calls in a test that is executed: of helpers, and of methods under test.

A helper is executed as part of the test, with whatever is unknown among its arguments. A method under test is not: each
of its results is an unknown (`SymbolicValue`) from then on, and so are the elements of the arrays that it may change.
The inputs are what the arguments are at that moment, and what the test demands of the unknowns later says which outputs
are right.

Example: `var r := Sort(a); var ok := IsSorted(r); expect ok;`, where `IsSorted` has no postcondition. Sort is under
test: r is the unknown `Test#0#r`. IsSorted is executed on it, so that ok is a condition on the elements of r, which has
to hold.

Invariant: after a call of a method under test nothing that it may change keeps a known value (`changed_state.py`). What
cannot be made unknown raises Unsupported, and the test says nothing from there on.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Any

from ..deciding.clauses import theory_of
from ..errors import Unsupported
from ..interpret.calls import unset_results
from ..interpret.places import assign, located, operand, value_of, variable_value
from ..interpret.readers import BEGINNING
from ..interpret.store import Variables
from ..ir.build import boolean, conjuncts, is_false, op
from ..ir.contracts import Specification, may_hold
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.sorts import OBJECT, Sort
from ..ir.statements import Expect, OpaqueStatement, statements_of
from ..ir.terms import Binder, Term, bare, values_by_name, var
from ..ir.type_instances import matched, replace_sorts, with_types
from ..ir.updates import Call, NewObject, Place, UpdateAll
from ..ir.values import ArrayValue, FrozenMap, UninterpretedValue, array_object
from ..ir.variables import (
    ALLOCATED,
    RECEIVER,
    Name,
    hidden_variable,
    is_field,
    is_heap,
    member_of,
    root_of,
    which_array,
)
from ..spans import Span
from ..spec_testing.arrays_inside import NotKnown
from ..spec_testing.reached_arrays import arrays_named
from ..trampoline import Steps
from .changed_state import Effect, forget_changed, frame_of_call, learn_fields, new_result
from .followed_statements import follow_statements, follows_nested
from .following_limits import LIMITS
from .paths import PathEnd, PathState, merged_states
from .symbolic import SymbolicValue, is_symbolic
from .tracing import Fact, MethodCall
from .unknown_results import (
    FollowedTest,
    demand,
    enter_state,
    forget_output,
    forget_returned,
    keep_returned,
    known_value,
    unknown_value,
)


@follows_nested(Call)
def follow_call(execution: FollowedTest, statement: Call, state: PathState) -> Steps[list[PathEnd]]:
    """A call, with the ways on which the test goes on behind it."""
    behind = yield from states_behind_call(execution, statement, state)
    return [(None, following) for following in behind]


def states_behind_call(execution: FollowedTest, statement: Call, state: PathState) -> Steps[list[PathState]]:
    """A call of a helper, of another test, or of a method under test."""
    name = statement.method
    # A test that calls another test: that one is followed by itself.
    if name in {test.name for test in execution.program.tests}:
        return [state]
    # A method without a result or effect cannot be under test: it is executed.
    specification = execution.specifications.get(name)
    routine = execution.program.tested.get(name)
    procedure = specification is None or (not specification.outputs and not specification.modifies)
    # A ghost call without results leaves nothing.
    if statement.ghost and (specification is None or not specification.outputs):
        return [state]
    if procedure or name in execution.helpers:
        if routine is None and specification is not None and specification.outputs:
            take_promises(execution, statement, specification, state)
            return [state]
        if routine is None:
            raise Undecided(f"{name}, which has no body, is called", statement.span)
        arguments = (operand(execution, argument, state.variables) for argument in statement.arguments)
        # It only prints: what, depends on the unknown, but nothing else does.
        if not statement.places and any(map(is_symbolic, arguments)) and is_silent(execution, name, set()):
            execution.in_parts = True  # It prints what it is given, in a way that may depend on that.
            return [state]
        return (yield from follow_helper(execution, statement, routine, state))
    assert specification is not None
    call_under_test(execution, statement, specification, state)
    return [state]


def follow_helper(
    execution: FollowedTest, statement: Call, routine: Routine, state: PathState
) -> Steps[list[PathState]]:
    """Execute a helper."""
    # Recursive helpers are cut: a test that needs more says nothing here.
    if execution.depth >= LIMITS.nested_helpers:
        raise Undecided(f"helpers call each other deeper than {LIMITS.nested_helpers}", statement.span)
    variables = parameters_given(execution, statement, routine, state)
    variables.update(unset_results(execution, routine))
    # `old` inside of a helper means the state at its beginning.
    if routine.two_states:
        variables[BEGINNING] = state.store.copy()
    types = types_in_call(execution, routine.parameters, statement)
    formals = (*routine.parameters, *routine.results)
    sorts = {binder.name: replace_sorts(binder.sort, types) for binder in formals}
    inner_state = PathState(variables, state.store, state.way, sorts, types)
    # The depth is that of active calls, whichever way they end.
    execution.depth += 1
    try:
        ways = yield follow_statements(execution, routine.body, inner_state)
    finally:
        execution.depth -= 1
    states_behind = []
    # Paths that end alike are joined, or each call would multiply them.
    ends = merged_states((state_at_end for _, state_at_end in ways), state.way)
    for state_at_end in ends:
        # Each way that is left has variables of its own.
        variables = dict(state.variables) if len(ends) > 1 else state.variables
        outer = PathState(variables, state_at_end.store, state_at_end.way, state.sorts, state.types)
        enter_state(execution, outer)
        for target, binder in zip(statement.places, routine.results, strict=True):
            if target != "_":
                assign_result(execution, target, state_at_end.variables[binder.name], sorts[binder.name], outer)
        states_behind.append(outer)
    return states_behind


def types_in_call(execution: FollowedTest, formals: Sequence[Binder], statement: Call) -> dict[str, Sort]:
    """Type parameter of a method → what it stands for in a call, by the sorts of the arguments."""
    sorts: dict[str, Sort] = {}
    parameters_wanted = [binder for binder in formals if not is_field(binder.name)]
    for binder, argument in zip(parameters_wanted, statement.arguments, strict=True):
        if isinstance(argument, Term):
            matched(binder.sort, replace_sorts(argument.sort, execution.types), sorts)
    return sorts


def parameters_given(execution: FollowedTest, statement: Call, routine: Routine, state: PathState) -> Variables:
    """The parameters of a call. Raises Undecided, Unsupported."""
    arguments = [operand(execution, argument, state.variables) for argument in statement.arguments]
    if len(arguments) != len(routine.parameters):
        raise Unsupported(f"a call of {statement.method} with the wrong number of arguments", statement.span)
    parameter_values: Variables = {}
    if statement.subject is not None:
        parameter_values[RECEIVER] = known_value(execution, statement.subject, state.variables)
    parameter_values.update(zip((binder.name for binder in routine.parameters), arguments, strict=True))
    return parameter_values


def assign_result(execution: FollowedTest, target: Place, value: Any, sort: Sort, state: PathState) -> None:
    """Assign a result."""
    if isinstance(target, Name):
        sort_known = value.term.sort if isinstance(value, SymbolicValue) else sort
        state.sorts[target] = sort_known
        execution.trace.spare.pop(target, None)
    assign(execution, located(execution, target, state.variables), value, state.variables)


def take_promises(execution: FollowedTest, statement: Call, specification: Specification, state: PathState) -> None:
    """A call of a helper without a body: of its results is known what its postcondition says."""
    # A helper without a body that changes the heap could have done anything.
    if specification.modifies or specification.heap.fields or statement.subject is not None:
        raise Undecided(f"{specification.name}, which has no body, may change the heap", statement.span)
    specification = with_types(specification, types_in_call(execution, specification.inputs, statement))
    values = [operand(execution, argument, state.variables) for argument in statement.arguments]
    parameter_values: Variables = values_by_name(specification.inputs, values)
    results = {binder.name: unknown_value(execution, "result", binder.sort) for binder in specification.outputs}
    # Its promise is what is known of its results.
    for condition in specification.ensures:
        if condition.term is not None:
            promised_value = value_of(execution, condition.term, {**parameter_values, **results})
            # A promise that evaluates to false makes the test contradict itself.
            term = promised_value.term if isinstance(promised_value, SymbolicValue) else boolean(bool(promised_value))
            demand(execution, term, state, statement.span)
    for target, binder in zip(statement.places, specification.outputs, strict=True):
        if target != "_":
            assign_result(execution, target, results[binder.name], binder.sort, state)


def call_under_test(execution: FollowedTest, statement: Call, specification: Specification, state: PathState) -> None:
    """A call of a method under test: its results, and what it may change, are unknowns."""
    routine = execution.program.headers.get(statement.method)
    if routine is None:
        raise Unsupported(f"a call of {specification.name}, which is not read", statement.span)
    specification, parameter_values = specification_called(execution, statement, specification, routine, state)
    # A constructor's object exists in the postcondition only.
    constructed = next((object_.name for object_ in routine.objects if object_.constructed), None)
    constructed_object = None if constructed is None else parameter_values.get(constructed)
    inputs = {
        # The inputs are what the arguments hold now, not what they hold later.
        binder.name: variable_value(execution, binder, specification, parameter_values)
        for binder in specification.inputs
    }
    if constructed_object is not None:  # Before the call there is no such object.
        heap_inputs = {name for name in inputs if name == ALLOCATED or is_heap(name)}
        inputs.update((name, _before(inputs[name], constructed_object)) for name in heap_inputs)
    # Arrays that the call may change by other names get names of their own.
    if specification.heap.reached is not None:
        specification, inputs = with_arrays_named(execution, specification, inputs, statement.span)
    number, parameter_values = len(execution.trace.calls), {**parameter_values, **inputs}
    # Unknowns are named by the number of the call.
    unknowns = unknowns_of(execution, specification, parameter_values, number)
    results = [binder for binder in specification.outputs if not is_field(binder.name)]
    results += _changed_values(specification)
    places = values_by_name(results, statement.places)
    names_of = {name: target for name, target in places.items() if isinstance(target, Name)}
    # Frames are evaluated before anything is forgotten.
    allowed = frame_of_call(execution, routine, parameter_values)
    forgotten = forget_changed(
        execution, Effect(specification, number, allowed, unknowns, parameter_values, constructed_object)
    )
    heaps = [input_ for input_ in specification.inputs if input_.name in specification.heap.fields]
    changed = {
        heap.name: variable_value(execution, heap, specification, parameter_values)
        for heap in heaps
        if heap.name in specification.modifies
    }
    call = MethodCall(
        specification,
        unknowns,
        names_of,
        statement.span,
        values=inputs,
        way=state.way,
        fields=changed,
        forgotten=forgotten,
    )
    # The call is kept: it becomes an example when the test has said what it expects.
    execution.trace.calls.append(call)
    execution.trace.facts += _shapes_of_results(specification, unknowns)
    # A returned array may be one that the method keeps, and then changes later.
    for name, unknown in unknowns.items():
        of_results = any(output.name == name for output in specification.outputs)
        if name in specification.heap.held or (
            of_results and may_hold("Array", unknown.sort, execution.program.datatypes)
        ):
            keep_returned(execution, unknown.data, _is_new(name, specification))
    forget_output(execution)
    # What may have changed makes earlier results stale.
    if allowed is None or allowed.whole or allowed.fields:
        forget_returned(execution)
    # Results are assigned last, since their places were evaluated before the call.
    for binder in results:
        instance = next((object_ for object_ in routine.objects if object_.name == binder.name), None)
        value: Any = SymbolicValue(unknowns[binder.name])
        fields = {
            member_of(name): SymbolicValue(unknown)
            for name, unknown in unknowns.items()
            if is_field(name) and root_of(name) == binder.name
        }
        if instance is not None and instance.constructed:
            value = new_result(execution, instance, fields)
        elif fields:
            execution.returned_fields[unknowns[binder.name]] = fields
        assign_result(execution, places[binder.name], value, binder.sort, state)


def specification_called(
    execution: FollowedTest, statement: Call, specification: Specification, routine: Routine, state: PathState
) -> tuple[Specification, Variables]:
    """The specification at the types of a call, and what its parameters are given. Raises Unsupported."""
    learn_fields(execution, routine.objects)
    # Type parameters by the arguments of this call; the receiver's class adds its own.
    types = types_in_call(execution, routine.parameters, statement)
    parameter_values: Variables = {
        binder.name: operand(execution, argument, state.variables)
        for binder, argument in zip(routine.parameters, statement.arguments, strict=True)
    }
    if statement.subject is not None:
        parameter_values[RECEIVER] = known_value(execution, statement.subject, state.variables)
        types = {**execution.store.objects[parameter_values[RECEIVER]].types, **types}
    specification = with_types(specification, types)
    # A type that the arguments do not tell.
    if specification.type_parameters:
        raise Unsupported(f"a type that cannot be inferred, in a call of {specification.name},", statement.span)
    return specification, parameter_values


def unknowns_of(
    execution: FollowedTest, specification: Specification, parameter_values: Variables, number: int
) -> dict[Name, Term]:
    """Result, or what the call with this number changes → the unknown that is its value afterwards."""
    # An array or field that is given twice has one value after the call.
    arrays = {binder.name for binder in _changed(specification, parameter_values)}
    first: dict[Any, Name] = {}
    listed = {binder.name: (binder, binder.name) for binder in specification.outputs}
    for binder in specification.inputs:
        name = binder.name
        if name not in specification.modifies or name in specification.heap.fields:
            continue
        if is_field(name):
            listed[name] = binder, first.setdefault((parameter_values.get(root_of(name)), member_of(name)), name)
        elif name in arrays or binder in _changed_values(specification):
            listed[name] = binder, name
    return {
        name: var(hidden_variable(execution.test, number, unknown_place), binder.sort)
        for name, (binder, unknown_place) in listed.items()
    }


def with_arrays_named(
    execution: FollowedTest, specification: Specification, inputs: dict[Name, Any], span: Span | None
) -> tuple[Specification, dict[Name, Any]]:
    """The specification of a call that may change arrays inside values, with a name for each of them, and the
    inputs with these. Raises Unsupported where the test does not say what the arrays hold."""
    why = Unsupported(f"a call of {specification.name}, which may change arrays inside values", span)
    if any(map(is_symbolic, inputs.values())):
        raise why
    try:
        named_specification, named = arrays_named(specification, inputs, theory_of(execution.program))
    except NotKnown:
        raise why from None
    return named_specification, dict(named)


def is_silent(execution: FollowedTest, name: str, seen: set[str]) -> bool:
    """Does a helper neither demand nor change anything, save what it prints and returns?"""
    if name in seen:
        return True
    seen.add(name)
    routine, specification = execution.program.tested.get(name), execution.specifications.get(name)
    procedure = specification is None or (not specification.outputs and not specification.modifies)
    if routine is None or not (procedure or name in execution.helpers):
        return False
    for inner_statement in statements_of(routine.body):
        places = getattr(inner_statement, "places", ())
        if isinstance(inner_statement, OpaqueStatement | UpdateAll | NewObject):
            return False
        # That one case of a `match` applies is no demand: it is so by the types.
        if isinstance(inner_statement, Expect) and not (
            is_false(inner_statement.test) and inner_statement.text != "false"
        ):
            return False
        if any(not isinstance(target, Name) for target in places):
            return False
        if isinstance(inner_statement, Call) and not is_silent(execution, inner_statement.method, seen):
            return False
    return True


def _is_new(name: Name, specification: Specification) -> bool:
    """Does a method promise that the array which it returns, or leaves in a field, is new?"""
    array = var(
        name, next(binder.sort for binder in (*specification.outputs, *specification.inputs) if binder.name == name)
    )
    which = var(which_array(name), OBJECT) if is_field(name) else op("array.object", array)
    for condition in specification.ensures:
        for term in conjuncts(condition.term) if condition.term is not None else ():
            operand = term.args[0] if term.op == "not" else term
            if term.op == "not" and operand.op == "array.allocated" and bare(operand.args[0]) is array:
                return True
            if term.op == "not" and operand.op == "set.member" and bare(operand.args[0]) is bare(which):
                return operand.args[1].op == "var" and operand.args[1].data == ALLOCATED
    return False


def _shapes_of_results(specification: Specification, unknowns: Mapping[Name, Term]) -> Iterator[Fact]:
    """An array of several dimensions that a call returns has as many elements as places."""
    for dimension in specification.heap.dimensions:
        if dimension.array in unknowns and all(length in unknowns for length in dimension.lengths):
            places = reduce(partial(op, "mul"), (unknowns[length] for length in dimension.lengths))
            count = op("array.len", unknowns[dimension.array])
            yield Fact(op("eq", count, places), "assertion", None, implied=True)


def _before(value: Any, new_object: UninterpretedValue) -> Any:
    """The objects that there are, or a field of each of them, before one of them is made."""
    if isinstance(value, frozenset):
        return value - {new_object}
    number, fields = value
    return number, FrozenMap({owner: held for owner, held in fields.items() if owner != new_object})


def _changed_values(specification: Specification) -> list[Binder]:
    """The parameters that are values, of which a method gives others back."""
    return [
        binder
        for binder in specification.inputs
        if binder.name in specification.modifies
        and not (is_field(binder.name) or binder.name in specification.heap.fields)
        and binder.sort.kind != "Array"
        and binder.sort != OBJECT
    ]


def _changed(specification: Specification, parameter_values: Variables) -> list[Binder]:
    """The arrays that a method may change. One that is given twice has one value after the call."""
    arrays = [
        binder
        for binder in specification.inputs
        if binder.name in specification.modifies and isinstance(parameter_values.get(binder.name), ArrayValue)
    ]
    binders = {array_object(parameter_values[binder.name]): binder for binder in reversed(arrays)}
    return [binder for binder in arrays if binder in binders.values()]
