"""The rows of `specassay solvers`."""

from typing import Literal

from msgspec import UNSET, UnsetType

from .base import Row


class SolverAnswerRow(Row, frozen=True, kw_only=True):
    """`solvers`: a solver's answer to a query.

    task_id: the query, its path in the folder
    solver: its name
    solver_version: of one that is registered; empty for a command
    options: the command, or `as registered`
    repeat: the number of this time that it was asked, from 1
    seed: that it was given, if any
    outcome: `sat`, `unsat`, `unknown` (its word), `timeout` (the limit), `error`, or `not asked` (it lacks theories)
    message: why it is unknown, not asked, or an error, with the beginning of what the solver printed
    status: what the query says of itself: `sat`, `unsat` or `unknown`
    logic: of the query, as written
    theories: that the query needs beyond Bool, linear arithmetic and uninterpreted symbols
    cpu_seconds: processor time; of registered solvers from the first command to the answer, of others of the process
    seconds: wall time of the process
    memory: the peak of the resident memory, in MiB; of registered solvers with the interpreter that they run in
    limit: seconds of processor time that it had
    digest: of the query's text, the solver, its options and its limits, for `--resume`
    """

    kind: Literal["solver-answer"] = "solver-answer"
    task_id: str
    solver: str
    solver_version: str
    options: str
    repeat: int
    seed: int | None
    outcome: str
    message: str
    status: str
    logic: str
    theories: list[str]
    cpu_seconds: float
    seconds: float
    memory: float
    limit: float
    digest: str | UnsetType = UNSET


class SolverConflictRow(Row, frozen=True, kw_only=True):
    """`solvers`: a query that is satisfiable to some and unsatisfiable to others.

    task_id: the query, its path in the folder
    sat: who says so: solvers, and `:status` for the query itself
    unsat: likewise
    explained: whether an evaluation of the models tells who is wrong
    wrong: who that is
    explanation: what the evaluation said
    assertions: of the query
    minimised: a script with as few of its assertions as show it; null where only `:status` contradicts
    """

    kind: Literal["solver-conflict"] = "solver-conflict"
    task_id: str
    sat: list[str]
    unsat: list[str]
    explained: bool
    wrong: list[str]
    explanation: str
    assertions: int
    minimised: str | None = None


class SolverScoreRow(Row, frozen=True, kw_only=True):
    """`solvers`: what a solver did over all queries.

    task_id: always empty
    solver: its name; `virtual best` for the fastest on each query
    solver_version: of one that is registered
    outcomes: how many queries ended how
    wrong: answers that an evaluated model shows to be wrong; they count as undecided
    par2: seconds for a query on average, where one that is not decided counts twice the limit
    seconds: processor time over all queries that it decides
    alone: queries that no other solver decides
    unstable: queries with another outcome when asked again
    """

    kind: Literal["solver-score"] = "solver-score"
    task_id: str = ""
    solver: str
    solver_version: str
    outcomes: dict[str, int]
    wrong: int
    par2: float
    seconds: float
    alone: int
    unstable: int
