"""The rows of `spec`: a method with its specification, and what they are made of."""

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from .base import Rate, Row, Texts


class DecisionPart(Struct, frozen=True, kw_only=True):
    """A clause on one output.

    verdict: `holds`, `refuted`, `unknown`, `timeout` or `error`
    engine: who decided it
    reason: why, where that is said
    """

    verdict: str = ""
    engine: str | None = None
    reason: str = ""


class MutantPart(Struct, frozen=True, kw_only=True):
    """A wrong output of a test.

    operator: how it was made
    published: whether the published operators alone make it
    changed: the results that differ from the expected ones
    output: result to a literal
    verdict: `refuted` is killed, `holds` survives
    killed_by: the clauses that refuse it
    engines: who decided it
    """

    operator: str = ""
    published: bool = False
    changed: list[str] = msgspec.field(default_factory=list)
    output: Texts = {}
    verdict: str = ""
    killed_by: list[int] = msgspec.field(default_factory=list)
    engines: list[str] = msgspec.field(default_factory=list)


class TrialPart(Struct, frozen=True, kw_only=True):
    """An input that violates the precondition.

    inputs: parameter to a literal
    violated_requires: the clauses of the precondition that refuse it
    right: the postcondition's verdict on it with the output of the test
    wrong: and with a wrong output
    """

    inputs: Texts = {}
    violated_requires: list[int] = msgspec.field(default_factory=list)
    right: str | None = None
    wrong: str | None = None


class AcceptedPart(Struct, frozen=True, kw_only=True):
    """What the postcondition accepts on the input of a test.

    verdict: `functional` when nothing but the expected output is
    engine: who decided it
    other: another output that is accepted: result to a literal
    only: nothing else is accepted (proved)
    wrong: the tests of this input refuse `other`
    reason: why it is not known
    """

    verdict: str = ""
    engine: str | None = None
    other: Texts = {}
    only: bool = False
    wrong: bool = False
    reason: str = ""


class TestPart(Struct, frozen=True, kw_only=True):
    """A test of a method.

    line: where it is
    source: what the output is expected by: a kind of test, the body (`tested input`, `body`), nobody (`specification`)
    origin: of a test of the problem, the data set and the task that it is from
    inputs: parameter to a literal
    output: result to a literal, as far as it is known
    constraints: what else is expected of the output
    verdict: of the postcondition on the expected output; `invalid input`, `approximate` (refuted by rounding alone)
    clauses: the verdict of each clause
    refused_by: the clauses that refuse the expected output
    rounding: the rounding that makes it approximate
    precondition: the verdict of the precondition on the input
    violated_requires: the clauses of the precondition that refuse the input
    invalid_inputs: inputs made from this one that violate the precondition
    accepted: what else is accepted; null where that was not asked
    mutants: wrong outputs
    """

    __test__ = False

    line: int | None = None
    source: str = ""
    origin: str = ""
    inputs: Texts = {}
    output: Texts = {}
    constraints: list[str] = msgspec.field(default_factory=list)
    verdict: str = ""
    clauses: list[DecisionPart] = msgspec.field(default_factory=list)
    refused_by: list[int] = msgspec.field(default_factory=list)
    rounding: str | None = None
    precondition: str = ""
    violated_requires: list[int] = msgspec.field(default_factory=list)
    invalid_inputs: list[TrialPart] = msgspec.field(default_factory=list)
    accepted: AcceptedPart | None = None
    mutants: list[MutantPart] = msgspec.field(default_factory=list)


class ClausePart(Struct, frozen=True, kw_only=True):
    """A clause of a specification.

    text: as it is written
    line: where it is
    kills: the wrong outputs (of a precondition: inputs) that it refuses
    kills_alone: those that no other clause refuses
    judged: out of how many
    body_kills: the mutants of the body that it refuses
    refuses: the right outputs that it refuses
    strength: whether it is a tautology, a contradiction or neither
    engine: who proved that
    reason: why a proof of it says nothing of all calls
    """

    text: str = ""
    line: int = 0
    kills: int = 0
    kills_alone: int = 0
    judged: int = 0
    body_kills: int = 0
    refuses: int = 0
    strength: str = ""
    engine: str | None = None
    reason: str = ""


class RepairPart(Struct, frozen=True, kw_only=True):
    """A proposed clause.

    clause: the position of the clause that it replaces or follows
    diff: the change
    kills: how many of the `survivors` it refuses
    survivors: the wrong outputs that nothing refused
    tests: how many tests there are; it keeps them all
    """

    clause: int = 0
    diff: str = ""
    kills: int = 0
    survivors: int = 0
    tests: int = 0


class BodyMutantPart(Struct, frozen=True, kw_only=True):
    """The method's body with one change, run on the valid inputs of the tests.

    operator: how it was made, by its name in the literature
    line: where the change is
    diff: the lines that change
    verdict: `killed`, `fails`, `no end`, `survives` (another output is accepted), `choice` (the body's own), `equal`
    tried: on how many inputs it was run
    inputs: where it is killed, fails or survives: parameter to a literal
    expected: what the body returns there: result to a literal
    output: what the mutant returns there
    killed_by: the clauses that refuse that
    reason: why it fails, or is not known
    """

    operator: str = ""
    line: int | None = None
    diff: str = ""
    verdict: str = ""
    tried: int = 0
    inputs: Texts = {}
    expected: Texts = {}
    output: Texts = {}
    killed_by: list[int] = msgspec.field(default_factory=list)
    reason: str = ""


