"""The rows of comparisons."""

from collections.abc import Mapping
from typing import Any

from ...core.comparing.order import ContractComparison, Implication, PartComparison, SeparatingValue
from ...core.errors import Unsupported
from ...core.ir.notation import show_value
from ...core.ir.terms import Binder
from ...dafny_harness.languages import DAFNY
from ...frontends.python import literal
from ..schema import (
    CarriedPart,
    ComparisonRow,
    ConditionsPart,
    ImplicationPart,
    ReferencePart,
    SeparatingPart,
    Texts,
    part_of,
)
from .pairs import ComparedPair
from .subjects import Comparand, DafnySubject


def row_of_pair(pair: ComparedPair, problem: str = "") -> ComparisonRow:
    """The row of a comparison. `problem`: its name, that of the first if empty."""
    found, sides = pair.comparison, (pair.first, pair.second)
    languages = [language_of(each) for each in sides]
    told = found or ContractComparison(PartComparison())
    variables = tuple(told.variables if each == "Dafny" else () for each in languages)
    return ComparisonRow(
        task_id=problem or pair.first.name,
        task_ids=[pair.first.task_id, pair.second.task_id],
        first=pair.first.place,
        second=pair.second.place,
        languages=languages,
        relation=told.relation if found else "unknown",
        possible=list(told.possible) if found else ["equal", "weaker", "stronger", "incomparable"],
        inputs=_conditions(found.inputs, variables) if found else None,
        outputs=_conditions(found.outputs, variables) if found and found.outputs is not None else None,
        outputs_reason=told.outputs_reason,
        notes=list(told.notes),
        promises=[_promises(each) if found is None or found.outputs is None else [] for each in sides],
        reference=_reference(pair),
        carried=None if pair.carried is None else part_of(CarriedPart, pair.carried),
        matched="" if pair.matching is None else pair.matching.by,
        guessed=pair.matching is not None and pair.matching.guessed,
        reason=pair.reason,
        seconds=round(pair.seconds, 3),
    )


def language_of(subject: Comparand) -> str:
    """The language in which a subject is written."""
    return "Dafny" if isinstance(subject, DafnySubject) else "Python"


def _promises(subject: Comparand) -> list[str]:
    """The clauses about outputs, as written."""
    if isinstance(subject, DafnySubject):
        return [each.clause.text for each in subject.side.specification.ensures if not each.clause.implicit]
    return [line.strip().removeprefix("assert ") for line in subject.postcondition.splitlines() if line.strip()]


def _reference(pair: ComparedPair) -> ReferencePart | None:
    found = pair.reference
    if found is None:
        return None
    dafny = pair.first if isinstance(pair.first, DafnySubject) else pair.second
    assert isinstance(dafny, DafnySubject)
    specification = dafny.side.specification
    value = separating_part(found.counterexample, ((), (*specification.inputs, *specification.outputs)))
    return ReferencePart(
        tests=found.tests, satisfied=found.satisfied, refuted=found.refuted, unknown=found.unknown,
        left_out=found.left_out, counterexample=value, reason=found.reason,
    )  # fmt: skip


SideVariables = tuple[tuple[Binder, ...], ...]
"""Of the first and of the second: the names and sorts of its variables, where its language has sorts."""


def _conditions(part: PartComparison, variables: SideVariables) -> ConditionsPart:
    return ConditionsPart(
        relation=part.relation,
        first=[_implication(each, variables) for each in part.first_clauses],
        second=[_implication(each, variables) for each in part.second_clauses],
        undefined=separating_part(part.undefined, variables),
    )


def _implication(each: Implication, variables: SideVariables) -> ImplicationPart:
    return ImplicationPart(
        clause=each.clause,
        text=each.text,
        place="" if each.span is None else str(each.span),
        verdict=each.verdict,
        engine=each.engine,
        reason=each.reason,
        core=list(each.core),
        bounds=each.bounds,
        separating=separating_part(each.separating, variables),
    )


def separating_part(value: SeparatingValue | None, variables: SideVariables) -> SeparatingPart | None:
    """A value that separates two contracts, as texts."""
    if value is None:
        return None
    first, second = variables
    return SeparatingPart(
        inputs=texts_of(value.inputs, first),
        outputs=texts_of(value.outputs, first),
        second_inputs=None if value.second_inputs is None else texts_of(value.second_inputs, second),
        second_outputs=None if value.second_outputs is None else texts_of(value.second_outputs, second),
        first=value.first,
        second=value.second,
        clause=value.clause,
        replayed=list(value.replayed),
        unconfirmed=value.unconfirmed,
    )


def texts_of(values: Mapping[str, Any], variables: tuple[Binder, ...]) -> Texts:
    """Each value as a literal: of Dafny where the variable has a sort, of Python where it has none."""
    sorts = {binder.name: binder.sort for binder in variables}
    found: Texts = {}
    for name, value in values.items():
        try:
            found[name] = DAFNY.literal(value, sorts[name]) if name in sorts else literal(value)
        except Unsupported:  # a value that no expression makes
            found[name] = show_value(value)
    return found
