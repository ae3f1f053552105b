"""The finding that mutants of a body survive with another output."""

from collections.abc import Iterator, Sequence

from ...ir.contracts import Specification
from ..findings import Finding, Witness
from ..language import Language
from .running import BodyMutant


def surviving_findings(
    specification: Specification, mutants: Sequence[BodyMutant], language: Language
) -> Iterator[Finding]:
    """At most one finding: the specification accepts what mutants of the body return, and the body does not. Its
    witness and its lines are those of the mutant with the shortest ones."""
    survivors = [mutant for mutant in mutants if mutant.verdict == "survives"]
    if not survivors:
        return
    told = sum(mutant.verdict in ("killed", "survives") for mutant in mutants)
    shown = [(_witness(each, specification, language), each) for each in survivors]
    witness, best = min(shown, key=lambda pair: _length(*pair))
    message = f"{len(survivors)} of {told} mutants of the body that return another output are accepted"
    span = best.mutant.change.span or specification.span
    yield Finding("body-mutant-survives", specification.name, message, span, witness=witness, diff=best.diff)


def _witness(mutant: BodyMutant, specification: Specification, language: Language) -> Witness:
    listed = (mutant.inputs, mutant.expected, mutant.outputs)
    called = mutant.specification or specification
    inputs, expected, other = (language.literals(values, called) for values in listed)
    return Witness(inputs, expected, other)


def _length(witness: Witness, mutant: BodyMutant) -> tuple[int, str]:
    shown = (*witness.inputs.values(), *witness.other.values())
    return sum(map(len, shown)), mutant.diff