class FindingPart(Struct, frozen=True, kw_only=True):
    """A finding.

    id: tells the findings of a file apart, and stays when lines move
    kind: see docs/dafny.md
    method: null when it is about the file
    message: for people
    clause: the position of the clause that it is about
    file: where that is
    line: and in which line
    column: and from which character on, from 1
    end_line: where it ends
    end_column: the character after it
    witness: the accepted output: `inputs`, `expected` and `other`, each name to literal
    diff: the lines of the body that a mutant changes
    """

    id: str = ""
    kind: str = ""
    method: str | None = None
    message: str = ""
    clause: int | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    witness: dict[str, Texts] | None = None
    diff: str = ""


class AssessmentPart(Struct, frozen=True, kw_only=True):
    """The one verdict on a specification, from all that its tests have shown.

    verdict: `wrong`, `vacuous`, `weak`, `unknown`, `strong up to choice` or `strong`
    reason: why
    witness: `inputs`, `expected` and `other` outputs, where one shows it
    qualifiers: what else a caller has to know of a strong one, such as `not fresh`
    """

    verdict: str = ""
    reason: str = ""
    witness: dict[str, Texts] | None = None
    qualifiers: list[str] = []

    @property
    def text(self) -> str:
        """The verdict with what qualifies it."""
        return ", ".join((self.verdict, *self.qualifiers))


class ReasonPart(Struct, frozen=True, kw_only=True):
    """Why an engine did not decide a question.

    engine: which; null where none was asked
    reason: in its own words
    """

    engine: str | None = None
    reason: str = ""


class UndecidedPart(Struct, frozen=True, kw_only=True):
    """A question that no engine answered.

    about: `verdict`; a clause that is not read (`ensures`, `requires`, `clause`); a `set` of clauses; what a test asks
    test: the position in `tests`; null where it is about none
    clause: the position in `clauses`, or for a precondition in `requires`; null where it is about none
    count: how many such questions there are, as of the wrong outputs of a test
    reasons: what each engine said, in the order in which they were asked
    instead: what to write or do to have an answer
    """

    about: str = ""
    test: int | None = None
    clause: int | None = None
    count: int = 1
    reasons: list[ReasonPart] = msgspec.field(default_factory=list)
    instead: str = ""


class ProblemPart(Struct, frozen=True, kw_only=True):
    """The problem that a file is about, where it has no tests of its own and those of the problem judge it.

    name: of the problem
    tests: how many tests it has
    taken: how many of them were carried to the method, or tried
    carried: how many have a counterpart in its types
    order: how arguments were given to parameters: `by name`, `by position`
    conversions: what values of each parameter and result became
    left_out: why tests have no counterpart, to how many
    """

    name: str = ""
    tests: int = 0
    taken: int = 0
    carried: int = 0
    order: str = ""
    conversions: list[str] = msgspec.field(default_factory=list)
    left_out: dict[str, int] = msgspec.field(default_factory=dict)


class SpecRow(Row, frozen=True, kw_only=True):
    """`spec`, `bench`: one method with a specification, or a file that has none or cannot be read.

    task_id: the name of the file
    file: its path
    method: null where the row is about the file
    line: of the method
    assessment: what its tests show of the specification; null where the row is about the file
    status: `scored`, `no tests`, `unsupported`, `no method`, `no code` or `error`
    reason: why it is not scored
    correctness: the share of tests whose expected output is accepted
    completeness: the share of their wrong outputs that are refused
    published: the same of those that the published operators make (`--operators paper` makes no others)
    functional: the share of inputs on which no other output is accepted (proved)
    bodies: the share of mutants of the body that return something else and are refused
    approximate: how many tests are refused by rounding alone; they count neither way
    clauses: of the postcondition
    requires: clauses of the precondition
    buckets: by kind of input and output, verdict to number
    repair: a proposed clause
    tests: of the method
    body_mutants: mutants of the method's body; empty where none were asked for
    findings: about it
    undecided: what no engine decided, and who said why
    problem: whose tests judge it, where it has none; null where they do not
    digest: of what the rows of the file were computed from, for `--resume`
    rows: how many rows the file has
    """

    kind: Literal["spec"] = "spec"
    task_id: str
    file: str
    method: str | None = None
    line: int | None = None
    assessment: AssessmentPart | None = None
    status: str
    reason: str = ""
    correctness: Rate | None = None
    completeness: Rate | None = None
    published: Rate | None = None
    functional: Rate | None = None
    bodies: Rate | None = None
    approximate: int = 0
    clauses: list[ClausePart] = msgspec.field(default_factory=list)
    requires: list[ClausePart] = msgspec.field(default_factory=list)
    buckets: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    repair: RepairPart | None = None
    tests: list[TestPart] = msgspec.field(default_factory=list)
    body_mutants: list[BodyMutantPart] = msgspec.field(default_factory=list)
    findings: list[FindingPart] = msgspec.field(default_factory=list)
    undecided: list[UndecidedPart] = msgspec.field(default_factory=list)
    problem: ProblemPart | None = None
    digest: str | UnsetType = UNSET
    rows: int | UnsetType = UNSET
