"""CodeBLEU of programs, for the column of a published table only: it compares texts, not what they do.

S. Ren et al., CodeBLEU: a Method for Automatic Evaluation of Code Synthesis, arXiv:2009.10297; computed by the package
`codebleu`: the mean of four parts, which are n-grams, n-grams with weights for keywords, subtrees and data flow. Where
a reference has no data flow, the package counts that part as 1.

The package sorts names by their hashes, and its scores differ in the third digit with these. It runs in a process of
its own where hashes are fixed, and where a program that is meant to stop a parser stops nothing else.
"""

import ast
import logging
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

from attrs import frozen

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...core.errors import InputError
from ...core.metrics import Score, mean_score
from ...frontends.python.deep import unparse
from ..datasets.tasks import PythonTask, find_function
from ..grading.samples import Sample, read_samples

BOUNDS = RequestLimits(cpu_seconds=10.0, wall_seconds=60.0, memory_mb=2048)


@frozen(slots=True)
class CodeBleu:
    """Means over the programs of a file, each against the reference of its task. `assertions`: those in the function
    against those of the contract, 0 for a program without any; `programs`: the whole modules, without comments and
    docstrings. `no_data` counts programs that cannot be read, or whose task has no assertion."""

    samples: str
    assertions: Score
    programs: Score


def similarity(files: Sequence[Path], tasks: Mapping[str, PythonTask]) -> list[CodeBleu]:
    """CodeBLEU of the programs in files of samples. Raises InputError for files that hold none, and without the
    package."""
    if find_spec("codebleu") is None or find_spec("tree_sitter_python") is None:
        raise InputError("CodeBLEU needs the package codebleu: pip install 'specassay[codebleu]'")
    found = []
    with KillableProcess(environment={"PYTHONHASHSEED": "0"}) as process:
        for path in files:
            pairs = [
                _scores(each, tasks[each.task_id], process)
                for each in read_samples(path, tasks, process)
                if each.task_id in tasks
            ]
            if not pairs:
                raise InputError("no program for a task of the data set", file=str(path))
            means = [mean_score(_score(pair[part]) for pair in pairs) for part in (0, 1)]
            found.append(CodeBleu(path.name, *means))
    return found


def _scores(sample: Sample, task: PythonTask, process: KillableProcess) -> tuple[float | None, float | None]:
    if sample.problem is not None:
        return None, None
    reference = task.preamble + task.solution
    try:
        return process.ask(BOUNDS, compared, sample.code, reference, task.contract_text, task.entry_point)
    except ProcessStopped:
        return None, None


def _score(value: float | None) -> Score:
    return Score(None, None, 0) if value is None else Score(value, value, 1)


def compared(code: str, reference: str, contract: str, entry_point: str) -> tuple[float | None, float | None]:
    """CodeBLEU of the assertions in a program, and of all of it; None for assertions where the contract has none.
    Raises SyntaxError."""
    logging.disable(logging.WARNING)  # it says of each short reference that it has no data flow
    module = ast.parse(code)
    function = find_function(module, entry_point)
    expected = _assertions(ast.parse(dedent(contract)))
    stated = "" if function is None else _assertions(function)
    of_assertions = None if not expected else _code_bleu(stated, expected) if stated else 0.0
    return of_assertions, _code_bleu(_plain(module), _plain(ast.parse(reference)))


def _code_bleu(text: str, reference: str) -> float:
    from codebleu import calc_codebleu

    return min(1.0, calc_codebleu([reference], [text], lang="python")["codebleu"])


def _assertions(tree: ast.AST) -> str:
    """The assertions of a tree, one a line, without their messages."""
    found = sorted((each for each in ast.walk(tree) if isinstance(each, ast.Assert)), key=lambda each: each.lineno)
    return "\n".join(unparse(ast.Assert(each.test)) for each in found)


def _plain(module: ast.Module) -> str:
    """A module without docstrings and comments, laid out as Python prints it: n-grams are of what spaces separate."""
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return unparse(module)
