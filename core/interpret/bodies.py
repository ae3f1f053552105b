"""The reference interpreter of method bodies: Dafny reference manual, section 8, as compiled programs run.

Ghost statements are no part of a body, except assignments to ghost variables and fields, which specifications are
about: where their values are not known, the variables are unknown, and the execution goes on. What it cannot follow
(fuel, a statement that is not lowered, a value that the evaluator does not find) makes the outcome *unknown*, never
failed.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

from attrs import field, frozen

from ..errors import OutOfFuel, Unsupported
from ..evaluate.corecursion import finished, has_codatatypes
from ..evaluate.environment import Environment
from ..evaluate.typed import Machine, evaluate
from ..fuel import Fuel, nested_too_deeply
from ..ir.build import call
from ..ir.contracts import Program, Specification
from ..ir.objects import objects_in, objects_reached
from ..ir.operators.context import Undecided, Undefined
from ..ir.routines import Instance, Routine
from ..ir.shapes import shapes_in
from ..ir.sorts import OBJECT, Sort, uninterpreted
from ..ir.terms import Binder, free_names
from ..ir.type_instances import matched, replace_sorts
from ..ir.updates import Arbitrary
from ..ir.values import ArrayValue, UninterpretedValue, array_object
from ..ir.variables import (
    RECEIVER,
    STATE,
    Name,
    Valuation,
    field_name,
    field_variable,
    heap_place,
    heap_variable,
    is_field,
    is_heap,
    root_of,
    which_array,
)
from ..limits import BODY_LIMITS
from ..memory import OUT_OF_MEMORY
from ..spans import Span
from ..trampoline import run
from .calls import execute_routine, unset_results
from .checking import frame_of_body, observe_functions
from .checks import GhostChecks
from .choices import Choices
from .places import CONCRETE, is_met, variable_value
from .state import ExecutionState, ExecutionStopped
from .store import NULL, UNKNOWN, Store, Variables, some_value
from .unset_values import initial_value, value_left_open


@frozen(slots=True)
class ExecutionOutcome:
    """What an execution came to. `returned`: `outputs` has what the specification calls outputs and what it lets the
    method modify, as far as known. `failed`: it cannot go on at `span`, for this `reason`. `unknown`: it could not be
    followed. `printed`: the sorts and values of what `print` writes, in order. `unsaid`: fields of objects with names
    that it has changed, and that the specification does not mention, with their values afterwards. `expected`: it has
    failed by an `expect`, so that the postcondition promises nothing there. `callee`: the other body or function inside
    of which it has failed, which was called as its precondition allows."""

    state: Literal["returned", "failed", "unknown"]
    outputs: Valuation = field(factory=dict)
    reason: str = ""
    span: Span | None = None
    printed: tuple[tuple[Sort, Any], ...] = ()
    unsaid: tuple[tuple[Binder, Any], ...] = ()
    expected: bool = False
    callee: str = ""


def full_fuel() -> Fuel:
    """What one execution may use at most."""
    return Fuel(BODY_LIMITS.steps, BODY_LIMITS.largest, depth=BODY_LIMITS.deepest)


def execute(
    specification: Specification,
    inputs: Valuation,
    program: Program,
    fuel: Fuel | None = None,
    choices: Choices | None = None,
    checks: GhostChecks | None = None,
) -> ExecutionOutcome:
    """Run the body of the method that a specification is about on its inputs, which meet `requires`.

    Never raises for the body's sake. `inputs` has values as the evaluator takes them for the specification's terms;
    they are not changed. `choices` makes the choices that the language leaves open; `checks` collects what the checks
    of ghost code find, where the program has them (`Language.checked`).
    """
    if specification.kind == "lemma":
        return ExecutionOutcome("returned")
    if specification.kind == "function":
        return _applied(specification, inputs, program, fuel or full_fuel())
    routine = program.routines.get(specification.name)
    if routine is None:
        return ExecutionOutcome("unknown", reason=f"{specification.name} has no body that can be executed")
    execution = new_execution(program, fuel or full_fuel(), choices=choices, checks=checks)
    try:
        variables = prepared_variables(execution, specification, routine, inputs)
    except Unsupported as problem:
        return ExecutionOutcome("unknown", reason=problem.construct, span=problem.span)
    except OutOfFuel as problem:
        return ExecutionOutcome("unknown", reason=str(problem))
    return outcome_of(execution, specification, routine, variables)


def new_execution(
    program: Program,
    fuel: Fuel,
    store: Store | None = None,
    *,
    choices: Choices | None = None,
    checks: GhostChecks | None = None,
) -> ExecutionState:
    """An execution that has not begun, of a program whose values are known; `store` is changed by it."""
    store = Store(bases=program.bases, fuel=fuel) if store is None else store
    execution = ExecutionState(program, fuel, store, access=CONCRETE, choices=choices, checks=checks)
    if checks is not None:
        observe_functions(execution)
    return execution


def _applied(specification: Specification, inputs: Valuation, program: Program, fuel: Fuel) -> ExecutionOutcome:
    """What a function comes to."""
    function = program.functions.get(specification.name)
    if function is None:
        return ExecutionOutcome("unknown", reason=f"{specification.name} is not lowered")
    (output,) = specification.outputs
    arguments = (binder.variable for binder in function.parameters)
    evaluation = evaluate(
        call(function.name, *arguments, sort=function.result), inputs, program.functions, program.datatypes, fuel
    )
    # What fails inside a function that this one calls is told of that one.
    match evaluation.state:
        case "defined":
            return ExecutionOutcome("returned", {output.name: evaluation.value})
        case "undefined":
            span = evaluation.span or specification.span
            callee = "" if evaluation.function == function.name else evaluation.function
            return ExecutionOutcome("failed", {}, evaluation.reason, span, callee=callee)
        case _:
            return ExecutionOutcome("unknown", {}, evaluation.reason, evaluation.span)


def _why(problem: Undecided | Unsupported) -> str:
    return problem.reason if isinstance(problem, Undecided) else problem.construct


def _types_at(specification: Specification, routine: Routine) -> dict[str, Sort]:
    """What the type parameters of a routine stand for where a specification is about it at certain types, as that of
    `M<int>` in a test: a variable of type T that nobody gave a value has one of these."""
    actual = specification.sorts
    own_sorts = [(binder.name, binder.sort) for binder in (*routine.parameters, *routine.results)]
    fields = (
        (field_variable(object_.name, binder.name), binder.sort)
        for object_ in routine.objects
        for binder in object_.fields
    )
    sorts: dict[str, Sort] = {}
    for name, sort in (*own_sorts, *fields):
        matched(sort, actual.get(name, sort), sorts)
    return {name: sort for name, sort in sorts.items() if sort != uninterpreted(name)}


def prepared_variables(
    execution: ExecutionState, specification: Specification, routine: Routine, inputs: Valuation
) -> Variables:
    """The variables at the beginning, with arrays and objects as the inputs describe them. Raises Unsupported."""
    execution.types = _types_at(specification, routine)
    execution.store.elsewhere = frozenset(objects_in(inputs.values()))
    for value in inputs.values():
        take_arrays(execution, value)
    # A field is part of an object, not a variable: `object_of_instance` puts it into the store below.
    variables = {name: value for name, value in inputs.items() if not is_field(name)}
    for dimension in specification.heap.dimensions:
        if dimension.array in inputs:
            array = inputs[dimension.array]
            execution.store.shapes[array.identity] = tuple(inputs[name] for name in dimension.lengths)
    for binder in specification.inputs:
        # The same array may be given twice, alone and in a collection: it has one shape.
        for array, lengths in shapes_in(inputs.get(binder.name), binder.sort, execution.program.datatypes):
            if execution.store.shapes.setdefault(array.identity, lengths) != lengths:
                raise Unsupported("an array of two shapes, as an input,", specification.span)
    if any(map(is_heap, inputs)):
        raise Unsupported("objects that are reached through others, as inputs,", specification.span)
    for instance in routine.objects:
        variables[instance.name] = object_of_instance(execution, instance, inputs)
    if set(variables) >= {binder.name for binder in routine.parameters}:
        return {**variables, **unset_results(execution, routine)}
    raise Unsupported("an unknown input", specification.span)


def object_of_instance(execution: ExecutionState, instance: Instance, inputs: Valuation) -> UninterpretedValue:
    """An object with the fields that the inputs give, under any of its names. Which value another field has makes
    no difference to the specification."""
    fields: dict[Name, Any] = {}
    unset = {arbitrary.target.name: arbitrary for arbitrary in instance.unset}
    # An object with two names, as of `M(a, a)`, has its fields under one of them: with a == b, `a.size` may be
    # missing among the inputs where `b.size` is given. Both names have to give the same object of the store, or
    # an assignment by one would not be seen by the other.
    identity = inputs.get(instance.name)
    same_object = (name for name, value in inputs.items() if identity is not None and value == identity)
    names = (instance.name, *(name for name in same_object if not is_field(name)))
    for binder in instance.fields:
        variables = (field_variable(name, binder.name) for name in names)
        variable = next((variable for variable in variables if variable in inputs), "")
        value = inputs.get(variable, UNKNOWN)
        # In a constructor a field has the default of its type before it is assigned; elsewhere any value will do,
        # for the specification would have it among its inputs if it read it.
        if value is UNKNOWN and binder.name in unset:
            value = _unset_field(execution, unset[binder.name])
        elif value is UNKNOWN and instance.constructed:
            value = initial_value(execution, binder.sort)
        elif value is UNKNOWN:
            value = some_value(binder.sort, execution.program.datatypes, execution.program.semantics)
        elif binder.sort.kind == "Array" and isinstance(value, tuple):
            value = _held_array(execution, value, inputs.get(which_array(variable)))
        fields[binder.name] = value
    kind, known_here = instance.kind, execution.store.objects.get(identity) if identity is not None else None
    if known_here is not None:
        # By another name it may be of a class with more fields: `M(u: U, t: T)` with t == u, where U extends T.
        fields = {**fields, **known_here.fields}
        # The lower class is what the object is: the other name is of one that it extends.
        kind = known_here.kind if kind in execution.program.bases.get(known_here.kind, ()) else kind
    reference = execution.store.add_object(identity, kind, fields)
    types = {name: replace_sorts(sort, execution.types) for name, sort in instance.types}
    execution.store.objects[reference].types = {**execution.types, **types} if instance.name == RECEIVER else types
    return reference


def _unset_field(execution: ExecutionState, unset: Arbitrary) -> Any:
    """What a field has that nobody gave a value, kept where only its type says that."""
    key = unset, tuple(execution.types.items())
    if key not in execution.unset_fields:
        value = value_left_open(execution, unset, {})
        if unset.guard is not None and free_names(unset.guard) - {unset.target.name}:
            return value
        execution.unset_fields[key] = value
    return execution.unset_fields[key]


def _held_array(
    execution: ExecutionState, elements: tuple[Any, ...], which: UninterpretedValue | None
) -> ArrayValue | None:
    """An array that an object holds, where the inputs say which, that one."""
    if which is None:
        return execution.store.new_array(elements, (len(elements),))
    if which == NULL:
        return None
    # Two fields, or a field and a parameter, may hold one array: whoever comes second finds that of the first.
    for array_known in execution.store.known_arrays():
        if array_object(array_known) == which:
            return array_known
    array = ArrayValue(elements, which)
    execution.store.add_array(array)
    return array


def take_arrays(execution: ExecutionState, value: Any) -> None:
    """Take the arrays of a value into the store."""
    if isinstance(value, ArrayValue):
        execution.store.add_array(value)
    elif isinstance(value, (tuple, frozenset)):
        for element in value:
            take_arrays(execution, element)


def outputs_after(execution: ExecutionState, specification: Specification, variables: Variables) -> dict[Name, Any]:
    """The values after the execution. Raises Undecided where one is not known."""
    names = (*(binder.name for binder in specification.outputs), *specification.modifies)
    sorts = specification.sorts
    values_after = {
        name: variable_value(execution, Binder(name, sorts[name]), specification, variables) for name in names
    }
    # A value of a codatatype is computed as far as it is read: what is returned has to be there.
    if not has_codatatypes(execution.program.datatypes):
        return values_after
    machine = Machine(execution.context, Environment({}))
    try:
        return {name: run(finished(machine, value)) for name, value in values_after.items()}
    except Undefined as problem:
        raise ExecutionStopped(problem.reason, problem.span) from None


def outcome_of(
    execution: ExecutionState, specification: Specification, routine: Routine, variables: Variables
) -> ExecutionOutcome:
    """Execute a body on variables, which change. Never raises for the body's sake."""
    # What stops the body is a finding (a failed assertion, an index out of range); whatever else ends it is a limit
    # of ours, and says nothing of the body. No exception may change from the one group to the other.
    unsaid = UnsaidFields.before(
        routine, variables, execution.store, execution.program, partial(initial_value, execution)
    )
    try:
        run(execute_routine(execution, routine, variables, frame_of_body(execution, routine, variables)))
        if execution.choices is not None:
            execution.choices.watching = False  # What is returned is handed on.
        outputs = outputs_after(execution, specification, variables)
    except ExecutionStopped as problem:
        printed = tuple(execution.printed)
        callee = "" if problem.routine == routine.name else problem.routine
        return ExecutionOutcome(
            "failed", {}, problem.reason, problem.span, printed, expected=problem.expected, callee=callee
        )
    except (Undecided, Unsupported) as problem:
        return ExecutionOutcome("unknown", {}, _why(problem), problem.span, tuple(execution.printed))
    except OutOfFuel as problem:
        return ExecutionOutcome("unknown", reason=str(problem), printed=tuple(execution.printed))
    except RecursionError:
        return ExecutionOutcome("unknown", reason=nested_too_deeply())
    except MemoryError:
        return ExecutionOutcome("unknown", reason=OUT_OF_MEMORY)
    unsaid_fields = tuple(unsaid.after(specification, variables, outputs))
    return ExecutionOutcome("returned", outputs, printed=tuple(execution.printed), unsaid=unsaid_fields)


