"""Methods that are run: on given arguments or on made ones, with the checks of their ghost code where that is asked
for."""

import time
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ..alarm import LimitReached, alarm
from ..deciding.engines import counted_engines
from ..errors import InputError, SortError, SpecassayError, Unsupported
from ..evaluate.typed import evaluate
from ..fuel import Fuel, time_is_over
from ..interpret.bodies import ExecutionOutcome, execute
from ..interpret.checks import GhostChecks
from ..ir.contracts import Program, Specification
from ..ir.routines import Routine
from ..ir.sorts import Sort
from ..ir.statements import Return
from ..ir.variables import Name, Valuation, last_part
from ..limits import RUN_LIMITS
from ..spans import Span
from ..spec_testing.constructed import executions, has_objects
from ..spec_testing.python_values import from_python
from ..spec_testing.valid_inputs import valid_inputs
from . import Language

MOST_NAMED = 20
"""Methods that an error lists."""
SECONDS_FOR_INPUTS = 2.0
"""Of work, for the inputs that are made for a method. Chosen, not measured."""


@frozen(slots=True)
class Execution:
    """One run of a method: its inputs, what it came to, and what its checks have found."""

    method: str
    inputs: Valuation
    outcome: ExecutionOutcome
    checks: GhostChecks


def subject(program: Program, name: str) -> Specification:
    """The method of this name. Raises InputError where it has none, or no body."""
    known = list(program.routines)
    if name not in known:
        near = ", ".join(known[:MOST_NAMED])
        raise InputError(f"no method {name} with a body; there is {near or 'none'}", file=program.file)
    specification = next(
        (specification for specification in program.specifications if specification.name == name), None
    )
    return specification or Specification(name, (), (), (), ())


def default_subjects(program: Program, language: Language, checked: bool) -> list[Specification]:
    """The entry of the program or, for checks, every method of the file where there is none, or one without statements,
    which a program needs to be compiled. Raises InputError."""
    mains = [name for name in program.routines if last_part(name) == language.entry]
    own = [
        specification
        for specification in program.specifications
        if specification.span is None or specification.span.file == program.file
    ]
    listed = [specification for specification in own if specification.name in program.routines]
    # An empty Main is there for the compiler: whoever asks for checks means the methods.
    if checked and listed and all(_does_nothing(program.routines[name]) for name in mains):
        return listed
    if mains:
        return [subject(program, mains[0])]
    raise InputError(f"no method {language.entry}: name the one to run, or use --check", file=program.file)


def _does_nothing(routine: Routine) -> bool:
    return all(isinstance(statement, Return) for statement in routine.body)


def given_inputs(specification: Specification, given: Any, program: Program, language: Language) -> dict[Name, Any]:
    """Arguments by name, or in order, as values: those of JSON, or texts with expressions of the language. Raises
    InputError."""
    binders = specification.inputs
    names = [str(binder.name) for binder in binders]
    if isinstance(given, list) and len(given) == len(names):
        given = dict(zip(names, given, strict=True))
    if not isinstance(given, dict) or set(given) != set(names):
        raise InputError(f"the parameters of {specification.name} are {', '.join(names) or 'none'}", file=program.file)
    pairs = zip(names, binders, strict=True)
    found = {binder.name: _value(given[name], binder.sort, name, program, language) for name, binder in pairs}
    for condition in specification.requires:
        if condition.term is None:
            continue
        # What cannot be decided is no reason to refuse: whoever gives arguments by hand wants to see the run.
        if evaluate(condition.term, found, program.functions, program.datatypes).is_false:
            text = " ".join(condition.clause.text.split())
            raise InputError(f"the arguments violate the precondition of {specification.name}: {text}")
    return found


def _value(given: Any, sort: Sort, name: str, program: Program, language: Language) -> Any:
    try:
        return from_python(given, sort, name)
    except SortError as error:
        # A text that is none of the type may be an expression of the language.
        if not isinstance(given, str) or language.parse_expression is None:
            raise InputError(f"{name}: {error}") from None
    try:
        term = language.parse_expression(given, {}, sort, program, Span("<arguments>", 1, 1, 1, 1))
    except SpecassayError as error:
        raise InputError(f"{name}: {error}") from None
    value = evaluate(term, {}, program.functions, program.datatypes)
    if value.state != "defined":
        raise InputError(f"{name}: {given} has no value ({value.reason})")
    return value.value


def run_on(
    specification: Specification, inputs: Valuation, program: Program, seconds: float, checked: bool
) -> Execution:
    """Run a method."""
    checks = GhostChecks()
    end = time.monotonic() + seconds
    limit = f"{seconds:g} s"
    fuel = Fuel(RUN_LIMITS.steps, RUN_LIMITS.largest, depth=RUN_LIMITS.deepest, deadline=end, limit=limit)
    try:
        with alarm(seconds):
            outcome = execute(specification, inputs, program, fuel, checks=checks if checked else None)
    except LimitReached:
        outcome = ExecutionOutcome("unknown", reason=f"out of fuel: {time_is_over(limit)}")
    return Execution(specification.name, inputs, outcome, checks)


def run_on_made(
    specification: Specification, program: Program, count: int, seconds: float, checked: bool
) -> Sequence[Execution]:
    """Run a method on inputs that meet its precondition; none where none is found. Raises Unsupported."""
    engines = counted_engines(seconds)
    if not specification.inputs and not has_objects(specification, program):
        return [run_on(specification, {}, program, seconds, checked)]
    if specification.heap.fields or has_objects(specification, program):
        try:
            with alarm(seconds):
                found = executions(specification, program, count, engines, seconds, checked)
        except LimitReached:
            raise Unsupported("objects that are built within the time limit", specification.span) from None
        return [Execution(specification.name, each.inputs, each.outcome, each.checks) for each in found]
    made = valid_inputs(specification, program, count, engines, min(SECONDS_FOR_INPUTS, seconds))
    # The time is for all inputs together, and no run is left without any.
    return [run_on(specification, inputs, program, seconds / len(made) + 0.1, checked) for inputs in made]
