"""What bodies come to on inputs that were found, and what of it shows more than a test that passes.

An execution shows more where the body fails or returns what the postcondition refuses, and where another output than
the body's is accepted, too. Tests are chosen among executions by that (`making.py`), and where somebody has written
tests it says what these miss (`beyond_tests.py`).
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from attrs import evolve

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..interpret.bodies import execute
from ..ir.contracts import Program, Specification
from ..ir.variables import Name, Valuation
from ..limits import BODY_LIMITS
from ..synthesis.values import complexity
from .aliased import of_call
from .blame import of_own_body
from .different_inputs import different
from .examples import BODY
from .executed_subjects import Executed
from .executing import execution_fuel, within_types
from .judging import judge_outputs
from .made_tests import test_of
from .open_inputs import Determined, OpenInput, near_outputs_accepted, two_outputs_accepted, two_outputs_on_some
from .reached_arrays import with_arrays_named
from .spec_testing_limits import LIMITS
from .valid_inputs import input_conditions

FIRST_TRIED = LIMITS.made_tests + LIMITS.further_made_tests
"""Executions near whose outputs others are looked for first: those of the tests."""


def search_seconds(engines: Engines) -> float:
    """How long the search for the inputs of one method may take: half of what these engines have at most, for solvers
    are asked where it finds none, and what it finds has to be executed."""
    return max(0.0, min(LIMITS.search_seconds, (engines.deadline - engines.now) / 2))


def has_body(specification: Specification, program: Program) -> bool:
    """Whether a subject has a body, also one that is not read."""
    function = program.functions.get(specification.name) if specification.kind == "function" else None
    if function is not None:
        return function.body is not None or bool(function.unread)
    return specification.kind != "method" or specification.name in program.routines


def executed_on(
    inputs: dict[Name, Any],
    specification: Specification,
    program: Program,
    engines: Engines,
    steps: int = BODY_LIMITS.steps,
) -> Executed:
    """What the body comes to on an input, in at most so many steps."""
    fuel = execution_fuel(engines, steps)
    outcome = execute(of_call(specification, inputs), inputs, program, fuel)
    return Executed(inputs, within_types(of_own_body(outcome), specification, program))


def executions_tried(
    many: Sequence[dict[Name, Any]],
    specification: Specification,
    program: Program,
    engines: Engines,
    small_first: bool = False,
) -> list[Executed]:
    """What the body comes to on the inputs that a search has found, different ones first, as long as the time lasts.
    `small_first`: the body takes too many steps on some, seldom on small ones."""
    deadline = engines.now + LIMITS.further_seconds
    steps = BODY_LIMITS.steps // LIMITS.fewer_steps if small_first else BODY_LIMITS.steps
    listed = sorted(many, key=input_complexity) if small_first else different(list(many), LIMITS.further_inputs)
    ordered = takewhile(lambda _: engines.now < deadline, listed[: LIMITS.further_inputs])
    return [executed_on(values, specification, program, engines, steps) for values in ordered]


def took_too_long(executed: Executed) -> bool:
    """Whether an execution ran out of steps."""
    return executed.outcome.state == "unknown" and executed.outcome.reason.startswith("out of fuel")


def input_complexity(inputs: Valuation) -> tuple[int, float]:
    """How many numbers and the like an input holds, and how large they are."""
    keys = [complexity(value) for value in inputs.values()]
    return sum(key[0] for key in keys), max((key[2] for key in keys), default=0.0)


def is_against(executed: Executed, specification: Specification, program: Program, engines: Engines) -> bool:
    """Does the body fail on an input, or return what the postcondition refuses? Both are as much as a test can show."""
    outcome = executed.outcome
    if outcome.state != "returned":
        return outcome.state == "failed"
    theory = theory_of(program)
    example = with_arrays_named(test_of(executed, specification, BODY), theory)
    judging = evolve(engines, backends=())
    return judge_outputs(example, example.outputs, (), theory, judging, "").verdict == "refuted"


def left_open(
    tried: Sequence[Executed], specification: Specification, program: Program, engines: Engines
) -> OpenInput | Determined | None:
    """An input on which the postcondition accepts several outputs: made inputs are small, and may all be ones on which
    it does not. Where one of the first that were tried is such an input, it is that. Or the proof that there is
    none."""
    if specification.kind != "method" or not (specification.outputs or specification.modifies):
        return None  # A function's body is known to its callers, and a lemma promises no outputs.
    open_input = near_open(tried, specification, program, engines)
    # With shapes or heaps the proof below does not apply.
    if (
        open_input is not None
        or specification.heap.held
        or specification.heap.dimensions
        or specification.heap.reached is not None
    ):
        return open_input
    # One question to a solver: is there any input with two accepted outputs?
    return two_outputs_accepted(specification, input_conditions(specification), program, engines)


def open_without_body(
    many: Sequence[dict[Name, Any]], specification: Specification, program: Program, engines: Engines
) -> OpenInput | Determined | None:
    """An input on which a postcondition accepts two outputs, where no body says what one of them is: one of those that
    a search found, small ones first, or a solver's; or the proof that there is none."""
    if not (specification.outputs or specification.modifies):
        return None
    found = two_outputs_on_some(
        sorted(different(list(many), LIMITS.open_inputs), key=input_complexity), specification, program, engines
    )
    if found is not None or specification.heap.held or specification.heap.dimensions:
        return found
    return two_outputs_accepted(specification, input_conditions(specification), program, engines)


def near_open(
    tried: Sequence[Executed], specification: Specification, program: Program, engines: Engines
) -> OpenInput | None:
    """One of some inputs on which the postcondition accepts another output near the body's."""
    returned = {
        id(execution.inputs): execution.outcome.outputs for execution in tried if execution.outcome.state == "returned"
    }
    inputs = [execution.inputs for execution in tried if id(execution.inputs) in returned]
    spread = [*inputs[:FIRST_TRIED], *different(inputs[FIRST_TRIED:], LIMITS.open_inputs)]
    pairs = ((values, returned[id(values)]) for values in spread)
    return near_outputs_accepted(pairs, specification, program, engines)
