"""The rows of `grade --for specification`: what candidate specifications are worth on the tests of their problems."""

from typing import Literal

from msgspec import Struct, field

from .base import Row, ScorePart

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
    well_formed_at_k: dict[str, ScorePart]
    correct_at_k: dict[str, ScorePart]
    complete_at_k: dict[str, ScorePart]
    strong_at_k: dict[str, ScorePart]
