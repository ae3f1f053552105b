"""What became of samples, file by file."""

from pathlib import Path

from attrs import define, field, frozen

from .expected import LeftOut
from .grade import Grade
from .samples import Sample

LeftOutByTask = dict[str, tuple[LeftOut, ...]]


@define(slots=True)
class FileGrades:
    """The grades of one sample file, task by task. `outside`: samples of no task of the data set. `ungraded`: samples
    of tasks that cannot be graded, each with why. `lost`: samples whose worker process died twice. `missing`: tasks of
    the data set without a sample in the file."""

    source: Path
    grades: list[Grade] = field(factory=list)
    outside: list[Sample] = field(factory=list)
    ungraded: list[tuple[Sample, str]] = field(factory=list)
    lost: list[Sample] = field(factory=list)
    missing: list[str] = field(factory=list)


@frozen(slots=True)
class Graded:
    """The grade of one sample, or why there is none; and the shipped inputs of its task that are no tests."""

    grade: Grade | str
    left_out: tuple[LeftOut, ...] = ()
