"""Tests that are made: inputs that meet the precondition of a method, and the outputs of its body on them."""

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from ..core.deciding.clauses import Engines
from ..core.errors import DEFECT, Unsupported, contained
from ..core.evaluate.bodies import Outcome, execute, fuel_of_execution
from ..core.ir.contracts import Program, Specification
from ..core.spec_testing.examples import BODY, Example, Examples
from ..core.spec_testing.findings import Finding
from ..core.spec_testing.language import Language
from ..core.spec_testing.valid_inputs import valid_inputs

DEFAULT_COUNT = 6
"""Tests of a method that has none."""
SECONDS = 1.5
"""For the inputs of one method, and as much for their executions."""


def subjects_of(program: Program) -> Program:
    """The program with its functions and lemmas among its methods."""
    return evolve(program, specifications=(*program.specifications, *program.others))


def made_examples(
    program: Program, known: Examples, count: int | None, engines: Engines, language: Language
) -> Examples:
    """Tests of the methods of a program that have a body. `count`: how many each method gets; None: those without a
    usable test get some. What a body does that it must not is a finding."""
    tested = {example.specification.name for example in known.examples}
    found: list[Example] = []
    findings: list[Finding] = []
    for specification in program.specifications:
        wanted = count if count is not None else 0 if specification.name in tested else DEFAULT_COUNT
        if wanted and _is_subject(specification, program):
            made = _of_method(specification, program, wanted, engines, language)
            found.extend(made.examples)
            findings.extend(made.findings)
    return Examples(tuple(found), tuple(findings))


def _is_subject(specification: Specification, program: Program) -> bool:
    own = specification.span is None or specification.span.file == program.file
    tests = any(test.name == specification.name for test in program.tests)
    runs = specification.kind != "method" or specification.name in program.routines
    return bool(specification.ensures) and own and not tests and runs


def _of_method(
    specification: Specification, program: Program, count: int, engines: Engines, language: Language
) -> Examples:
    try:
        with contained(specification.span):
            inputs = valid_inputs(specification, program, count, engines, SECONDS)
            if not inputs:
                return _nothing(specification, "no input that meets the precondition was found")
            return _executed(specification, inputs, program, engines, language)
    except Unsupported as error:
        if error.construct.startswith(DEFECT):
            raise
        return _nothing(specification, f"no input is made: {error.construct}")


def _nothing(specification: Specification, why: str) -> Examples:
    return Examples((), (Finding("not-executed", specification.name, why, specification.span),))


def _executed(
    specification: Specification,
    listed: Sequence[dict[str, Any]],
    program: Program,
    engines: Engines,
    language: Language,
) -> Examples:
    """What the body returns on each input. One finding for what it cannot be followed on, and one for each place where
    it fails."""
    found: list[Example] = []
    failed: dict[object, tuple[Outcome, dict[str, Any]]] = {}
    unknown: list[Outcome] = []
    for inputs in listed:
        fuel = fuel_of_execution(min(engines.outer, engines.outer))
        outcome = execute(specification, inputs, program, fuel)
        if outcome.state == "returned":
            found.append(Example(specification, inputs, outcome.outputs, {}, (), BODY, "body", specification.span))
        elif outcome.state == "failed":
            failed.setdefault((outcome.span, outcome.reason), (outcome, inputs))
        else:
            unknown.append(outcome)
    findings = []
    for outcome, inputs in failed.values():
        arguments = ", ".join(language.literals(inputs, specification).values())
        message = f"{specification.name}({arguments}) fails: {outcome.reason}"
        findings.append(Finding("fails-at-run-time", specification.name, message, outcome.span or specification.span))
    if unknown:
        place = f" at {unknown[0].span}" if unknown[0].span else ""
        message = f"on {len(unknown)} of {len(listed)} inputs the body is not executed: {unknown[0].reason}{place}"
        findings.append(Finding("not-executed", specification.name, message, specification.span))
    return Examples(tuple(found), tuple(findings))
