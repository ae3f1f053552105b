"""Comparisons as rows, and in words."""

import shlex
from collections.abc import Callable, Iterator, Mapping

from attrs import field, frozen
from msgspec.structs import replace

from ...core.comparing.alignment import NoCommonValues
from ...core.comparing.order import ContractComparison, Implication, PartComparison, SeparatingValue
from ...core.comparing.values import references_in
from ...core.errors import SpecassayError, Unsupported, defect
from ...core.interpret.store import NULL
from ...core.ir.contracts import Datatype
from ...core.ir.notation import show_value
from ...core.ir.sorts import OBJECT
from ...core.ir.terms import Binder
from ...core.ir.values import ordered
from ...core.ir.variables import ALLOCATED, Name, Valuation, field_name, field_sort, field_variable, is_heap
from ...core.language import Language
from ...frontends.python import PYTHON, literal
from ..reporting.translation_tables import NO_COMMON_VALUES
from ..schema import (
    CandidatesRow,
    ComparisonRow,
    ConditionsPart,
    ImplicationPart,
    ReferencePart,
    SeparatingPart,
    Texts,
    TranslationRow,
    part_of,
)
from .pairs import ComparedPair
from .subjects import Comparand, SpecificationSubject

_WORDS = {
    "equal": "equal to",
    "weaker": "weaker than",
    "stronger": "stronger than",
    "incomparable": "incomparable with",
}
_ACCEPTANCE = {
    "equal": "{} and {} accept the same",
    "weaker": "{} accepts more than {}",
    "stronger": "{} accepts less than {}",
    "incomparable": "each accepts some that the other refuses",
    "unknown": "not known",
}
_OUTCOMES = {
    "accepted": "accepts it",
    "false": "refuses it",
    "undefined": "is undefined there",
    "unknown": "is not known",
}


def unjudged_translation(first: Comparand, second: Comparand, problem: str, dataset: str) -> TranslationRow:
    """The row of two subjects of one problem of which nothing is known yet."""
    return TranslationRow(
        task_id=problem,
        dataset=dataset,
        first=first.place,
        second=second.place,
        languages=[first.language.title, second.language.title],
        relation="unknown",
        command=shlex.join(["specassay", "compare", first.place, second.place]),
    )


def judged_translation(row: TranslationRow, judge: Callable[[], TranslationRow]) -> TranslationRow:
    """What is judged of two subjects, or the row with the reason why nothing is. Never raises for their sake."""
    try:
        return judge()
    except NoCommonValues as error:
        return replace(row, relation=NO_COMMON_VALUES, possible=[NO_COMMON_VALUES], notes=[str(error)])
    except SpecassayError as error:
        return replace(row, reason=str(error))
    except Exception as error:  # A defect of ours is that of this pair alone.
        return replace(row, reason=defect(error))


def clauses_changed(common: ContractComparison) -> Iterator[tuple[str, bool, str, SeparatingValue]]:
    """What a translation changed about the values that both have: the kind of the change, whether it is one of the
    first, the clause, and what shows it."""
    for kind, part in (("input refused", common.inputs), ("clause lost", common.outputs)):
        for by_first, clauses in () if part is None else ((True, part.first_clauses), (False, part.second_clauses)):
            # A clause of the precondition refuses what the other accepts; one of the postcondition that the other does
            # not imply is lost there.
            is_of_first = by_first if kind == "input refused" else not by_first
            for clause in clauses:
                if clause.separating is not None:
                    yield kind, is_of_first, clause.text, clause.separating


def open_clauses(common: ContractComparison) -> Iterator[Implication]:
    """The clauses of either side of which nothing is known."""
    for part in (common.inputs, common.outputs):
        for clause in () if part is None else (*part.first_clauses, *part.second_clauses):
            if clause.verdict == "unknown":
                yield clause


