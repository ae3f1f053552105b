"""Grades as a store keeps them, and back, and the digest of what the row of a grade was computed from."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
from attrs import define, evolve, field
from msgspec import Struct

from ...backends.solvers.built_in import BUILT_IN
from ...backends.solvers.choices import chosen
from ...core.errors import ClusterFailure
from ...core.synthesis.values import text_of
from ..build import digest_of_parts
from ..datasets.tasks import ContractTask
from ..schema import Row
from ..store.records import KeptResult, NewResult, StoredResult, as_json, kept
from .expected import LeftOut
from .grade import FileGrades, Grade, Graded, LeftOutByTask, Settings
from .samples import Sample

MEANING = 2
"""Counted up when the meaning of rows changes."""


class _SeenCheck(Struct, frozen=True, kw_only=True):
    clause: int
    guard: int
    seen: bool | None


class _GradeSummary(Struct, frozen=True, kw_only=True):
    grade: Grade | None = None
    reason: str = ""
    seen: list[_SeenCheck] | None = None
    left_out: tuple[LeftOut, ...] = ()


def result_of(graded: Graded, rows: Iterable[Row]) -> NewResult:
    """What to keep of a graded sample, or of why it is not graded. `rows`: those that it is written as."""
    if not isinstance(graded.grade, Grade):
        summary = _GradeSummary(reason=graded.grade, left_out=graded.left_out)
        return NewResult((), msgspec.to_builtins(summary), 0.0, failed=True)
    grade, seen = graded.grade, None
    if grade.alignment is not None:
        if grade.alignment.seen is not None:
            seen = [_SeenCheck(clause=a, guard=b, seen=value) for (a, b), value in grade.alignment.seen.items()]
        grade = evolve(grade, alignment=evolve(grade.alignment, seen=None, programs=None, apart=()))
    summary = _GradeSummary(grade=grade, seen=seen, left_out=graded.left_out)
    return NewResult(tuple(rows), msgspec.to_builtins(summary), 0.0)


def graded_of(result: StoredResult | KeptResult, sample: Sample) -> Graded | None:
    """The graded sample that was kept; None for what is none."""
    summary = _read(result.summary)
    if summary is None or summary.grade is None:
        return None
    grade = evolve(summary.grade, sample=sample)
    if grade.alignment is not None and summary.seen is not None:
        seen = {(each.clause, each.guard): each.seen for each in summary.seen}
        grade = evolve(grade, alignment=evolve(grade.alignment, seen=seen))
    return Graded(grade, summary.left_out)


def encoded(graded: Graded) -> Any:
    """What JSON has of a graded sample, without its row, on its way from another machine."""
    return as_json(result_of(graded, ()))


def decoded(value: Any, sample: Sample) -> Graded:
    """What `encoded` made. Raises ClusterFailure for what it has not."""
    result = kept(value)
    summary = _read(result.summary)
    if summary is None:
        raise ClusterFailure("a worker sent a result that cannot be read")
    return graded_of(result, sample) or Graded(summary.reason, summary.left_out)


def _read(summary: Mapping[str, Any]) -> _GradeSummary | None:
    try:
        return msgspec.convert(summary, _GradeSummary)
    except msgspec.ValidationError:
        return None


def together(
    tasks: Mapping[Path, Sequence[str]], known: Mapping[tuple[Path, int], Graded], fresh: Sequence[FileGrades]
) -> list[FileGrades]:
    """The grades of files, those that were `known` (by the file and the place of the sample in it) with those that were
    made now of the others, in the order that they have when none is known: by task, then by sample. `tasks`: those that
    each file is about, of which it may have no sample."""
    file_gradeses = []
    for made in fresh:
        order = {task_id: place for place, task_id in enumerate(tasks[made.source])}
        old = [graded.grade for (source, _), graded in known.items() if source == made.source]
        grades = [*made.grades, *(grade for grade in old if isinstance(grade, Grade))]
        grades.sort(key=lambda grade: (order[grade.sample.task_id], grade.sample.number))
        # A task whose samples could not be graded is not one without samples.
        undone = [*(sample for sample, _ in made.ungraded), *made.lost]
        there = {sample.task_id for sample in (*(grade.sample for grade in grades), *undone)}
        file_gradeses.append(
            evolve(made, grades=grades, missing=[task_id for task_id in order if task_id not in there])
        )
    return file_gradeses


def all_left_out(tasks: Iterable[str], known: Iterable[Graded], fresh: LeftOutByTask) -> LeftOutByTask:
    """Task → the inputs that are no tests, in the order of the tasks."""
    earlier = {graded.grade.sample.task_id: graded.left_out for graded in known if isinstance(graded.grade, Grade)}
    whole = {**earlier, **fresh}
    return {task_id: whole[task_id] for task_id in tasks if task_id in whole}


@define(slots=True)
class Digests:
    """Digests of the grades of samples of these tasks: of the program, the task's contract, solution and inputs, the
    options that decide about rows, and the versions of what computes them."""

    tasks: Mapping[str, ContractTask]
    settings: Settings
    _of_tasks: dict[str, str] = field(factory=dict)

    def of(self, sample: Sample) -> str:
        """The digest for a sample of one of the tasks."""
        if (task := self._of_tasks.get(sample.task_id)) is None:
            task = self._of_tasks[sample.task_id] = self._of_task(self.tasks[sample.task_id])
        return digest_of_parts({"task": task, "code": sample.code, "problem": sample.problem})

    def _of_task(self, task: ContractTask) -> str:
        settings = self.settings
        solvers = [(name, metadata.version(BUILT_IN.get(name, "specassay"))) for name in chosen(settings.solver)]
        made = (solvers, settings.solver_limit)
        # Tests that are made follow from the solvers and their limit; those of a file are what a grade depends on.
        tests = made if settings.cvts is None else settings.cvts.get(task.task_id)
        parts = {
            "meaning": MEANING,
            "contract": task.contract_text,
            "context": [
                task.context,
                task.preamble,
                task.solution,
                task.entry_point,
                task.reference,
                task.unsupported,
                task.atol,
            ],
            "parameters": [
                (parameter.name, parameter.hint, parameter.default, parameter.stars) for parameter in task.parameters
            ],
            "inputs": [text_of(task.base_input), text_of(task.plus_input)],
            "violating tests": repr(tests),
            "options": [
                repr(settings.valid),
                repr(settings.violating),
                settings.most_ended,
                sorted(settings.reject),
                settings.aligned,
                settings.alignment_seconds,
            ],
            "version": metadata.version("specassay"),
        }
        return digest_of_parts(parts)
