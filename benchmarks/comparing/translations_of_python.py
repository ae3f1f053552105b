"""A contract of Python and a specification of the same problem, as a row of translations: what became of the contract.

The comparison is that of `compare`, whose values CPython and our evaluator confirm. The relation is that on the values
that both have; what only a type of the specification refuses is told as narrowed.
"""

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from msgspec.structs import replace

from ...core.comparing.order import ContractComparison, Implication, PartComparison, SeparatingValue
from ...core.comparing.values import judged
from ...core.deciding.clauses import theory_of
from ...core.ir.contracts import Condition
from ...core.ir.variables import Valuation
from ..schema import TranslationChangePart, TranslationRow, part_of
from .pairs import ComparedPair, compare_pair
from .rows import (
    clauses_changed,
    judged_translation,
    open_clauses,
    separating_part,
    type_declarations,
    unjudged_translation,
)
from .subjects import Comparand, ComparingOptions, PythonSubject, SpecificationSubject

BOTH = {"CPython", "evaluator"}
"""Who confirms a value of two languages."""


@frozen(slots=True)
class _Types:
    """What the types of a specification promise."""

    specified: SpecificationSubject

    def refuse(self, value: SeparatingValue) -> bool:
        """Have the types no room for a value?"""
        return not (self._hold(self.of_inputs, value.second_inputs) and self.hold_of_outputs(value))

    def hold_of_outputs(self, value: SeparatingValue) -> bool:
        """Have the types of results room for those of a value?"""
        outputs = value.second_outputs
        return not outputs or self._hold(self.of_outputs, {**(value.second_inputs or {}), **outputs})

    @property
    def of_inputs(self) -> tuple[Condition, ...]:
        return _of_types(self.specified.side.specification.requires)

    @property
    def of_outputs(self) -> tuple[Condition, ...]:
        return _of_types(self.specified.side.specification.ensures)

    def _hold(self, conditions: tuple[Condition, ...], values: Valuation | None) -> bool:
        theory = theory_of(self.specified.side.program)
        return values is None or judged(conditions, values, theory).outcome == "accepted"


def row_of_python(
    first: PythonSubject, second: SpecificationSubject, problem: str, dataset: str, options: ComparingOptions
) -> TranslationRow:
    """What became of a contract of Python, as a row. Never raises for the sake of the two."""
    row = unjudged_translation(first, second, problem, dataset)
    return judged_translation(row, lambda: _row(row, compare_pair(first, second, options), first, second))


def _row(row: TranslationRow, pair: ComparedPair, first: PythonSubject, second: SpecificationSubject) -> TranslationRow:
    comparison = pair.comparison
    if comparison is None:
        return replace(row, reason=pair.reason, seconds=round(pair.seconds, 2))
    types = _Types(second)
    # Without outputs the relation is one of conditions: the stronger accepts less.
    about_inputs = f"only inputs are compared, as conditions: {comparison.outputs_reason}"
    notes = [*comparison.notes, *([about_inputs] if comparison.outputs is None else [])]
    common = evolve(
        comparison,
        inputs=_on_common_values(comparison.inputs, types, types.of_inputs),
        outputs=None if comparison.outputs is None else _on_common_values(comparison.outputs, types, types.of_outputs),
    )
    return replace(
        row,
        relation=common.relation,
        possible=list(common.possible),
        changes=[*_changes(comparison, common, pair, (first, second), types)],
        notes=notes,
        open=[f"{clause.text}: {clause.reason}" for clause in open_clauses(common)],
        seconds=round(pair.seconds, 2),
    )


def _on_common_values(part: PartComparison, types: _Types, of_types: Sequence[Condition]) -> PartComparison:
    """The comparison without what types say. What separates the two beyond the types says nothing of values that both
    have."""
    texts = {condition.clause.text for condition in of_types}

    def common(clause: Implication) -> Implication:
        if clause.separating is None or not types.refuse(clause.separating):
            return clause
        return evolve(
            clause, verdict="unknown", separating=None, reason="the value that was found is none of the types"
        )

    second = tuple(common(clause) for clause in part.second_clauses if clause.text not in texts)
    undefined = None if part.undefined is None or types.refuse(part.undefined) else part.undefined
    return PartComparison(tuple(map(common, part.first_clauses)), second, undefined)


def _changes(
    whole: ContractComparison,
    common: ContractComparison,
    pair: ComparedPair,
    sides: tuple[PythonSubject, SpecificationSubject],
    types: _Types,
) -> Iterator[TranslationChangePart]:
    python, specified = sides
    # What only a type refuses comes first: it says nothing of the values that both have.
    for kind, part, of_types in (
        ("domain narrowed", whole.inputs, types.of_inputs),
        ("result narrowed", whole.outputs, types.of_outputs),
    ):
        texts = {condition.clause.text for condition in of_types}
        for clause in () if part is None else part.second_clauses:
            if clause.text in texts and clause.separating is not None:
                yield _change(kind, specified, clause.text, clause.separating, sides)
    for kind, is_of_first, text, value in clauses_changed(common):
        yield _change(kind, python if is_of_first else specified, text, value, sides)
    refuted = None if pair.reference is None else pair.reference.counterexample
    if refuted is not None:
        room = types.hold_of_outputs(refuted)
        outputs = specified.side.specification.outputs
        text = "a result of the reference" if room else ", ".join(str(binder.name) for binder in outputs)
        yield _change("output refused" if room else "result narrowed", specified, text, refuted, sides)


def _change(
    kind: str,
    side: Comparand,
    clause: str,
    value: SeparatingValue,
    sides: tuple[PythonSubject, SpecificationSubject],
) -> TranslationChangePart:
    specification = sides[1].side.specification
    binders = (*specification.inputs, *specification.outputs)
    part = separating_part(value, (type_declarations(sides[0], ()), type_declarations(sides[1], binders)))
    assert part is not None
    return part_of(
        TranslationChangePart,
        part,
        change=kind,
        language=side.language.title,
        clause=" ".join(clause.split()),
        second_inputs=part.inputs if part.second_inputs is None else part.second_inputs,
        second_outputs=part.outputs if part.second_outputs is None else part.second_outputs,
        checked={*part.replayed} >= BOTH,
        confirmed=part.replayed,
    )


def _of_types(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    return tuple(condition for condition in conditions if condition.clause.origin == "type")
