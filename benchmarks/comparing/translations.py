"""Specifications of one problem in two languages, and what of them the translation changed, as a row. Each witness is
written in both languages, and the clauses of each side are evaluated on its own value, apart from the comparison."""

import time
from collections.abc import Iterator
from itertools import chain

from attrs import frozen
from msgspec.structs import replace

from ...core.comparing.alignment import NoCommonValues, array_first
from ...core.comparing.order import ContractComparison, Implication, SeparatingValue, SideOutcome
from ...core.comparing.translations import StubbedFunction, UndeclaredName, compare_translation
from ...core.comparing.values import judged
from ...core.deciding.clauses import theory_of
from ...core.errors import SpecassayError, Unsupported, defect
from ...core.ir.terms import Binder
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Valuation
from ..reporting.translation_tables import NO_COMMON_VALUES, UNRESOLVED_TEXT
from ..schema import Texts, TranslationChangePart, TranslationRow
from .confirming import WitnessedChange, confirmed
from .matching import match, ordered
from .rows import texts_of, type_declarations, unjudged_translation
from .subjects import ComparingOptions, SpecificationSubject

MOST_OPEN = 6
"""Clauses of which nothing is known that a row names."""


@frozen(slots=True)
class _Sides:
    """Two specifications, the parameters of the second in the order of the first's."""

    first: SpecificationSubject
    second: SpecificationSubject

    @property
    def both(self) -> tuple[SpecificationSubject, SpecificationSubject]:
        return self.first, self.second

    def naming(self, *, turned: bool = False) -> SpecificationSubject:
        """The side whose names the values have that come of comparing the two, or the second with the first."""
        first_side, second_side = self.both[::-1] if turned else self.both
        return second_side if array_first(first_side.side.specification, second_side.side.specification) else first_side


def row_of_translation(
    first: SpecificationSubject, second: SpecificationSubject, problem: str, dataset: str, options: ComparingOptions
) -> TranslationRow:
    """What the translation of the first to the second changed, as a row. Never raises for the sake of the two."""
    started = time.monotonic()
    row = unjudged_translation(first, second, problem, dataset)
    fields: dict[str, object] = {}
    try:
        matching = match(first, second, options.match)
        first_ordered, its = ordered(first, second, matching)
        assert isinstance(first_ordered, SpecificationSubject)
        assert isinstance(its, SpecificationSubject)
        fields = _compared(_Sides(first_ordered, its), options)
    except NoCommonValues as error:
        fields |= {"relation": NO_COMMON_VALUES, "possible": [NO_COMMON_VALUES], "notes": [str(error)]}
    except SpecassayError as error:
        fields["reason"] = str(error)
    except Exception as error:  # A defect of ours is that of this pair alone.
        fields["reason"] = defect(error)
    return replace(row, **fields, seconds=round(time.monotonic() - started, 2))


def _compared(sides: _Sides, options: ComparingOptions) -> dict[str, object]:
    comparison = compare_translation(sides.first.side, sides.second.side, options.engines())
    changes: list[WitnessedChange] = []
    for narrowed in comparison.narrowed:
        change = "domain narrowed" if narrowed.of == "inputs" else "result narrowed"
        side = sides.first if narrowed.by_first else sides.second
        naming = sides.naming(turned=narrowed.by_first)
        changes.append(_change(change, side, narrowed.clause, narrowed.separating, sides, naming))
    changes += [WitnessedChange(_stub(stubbed, sides)) for stubbed in comparison.stubbed]
    changes += [WitnessedChange(_not_declared(name, sides)) for name in comparison.undeclared]
    common = comparison.common
    for kind, part_compared in (("input refused", common.inputs), ("clause lost", common.outputs)):
        for by_first, listed in (
            ((True, part_compared.first_clauses), (False, part_compared.second_clauses))
            if part_compared is not None
            else ()
        ):
            for clause in listed:
                if clause.separating is None:
                    continue
                # A clause of the precondition refuses what the other accepts; one of the postcondition that the other
                # does not imply is lost there.
                is_of_first = by_first if kind == "input refused" else not by_first
                side = sides.first if is_of_first else sides.second
                changes.append(_change(kind, side, clause.text, clause.separating, sides, sides.naming()))
    # What is not known because a text is no program is known to be so.
    unresolved = common.relation == "unknown" and bool(comparison.undeclared)
    return {
        "relation": UNRESOLVED_TEXT if unresolved else common.relation,
        "possible": [UNRESOLVED_TEXT] if unresolved else list(common.possible),
        "changes": confirmed(changes, sides.both, options),
        "notes": list(common.notes),
        "open": list(_open(common))[:MOST_OPEN],
        "reason": common.outputs_reason if common.outputs is None and common.relation == "unknown" else "",
    }


