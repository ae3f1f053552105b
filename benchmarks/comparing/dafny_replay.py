"""Values that separate two contracts, held against Dafny's own clauses by the real Dafny (`--replay dafny`).

Without it our evaluator alone judges Dafny's clauses. The real Dafny proves, of the value as literals, that all clauses
hold, or that the one to blame is false, or has no value; that `assert false` is not proved likewise is part of it
(`dafny_harness/verifier`). So its answer does not rest on our reading, evaluator or printing of values being right.

A Python reference is held against the postcondition, too, on the tests of its task: each input goes to the reference
(in the sandbox), and input and result are judged as the Dafny values that stand for them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import define, evolve, field, frozen

from ...backends.dafny.process import Verifier, VerifierLimits
from ...core.comparing.alignment import same_types
from ...core.comparing.order import ContractComparison, Implication, PartComparison, SeparatingValue, SideOutcome
from ...core.comparing.values import judged
from ...core.deciding.clauses import theory_of
from ...core.deciding.engines import Engines
from ...core.errors import SpecassayError, Unsupported
from ...core.ir.contracts import Condition, Specification
from ...core.ir.definedness import well_defined
from ...core.ir.sorts import INT, Sort
from ...core.ir.type_instances import with_types
from ...core.ir.values import ArrayValue, UninterpretedValue
from ...core.ir.variables import Name, Valuation
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...core.spec_testing.python_values import ReferenceCase, example_of_case
from ...core.spec_testing.rounding import approximation
from ...dafny_harness.verifier.declarations import sources_of
from ...dafny_harness.verifier.run import Job, VerifierAnswer, ask
from ...dafny_harness.verifier.triple import Triple
from ...frontends.dafny import DAFNY
from ..datasets.python_tests import cases_of
from .comparing_limits import LIMITS
from .subjects import Comparand, ComparingOptions, PythonSubject, SpecificationSubject

MOST_REASONS = 3
"""Why others were left out, that are named."""
VERIFIER_LIMITS = VerifierLimits()


@frozen(slots=True)
class ReferenceCheck:
    """How many tests of a reference the postcondition accepts. `left_out`: tests that do not convert, that the
    precondition does not accept, or beyond the first `reference_cases`; `counterexample`: a test whose result is
    refuted. `reason`: why there are none, or why some were left out."""

    satisfied: int = 0
    refuted: int = 0
    unknown: int = 0
    left_out: int = 0
    counterexample: SeparatingValue | None = None
    reason: str = ""

    @property
    def tests(self) -> int:
        """How many tests were judged."""
        return self.satisfied + self.refuted + self.unknown


def is_replayed(*subjects: Comparand) -> bool:
    """Is there a specification in Dafny among these, and none in a language that the real Dafny does not read?"""
    written = [subject.language for subject in subjects if isinstance(subject, SpecificationSubject)]
    return bool(written) and all(language is DAFNY for language in written)


def check_reference(
    first: PythonSubject, second: SpecificationSubject, options: ComparingOptions
) -> ReferenceCheck | None:
    """The check of the reference of a task of a data set; None where the task has no inputs, or nothing is promised."""
    specification = second.side.specification
    promised = any(not condition.clause.implicit for condition in specification.ensures)
    if not promised or not (first.task.base_input or first.task.plus_input):
        return None
    try:
        cases, problems = cases_of(first.task)
    except SpecassayError as error:
        return ReferenceCheck(reason=str(error))
    counting = _Counted(first, second, options.engines())
    return counting.counted(cases, problems)


@frozen(slots=True)
class _Counted:
    first: PythonSubject
    second: SpecificationSubject
    engines: Engines

    def counted(self, cases: list[ReferenceCase], problems: list[str]) -> ReferenceCheck:
        """The verdict on each case."""
        verdicts: list[str] = []
        reasons: dict[str, int] = {}
        counterexample = None
        for case in cases[: LIMITS.reference_cases]:
            try:
                example = example_of_case(case, self.second.side.specification, self.first.name)
            except SpecassayError as error:
                reasons[str(error)] = reasons.get(str(error), 0) + 1
                continue
            verdict = self._verdict(example)
            # An input outside the precondition says nothing about the postcondition, and is no wrong case.
            if verdict == "invalid":
                reasons["the precondition refuses the input"] = reasons.get("the precondition refuses the input", 0) + 1
                continue
            verdicts.append(verdict)
            if verdict == "refuted" and counterexample is None:
                counterexample = self._shown(case, example)
        if len(cases) > LIMITS.reference_cases:
            reasons[f"only the first {LIMITS.reference_cases} are tried"] = len(cases) - LIMITS.reference_cases
        reasons_told = [f"{count}: {reason}" for reason, count in reasons.items()][:MOST_REASONS]
        return ReferenceCheck(
            verdicts.count("holds"),
            verdicts.count("refuted"),
            len(verdicts) - verdicts.count("holds") - verdicts.count("refuted"),
            sum(reasons.values()),
            counterexample,
            "; ".join([*reasons_told, *problems]),
        )

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
            inputs,
            {"result": case.result},
            "accepted",
            "false",
            "",
            ("CPython", "evaluator"),
            example.inputs,
            example.outputs,
        )


@frozen(slots=True)
class AskedValue:
    """A value that is to be confirmed. `of_outputs`: whether the clauses in question are those about outputs."""

    value: SeparatingValue
    of_outputs: bool


@frozen(slots=True)
class DafnyAnswer:
    """What Dafny says of a value: `contradicts` it, or why it does not confirm it; neither where it does."""

    contradicts: bool = False
    reason: str = ""


CONFIRMED = DafnyAnswer()


@define(slots=True, eq=False)
class DafnyReplay:
    """The real Dafny for the values of one pair."""

    sides: tuple[Comparand, Comparand]
    verifier: Verifier
    renamed: tuple[Mapping[Name, Name], Mapping[Name, Name]] = ({}, {})
    specifications: tuple[Specification | None, ...] = field(init=False)
    """The specification of each side, for particular types: as values have them, and else int."""
    answers: dict[int, list[DafnyAnswer]] = field(factory=dict)
    """Identity of a value → the answers for each side."""

    def __attrs_post_init__(self) -> None:
        specification_sides = [
            subject.side if isinstance(subject, SpecificationSubject) else None for subject in self.sides
        ]
        first_side, second_side = specification_sides
        listed = [None if side is None else side.specification for side in specification_sides]
        if first_side is not None and second_side is not None:
            listed = [*same_types(first_side, second_side)[:2]]
        self.specifications = tuple(
            None
            if specification is None
            else with_types(specification, dict.fromkeys(specification.type_parameters, INT))
            for specification in listed
        )

    @property
    def name(self) -> str:
        """How rows call it."""
        return f"Dafny {self.verifier.version}"

    def comparison(self, comparison_found: ContractComparison) -> ContractComparison:
        """The comparison with what Dafny says of its values. One that Dafny contradicts shows nothing: the clause is
        unknown."""
        self.renamed = comparison_found.renamed
        parts_compared = [(comparison_found.inputs, False)] + (
            [] if comparison_found.outputs is None else [(comparison_found.outputs, True)]
        )
        self._ask(
            [
                AskedValue(value, of_outputs)
                for part_compared, of_outputs in parts_compared
                for value in _values(part_compared)
            ]
        )
        outputs = None if comparison_found.outputs is None else self._part(comparison_found.outputs)
        return evolve(comparison_found, inputs=self._part(comparison_found.inputs), outputs=outputs)

    def reference(self, check_found: ReferenceCheck) -> ReferenceCheck:
        """The check of a reference with what Dafny says of the test that is refuted."""
        value = check_found.counterexample
        if value is None:
            return check_found
        self.renamed = ({}, {})
        self._ask([AskedValue(value, True)])
        return evolve(check_found, counterexample=self._told(value))

    # -- asking

    def _ask(self, values: list[AskedValue]) -> None:
        self.answers = {id(asked_value.value): [] for asked_value in values}
        for side_number, side in enumerate(self.sides):
            if isinstance(side, SpecificationSubject) and values:
                self._ask_side(side_number, side, values)

    def _ask_side(self, side_number: int, side: SpecificationSubject, values: list[AskedValue]) -> None:
        asked = [partial(self._triple, side_number, side, asked_value) for asked_value in values]
        for asked_value, answer in zip(values, dafny_answers(side, asked, self.verifier), strict=True):
            self.answers[id(asked_value.value)].append(answer)

    def _triple(self, side_number: int, side: SpecificationSubject, asked_value: AskedValue) -> Triple:
        """What Dafny is asked of a value. Raises Unsupported where that cannot be asked."""
        value, specification = asked_value.value, self.specifications[side_number]
        assert specification is not None
        outcome = (value.first, value.second)[side_number]
        inputs, outputs = _own(value, side_number)
        # The value has the names that the comparison gave to both; Dafny is asked by those of the side itself.
        names = self.renamed[side_number]
        values_before = {b.name: inputs[names.get(b.name, b.name)] for b in specification.inputs}
        after = {
            name: outputs[names.get(name, name)]
            for name in (*(b.name for b in specification.outputs), *specification.modifies)
            if names.get(name, name) in outputs
        }
        sorts = {b.name: b.sort for b in (*specification.inputs, *specification.outputs)}
        values_before, after = (
            {k: _typed(v, sorts[k]) for k, v in values.items()} for values in (values_before, after)
        )
        return asked_triple(side, specification, (values_before, after), outcome, of_outputs=asked_value.of_outputs)

    # -- what came of it

    def _part(self, part_compared: PartComparison) -> PartComparison:
        return PartComparison(
            tuple(map(self._implication, part_compared.first_clauses)),
            tuple(map(self._implication, part_compared.second_clauses)),
            None
            if part_compared.undefined is None or self._contradicted(part_compared.undefined)
            else self._told(part_compared.undefined),
        )

    def _implication(self, implication: Implication) -> Implication:
        if implication.separating is None:
            return implication
        if self._contradicted(implication.separating):
            reason = f"{self.name} contradicts our evaluator on the value that was found"
            return evolve(implication, verdict="unknown", separating=None, reason=reason)
        return evolve(implication, separating=self._told(implication.separating))

    def _contradicted(self, value: SeparatingValue) -> bool:
        return any(answer_given.contradicts for answer_given in self.answers[id(value)])

    def _told(self, value: SeparatingValue) -> SeparatingValue:
        answer = self.answers[id(value)]
        if answer and all(answer_given == CONFIRMED for answer_given in answer):
            return evolve(value, replayed=(*value.replayed, self.name))
        reasons = (answer_given.reason for answer_given in answer if answer_given.reason)
        return evolve(value, unconfirmed=f"{self.name}: {'; '.join(dict.fromkeys(reasons))}")


def _values(part_compared: PartComparison) -> Iterator[SeparatingValue]:
    yield from part_compared.separating
    if part_compared.undefined is not None:
        yield part_compared.undefined


def _own(value: SeparatingValue, side_number: int) -> tuple[Valuation, Valuation]:
    """Input and output as a side has them."""
    if side_number == 1 and value.second_inputs is not None:
        return value.second_inputs, value.second_outputs or {}
    return value.inputs, value.outputs


def _typed(value: Any, sort: Sort) -> Any:
    """The value as one of a sort: the elements of an array where the other side has a seq, and a number for an element
    of a type parameter."""
    match value:
        case UninterpretedValue():
            return value.index
        case ArrayValue() if sort.kind == "Seq":
            return _typed(value.elements, sort)
        case ArrayValue():
            return evolve(value, elements=_typed(value.elements, sort))
        case tuple() if sort.kind in ("Seq", "Array"):
            return tuple(_typed(element, sort.args[0]) for element in value)
    return value


def asked_triple(
    side: SpecificationSubject,
    specification: Specification,
    values: tuple[Valuation, Valuation],
    outcome: SideOutcome,
    *,
    of_outputs: bool,
) -> Triple:
    """What Dafny is asked of a value of one side, an input and an output by the names of its specification, which is
    that of the side for particular types. `outcome`: what we say of it; `of_outputs`: by the postcondition, not the
    precondition. Raises Unsupported where that cannot be asked."""
    before, after = values
    listed = specification.ensures if of_outputs else specification.requires
    if not of_outputs:  # One state: what is modified later has one value.
        specification, after = evolve(specification, outputs=(), modifies=()), {}
    clauses = tuple(condition for condition in listed if not condition.clause.fact)
    program = side.side.program
    triple = Triple(side.name, program, specification, before, after, clauses, "holds")
    seen = judged(clauses, triple.values, theory_of(program))
    if seen.outcome != outcome:
        raise Unsupported(f"by its own clauses alone {side.name} is {seen.outcome} there")
    if outcome == "accepted":
        return triple
    blamed = clauses[seen.clause]
    if outcome == "undefined":
        assert blamed.term is not None
        defined = Condition(blamed.clause, well_defined(blamed.term, program.functions))
        return evolve(triple, clauses=(defined,), verdict="refuted", partial=True)
    return evolve(triple, clauses=(blamed,), verdict="refuted")


def dafny_answers(
    side: SpecificationSubject, asked: Sequence[Callable[[], Triple]], verifier: Verifier
) -> list[DafnyAnswer]:
    """What Dafny says of values of one side, in order. `asked`: makes what it is asked of each, or raises Unsupported
    where that cannot be asked."""
    answers: dict[int, DafnyAnswer] = {}
    triples: dict[int, Triple] = {}
    for number, make in enumerate(asked):
        try:
            triple = make()
        except Unsupported as reason:
            answers[number] = DafnyAnswer(reason=str(reason))
            continue
        if triple.clauses:
            triples[number] = triple
        else:  # It accepts every value of its types, and Dafny says nothing of a method without a condition.
            answers[number] = CONFIRMED
    # One run for all of them: starting Dafny takes longer than most proofs.
    job = Job(list(triples.values()), sources_of(side.side.program))
    said = ask(job, verifier, VERIFIER_LIMITS).answers if triples else ()
    for (number, triple), answer in zip(triples.items(), said, strict=True):
        answers[number] = _answer_of(triple, answer)
    return [answers[number] for number in range(len(asked))]


def _answer_of(triple: Triple, answer: VerifierAnswer) -> DafnyAnswer:
    """What the verifier's answer says of our verdict on a triple."""
    expected = "verified" if triple.verdict == "holds" else "refuted"
    if answer.status == expected:
        return CONFIRMED
    reason = f"{answer.status}{f' ({answer.message})' if answer.message else ''}"
    return DafnyAnswer(answer.definite, reason)
