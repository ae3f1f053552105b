"""What commands print after their rows with `--json`: the statistics of a run, its labels, and the verifier's answers;
and the rows of `prompts`."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from .base import Rate, Row, ScorePart
from .grade import StatisticsRow
from .task import ProvenanceRow


class PromptRow(Row, frozen=True, kw_only=True):
    """`prompts`: what is sent for one task.

    task_id: of the task
    strategy: by which it was made
    system: the system message
    prompt: the request
    language: of the specification that is asked for
    """

    kind: Literal["prompt"] = "prompt"
    task_id: str
    strategy: str
    system: str
    prompt: str
    language: str | UnsetType = UNSET


class DurationsPart(Struct, frozen=True, kw_only=True):
    """Durations in seconds.

    median: null without any
    p95: the 95th percentile
    total: their sum
    """

    median: float | None
    p95: float | None
    total: float


class ContractStatisticsPart(Struct, frozen=True, kw_only=True):
    """What became of Python tasks.

    tasks: how many
    without_contract: those without one
    failed: those that were not done
    guards_not_read: guards of these functions that are in no contract
    clauses: of all contracts
    lowered: those that are understood
    violating: sets of clauses with a test
    infeasible: those that are proved to have none
    bounded: those of which none was found within bounds
    unknown: those that are open
    skipped: those that were not looked at
    exact: tests that violate exactly their set
    repairs: models that did not replay
    contradictions: proofs that a test refutes
    coverage: assertion violation coverage
    specificity: target specificity
    known: sets of which a test is known
    missed: those of them without a test of ours
    wrong: those that were called infeasible
    seconds: each task
    """

    tasks: int
    without_contract: int
    failed: int
    guards_not_read: int = 0
    clauses: int
    lowered: int
    violating: int
    infeasible: int
    bounded: int
    unknown: int
    skipped: int
    exact: int
    repairs: int
    contradictions: int
    coverage: ScorePart
    specificity: ScorePart
    known: int
    missed: int
    wrong: int
    seconds: DurationsPart

    # Sums are computed and not stored, so that a total never contradicts its parts: each set of clauses is in one of
    # these five, and neither `bounded` nor `unknown` is counted as infeasible.
    @property
    def subsets(self) -> int:
        """All sets of clauses."""
        return self.violating + self.infeasible + self.bounded + self.unknown + self.skipped


class SpecificationStatisticsPart(Struct, frozen=True, kw_only=True):
    """What became of Dafny files.

    files: how many
    unread: those that do not parse
    scored_files: those with a scored method
    methods: with a specification
    scored_methods: those that were scored
    assessments: verdict on a method to how many have it
    clauses: of all specifications
    lowered: those that are understood
    correctness: mean over the scored methods
    completeness: the same
    published: completeness by the published operators alone
    functional: the same
    verdicts: verdict on the expected output of a test to how many have it
    killed: wrong outputs that are refused
    survived: those that are accepted
    open_mutants: those that are undecided
    findings: kind of finding to how many there are
    seconds: each file
    """

    files: int
    unread: int
    scored_files: int
    methods: int
    scored_methods: int
    assessments: dict[str, int]
    clauses: int
    lowered: int
    correctness: ScorePart
    completeness: ScorePart
    published: ScorePart
    functional: ScorePart
    verdicts: dict[str, int]
    killed: int
    survived: int
    open_mutants: int
    findings: dict[str, int]
    seconds: DurationsPart

    @property
    def tests(self) -> int:
        """All tests."""
        return sum(self.verdicts.values())

    @property
    def mutants(self) -> int:
        """All wrong outputs."""
        return self.killed + self.survived + self.open_mutants


class SolverStatisticsPart(Struct, frozen=True, kw_only=True):
    """What a solver has to do with the sets of clauses.

    name: of the solver
    outcomes: answer to how many of those that it was asked about have it
    seconds: each answer
    derived: sets that follow from the core of another answer
    not_asked: those that nothing was asked about
    """

    name: str
    outcomes: dict[str, int]
    seconds: DurationsPart
    derived: int
    not_asked: int

    @property
    def asked(self) -> int:
        """The sets that it was asked about."""
        return sum(self.outcomes.values())


class BenchRow(Row, frozen=True, kw_only=True):
    """`bench --json`: the statistics of every table.

    provenance: what the run was made from
    contracts: data set to its statistics
    specifications: the same
    solvers: each that was asked
    disagreements: checks that one solver answers with sat and another with unsat
    findings: kind of finding to how many there are
    mismatches: what is not as expected
    exit_code: of the run
    grade: the rates of each file of programs
    relations: of contracts to specifications of the same problem: how often which was found
    """

    kind: Literal["bench"] = "bench"
    provenance: ProvenanceRow | UnsetType = UNSET
    contracts: dict[str, ContractStatisticsPart]
    specifications: dict[str, SpecificationStatisticsPart]
    solvers: list[SolverStatisticsPart]
    disagreements: int
    findings: dict[str, int]
    mismatches: list[str]
    exit_code: int
    grade: list[StatisticsRow] | UnsetType = UNSET
    relations: dict[str, int] | UnsetType = UNSET


class LabelledFilePart(Struct, frozen=True, kw_only=True):
    """A file with a label.

    task_id: its name
    label: what people say
    judgement: what the scores say; null where they leave it open
    correctness: the score of its method
    completeness: the same
    functional: the same
    witness: an output that shows why
    disagrees: whether label and judgement differ
    """

    task_id: str
    label: str
    judgement: str | None
    correctness: Rate | None
    completeness: Rate | None
    functional: Rate | None
    witness: str
    disagrees: bool


class LabelsPart(Struct, frozen=True, kw_only=True):
    """How far labels and scores agree.

    kappa: Cohen's; null where it is not defined
    low: the lower end of its 95 % bootstrap interval
    high: the upper end
    equal: the share of equal judgements
    n: how many files were compared
    files: every file that has a label
    """

    kappa: float | None
    low: float | None
    high: float | None
    equal: float | None
    n: int
    files: list[LabelledFilePart]


class LabelsRow(Row, frozen=True, kw_only=True):
    """`spec --labels`: the scores against labels.

    labels: how far they agree
    """

    kind: Literal["labels"] = "labels"
    labels: LabelsPart


class AgreementPart(Struct, frozen=True, kw_only=True):
    """Clauses with the same pair of answers.

    ours: our verdict
    verifier: the verifier's
    triples: how many
    """

    ours: str
    verifier: str
    triples: int


class OpenTriplePart(Struct, frozen=True, kw_only=True):
    """A clause on an input and output that the verifier leaves open.

    triple: which
    status: the verifier's answer
    reason: why
    """

    triple: str
    status: str
    reason: str


class CrossCheckPart(Struct, frozen=True, kw_only=True):
    """Our verdicts beside the verifier's.

    verifier: its version
    matrix: how often which answers meet
    files: how many were given
    files_with_triples: those with something to ask
    files_definite: those of which every answer is definite
    calls: how often the verifier was called
    seconds: what that took
    problems: file to why nothing was asked
    disagreements: each in words
    open: what the verifier left open
    """

    verifier: str
    matrix: list[AgreementPart]
    files: int
    files_with_triples: int
    files_definite: int
    calls: int
    seconds: float
    problems: dict[str, str]
    disagreements: list[str]
    open: list[OpenTriplePart]


class CrossCheckRow(Row, frozen=True, kw_only=True):
    """`--cross-check`: what the real verifier says.

    cross_check: beside what we say
    """

    kind: Literal["cross-check"] = "cross-check"
    cross_check: CrossCheckPart
