"""The rows that commands write and read, one JSON object a line: docs/schema.md is made of this.

Every row says its `kind`, and the `version` of these definitions. Inside, rows are these objects; they become JSON when
they are written, and are checked when they are read.
"""

from .base import VERSION, Rate, Row, ScorePart, Texts, current, kind_of, line_of, part_of, row_of
from .comparison import (
    BranchPart,
    CandidatesRow,
    CarriedPart,
    ChangePart,
    ComparisonRow,
    ConditionsPart,
    DiffRow,
    ImplicationPart,
    OriginPart,
    QuestionPart,
    ReferencePart,
    SeparatingPart,
    TranslationChangePart,
    TranslationRow,
)
from .cvt import (
    AdequacyRow,
    BoundsPart,
    ContractMutantPart,
    CvtRow,
    CvtVerdict,
    ErrorRow,
    FailsPart,
    GivenRow,
    LimitPart,
    PythonRow,
    SeparatingRow,
    SizesPart,
)
from .execution import ExecutionRow, FailedCheckPart, UndecidedCheckPart
from .grade import (
    DifferencePart,
    DisagreementPart,
    GradeRow,
    LeftOutRow,
    PairedPart,
    PairedRow,
    ResponsePart,
    StatisticsRow,
    SuitePart,
    SuiteScoresRow,
    WeaveRow,
)
from .markdown import PARTS, ROWS, described, document
from .solving import SolverAnswerRow, SolverConflictRow, SolverScoreRow
from .spec import (
    AcceptedPart,
    AssessmentPart,
    BodyMutantPart,
    ClausePart,
    DecisionPart,
    FindingPart,
    MutantPart,
    ProblemPart,
    ReasonPart,
    RepairPart,
    SpecRow,
    TestPart,
    TrialPart,
    UndecidedPart,
)
from .specifications import (
    AskedProblemRow,
    BucketPart,
    CandidateState,
    ReferenceRelationPart,
    SpecificationGradeRow,
    SpecificationPairedRow,
    SpecificationRatesRow,
    SpecificationWitnessPart,
    WitnessKind,
)
from .task import AnswerPart, DataPart, FindingRow, ProvenanceRow, TaskClausePart, TaskRow
from .totals import (
    AgreementPart,
    BenchRow,
    ContractStatisticsPart,
    CrossCheckPart,
    CrossCheckRow,
    DurationsPart,
    LabelledFilePart,
    LabelsPart,
    LabelsRow,
    OpenTriplePart,
    PromptRow,
    SolverStatisticsPart,
    SpecificationStatisticsPart,
)
