"""Checks of ghost code at run time: conditions, measures and frames, where somebody asks for them.

A check does not change what is executed. Its term is evaluated on the state at hand, with fuel of its own
(`few_steps`). If it is false or undefined, that is a `Failure` with the state, and the run goes on.

Example: in `while i < n invariant s == Sum(i) { … }` the invariant is checked on entry and after each iteration. If it
is false in the third one, the failure has the values of i, s and n there, and of a conjunction the part that is false.
Of `invariant forall k :: 0 <= k < i ==> a[k] <= s` it has the first k for which the body is false.

- Conditions: `check_claim` (assertions, invariants), `check_conditions` (clauses of a call), `check_lemma`, and
  `FunctionChecks` (functions).
- Measures: `measured` evaluates a `decreases` clause, and `check_descent` compares the value with the one before.
- Frames: `frame_of` is what a body may change, and `allowed` the stack of these. `check_change` looks at the top only,
  since `check_frames` has compared a frame with the one below when its call or loop began.

Invariant: what cannot be decided is reported as *unknown* (`note_undecided`): it is neither a failure nor counted as
held. Only when the fuel of the run itself is spent does a check end the run.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import evolve, frozen

from ..errors import NotComputed, OutOfFuel, Unsupported
from ..evaluate.environment import Environment
from ..evaluate.typed import Machine
from ..fuel import Fuel
from ..ir.build import negate, op
from ..ir.contracts import Clause, Condition, Function
from ..ir.operators.context import OpenChoice, Undecided, Undefined
from ..ir.routines import Routine
from ..ir.sorts import Sort, tuple_of
from ..ir.statements import Frames, GhostCondition, LemmaCall, Measure
from ..ir.terms import Term, free_variables, make
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, Multiset, UninterpretedValue, array_object
from ..ir.variables import RECEIVER, Name, Valuation, is_before_call, is_field, is_hidden, root_of
from ..spans import Span
from ..trampoline import run
from .checks import Failure, ObjectState, ShownState, decreases
from .places import attempted_operand, operand, value_of
from .state import Allowed, ExecutionState, ExecutionStopped
from .store import NULL, UNKNOWN, Variables

STEPS_OF_A_CHECK = 200_000
"""Of the evaluator, for one condition. A quantifier over a large domain is unknown then, and the run goes on."""
DEEPEST = 2
"""Objects inside objects that are shown."""


@frozen(slots=True)
class FunctionChecks:
    """Checks what calls of functions read and return, as a `CallObserver` of the evaluator."""

    execution: ExecutionState

    def called(self, function: Function, arguments: Valuation) -> None:
        """Note what its proofs rest on. Preconditions are checked where definedness is."""
        if function.trusted and self.execution.checks is not None:
            self.execution.checks.trust(function.trusted)

    def read_beyond(self, function: Function, span: Span | None, read_place: str) -> None:
        """A function has read what its frame does not name."""
        note_failure(
            self.execution,
            Failure("reads", f"of {function.name}", span or function.span, f"does not name {read_place}"),
        )

    def returned(self, function: Function, arguments: Valuation, result: Any) -> None:
        """Check what a function promises about its result, once for all calls with the same arguments."""
        execution = self.execution
        promised = execution.promises.get(str(function.name))
        if promised is None or not promised.outputs:
            return
        # Fields are among the arguments: a function of the heap is checked again when the heap has changed.
        key = (function.name, *(arguments.get(binder.name) for binder in function.parameters))
        try:
            if key in execution.seen_calls:
                return
        # A value of a codatatype may have no end, and cannot be compared with the calls before.
        except NotComputed:
            return
        # The call is noted before its clauses are evaluated, since they may call the function with the same
        # arguments.
        execution.seen_calls.add(key)
        values: Variables = {**arguments, promised.outputs[0].name: result}
        shown_values = tuple(
            (binder.name, shown_value(execution, values[binder.name], set()), binder.sort)
            for binder in (*function.parameters, promised.outputs[0])
            if not is_field(binder.name)
        )
        for condition in promised.ensures:
            if condition.term is not None and not condition.clause.fact:
                check_result(
                    execution, condition.clause, condition.term, values, Failure("ensures", "", None, "", shown_values)
                )


def observe_functions(execution: ExecutionState) -> None:
    """Let an execution with checks hold functions against what they promise and may read."""
    execution.context = evolve(execution.context, observer=FunctionChecks(execution))
    execution.promises = {
        specification.name: specification
        for specification in execution.program.others
        if specification.kind == "function"
    }


def check_result(execution: ExecutionState, clause: Clause, term: Term, values: Valuation, failure: Failure) -> None:
    text = " ".join(clause.text.split())
    reason = "is false"
    try:
        with few_steps(execution):
            # The clause may call the function again, which is no other call to check.
            machine = Machine(evolve(execution.context, observer=None), Environment(values))
            holds = run(machine.evaluate(term, machine.environment)) is True
    except Undefined as problem:
        holds, reason = False, f"is not defined ({problem.reason})"
    except (Undecided, Unsupported, OutOfFuel) as problem:
        why = problem.reason if isinstance(problem, Undecided) else str(problem)
        note_undecided(execution, "ensures", text, clause.span, why)
        return
    if holds:
        note_held(execution)
    else:
        note_failure(execution, evolve(failure, text=text, span=clause.span, reason=reason))


def check_claim(execution: ExecutionState, claim: GhostCondition, variables: Variables, moment: str = "") -> bool:
    """Check a condition, where that is asked for. Has it not failed? Raises OutOfFuel where all is spent."""
    if execution.checks is None:
        return True
    if claim.test is None:
        note_undecided(execution, claim.kind, claim.text, claim.span, claim.problem)
        return True
    # A condition without a value is a failure, for Dafny demands definedness; one without an answer is none.
    try:
        holds = limited_value(execution, claim.test, variables) is True
        reason = "is false"
    except ExecutionStopped as problem:
        holds, reason = False, f"is not defined ({problem.reason})"
    except (Undecided, Unsupported, OutOfFuel) as problem:
        # The fuel of this one check may be spent, and the run goes on; the fuel of the run is spent only once.
        if execution.fuel.is_spent:
            raise
        why = problem.reason if isinstance(problem, Undecided) else str(problem)
        note_undecided(execution, claim.kind, claim.text, claim.span, why)
        return True
    if holds:
        note_held(execution)
        return True
    # What is undefined has no part that is false: the reason names what was not defined.
    term, witness = falsified_part(execution, claim.test, variables) if reason == "is false" else (None, ())
    state = shown_state(execution, variables, tuple(free_variables(claim.test)), claim.names)
    failure = Failure(claim.kind, claim.text, claim.span, f"{reason}{moment}", state, term, witness)
    note_failure(execution, failure)
    return False


def check_lemma(execution: ExecutionState, called: LemmaCall, variables: Variables) -> None:
    """Check what a lemma asks for and, where that holds, what it promises about its arguments."""
    specification = next(
        (candidate for name in called.names for candidate in execution.program.others if candidate.name == name), None
    )
    if execution.checks is None:
        return
    if specification is None or called.trusted:
        execution.checks.trust(called.names)
        return
    arguments = called.arguments or ()
    # What a lemma reads of objects, the state says; only what it says of one state is known here.
    parameters = [each.name for each in specification.inputs if each.name != RECEIVER and not is_field(each.name)]
    two_states = any(is_before_call(each.name) for each in specification.inputs)
    if called.arguments is None or two_states or len(arguments) != len(parameters):
        execution.checks.trust([specification.name])
        note_undecided(execution, "lemma", called.text, called.span, called.problem or "a lemma about two states")
        return
    values = [attempted_operand(execution, argument, variables, True) for argument in arguments]
    lemma_variables: Variables = dict(zip(parameters, values, strict=True))
    if RECEIVER in variables:
        lemma_variables[RECEIVER] = variables[RECEIVER]
    # Of arguments that the lemma is not about it promises nothing.
    if check_conditions(
        execution, specification.requires, lemma_variables, f" in the call of {specification.name} at {called.span}"
    ):
        check_conditions(
            execution,
            specification.ensures,
            lemma_variables,
            f" of what {specification.name} is called with at {called.span}",
        )


def check_conditions(execution: ExecutionState, listed: Iterable[Condition], variables: Variables, moment: str) -> bool:
    """Check clauses of a specification, where that is asked for. Has none of them failed?"""
    passed = True
    for condition in listed if execution.checks is not None else ():
        clause = condition.clause
        # What a type promises is nothing that somebody claims.
        if not clause.fact:
            text, problem = " ".join(clause.text.split()), "; ".join(problem.construct for problem in clause.problems)
            claim = GhostCondition(clause.kind, condition.term, text, clause.span, problem)
            passed &= check_claim(execution, claim, variables, moment)
    return passed


def limited_value(execution: ExecutionState, term: Term, variables: Variables) -> Any:
    """The value of a term for so many steps."""
    with few_steps(execution):
        return value_of(execution, term, variables)


@contextmanager
def few_steps(execution: ExecutionState) -> Iterator[None]:
    """A budget of its own for a check, of which a part counts for the execution."""
    outer_context = execution.context
    fuel = Fuel(min(STEPS_OF_A_CHECK, max(0, execution.fuel.steps)), execution.fuel.size, execution.fuel.depth)
    fuel.deadline = execution.fuel.deadline
    execution.context = evolve(outer_context, fuel=fuel, runs=False)
    steps_before = fuel.steps
    try:
        yield
    finally:
        execution.context = outer_context
        taken = max(0, steps_before - max(0, fuel.steps))
        # A costly condition that is checked in every turn would end the run before what it is about. A quarter
        # counts, so that checks end, too.
        execution.fuel.beside += taken - taken // 4
        execution.fuel.step(taken // 4)


def falsified_part(execution: ExecutionState, term: Term, variables: Variables) -> tuple[Term | None, ShownState]:
    """The first part of a conjunction that is false and, of a quantifier, for which values."""
    false_part = term
    try:
        while false_part.op == "and":
            # A part of which the value is not known counts as false here: the whole is false, and it is the first
            # that is not true.
            false_part = next(arg for arg in false_part.args if limited_value(execution, arg, variables) is not True)
        if false_part.op != "forall":
            return (None if false_part is term else false_part), ()
        *domains, body = false_part.args
        all_values = op("tuple.make", *(binder.variable for binder in false_part.data))
        sort = tuple_of(*(binder.sort for binder in false_part.data))
        choice = make("such_that", (*domains, negate(body), all_values), sort, false_part.data, false_part.span)
        values = limited_value(execution, choice, variables)
    except OpenChoice as several:
        if several.span != false_part.span:  # of a choice inside it
            return (None if false_part is term else false_part), ()
        values = several.first
    except (StopIteration, ExecutionStopped, Undecided, Unsupported, OutOfFuel):
        return (None if false_part is term else false_part), ()
    witness_found = tuple(
        (binder.name, value, binder.sort) for binder, value in zip(false_part.data, values, strict=True)
    )
    return (None if false_part is term else false_part), witness_found


def note_undecided(execution: ExecutionState, kind: str, text: str, span: Span | None, reason: str) -> None:
    if execution.checks is not None:
        execution.checks.undecided(kind, text, span, reason)


def note_failure(execution: ExecutionState, failure: Failure) -> None:
    if execution.checks is not None:
        execution.checks.failed(failure)


def note_held(execution: ExecutionState) -> None:
    if execution.checks is not None:
        execution.checks.decided += 1


def shown_state(
    execution: ExecutionState,
    variables: Variables,
    first: Iterable[tuple[Name, Sort]] = (),
    visible: Sequence[tuple[str, Name]] = (),
) -> ShownState:
    """The variables of the text, those of a condition first. `visible`: as `names` of `GhostCondition`."""
    sorts = dict(first)
    listed = visible or [(str(name), name) for name in variables if not is_hidden(name)]
    names = [(text, name) for text, name in listed if variables.get(name, UNKNOWN) is not UNKNOWN]
    mentioned = set(map(root_of, sorts))
    # Stable: those of the condition first, and all in the order of the text.
    names.sort(key=lambda pair: pair[1] not in mentioned)
    return tuple((text, shown_value(execution, variables[name], set()), sorts.get(name)) for text, name in names)


def shown_value(execution: ExecutionState, value: Any, above: set[Any], depth: int = 0) -> Any:
    """A value with what arrays and objects are now."""
    match value:
        case UninterpretedValue() if value in execution.store.objects and value != NULL:
            object_ = execution.store.objects[value]
            # Objects may refer to each other in a circle: one that is being shown is named, not shown again.
            if value in above or depth >= DEEPEST:
                return ObjectState(object_.kind, execution.store.number_of(value), None)
            above_inside = above | {value}
            fields = tuple(
                (name, shown_value(execution, inner_value, above_inside, depth + 1))
                for name, inner_value in object_.fields.items()
                # A field that was never written is left out: any value shown would be an invention.
                if inner_value is not UNKNOWN
            )
            return ObjectState(object_.kind, execution.store.number_of(value), fields)
        case ArrayValue():
            elements = execution.store.elements(value)
            return evolve(
                value, elements=tuple(shown_value(execution, element, above, depth + 1) for element in elements)
            )
        case tuple():
            return tuple(shown_value(execution, inner_value, above, depth) for inner_value in value)
        case FrozenMap():
            return FrozenMap(
                {key: shown_value(execution, inner_value, above, depth) for key, inner_value in value.items()}
            )
        case DatatypeValue(constructor=name, fields=fields):
            return DatatypeValue(name, tuple(shown_value(execution, pair, above, depth) for pair in fields))
        case _:
            return value


def measured(execution: ExecutionState, measure: Measure | None, variables: Variables) -> tuple[Any, ...] | None:
    """The value of a measure; None where there is none, or it is not known."""
    if measure is None or execution.checks is None:
        return None
    if measure.terms is None:
        note_undecided(execution, "decreases", measure.text, measure.span, measure.problem)
        return None
    try:
        return tuple(limited_value(execution, term, variables) for term in measure.terms)
    except (ExecutionStopped, Undecided, Unsupported, OutOfFuel) as problem:
        if execution.fuel.is_spent:
            raise
        note_undecided(execution, "decreases", measure.text, measure.span, str(problem))
        return None


def check_descent(
    execution: ExecutionState,
    measure: Measure,
    new: tuple[Any, ...] | None,
    old: tuple[Any, ...] | None,
    variables: Variables,
    moment: str,
) -> None:
    """Check that a measure gets smaller."""
    # Not known before or now: `measured` has said so, and this is no failure.
    if new is None or old is None:
        return
    if decreases(new, old):
        note_held(execution)
        return
    first, second = (tuple(shown_value(execution, value, set()) for value in values) for values in (old, new))
    sorts = tuple(term.sort for term in measure.terms or ())
    witness = (
        *zip(("before",) * len(first), first, sorts, strict=False),
        *zip(("now",) * len(second), second, sorts, strict=False),
    )
    reason = f"does not decrease{moment}"
    state = shown_state(execution, variables, (), measure.names)
    note_failure(execution, Failure("decreases", measure.text, measure.span, reason, state, None, witness))


def frame_of_body(execution: ExecutionState, routine: Routine, variables: Variables) -> Allowed | None:
    """What a body may change; None where that is not known."""
    constructed_objects = {variables.get(object_.name) for object_ in routine.objects if object_.constructed}
    return frame_of(execution, routine.frames, constructed_objects, variables)


def frame_of(
    execution: ExecutionState, frames: Frames | None, whole_objects: set[Any], variables: Variables
) -> Allowed | None:
    """What frames allow to change, and these objects."""
    if execution.checks is None or frames is None:
        return None
    # A frame that was not lowered allows anything here, or the checks below would tell false failures.
    if frames.parts is None:
        note_undecided(execution, "modifies", frames.text, frames.span, frames.problem)
        return None
    single: set[tuple[Any, str]] = set()
    try:
        for frame_part, name in frames.parts:
            for reference in references_in(operand(execution, frame_part, variables)):
                single.add((reference, name)) if name else whole_objects.add(reference)
    except (ExecutionStopped, Undecided, Unsupported, OutOfFuel) as problem:
        if execution.fuel.is_spent:
            raise
        note_undecided(execution, "modifies", frames.text, frames.span, str(problem))
        return None
    # `made` is the number of objects so far: those that are made later may be changed by whoever made them.
    return Allowed(frozenset(whole_objects), frozenset(single), execution.store.made, frames.text)


def check_change(execution: ExecutionState, changed_place: Any, span: Span | None, variables: Variables) -> None:
    """Check that the body at hand may change a place."""
    allowed = execution.allowed[-1] if execution.allowed else None
    if allowed is None or isinstance(changed_place, Name):
        return
    owner, name = changed_place
    # A frame names arrays by their identity, as objects.
    owner = array_object(owner) if isinstance(owner, ArrayValue) else owner
    if may_change(execution, allowed, owner, name if isinstance(name, str) else ""):
        return
    changed_part = f"the field {name} of an object" if isinstance(name, str) else f"the element {name} of an array"
    reason = f"does not allow the change of {changed_part} here"
    note_failure(execution, Failure("modifies", allowed.text, span, reason, shown_state(execution, variables)))


def may_change(execution: ExecutionState, allowed: Allowed, owner: Any, name: str) -> bool:
    # What was made since the frame began belongs to whoever made it (Dafny reference manual, "Modifies Clause").
    fresh = execution.store.number_of(owner) > allowed.made
    return fresh or owner in allowed.whole or (bool(name) and (owner, name) in allowed.fields)


def check_frames(
    execution: ExecutionState, callee: Allowed | None, name: str, span: Span | None, variables: Variables
) -> None:
    """Check that a call changes no more than its caller may."""
    allowed = execution.allowed[-1] if execution.allowed else None
    if allowed is None or callee is None:
        return
    wide = [reference for reference in callee.whole if not may_change(execution, allowed, reference, "")]
    # Of an object that is named with a field, that field alone may change.
    narrow = [pair for pair in callee.fields if not may_change(execution, allowed, *pair)]
    if wide or narrow:
        reason = f"does not allow the call of {name}, which may change more"
        note_failure(execution, Failure("modifies", allowed.text, span, reason, shown_state(execution, variables)))


def references_in(value: Any) -> Iterator[Any]:
    """The objects and arrays that a frame names."""
    match value:
        case ArrayValue():
            yield array_object(value)
        case UninterpretedValue() if value != NULL:
            yield value
        case tuple() | frozenset() | Multiset():
            for inner_value in value:
                yield from references_in(inner_value)
