"""Running tasks one after the other, so that none takes the others with it."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from ...backends.processes.workers import DIED_TWICE
from ...backends.python.replay import Replayer
from ...backends.solvers.choices import chosen
from ...backends.solvers.engines import engines_of
from ...core.deciding.solver import Outcome
from ...core.errors import InputError, SpecassayError, defect
from ...core.language import ReadingOptions, clauses_of
from ...core.language.scoring import ExtraTests, FileScores, Scoring, score_file
from ...core.memory import OUT_OF_MEMORY, bounded_memory
from ..configuration import DEFAULT, Config
from ..datasets.registry import is_named
from ..datasets.tasks import ContractTask, SpecTask
from ..exit_codes import ExitCode
from ..problems.tests_of_files import TestsOfProblem, problem_tests_for
from ..schema import CvtRow, ErrorRow, PythonRow, SeparatingRow, SpecRow
from . import alternatives, wide
from .cvt import synthesise
from .run_limits import LIMITS
from .spec_rows import failed_row, with_problem
from .spec_rows import rows_of as rows_of_scores
from .task_report import Report, SolverChoice


@frozen(slots=True, kw_only=True)
class RunSettings:
    """How to run.

    `config` has the limits and choices. Python tasks: the solver; whether the adequacy of the tests is measured, and
    whether they are strengthened. Dafny files: the engine, more tests, whether
    files of data sets that have none are judged by those of their problems (`benchmarks/problems`), how many are
    made of a method's body (None: some where there are no others), what is mutated, the
    dialect (detected if None), the folder from
    which files may include others (that of the source if None), labels by number to compare with, and the names of
    the methods that rows are about (patterns; all if there are none).
    """

    solver: SolverChoice = "z3"
    config: Config = DEFAULT
    adequacy: bool = False
    strengthen: bool = False
    engine: str = "auto"
    tests: ExtraTests | None = None
    problem_tests: bool = True
    made: int | None = None
    mutate: str = "both"
    dialect: str | None = None
    root: Path | None = None
    labels: Mapping[str, str] | None = None
    names: tuple[str, ...] = ()


@frozen(slots=True)
class FileReport:
    """One file of specifications: its rows, how long it took, and how many clauses it has and how many of them are
    lowered (None where it does not parse)."""

    task: SpecTask
    rows: tuple[SpecRow, ...]
    seconds: float
    clauses: tuple[int, int] | None = None
    crashed: bool = field(default=False, kw_only=True)

    @property
    def read(self) -> bool:
        """Whether anything but errors came of it."""
        return any(row.status != "error" for row in self.rows)


def run_contract(task: ContractTask, settings: RunSettings, replayer: Replayer) -> Report:
    """Synthesise the tests of one task. Never raises for the task's sake: what goes wrong is the report's
    `error`."""
    config = settings.config
    try:
        if config.universe == wide.UNIVERSE:
            task = evolve(task, classes=wide.classes(config.classes))
        report = synthesise(task, settings.solver, config, replayer=replayer)
    except SpecassayError as error:
        return Report(task_id=task.task_id, error=str(error), failed=not isinstance(error, InputError))
    # A defect of ours in one task must not end a run of thousands.
    except Exception as error:
        return Report(task_id=task.task_id, error=defect(error), failed=True)
    if report.error is not None:
        return report
    try:
        if config.tests_per_set > 1 and task.declaration is None:
            seconds = min(LIMITS.alternative_seconds, config.seconds_per_task)
            report = alternatives.with_alternatives(task, report, config.tests_per_set, replayer, seconds)
        if task.file.endswith(".py"):
            report = alternatives.with_every_way(task, report, settings.solver, config, replayer)
        if settings.adequacy:
            report = _measured(task, report, settings)
    except Exception as error:
        return evolve(report, error=defect(error), failed=True)
    return report


def _measured(task: ContractTask, report: Report, settings: RunSettings) -> Report:
    # Here, because importing mutmut takes half a second.
    from .adequacy.measure import Adequacy, Measuring, measure

    if task.declaration is not None:
        return evolve(report, adequacy=Adequacy(error="a library checks it, and there is no text to change"))
    tests = [arguments for row in report.rows if row.is_test for arguments in row.tests]
    solvers = chosen(settings.solver)
    config = settings.config
    seconds = min(LIMITS.adequacy_seconds, config.seconds_per_task)
    measuring = Measuring(solvers=tuple(solvers), seconds=seconds, strengthen=settings.strengthen, dump=config.dump)
    return evolve(report, adequacy=measure(task, tests, measuring))


def run_specifications(task: SpecTask, settings: RunSettings) -> FileReport:
    """Score one file. Never raises for the file's sake: what goes wrong is in a row with the status
    "error"."""
    started = time.perf_counter()
    file = str(task.file)
    crashed, clauses = False, None
    try:
        beside = problem_tests_of(task, settings)
        with bounded_memory():
            scores = scores_of(task, settings, beside)
        # What a worker could not do is kept apart from what a file is: the exit code says which.
        crashed = any(score.status == "error" for score in scores.methods)
        rows = rows_of_scores(scores, task.task_id, file, named=task.root is None)
        rows = [with_problem(row, beside) for row in rows if _is_wanted(row, settings.names)]
        clauses = scores.clauses if any(row.status != "error" for row in rows) else None
    except SpecassayError as error:
        rows = [failed_row(task.task_id, file, str(error))]
    except MemoryError:
        rows = [failed_row(task.task_id, file, OUT_OF_MEMORY)]
    except Exception as error:
        rows = [failed_row(task.task_id, file, defect(error))]
        crashed = True
    return FileReport(task, tuple(rows), time.perf_counter() - started, clauses, crashed=crashed)


def lost_file(task: SpecTask) -> FileReport:
    """The report on a file whose worker process died twice."""
    row = failed_row(task.task_id, str(task.file), DIED_TWICE)
    return FileReport(task, (row,), 0.0, crashed=True)


def lowered_clauses(task: SpecTask, settings: RunSettings) -> tuple[int, int] | None:
    """How many clauses a source file's specifications have and how many of them are lowered; None when it
    does not parse."""
    try:
        program = task.language.read(task.file, reading_of(settings, task))
    except SpecassayError:
        return None
    return clauses_of(program)


def _is_wanted(row: SpecRow, names: Sequence[str]) -> bool:
    """Whether a row is about what the names mean: its method, or all of its file."""
    own_names = (row.task_id, f"{row.task_id}.{row.method}")
    return not names or row.method is None or any(is_named(name, pattern) for name in own_names for pattern in names)


def problem_tests_of(task: SpecTask, settings: RunSettings) -> TestsOfProblem | None:
    """The tests of the problem that a file of a data set is about, for where it has none. None where nobody has any,
    and where further tests are given."""
    if not settings.problem_tests or settings.tests is not None:
        return None
    return problem_tests_for(task.file, task.language, task.problems)


def scores_of(task: SpecTask, settings: RunSettings, beside: ExtraTests | None = None) -> FileScores:
    """The scores of one file. `beside`: tests for where it has none. Raises SpecassayError: see `score_file`."""
    scoring = evolve(scoring_of(settings), reading=reading_of(settings, task), instead=beside)
    return score_file(task.file, task.language, engines_of, scoring)


def reading_of(settings: RunSettings, task: SpecTask) -> ReadingOptions:
    """How the file of a task is read."""
    return task.reading(settings.root, settings.dialect)


def scoring_of(settings: RunSettings) -> Scoring:
    """What the settings say of files of specifications, each of which may have a root of its own."""
    config = settings.config
    return Scoring(
        engine=settings.engine,
        mutants=config.mutants,
        seed=config.seed,
        operators=config.operators,
        tests=settings.tests,
        dump=config.dump,
        seconds=config.seconds_per_file,
        reading=ReadingOptions(settings.root, settings.dialect),
        made=settings.made,
        mutate=settings.mutate,
    )


def rows_of(report: Report) -> Iterator[PythonRow]:
    """The lines of a task; one with the verdict "error" when something went wrong, "unsupported" when its contract
    is not read."""
    yield from report.rows
    if not report.clauses and report.problems:
        reason = "; ".join(report.problems)
        yield ErrorRow(task_id=report.task_id, verdict="unsupported", reason=reason)
    if report.adequacy is not None:
        from .adequacy.measure import rows_of as rows_of_adequacy

        yield from rows_of_adequacy(report.task_id, report.adequacy)
    if report.error is not None:
        yield ErrorRow(task_id=report.task_id, verdict="error", reason=report.error)


def inputs_of(report: Report) -> list[CvtRow | SeparatingRow]:
    """The lines of a task that are about its suite: one for each set of clauses, and the inputs added to it."""
    return [row for row in rows_of(report) if isinstance(row, CvtRow | SeparatingRow)]


def trouble(report: Report | FileReport) -> ExitCode:
    """What a report says of how the run went; findings about the task are no trouble."""
    if isinstance(report, FileReport):
        if report.crashed:
            return ExitCode.FAILED
        unread = any(row.status == "error" for row in report.rows)
        return ExitCode.BAD_INPUT if unread else ExitCode.DONE
    if report.error is not None:
        return ExitCode.FAILED if report.failed else ExitCode.BAD_INPUT
    outcomes = {answer.outcome for check in report.checks for answer in check.answers.values()}
    failed = report.disagreements or report.contradictions or Outcome.ERROR in outcomes
    return ExitCode.FAILED if failed else ExitCode.DONE
