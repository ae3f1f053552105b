"""Running tasks one after the other, so that none takes the others with it."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from attrs import evolve, field, frozen

from ...backends.python.replay import Replayer
from ...backends.solvers.choices import chosen
from ...core.deciding.solver import Outcome
from ...core.encoding.inputs import UNIVERSE as PLAIN
from ...core.errors import InputError
from ...dafny_harness.examples import ExtraTests
from ...dafny_harness.rows import failed_row
from ...dafny_harness.run import score_file
from ...frontends.dafny import Dialect
from ..datasets.registry import read
from ..datasets.tasks import DafnyTask, PythonTask
from ..exit_codes import ExitCode
from ..reporting.output import Row
from . import alternatives, python_specifications, wide
from .cvt import BUDGET_SECONDS, MOST_SUBSETS, SolverChoice, TaskReport, synthesise

Task = PythonTask | DafnyTask
T = TypeVar("T", PythonTask, DafnyTask)


@frozen(slots=True, kw_only=True)
class Settings:
    """How to run.

    Python tasks: the solver, the seconds for a question to it and for a task; how many sets of clauses are looked at,
    small ones first, and how many tests are found for one; whether the adequacy of the tests is measured, and whether
    they are strengthened; how many processes work; the universe of values, and classes of the user's in a wide one.
    Dafny files: the engine, the seconds for a file, the number, seed and operator set of the wrong outputs, more tests,
    the dialect (detected if None), the folder from which files may include others (that of the source if None), and
    labels by number to compare with. `dump`: a folder for the solvers' queries.
    """

    solver: SolverChoice = "z3"
    limit: float = 5.0
    budget: float = BUDGET_SECONDS
    most_sets: int = MOST_SUBSETS
    jobs: int = 1
    universe: str = PLAIN
    classes: tuple[str, ...] = ()
    tests_per_set: int = 1
    adequacy: bool = False
    strengthen: bool = False
    engine: str = "auto"
    file_limit: float = 60.0
    mutants: int = 5
    seed: int = 0
    operators: str = "paper"
    tests: ExtraTests | None = None
    dialect: Dialect | None = None
    root: Path | None = None
    labels: Mapping[str, str] | None = None
    dump: Path | None = None


@frozen(slots=True)
class Gathered(Generic[T]):
    """The tasks of some sources, and what is wrong with the parts that hold none."""

    tasks: tuple[T, ...]
    errors: tuple[InputError, ...]


@frozen(slots=True)
class FileReport:
    """One Dafny file: its rows, and how long it took."""

    task: DafnyTask
    rows: tuple[Row, ...]
    seconds: float
    crashed: bool = field(default=False, kw_only=True)

    @property
    def read(self) -> bool:
        """Whether anything but errors came of it."""
        return any(row["status"] != "error" for row in self.rows)


def gather(sources: Iterable[Path], kind: type[T]) -> Gathered[T]:
    """Read the tasks of one kind from files and folders."""
    tasks: list[T] = []
    errors: list[InputError] = []
    for source in sources:
        try:
            for item in _read(source, kind):
                if isinstance(item, InputError):
                    errors.append(item)
                elif isinstance(item, kind):
                    tasks.append(item)
                else:
                    raise _other_kind(item, source)
        except InputError as error:
            errors.append(error)
    return Gathered(tuple(tasks), tuple(errors))


def _read(source: Path, kind: type[T]) -> Iterable[Task | InputError]:
    """What a source holds: a Python file, whose functions are tasks, is one itself where specifications are asked
    for."""
    if kind is DafnyTask and source.suffix == python_specifications.SUFFIX:
        return [python_specifications.task_of(source)]
    return read(source)


def _other_kind(task: Task, source: Path) -> InputError:
    match task:
        case PythonTask():
            return InputError("holds Python contracts; `specassay cvt` reads them", file=str(source))
        case DafnyTask():
            return InputError("holds Dafny specifications; `specassay spec` reads them", file=str(source))


def run_python(task: PythonTask, settings: Settings, replayer: Replayer) -> TaskReport:
    """Synthesise the tests of one task. Never raises for the task's sake: what goes wrong is the report's
    `error`."""
    dump = None if settings.dump is None else str(settings.dump)
    try:
        if settings.universe == wide.UNIVERSE:
            task = evolve(task, classes=wide.classes(settings.classes))
        report = synthesise(
            task, settings.solver, dump=dump, limit=settings.limit, replayer=replayer, most=settings.most_sets,
            budget=settings.budget, universe=settings.universe,
        )  # fmt: skip
    except Exception as error:
        return TaskReport(task_id=task.task_id, error=defect(error), failed=True)
    if report.error is not None:
        return report
    try:
        if settings.tests_per_set > 1:
            seconds = min(alternatives.TASK_SECONDS, settings.budget)
            report = alternatives.with_alternatives(task, report, settings.tests_per_set, replayer, seconds)
        if settings.adequacy:
            report = _measured(task, report, settings, dump)
    except Exception as error:
        return evolve(report, error=defect(error), failed=True)
    return report


def _measured(task: PythonTask, report: TaskReport, settings: Settings, dump: str | None) -> TaskReport:
    from .adequacy.measure import TASK_SECONDS, measure  # Here, because importing mutmut takes half a second.

    rows = [row for row in report.rows if row["verdict"] == "violating"]
    tests = [arguments for row in rows for arguments in (row["arguments"], *row.get("alternatives", ()))]
    solvers = chosen(settings.solver)
    seconds = min(TASK_SECONDS, settings.budget)
    found = measure(task, tests, solvers, seconds=seconds, strengthen=settings.strengthen, dump=dump)
    return evolve(report, adequacy=found)


def run_dafny(task: DafnyTask, settings: Settings) -> FileReport:
    """Score one file. Never raises for the file's sake: what goes wrong is in a row with the status
    "error"."""
    started = time.perf_counter()
    crashed = False
    try:
        rows = _scored(task, settings)
    except Exception as error:
        rows = [failed_row(task.task_id, str(task.file), defect(error))]
        crashed = True
    return FileReport(task, tuple(rows), time.perf_counter() - started, crashed=crashed)


def _scored(task: DafnyTask, settings: Settings) -> Sequence[Row]:
    if python_specifications.is_python(task):
        return python_specifications.score_python_file(
            task.file,
            mutants=settings.mutants,
            seed=settings.seed,
            tests=settings.tests,
            operators=settings.operators,
            seconds=settings.file_limit,
        )
    return score_file(
        task.file,
        engine=settings.engine,
        mutants=settings.mutants,
        seed=settings.seed,
        tests=settings.tests,
        operators=settings.operators,
        dump=settings.dump,
        seconds=settings.file_limit,
        root=settings.root or task.root,
        dialect=settings.dialect,
    )


def rows_of(report: TaskReport) -> Iterator[Row]:
    """The lines of a task; one with the verdict "error" when something went wrong, "unsupported" when its contract
    is not read."""
    yield from report.rows
    if not report.clauses and report.problems:
        reason = "; ".join(report.problems)
        yield {"task_id": report.task_id, "violates": [], "verdict": "unsupported", "reason": reason}
    if report.adequacy is not None:
        from .adequacy.report import rows_of as rows_of_adequacy

        yield from rows_of_adequacy(report.task_id, report.adequacy)
    if report.error is not None:
        yield {"task_id": report.task_id, "violates": [], "verdict": "error", "reason": report.error}


def trouble(report: TaskReport | FileReport) -> ExitCode:
    """What a report says of how the run went; findings about the task are no trouble."""
    if isinstance(report, FileReport):
        if report.crashed:
            return ExitCode.FAILED
        unread = any(row["status"] == "error" for row in report.rows)
        return ExitCode.BAD_INPUT if unread else ExitCode.DONE
    if report.error is not None:
        return ExitCode.FAILED if report.failed else ExitCode.BAD_INPUT
    outcomes = {answer.outcome for check in report.checks for answer in check.answers.values()}
    failed = report.disagreements or report.contradictions or Outcome.ERROR in outcomes
    return ExitCode.FAILED if failed else ExitCode.DONE


def defect(error: Exception) -> str:
    """What to say of an exception that should not have happened: what, and where."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"a defect of specassay, please report it: {type(error).__name__}: {error}{where}"
