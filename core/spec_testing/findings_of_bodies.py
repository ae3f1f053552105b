"""What executing the body of a method shows, as findings about the body or the precondition.

Does the body pass its own tests? What it comes to on their valid inputs, beside what they expect. The tests say what is
right, so that a body which does something else is wrong, and not the specification: these findings are no evidence for
its verdict. A specification that accepts such a body is weak, and the mutants of outputs show that; but its author, who
has a method that fails, wants to know that first.

Is the body fine on inputs that the precondition refuses? Then it may refuse more than it has to.
"""

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..interpret.bodies import ExecutionOutcome, execute
from ..ir.contracts import Program, Specification
from ..ir.variables import Valuation
from .blame import broken_callee
from .contents import contents
from .examples import OF_BODY, SPECIFICATION, Example
from .executing import alternatives, execution_fuel
from .findings import Finding, Witness, summary
from .judging import judge_outputs
from .notation import Notation, told
from .spec_testing_limits import LIMITS
from .triples import Options, Tested
from .wrong_outputs import accepts

FEWEST = 3
"""Fewer of them say nothing."""


def body_findings(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, language: Notation
) -> Iterator[Finding]:
    """At most one finding of each kind about a place: the body fails on the input of a test, returns what the
    postcondition refuses, or what the test does not expect, each on the first such input; and one where that is not
    known of all inputs. None about objects, of which a test says only a part."""
    routine = program.routines.get(specification.name)
    if routine is None or not routine.is_written or specification.heap.fields or specification.heap.reached is not None:
        return
    # No solver: body findings are what execution and evaluation show, in little time.
    seen = evolve(engines.within(LIMITS.findings_seconds, "findings about a body"), backends=())
    known, given = set(), set()
    open_because: list[str] = []
    for test in tests:
        example = test.example
        # One input once, however many tests use it.
        key = contents(tuple(example.inputs.values()))
        # What a test expects that the specification refuses may be wrong itself (`contradicts-test`).
        held = test.judgement is not None and test.judgement.verdict != "refuted"
        if not held or example.source in OF_BODY or example.source == SPECIFICATION or key in known:
            continue
        known.add(key)
        if seen.now >= seen.deadline:
            open_because.append("the time for it had run out")
            continue
        # The body is executed on the test's own input.
        outcome = execute(example.specification, example.inputs, program, execution_fuel(seen))
        if outcome.state == "unknown":
            open_because.append(outcome.reason)
        # One finding for each kind and place; further inputs show nothing new.
        for finding in _of_outcome(example, outcome, program, seen, language):
            place = finding.kind, finding.clause, outcome.span
            if place not in given:
                given.add(place)
                yield finding
    if open_because:
        on = f"on {len(open_because)} of {len(known)} inputs of tests"
        message = f"{on} it is not known what the body returns: {open_because[0]}"
        yield Finding("body-not-tried", specification.name, message, specification.span)


def _of_outcome(
    example: Example, outcome: ExecutionOutcome, program: Program, engines: Engines, language: Notation
) -> Iterator[Finding]:
    specification, outputs = example.specification, outcome.outputs
    # The inputs and both outputs as literals, for the witness.
    inputs, expected, returned = (
        language.literals(each, specification) for each in (example.inputs, example.outputs, outputs)
    )
    if outcome.state == "failed":
        message = f"the body fails on the input of a test: {outcome.reason}"
        witness = Witness(inputs, expected, {})
        yield Finding("fails-at-run-time", specification.name, message, outcome.span, witness=witness)
    # What did not come to an end is neither right nor wrong.
    if outcome.state != "returned":
        return
    theory, witness = theory_of(program), Witness(inputs, expected, returned)
    # Judged without the test's own expectation: does the postcondition accept what was returned?
    judged = judge_outputs(evolve(example, unknowns={}, constraints=()), outputs, (), theory, engines, "")
    if judged.verdict == "refuted" and not broken_callee(example, program, engines):
        for index in judged.refuting:
            message = f"{summary(specification.ensures[index].clause)} refuses what the body returns"
            yield Finding("body-breaks-postcondition", specification.name, message, example.span, index, witness)
    if judged.verdict == "refuted":
        return
    # The body is right, by the test itself.
    if accepts(example, outputs, theory, engines):
        return
    # A body with choices may return what the test expects under another one.
    others = alternatives(specification, example.inputs, program, engines)
    if others.open or any(accepts(example, output, theory, engines) for output in others.outputs):
        return
    message = "the body returns what a test does not expect, and the postcondition does not refuse it"
    yield Finding("body-fails-test", specification.name, message, example.span, witness=witness)