def row_of_pair(pair: ComparedPair, problem: str = "") -> ComparisonRow:
    """The row of a comparison. `problem`: its name, that of the first if empty."""
    comparison, sides = pair.comparison, (pair.first, pair.second)
    languages = [side.language.title for side in sides]
    # Without a comparison the row has its place and its reason, and nothing is excluded.
    comparison_told = comparison or ContractComparison(PartComparison())
    first, second = (type_declarations(side, comparison_told.variables) for side in sides)
    return ComparisonRow(
        task_id=problem or pair.first.name,
        task_ids=[pair.first.task_id, pair.second.task_id],
        first=pair.first.place,
        second=pair.second.place,
        languages=languages,
        relation=comparison_told.relation if comparison else "unknown",
        possible=list(comparison_told.possible) if comparison else ["equal", "weaker", "stronger", "incomparable"],
        inputs=_conditions(comparison.inputs, (first, second)) if comparison else None,
        outputs=_conditions(comparison.outputs, (first, second))
        if comparison and comparison.outputs is not None
        else None,
        outputs_reason=comparison_told.outputs_reason,
        notes=list(comparison_told.notes),
        promises=[_promises(side) if comparison is None or comparison.outputs is None else [] for side in sides],
        reference=_reference(pair),
        carried=pair.carried,
        matched="" if pair.matching is None else pair.matching.by,
        guessed=pair.matching is not None and pair.matching.guessed,
        reason=pair.reason,
        seconds=round(pair.seconds, 3),
    )


def _promises(subject: Comparand) -> list[str]:
    """The clauses about outputs, as written."""
    if isinstance(subject, SpecificationSubject):
        return [
            condition.clause.text for condition in subject.side.specification.ensures if not condition.clause.implicit
        ]
    return [line.strip().removeprefix("assert ") for line in subject.postcondition.splitlines() if line.strip()]


def _reference(pair: ComparedPair) -> ReferencePart | None:
    reference = pair.reference
    if reference is None:
        return None
    specified = pair.first if isinstance(pair.first, SpecificationSubject) else pair.second
    assert isinstance(specified, SpecificationSubject)
    specification = specified.side.specification
    declared = type_declarations(specified, (*specification.inputs, *specification.outputs))
    value = separating_part(reference.counterexample, (TypeDeclarations(PYTHON), declared))
    return part_of(ReferencePart, reference, counterexample=value)


@frozen(slots=True)
class TypeDeclarations:
    """What values are written by: the names and sorts of variables, where a language has sorts, and its datatypes."""

    language: Language
    variables: tuple[Binder, ...] = ()
    datatypes: Mapping[str, Datatype] = field(factory=dict)


BothTypeDeclarations = tuple[TypeDeclarations, TypeDeclarations]
"""The declarations of the first side and of the second."""


def type_declarations(subject: Comparand, variables: tuple[Binder, ...]) -> TypeDeclarations:
    """Declarations of types with these variables, where the subject's language has types."""
    if isinstance(subject, SpecificationSubject):
        return TypeDeclarations(subject.language, variables, subject.side.program.datatypes)
    return TypeDeclarations(subject.language)


def _conditions(part_compared: PartComparison, declared: BothTypeDeclarations) -> ConditionsPart:
    return ConditionsPart(
        relation=part_compared.relation,
        first=[_implication(first_clause, declared) for first_clause in part_compared.first_clauses],
        second=[_implication(second_clause, declared) for second_clause in part_compared.second_clauses],
        undefined=separating_part(part_compared.undefined, declared),
    )


def _implication(implication: Implication, declared: BothTypeDeclarations) -> ImplicationPart:
    place = "" if implication.span is None else str(implication.span)
    separating = separating_part(implication.separating, declared)
    return part_of(ImplicationPart, implication, place=place, separating=separating)


def separating_part(value: SeparatingValue | None, declared: BothTypeDeclarations) -> SeparatingPart | None:
    """A value that separates two contracts, as texts."""
    if value is None:
        return None
    first, second = declared
    return part_of(
        SeparatingPart,
        value,
        inputs=texts_of(value.inputs, first),
        outputs=texts_of(value.outputs, first),
        second_inputs=None if value.second_inputs is None else texts_of(value.second_inputs, second),
        second_outputs=None if value.second_outputs is None else texts_of(value.second_outputs, second),
        existing=_existing(value),
    )


