"""`specassay grade`: grade sample files and print what came of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from attrs import evolve, frozen
from msgspec import UnsetType
from msgspec.structs import replace

from ...backends.processes.workers import DIED_TWICE
from ...core.errors import InputError
from ...core.iteration import grouped
from ...core.metrics.paired import corrected_by_holm, mcnemar, mean_difference, sign_flips
from ..datasets.evalplus import read
from ..datasets.registry import select
from ..datasets.tasks import ContractTask
from ..executors.executor import Processes
from ..exit_codes import ExitCode
from ..reporting.output import Write, progress, row_writer
from ..reporting.tables import Table, show
from ..reporting.text import complain
from ..schema import DifferencePart, DisagreementPart, PairedPart, PairedRow, StatisticsRow, part_of
from .adherence import ClauseRow, Reject, clause_table, satisfaction
from .cvts import read_cvts
from .extraction import taking_apart
from .files import grade_files
from .grade import FileGrades, Grade, Graded, Settings, by_task
from .report import (
    clauses_table,
    disagreements_table,
    first_tables,
    left_out_row,
    loose_table,
    paired_table,
    row_of,
    tables,
)
from .samples import Sample, read_samples
from .statistics import statistics_of
from .stored import Digests

# Two sample files on the same tasks: is one better? The tests are those of `core.metrics.paired`.


def compare_files(first: FileGrades, second: FileGrades, reject: Reject) -> PairedPart | None:
    """Pair the samples of two files; None when they share no task."""
    partners = {(grade.sample.task_id, grade.sample.number): grade for grade in second.grades}
    pairs = [
        (grade, partners[key])
        for grade in first.grades
        if (key := (grade.sample.task_id, grade.sample.number)) in partners
    ]
    if not pairs:
        return None
    # A pair of which one verdict is not known takes no side: McNemar's test is about those that are known to differ.
    apart = [(a, b) for a, b in pairs if {a.judgement.known_plus, b.judgement.known_plus} == {True, False}]
    only_first = sum(a.judgement.passes_plus for a, _ in apart)
    p_value = sign_flips(
        sum(a.judgement.passes_plus - b.judgement.passes_plus for a, b in of_task)
        for of_task in grouped((a.sample.task_id, (a, b)) for a, b in apart).values()
    )
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    return PairedPart(
        first=first.source.name,
        second=second.source.name,
        pairs=len(pairs),
        unpaired=len(first.grades) + len(second.grades) - 2 * len(pairs),
        only_first_passes=only_first,
        only_second_passes=len(apart) - only_first,
        mcnemar_p=mcnemar(only_first, len(apart) - only_first),
        p_by_task=p_value,
        p_holm=p_value,
        pass_difference=_difference(_pass_rates(left), _pass_rates(right)),
        csr_difference=_difference(_csr(left, reject), _csr(right, reject)),
        disagreements=[_disagreement(a, b, first, second) for a, b in apart],
    )


def _disagreement(first: Grade, second: Grade, of_first: FileGrades, of_second: FileGrades) -> DisagreementPart:
    """A pair of samples of which one passes, with the first test that the other does not pass."""
    passes = first.judgement.passes_plus
    judgement = (second if passes else first).judgement
    where = judgement.base if judgement.known_base is False else judgement.plus
    return DisagreementPart(
        task_id=first.sample.task_id,
        number=first.sample.number,
        passes=(of_first if passes else of_second).source.name,
        verdict=where.verdict,
        input=where.call,
        expected=where.expected,
        found=where.found,
        first=first.sample.code,
        second=second.sample.code,
    )


def holm(tests: Sequence[PairedPart]) -> list[PairedPart]:
    """The tests with the p values that Holm's procedure gives them together."""
    values = [test.mcnemar_p if isinstance(test.p_by_task, UnsetType) else test.p_by_task for test in tests]
    corrected = zip(tests, corrected_by_holm(values), strict=True)
    return [replace(test, p_holm=p_value) for test, p_value in corrected]