def perform_body(execution: ExecutionState, routine: Routine, variables: Variables) -> None:
    """Execute a body for what it does. Raises ExecutionStopped, Undecided, OutOfFuel, Unsupported."""
    # The body's type parameters mean what they mean for the object that it is called on.
    owner = execution.store.objects.get(variables.get(RECEIVER, UNKNOWN))
    outer_types, execution.types = execution.types, {} if owner is None else owner.types
    try:
        variables.update(unset_results(execution, routine))
        run(execute_routine(execution, routine, variables))
    finally:
        execution.types = outer_types


def meets_precondition(execution: ExecutionState, specification: Specification, variables: Variables) -> bool:
    """Is it known that the variables meet the precondition?"""
    conditions = (condition.term for condition in specification.requires)
    return all(term is not None and is_met(execution, term, variables) for term in conditions)


def observed_inputs(execution: ExecutionState, specification: Specification, variables: Variables) -> dict[Name, Any]:
    """What the specification reads of the state, as its inputs. Raises Undecided."""
    return {binder.name: variable_value(execution, binder, specification, variables) for binder in specification.inputs}


def new_instance(execution: ExecutionState, instance: Instance) -> UninterpretedValue:
    """An object whose fields are not set."""
    return object_of_instance(execution, instance, {})


# -- What a body does to fields of which its specification says nothing: callers may find any other value there.
#
# A field that no clause mentions is no variable of the specification, so that no output tells it. What the body gave
# it is read in the store afterwards.

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
                # Objects and arrays are compared where they are named, not as values.
                plain = binder.sort.kind not in _NOT_PLAIN and UNKNOWN not in (old, new)
                if plain and variable not in said_names and old != new:
                    yield Binder(variable, binder.sort), new

    def _of_results(self, specification: Specification, variables: Variables) -> Unsaid:
        """What is unsaid of objects that the body has made for its results, or constructed."""
        said_names = {binder.name for binder in specification.outputs}
        results = (result.name for result in self.routine.results if result.sort == OBJECT)
        # Of an object that was there before, what changed is said elsewhere.
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
            # Ghost fields are assigned by statements that may not be followed: only a value tells that one was.
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