def _existing(value: SeparatingValue) -> list[str]:
    """The outputs that are arrays or objects which there are before the call, where that is asked."""
    input_ = value.inputs.get(ALLOCATED)
    if input_ is None:
        return []
    referring = {name: references_in([output]) - {NULL} for name, output in value.outputs.items() if not is_heap(name)}
    return [
        str(name) for name, references_there in referring.items() if references_there and references_there <= input_
    ]


def texts_of(values: Valuation, declared: TypeDeclarations) -> Texts:
    """Each value as a literal: of its language where the variable has a sort, of Python where it has none. The fields
    of all objects are those of each, as `object#102.next`; of one with a name they are told with that."""
    sorts = {binder.name: binder.sort for binder in declared.variables}
    texts: Texts = {}
    for name, value in values.items():
        if is_heap(name):
            named = {values[variable.name] for variable in declared.variables if _is_named(variable, name, values)}
            for owner in (owner_there for owner_there in ordered(value[1]) if owner_there not in named):
                text = declared.language.text(value[1][owner], field_sort(sorts[name]), declared.datatypes)
                texts[f"{show_value(owner, OBJECT)}.{field_name(name)}"] = text
            continue
        try:
            has_sort = name in sorts
            text = declared.language.text(value, sorts[name], declared.datatypes) if has_sort else literal(value)
        except Unsupported:  # a value that no expression makes
            text = show_value(value)
        texts[declared.language.word(name)] = text
    return texts


def _is_named(binder: Binder, heap: Name, values: Valuation) -> bool:
    """Is it an object with a name, whose field has a variable of its own?"""
    return binder.sort == OBJECT and binder.name in values and field_variable(binder.name, field_name(heap)) in values


@frozen(slots=True)
class SideNames:
    """What the two sides are called."""

    first: str = "A"
    second: str = "B"


A_AND_B = SideNames()
VERSIONS = SideNames("after", "before")


def lines_of(row: ComparisonRow, names: SideNames = A_AND_B) -> Iterator[str]:
    """What a row says, line by line."""
    # "Equal" without this would be taken for more than was compared.
    inputs_alone = not row.reason and row.outputs is None and row.outputs_reason
    what = ", by their inputs alone" if inputs_alone else ""
    yield f"{row.task_id}: {names.first} is {relation_in_words(row)} {names.second}{what}"
    width = max(len(names.first), len(names.second))
    yield f"  {names.first:{width}}  {row.first}"
    yield f"  {names.second:{width}}  {row.second}"
    if row.reason:
        yield f"  not compared: {row.reason}"
        return
    for note in row.notes:
        yield f"  {note}"
    for side_name, conditions in (("inputs", row.inputs), ("outputs", row.outputs)):
        if conditions is not None:
            yield from _part(side_name, conditions, names)
    if row.outputs is None and row.outputs_reason:
        yield f"  outputs: not compared, {row.outputs_reason}"
    if row.reference is not None:
        yield from _reference_lines(row.reference)


def _reference_lines(reference: ReferencePart) -> Iterator[str]:
    if not reference.tests:
        yield f"  reference: no test to judge ({reference.reason or 'none converts'})"
        return
    yield f"  reference: its result satisfies the postcondition on {reference.satisfied} of {reference.tests} tests"
    if reference.counterexample is not None:
        value = reference.counterexample
        yield f"    refuted on {_texts(value.inputs)} → {_texts(value.outputs)}"
    if reference.unknown:
        yield f"    undecided on {reference.unknown}"
    if reference.left_out:
        yield f"    left out: {reference.left_out} ({reference.reason})"


