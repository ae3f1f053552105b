"""Inputs that are objects, built as programs build them: by a constructor, then by a few calls of their methods, all in
the interpreter. What a specification reads of the objects is its input then."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from ..alarm import LimitReached, alarm
from ..deciding.engines import Engines
from ..errors import OutOfFuel, Unsupported
from ..interpret.bodies import new_execution
from ..interpret.checks import GhostChecks
from ..interpret.state import ExecutionStopped
from ..ir.contracts import Program, Specification, lowered_terms
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.variables import Name
from .candidate_inputs import constants_of
from .different_inputs import all_alike, different
from .drawn_inputs import LIKE_ANOTHER
from .executed_subjects import Executed, executed
from .executing import execution_fuel
from .object_builder import ObjectBuilder
from .repaired_inputs import InputRepair
from .spec_testing_limits import LIMITS

FREE = 4
"""As long as no input is found, or all that are found are alike, in one attempt of this many the fields of objects are
assigned from outside, as a program may do that keeps no invariant: a precondition may allow states that no method leads
to."""

UNREPAIRED = 8
"""Attempts before fields are assigned so that a precondition is met: what methods lead to is closer to programs."""

ALIKE = 0.6
"""How often a value is drawn near what objects hold, in every other attempt."""


def has_objects(specification: Specification, program: Program) -> bool:
    """Is the subject one with objects: a method whose body can be executed, or a function or lemma?"""
    return _takes_objects(specification, program.routines.get(specification.name))


def _takes_objects(specification: Specification, routine: Routine | None) -> bool:
    if specification.kind != "method":
        return any(not instance.nullable for instance in specification.heap.instances)
    return routine is not None and bool(routine.objects or routine.nullable)


def executions(
    specification: Specification,
    program: Program,
    count: int,
    engines: Engines,
    seconds: float,
    checked: bool = False,
) -> list[Executed]:
    """Return at most `count` executions, on inputs as different as were found."""
    return different_executions(many_executions(specification, program, engines, seconds, checked), count)


def many_executions(
    specification: Specification,
    program: Program,
    engines: Engines,
    seconds: float,
    checked: bool = False,
    most: int = LIMITS.built_inputs,
) -> list[Executed]:
    """Executions on objects that are built, at most `most`. `checked`: with the checks of ghost code, those of what
    builds the objects, too."""
    # Keyed by what the subject reads of the objects: two heaps that look alike to it are one input.
    found: dict[Any, Executed] = {}
    required = lowered_terms(specification.requires)
    constants = constants_of(specification, required, program)
    repair = InputRepair(specification, program, required, engines)
    deadline = min(engines.now + seconds, engines.deadline)
    # What counts no steps is ended by an alarm, and what was found until then counts.
    with suppress(LimitReached), alarm(engines.left):
        # One attempt a seed: attempts are independent, and can be repeated one by one.
        for number in range(LIMITS.building_attempts):
            if engines.now > deadline or len(found) >= most:
                break
            execution = new_execution(program, execution_fuel(engines), checks=GhostChecks() if checked else None)
            # Every so often, while nothing else fits, fields are assigned freely, without calls.
            free = number % FREE == FREE - 1 and all_alike([earlier.inputs for earlier in found.values()])
            # Repairing inputs is dear: only where plain attempts have failed.
            mended = repair if number >= UNREPAIRED and not found else None
            builder = ObjectBuilder(
                program, execution, Random(number), _alike(number), constants, specification.heap.fields, free
            )
            try:
                execution_found = executed(builder, specification, mended)
            # An attempt that ends abnormally built nothing; the next seed is tried.
            except (ExecutionStopped, Undecided, Unsupported, OutOfFuel, RecursionError):
                continue
            if execution_found is not None:
                found.setdefault(repr(execution_found.inputs), execution_found)
    return list(found.values())


def different_executions(found: Sequence[Executed], count: int) -> list[Executed]:
    """Choose at most `count` executions whose inputs differ most."""
    by_inputs = {id(execution.inputs): execution for execution in found}
    return [by_inputs[id(inputs)] for inputs in different([execution.inputs for execution in found], count)]


def built_inputs(
    specification: Specification, program: Program, engines: Engines, seconds: float
) -> Iterator[dict[Name, Any]]:
    """Inputs on objects that are built, whether they meet the precondition or not, as long as the time lasts. None for
    a subject without objects."""
    name = specification.name
    # Without objects plain values are drawn elsewhere, and quicker.
    if not _takes_objects(specification, program.routines.get(name) or program.headers.get(name)):
        return
    deadline = min(engines.now + seconds, engines.deadline)
    constants = constants_of(specification, lowered_terms(specification.requires), program)
    for number in range(LIMITS.building_attempts):
        if engines.now > deadline:
            return
        execution = new_execution(program, execution_fuel(engines))
        try:
            free = number % FREE == FREE - 1
            builder = ObjectBuilder(
                program, execution, Random(number), _alike(number), constants, specification.heap.fields, free
            )
            yield from builder.inputs(specification)
        except (ExecutionStopped, Undecided, Unsupported, OutOfFuel, RecursionError):
            continue


def _alike(attempt: int) -> float:
    """How often an attempt draws values near those that there are. Objects are built by calls whose arguments nothing
    relates, so that two sets have nothing in common, unless every other attempt sees to it."""
    return ALIKE if attempt % 2 else LIKE_ANOTHER
