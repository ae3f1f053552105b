"""What the tests of a method miss: it is found on inputs that they do not have.

The body fails there, or returns what the postcondition refuses; or the postcondition leaves the outputs open. What is
right there only the author can say, so that it is a finding, and no test.
"""

from collections.abc import Sequence
from contextlib import suppress

from attrs import evolve

from ..alarm import LimitReached, alarm
from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..ir.contracts import Program, Specification
from .blame import broken_callee
from .constructed import has_objects, many_executions
from .examples import BODY, Examples
from .executed_subjects import Executed
from .executions import (
    executed_on,
    executions_tried,
    has_body,
    is_against,
    left_open,
    open_without_body,
    search_seconds,
)
from .findings import Finding, Witness, summary
from .free_order import is_rearranged
from .judging import judge_outputs
from .made_tests import test_of, tests_of
from .notation import Notation, told
from .open_inputs import Determined, OpenInput, beside
from .reached_arrays import with_arrays_named
from .spec_testing_limits import LIMITS
from .valid_inputs import many_valid_inputs


def missed_by_tests(specification: Specification, program: Program, engines: Engines, language: Notation) -> Examples:
    """The findings on inputs that the tests of a method do not have, or the proof that its outputs are nowhere left
    open: no examples. Raises Unsupported."""
    routine = program.routines.get(specification.name)
    if routine is None and not has_body(specification, program):
        return _undetermined_beyond_tests(specification, program, engines, language)
    if routine is None or not routine.is_written or specification.heap.reached is not None:
        return Examples(())
    if specification.heap.fields or has_objects(specification, program):
        built = many_executions(specification, program, engines, min(LIMITS.further_seconds, search_seconds(engines)))
        return Examples((), tuple(_against(built, specification, program, engines, language)))
    # What a type parameter stands for is what the tests say.
    if any(binder.sort.kind == "Uninterpreted" for binder in specification.inputs):
        return Examples(())
    many = many_valid_inputs(specification, program, engines, search_seconds(engines))
    # What the body does on inputs that are not among the tests.
    tried = executions_tried(many, specification, program, engines)
    if against := _against(tried, specification, program, engines, language):
        return Examples((), tuple(against))
    open_input = left_open(tried, specification, program, engines)
    # An open input is a finding of its own; a proof that there is none is kept.
    if not isinstance(open_input, OpenInput):
        return with_proof(open_input, specification, Examples(()))
    outcome = executed_on(open_input.inputs, specification, program, engines).outcome
    right = outcome.outputs
    # The other output has to differ in more than a free order.
    other_output = beside(open_input, right, specification, program, engines) if outcome.state == "returned" else None
    if other_output is None or (specification.free_order and is_rearranged(right, other_output)):
        return Examples(())
    inputs, expected, shown = (
        language.literals(values, specification) for values in (open_input.inputs, right, other_output)
    )
    message = "beyond its tests, on an input where the body returns something else, another output is accepted"
    witness = Witness(inputs, expected, shown)
    note = Finding("leaves-output-open", specification.name, message, specification.span, witness=witness)
    return Examples((), (note,))


def _undetermined_beyond_tests(
    specification: Specification, program: Program, engines: Engines, language: Notation
) -> Examples:
    """An input, small if possible, on which two outputs are accepted, or the proof that there is none: for a method
    with tests and without a body."""
    if specification.kind != "method" or specification.heap.fields or has_objects(specification, program):
        return Examples(())
    if any(binder.sort.kind == "Uninterpreted" for binder in specification.inputs):
        return Examples(())
    left: OpenInput | Determined | None = None
    # Its tests are there: that the time ends says nothing of them.
    with suppress(LimitReached), alarm(engines.left * LIMITS.bettering_share):
        many = many_valid_inputs(specification, program, engines, search_seconds(engines))
        left = open_without_body(many, specification, program, engines)
    if not isinstance(left, OpenInput):
        return with_proof(left, specification, Examples(()))
    first, second = left.outputs
    if specification.free_order and is_rearranged(first, second):
        return Examples(())
    inputs, shown, other = (language.literals(values, specification) for values in (left.inputs, first, second))
    message = f"on an input that no test has, another output is accepted beside {told(shown)}"
    note = Finding(
        "leaves-output-open", specification.name, message, specification.span, witness=Witness(inputs, {}, other)
    )
    return Examples((), (note,))


def _against(
    tried: Sequence[Executed], specification: Specification, program: Program, engines: Engines, language: Notation
) -> list[Finding]:
    """What is said of the first executions on which the body fails, and on which the postcondition refuses what it
    returns; the shortest inputs first."""
    # The shortest inputs are shown.
    ordered = sorted(tried, key=lambda execution: len(told(language.literals(execution.inputs, specification))))
    failed = next((execution for execution in ordered if execution.outcome.state == "failed"), None)
    findings = (
        [] if failed is None else list(tests_of(specification, [failed], language, BODY, theory_of(program)).findings)
    )
    returned = (execution for execution in ordered if execution.outcome.state == "returned")
    # One failure and one refusal at most: the first of each.
    refused = next(
        (execution for execution in returned if is_against(execution, specification, program, engines)), None
    )
    if refused is None or broken_callee(test_of(refused, specification, BODY), program, engines):
        return findings
    example = with_arrays_named(test_of(refused, specification, BODY), theory_of(program))
    # No solver: what is complete is evaluated.
    judging = evolve(engines, backends=())
    judged = judge_outputs(example, example.outputs, (), theory_of(program), judging, "")
    inputs, outputs = (language.literals(values, specification) for values in (refused.inputs, example.outputs))
    called = f"{specification.name}({told(inputs)}) → {told(outputs)}"
    for index in judged.refuting:
        message = f"{summary(specification.ensures[index].clause)} refuses what the body returns: {called}"
        witness = Witness(inputs, {}, outputs)
        findings.append(
            Finding("body-breaks-postcondition", specification.name, message, specification.span, index, witness)
        )
    return findings


def with_proof(determined: Determined | None, specification: Specification, examples: Examples) -> Examples:
    """The examples with the engine that proved that nothing is left open, if one did."""
    return examples if determined is None else evolve(examples, determined={specification.name: determined.engine})
