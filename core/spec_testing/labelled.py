"""What the labels of tests show: outputs that are said to be wrong, and inputs that are said to be invalid."""

from collections.abc import Iterator

from .findings import Finding
from .language import Language
from .triples import Tested
from .wrong_outputs import LABELLED


def labelled_findings(test: Tested, language: Language) -> Iterator[Finding]:
    """Outputs that are labelled wrong and accepted, and an input that is labelled invalid and not refused."""
    example, specification = test.example, test.example.specification
    inputs = ", ".join(language.literals(example.inputs, specification).values())
    for mutant in test.mutants:
        if mutant.operator == LABELLED and mutant.judgement.verdict == "holds":
            shown = ", ".join(language.literals(mutant.outputs, specification).values())
            message = f"{specification.name}({inputs}) → {shown}, which is labelled wrong, is accepted"
            yield Finding("accepts-wrong-output", specification.name, message, example.span)
    if not example.invalid or test.precondition.verdict == "refuted":
        return
    allows = test.precondition.verdict == "holds"
    says = "meets the precondition" if allows else f"is undecided ({test.precondition.verdict})"
    message = f"{specification.name}({inputs}), an input that is labelled invalid, {says}"
    yield Finding("allows-bad-input" if allows else "undecided", specification.name, message, example.span)
