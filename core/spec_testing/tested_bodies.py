"""Does the body of a method pass its own tests? What it comes to on their valid inputs, beside what they expect.

The tests say what is right, so that a body which does something else is wrong, and not the specification: these
findings are no evidence for its verdict. A specification that accepts such a body is weak, and the mutants of outputs
show that; but its author, who has a method that fails, wants to know that first.
"""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..interpret.bodies import ExecutionOutcome, execute
from ..ir.contracts import Program, Specification
from .contents import contents
from .examples import OF_BODY, SPECIFICATION, Example
from .executing import alternatives, execution_fuel
from .findings import Finding, Witness, summary
from .judging import judge_outputs
from .language import Language
from .triples import Tested
from .wrong_outputs import accepts

SECONDS = 0.5
"""Of work, for the executions on the inputs of all tests of a method."""


def body_findings(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, language: Language
) -> Iterator[Finding]:
    """At most one finding of each kind about a place: the body fails on the input of a test, returns what the
    postcondition refuses, or what the test does not expect, each on the first such input; and one where that is not
    known of all inputs. None about objects, of which a test says only a part."""
    routine = program.routines.get(specification.name)
    # `{ }` stands where a body is still to be written, as in data sets of specifications.
    if routine is None or not routine.body or specification.heap or specification.reached is not None:
        return
    seen = evolve(engines, backends=(), deadline=min(engines.deadline, engines.now + SECONDS))
    known, told = set(), set()
    open_because: list[str] = []
    for test in tests:
        example = test.example
        key = contents(tuple(example.inputs.values()))
        # What a test expects that the specification refuses may be wrong itself (`contradicts-test`).
        held = test.judgement is not None and test.judgement.verdict != "refuted"
        if not held or example.source in OF_BODY or example.source == SPECIFICATION or key in known:
            continue
        known.add(key)
        if seen.now >= seen.deadline:
            open_because.append("the time for it had run out")
            continue
        outcome = execute(example.specification, example.inputs, program, execution_fuel(seen))
        if outcome.state == "unknown":
            open_because.append(outcome.reason)
        for finding in _of_outcome(example, outcome, program, seen, language):
            place = finding.kind, finding.clause, outcome.span
            if place not in told:
                told.add(place)
                yield finding
    if open_because:
        on = f"on {len(open_because)} of {len(known)} inputs of tests"
        message = f"{on} it is not known what the body returns: {open_because[0]}"
        yield Finding("body-not-tried", specification.name, message, specification.span)


def _of_outcome(
    example: Example, outcome: ExecutionOutcome, program: Program, engines: Engines, language: Language
) -> Iterator[Finding]:
    specification, outputs = example.specification, outcome.outputs
    inputs, expected, returned = (
        language.literals(each, specification) for each in (example.inputs, example.outputs, outputs)
    )
    if outcome.state == "failed":
        message = f"the body fails on the input of a test: {outcome.reason}"
        witness = Witness(inputs, expected, {})
        yield Finding("fails-at-run-time", specification.name, message, outcome.span, witness=witness)
    if outcome.state != "returned":
        return
    theory, witness = theory_of(program), Witness(inputs, expected, returned)
    judged = judge_outputs(evolve(example, unknowns={}, constraints=()), outputs, (), theory, engines, "")
    if judged.verdict == "refuted":
        for index in judged.refuting:
            message = f"{summary(specification.ensures[index].clause)} refuses what the body returns"
            yield Finding("body-breaks-postcondition", specification.name, message, example.span, index, witness)
        return
    if accepts(example, outputs, theory, engines):
        return
    others = alternatives(specification, example.inputs, program, engines)
    if others.open or any(accepts(example, each, theory, engines) for each in others.outputs):
        return
    message = "the body returns what a test does not expect, and the postcondition does not refuse it"
    yield Finding("body-fails-test", specification.name, message, example.span, witness=witness)
