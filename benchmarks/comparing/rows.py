"""Comparisons as rows, and in words."""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from ...core.comparing.order import ContractComparison, Implication, PartComparison, SeparatingValue
from ...core.comparing.values import references_in
from ...core.errors import Unsupported
from ...core.interpret.store import NULL
from ...core.ir.contracts import Datatype
from ...core.ir.notation import show_value
from ...core.ir.sorts import OBJECT
from ...core.ir.terms import Binder
from ...core.ir.values import ordered
from ...core.ir.variables import ALLOCATED, Name, Valuation, field_name, field_sort, field_variable, is_heap
from ...core.language import Language
from ...frontends.python import PYTHON, literal
from ..schema import (
    CandidatesRow,
    ComparisonRow,
    ConditionsPart,
    ImplicationPart,
    ReferencePart,
    SeparatingPart,
    Texts,
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


def row_of_pair(pair: ComparedPair, problem: str = "") -> ComparisonRow:
    """The row of a comparison. `problem`: its name, that of the first if empty."""
    found, sides = pair.comparison, (pair.first, pair.second)
    languages = [side.language.title for side in sides]
    told = found or ContractComparison(PartComparison())
    first, second = (type_declarations(side, told.variables) for side in sides)
    return ComparisonRow(
        task_id=problem or pair.first.name,
        task_ids=[pair.first.task_id, pair.second.task_id],
        first=pair.first.place,
        second=pair.second.place,
        languages=languages,
        relation=told.relation if found else "unknown",
        possible=list(told.possible) if found else ["equal", "weaker", "stronger", "incomparable"],
        inputs=_conditions(found.inputs, (first, second)) if found else None,
        outputs=_conditions(found.outputs, (first, second)) if found and found.outputs is not None else None,
        outputs_reason=told.outputs_reason,
        notes=list(told.notes),
        promises=[_promises(side) if found is None or found.outputs is None else [] for side in sides],
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
    found = pair.reference
    if found is None:
        return None
    specified = pair.first if isinstance(pair.first, SpecificationSubject) else pair.second
    assert isinstance(specified, SpecificationSubject)
    specification = specified.side.specification
    declared = type_declarations(specified, (*specification.inputs, *specification.outputs))
    value = separating_part(found.counterexample, (TypeDeclarations(PYTHON), declared))
    return ReferencePart(
        tests=found.tests,
        satisfied=found.satisfied,
        refuted=found.refuted,
        unknown=found.unknown,
        left_out=found.left_out,
        counterexample=value,
        reason=found.reason,
    )


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


def _conditions(part: PartComparison, declared: BothTypeDeclarations) -> ConditionsPart:
    return ConditionsPart(
        relation=part.relation,
        first=[_implication(first_clause, declared) for first_clause in part.first_clauses],
        second=[_implication(second_clause, declared) for second_clause in part.second_clauses],
        undefined=separating_part(part.undefined, declared),
    )


def _implication(each: Implication, declared: BothTypeDeclarations) -> ImplicationPart:
    return ImplicationPart(
        clause=each.clause,
        text=each.text,
        place="" if each.span is None else str(each.span),
        verdict=each.verdict,
        engine=each.engine,
        reason=each.reason,
        core=list(each.core),
        bounds=each.bounds,
        separating=separating_part(each.separating, declared),
    )


def separating_part(value: SeparatingValue | None, declared: BothTypeDeclarations) -> SeparatingPart | None:
    """A value that separates two contracts, as texts."""
    if value is None:
        return None
    first, second = declared
    return SeparatingPart(
        inputs=texts_of(value.inputs, first),
        outputs=texts_of(value.outputs, first),
        second_inputs=None if value.second_inputs is None else texts_of(value.second_inputs, second),
        second_outputs=None if value.second_outputs is None else texts_of(value.second_outputs, second),
        first=value.first,
        second=value.second,
        clause=value.clause,
        existing=_existing(value),
        replayed=list(value.replayed),
        unconfirmed=value.unconfirmed,
    )


def _existing(value: SeparatingValue) -> list[str]:
    """The outputs that are arrays or objects which there are before the call, where that is asked."""
    input_ = value.inputs.get(ALLOCATED)
    if input_ is None:
        return []
    referring = {name: references_in([output]) - {NULL} for name, output in value.outputs.items() if not is_heap(name)}
    return [str(name) for name, found in referring.items() if found and found <= input_]


def texts_of(values: Valuation, declared: TypeDeclarations) -> Texts:
    """Each value as a literal: of its language where the variable has a sort, of Python where it has none. The fields
    of all objects are those of each, as `object#102.next`; of one with a name they are told with that."""
    sorts = {binder.name: binder.sort for binder in declared.variables}
    texts: Texts = {}
    for name, value in values.items():
        if is_heap(name):
            named = {values[variable.name] for variable in declared.variables if _is_named(variable, name, values)}
            for owner in (each for each in ordered(value[1]) if each not in named):
                text = declared.language.text(value[1][owner], field_sort(sorts[name]), declared.datatypes)
                texts[f"{show_value(owner, OBJECT)}.{field_name(name)}"] = text
            continue
        try:
            known = name in sorts
            texts[str(name)] = (
                declared.language.text(value, sorts[name], declared.datatypes) if known else literal(value)
            )
        except Unsupported:  # a value that no expression makes
            texts[str(name)] = show_value(value)
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
    yield f"{row.task_id}: {names.first} is {relation_in_words(row)} {names.second}"
    width = max(len(names.first), len(names.second))
    yield f"  {names.first:{width}}  {row.first}"
    yield f"  {names.second:{width}}  {row.second}"
    if row.reason:
        yield f"  not compared: {row.reason}"
        return
    for note in row.notes:
        yield f"  {note}"
    for what, part in (("inputs", row.inputs), ("outputs", row.outputs)):
        if part is not None:
            yield from _part(what, part, names)
    if row.outputs is None and row.outputs_reason:
        yield f"  outputs: not compared, {row.outputs_reason}"
    if row.reference is not None:
        yield from _reference_lines(row.reference)


def _reference_lines(found: ReferencePart) -> Iterator[str]:
    if not found.tests:
        yield f"  reference: no test to judge ({found.reason or 'none converts'})"
        return
    yield f"  reference: its result satisfies the postcondition on {found.satisfied} of {found.tests} tests"
    if found.counterexample is not None:
        value = found.counterexample
        yield f"    refuted on {_texts(value.inputs)} → {_texts(value.outputs)}"
    if found.unknown:
        yield f"    undecided on {found.unknown}"
    if found.left_out:
        yield f"    left out: {found.left_out} ({found.reason})"


def lines_of_candidates(row: CandidatesRow) -> Iterator[str]:
    """The order of several candidates, the strongest first, and the questions."""
    yield f"{row.task_id}: {len(row.candidates)} candidates, {len(row.classes)} different"
    for number, candidate in enumerate(row.candidates, 1):
        yield f"  {number}  {candidate}"
    names = [" = ".join(map(str, members)) for members in row.classes]
    for one, other in row.stronger:
        yield f"  {names[one]} is stronger than {names[other]}"
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
        asked = f"is {_texts(question.outputs)} right for " if question.outputs else "is this input valid: "
        yield f"    {number}. {asked}{_texts(question.inputs)}?"
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


def _part(what: str, part: ConditionsPart, names: SideNames) -> Iterator[str]:
    clauses = (*part.first, *part.second)
    proved = sum(clause.verdict == "implied" for clause in clauses)
    decided = f"{proved} of {len(clauses)} clauses implied by the other side" if clauses else "no clauses"
    yield f"  {what}: {_ACCEPTANCE[part.relation].format(names.first, names.second)} ({decided})"
    for name, other, listed in (
        (names.first, names.second, part.first),
        (names.second, names.first, part.second),
    ):
        for each in listed:
            if each.verdict != "implied":
                kind = "only" if each.verdict == "not implied" else "open,"
                yield f"    {kind} {name}: {each.text}"
                yield from _why(each, other, names)
    if part.undefined is not None:
        yield f"    undefined rather than false: on {_value(part.undefined, names)}: {_outcomes(part.undefined, names)}"


def _why(each: ImplicationPart, other: str, names: SideNames) -> Iterator[str]:
    if each.separating is not None:
        yield f"      {_value(each.separating, names)}: {_outcomes(each.separating, names)}"
    elif each.bounds:
        yield f"      implied by {other} within bounds only: {each.bounds}"
    elif each.reason:
        yield f"      whether {other} implies it is not known: {each.reason}"


def _value(value: SeparatingPart, names: SideNames) -> str:
    shown = _texts({name: text for name, text in value.inputs.items() if name != str(ALLOCATED)})
    if value.outputs:
        shown = f"{shown} → {_texts(value.outputs)}"
    if value.existing:
        shown += f", where {' and '.join(value.existing)} existed before the call"
    if value.second_inputs is not None and value.second_inputs != value.inputs:
        shown += f" (in {names.second}: {_texts(value.second_inputs)})"
    return shown


def _texts(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in values.items()) or "no arguments"


def _outcomes(value: SeparatingPart, names: SideNames) -> str:
    both = f"{names.first} {_OUTCOMES[value.first]}, {names.second} {_OUTCOMES[value.second]}"
    asked = f"; not confirmed by {value.unconfirmed}" if value.unconfirmed else ""
    return f"{both} ({', '.join(value.replayed)}{asked})"
