"""The two questions as functions of a library: one task or file in, typed results out, errors as exceptions."""

from pathlib import Path

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...core.errors import InputError, SolverFailure
from ...core.memory import OUT_OF_MEMORY, bounded_memory
from ...core.spec_testing.score import MethodScore
from ..closest import options_by_name
from ..configuration import DEFAULT, Config
from ..datasets.python_tests import load_tests
from ..datasets.tasks import ContractTask, SpecTask
from .run import RunSettings, run_contract, scores_of
from .task_report import Report


@options_by_name
def find_violations(task: ContractTask, *, solver: str = "z3", config: Config = DEFAULT) -> Report:
    """Which inputs break the contract of a task: for each set of its clauses an input that violates exactly these, or
    a proof that there is none.

    :param task: one of `specassay.load(path)`.
    :param solver: `"z3"`, `"cvc5"`, `"yices"`; `"both"` or `"all"` ask several, and compare them.
    :param config: limits and choices.
    :returns: `rows` has a row for each set of clauses, small sets first. Every input was replayed in Python,
        confined.
    :raises InputError: for what is no task of this kind, a contract that cannot be read, a solver that is not
        installed.
    :raises SolverFailure: when a tool breaks, or programs cannot be confined here.
    """
    _check(task)
    with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
        report = run_contract(task, RunSettings(solver=solver, config=config), replayer)
    if report.error is not None:
        raise (SolverFailure if report.failed else InputError)(f"{task.task_id}: {report.error}")
    if not report.clauses:
        reasons = "; ".join(report.problems) or "it has no clauses"
        raise InputError(f"{task.task_id}: the contract cannot be tested: {reasons}", file=task.file, line=task.line)
    return report


def _check(task: object) -> None:
    """Raises InputError for what is no Python task."""
    if isinstance(task, SpecTask):
        raise InputError(
            f"find_violations is for a ContractTask; score({str(task.file)!r}) tests what this file specifies, and "
            "`specassay cvt` finds inputs that break its preconditions"
        )
    if not isinstance(task, ContractTask):
        given = type(task).__name__
        raise InputError(f"find_violations is for a ContractTask, one of specassay.load(path), not for {given}")


@options_by_name
def score(
    path: Path | str,
    *,
    tests: Path | str | None = None,
    engine: str = "auto",
    root: Path | str | None = None,
    config: Config = DEFAULT,
) -> list[MethodScore]:
    """Which wrong outputs the specifications in a file let through: a score for each method.

    :param path: a `.dfy` or `.rs` file with methods that test others, or a `.py` file with postconditions and tests.
    :param tests: more tests: inputs and outputs of calls (JSON), MBPP-DFY's JSON, or EvalPlus.
    :param engine: who judges: `"auto"` (the evaluator, then z3 and cvc5), `"evaluate"`, `"z3"`, `"cvc5"`, or
        `"dafny"`, the real verifier of Dafny.
    :param root: the folder from which a Dafny file may include others; its own if None.
    :returns: a `MethodScore` for each method with a specification or a test, in the order of the file.
    :raises InputError: for a file that cannot be read, has parts that cannot (an include that is not there), or nothing
        to score; for an unknown engine; where the file takes 2 GiB more memory than this process has before it, which
        is its limit meanwhile.
    :raises SolverFailure: when the verifier is asked for, and missing or broken.
    """
    file = Path(path)
    task = SpecTask(task_id=file.stem, file=file, root=None if root is None else Path(root))
    settings = RunSettings(engine=engine, config=config, tests=None if tests is None else load_tests(Path(tests)))
    # Of the whole process, as `specassay spec` bounds it: what meets the limit inside costs its own verdict.
    try:
        with bounded_memory():
            found = scores_of(task, settings)
    except MemoryError:
        raise InputError(OUT_OF_MEMORY, file=str(file)) from None
    if found.unread:
        raise InputError("; ".join(found.unread), file=str(file))
    if not found.methods:
        raise InputError("; ".join(finding.message for finding in found.findings), file=str(file))
    return list(found.methods)
