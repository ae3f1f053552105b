"""The finding that a specification is known to accept another output than a test expects, with its best witness."""

from collections.abc import Iterator, Sequence

from attrs import evolve

from ..ir.contracts import Specification
from ..ir.variables import Valuation
from .examples import Example
from .findings import Finding, Witness
from .language import Language
from .triples import Tested

OPEN = "the body has more choices than were tried"


def undecided_by_choice(test: Tested) -> Tested:
    """A test of a method whose body may return other outputs on its input, and not all of them are known: of what is
    accepted there nobody knows whether it is wrong. What is refused is."""
    mutants = tuple(mutant for mutant in test.mutants if mutant.judgement.verdict == "refuted")
    accepted = test.accepted
    if accepted is not None and accepted.verdict == "several":
        accepted = evolve(accepted, verdict="unknown", wrong=False, reason=OPEN)
    return evolve(test, mutants=mutants, accepted=accepted)


def other_output_findings(
    specification: Specification, tests: Sequence[Tested], language: Language
) -> Iterator[Finding]:
    """At most one finding: the specification accepts an output that the tests of a valid input refuse.

    Where it also refuses what a test expects, the two disagree about what is right, and no output on that input is a
    sign of weakness; nor is one that the test allows too (`assert a[r] == 3`), or that only rounding keeps apart.
    """
    asked = [test for test in tests if test.judgement is not None and test.judgement.verdict != "refuted"]
    found = {number: others for number, test in enumerate(asked) if (others := list(_others(test)))}
    if not found:
        return
    pairs = [(asked[number].example, other) for number, others in found.items() for other in others]
    witnesses = [_witness(example, other, language) for example, other in pairs]
    best = min(witnesses, key=_doubt)
    message = f"another output is accepted on {len(found)} of {len(asked)} valid inputs"
    if all(_rearranged(witness) for witness in witnesses):
        message += ", always with the same elements in another order: if any order is right, let the tests say so"
    yield Finding("accepts-another-output", specification.name, message, specification.span, witness=best)


def _others(test: Tested) -> Iterator[Valuation]:
    """The outputs that are accepted on a test's input, and wrong. Mutants are, by construction."""
    for mutant in test.mutants:
        if mutant.judgement.verdict == "holds":
            yield mutant.outputs
    if test.accepted is not None and test.accepted.other and test.accepted.wrong:
        yield test.accepted.other


def _witness(example: Example, other: Valuation, language: Language) -> Witness:
    inputs, expected, shown = (
        language.literals(values, example.specification) for values in (example.inputs, example.outputs, other)
    )
    return Witness(inputs, expected, shown)


def _doubt(witness: Witness) -> tuple[bool, int, tuple[str, ...]]:
    """A rearranged result may be meant to be right, so others come first, and short ones."""
    shown = (*witness.inputs.values(), *witness.other.values())
    return _rearranged(witness), sum(map(len, shown)), shown


def _rearranged(witness: Witness) -> bool:
    return sorted(", ".join(witness.other.values())) == sorted(", ".join(witness.expected.values()))