def refused_choices(
    tests: Iterable[tuple[Tested, Sequence[Valuation]]], program: Program, options: Options
) -> Iterator[Finding]:
    """A finding for each test on whose valid input the postcondition refuses what the body may return by another choice
    (`*`, `:|`), or where nobody gave a value: the language promises its callers nothing but a value of the type.
    `tests`: each with what the body may return on its input."""
    engines, theory = evolve(options.engines, backends=()), theory_of(program)
    for test, outputs in tests:
        example, specification = test.example, test.example.specification
        # Only where it accepts what the body did return: else that is the finding, or nothing is known.
        if test.judgement is None or test.judgement.verdict != "holds":
            continue
        for returned in outputs:
            judged = judge_outputs(evolve(example, unknowns={}, constraints=()), returned, (), theory, engines, "")
            if judged.verdict != "refuted" or not judged.refuting:
                continue
            shown, other = (options.language.literals(values, specification) for values in (example.inputs, returned))
            called = f"{specification.name}({told(shown)}) → {told(other)}"
            for index in judged.refuting[:1]:
                refused = summary(specification.ensures[index].clause)
                message = f"{refused} refuses what the body may return where it leaves a value open: {called}"
                witness = Witness(shown, {}, other)
                yield Finding("body-breaks-postcondition", specification.name, message, example.span, index, witness)


def needless_findings(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, language: Notation
) -> Iterator[Finding]:
    """A finding for each clause of the precondition without which the method was fine on every input that was tried.
    They are the invalid inputs of the tests that violate this clause and no other one.

    That is no defect. Whoever calls the method has more to prove than the method needs, or has been promised nothing on
    purpose; where a test calls it with such an input, the two disagree (`breaks-precondition`)."""
    if specification.name not in program.routines or specification.kind != "method":
        return
    # With arrays that have no name, another input has another specification.
    if specification.heap.reached is not None:  # Which arrays have names, the input of the test says.
        return
    seen = evolve(engines, backends=())
    for index, condition in enumerate(specification.requires):
        if condition.clause.implicit or condition.clause.fact:
            continue
        # The inputs that this clause alone refuses: the others say nothing of it.
        tried = [
            evolve(test.example, inputs=trial.inputs, unknowns={}, constraints=())
            for test in tests
            for trial in test.trials
            if trial.precondition.refuting == (index,)
        ][: LIMITS.inputs_without_a_clause]
        # A single input may be right by accident.
        if len(tried) < FEWEST:
            continue
        outputs_of = _fine_on_all(tried, program, seen)
        if outputs_of is None:
            continue
        # The shortest example is shown.
        example, outputs = min(
            zip(tried, outputs_of, strict=True),
            key=lambda pair: len(str(language.literals(pair[0].inputs, specification))),
        )
        arguments = told(language.literals(example.inputs, specification))
        returned = told(language.literals(outputs, specification))
        message = (
            f"{summary(condition.clause)} refuses {len(tried)} inputs on which the body runs and keeps the "
            f"postcondition: {specification.name}({arguments}) → {returned}"
        )
        yield Finding("requires-more-than-needed", specification.name, message, condition.clause.span, index)


def _fine_on_all(tried: Sequence[Example], program: Program, engines: Engines) -> list[Valuation] | None:
    """What the body returns on each of these inputs; None where it fails on one, does not return in time, or returns
    what the postcondition is not known to hold of. The first such ends the search: where a body does not end on what
    its precondition refuses, each would take all the time that a body may."""
    found = []
    for example in tried:
        outcome = execute(example.specification, example.inputs, program, execution_fuel(engines))
        if outcome.state != "returned":
            return None
        if judge_outputs(example, outcome.outputs, (), theory_of(program), engines, "").verdict != "holds":
            return None
        found.append(outcome.outputs)
    return found
