"""What testing a specification can find, besides its score."""

from collections.abc import Mapping

from attrs import frozen

from ..ir.contracts import Clause
from ..spans import Span

KINDS: dict[str, str] = {
    "accepts-another-output": "the specification accepts an output that a test refuses: it is weak, or leaves a choice",
    "body-mutant-survives": "a mutant of the method's body returns another output, which the specification accepts",
    "contradicts-test": "the specification refuses the output that a test expects",
    "body-breaks-postcondition": "the specification refuses what the method's own body returns on a valid input",
    "body-fails-test": "the method's own body returns an output that a test refuses, and the specification does not",
    "body-not-tried": "for some test inputs it is not known what the method's own body returns",
    "counterexample": "a lemma is false on an input that meets its precondition",
    "fails-at-run-time": "the method's own body fails on a valid input",
    "no-output": "no output satisfies the postcondition on an input that the precondition allows (proved)",
    "approximate": "the specification refuses what a test expects, but only because of rounding",
    "accepts-wrong-output": "the specification accepts an output that the authors of the data call wrong",
    "allows-bad-input": "the precondition allows an input that the authors of the data call invalid",
    "breaks-precondition": "the input of a test violates a precondition, so the test says nothing about the "
    "postcondition",
    "requires-more-than-needed": "the body runs on inputs that the clause refuses, too, and the postcondition "
    "holds there",
    "leaves-output-open": "on an input that no test has, the specification accepts another output than the body's or, "
    "where there is no body, another one than any that a body may return",
    "not-fresh": "a result or field may be an array or object that there was before the call, or two results one "
    "array, and no clause says so",
    "no-postcondition": "the method promises nothing: every output is accepted",
    "unmet-requires": "no test meets the precondition, so none says anything about the postcondition",
    "tautology": "the clause is true of every input and output (proved): it says nothing",
    "contradiction": "the clause is true of no input and output (proved): nothing satisfies it",
    "against-recommendation": "a clause calls a function with arguments that are outside of what that recommends",
    "kills-nothing": "no wrong output tried is refused by this clause alone",
    "repair": "a proposal, never applied: a stronger clause that refuses more outputs, and none that is known to "
    "be right",
    "unsupported-clause": "the clause has an unsupported construct: verdicts leave it out",
    "unsupported-test": "the test has an unsupported construct, or depends on an unknown value",
    "unconverted-test": "a test of the Python task cannot be written with the types of the method",
    "undecided": "no engine reached a verdict on a test",
    "no-tests": "no test calls the method",
    "not-executed": "the method's own body cannot be executed on some input, so no test is made from it",
    "no-expectation": "a test calls the method, but says nothing about the result",
    "conflicting-expectations": "a test expects two different outputs of one call",
    "wrong-arity": "a test is for a method with another number of arguments or results",
    "unknown-method": "a test calls a method that the file does not declare",
    "no-code": "the file holds nothing but white space and comments",
    "no-method": "the file declares no method with a postcondition or a test",
    "no-mutants": "no wrong output could be made from a test: it says nothing about completeness",
}
"""Kind → what it means. Kinds are stable: reports and suppressions refer to them."""


DATA_DEFECTS = frozenset(
    {
        "contradicts-test",
        "breaks-precondition",
        "conflicting-expectations",
        "wrong-arity",
        "unknown-method",
        "no-code",
        "no-method",
    }
)
"""Kinds that say that a file and its tests do not belong together: at least one of them is wrong."""


@frozen(slots=True)
class Witness:
    """What shows a finding: by name the literals of the input, of what the test expects (nothing where it only
    constrains the output, or nobody says what is right), and of the other output: the one that is accepted and should
    not be or, where nothing is expected, is refused and should not be (nothing where the input alone shows it)."""

    inputs: Mapping[str, str]
    expected: Mapping[str, str]
    other: Mapping[str, str]


@frozen(slots=True)
class Finding:
    """One finding. `kind` is a key of `KINDS`; `clause` the position among the clauses of its kind, if about one;
    `diff` the lines of the program that are changed where it is about a mutant."""

    kind: str
    method: str
    message: str
    span: Span | None = None
    clause: int | None = None
    witness: Witness | None = None
    diff: str = ""

    def __attrs_post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such kind of finding: {self.kind}")


def summary(clause: Clause) -> str:
    """A clause as messages have it: its kind and its text on one line."""
    return f"{clause.kind} {' '.join(clause.text.split())}"
