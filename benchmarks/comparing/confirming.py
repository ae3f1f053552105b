"""What shows a change of a translation, held against the real Dafny and rustc (`audit --replay dafny --replay rustc`).

Dafny proves of the value of its side, as literals, that the clauses hold or that the one to blame does not, as for
`compare` (`dafny_replay.py`). rustc says whether a type of Rust has room for a value. Clauses of Verus it does not
know: of these our evaluator alone says what they are.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen
from msgspec.structs import replace

from ...backends.dafny.process import VerifierLimits, find_dafny
from ...backends.processes.rustc import find_rustc
from ...core.comparing.order import SideOutcome
from ...core.errors import Unsupported
from ...core.ir.sorts import INT
from ...core.ir.type_instances import with_types
from ...core.ir.variables import Valuation
from ...dafny_harness.verifier.declarations import sources_of
from ...dafny_harness.verifier.run import Job, ask
from ...dafny_harness.verifier.triple import Triple
from ...frontends.dafny import DAFNY
from ..schema import TranslationChangePart
from .dafny_replay import CONFIRMED, DafnyAnswer, answer_of, asked_triple
from .subjects import ComparingOptions, SpecificationSubject

LIMITS = VerifierLimits()
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
    name = f"Dafny {verifier.version}"
    triples: dict[int, Triple] = {}
    for number, change in enumerate(changes):
        if not change.values:
            continue
        try:
            triple = _triple(change, place, side)
        except Unsupported as reason:
            said[number].append(_Said(name, DafnyAnswer(reason=str(reason))))
            continue
        if triple.clauses:
            triples[number] = triple
        else:  # It accepts every value of its types, and Dafny says nothing of a method without a condition.
            said[number].append(_Said(name, CONFIRMED))
    if triples:
        answers = ask(Job(list(triples.values()), sources_of(side.side.program)), verifier, LIMITS).answers
        for (number, triple), answer in zip(triples.items(), answers, strict=True):
            said[number].append(_Said(name, answer_of(triple, answer)))


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
        if not part.change.endswith("narrowed") or part.language != side.language.title:
            continue
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
