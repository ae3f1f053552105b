"""Outputs that further calls lead to: what a caller's objects hold when their methods are called once more.

A change of one field is refused by a `Valid()` that relates many, and one value replaced everywhere says nothing of a
postcondition that leaves open how many there are. The methods of the class keep `Valid()`, and change what it leaves
open. Example: `ensures Valid() && k in Elems` of an insertion into a tree accepts what a second insertion leaves.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from ..deciding.engines import Engines
from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel
from ..interpret.bodies import Interpreter
from ..interpret.places import ExecutionStopped
from ..interpret.store import Variables
from ..ir.contracts import Program
from ..ir.operators.context import Undecided
from ..ir.routines import Routine
from ..ir.variables import Name
from .candidate_inputs import constants_of
from .drawn_inputs import LIKE_ANOTHER
from .examples import Example
from .executing import execution_fuel
from .object_builder import ObjectBuilder
from .states import in_state_of

MOST_TRIALS, MOST_CALLS = 4, 3
"""Executions of the method, and calls after each."""


def after_further_calls(example: Example, program: Program, engines: Engines, label: str) -> Iterator[dict[Name, Any]]:
    """The outputs of a method on an example after further calls of methods of the objects that it is about, itself
    among them, with random arguments that meet their preconditions; `label` seeds them. None where there are no
    objects, or where an execution comes to no end that is known."""
    specification = example.specification
    routine = program.routines.get(specification.name)
    if routine is None:
        return
    required = [each.term for each in specification.requires if each.term is not None]
    constants = constants_of(specification, required, program)
    for trial in range(MOST_TRIALS):
        random, fuel = Random(f"{label}/{trial}"), execution_fuel(engines)
        try:
            interpreter, variables = _begun(example, routine, program, fuel)
            builder = ObjectBuilder(program, interpreter, random, LIKE_ANOTHER, constants, specification.heap)
            first = interpreter.outcome(specification, routine, variables)
            names = [*(each.name for each in routine.objects), *(each.name for each in routine.results)]
            owners = [each for name in names if (each := variables.get(name)) in interpreter.store.objects]
            if first.state != "returned" or not owners:
                return
            for _ in range(MOST_CALLS):
                builder.called(random.choice(owners))
                yield in_state_of(first.outputs, interpreter.outputs(specification, variables), specification)
        except (ExecutionStopped, Undecided, Unsupported, OutOfFuel, RecursionError):
            continue


def _begun(example: Example, routine: Routine, program: Program, fuel: Fuel) -> tuple[Interpreter, Variables]:
    """An execution of the method of an example, before its first statement. Raises Unsupported."""
    beginning = example.beginning
    if beginning is not None:
        return Interpreter(program, fuel, beginning.store.copy()), dict(beginning.variables)
    interpreter = Interpreter(program, fuel)
    return interpreter, interpreter.prepared(example.specification, routine, example.inputs)
