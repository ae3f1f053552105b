"""The rows of `specassay compare`, and of `specassay diff`: for specifications, and for runs."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from .base import Row, Texts


class SeparatingPart(Struct, frozen=True, kw_only=True):
    """A value that one contract accepts and the other does not, or of which one is false and the other undefined.

    inputs: parameter of the first to its value, a literal of its language
    outputs: result, or parameter that is modified, to its value; empty where only inputs are compared
    second_inputs: the same for the second, where it is of another language
    second_outputs: likewise
    first: what the first says: `accepted`, `false`, `undefined` (a clause of it has no value; Python raises)
    second: what the second says
    clause: the clause that is false or undefined
    replayed: who confirmed that: `CPython`, `evaluator` (ours, of Dafny's clauses), the real `Dafny 2.3.0.10506`
    unconfirmed: why the real Dafny, which was asked, did not confirm it
    existing: outputs that are arrays or objects which there are before the call, where a clause asks that
    """

    inputs: Texts
    outputs: Texts
    second_inputs: Texts | None = None
    second_outputs: Texts | None = None
    first: str
    second: str
    clause: str
    replayed: list[str]
    unconfirmed: str = ""
    existing: list[str] = []


class ImplicationPart(Struct, frozen=True, kw_only=True):
    """A clause of one contract, and whether the other contract implies it.

    clause: its position among those of its kind
    text: as written
    place: file, line and column, where it has one
    verdict: `implied` (proved), `not implied` (with a value), `unknown`
    engine: who decided: `same clause`, a solver, `evaluate`, `search`; null where nobody did
    reason: why it is unknown
    core: clauses of the other contract that the proof needs, where that is known
    bounds: what it is proved within, where that is not everything; the verdict is `unknown` then
    separating: the value that the other contract accepts and the clause refuses
    """

    clause: int
    text: str
    place: str
    verdict: str
    engine: str | None
    reason: str
    core: list[str]
    bounds: str
    separating: SeparatingPart | None


class ConditionsPart(Struct, frozen=True, kw_only=True):
    """Two conditions: on inputs, or on outputs for the inputs that both contracts accept.

    relation: of the first to the second as conditions: `stronger` accepts less
    first: the clauses of the first, held against the second
    second: the clauses of the second, held against the first
    undefined: a value of which one condition is false and the other undefined, if one was found
    """

    relation: str
    first: list[ImplicationPart]
    second: list[ImplicationPart]
    undefined: SeparatingPart | None


class ReferencePart(Struct, frozen=True, kw_only=True):
    """Outputs of a Python reference on its tests, held against a postcondition in Dafny.

    tests: that were converted and meet the precondition
    satisfied: that the postcondition accepts
    refuted: that it refuses
    unknown: that are undecided, or refused because floats are rounded only
    left_out: tests that do not convert, or that the precondition refuses
    counterexample: a test that is refuted, `inputs` in Python and `second_inputs` in Dafny
    reason: why there are no tests, or why some were left out
    """

    tests: int
    satisfied: int
    refuted: int
    unknown: int
    left_out: int
    counterexample: SeparatingPart | None
    reason: str


class CarriedPart(Struct, frozen=True, kw_only=True):
    """Tests of a Dafny file, held against the contract and the reference in Python.

    tests: that were converted
    refused: whose input the contract refuses
    same: on which the reference returns what they expect
    different: on which it returns something else, or raises
    unknown: on which neither is known
    left_out: tests that do not convert
    refused_input: the arguments of one that is refused, as Python literals
    different_input: of one on which the reference returns something else
    expected: what that test expects
    found: what the reference returns on it
    reason: why some were left out
    """

    tests: int
    refused: int
    same: int
    different: int
    unknown: int
    left_out: int
    refused_input: Texts | None
    different_input: Texts | None
    expected: str
    found: str
    reason: str


class ComparisonRow(Row, frozen=True, kw_only=True):
    """`compare`, `diff`, `bench`: how a contract or specification relates to another one of the same problem.

    task_id: the problem: in `bench` as its report calls it (`MBPP 3`), else the name of the first
    task_ids: of the first and of the second in other rows; of Dafny that of its file, whose method `second` names
    first: the first, as FILE::NAME
    second: the second
    languages: of the first and of the second, `Dafny` or `Python`
    relation: of the first to the second: `equal`, `weaker`, `stronger`, `incomparable`, `unknown`
    possible: the relations that are not excluded
    inputs: which inputs they accept
    outputs: which outputs they accept on inputs that both accept; null where these are not compared
    outputs_reason: why not
    notes: what was assumed, as conversions of types, and what has no counterpart
    promises: of the first and of the second: the clauses about outputs, where these are not compared
    reference: what the Python reference does on its tests, of two languages
    carried: what Python makes of the tests of the Dafny file, of two languages
    matched: how parameters were matched: by `name`, `position` or `type`, or as `given`; empty where it is not known
    guessed: whether neither names nor types say which parameter is which, so that the positions are a guess
    reason: why they could not be compared at all
    seconds: that it took; the rows of `bench` have it not, since they are the same whenever it runs
    """

    kind: Literal["comparison"] = "comparison"
    task_id: str
    task_ids: list[str] = field(default_factory=lambda: ["", ""])
    first: str
    second: str
    languages: list[str]
    relation: str
    possible: list[str]
    inputs: ConditionsPart | None
    outputs: ConditionsPart | None
    outputs_reason: str
    notes: list[str]
    promises: list[list[str]] = field(default_factory=lambda: [[], []])
    reference: ReferencePart | None = None
    carried: CarriedPart | None = None
    matched: str = ""
    guessed: bool = False
    reason: str = ""
    seconds: float | UnsetType = UNSET


class TranslationChangePart(Struct, frozen=True, kw_only=True):
    """What is not the same in the translation of a specification.

    change: `domain narrowed`, `result narrowed`, `input refused`, `clause lost`, … (docs/compare.md has all)
    language: whose type, precondition or function it is, or which language lost the clause
    clause: the type or clause as written, or the function and what became of it
    inputs: of the witness, in the first language; of a stubbed function, arguments on which the other one's is false
    outputs: likewise
    second_inputs: the same in the second language
    second_outputs: likewise
    first: what the first specification says of the witness: `accepted`, `false`, `undefined`
    second: what the second says
    checked: whether the clauses of each side, evaluated apart on its own value, say the same, and nobody contradicts
    confirmed: who says the same: `evaluator`, the real `Dafny 2.3.0.10506` of its clauses, `rustc 1.95.0` of a type
    unconfirmed: why a program that was asked does not
    """

    change: str
    language: str
    clause: str
    inputs: Texts = {}
    outputs: Texts = {}
    second_inputs: Texts = {}
    second_outputs: Texts = {}
    first: str = ""
    second: str = ""
    checked: bool = False
    confirmed: list[str] = []
    unconfirmed: str = ""


class TranslationRow(Row, frozen=True, kw_only=True):
    """`audit`: two specifications of one problem in two languages, and what the translation changed.

    task_id: the problem
    dataset: of both
    first: the first, as FILE::NAME
    second: the second
    languages: of the first and of the second
    relation: of the first to the second on values that both have; `no common values`, `unresolved`: docs/compare.md
    possible: the relations that are not excluded
    changes: what is not the same
    notes: what was assumed, as functions that are one by induction
    open: clauses of which nothing is known, each with the reason
    reason: why they could not be compared at all
    command: what shows the comparison again
    seconds: that it took
    """

    kind: Literal["translation"] = "translation"
    task_id: str
    dataset: str = ""
    first: str
    second: str
    languages: list[str]
    relation: str
    possible: list[str] = field(default_factory=list)
    changes: list[TranslationChangePart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    reason: str = ""
    command: str = ""
    seconds: float = 0.0


class BranchPart(Struct, frozen=True, kw_only=True):
    """What an answer to a question leaves.

    answer: `right`, `wrong` (of an output), `valid`, `invalid` (of an input: it is not to be accepted)
    left: the candidates that answer so, or of which it is not known
    ask: the question to ask next, by its position from 0; null where nothing is left to ask
    """

    answer: str
    left: list[int]
    ask: int | None


class QuestionPart(Struct, frozen=True, kw_only=True):
    """A value to ask a person, or a test, about.

    inputs: parameter to value
    outputs: result to value; empty where the question is whether the input is valid
    branches: what each answer leaves
    """

    inputs: Texts
    outputs: Texts
    branches: list[BranchPart]


class CandidatesRow(Row, frozen=True, kw_only=True):
    """`compare` of more than two: their order, and the questions that single one out.

    task_id: the problem
    candidates: as FILE::NAME; they are numbered from 1
    classes: candidates that are equal, each class one array of numbers
    stronger: pairs of classes (positions from 0) of which the first is stronger, without those that follow from others
    open: pairs of candidates whose relation is not known
    questions: the first one first; `ask` of its answers says which comes next
    most: how many questions are asked in the worst case
    fewest: whether it is proved that no other order of the values at hand needs fewer
    """

    kind: Literal["candidates"] = "candidates"
    task_id: str
    candidates: list[str]
    classes: list[list[int]]
    stronger: list[tuple[int, int]]
    open: list[tuple[int, int]]
    questions: list[QuestionPart]
    most: int
    fewest: bool


class ChangePart(Struct, frozen=True, kw_only=True):
    """What is not the same in two runs.

    question: `cvt`, `spec`, `grade` or `compare`
    dataset: of the task
    subject: the task
    item: the set of clauses, method or suite in it
    before: the verdict or score in the first run; null where there is none
    after: in the second run
    witness: what shows the newer one, or else the older one
    """

    question: str
    dataset: str
    subject: str
    item: str
    before: str | None
    after: str | None
    witness: str


class OriginPart(Struct, frozen=True, kw_only=True):
    """A version, option, seed or data set that is not the same in two runs.

    name: which
    before: in the first run
    after: in the second
    """

    name: str
    before: str | None
    after: str | None


class DiffRow(Row, frozen=True, kw_only=True):
    """`diff`: what changed from one run to the other.

    not_done: the tasks of either run that are not done yet
    origin: what the runs were made from, where it is not the same
    regression: verdicts that are worse, or contradict the earlier ones
    improvement: better verdicts
    change: others
    new: what only the second run has
    gone: what only the first run has
    """

    kind: Literal["diff"] = "diff"
    not_done: list[int]
    origin: list[OriginPart]
    regression: list[ChangePart]
    improvement: list[ChangePart]
    change: list[ChangePart]
    new: list[ChangePart]
    gone: list[ChangePart]
