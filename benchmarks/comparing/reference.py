"""Does a Python reference satisfy a postcondition in Dafny? On the tests of its task: each input goes to the reference
(in the sandbox), and input and result are judged as the Dafny values that stand for them."""

from attrs import frozen

from ...core.comparing.order import SeparatingValue
from ...core.deciding.clauses import Engines, theory_of
from ...core.errors import SpecassayError
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.python_values import ReferenceCase, example_of_case
from ...core.spec_testing.rounding import approximation
from ..datasets.python_tests import cases_of
from .options import ComparingOptions
from .subjects import DafnySubject, PythonSubject

MOST_CASES = 100
MOST_REASONS = 3


@frozen(slots=True)
class ReferenceCheck:
    """How many tests of a reference the postcondition accepts. `left_out`: tests that do not convert, or that the
    precondition does not accept; `counterexample`: a test whose result is refuted. `reason`: why there are none, or why
    some were left out."""

    satisfied: int = 0
    refuted: int = 0
    unknown: int = 0
    left_out: int = 0
    counterexample: SeparatingValue | None = None
    reason: str = ""

    @property
    def tests(self) -> int:
        """Those that were judged."""
        return self.satisfied + self.refuted + self.unknown


def check_reference(first: PythonSubject, second: DafnySubject, options: ComparingOptions) -> ReferenceCheck | None:
    """The check of the reference of a task of a data set; None where the task has no inputs, or nothing is promised."""
    specification = second.side.specification
    promised = any(not each.clause.implicit for each in specification.ensures)
    if not promised or not (first.task.base_input or first.task.plus_input):
        return None
    try:
        cases, problems = cases_of(first.task)
    except SpecassayError as error:
        return ReferenceCheck(reason=str(error))
    found = _Counted(first, second, options.engines())
    return found.counted(cases[:MOST_CASES], problems)


@frozen(slots=True)
class _Counted:
    first: PythonSubject
    second: DafnySubject
    engines: Engines

    def counted(self, cases: list[ReferenceCase], problems: list[str]) -> ReferenceCheck:
        """The verdict on each case."""
        verdicts: list[str] = []
        reasons: dict[str, int] = {}
        counterexample = None
        for case in cases:
            try:
                example = example_of_case(case, self.second.side.specification, self.first.name)
            except SpecassayError as error:
                reasons[str(error)] = reasons.get(str(error), 0) + 1
                continue
            verdict = self._verdict(example)
            if verdict == "invalid":
                reasons["the precondition refuses the input"] = reasons.get("the precondition refuses the input", 0) + 1
                continue
            verdicts.append(verdict)
            if verdict == "refuted" and counterexample is None:
                counterexample = self._shown(case, example)
        told = [f"{count}: {reason}" for reason, count in reasons.items()][:MOST_REASONS]
        return ReferenceCheck(
            verdicts.count("holds"), verdicts.count("refuted"), len(verdicts) - verdicts.count("holds")
            - verdicts.count("refuted"), sum(reasons.values()), counterexample, "; ".join([*told, *problems]),
        )  # fmt: skip

    def _verdict(self, example: Example) -> str:
        theory = theory_of(self.second.side.program)
        valid = judge_inputs(example, example.inputs, theory, self.engines, "reference-input")
        if valid.verdict != "holds":
            return "invalid" if valid.verdict == "refuted" else "unknown"
        verdict = judge_outputs(example, example.outputs, (), theory, self.engines, "reference").verdict
        if verdict == "refuted" and approximation(example, self.second.side.program, self.engines, "reference"):
            return "approximate"  # Refuted by rounding only: a float says nothing of an exact real.
        return verdict

    def _shown(self, case: ReferenceCase, example: Example) -> SeparatingValue:
        inputs = dict(zip(self.first.task.parameter_names, case.arguments, strict=True))
        return SeparatingValue(
            inputs, {"result": case.result}, "accepted", "false", "", ("CPython", "evaluator"), example.inputs,
            example.outputs,
        )  # fmt: skip
