"""Scoring the specifications of Python files: the rows are those of Dafny files."""

from pathlib import Path

from ...core.errors import SpecassayError, not_there
from ...dafny_harness.examples import ExtraTests
from ...dafny_harness.findings import Finding
from ...dafny_harness.operators import operator_set
from ...dafny_harness.rows import Row, failed_row, row_of
from ...dafny_harness.run import engines_of
from ...dafny_harness.score import score_program
from ...dafny_harness.triples import Options
from ...frontends.python.specification import parse_specifications
from ..datasets.python_examples import examples_of_module
from ..datasets.tasks import DafnyTask

SUFFIX = ".py"


def is_python(task: DafnyTask) -> bool:
    """Whether the specifications of a file are Python's."""
    return task.file.suffix == SUFFIX


def task_of(source: Path) -> DafnyTask:
    """The file as a task. Raises InputError when there is none."""
    if not source.is_file():
        raise not_there(source)
    return DafnyTask(task_id=source.stem, file=source)


def score_python_file(
    path: Path, *, mutants: int = 5, seed: int = 0, tests: ExtraTests | None = None, operators: str = "paper",
    seconds: float = 60.0,
) -> list[Row]:  # fmt: skip
    """The rows of one Python file: one for each function with a postcondition, or with a contract and tests.

    Arguments are those of `dafny_harness.run.score_file`. Only the evaluator judges: solvers do not know Python's
    values. A file that cannot be read gives one row with status "error". Raises InputError for an unknown operator
    set.
    """
    options = Options(engines_of("evaluate", None, seconds), operator_set(operators), mutants, seed)
    task = path.stem
    try:
        module, found, problems = parse_specifications(path)
        rows: list[Row] = []
        for specified in found:
            examples = examples_of_module(module, specified)
            if tests is not None:
                examples = examples.joined(tests.examples(task, specified.program))
            scores = score_program(specified.program, examples, options, task)
            rows += [row_of(score, task, str(path)) for score in scores]
    except SpecassayError as error:
        return [failed_row(task, str(path), str(error))]
    unread = tuple(Finding("unsupported-clause", "", str(problem), problem.span) for problem in problems)
    if not rows:
        message = "no function states a postcondition, or has tests; `specassay cvt` reads contracts alone"
        nothing = Finding("no-method", "", message)
        return [failed_row(task, str(path), nothing.message, (*unread, nothing))]
    rows[0]["findings"] += [finding.as_json() for finding in unread]
    return rows
