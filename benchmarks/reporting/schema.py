"""The rows that commands write and read, one JSON object a line: docs/schema.md is made of this.

Every row says its `kind`, and the `version` of these definitions. Inside, rows are these objects; they become JSON when
they are written, and are checked when they are read.
"""

import json
import sys
from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType

VERSION = 1
"""Counted up when a field changes its name or meaning, or goes; not when one is added."""

CvtVerdict = Literal["violating", "infeasible", "unknown"]
Rate = tuple[float, float]
"""The bounds that unknown verdicts leave, low and high, each in [0, 1]."""
Texts = dict[str, str]
"""Parameter, or result, to the text of a literal of its language."""


class Row(Struct, frozen=True, kw_only=True):
    """What all rows have.

    version: of the schema
    """

    version: int = VERSION


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
    bounded: *infeasible* only means: none was found within `bounds`
    bounds: these bounds; `text` says them in words
    reason: why it is unknown
    alternatives: with `-k`: further arguments, which violate the same clauses
    digest: of what the row was computed from, for `--resume` (Python)
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
    bounded: bool = False
    bounds: dict[str, Any] | None = None
    reason: str | None = None
    alternatives: list[Texts] | UnsetType = UNSET
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
    violates: list[int] = []
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


class AdequacyRow(Row, frozen=True, kw_only=True):
    """`cvt --adequacy`: how good the tests of a task are.

    task_id: of the task
    violates: always empty
    verdict: always `adequacy`
    refused: inputs of the suite that the contract refuses
    valid: inputs of the suite that it accepts
    score: the mutation score, as bounds and number
    strengthened: the same with the inputs that `--strengthen` adds
    mutants: what became of each mutant of the contract
    reason: why there is none
    digest: see above
    """

    kind: Literal["adequacy"] = "adequacy"
    task_id: str
    violates: list[int] = []
    verdict: Literal["adequacy"] = "adequacy"
    refused: int
    valid: int
    score: dict[str, Any]
    strengthened: dict[str, Any] | None
    mutants: list[dict[str, Any]]
    reason: str | None
    digest: str | UnsetType = UNSET


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
    changed: the results that differ from the expected ones
    output: result to a literal
    verdict: `refuted` is killed, `holds` survives
    killed_by: the clauses that refuse it
    engines: who decided it
    """

    operator: str = ""
    changed: list[str] = []
    output: Texts = {}
    verdict: str = ""
    killed_by: list[int] = []
    engines: list[str] = []


class TrialPart(Struct, frozen=True, kw_only=True):
    """An input that violates the precondition.

    inputs: parameter to a literal
    violated_requires: the clauses of the precondition that refuse it
    right: the postcondition's verdict on it with the output of the test
    wrong: and with a wrong output
    """

    inputs: Texts = {}
    violated_requires: list[int] = []
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
    source: who says what is expected
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
    inputs: Texts = {}
    output: Texts = {}
    constraints: list[str] = []
    verdict: str = ""
    clauses: list[DecisionPart] = []
    refused_by: list[int] = []
    rounding: str | None = None
    precondition: str = ""
    violated_requires: list[int] = []
    invalid_inputs: list[TrialPart] = []
    accepted: AcceptedPart | None = None
    mutants: list[MutantPart] = []


class ClausePart(Struct, frozen=True, kw_only=True):
    """A clause of a specification.

    text: as it is written
    line: where it is
    kills: the wrong outputs (of a precondition: inputs) that it refuses
    kills_alone: those that no other clause refuses
    judged: out of how many
    refuses: the right outputs that it refuses
    strength: whether it is a tautology, a contradiction or neither
    engine: who proved that
    """

    text: str = ""
    line: int = 0
    kills: int = 0
    kills_alone: int = 0
    judged: int = 0
    refuses: int = 0
    strength: str = ""
    engine: str | None = None


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


class FindingPart(Struct, frozen=True, kw_only=True):
    """A finding.

    id: tells the findings of a file apart, and stays when lines move
    kind: see docs/dafny.md
    method: null when it is about the file
    message: for people
    clause: the position of the clause that it is about
    file: where that is
    line: and in which line
    witness: the accepted output: `inputs`, `expected` and `other`, each name to literal
    """

    id: str = ""
    kind: str = ""
    method: str | None = None
    message: str = ""
    clause: int | None = None
    file: str | None = None
    line: int | None = None
    witness: dict[str, Texts] | None = None


class SpecRow(Row, frozen=True, kw_only=True):
    """`spec`, `bench`: one method with a specification, or a file that has none or cannot be read.

    task_id: the name of the file
    file: its path
    method: null where the row is about the file
    line: of the method
    status: `scored`, `no tests`, `unsupported`, `no method`, `no code` or `error`
    reason: why it is not scored
    correctness: the share of tests whose expected output is accepted
    completeness: the share of their wrong outputs that are refused
    functional: the share of inputs on which no other output is accepted (proved)
    approximate: how many tests are refused by rounding alone; they count neither way
    clauses: of the postcondition
    requires: clauses of the precondition
    buckets: by kind of input and output, verdict to number
    repair: a proposed clause
    tests: of the method
    findings: about it
    digest: of what the rows of the file were computed from, for `--resume`
    rows: how many rows the file has
    """

    kind: Literal["spec"] = "spec"
    task_id: str
    file: str
    method: str | None = None
    line: int | None = None
    status: str
    reason: str = ""
    correctness: Rate | None = None
    completeness: Rate | None = None
    functional: Rate | None = None
    approximate: int = 0
    clauses: list[ClausePart] = []
    requires: list[ClausePart] = []
    buckets: dict[str, dict[str, int]] = {}
    repair: RepairPart | None = None
    tests: list[TestPart] = []
    findings: list[FindingPart] = []
    digest: str | UnsetType = UNSET
    rows: int | UnsetType = UNSET


class SuitePart(Struct, frozen=True, kw_only=True):
    """A program on the valid inputs of a suite.

    verdict: `pass`, or what went wrong first
    place: the position of that input
    input: the call
    expected: the output of the canonical solution
    found: what the program gave
    """

    verdict: str
    place: int | None
    input: str
    expected: str
    found: str


class ResponsePart(Struct, frozen=True, kw_only=True):
    """A program on one contract-violating test.

    violates: the clauses that the test violates
    input: the arguments
    feasible: whether the canonical solution returns on it without its contract
    outcome: what the program did
    exception: the class of what it raised
    rejection: `rejected`, `accepted` or `unknown`
    """

    violates: list[int]
    input: str
    feasible: bool | None
    outcome: str
    exception: str | None
    rejection: str


class GradeRow(Row, frozen=True, kw_only=True):
    """`grade`: one program.

    samples_file: where it is from
    task_id: of its task
    number: of the program among those of its task
    origin: its place in the file
    problem: why it could not be read
    detail: more about that
    extracted: the code is a part of the answer, which as a whole does not define the function
    repeats: an earlier program of the task has the same code
    base: on the data set's own inputs
    plus: and on those that EvalPlus added
    also_right: what the data set takes for right beside the expected outputs
    responses: on contract-violating tests
    clauses: the texts of the contract's clauses
    guards: the checks in the program: `line` and `text`
    relations: of each clause to each check, by proof
    guards_complete: whether all checks were found
    guards_reason: why not
    digest: of what the row was computed from
    """

    kind: Literal["grade"] = "grade"
    samples_file: str
    task_id: str
    number: int
    origin: str
    problem: str | None
    detail: str
    extracted: bool
    repeats: bool
    base: SuitePart
    plus: SuitePart
    also_right: str | None
    responses: list[ResponsePart]
    clauses: list[str] | UnsetType = UNSET
    guards: list[dict[str, Any]] | UnsetType = UNSET
    relations: list[dict[str, Any]] | UnsetType = UNSET
    guards_complete: bool | UnsetType = UNSET
    guards_reason: str | UnsetType | None = UNSET
    digest: str | UnsetType = UNSET


class LeftOutRow(Row, frozen=True, kw_only=True):
    """`grade`: the inputs of a task that are no tests.

    task_id: of the task
    left_out: each with its `suite`, `place`, `input` and `reason`
    """

    kind: Literal["left-out"] = "left-out"
    task_id: str
    left_out: list[dict[str, Any]]


class PairedRow(Row, frozen=True, kw_only=True):
    """`grade --paired`: two files of programs compared.

    paired: the files, the tasks that they share, and the test of each rate
    """

    kind: Literal["paired"] = "paired"
    paired: dict[str, Any]


PythonRow = CvtRow | ErrorRow | SeparatingRow | AdequacyRow
"""What `cvt` writes about a task."""
ROWS: tuple[type[Row], ...] = (CvtRow, ErrorRow, SeparatingRow, AdequacyRow, SpecRow, GradeRow, LeftOutRow, PairedRow)
PARTS: tuple[type[Struct], ...] = (
    ClausePart, TestPart, DecisionPart, MutantPart, TrialPart, AcceptedPart, RepairPart, FindingPart, SuitePart,
    ResponsePart,
)  # fmt: skip


def line_of(row: Row | Mapping[str, Any]) -> str:
    """A row as a line of JSON, in ASCII: characters beyond it, lone surrogates among them, are escaped."""
    return json.dumps(msgspec.to_builtins(row) if isinstance(row, Row) else row) + "\n"


def cvt_row_of(value: Mapping[str, Any]) -> CvtRow | None:
    """The row of `cvt` that was read from JSON, if it is one and of this version."""
    if value.get("kind") != "cvt" or value.get("version") != VERSION:
        return None
    try:
        return msgspec.convert(value, CvtRow)
    except msgspec.ValidationError:
        return None


def spec_row_of(value: Mapping[str, Any]) -> SpecRow | None:
    """The row of `spec` that was read from JSON, if it is one and of this version."""
    if value.get("kind") != "spec" or value.get("version") != VERSION:
        return None
    try:
        return msgspec.convert(value, SpecRow)
    except msgspec.ValidationError:
        return None


def described(kind: type[Struct]) -> dict[str, str]:
    """Field → what it says, as the docstring of a row or part of one has it."""
    _, _, lines = (kind.__doc__ or "").partition("\n\n")
    pairs = (line.strip().partition(": ") for line in lines.splitlines() if line.strip())
    return {name: text for name, _, text in pairs}


def document() -> str:
    """The schema in Markdown, for docs/schema.md."""
    parts = [
        "# Rows\n",
        "<!-- Written by `python -m specassay.benchmarks.reporting.schema`; do not edit. -->\n",
        "What commands write with `--out` and print with `--json`: JSON Lines in ASCII, one object a line. Every row "
        "described here has its `kind`, which says what else it has, and a `version`, which is "
        f"{VERSION}: it is counted up when a field changes its name or meaning, or goes, and not when one is added. "
        "Values of Python and Dafny are texts of literals. `?` marks fields that may be absent.\n",
    ]
    parts += [_section(kind, f"kind `{_kind(kind)}`") for kind in ROWS]
    if PARTS:
        parts.append("# Parts of rows\n")
        parts += [_section(kind, kind.__name__) for kind in PARTS]
    return "\n".join(parts)


def _kind(kind: type[Struct]) -> str:
    return next(str(field.default) for field in msgspec.structs.fields(kind) if field.name == "kind")


def _section(kind: type[Struct], title: str) -> str:
    meanings = described(kind)
    summary = (kind.__doc__ or "").splitlines()[0]
    lines = [f"## {title}\n", f"{summary}\n", "| field | type | meaning |", "|---|---|---|"]
    for field in msgspec.structs.fields(kind):
        if field.name in meanings:
            optional = "?" if UnsetType in getattr(field.type, "__args__", ()) else ""
            type_ = _type(field.type).replace("|", "\\|")
            lines.append(f"| `{field.name}`{optional} | {type_} | {meanings[field.name]} |")
    return "\n".join(lines) + "\n"


def _type(type_: Any) -> str:
    """A type in the words of JSON."""
    arguments = [each for each in get_args(type_) if each is not UnsetType]
    match get_origin(type_):
        case origin if origin is Literal:
            return "text"
        case origin if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(_type(each) for each in arguments))
        case origin if origin is dict:
            return f"object of {_type(arguments[1])}"
        case origin if origin is list:
            return f"array of {_type(arguments[0])}"
        case origin if origin is tuple:
            return f"[{', '.join(map(_type, arguments))}]"
    return _NAMES.get(type_) or f"[{type_.__name__}](#{type_.__name__.lower()})"


_NAMES: dict[Any, str] = {
    str: "text", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any",
}  # fmt: skip


if __name__ == "__main__":
    sys.stdout.write(document())