def _open(common: ContractComparison) -> Iterator[str]:
    parts_compared = [part_compared for part_compared in (common.inputs, common.outputs) if part_compared is not None]
    listed: Iterator[Implication] = chain.from_iterable(
        (*part_compared.first_clauses, *part_compared.second_clauses) for part_compared in parts_compared
    )
    for clause in listed:
        if clause.verdict == "unknown":
            yield f"{_on_one_line(clause.text)}: {clause.reason}"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _change(
    change: str,
    side: SpecificationSubject,
    clause: str,
    value: SeparatingValue,
    sides: _Sides,
    naming: SpecificationSubject,
) -> WitnessedChange:
    first, second = (_value_of(subject, value, naming) for subject in sides.both)
    # Both sides judge their own form of the value: the row says `checked` only where both say what the comparison
    # said.
    outcomes = [_outcome(subject, *values) for subject, values in zip(sides.both, (first, second), strict=True)]
    texts = [
        _texts(subject, values) for subject, pair in zip(sides.both, (first, second), strict=True) for values in pair
    ]
    part = TranslationChangePart(
        change=change,
        language=side.language.title,
        clause=_on_one_line(clause),
        inputs=texts[0],
        outputs=texts[1],
        second_inputs=texts[2],
        second_outputs=texts[3],
        first=value.first,
        second=value.second,
        checked=all(
            outcome_seen is not None and (outcome_seen == "accepted") == (outcome_said == "accepted")
            for outcome_seen, outcome_said in zip(outcomes, (value.first, value.second), strict=True)
        ),
    )
    return WitnessedChange(part, (first, second), (value.first, value.second))


def _texts(subject: SpecificationSubject, values: Valuation) -> Texts:
    specification = subject.side.specification
    return texts_of(values, type_declarations(subject, (*specification.inputs, *specification.outputs)))


def _value_of(
    subject: SpecificationSubject, value: SeparatingValue, naming: SpecificationSubject
) -> tuple[Valuation, Valuation]:
    """The input and output of a value as one side has them: by the names of its own variables, and with the elements of
    an array where it has a sequence. `naming`: the side whose names the value has."""
    own_specification, its = subject.side.specification, naming.side.specification
    pairs = [*zip(own_specification.inputs, its.inputs, strict=True)]
    inputs = {
        own_binder.name: _fitting(value.inputs[naming_binder.name], own_binder)
        for own_binder, naming_binder in pairs
        if naming_binder.name in value.inputs
    }
    pairs += zip(own_specification.outputs, its.outputs, strict=True)
    outputs = {
        own_binder.name: _fitting(value.outputs[naming_binder.name], own_binder)
        for own_binder, naming_binder in pairs
        if naming_binder.name in value.outputs
    }
    return inputs, outputs


def _fitting(value: object, binder: Binder) -> object:
    if isinstance(value, ArrayValue) and binder.sort.kind == "Seq":
        return value.elements
    if binder.sort.kind == "Array" and isinstance(value, tuple):
        return ArrayValue(value, ("carried", binder.name))
    return value


def _outcome(subject: SpecificationSubject, inputs: Valuation, outputs: Valuation) -> SideOutcome | None:
    """What the clauses of one side say of a value, evaluated apart; None where that is not looked at, as the states of
    objects."""
    specification, theory = subject.side.specification, theory_of(subject.side.program)
    if specification.heap.fields:
        return None
    valid = judged(specification.requires, inputs, theory).outcome
    if valid != "accepted" or not outputs:
        return valid
    # No call makes an array longer.
    if any(
        specification.has_fixed_length(binder)
        and isinstance(array := outputs.get(binder.name), ArrayValue)
        and isinstance(old := inputs.get(binder.name), ArrayValue)
        and len(array.elements) != len(old.elements)
        for binder in specification.inputs
    ):
        return "false"
    values_before = {state: inputs[name] for name, state in specification.pre_states.items() if name in inputs}
    return judged(specification.ensures, {**inputs, **values_before, **outputs}, theory).outcome


def _stub(stubbed: StubbedFunction, sides: _Sides) -> TranslationChangePart:
    own, other = sides.both if stubbed.by_first else sides.both[::-1]
    arguments: Texts = {}
    if stubbed.arguments is not None:
        program = other.side.program
        function = next(each for name, each in program.functions.items() if str(name) == stubbed.counterpart)
        for binder, value in zip(function.parameters, stubbed.arguments, strict=True):
            try:
                arguments[str(binder.name)] = other.language.text(value, binder.sort, program.datatypes)
            except Unsupported:
                arguments[str(binder.name)] = str(value)
    what, counterpart_what = ("has no body", "has one") if stubbed.kind == "no body" else ("is always true", "is not")
    if not stubbed.is_read:
        counterpart_what = "has a body that is not read"
    return TranslationChangePart(
        change="stubbed",
        language=own.language.title,
        clause=f"{stubbed.name} {what}, and {stubbed.counterpart} in {other.language.title} {counterpart_what}",
        inputs=arguments,
        checked=stubbed.arguments is not None,
    )


def _not_declared(undeclared: UndeclaredName, sides: _Sides) -> TranslationChangePart:
    own = sides.first if undeclared.by_first else sides.second
    return TranslationChangePart(
        change="not declared", language=own.language.title, clause=f"{undeclared.name}, in {undeclared.user}"
    )