def _pass_rates(grades: Sequence[Grade]) -> list[float | None]:
    passes = [[grade.judgement.known_plus for grade in task_grades] for _, task_grades in by_task(grades)]
    return [None if None in task_grades else fmean(map(bool, task_grades)) for task_grades in passes]


def _csr(grades: Sequence[Grade], reject: Reject) -> list[float | None]:
    return [
        satisfaction((response for grade in found for response in grade.responses), reject).value
        for _, found in by_task(grades)
    ]


def _difference(first: Sequence[float | None], second: Sequence[float | None]) -> DifferencePart:
    """Over the tasks for which both rates are known."""
    known = [b - a for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    return part_of(DifferencePart, mean_difference(known))


MOST_DETAILED = 12
"""With more tasks than this no table of clauses is printed."""


@frozen(slots=True, kw_only=True)
class GradeOptions:
    """What is graded and told, beside how (`Settings`). `tasks`: ids, none for all; `cvts`: a file of tests that
    violate contracts, else they are made; `ks`: the k of pass@k; `paired`: compare every two files; `statistics`:
    print every rate; `jobs`: None for as many as there are processors."""

    tasks: Sequence[str] = ()
    cvts: Path | None = None
    ks: Sequence[int] = (1,)
    paired: bool = False
    statistics: bool = False
    jobs: int | None = None
    out: Path | None = None
    as_json: bool = False


def grade(datasets: Sequence[Path], sources: Sequence[Path], settings: Settings, options: GradeOptions) -> ExitCode:
    """Grade the samples of files for the tasks of data sets, and print what came of it. Raises InputError for input
    that cannot be used at all."""
    tasks, errors = load_tasks(datasets, options.tasks)
    settings = settings if options.cvts is None else evolve(settings, cvts=read_cvts(options.cvts, tasks))
    # One process takes all answers apart: it is ended when an answer takes too long.
    with taking_apart() as process:
        samples = {source: _chosen(read_samples(source, tasks, process), options.tasks) for source in sources}
    complain(*errors)
    with row_writer(options.out, to_stdout=options.as_json) as write:
        graded = _graded(tasks, samples, settings, options.jobs, options.ks, write)
        # Pairs are compared over the tasks that two files share.
        tests = compared(graded, settings.reject) if options.paired else []
        for test in tests:
            write(PairedRow(paired=test))
    if not options.as_json:
        show(first_tables([file for file, _ in graded], options.ks, settings.reject))
        if options.statistics:
            show(tables([rates for _, rates in graded], options.ks))
        # Many tasks would make tables that nobody reads.
        if len(tasks) <= MOST_DETAILED:
            show([clauses_table(_clauses(graded, tasks, settings.reject))])
        # Tasks whose oracle takes more for right are named, since their rates mean less.
        loose = {each.sample.task_id: each.loose for file, _ in graded for each in file.grades if each.loose}
        if loose:
            show([loose_table(loose)])
        if tests:
            show(_of_pairs(tests))
    return _conclude([file for file, _ in graded], bool(errors))


def load_tasks(datasets: Sequence[Path], wanted: Sequence[str]) -> tuple[dict[str, ContractTask], list[InputError]]:
    """The tasks of data sets by id, and what is wrong with lines that hold none.

    Raises InputError for a file that cannot be read and for a wanted task that is not there.
    """
    tasks: dict[str, ContractTask] = {}
    errors: list[InputError] = []
    for dataset in datasets:
        for item in read(dataset):
            if isinstance(item, InputError):
                errors.append(item)
            else:
                tasks[item.task_id] = item
    if not tasks:
        first = f" ({errors[0]})" if errors else ""
        message = f"no tasks found; a data set is a file as EvalPlus publishes it{first}"
        raise InputError(message, file=str(datasets[0]))
    return {task.task_id: task for task in select(tasks.values(), wanted) if isinstance(task, ContractTask)}, errors


def _chosen(samples: list[Sample], wanted: Sequence[str]) -> list[Sample]:
    return [sample for sample in samples if sample.task_id in wanted] if wanted else samples


def _graded(
    tasks: Mapping[str, ContractTask],
    samples: Mapping[Path, Sequence[Sample]],
    settings: Settings,
    jobs: int | None,
    ks: Sequence[int],
    write: Write,
) -> list[tuple[FileGrades, StatisticsRow]]:
    """The grades of every file with its rates, each row written when it is known."""
    with progress(sum(map(len, samples.values())), "grade") as step:
        digests = Digests(tasks, settings)

        # Each row is written when it is known: a run that is interrupted keeps its rows.
        def tell(source: Path, sample: Sample, graded: Graded) -> None:
            if isinstance(graded.grade, Grade):
                row = row_of(str(source), graded.grade, settings.reject)
                write(replace(row, digest=digests.of(sample), task_file=tasks[sample.task_id].file))

        files, left_out = grade_files(samples, tasks, settings, Processes(jobs), tell, step)
    for task_id, inputs in left_out.items():
        if inputs:
            write(left_out_row(task_id, inputs))
    found = []
    for file in files:
        # What was left out counts for the tasks of this file only.
        graded = {grade.sample.task_id for grade in file.grades}
        statistics = statistics_of(file, ks, settings.reject, sum(len(left_out[task_id]) for task_id in graded))
        write(statistics)
        found.append((file, statistics))
    return found


def compared(graded: Sequence[tuple[FileGrades, StatisticsRow]], reject: Reject) -> list[PairedPart]:
    """Every two files that share tasks."""
    files = [file for file, _ in graded]
    found = (compare_files(a, b, reject) for place, a in enumerate(files) for b in files[place + 1 :])
    return holm([test for test in found if test is not None])


def _of_pairs(tests: Sequence[PairedPart]) -> list[Table]:
    return [paired_table(tests), *(disagreements_table(test) for test in tests if test.disagreements)]


def _clauses(
    graded: Sequence[tuple[FileGrades, StatisticsRow]], tasks: Mapping[str, ContractTask], reject: Reject
) -> list[tuple[ClauseRow, str]]:
    """The rows of all clauses, samples of all files together, each with the text of the clause."""
    from ..reporting.details import clause_texts  # Here: it loads the solvers, and few runs need it.

    found = []
    for task_id, grades in by_task([grade for file, _ in graded for grade in file.grades]):
        rows = clause_table(task_id, [grade.responses for grade in grades], reject)
        texts = clause_texts(tasks[task_id]) if rows else ()
        found += [(row, texts[row.clause] if row.clause < len(texts) else "") for row in rows]
    return found


def trouble_of(graded: Sequence[FileGrades], unread: bool) -> ExitCode:
    """Failed when a worker died, bad input when some of it could not be used; and say so."""
    for file in graded:
        # Once for each task, which may have hundreds of samples.
        complain(*dict.fromkeys(f"{sample.task_id}: not graded: {why}" for sample, why in file.ungraded))
        for sample in file.outside:
            complain(f"{sample.origin}: {sample.problem}: {sample.detail}")
        for sample in file.lost:
            complain(f"{sample.origin}: {sample.task_id}: not graded: {DIED_TWICE}")
    if any(file.lost for file in graded):
        return ExitCode.FAILED
    if unread or any(file.outside or file.ungraded for file in graded):
        return ExitCode.BAD_INPUT
    return ExitCode.DONE


def _conclude(graded: Sequence[FileGrades], unread: bool) -> ExitCode:
    """The exit code: that of `trouble_of`, and findings when some sample does not pass."""
    if trouble := trouble_of(graded, unread):
        return trouble
    grades = [grade for file in graded for grade in file.grades]
    without = dict.fromkeys(grade.sample.task_id for grade in grades if grade.judgement.verdict == "no test")
    complain(*(f"{task_id}: none of its inputs is a test: whether a program passes is unknown" for task_id in without))
    failed = any(grade.judgement.known_plus is False for grade in grades)
    return ExitCode.FINDINGS if failed else ExitCode.DONE
