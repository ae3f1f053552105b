"""The score of a specification: does it accept what its tests expect, and refuse what they do not?"""

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import frozen

from ..core.contracts import Clause, Condition, Program, Specification
from ..core.metrics import Score, SpecificationVerdict, completeness, correctness
from ..core.specification_testing import Judgement, Verdict
from .examples import Example, Examples
from .findings import Finding
from .triples import Options, Tested, run_example

Status = Literal["scored", "no tests", "unsupported", "error"]
"""`unsupported`: no clause of the postcondition could be lowered. `error`: the file or a tool failed."""


@frozen(slots=True)
class MethodScore:
    """The score of one method. `correctness` counts its tests, `completeness` their mutants, both only for
    inputs that meet the preconditions. `reason` explains a status other than scored."""

    specification: Specification
    status: Status
    reason: str
    correctness: Score
    completeness: Score
    tests: tuple[Tested, ...]
    findings: tuple[Finding, ...]

    @property
    def method(self) -> str:
        return self.specification.name


def score_program(
    program: Program, found: Examples, options: Options, label: str = ""
) -> tuple[MethodScore, ...]:
    """Score every method of a program that promises something or that a test calls, in source order.

    `found` are the examples to test with (`examples_of(program)`), `label` seeds the mutants and names the
    queries of a dump. Findings about no scored method go with the first.
    """
    subjects = [s for s in program.specifications if _is_subject(s, program, found)]
    names = {specification.name for specification in subjects}
    scores = []
    for specification in subjects:
        examples = [e for e in found.examples if e.specification.name == specification.name]
        findings = [f for f in found.findings if f.method == specification.name]
        if specification is subjects[0]:
            findings.extend(f for f in found.findings if f.method not in names)
        scores.append(score_method(specification, examples, findings, program, options, label))
    return tuple(scores)


def score_method(
    specification: Specification,
    examples: Sequence[Example],
    findings: Sequence[Finding],
    program: Program,
    options: Options,
    label: str = "",
) -> MethodScore:
    """Score one method on examples of it. `findings` are those known already."""
    tests = tuple(
        run_example(example, examples, program, options, f"{label}-{specification.name}-{number}")
        for number, example in enumerate(examples)
    )
    valid = [test for test in tests if test.judgement is not None]
    lowered = [condition for condition in specification.ensures if condition.term is not None]
    status: Status = "scored"
    reason = ""
    if not valid:
        status, reason = "no tests", "every test breaks a precondition" if tests else "no usable test"
    elif specification.ensures and not lowered:
        status, reason = "unsupported", "no clause of the postcondition is supported"
    return MethodScore(
        specification,
        status,
        reason,
        correctness(_counted(test.judgement.verdict) for test in valid if test.judgement is not None),
        completeness(_counted(mutant.judgement.verdict) for test in valid for mutant in test.mutants),
        tests,
        (*findings, *_findings(specification, tests)),
    )


def _is_subject(specification: Specification, program: Program, found: Examples) -> bool:
    if specification.name in {test.name for test in program.tests}:
        return False
    if specification.ensures:
        return True
    return any(example.specification.name == specification.name for example in found.examples)


def _counted(verdict: Verdict) -> SpecificationVerdict:
    """For a rate, a timeout and an error leave the truth as open as an unknown does."""
    return verdict if verdict in ("holds", "refuted") else "unknown"


def _findings(specification: Specification, tests: Sequence[Tested]) -> Iterator[Finding]:
    name = specification.name
    if not tests:
        yield Finding("no-tests", name, f"no usable test calls {name}", specification.span)
    if not specification.ensures:
        yield Finding(
            "no-postcondition",
            name,
            f"{name} has no postcondition: it accepts every output",
            specification.span,
        )
    for conditions in (specification.requires, specification.ensures):
        yield from _unsupported(name, conditions)
    for test in tests:
        yield from _findings_of_test(name, specification, test)
    yield from _idle_clauses(name, specification, tests)


def _unsupported(name: str, conditions: Sequence[Condition]) -> Iterator[Finding]:
    for index, condition in enumerate(conditions):
        if condition.term is None:
            problems = "; ".join(map(str, condition.clause.problems))
            yield Finding("unsupported-clause", name, problems, condition.clause.span, index)


def _findings_of_test(name: str, specification: Specification, test: Tested) -> Iterator[Finding]:
    span = test.example.span
    if test.judgement is None:
        for index in test.precondition.refuting:
            text = _text(specification.requires[index].clause)
            yield Finding("breaks-precondition", name, f"the input of this test violates {text}", span, index)
        return
    match test.judgement.verdict:
        case "refuted":
            yield from _contradictions(name, specification, test.judgement, test)
        case "holds":
            pass
        case verdict:
            reasons = [clause.reason for clause in test.judgement.clauses if clause.verdict == verdict]
            yield Finding("undecided", name, f"{verdict}: {'; '.join(filter(None, reasons))}", span)
    if not test.mutants:
        yield Finding("no-mutants", name, "no wrong output could be made from this test", span)


def _contradictions(
    name: str, specification: Specification, judgement: Judgement, test: Tested
) -> Iterator[Finding]:
    kind = "rounds-differently" if test.nearly else "contradicts-test"
    for index in judgement.refuting:
        reason = judgement.clauses[index].reason
        message = f"{_text(specification.ensures[index].clause)} refuses the expected output"
        yield Finding(kind, name, message + (f" ({reason})" if reason else ""), test.example.span, index)
    if not judgement.refuting:
        message = "the clauses together refuse every output that the test allows"
        yield Finding(kind, name, message, test.example.span)


def _idle_clauses(name: str, specification: Specification, tests: Sequence[Tested]) -> Iterator[Finding]:
    mutants = [mutant for test in tests for mutant in test.mutants]
    for index, condition in enumerate(specification.ensures):
        verdicts = {mutant.judgement.clauses[index].verdict for mutant in mutants}
        if verdicts == {"holds"}:
            message = f"{_text(condition.clause)} refuses none of {len(mutants)} mutants"
            yield Finding("kills-nothing", name, message, condition.clause.span, index)


def _text(clause: Clause) -> str:
    return f"{clause.kind} {' '.join(clause.text.split())}"
