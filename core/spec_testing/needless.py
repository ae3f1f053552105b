"""Preconditions that may ask for more than is needed: the body runs on what they refuse, and the postcondition holds.

That is no defect. Whoever calls the method has more to prove than the method needs, or has been promised nothing on
purpose; where a test calls it with such an input, the two disagree (`breaks-precondition`).
"""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..deciding.clauses import Engines, theory_of
from ..interpret.bodies import execute
from ..ir.contracts import Program, Specification
from ..ir.variables import Valuation
from .examples import Example
from .executing import execution_fuel
from .findings import Finding, summary
from .judging import judge_outputs
from .language import Language
from .triples import Tested

MOST_TRIED = 8
"""Inputs for each clause."""
FEWEST = 3
"""Fewer say nothing."""


def needless_findings(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, language: Language
) -> Iterator[Finding]:
    """A finding for each clause of the precondition without which the method was fine on every input that was tried.
    They are the invalid inputs of the tests that violate this clause and no other one."""
    if specification.name not in program.routines or specification.kind != "method":
        return
    if specification.reached is not None:  # Which arrays have names, the input of the test says.
        return
    seen = evolve(engines, backends=())
    for index, condition in enumerate(specification.requires):
        if condition.clause.implicit or condition.clause.fact:
            continue
        tried = [
            evolve(test.example, inputs=trial.inputs, unknowns={}, constraints=())
            for test in tests
            for trial in test.trials
            if trial.precondition.refuting == (index,)
        ][:MOST_TRIED]
        if len(tried) < FEWEST:
            continue
        outputs_of = _fine_on_all(tried, program, seen)
        if outputs_of is None:
            continue
        example, outputs = min(
            zip(tried, outputs_of, strict=True),
            key=lambda pair: len(str(language.literals(pair[0].inputs, specification))),
        )
        arguments = ", ".join(language.literals(example.inputs, specification).values())
        returned = ", ".join(language.literals(outputs, specification).values())
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
