"""Several candidates for one problem: every two compared, their order, and the questions that single one out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from attrs import frozen

from ...backends.python.replay import Replayer, ReplayLimits
from ...core.comparing.order import ContractComparison, OrderRelation, SeparatingValue
from ...core.comparing.several import CandidateAnswer, order_of, questions_for
from ...core.comparing.values import EVALUATOR_ONLY
from ...core.deciding.clauses import theory_of
from ...core.errors import SpecassayError
from ...core.spec_testing.contents import contents, convert
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...frontends.python.styles.model import RESULT
from ..schema import BranchPart, CandidatesRow, QuestionPart
from .pairs import ComparedPair
from .python_contracts import BOTH_SECONDS, after_side, side_of
from .rows import TypeDeclarations, texts_of, type_declarations
from .subjects import Comparand, PythonSubject, SpecificationSubject

MOST_QUESTIONS = 60
"""Separating values that are asked of every candidate. Where more would be needed, candidates stay together."""
Positional = tuple[Any, ...]


@frozen(slots=True)
class PossibleQuestion:
    """A value that separates two candidates, by position, in the language and with the variables of `candidate`. Of an
    input alone `outputs` is None."""

    candidate: Comparand
    inputs: Positional
    outputs: Positional | None


def row_of_candidates(candidates: Sequence[Comparand], pairs: Mapping[tuple[int, int], ComparedPair]) -> CandidatesRow:
    """The order of candidates, of which every two were compared, and the questions that tell them apart."""
    relations: dict[tuple[int, int], OrderRelation] = {
        key: "unknown" if pair.comparison is None else pair.comparison.relation for key, pair in pairs.items()
    }
    order = order_of(len(candidates), relations)
    questions = list(_questions(pairs.values()))[:MOST_QUESTIONS]
    with Replayer(ReplayLimits(cpu_seconds=BOTH_SECONDS)) as replayer:
        judges = [_judge(candidate_or_question, replayer) for candidate_or_question in candidates]
        answers = [[judge(question) for judge in judges] for question in questions]
    tree = questions_for([members[0] for members in order.classes], answers)
    members_by_first = {members[0]: members for members in order.classes}
    return CandidatesRow(
        task_id=candidates[0].name,
        candidates=[candidate_or_question.place for candidate_or_question in candidates],
        classes=[[candidate_or_question + 1 for candidate_or_question in members] for members in order.classes],
        stronger=list(order.stronger),
        open=[(first_open + 1, second_open + 1) for first_open, second_open in order.open],
        questions=[
            _part(
                questions[candidate_or_question.value],
                [
                    BranchPart(
                        answer=branch.answer,
                        left=sorted(n + 1 for first in branch.left for n in members_by_first[first]),
                        ask=branch.ask,
                    )
                    for branch in candidate_or_question.branches
                ],
            )
            for candidate_or_question in tree.questions
        ],
        most=tree.most,
        fewest=tree.fewest,
    )


def pairs_of(count: int) -> Iterator[tuple[int, int]]:
    """Every two of so many candidates."""
    return combinations(range(count), 2)


def _questions(pairs: Iterable[ComparedPair]) -> Iterator[PossibleQuestion]:
    """The values that separate candidates, each once."""
    seen = set()
    for pair in pairs:
        for value in _values(pair.comparison):
            question = _question(pair.first, value)
            # Values of Python and Dafny are not asked of each other's contracts, and never the same question.
            key = type(pair.first), contents(question.inputs), contents(question.outputs)
            if key not in seen:
                seen.add(key)
                yield question


def _values(comparison: ContractComparison | None) -> Iterator[SeparatingValue]:
    if comparison is not None:
        yield from comparison.inputs.separating
        yield from comparison.outputs.separating if comparison.outputs is not None else ()


def _question(candidate: Comparand, value: SeparatingValue) -> PossibleQuestion:
    outputs = tuple(value.outputs.values()) if value.outputs else None
    return PossibleQuestion(candidate, tuple(value.inputs.values()), outputs)


def _part(question: PossibleQuestion, branches: list[BranchPart]) -> QuestionPart:
    declared = TypeDeclarations(question.candidate.language)
    inputs, outputs = _names(question.candidate), [RESULT]
    if isinstance(question.candidate, SpecificationSubject):
        specification = question.candidate.side.specification
        declared = type_declarations(question.candidate, (*specification.inputs, *specification.outputs))
        outputs = _output_names(question.candidate)
    after = {} if question.outputs is None else dict(zip(outputs, question.outputs, strict=True))
    return QuestionPart(
        inputs=texts_of(dict(zip(inputs, question.inputs, strict=True)), declared),
        outputs=texts_of(after, declared),
        branches=branches,
    )


def _names(candidate: Comparand) -> list[str]:
    if isinstance(candidate, PythonSubject):
        return list(candidate.task.parameter_names)
    return [str(binder.name) for binder in candidate.side.specification.inputs]


def _output_names(candidate: SpecificationSubject) -> list[str]:
    specification = candidate.side.specification
    changed = [str(binder.name) for binder in specification.inputs if binder.name in specification.modifies]
    return [*(str(binder.name) for binder in specification.outputs), *changed]


# -- what a candidate says


def _judge(candidate: Comparand, replayer: Replayer) -> Callable[[PossibleQuestion], CandidateAnswer | None]:
    if isinstance(candidate, PythonSubject):
        return _python_judge(candidate, replayer)
    return lambda question: _typed_answer(candidate, question)


def _python_judge(candidate: PythonSubject, replayer: Replayer) -> Callable[[PossibleQuestion], CandidateAnswer | None]:
    names = candidate.task.parameter_names
    judge_before, after = side_of(candidate.task, names, replayer), after_side(candidate, names, replayer)

    def answer(question: PossibleQuestion) -> CandidateAnswer | None:
        if not isinstance(question.candidate, PythonSubject) or len(question.inputs) != len(names):
            return None
        arguments = dict(zip(names, question.inputs, strict=True))
        seen = judge_before.judge(arguments, False).outcome
        if seen == "unknown":
            return None
        if seen != "accepted" or question.outputs is None:
            return "valid" if seen == "accepted" else "invalid"
        (result,) = question.outputs
        seen = after.judge({**arguments, RESULT: result}, False).outcome
        if seen == "unknown":
            return None
        return "right" if seen == "accepted" else "wrong"

    return answer


def _typed_answer(candidate: SpecificationSubject, question: PossibleQuestion) -> CandidateAnswer | None:
    """What a specification says of a value of another one, whose parameters are matched by position."""
    if not isinstance(question.candidate, SpecificationSubject):
        return None
    try:
        example = _example(candidate, question.candidate, question)
    except SpecassayError:
        return None
    theory, engines = theory_of(candidate.side.program), EVALUATOR_ONLY
    seen = judge_inputs(example, example.inputs, theory, engines, "question").verdict
    if seen not in ("holds", "refuted"):
        return None
    if seen == "refuted" or question.outputs is None:
        return "invalid" if seen == "refuted" else "valid"
    seen = judge_outputs(example, example.outputs, (), theory, engines, "question").verdict
    return {"holds": "right", "refuted": "wrong"}.get(seen)


def _example(candidate: SpecificationSubject, source: SpecificationSubject, question: PossibleQuestion) -> Example:
    """Raises SortError for a value that is none of the candidate's types."""
    ours, theirs = candidate.side.specification, source.side.specification
    inputs = {
        own_binder.name: convert(value, other_binder.sort, own_binder.sort, ("input", own_binder.name))
        for own_binder, other_binder, value in zip(ours.inputs, theirs.inputs, question.inputs, strict=True)
    }
    outputs: dict[str, Any] = {}
    if question.outputs is not None:
        sorts = {binder.name: binder.sort for binder in (*ours.inputs, *ours.outputs)}
        other_sorts = {binder.name: binder.sort for binder in (*theirs.inputs, *theirs.outputs)}
        named = zip(_output_names(candidate), _output_names(source), question.outputs, strict=False)
        outputs = {
            own_binder: convert(value, other_sorts[other_binder], sorts[own_binder], ("output", own_binder))
            for own_binder, other_binder, value in named
        }
    return Example(ours, inputs, outputs, {}, (), "body", "question", None)
