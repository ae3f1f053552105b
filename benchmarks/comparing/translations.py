"""Specifications of one problem in two languages, and what of them the translation changed, as a row. Each witness is
written in both languages, and the clauses of each side are evaluated on its own value, apart from the comparison."""

import time
from collections.abc import Iterator, Sequence
from functools import partial

from attrs import frozen
from msgspec.structs import replace

from ...backends.dafny.process import find_dafny
from ...backends.processes.rustc import find_rustc
from ...core.comparing.alignment import array_first
from ...core.comparing.order import SeparatingValue, SideOutcome
from ...core.comparing.translations import StubbedFunction, UndeclaredName, compare_translation
from ...core.comparing.values import judged
from ...core.deciding.clauses import theory_of
from ...core.errors import Unsupported
from ...core.ir.sorts import INT
from ...core.ir.terms import Binder
from ...core.ir.type_instances import with_types
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Valuation
from ...dafny_harness.verifier.triple import Triple
from ...frontends.dafny import DAFNY
from ..reporting.translation_tables import UNRESOLVED_TEXT
from ..schema import Texts, TranslationChangePart, TranslationRow
from .dafny_replay import CONFIRMED, DafnyAnswer, asked_triple, dafny_answers
from .matching import match, ordered
from .rows import (
    clauses_changed,
    judged_translation,
    open_clauses,
    texts_of,
    type_declarations,
    unjudged_translation,
)
from .subjects import ComparingOptions, SpecificationSubject

# What shows a change of a translation, held against the real Dafny and rustc (`audit --replay dafny --replay rustc`).
#
# Dafny proves of the value of its side, as literals, that the clauses hold or that the one to blame does not, as for
# `compare` (`dafny_replay.py`). rustc says whether a type of Rust has room for a value. Clauses of Verus it does not
# know: of these our evaluator alone says what they are.

RUST = "rust"
"""What code is called whose types are those of Rust."""
OF_OUTPUTS = ("result narrowed", "clause lost")
"""The changes that postconditions show."""


@frozen(slots=True)
class WitnessedChange:
    """A change; the input and output that show it, by the names of each side, and what each side says of them."""

    part: TranslationChangePart
    values: tuple[tuple[Valuation, Valuation], ...] = ()
    outcomes: tuple[SideOutcome, ...] = ()


@frozen(slots=True)
class _Said:
    """What a program says of a change: its name, and why it does not confirm it."""

    by: str
    answer: DafnyAnswer


def confirmed(
    changes: Sequence[WitnessedChange], sides: Sequence[SpecificationSubject], options: ComparingOptions
) -> list[TranslationChangePart]:
    """The changes, each with who confirmed it and why others did not. One that a program contradicts is not checked
    any more. Raises SolverFailure where a program that should be asked is not there."""
    said: list[list[_Said]] = [[] for _ in changes]
    for place, side in enumerate(sides):
        if side.language is DAFNY and options.replay_in_dafny:
            _ask_dafny(changes, place, side, said)
        if side.language.fence == RUST and options.replay_in_rust:
            _ask_rustc(changes, place, side, said)
    return [_told(change.part, answers) for change, answers in zip(changes, said, strict=True)]


def _told(part: TranslationChangePart, said: Sequence[_Said]) -> TranslationChangePart:
    by = [answer.by for answer in said if answer.answer == CONFIRMED]
    why = [f"{answer.by}: {answer.answer.reason}" for answer in said if answer.answer != CONFIRMED]
    own = ["evaluator"] if part.checked else []
    contradicted = any(answer.answer.contradicts for answer in said)
    return replace(part, confirmed=[*own, *by], unconfirmed="; ".join(why), checked=part.checked and not contradicted)


def _ask_dafny(
    changes: Sequence[WitnessedChange], place: int, side: SpecificationSubject, said: list[list[_Said]]
) -> None:
    verifier = find_dafny()
    numbers = [number for number, change in enumerate(changes) if change.values]
    asked = [partial(_triple, changes[number], place, side) for number in numbers]
    for number, answer in zip(numbers, dafny_answers(side, asked, verifier), strict=True):
        said[number].append(_Said(f"Dafny {verifier.version}", answer))


def _triple(change: WitnessedChange, place: int, side: SpecificationSubject) -> Triple:
    """Raises Unsupported where Dafny cannot be asked."""
    own = side.side.specification
    specification = with_types(own, dict.fromkeys(own.type_parameters, INT))
    of_outputs = change.part.change in OF_OUTPUTS
    return asked_triple(side, specification, change.values[place], change.outcomes[place], of_outputs=of_outputs)


def _ask_rustc(
    changes: Sequence[WitnessedChange], place: int, side: SpecificationSubject, said: list[list[_Said]]
) -> None:
    rustc = find_rustc()
    for number, change in enumerate(changes):
        part = change.part
        # Only that a type is narrower can be asked of rustc: whether it takes the witness.
        if not part.change.endswith("narrowed") or part.language != side.language.title:
            continue
        # Each side has the witness in its own words.
        texts = (part.inputs, part.outputs) if place == 0 else (part.second_inputs, part.second_outputs)
        name, _, type_text = part.clause.partition(": ")
        literals = {**texts[0], **texts[1]}
        answer = DafnyAnswer(reason=f"{type_text} is no type of plain Rust")
        if (literal := _literal(name, literals)) is not None:
            match rustc.room(type_text, literal):
                case "refused":
                    answer = CONFIRMED
                case "accepted":
                    answer = DafnyAnswer(True, f"{literal} is a {type_text}")
        said[number].append(_Said(rustc.name, answer))


def _literal(name: str, literals: dict[str, str]) -> str | None:
    """The literal of a variable, or of the parts of a tuple."""
    if name in literals:
        return literals[name]
    parts = [*_parts(name, literals)]
    return f"({', '.join(parts)})" if parts else None


def _parts(name: str, literals: dict[str, str]) -> Iterator[str]:
    for place in range(len(literals)):
        if (part := literals.get(f"{name}.{place}")) is not None:
            yield part


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
    compared = judged_translation(row, lambda: _compared(row, first, second, options))
    return replace(compared, seconds=round(time.monotonic() - started, 2))


def _compared(
    row: TranslationRow, first: SpecificationSubject, second: SpecificationSubject, options: ComparingOptions
) -> TranslationRow:
    first_ordered, its = ordered(first, second, match(first, second, options.match))
    assert isinstance(first_ordered, SpecificationSubject)
    assert isinstance(its, SpecificationSubject)
    sides = _Sides(first_ordered, its)
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
    for kind, is_of_first, clause, value in clauses_changed(common):
        side = sides.first if is_of_first else sides.second
        changes.append(_change(kind, side, clause, value, sides, sides.naming()))
    # What is not known because a text is no program is known to be so.
    unresolved = common.relation == "unknown" and bool(comparison.undeclared)
    return replace(
        row,
        relation=UNRESOLVED_TEXT if unresolved else common.relation,
        possible=[UNRESOLVED_TEXT] if unresolved else list(common.possible),
        changes=confirmed(changes, sides.both, options),
        notes=list(common.notes),
        open=[f"{_on_one_line(clause.text)}: {clause.reason}" for clause in open_clauses(common)][:MOST_OPEN],
        reason=common.outputs_reason if common.outputs is None and common.relation == "unknown" else "",
    )


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
    # Inputs correspond by place; what is modified is an input as well, and has another value in the output.
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
                # A value that the language has no literal for is shown all the same: it is only told.
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
