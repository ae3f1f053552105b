"""Whose fault it is that a body breaks its postcondition: a caller knows of what it calls the specification alone, so
that one whose callee breaks its own is not shown to be wrong.

Example: with `method Inc(x: int) returns (r: int) ensures r == x + 1 { r := x; }` what `{ r := Inc(x); }` returns is
refused by `ensures r == x + 1`, and this body verifies. So does `{ False(); r := x; }` with `lemma False() ensures
false`, where the lemma is what is wrong.
"""

from collections.abc import Collection

from attrs import evolve

from ..deciding.engines import Engines
from ..errors import OutOfFuel, Unsupported
from ..evaluate.environment import Environment
from ..evaluate.typed import Machine
from ..interpret.bodies import ExecutionOutcome, execute, new_execution, outcome_of
from ..interpret.checks import GhostChecks
from ..ir.build import call
from ..ir.contracts import Program
from ..ir.operators.context import Undecided, Undefined
from ..trampoline import run
from .examples import Example
from .executing import execution_fuel


def of_own_body(outcome: ExecutionOutcome) -> ExecutionOutcome:
    """What an execution came to, as far as it says something of this body: where it fails inside of another one that
    it called as that allows, nothing is known."""
    if outcome.state != "failed" or outcome.expected or not outcome.callee:
        return outcome
    return evolve(outcome, state="unknown", reason=f"{outcome.callee}, which it calls, fails: {outcome.reason}")


def broken_callee(example: Example, program: Program, engines: Engines, wrong: Collection[str] = frozenset()) -> str:
    """What the body calls on the input of an example that breaks its own postcondition before anything else is broken;
    empty where it is the body itself, or that is not known. `wrong`: what is known to be wrong on some input, which is
    to blame where what a proof gets from it is not checked."""
    specification, checks, fuel = example.specification, GhostChecks(), execution_fuel(engines)
    # Of a lemma that a body calls, too, it knows the postcondition alone.
    program = evolve(program, routines=program.checked or program.routines)
    routine, beginning = program.routines.get(specification.name), example.beginning
    if routine is not None and beginning is not None:
        execution = new_execution(program, fuel, beginning.store.copy(), checks=checks)
        outcome_of(execution, specification, routine, dict(beginning.variables))
    elif specification.kind == "method":
        execute(specification, example.inputs, program, fuel, checks=checks)
    elif specification.name in program.functions:
        function, execution = program.functions[specification.name], new_execution(program, fuel, checks=checks)
        arguments = (binder.variable for binder in function.parameters)
        machine = Machine(execution.context, Environment(example.inputs))
        try:
            run(machine.evaluate(call(function.name, *arguments, sort=function.result), machine.environment))
        except (Undecided, Undefined, Unsupported, OutOfFuel):
            return ""
    # In the order in which they were broken: a callee that is given what it does not allow promises nothing, and what
    # a body itself claims wrongly before is its own fault.
    first = next(iter(checks.failures.values()), None)
    own = {condition.clause.span for condition in specification.ensures}
    if first is None or first.kind != "ensures" or first.span in own:
        return min(checks.trusted.intersection(wrong) - {specification.name}, default="")
    broken = (
        subject.name
        for subject in (*program.specifications, *program.others)
        if any(condition.clause.span == first.span for condition in subject.ensures)
    )
    return next(broken, "")
