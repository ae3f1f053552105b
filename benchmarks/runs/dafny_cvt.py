"""`specassay cvt` on Dafny files: inputs that violate exactly the chosen `requires` clauses of their methods."""

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from attrs import frozen

from ...backends.solvers.choices import chosen
from ...core.deciding.clauses import Engines
from ...core.errors import SpecassayError
from ...core.ir.contracts import Program
from ...core.spec_testing.examples import Examples
from ...dafny_harness.run import engines_of, read_examples
from ...dafny_harness.verifier.cross_check import CrossCheck
from ...dafny_harness.verifier.violations import Found, cross_check_violations
from ...dafny_harness.violating import Violations, violations
from ..datasets.mbpp_dfy import SUFFIX
from ..datasets.tasks import DafnyTask
from .cvt import SolverAnswers, TaskReport
from .run import RunSettings, defect
from .violation_rows import rows_of


@frozen(slots=True)
class MethodViolations:
    """The result of one method in the form of a task's, and the texts of its clauses."""

    report: TaskReport
    clauses: tuple[str, ...] = ()


@frozen(slots=True)
class FileViolations:
    """The results of one file: `found` is None where it could not be read."""

    methods: tuple[MethodViolations, ...]
    found: Found | None = None


def is_dafny(source: Path) -> bool:
    """Whether a source is a Dafny file, or a folder with some."""
    if source.is_dir():
        return any(source.rglob(f"*{SUFFIX}"))
    return source.suffix == SUFFIX


def report_of(task: DafnyTask, settings: RunSettings) -> FileViolations:
    """Decide every set of clauses of every method with written preconditions. Never raises for the file's sake: what
    goes wrong is the `error` of a report."""
    started = time.perf_counter()
    try:
        program, examples = read_examples(task.file, settings.tests, settings.root or task.root, settings.dialect)
        read = time.perf_counter() - started
        return _report(task, program, examples, settings, read)
    except SpecassayError as problem:
        return FileViolations((MethodViolations(TaskReport(task_id=task.task_id, error=str(problem))),))
    except Exception as problem:
        return FileViolations((MethodViolations(TaskReport(task_id=task.task_id, error=defect(problem), failed=True)),))


def _report(
    task: DafnyTask, program: Program, examples: Examples, settings: RunSettings, read: float
) -> FileViolations:
    found, methods = [], []
    for specification in program.specifications:
        written = [each for each in specification.requires if not each.clause.implicit]
        if not written or (specification.span is not None and specification.span.file != program.file):
            continue
        mine = [each for each in examples.examples if each.specification.name == specification.name]
        engines = _engines(settings)
        each = violations(specification, program, mine, engines, f"{task.task_id}-{specification.name}")
        found.append(each)
        name = f"{task.task_id}.{specification.name}"
        methods.append(MethodViolations(_of_method(each, name, read), tuple(c.clause.text for c in each.clauses)))
        read = 0.0
    return FileViolations(tuple(methods), Found(task.file, program, found))


def _engines(settings: RunSettings) -> Engines:
    config = settings.config
    engines = engines_of("auto", config.dump, config.file_limit)
    names = chosen(settings.solver)
    backends = tuple(each for each in engines.backends if each.name in names)
    return Engines(backends=backends, seconds=config.solver_limit, deadline=engines.deadline, dump=engines.dump)


def _of_method(found: Violations, name: str, read: float) -> TaskReport:
    checks = (
        SolverAnswers(tuple(sorted(verdict.target)), {check.solver: check for check in verdict.checks})
        for verdict in found.verdicts
    )
    return TaskReport(
        task_id=name,
        rows=tuple(rows_of(found, name)),
        clauses=len(found.clauses),
        lowered=sum(each.term is not None for each in found.clauses),
        problems=tuple(dict.fromkeys(str(p) for each in found.clauses for p in each.clause.problems)),
        subsets=2 ** len(found.clauses) - 1,
        seconds={"parse": read, **found.seconds},
        checks=tuple(check for check in checks if check.answers),
    )


def reports_of(tasks: Iterable[DafnyTask], settings: RunSettings, step: Callable[[], None]) -> Iterator[FileViolations]:
    """The report of each file; `step` is called after it."""
    for task in tasks:
        yield report_of(task, settings)
        step()


def beside_verifier(files: Iterable[FileViolations]) -> CrossCheck:
    """The real verifier's word on every clause and every input found. Raises SolverFailure where there is none."""
    return cross_check_violations([file.found for file in files if file.found is not None])
