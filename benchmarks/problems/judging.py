"""What a specification says of the tests of its problem: each right output should be accepted, each wrong one refused,
each invalid input refused, and no valid one."""

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import evolve, field, frozen

from ...core.alarm import LimitReached, alarm
from ...core.deciding.clauses import ClauseVerdict, Theory, theory_of
from ...core.deciding.engines import Engines
from ...core.deciding.triples import TripleJudgement
from ...core.ir.contracts import Condition, Program
from ...core.ir.variables import Valuation
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.rounding import approximation
from ..datasets.benchmark_problem import TestLabel

TestOutcome = Literal["accepted", "refused", "unknown", "approximate", "invalid input"]
"""What became of an output or input. `approximate`: refused by rounding alone; `invalid input`: of an output whose
input the precondition refuses, so that nothing is said of it."""
SECONDS = 2.0
"""For one test: of work, and of processor time by an alarm."""
SECONDS_OF_QUERY = 0.5
"""For one query to a solver: values are known, so that the evaluator decides nearly all clauses."""
LABEL = "problem"


@frozen(slots=True)
class JudgedTest:
    """One input or output of a test and what the specification says of it. `label`: what its author says; `clause`: the
    text of the clause that refuses it; `reason`: why nothing is known."""

    example: Example
    label: TestLabel
    outcome: TestOutcome
    outputs: Valuation = field(factory=dict)
    clause: str = ""
    reason: str = ""

    @property
    def contradicts(self) -> bool:
        """Does the specification say another thing than the author of the test?"""
        if self.label == "right":
            return self.outcome in ("refused", "invalid input")
        return self.outcome == "accepted"


def judge_tests(examples: Sequence[Example], program: Program, engines: Engines) -> Iterator[JudgedTest]:
    """What a specification says of each of its tests, as far as the time of the engines goes."""
    theory = theory_of(program)
    for example in examples:
        own = evolve(engines.part(min(1.0, SECONDS / max(engines.left, SECONDS))), seconds=SECONDS_OF_QUERY)
        found: list[JudgedTest] = []
        try:
            with alarm(max(0.01, min(SECONDS, engines.left))):
                found.extend(_judged(example, program, theory, own))
        except LimitReached:
            done = {id(judged.outputs) for judged in found}
            found += [
                JudgedTest(example, label, "unknown", outputs, "", "the time limit was reached")
                for label, outputs in _labelled(example)
                if id(outputs) not in done
            ]
        yield from found


def _labelled(example: Example) -> list[tuple[TestLabel, Valuation]]:
    if example.invalid:
        return [("invalid", example.outputs)]
    return [("right", example.outputs), *(("wrong", outputs) for outputs in example.wrong)]


def _judged(example: Example, program: Program, theory: Theory, engines: Engines) -> Iterator[JudgedTest]:
    specification = example.specification
    inputs = judge_inputs(example, example.inputs, theory, engines, LABEL)
    refusing = _refusing(specification.requires, inputs)
    if example.invalid:
        outcome = _outcome(inputs.verdict)
        yield JudgedTest(example, "invalid", outcome, example.outputs, refusing, inputs.reason)
        return
    if inputs.verdict != "holds":
        outcome = "invalid input" if inputs.verdict == "refuted" else "unknown"
        for label, outputs in _labelled(example):
            yield JudgedTest(example, label, outcome, outputs, refusing, inputs.reason)
        return
    for label, outputs in _labelled(example):
        judged = judge_outputs(example, outputs, (), theory, engines, LABEL)
        outcome = _outcome(judged.verdict)
        if outcome == "refused" and label == "right" and approximation(example, program, engines, LABEL) is not None:
            outcome = "approximate"
        yield JudgedTest(example, label, outcome, outputs, _refusing(specification.ensures, judged), judged.reason)


def _refusing(conditions: Sequence[Condition], judged: TripleJudgement) -> str:
    """The text of the first clause that refuses, on one line."""
    return " ".join(conditions[judged.refuting[0]].clause.text.split()) if judged.refuting else ""


def _outcome(verdict: ClauseVerdict) -> TestOutcome:
    match verdict:
        case "holds":
            return "accepted"
        case "refuted":
            return "refused"
    return "unknown"
