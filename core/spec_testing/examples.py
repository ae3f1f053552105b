"""Examples: a call with its inputs, and what a test expects of the outputs."""

from collections.abc import Hashable, Mapping
from typing import Literal

from attrs import field, frozen

from ..ir.contracts import Specification
from ..ir.terms import Binder, Term
from ..ir.variables import Name, Valuation
from ..spans import Span
from .contents import contents
from .executing import Alternatives, Beginning
from .findings import Finding

Source = Literal[
    "assertion",
    "doctest",
    "comment",
    "expected variable",
    "tests file",
    "Python task",
    "problem",
    "tested input",
    "body",
    "specification",
]
"""Where an expectation comes from, the strongest first. `tested input`: a test calls the method on this input and does
not say what is right; the expectation is what the body returns. `body`: nobody wrote the input either.
`specification`: nobody says what is right, there is only an input, and the question is whether some output, and only
one, satisfies the postcondition."""
BODY: Source = "body"
TESTED_INPUT: Source = "tested input"
OF_BODY = frozenset({BODY, TESTED_INPUT})
"""Sources of examples whose expected output is what the method's own body returns."""
SPECIFICATION: Source = "specification"
OF_PROBLEM: Source = "problem"
"""A test of the problem that the file is about; `Example.test` says where it is from."""


@frozen(slots=True)
class Example:
    """An input and what a test says about the output.

    `inputs`: parameter → value before the call. `outputs`: result, or parameter that the method modifies →
    value after it, where the test determines it. `unknowns`: the others → the variable that stands for them
    in `constraints`, Bool terms that hold of the right output. `wrong`: outputs that are labelled wrong. `invalid`: it
    is the input that is labelled so, and nothing is said of outputs. `chosen`: what the body returns under other
    choices, where that is known already. `beginning`: where the body is executed from, if `inputs` do not say it.
    """

    specification: Specification
    inputs: Valuation
    outputs: Valuation
    unknowns: Mapping[Name, Binder]
    constraints: tuple[Term, ...]
    source: Source
    test: str
    span: Span | None
    wrong: tuple[Valuation, ...] = ()
    invalid: bool = False
    chosen: Alternatives | None = None
    beginning: Beginning | None = field(default=None, eq=False, repr=False)

    @property
    def is_telling(self) -> bool:
        """Does it say something about every output? A test may do no more than make an object, or look at one of
        several results."""
        left = self.unknowns.keys() - {*self.specification.heap.representation}
        return bool(not left or self.constraints or self.wrong or self.invalid)


@frozen(slots=True)
class Examples:
    """The examples of a file in source order, and what was found while reading them. `failed`: by method, which defect
    of ours kept examples of it from being made; `determined`: by method, who proved that its postcondition determines
    the outputs on every valid input; `types`: by method of a language without declared sorts, what holds of each input,
    where that is known of all; `left_out`: by method, valid inputs of a kind that no example has, and on which the body
    breaks its word."""

    examples: tuple[Example, ...]
    findings: tuple[Finding, ...] = ()
    failed: Mapping[str, str] = field(factory=dict)
    determined: Mapping[str, str] = field(factory=dict)
    types: Mapping[str, tuple[Term, ...]] = field(factory=dict)
    left_out: Mapping[str, "UntestedInputs"] = field(factory=dict)

    def joined(self, other: "Examples") -> "Examples":
        """Both lists of examples, without those of `other` that say the same."""
        known = set(map(said, self.examples))
        new = tuple(example for example in other.examples if said(example) not in known)
        failed = {**self.failed, **other.failed}
        determined = {**self.determined, **other.determined}
        types = {**self.types, **other.types}
        left_out = {**self.left_out, **other.left_out}
        findings = (*self.findings, *other.findings)
        return Examples((*self.examples, *new), findings, failed, determined, types, left_out)


@frozen(slots=True)
class UntestedInputs:
    """Valid inputs that a verdict is not about: how it says so, and why in words, with a call."""

    qualifier: str
    reason: str


def said(example: Example) -> Hashable:
    """What an example says, wherever it says it: equal for two examples that say the same."""
    inputs, outputs = (
        tuple((name, contents(value)) for name, value in values.items()) for values in (example.inputs, example.outputs)
    )
    wrong = tuple(tuple((name, contents(value)) for name, value in each.items()) for each in example.wrong)
    return example.specification.name, inputs, outputs, example.constraints, wrong, example.invalid
