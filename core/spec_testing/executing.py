"""What executions of bodies may use, counted as the work of those that ask for them, and what the body of a method may
return on one input: several outputs, where it leaves choices open (`*`, `:|`).

Each of them is right, so that a specification that accepts them is not weak for it.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from ..deciding.engines import Engines
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..interpret.bodies import (
    ExecutionOutcome,
    execute,
    new_execution,
    outcome_of,
)
from ..interpret.choices import FIRST_MARK, Choices, Marks, is_not_known
from ..interpret.store import Store, Variables
from ..ir.contracts import Program, Specification
from ..ir.terms import free_names
from ..ir.values import ArrayValue, DatatypeValue, FrozenMap, UninterpretedValue
from ..ir.variables import Valuation, is_heap
from ..limits import BODY_LIMITS
from .contents import contents
from .spec_testing_limits import LIMITS


def execution_fuel(engines: Engines, steps: int = BODY_LIMITS.steps) -> Fuel:
    """The fuel of the next execution of a body: at most so many steps, each of which is work of the engines."""
    return engines.executing(Fuel(steps, BODY_LIMITS.largest, depth=BODY_LIMITS.deepest))


@frozen(slots=True)
class Beginning:
    """Where the execution of a body begins, on objects that no input describes in full."""

    store: Store
    variables: Variables


def execute_from(
    beginning: Beginning | None,
    specification: Specification,
    inputs: Valuation,
    program: Program,
    fuel: Fuel,
    choices: Choices | None = None,
) -> ExecutionOutcome:
    """Run the body of the method that a specification is about: from a beginning, which stays as it is, or else on the
    inputs, which then describe all that the body reads."""
    routine = program.routines.get(specification.name)
    if beginning is None or routine is None:
        return execute(specification, inputs, program, fuel, choices)
    execution = new_execution(program, fuel, beginning.store.copy(), choices=choices)
    return outcome_of(execution, specification, routine, dict(beginning.variables))


def within_types(outcome: ExecutionOutcome, specification: Specification, program: Program) -> ExecutionOutcome:
    """What an execution of a body came to; it fails where a result is not a value of its type, as -1 of `r: nat`. Such
    a body does not verify, for each assignment has to keep the type (Dafny reference manual, "Subset types"), and so it
    says nothing about what the postcondition should accept."""
    results = {binder.name for binder in specification.outputs}
    if outcome.state != "returned":
        return outcome
    # Only what is promised by the type of a result: other clauses are for judging.
    for condition in specification.ensures:
        clause, term = condition.clause, condition.term
        if term is None or clause.origin != "type" or clause.fact:
            continue
        # A condition that needs more than the results is not decided here.
        if not free_names(term) <= results & outcome.outputs.keys():
            continue
        evaluation = evaluate(term, outcome.outputs, program.functions, program.datatypes, Fuel(LIMITS.type_steps))
        if evaluation.is_false:
            text = " ".join(clause.text.split())
            return ExecutionOutcome("failed", reason=f"a result is not a value of its type: {text}")
    return outcome


def key_of(output: Valuation) -> Hashable:
    """The same for equal outputs, by however many assignments a body comes to the state that they are of."""
    return tuple((name, contents(output[name][1] if is_heap(name) else output[name])) for name in sorted(output))


@frozen(slots=True)
class Alternatives:
    """The outputs that a body returned on an input. `open`: it may return others, too. `pattern`: an output with marks
    for what nobody gave a value, which may be any that they allow (`marks`)."""

    outputs: tuple[Valuation, ...] = ()
    open: bool = False
    pattern: Valuation | None = None
    marks: Marks = field(factory=dict, eq=False, repr=False)
    _keys: frozenset[Hashable] = field(init=False)

    @_keys.default
    def _of_outputs(self) -> frozenset[Hashable]:
        return frozenset(map(key_of, self.outputs))

    def __contains__(self, output: Valuation) -> bool:
        return key_of(output) in self._keys or (self.pattern is not None and _fits(self.pattern, output, self.marks))


NONE = Alternatives()


def alternatives(
    specification: Specification,
    inputs: Valuation,
    program: Program,
    engines: Engines,
    beginning: Beginning | None = None,
    returned: Valuation | None = None,
) -> Alternatives:
    """What the body returns under one choice after the other, as far as `choices_of_a_body` go, and with other values
    where nobody gave one; `NONE` for a body that leaves nothing open, or that cannot be executed. `beginning`: as for
    `execute_from`; `returned`: what the body returns under the first choices, where that is known."""
    routine = program.routines.get(specification.name)
    if routine is None or not routine.is_written:
        return NONE

    def run(choices: Choices) -> ExecutionOutcome:
        return execute_from(beginning, specification, inputs, program, execution_fuel(engines), choices)

    # With a mark in place of each value that nobody gave: as a rule none is left in the outputs, and no choice is made.
    marking = Choices(marks=FIRST_MARK)
    marked = run(marking)
    looks = marking.blank and _looks_at_marks(run)
    if not (marking.taken or marking.open or looks) and returned is not None and _is_same(marked, returned):
        return NONE
    # Outputs by contents: two runs to one state are one output.
    found: dict[Hashable, Valuation] = {}
    first: tuple[int, ...] | None = ()
    is_open, end = False, min(engines.now + LIMITS.choices_seconds, engines.deadline)
    # Like an odometer: each run takes the choices of the one before it, the last of them moved on by one.
    for number in range(LIMITS.choices_of_a_body):
        if first is None:
            break
        choices = Choices(first)
        outcome = run(choices)
        # The first run made no choice: there is one output, unless values were left open.
        if number == 0 and not choices.taken:
            return _of_blank(outcome, marked, marking, run, looks) if choices.blank else NONE
        # A choice with more alternatives than were tried leaves the answer open, and so does what nobody gave a value.
        is_open = is_open or looks or choices.open or outcome.state == "unknown"
        if number == 0 and outcome.state == "returned":
            is_open = is_open or not _is_same(marked, outcome.outputs)
        if outcome.state == "returned":
            found.setdefault(key_of(outcome.outputs), outcome.outputs)
        # The next combination of choices, or None after the last.
        first = choices.following()
        if engines.now > end:
            break
    return Alternatives(tuple(found.values()), is_open or first is not None)


def _looks_at_marks(run: Callable[[Choices], ExecutionOutcome]) -> bool:
    """Does a body look at what nobody gave a value? Then it may return something else for each value."""
    watching = Choices(marks=FIRST_MARK, watching=True)
    run(watching)
    return watching.looked


def _is_same(outcome: ExecutionOutcome, outputs: Valuation) -> bool:
    return outcome.state == "returned" and key_of(outcome.outputs) == key_of(outputs)


def _of_blank(
    first: ExecutionOutcome,
    marked: ExecutionOutcome,
    marking: Choices,
    run: Callable[[Choices], ExecutionOutcome],
    looks: bool,
) -> Alternatives:
    """What a body returns that leaves elements of new arrays, variables or fields without a value: any value of the
    type is there (reference manual, "Array Allocation" and "Variable Initialization and Definite Assignment"), and what
    a compiled program has is no better than another. `looks`: whether the body looks at what nobody gave a value."""
    if first.state != "returned":
        return NONE
    if _is_same(marked, first.outputs):
        return Alternatives((first.outputs,), True) if looks else NONE
    # Two executions make functions that no comparison of contents knows as one: what differs says nothing then.
    if not _is_same(run(Choices()), first.outputs):
        return NONE
    # Where the body only hands on what nobody gave a value, the marks are in its output, which is the pattern of all
    # that it may return. That it does no more is seen where it looks at numbers and characters; of other values, where
    # the outputs with the values of a compiled program, and with small ones, are not the pattern with these in it.
    # Small numbers read better than marks.
    small = run(Choices(marks=0))
    marks_returned = _marks_in(tuple(marked.outputs.values()), marking.given)
    is_known = not looks and all(marking.given[mark] is not is_not_known for mark in marks_returned)
    is_pattern = is_known and all(
        outcome.state == "returned" and _fits(marked.outputs, outcome.outputs, dict.fromkeys(marking.given))
        for outcome in (marked, first, small)
    )
    outputs = tuple(outcome.outputs for outcome in (first, small) if outcome.state == "returned")
    return Alternatives(outputs, not is_pattern, marked.outputs if is_pattern else None, marking.given)


def _marks_in(value: Any, marks: Marks) -> Iterator[tuple[type, Any]]:
    if _is_mark(value, marks):
        yield type(value), value
    for part in _parts(value):
        yield from _marks_in(part, marks)


def _is_mark(value: Any, marks: Marks) -> bool:
    return isinstance(value, int | Fraction | UninterpretedValue) and (type(value), value) in marks


def _parts(value: Any) -> tuple[Any, ...]:
    match value:
        case ArrayValue():
            return value.elements
        case tuple():
            return value
        case DatatypeValue():
            return value.fields
        case FrozenMap():
            return tuple(value.values())
        case _:
            return ()


def _fits(pattern: Valuation, output: Valuation, marks: Marks) -> bool:
    """Is an output the pattern with values in place of its marks that these allow, the same for the same mark?"""
    found: dict[Any, Any] = {}
    if pattern.keys() != output.keys():
        # Unification with marks: the pattern's marks stand for any value, the same mark for the same.
        return False
    pending = [(pattern[name], output[name]) for name in pattern]
    while pending:
        wanted, value = pending.pop()
        if _is_mark(wanted, marks):
            is_allowed = marks[type(wanted), wanted]
            if contents(found.setdefault(wanted, value)) != contents(value):
                return False
            if is_allowed is not None and not is_allowed(value):
                return False
        # Without a mark in it a part has to be equal.
        elif next(_marks_in(wanted, marks), None) is None:
            if contents(wanted) != contents(value):
                return False
        else:
            # Otherwise both have to be made in one way, and their parts are compared.
            ours, theirs = _parts(wanted), _parts(value)
            if type(wanted) is not type(value) or len(ours) != len(theirs) or _shape(wanted) != _shape(value):
                return False
            pending += zip(ours, theirs, strict=True)
    return True


def _shape(value: Any) -> Hashable:
    match value:
        case DatatypeValue():
            return value.constructor
        case FrozenMap():
            return tuple(map(contents, value))
        case _:
            return None
