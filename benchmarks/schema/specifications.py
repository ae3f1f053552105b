"""The rows of `grade --for specification`: what candidate specifications are worth on the tests of their problems."""

from typing import Literal

from msgspec import Struct, field

from .base import Row, ScorePart, Texts
from .grade import DifferencePart

CandidateState = Literal[
    "well-formed",
    "not readable",
    "assumes something",
    "no specification",
    "does not fit",
    "filtered",
    "refused",
    "given up",
    "stopped",
]
"""`does not fit`: no test of the problem converts to its parameters and result; `filtered`, `refused`, `given up`: the
model gave no answer; `stopped`: at the limit of processor time or memory, so that nothing is known of it."""


class BucketPart(Struct, frozen=True, kw_only=True):
    """What a specification says of inputs or outputs of one label.

    accepted: how many it accepts
    refused: how many it refuses
    unknown: of how many that is not known
    """

    accepted: int = 0
    refused: int = 0
    unknown: int = 0


WitnessKind = Literal[
    "refuses a valid input", "refuses a right output", "allows an invalid input", "accepts a wrong output", "not known"
]


class SpecificationWitnessPart(Struct, frozen=True, kw_only=True):
    """The value that breaks a candidate, in its own language.

    kind: what it shows; the first that applies
    inputs: parameter to value
    output: result to value, where it is about one
    expected: the right output, where another one is accepted
    clause: that is to blame, where one is
    """

    kind: WitnessKind
    inputs: Texts
    output: Texts = {}
    expected: Texts = {}
    clause: str = ""


class ReferenceRelationPart(Struct, frozen=True, kw_only=True):
    """How a candidate relates to the specification that somebody wrote for the problem in its language.

    reference: file and method
    relation: `stronger`, say, where the candidate is the stronger one; `unknown` where it is not decided
    possible: the relations that are not excluded
    reason: why the two are not compared
    """

    reference: str
    relation: str
    possible: list[str] = field(default_factory=list)
    reason: str = ""


class SpecificationGradeRow(Row, frozen=True, kw_only=True):
    """`grade --for specification`: one candidate.

    problem: the problem that it is for
    task_id: as the candidate's row has it
    language: that it is in
    model: who wrote it
    strategy: of the prompt
    origin: file and line
    state: whether it is a specification that can be judged
    reason: why it is not, or what the verdict rests on
    method: what the specification is of
    verdict: as `spec` gives it, on these tests; null unless it is well-formed
    tests: of the problem that take part
    no_room: tests whose values its types have no room for; nothing is counted of them
    approximate: right outputs that only rounding refuses; they are in no bucket
    valid_inputs: of the tests that call an output right, and of those that do not convert, which are unknown
    invalid_inputs: that tests call invalid
    right_outputs: of tests whose input it accepts
    wrong_outputs: of tests whose input it accepts: labelled, and made from right ones
    completeness: share of wrong outputs that it refuses
    functional: share of inputs on which it accepts the right output and, proved, no other
    well_formed: true, false or null for unknown
    correct: it accepts all valid inputs and right outputs
    complete: it refuses all wrong outputs, and no valid input, of which it would say nothing
    strong: it is correct, and the verdict is strong, or strong up to choice
    order: how arguments were given to parameters
    conversions: what values of the tests became
    number: of the candidate among those of its model and strategy for the problem in the language, from 0
    text: the specification as it was found in the answer
    witness: the value that breaks it; null where nothing does
    reference: how it relates to a specification that somebody wrote; null without one
    """

    kind: Literal["specification-grade"] = "specification-grade"
    problem: str
    task_id: str
    language: str
    model: str
    strategy: str
    origin: str
    state: CandidateState
    reason: str = ""
    method: str = ""
    verdict: str | None = None
    tests: int = 0
    no_room: int = 0
    approximate: int = 0
    valid_inputs: BucketPart = BucketPart()
    invalid_inputs: BucketPart = BucketPart()
    right_outputs: BucketPart = BucketPart()
    wrong_outputs: BucketPart = BucketPart()
    completeness: ScorePart
    functional: ScorePart
    well_formed: bool | None
    correct: bool | None
    complete: bool | None
    strong: bool | None
    order: str = ""
    conversions: list[str] = field(default_factory=list)
    number: int = 0
    text: str = ""
    witness: SpecificationWitnessPart | None = None
    reference: ReferenceRelationPart | None = None


class AskedProblemRow(Row, frozen=True, kw_only=True):
    """`grade --for specification`: a problem that candidates were graded for.

    problem: its name
    description: what it asks for
    tests: that judge candidates
    right: tests among them that call an output right
    wrong: outputs that tests call wrong
    invalid: inputs that tests call invalid
    """

    kind: Literal["specification-problem"] = "specification-problem"
    problem: str
    description: str
    tests: int
    right: int
    wrong: int
    invalid: int


class SpecificationRatesRow(Row, frozen=True, kw_only=True):
    """`grade --for specification`: the rates of one model and strategy in one language, each the mean over problems.

    model: who wrote the candidates
    strategy: of the prompts
    language: that they are in
    candidates: how many there are
    problems: how many they are for
    states: how many candidates are in each state
    verdicts: how many have each verdict
    narrower: how many have types without room for some test
    relations: how many have each relation to a reference
    well_formed_at_k: k to the share of problems of which one of k candidates is well-formed
    correct_at_k: the same, is correct
    complete_at_k: the same, is complete
    strong_at_k: the same, is strong
    """

    kind: Literal["specification-rates"] = "specification-rates"
    model: str
    strategy: str
    language: str
    candidates: int
    problems: int
    states: dict[str, int]
    verdicts: dict[str, int]
    narrower: int
    relations: dict[str, int] = field(default_factory=dict)
    well_formed_at_k: dict[str, ScorePart]
    correct_at_k: dict[str, ScorePart]
    complete_at_k: dict[str, ScorePart]
    strong_at_k: dict[str, ScorePart]


class SpecificationPairedRow(Row, frozen=True, kw_only=True):
    """`grade --for specification`: two models or strategies on the same problems in one language.

    language: of the candidates
    first: model and strategy
    second: those of the other
    problems: that both have candidates for
    pairs: candidates of one problem and number of which it is known whether they are strong
    only_first: pairs of which only the first is strong
    only_second: pairs of which only the second is strong
    p_by_task: the p value of the exact sign-flip test over problems, whose candidates belong together
    p_holm: the same, corrected by Holm for all tests of the command
    differences: rate to the second's minus the first's, mean over problems
    """

    kind: Literal["specification-paired"] = "specification-paired"
    language: str
    first: list[str]
    second: list[str]
    problems: int
    pairs: int
    only_first: int
    only_second: int
    p_by_task: float
    p_holm: float
    differences: dict[str, DifferencePart]