def lines_of_candidates(row: CandidatesRow) -> Iterator[str]:
    """The order of several candidates, the strongest first, and the questions."""
    yield f"{row.task_id}: {len(row.candidates)} candidates, {len(row.classes)} different"
    for number, candidate in enumerate(row.candidates, 1):
        yield f"  {number}  {candidate}"
    names = [" = ".join(map(str, members)) for members in row.classes]
    for stronger_one, weaker_one in row.stronger:
        yield f"  {names[stronger_one]} is stronger than {names[weaker_one]}"
    # A class that is in no pair would not be printed at all.
    ordered = {place for pair in row.stronger for place in pair}
    for place, name in enumerate(names):
        if place not in ordered:
            yield f"  {name}" + ("" if len(names) == 1 else ": not ordered with the others")
    for first, second in row.open:
        yield f"  {first} and {second}: not decided"
    if row.questions:
        least = ", the fewest possible" if row.fewest else ""
        yield f"  To single one out, at most {row.most} of these questions{least}:"
    for number, question in enumerate(row.questions, 1):
        question_text = f"is {_texts(question.outputs)} right for " if question.outputs else "is this input valid: "
        yield f"    {number}. {question_text}{_texts(question.inputs)}?"
        for branch in question.branches:
            then = f", then ask {branch.ask + 1}" if branch.ask is not None else ""
            yield f"       {branch.answer}: {', '.join(map(str, branch.left))}{then}"


def relation_in_words(row: ComparisonRow) -> str:
    """`weaker than`; where that is not known, what is left."""
    if row.relation != "unknown":
        return _WORDS[row.relation]
    if len(row.possible) == 4:
        return "in no known relation to"
    return f"(not decided: {' or '.join(row.possible)}) to"


def _part(side_name: str, conditions: ConditionsPart, names: SideNames) -> Iterator[str]:
    clauses = (*conditions.first, *conditions.second)
    proved = sum(clause.verdict == "implied" for clause in clauses)
    decided = f"{proved} of {len(clauses)} clauses implied by the other side" if clauses else "no clauses"
    yield f"  {side_name}: {_ACCEPTANCE[conditions.relation].format(names.first, names.second)} ({decided})"
    # Only what is not implied is listed: each such clause tells the two sides apart, or may.
    for name, other_name, listed in (
        (names.first, names.second, conditions.first),
        (names.second, names.first, conditions.second),
    ):
        for implication in listed:
            if implication.verdict != "implied":
                kind = "only" if implication.verdict == "not implied" else "open,"
                yield f"    {kind} {name}: {implication.text}"
                yield from _why(implication, other_name, names)
    if conditions.undefined is not None:
        value = conditions.undefined
        yield f"    undefined rather than false: on {_value(value, names)}: {_outcomes(value, names)}"


def _why(implication: ImplicationPart, other_name: str, names: SideNames) -> Iterator[str]:
    if implication.separating is not None:
        yield f"      {_value(implication.separating, names)}: {_outcomes(implication.separating, names)}"
    elif implication.bounds:
        yield f"      implied by {other_name} within bounds only: {implication.bounds}"
    elif implication.reason:
        yield f"      whether {other_name} implies it is not known: {implication.reason}"


def _value(value: SeparatingPart, names: SideNames) -> str:
    value_text = _texts({name: text for name, text in value.inputs.items() if name != str(ALLOCATED)})
    if value.outputs:
        value_text = f"{value_text} → {_texts(value.outputs)}"
    if value.existing:
        value_text += f", where {' and '.join(value.existing)} existed before the call"
    if value.second_inputs is not None and value.second_inputs != value.inputs:
        value_text += f" (in {names.second}: {_texts(value.second_inputs)})"
    return value_text


def _texts(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in values.items()) or "no arguments"


def _outcomes(value: SeparatingPart, names: SideNames) -> str:
    outcomes_text = f"{names.first} {_OUTCOMES[value.first]}, {names.second} {_OUTCOMES[value.second]}"
    unconfirmed_text = f"; not confirmed by {value.unconfirmed}" if value.unconfirmed else ""
    return f"{outcomes_text} ({', '.join(value.replayed)}{unconfirmed_text})"
