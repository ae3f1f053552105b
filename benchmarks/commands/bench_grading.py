"""The third question of `specassay bench`: programs for the tasks of its data sets."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, field, frozen
from msgspec.structs import replace

from ...core.errors import InputError
from ..build import build, digest_of_parts
from ..datasets.tasks import ContractTask
from ..executors.executor import Executor
from ..exit_codes import ExitCode
from ..grading.adherence import PAPER, Reject
from ..grading.command import compared, trouble_of
from ..grading.cvts import ViolatingTest, tests_of_rows
from ..grading.extraction import taking_apart
from ..grading.files import grade_files
from ..grading.grade import FileGrades, Grade, Graded, LeftOutByTask, Settings
from ..grading.report import first_tables, left_out_row, paired_table, row_of, tables
from ..grading.samples import Sample, read_samples
from ..grading.statistics import statistics_of
from ..grading.stored import Digests, all_left_out, graded_of, result_of, together
from ..reporting.tables import Table
from ..runs.task_report import Report
from ..schema import PairedPart, PairedRow, Row, StatisticsRow
from ..store import PlannedTask, RunWriter
from .plans import Plan

SamplePlace = tuple[Path, int]
"""A file of programs, and the place of one of them in it."""


@frozen(slots=True, kw_only=True)
class GradePlan:
    """Which programs are graded for which tasks. `tasks_of`: by file, the tasks that it is about."""

    files: Mapping[Path, Sequence[Sample]] = field(factory=dict)
    tasks: Mapping[str, ContractTask] = field(factory=dict)
    tasks_of: Mapping[Path, Sequence[str]] = field(factory=dict)
    settings: Settings
    ks: tuple[int, ...]
    planned: Mapping[SamplePlace, PlannedTask] = field(factory=dict)


@frozen(slots=True)
class GradedFiles:
    """What became of the files of programs."""

    files: Sequence[tuple[FileGrades, StatisticsRow]] = ()
    left_out: LeftOutByTask = field(factory=dict)
    pairs: Sequence[PairedPart] = ()
    ks: tuple[int, ...] = ()
    reject: Reject = PAPER
    code: ExitCode = ExitCode.DONE

    def first_tables(self) -> Iterator[Table]:
        """What is read first: the leaderboard, and programs that do not pass."""
        if self.files:
            yield from first_tables([file for file, _ in self.files], self.ks, self.reject)

    def tables(self) -> Iterator[Table]:
        """All rates of files side by side, and every two against each other."""
        if self.files:
            yield from tables(self.statistics(), self.ks)
        if self.pairs:
            yield paired_table(self.pairs)

    def rows(self) -> Iterator[Row]:
        """What is said beside the grades."""
        for task_id, inputs in self.left_out.items():
            if inputs:
                yield left_out_row(task_id, inputs)
        yield from self.statistics()
        yield from (PairedRow(paired=pair) for pair in self.pairs)

    def statistics(self) -> list[StatisticsRow]:
        """The rates of each file."""
        return [statistics for _, statistics in self.files]


def plan_grades(
    plan: Plan,
    task_ids: Sequence[str],
    sources: Sequence[Path],
    settings: Settings,
    ks: tuple[int, ...],
    digest: Callable[[ContractTask], str],
) -> GradePlan:
    """Read the programs. `plan` has the tasks of all data sets, `task_ids` those that are asked for. `digest`:
    of what decides about the tests of a task that violate its contract. Raises InputError."""
    everything = {task.task_id: task for _, task in plan.contract_tasks if task.base_input or task.plus_input}
    column = {task.task_id: name for name, task in plan.contract_tasks}
    tasks = {task.task_id: task for _, task in plan.only(task_ids).contract_tasks if task.task_id in everything}
    files, planned = dict[Path, Sequence[Sample]](), dict[SamplePlace, PlannedTask]()
    if not everything:
        raise InputError("no task in the data has inputs to grade programs with, as those of EvalPlus do")
    tasks_of: dict[Path, list[str]] = {}
    digests, names = Digests(tasks, settings), _names(sources)
    with taking_apart() as process:
        for source in sources:
            read = read_samples(source, everything, process)
            # A sample of a task that nobody asked for is left out, but one of an unknown task stays, to be told.
            samples = [sample for sample in read if sample.task_id not in everything or sample.task_id in tasks]
            files[source] = samples
            columns = {column[sample.task_id] for sample in samples if sample.task_id in tasks}
            # The rates of a file count every task of its data set, also those without a sample.
            tasks_of[source] = [task_id for task_id in tasks if column[task_id] in columns]
            for index, sample in enumerate(samples):
                if sample.task_id in tasks:
                    # Tests that violate the contract are made of it: a grade depends on what decides about them, too.
                    digest_parts = {"grade": digests.of(sample), "cvt": digest(tasks[sample.task_id]), "build": build()}
                    subject = f"{sample.task_id}#{sample.number}"
                    planned[source, index] = PlannedTask("grade", names[source], subject, digest_of_parts(digest_parts))
    return GradePlan(files=files, tasks=tasks, tasks_of=tasks_of, settings=settings, ks=ks, planned=planned)


def _names(sources: Sequence[Path]) -> dict[Path, str]:
    """What files of programs are called in a run: by their names, or paths where several have one."""
    count = Counter(source.name for source in sources)
    return {source: source.name if count[source.name] == 1 else str(source) for source in sources}


def grade_all(
    plan: GradePlan,
    writer: RunWriter,
    reports: Sequence[Report],
    executor: Executor,
    step: Callable[[], None],
) -> GradedFiles:
    """Grade what is not known, each grade stored as soon as it is there. `reports`: on the contracts of the tasks, with
    the tests that the programs are given; without any, tests are made."""
    if not plan.files:
        return GradedFiles()
    # By place in the file: one program may be there twice, and each has its own grade.
    earlier: dict[SamplePlace, Graded] = {}
    for planned_sample, task in plan.planned.items():
        stored = writer.known.get(task)
        graded = None if stored is None else graded_of(stored, plan.files[planned_sample[0]][planned_sample[1]])
        if graded is not None:
            earlier[planned_sample] = graded
            step()
    ungraded = {
        source: [sample for index, sample in enumerate(samples) if (source, index) not in earlier]
        for source, samples in plan.files.items()
    }
    keys = {
        (source, plan.files[source][index].task_id, plan.files[source][index].number): task
        for (source, index), task in plan.planned.items()
    }
    # The tests that this run made, so that programs are graded by what its contracts' part says.
    settings = evolve(plan.settings, cvts=_tests(plan.tasks, reports)) if reports else plan.settings
    digests = Digests(plan.tasks, plan.settings)

    def arrived(source: Path, sample: Sample, graded: Graded) -> None:
        rows = []
        if isinstance(graded.grade, Grade):
            row = row_of(str(source), graded.grade, settings.reject)
            rows = [replace(row, digest=digests.of(sample), task_file=plan.tasks[sample.task_id].file)]
        writer.add(keys[source, sample.task_id, sample.number], result_of(graded, rows))

    fresh, left_out = grade_files(ungraded, plan.tasks, settings, executor, arrived, step)
    files = together(plan.tasks_of, earlier, fresh)
    every_left_out = all_left_out(plan.tasks, earlier.values(), left_out)
    graded_files = []
    for file in files:
        graded_ids = {grade.sample.task_id for grade in file.grades}
        number = sum(len(every_left_out.get(task_id, ())) for task_id in graded_ids)
        graded_files.append((file, statistics_of(file, plan.ks, settings.reject, number)))
    return GradedFiles(
        graded_files,
        every_left_out,
        compared(graded_files, settings.reject),
        plan.ks,
        settings.reject,
        trouble_of(files, False),
    )


def _tests(tasks: Mapping[str, ContractTask], reports: Sequence[Report]) -> dict[str, tuple[ViolatingTest, ...]]:
    rows = {report.task_id: report.rows for report in reports}
    return {task_id: tests_of_rows(task, rows.get(task_id, ())) for task_id, task in tasks.items()}
