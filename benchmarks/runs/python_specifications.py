"""Scoring the specifications of Python files, as those of Dafny files are."""

from pathlib import Path

from attrs import evolve

from ...core.errors import not_there
from ...core.spec_testing.findings import Finding
from ...core.spec_testing.score import MethodScore, score_program
from ...dafny_harness.languages import PYTHON
from ...dafny_harness.run import DEFAULT, FileScores, Scoring
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


def score_python_file(path: Path, scoring: Scoring = DEFAULT) -> FileScores:
    """The scores of one Python file: one for each function with a postcondition, or with a contract and tests.

    Only the evaluator judges: solvers do not know Python's values. Raises InputError for a file that cannot be read and
    for an unknown operator set.
    """
    options = evolve(scoring, engine="evaluate", dump=None).options(PYTHON)
    module, found, problems = parse_specifications(path)
    scores: list[MethodScore] = []
    for specified in found:
        examples = examples_of_module(module, specified)
        if scoring.tests is not None:
            examples = examples.joined(scoring.tests.examples(path.stem, specified.program))
        scores += score_program(specified.program, examples, options, path.stem)
    unread = tuple(Finding("unsupported-clause", "", str(problem), problem.span) for problem in problems)
    if not scores:
        message = "no function states a postcondition, or has tests; `specassay cvt` reads contracts alone"
        return FileScores((), (*unread, Finding("no-method", "", message)))
    first = evolve(scores[0], findings=(*scores[0].findings, *unread))
    return FileScores((first, *scores[1:]))
