"""`specassay grade`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from ...core.errors import InputError
from ..details import clause_texts
from ..evalplus import read
from ..output import row_writer
from ..progress import progress
from ..runs import ExitCode
from ..tables import show
from ..tasks import PythonTask
from ..text import complain
from .adherence import ClauseRow, Reject, clause_table
from .figures import Figures, figures_of
from .grade import FileGrades, Grade, Grader, Settings, by_task, grade_file
from .paired import PairedTest, compare_files
from .report import clauses_table, disagreements_table, paired_table, row_of, tables
from .samples import Sample, read_samples

MOST_DETAILED = 12
"""With more tasks than this no table of clauses is printed."""


def load_tasks(datasets: Sequence[Path], wanted: Sequence[str]) -> tuple[dict[str, PythonTask], list[InputError]]:
    """The tasks of data sets by id, and what is wrong with lines that hold none.

    Raises InputError for a file that cannot be read and for a wanted task that is not there.
    """
    tasks: dict[str, PythonTask] = {}
    errors: list[InputError] = []
    for dataset in datasets:
        for item in read(dataset):
            if isinstance(item, InputError):
                errors.append(item)
            else:
                tasks[item.task_id] = item
    if absent := [task_id for task_id in wanted if task_id not in tasks]:
        raise InputError(f"no task {', '.join(absent)}; the data set has {len(tasks)} tasks")
    if wanted:
        tasks = {task_id: task for task_id, task in tasks.items() if task_id in wanted}
    return tasks, errors


def grade(
    datasets: Sequence[Path],
    sources: Sequence[Path],
    settings: Settings,
    *,
    ks: Sequence[int],
    reject: Reject,
    wanted: Sequence[str],
    paired: bool,
    out: Path | None,
    as_json: bool,
) -> ExitCode:
    """Grade sample files and print what came of it."""
    tasks, errors = load_tasks(datasets, wanted)
    samples = {source: _chosen(read_samples(source, tasks), wanted) for source in sources}
    complain(*errors)
    graded: list[FileGrades] = []
    figures: list[Figures] = []
    total = sum(map(len, samples.values()))
    with (
        row_writer(out, to_stdout=as_json) as write,
        progress(total, "grade") as step,
        Grader(tasks, settings) as grader,
    ):
        for source, found in samples.items():

            def tell(each: Grade, name: str = source.name) -> None:
                write(row_of(name, each, reject))
                step()

            file = grade_file(source, found, grader, tell)
            graded.append(file)
            left_out = sum(len(grader.tests(tasks[task_id]).expectations.left_out) for task_id, _ in by_task(file.grades))
            figures.append(figures_of(file, ks, reject, left_out))
        tests = _paired(graded, reject) if paired else []
        for each in figures:
            write(each.as_json())
        for test in tests:
            write({"paired": test.as_json()})
    if not as_json:
        show(tables(figures, ks))
        if len(tasks) <= MOST_DETAILED:
            show([clauses_table(_clauses(graded, tasks, reject))])
        if tests:
            show([paired_table(tests), *(disagreements_table(test) for test in tests if test.disagreements)])
    return _conclude(graded, errors)


def _chosen(samples: list[Sample], wanted: Sequence[str]) -> list[Sample]:
    return [sample for sample in samples if sample.task_id in wanted] if wanted else samples


def _paired(graded: Sequence[FileGrades], reject: Reject) -> list[PairedTest]:
    found = (compare_files(a, b, reject) for place, a in enumerate(graded) for b in graded[place + 1 :])
    return [test for test in found if test is not None]


def _clauses(
    graded: Sequence[FileGrades], tasks: Mapping[str, PythonTask], reject: Reject
) -> list[tuple[ClauseRow, str]]:
    """The rows of all clauses, samples of all files together, each with the text of the clause."""
    every = [each for file in graded for each in file.grades]
    found = []
    for task_id, grades in by_task(every):
        rows = clause_table(task_id, [each.responses for each in grades], reject)
        texts = clause_texts(tasks[task_id]) if rows else ()
        found += [(row, texts[row.clause] if row.clause < len(texts) else "") for row in rows]
    return found


def _conclude(graded: Sequence[FileGrades], errors: Sequence[InputError]) -> ExitCode:
    """Bad input when some of it could not be used, findings when some sample does not pass."""
    for file in graded:
        complain(*dict.fromkeys(f"{sample.task_id}: not graded: {why}" for sample, why in file.ungraded))
        if file.outside:
            click.echo(f"{file.source}: {len(file.outside)} samples of no task of the data set", err=True)
    if errors or any(file.outside or file.ungraded for file in graded):
        return ExitCode.BAD_INPUT
    failed = any(not each.judgement.passes_plus for file in graded for each in file.grades)
    return ExitCode.FINDINGS if failed else ExitCode.DONE
