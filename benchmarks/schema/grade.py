"""The rows about programs and tests of others: of `grade` (grades, inputs that are no tests, pairs of files), `weave`
and `score-cvts`."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from .base import Row, ScorePart


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


RaisedBy = Literal["check", "handler", "other"]


class ResponsePart(Struct, frozen=True, kw_only=True):
    """A program on one contract-violating test.

    violates: the clauses that the test violates
    input: the arguments
    feasible: whether the canonical solution returns on it without its contract
    outcome: what the program did
    exception: the class of what it raised
    rejection: `rejected`, `accepted` or `unknown`
    raised_by: `check` of a clause, seen at work; `handler` of a crash; `other`; absent where nothing was raised
    """

    violates: list[int]
    input: str
    feasible: bool | None
    outcome: str
    exception: str | None
    rejection: str
    raised_by: RaisedBy | UnsetType = UNSET


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
    task_file: the file of its task
    cut: the model was stopped before the end of its answer
    code: the program that was run
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
    task_file: str | UnsetType = UNSET
    cut: bool | UnsetType = UNSET
    code: str | UnsetType = UNSET
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


class StatisticsRow(Row, frozen=True, kw_only=True):
    """`grade`: the rates of one file of programs.

    samples_file: the file
    samples: how many programs it has
    tasks: how many tasks they are for
    tasks_without_samples: tasks of the data set that have none
    problems: kind of trouble to the number of programs with it
    verdicts: verdict, or why there is no code, to the number of programs
    inputs_left_out: shipped inputs that are no tests
    pass_at_k: kind of passing, to k, to pass@k
    reject: the exceptions that count as a refusal
    csr: contract satisfaction rate: tests that a check of the program refuses
    csr_crash: tests that end by another exception, or one that a handler makes of it
    csr_any: the same where any exception counts
    csr_feasible: the same on tests on which the canonical solution returns without its contract
    csr_feasible_any: both
    csr_correct: of the programs that pass
    avc: assertion violation coverage
    avc_any: the same where any exception counts
    aar: assertion alignment recall, by proof
    aap: assertion alignment precision, by proof
    aar_in_context: recall among the inputs that the checks before let through
    aap_in_context: precision among these
    aar_published: recall as it was published
    aap_published: precision as it was published
    """

    kind: Literal["statistics"] = "statistics"
    samples_file: str
    samples: int
    tasks: int
    tasks_without_samples: int
    problems: dict[str, int]
    verdicts: dict[str, int]
    inputs_left_out: int
    pass_at_k: dict[str, dict[str, ScorePart]]
    reject: str
    csr: ScorePart
    csr_crash: ScorePart | UnsetType = UNSET
    csr_any: ScorePart
    csr_feasible: ScorePart
    csr_feasible_any: ScorePart
    csr_correct: ScorePart
    avc: ScorePart
    avc_any: ScorePart
    aar: ScorePart | UnsetType = UNSET
    aap: ScorePart | UnsetType = UNSET
    aar_in_context: ScorePart | UnsetType = UNSET
    aap_in_context: ScorePart | UnsetType = UNSET
    aar_published: ScorePart | UnsetType = UNSET
    aap_published: ScorePart | UnsetType = UNSET


class DifferencePart(Struct, frozen=True, kw_only=True):
    """The second file's rate minus the first's.

    n: the tasks for which both are known
    mean: over these tasks; null without any
    low: the lower end of its 95 % bootstrap interval
    high: the upper end
    """

    n: int
    mean: float | None
    low: float | None
    high: float | None


class DisagreementPart(Struct, frozen=True, kw_only=True):
    """Two programs for a task of which one passes.

    task_id: of the task
    number: of the programs among those of the task
    passes: the file whose program passes
    verdict: on the other
    input: the first call that the other fails
    expected: the output of the canonical solution
    found: what it gave
    first: the first program
    second: the second
    """

    task_id: str
    number: int
    passes: str
    verdict: str
    input: str
    expected: str
    found: str
    first: str
    second: str


class PairedPart(Struct, frozen=True, kw_only=True):
    """Two files of programs, paired by task and number.

    first: a file
    second: the other
    pairs: how many there are
    unpaired: programs without a partner
    only_first_passes: pairs of which only the first passes
    only_second_passes: only the second
    mcnemar_p: the p value of McNemar's exact test, which takes all pairs to be independent
    p_by_task: the p value of the exact sign-flip test over tasks, whose samples belong together
    p_holm: the same, corrected by Holm for all tests of the command
    pass_difference: of the share of programs that pass
    csr_difference: of the contract satisfaction rate
    disagreements: pairs of which one passes
    """

    first: str
    second: str
    pairs: int
    unpaired: int
    only_first_passes: int
    only_second_passes: int
    mcnemar_p: float
    p_by_task: float | UnsetType = UNSET
    p_holm: float | UnsetType = UNSET
    pass_difference: DifferencePart
    csr_difference: DifferencePart
    disagreements: list[DisagreementPart]


class PairedRow(Row, frozen=True, kw_only=True):
    """`grade --paired`: two files of programs compared.

    paired: the files, the tasks that they share, and the test of each rate
    """

    kind: Literal["paired"] = "paired"
    paired: PairedPart


class WeaveRow(Row, frozen=True, kw_only=True):
    """`weave`: one program, with the checks that it lacked. The rows of a file are samples in EvalPlus's form.

    task_id: of its task
    number: of the program among those of its task
    origin: its place in the file
    solution: its text afterwards
    status: `woven`, `lacks nothing` or `not woven`
    added: the conditions that were put in
    reason: why it is not woven, or why what violates the contract is not all refused
    passed: whether it passed all valid inputs before
    passes: whether it does afterwards
    csr_before: contract-violating tests that it refused before
    csr: and afterwards
    examples: whether its own examples, which kept it from being loaded, stand below `if __name__ == "__main__":` now
    """

    kind: Literal["weave"] = "weave"
    task_id: str
    number: int
    origin: str
    solution: str
    status: str
    added: list[str]
    reason: str
    passed: bool
    passes: bool
    csr_before: ScorePart
    csr: ScorePart
    examples: bool = False


class SuiteScoresRow(Row, frozen=True, kw_only=True):
    """`score-cvts`: a suite of contract-violating tests, replayed.

    suite: its file
    model: whose it is, as the file says
    tasks: of the data set that it has tests for
    outside: tasks that the data set does not have
    tests: that were replayed
    malformed: tests without the parameters of their task, or with values that Python does not write
    avc: clauses that some test violates
    ts: how exactly tests violate what they say (Jaccard)
    exact: sets of clauses with a test that violates exactly these, of all that the suite calls satisfiable
    published_avc: AVC as the published program counts it
    published_ts: TS as the published program counts it
    unsatisfiable: sets of clauses that the suite calls unsatisfiable
    refuted: of these, those that a test of the suite violates exactly
    """

    kind: Literal["suite-scores"] = "suite-scores"
    suite: str
    model: str
    tasks: int
    outside: int
    tests: int
    malformed: int
    avc: ScorePart
    ts: ScorePart
    exact: ScorePart
    published_avc: ScorePart
    published_ts: ScorePart
    unsatisfiable: int
    refuted: int
