"""The rows of `cvt` and `bench`: sets of clauses, and the adequacy of tests."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from .base import Row, ScorePart, Texts
from .spec import UndecidedPart

CvtVerdict = Literal["violating", "infeasible", "unknown"]


class SizesPart(Struct, frozen=True, kw_only=True):
    """Which values of one argument are looked at; null: all of them, since nothing asks for it.

    length: containers are at most so long
    elements: so many of the first elements are any, further ones equal the last of these
    inner: the same of a container inside
    levels: what is nested deeper is not looked at
    keys: the kinds of elements that a set may have, and a dict as keys
    """

    length: int | None
    elements: int | None
    inner: int | None
    levels: int | None
    keys: list[str] | None


class LimitPart(Struct, frozen=True, kw_only=True):
    """Inputs that are not looked at.

    what: what is counted
    most: those with more of it; null: those with any
    line: where it is counted
    """

    what: str
    most: int | None
    line: int | None


class BoundsPart(Struct, frozen=True, kw_only=True):
    """The inputs that a verdict within bounds is about.

    text: all of it in words
    arguments: parameter to the sizes that are looked at
    limits: what is counted elsewhere
    """

    text: str
    arguments: dict[str, SizesPart]
    limits: list[LimitPart]


class FailsPart(Struct, frozen=True, kw_only=True):
    """A call that a contract accepts.

    arguments: the arguments
    raised: the class of what the function raises
    """

    arguments: Texts
    raised: str


class CvtRow(Row, frozen=True, kw_only=True):
    """`cvt`, `bench`: one set of clauses of one contract.

    task_id: of the task; of Dafny, `file.method`
    violates: the clauses of the set, by position in the contract
    verdict: `violating`, `infeasible` or `unknown`
    arguments: the test: parameter to a literal of the language; null without one
    raised: the class of what the contract raises (Python)
    raises_first: the first clause that fails; null where something before the clauses raises
    how: violated clause to `false` or `raises`
    runs_without_contract: whether the function returns when nobody checks its contract; null when not known
    solver: who found or proved it; `search` needed none
    universe: the values that the verdict is about
    core: the literals that suffice for *infeasible*
    operations: what *infeasible* rests on: the operations of Python in the core's clauses and around clauses, by name
    bounded: *infeasible* only means: none was found within `bounds`
    bounds: these bounds
    reason: why it is unknown
    undecided: what of it, or on the first row of a task of its clauses, is undecided, as `spec` says it
    alternatives: further arguments that violate the same: for each way to violate a clause that joins conditions; `-k`
    constraints: of what a library checks: the violated constraints with their fields, as `address.zip: max_length=5`
    consistency: of a contract that no input is known to satisfy: `contradictory` (`clauses`, `core`) or `unknown`
    never_false: of a single clause: true where no input makes it false (proved), since a statement before it raises
    valid: on the first row of a task, arguments that violate nothing
    fails: on the first row of a task, a call that violates nothing and on which the function fails
    digest: of what the row was computed from, for `--resume`
    """

    kind: Literal["cvt"] = "cvt"
    task_id: str
    violates: list[int]
    verdict: CvtVerdict
    arguments: Texts | None = None
    raised: str | None = None
    raises_first: int | None = None
    how: dict[str, str] | None = None
    runs_without_contract: bool | None = None
    solver: str | None = None
    universe: str | None = None
    core: list[str] | None = None
    operations: list[str] | UnsetType = UNSET
    bounded: bool = False
    bounds: BoundsPart | None = None
    reason: str | None = None
    undecided: list[UndecidedPart] | UnsetType = UNSET
    alternatives: list[Texts] | UnsetType = UNSET
    constraints: list[str] | UnsetType = UNSET
    consistency: dict[str, Any] | UnsetType = UNSET
    never_false: bool | UnsetType = UNSET
    valid: Texts | UnsetType = UNSET
    fails: FailsPart | UnsetType = UNSET
    digest: str | UnsetType = UNSET

    @property
    def is_test(self) -> bool:
        """Whether the row has an input that violates exactly its clauses."""
        return self.verdict == "violating"

    @property
    def is_proof(self) -> bool:
        """Whether no input of the whole universe violates exactly these clauses."""
        return self.verdict == "infeasible" and not self.bounded

    @property
    def is_bounded(self) -> bool:
        """Whether none was found, within bounds only."""
        return self.verdict == "infeasible" and self.bounded

    @property
    def tests(self) -> tuple[Texts, ...]:
        """The arguments, and the alternatives to them; none without a test."""
        if self.arguments is None:
            return ()
        return (self.arguments, *(() if self.alternatives is UNSET else self.alternatives))


class GivenRow(Struct, frozen=True, kw_only=True):
    """What is needed of a row of `cvt` that a user hands in, whatever its kind, version and author."""

    task_id: str
    kind: str = ""
    verdict: str = ""
    violates: list[int] | None = None
    arguments: Texts | None = None
    bounded: bool = False
    universe: str | None = None
    runs_without_contract: bool | None = None


class ErrorRow(Row, frozen=True, kw_only=True):
    """`cvt`, `bench`: a task that was not done.

    task_id: of the task
    violates: always empty
    verdict: `error`, or `unsupported` for a contract that is not read
    reason: why
    digest: see above
    """

    kind: Literal["error"] = "error"
    task_id: str
    violates: list[int] = msgspec.field(default_factory=list)
    verdict: Literal["error", "unsupported"]
    reason: str
    digest: str | UnsetType = UNSET


class SeparatingRow(Row, frozen=True, kw_only=True):
    """`cvt --strengthen`: an input beside the suite, which tells a mutant of the contract from the contract.

    task_id: of the task
    violates: the clauses that it violates
    verdict: `violating`, `accepted`, or `raises` where the contract raises and violates no clause
    arguments: parameter to a Python literal
    raised: the class of what the contract raises
    raises_first: the first clause that fails
    how: violated clause to `false` or `raises`
    runs_without_contract: whether the function returns when nobody checks its contract
    solver: who found it
    mutant: what was changed in the contract: `operator`, `before`, `after`
    digest: see above
    """

    kind: Literal["separating"] = "separating"
    task_id: str
    violates: list[int]
    verdict: Literal["violating", "accepted", "raises"]
    arguments: Texts
    raised: str | None
    raises_first: int | None
    how: dict[str, str]
    runs_without_contract: bool | None
    solver: str
    mutant: dict[str, Any]
    digest: str | UnsetType = UNSET

    @property
    def tests(self) -> tuple[Texts, ...]:
        """The arguments, as of a `CvtRow`."""
        return (self.arguments,)


class ContractMutantPart(Struct, frozen=True, kw_only=True):
    """What became of one mutant of a contract.

    operator: how it was made
    before: the text that changed
    after: what it became
    status: `killed`, `separated`, `equivalent`, `equivalent within bounds`, `open` or `invalid`
    by: the input that kills it: parameter to a literal
    how: who found that, or the proof
    reason: why it is open
    """

    operator: str
    before: str
    after: str
    status: str
    by: Texts | None
    how: str | None
    reason: str | None


class AdequacyRow(Row, frozen=True, kw_only=True):
    """`cvt --adequacy`: how good the tests of a task are.

    task_id: of the task
    violates: always empty
    verdict: always `adequacy`
    refused: inputs of the suite that the contract refuses
    valid: inputs of the suite that it accepts
    score: the mutation score
    strengthened: the same with the inputs that `--strengthen` adds
    mutants: what became of each mutant of the contract
    reason: why there is none
    digest: see above
    """

    kind: Literal["adequacy"] = "adequacy"
    task_id: str
    violates: list[int] = msgspec.field(default_factory=list)
    verdict: Literal["adequacy"] = "adequacy"
    refused: int
    valid: int
    score: ScorePart
    strengthened: ScorePart | None
    mutants: list[ContractMutantPart]
    reason: str | None
    digest: str | UnsetType = UNSET


PythonRow = CvtRow | ErrorRow | SeparatingRow | AdequacyRow
"""What `cvt` writes about a task."""
