"""A candidate specification against what its author may see of a problem: the verdict and one witness, at once.

Nothing hidden takes part: the tests are those that are shown, and wrong outputs are made of their right ones.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal

from attrs import evolve, field, frozen

from ...backends.solvers.engines import engines_of
from ...core.alarm import LimitReached, alarm
from ...core.deciding.clauses import ClauseVerdict, Theory, theory_of
from ...core.deciding.engines import Engines
from ...core.deciding.triples import TripleJudgement
from ...core.errors import InputError, SpecassayError
from ...core.ir.contracts import Condition, Program, Specification
from ...core.ir.variables import Valuation
from ...core.language import Language, ReadingOptions
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.operators import Mutation, mutants, operator_set
from ...core.spec_testing.rounding import approximation
from ...frontends.python.specification import parse_specifications
from ...frontends.registry import language as language_named
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemTest, TestLabel, told_apart
from .carrying import CarriedTests, carry, method_for
from .judging_limits import LIMITS

# What a specification says of the tests of its problem: each right output should be accepted, each wrong one refused,
# each invalid input refused, and no valid one.

TestOutcome = Literal["accepted", "refused", "unknown", "approximate", "invalid input"]
"""What became of an output or input. `approximate`: refused by rounding alone; `invalid input`: of an output whose
input the precondition refuses, so that nothing is said of it."""
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
        own = evolve(
            engines.part(min(1.0, LIMITS.test_seconds / max(engines.left, LIMITS.test_seconds))),
            seconds=LIMITS.query_seconds,
        )
        found: list[JudgedTest] = []
        try:
            with alarm(max(0.01, min(LIMITS.test_seconds, engines.left))):
                found.extend(_judged(example, program, theory, own))
        except LimitReached:
            # What was judged before the time was over counts; the others are unknown, for that reason.
            done = {id(judged.outputs) for judged in found}
            found += [
                JudgedTest(example, label, "unknown", outputs, "", own.out_of_time)
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
    # A test on an invalid input says nothing of outputs.
    if inputs.verdict != "holds":
        outcome = "invalid input" if inputs.verdict == "refuted" else "unknown"
        for label, outputs in _labelled(example):
            yield JudgedTest(example, label, outcome, outputs, refusing, inputs.reason)
        return
    for label, outputs in _labelled(example):
        judged = judge_outputs(example, outputs, (), theory, engines, LABEL)
        outcome = _outcome(judged.verdict)
        # A float that a person rounded is not equal to a real, and no fault of the specification.
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


SHOWN = 3
"""Tests of a problem that may be seen, unless somebody says another number."""

CheckVerdict = Literal[
    "not readable",
    "no specification",
    "does not fit",
    "refuses a valid input",
    "refuses a right output",
    "accepts another output",
    "not known",
    "no objection",
]
"""The first that applies. `does not fit`: the parameters or types are not those of the problem; `accepts another
output`: than the one that a test calls right, which is wrong unless the problem has several."""


@frozen(slots=True)
class CheckedSpecification:
    """What is said of a candidate. `reason` is for its author; the witness is an input, and an output where one is
    refused or accepted, as literals of the candidate's language; `clause` the one to blame. `order`: how arguments were
    given to parameters."""

    problem: str
    language: str
    verdict: CheckVerdict
    reason: str = ""
    method: str = ""
    inputs: dict[str, str] = field(factory=dict)
    output: dict[str, str] = field(factory=dict)
    expected: dict[str, str] = field(factory=dict)
    clause: str = ""
    order: str = ""
    tests: int = 0
    milliseconds: float = 0.0


def lines_of(found: CheckedSpecification) -> Iterator[str]:
    """What is said, for people."""
    subject = f"{found.method}, {found.problem}" if found.method else found.problem
    yield f"{subject}: {found.verdict}{f' ({found.reason})' if found.reason else ''}"
    if found.inputs:
        yield f"  on {_shown(found.inputs)}"
    if found.output:
        word = "refused" if found.verdict == "refuses a right output" else "accepted"
        yield f"  {word}: {_shown(found.output)}"
    if found.expected:
        yield f"  right: {_shown(found.expected)}"
    if found.clause:
        yield f"  by the clause {found.clause}"
    if found.order == "by position" and found.method:
        yield "  arguments were given to the parameters by position"


def _shown(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in values.items()) or "no arguments"


@frozen(slots=True)
class SpecificationChecker:
    """Checks candidates for a problem by the tests that may be seen."""

    problem: BenchmarkProblem
    tests: tuple[ProblemTest, ...]

    def check(self, text: str, language: str) -> CheckedSpecification:
        """What is said of the text of a candidate. Raises InputError for an unknown language."""
        started = time.perf_counter()
        found = self._checked(text, language_named(language))
        return evolve(found, milliseconds=round(1000 * (time.perf_counter() - started), 1))

    def _checked(self, text: str, language: Language) -> CheckedSpecification:
        said = CheckedSpecification(self.problem.name, language.name, "no objection", tests=len(self.tests))
        try:
            programs = programs_of(text, language)
        except SpecassayError as error:
            return evolve(said, verdict="not readable", reason=str(error))
        stating = stated(self.problem, self.tests, programs)
        if stating is None:
            return evolve(said, verdict="no specification", reason=language.no_method)
        program, method = stating
        said = evolve(said, method=method.name)
        # Without a postcondition every output would be accepted, and no test could object.
        if not promises(method):
            return evolve(said, verdict="no specification", reason=f"{method.name} has no postcondition")
        carried = carry(self.tests, method, program, language)
        said = evolve(said, order=carried.order)
        if not carried.examples:
            return evolve(said, verdict="does not fit", reason="; ".join(carried.reasons) or "there is no test")
        return _first_objection(said, carried, program, language, engines_of("auto", None, LIMITS.candidate_seconds))


def promises(method: Specification) -> bool:
    """Does a method say anything of its results, beside what their types say?"""
    return any(not (condition.clause.fact or condition.clause.origin == "type") for condition in method.ensures)


def checker(problem: BenchmarkProblem, shown: int = SHOWN) -> SpecificationChecker:
    """What checks candidates for a problem by its first tests. Raises InputError where it has none."""
    return SpecificationChecker(problem, visible_tests(tests_of(problem), shown))


def tests_of(problem: BenchmarkProblem) -> tuple[ProblemTest, ...]:
    """The tests of a problem. Raises InputError where it has none."""
    tests = problem.tests().tests
    if not tests:
        raise InputError(f"nobody has a test for {problem.name}")
    return tests


def visible_tests(tests: Sequence[ProblemTest], shown: int) -> tuple[ProblemTest, ...]:
    """What the author of a candidate may see of tests: of the first so many that call an output right, that one. Which
    output is labelled wrong is the answer to a question that is asked later."""
    right = [test for test in tests if test.right][:shown]
    return tuple(evolve(test, wrong=()) for test in right)


def hidden_tests(tests: Sequence[ProblemTest], shown: int) -> tuple[ProblemTest, ...]:
    """All tests but those of which `visible_tests` shows the right output."""
    visible = {told_apart(test.inputs) for test in visible_tests(tests, shown)}
    return tuple(test for test in tests if told_apart(test.inputs) not in visible)


def stated(
    problem: BenchmarkProblem, tests: Sequence[ProblemTest], programs: Sequence[Program]
) -> tuple[Program, Specification] | None:
    """The method that a problem is about and its program, the last where several have one; None without any."""
    stating = [(program, method) for program in programs if (method := method_for(problem, tests, program)) is not None]
    return stating[-1] if stating else None


def programs_of(text: str, language: Language) -> list[Program]:
    """The programs of a text. Raises SpecassayError."""
    with tempfile.TemporaryDirectory(prefix="specassay-") as folder:
        file = Path(folder) / f"candidate{language.suffixes[0]}"
        file.write_text(text, encoding="utf-8")
        try:
            if language.dynamic:
                return [specified.program for specified in parse_specifications(file)[1]]
            program = language.read(file, ReadingOptions(Path(folder)))
            # The specification may be in what was left out.
            if program.unread and not program.specifications:
                raise InputError(program.unread[0].construct)
            return [program]
        except SpecassayError as error:  # Its author knows nothing of our folder.
            raise InputError(str(error).replace(f"{folder}/", "")) from error


def _first_objection(
    said: CheckedSpecification, carried: CarriedTests, program: Program, language: Language, engines: Engines
) -> CheckedSpecification:
    method = carried.specification
    examples = [evolve(example, wrong=tuple(_wrong(example, program))) for example in carried.examples]
    judged = list(judge_tests(examples, program, engines))
    # The first objection is the answer: a model can act on one witness.
    for verdict, objected in _objections(judged):
        output = {} if verdict == "refuses a valid input" else language.literals(objected.outputs, method)
        expected = language.literals(objected.example.outputs, method) if objected.label == "wrong" else {}
        return evolve(
            said,
            verdict=verdict,
            reason=objected.reason,
            inputs=dict(language.literals(objected.example.inputs, method)),
            output=dict(output),
            expected=dict(expected),
            clause=objected.clause,
        )
    # A test without an answer comes after every objection, and before any praise.
    unknown = next((each for each in judged if each.outcome == "unknown"), None)
    if unknown is not None:
        inputs = dict(language.literals(unknown.example.inputs, method))
        return evolve(said, verdict="not known", reason=unknown.reason, inputs=inputs)
    # Tests that could not be converted say nothing about the candidate; those without room say that it is narrow.
    narrow = {reason: count for reason, count in carried.reasons.items() if not reason.startswith("not converted")}
    return evolve(said, reason="; ".join(f"{count} tests: {reason}" for reason, count in narrow.items()))


def _objections(judged: Sequence[JudgedTest]) -> Iterator[tuple[CheckVerdict, JudgedTest]]:
    """What speaks against a specification, what refuses too much before what accepts too much."""
    for each in judged:
        if each.label == "right" and each.outcome == "invalid input":
            yield "refuses a valid input", each
    for each in judged:
        if each.label == "right" and each.outcome == "refused":
            yield "refuses a right output", each
    for each in judged:
        if each.label == "wrong" and each.outcome == "accepted":
            yield "accepts another output", each


def _wrong(example: Example, program: Program) -> Iterator[Valuation]:
    """Outputs that are near the right one of a test, and others."""
    mutation = Mutation(operator_set("full"), Random(example.test), program.datatypes)
    for name, value in example.outputs.items():
        made = mutants(value, example.specification.sorts[name], mutation)
        yield from ({**example.outputs, name: changed} for _, changed in islice(made, LIMITS.wrong_outputs))
