"""The rows that commands write and read, one JSON object a line: docs/schema.md is made of this.

Every row says its `kind`, and the `version` of these definitions. Inside, rows are these objects; they become JSON when
they are written, and are checked when they are read.
"""

from .base import VERSION, Rate, Row, Texts, line_of
from .cvt import AdequacyRow, CvtRow, CvtVerdict, ErrorRow, GivenRow, PythonRow, SeparatingRow, cvt_row_of
from .grade import GradeRow, LeftOutRow, PairedRow, ResponsePart, SuitePart
from .markdown import PARTS, ROWS, described, document
from .provenance import DataPart, ProvenanceRow
from .spec import (
    AcceptedPart,
    AssessmentPart,
    BodyMutantPart,
    ClausePart,
    DecisionPart,
    FindingPart,
    MutantPart,
    RepairPart,
    SpecRow,
    TestPart,
    TrialPart,
    spec_row_of,
)
from .task import AnswerPart, TaskClausePart, TaskRow

__all__ = [
    "PARTS",
    "ROWS",
    "VERSION",
    "AcceptedPart",
    "AdequacyRow",
    "AnswerPart",
    "AssessmentPart",
    "BodyMutantPart",
    "ClausePart",
    "CvtRow",
    "CvtVerdict",
    "DataPart",
    "DecisionPart",
    "ErrorRow",
    "FindingPart",
    "GivenRow",
    "GradeRow",
    "LeftOutRow",
    "MutantPart",
    "PairedRow",
    "ProvenanceRow",
    "PythonRow",
    "Rate",
    "RepairPart",
    "ResponsePart",
    "Row",
    "SeparatingRow",
    "SpecRow",
    "SuitePart",
    "TaskClausePart",
    "TaskRow",
    "TestPart",
    "Texts",
    "TrialPart",
    "cvt_row_of",
    "described",
    "document",
    "line_of",
    "spec_row_of",
]
