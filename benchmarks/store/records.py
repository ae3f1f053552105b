"""What a store holds: planned tasks, and results with their verdicts."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from attrs import frozen

from ..schema import ComparisonRow, CvtRow, GradeRow, Row, SpecRow, line_of

RunQuestion = Literal["cvt", "spec", "grade", "compare"]
TASK = "task"
"""The key in a summary of the row about the task itself (`TaskRow`)."""
QUESTIONS: tuple[RunQuestion, ...] = ("cvt", "spec", "grade", "compare")


@frozen(slots=True)
class PlannedTask:
    """One question about one task, which has one result.

    `dataset`: the name of the data set in the run; `subject`: the task in it, by its id, its path in a folder, or the
    sample. `digest`: of everything that decides about the result but time; results of another one are not its own.
    """

    question: RunQuestion
    dataset: str
    subject: str
    digest: str

    @property
    def name(self) -> tuple[RunQuestion, str, str]:
        """What stays when the task or the options change."""
        return self.question, self.dataset, self.subject


@frozen(slots=True)
class NewResult:
    """What became of a task. `rows`: as in results.jsonl; `summary`: what else a report on it needs, as JSON has it;
    `seconds`: of work; `failed`: no verdict: something broke, and another session tries it again."""

    rows: Sequence[Row]
    summary: Mapping[str, Any]
    seconds: float
    failed: bool = False


@frozen(slots=True)
class KeptResult:
    """A result as JSON has it, away from a store: on its way from another machine."""

    rows: tuple[dict[str, Any], ...]
    summary: dict[str, Any]
    seconds: float


def as_json(result: NewResult) -> dict[str, Any]:
    """What JSON has of a result."""
    return {
        "rows": msgspec.to_builtins(list(result.rows)),
        "summary": dict(result.summary),
        "seconds": result.seconds,
    }


def kept(value: Mapping[str, Any]) -> KeptResult:
    """What `as_json` made."""
    return KeptResult(tuple(value["rows"]), value["summary"], value["seconds"])


@frozen(slots=True)
class StoredResult:
    """A result as a store has it. `rows` and `summary` are objects of JSON; `session`: the number of the session that
    found it; `finished`: when, UTC as in ISO 8601."""

    task: PlannedTask
    rows: tuple[dict[str, Any], ...]
    summary: dict[str, Any]
    seconds: float
    session: int
    finished: str
    failed: bool = False


@frozen(slots=True)
class StoredVerdict:
    """A row in columns, for whoever asks the store in SQL. `violates`: clauses; `witness`: an object of JSON."""

    kind: str
    task_id: str
    method: str | None
    violates: str | None
    verdict: str
    witness: str | None
    engine: str | None
    row: str


def verdict_of(row: Row) -> StoredVerdict:
    """The columns of a row."""
    line = line_of(row).rstrip("\n")
    match row:
        case CvtRow():
            found = "none within bounds" if row.is_bounded else row.verdict
            witness = None if row.arguments is None else json.dumps(row.arguments)
            violates = json.dumps(row.violates)
            return StoredVerdict(row.kind, row.task_id, None, violates, found, witness, row.solver, line)
        case SpecRow():
            assessed = row.assessment
            witness = None if assessed is None or assessed.witness is None else json.dumps(assessed.witness)
            verdict = row.status if assessed is None else assessed.verdict
            engines = sorted({engine for test in row.tests for mutant in test.mutants for engine in mutant.engines})
            engine = ", ".join(engines) or None
            return StoredVerdict(row.kind, row.task_id, row.method, None, verdict, witness, engine, line)
        case GradeRow():
            # The suite that fails first is what the verdict is about.
            first = row.base if row.base.verdict != "pass" else row.plus
            failure = {"input": first.input, "expected": first.expected, "found": first.found}
            witness = json.dumps(failure) if first.input else None
            return StoredVerdict(row.kind, row.task_id, str(row.number), None, first.verdict, witness, None, line)
        case ComparisonRow():
            conditions = [condition for condition in (row.inputs, row.outputs) if condition is not None]
            clauses = [clause for condition in conditions for clause in (*condition.first, *condition.second)]
            value = next((clause.separating for clause in clauses if clause.separating is not None), None)
            witness = None if value is None else json.dumps(msgspec.to_builtins(value))
            engine = ", ".join(sorted({clause.engine for clause in clauses if clause.engine})) or None
            method = row.second.rpartition("::")[2]
            return StoredVerdict(row.kind, row.task_id, method, None, row.relation, witness, engine, line)
    value = json.loads(line)
    return StoredVerdict(
        value["kind"], value["task_id"], None, None, str(value.get("verdict", value["kind"])), None, None, line
    )
