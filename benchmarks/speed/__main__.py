"""The speed benchmark, `make bench`: tasks a second of each solver, and files and Hoare triples a second; beside them
what other tools find in the same contracts, and an independent check of what is called infeasible."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import evolve, frozen

from ...backends.processes.workers import cores
from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.solvers import choices
from ...core.deciding.clauses import DEFINITE, EVALUATOR
from ...core.errors import SolverFailure, SpecassayError
from ..baselines import BASELINES, BaselineRun, ComparedTool, evalplus, grading, run_baseline
from ..commands.cross_checking import check_files
from ..commands.plans import plan_of_parts, plan_of_suite
from ..configuration import DEFAULT, Config
from ..datasets.sets.registry import adapter_of
from ..datasets.tasks import ContractTask
from ..reporting.output import progress
from ..reporting.run_tables import percent
from ..reporting.statistics import percentile
from ..reporting.tables import NOTHING, Table, count, plain_table, show
from ..reporting.text import complain
from ..runs.run import FileReport, RunSettings, run_contract, run_specifications
from ..runs.task_report import Report, SolverChoice
from ..schema import TestPart
from . import independent

T = TypeVar("T")

UNDECIDED = "none"
"""In the place of the engine that decided a triple."""
EVALPLUS = ("humaneval-plus", "mbpp-plus")
MEASURED = (*EVALPLUS, "mbpp-dfy")
"""The data sets of a folder that are measured."""
SOLVERS: tuple[SolverChoice, ...] = ("z3", "cvc5", "both")


@frozen(slots=True)
class Measured:
    """A task with its report and the seconds that took."""

    task: ContractTask
    report: Report
    seconds: float


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder of data sets, not the bundled suite.",
)
@click.option(
    "--query-limit",
    "limit",
    default=DEFAULT.solver_limit,
    show_default=True,
    help="Seconds for each query to a solver.",
)
@click.option(
    "--verified",
    default=10,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Files, spread over the data, on whose triples the real Dafny verifier is timed, where there is one.",
)
@click.option(
    "--baselines",
    "compared",
    default=12,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Tasks for the comparison with Hypothesis and CrossHair: a random sample of EvalPlus in DIR, or in "
    "$SPECASSAY_DATA; without either, of the bundled suite.",
)
@click.option(
    "--baseline-seconds", default=8.0, show_default=True, help="Seconds that each tool has for each task, ours too."
)
@click.option("--seed", default=0, show_default=True, help="Of the random sample of tasks.")
@click.option(
    "--graded",
    default=2,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Sample files of DIR, or of $SPECASSAY_DATA, for the comparison with EvalPlus, which takes minutes for each.",
)
@click.option(
    "--checked",
    default=20,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Tasks, spread over those with infeasible verdicts, for the independent check.",
)
def main(data: Path | None, limit: float, **extent: Any) -> None:
    """Measure how fast both questions are answered, one task after the other; the real verifier on the same triples;
    the baselines on the same contracts; EvalPlus on the same samples; and try to break what is called infeasible."""
    _measure(data, limit, _Extent(**extent))


@frozen(slots=True)
class _Extent:
    """How much is compared: the numbers of the options, which explain them."""

    verified: int
    compared: int
    baseline_seconds: float
    seed: int
    graded: int
    checked: int


def _measure(data: Path | None, limit: float, extent: _Extent) -> None:
    found = [] if data is None else [part for name in MEASURED for part in adapter_of(name).find(data)]
    plan = plan_of_suite() if data is None else plan_of_parts(found)
    complain(*plan.errors)
    python = [task for gathered in plan.contracts.values() for task in gathered.tasks]
    specified = [task for gathered in plan.specifications.values() for task in gathered.tasks]
    settings = RunSettings(config=Config(solver_limit=limit))
    with progress(len(SOLVERS) * len(python) + len(specified), "speed") as step:
        # The same tasks by each solver, one after the other, so that none shares the processors with another.
        contracts = {solver: _contracts(python, evolve(settings, solver=solver), step) for solver in SOLVERS}
        files = []
        for task in specified:
            files.append(run_specifications(task, settings))
            step()
    show([_solver_table(contracts), _phase_table(contracts), _file_table(files), _engine_table(files)])
    if extent.compared:
        tasks = sampled(_tasks_to_compare(data) or python, extent.compared, extent.seed)
        show([_baseline_table(tasks, extent, settings)])
    if extent.graded:
        show(_graded(data, extent.graded))
    if extent.checked:
        infeasible = [each for each in contracts[SOLVERS[0]] if _infeasible(each.report)]
        show([_independent_table(spread(infeasible, extent.checked))])
    if extent.verified:
        with_triples = [file for file in files if triples_of(file)]
        show(_verifier_table(spread(with_triples, extent.verified), settings))


def _contracts(tasks: Sequence[ContractTask], settings: RunSettings, step: Callable[[], None]) -> list[Measured]:
    measured = []
    with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
        for task in tasks:
            started = time.perf_counter()
            report = run_contract(task, settings, replayer)
            measured.append(Measured(task, report, time.perf_counter() - started))
            step()
    return measured


def spread(items: Sequence[T], most: int) -> list[T]:
    """Choose at most `most` items at even distances: the same ones in every run."""
    if len(items) <= most:
        return list(items)
    return [items[place * len(items) // most] for place in range(most)]


def sampled(tasks: Sequence[ContractTask], most: int, seed: int) -> list[ContractTask]:
    """A random sample of the tasks with a contract, in their order: the same for the same seed."""
    able = [task for task in tasks if task.contract_text and task.unsupported is None]
    chosen = set(random.Random(seed).sample(range(len(able)), min(most, len(able))))
    return [task for place, task in enumerate(able) if place in chosen]


def _tasks_to_compare(data: Path | None) -> list[ContractTask]:
    """The tasks of EvalPlus in a folder of data sets, by default that of SPECASSAY_DATA; none where there is none."""
    folder = data or (Path(os.environ["SPECASSAY_DATA"]) if os.environ.get("SPECASSAY_DATA") else None)
    if folder is None or not folder.is_dir():
        return []
    found = [part for name in EVALPLUS for part in adapter_of(name).find(folder)]
    plan = plan_of_parts(found)
    complain(*plan.errors)
    return [task for gathered in plan.contracts.values() for task in gathered.tasks]


def _infeasible(report: Report) -> bool:
    return any(row.verdict == "infeasible" for row in report.rows)


def _baseline_table(tasks: Sequence[ContractTask], extent: _Extent, settings: RunSettings) -> Table:
    """The same contracts, with the same time for each, by tools that a user could pick instead."""
    seconds = extent.baseline_seconds
    with progress(len(tasks), "specassay") as step:
        measured = _contracts(tasks, evolve(settings, config=evolve(settings.config, budget=seconds)), step)
    columns = ("tool", "tasks", "subsets", "exact tests", "proofs", "median s", "total s")
    subsets = count(sum(measurement.report.subsets for measurement in measured))
    reports = [measurement.report for measurement in measured]
    tests, proofs = (
        sum(row.verdict == verdict for report in reports for row in report.rows)
        for verdict in ("violating", "infeasible")
    )
    ours = [measurement.seconds for measurement in measured]
    rows = [("specassay", count(len(measured)), subsets, count(tests), count(proofs), *_seconds(ours))]
    notes = [
        f"{len(tasks):,} tasks, drawn with seed {extent.seed}: {', '.join(task.task_id for task in tasks)}.",
        f"Each tool has {seconds:g} seconds for each task; the others prove nothing. Every test was replayed.",
        "Published times of these tools on these contracts are not known to us: there is no column for them.",
    ]
    # They are asked about the contracts that were measured above, so that all tools have the same questions.
    for name, baseline in BASELINES.items():
        if not baseline.installed:
            notes.append(f"{name} is not installed: pip install 'specassay[baselines]'.")
            continue
        runs = _baseline_runs(baseline, measured, seconds, name)
        exact = count(sum(len(run.exact) for run in runs))
        taken = [run.seconds for run in runs]
        rows.append((name, count(len(runs)), subsets, exact, NOTHING, *_seconds(taken)))
        notes += [f"{name} could not run on a task: {run.error}" for run in runs if run.error is not None]
    title = "The same contracts by other tools"
    return plain_table(title, columns, rows, numeric=columns[1:], notes=tuple(notes))


def _baseline_runs(tool: ComparedTool, measured: Sequence[Measured], seconds: float, name: str) -> list[BaselineRun]:
    runs = []
    with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer, progress(len(measured), name) as step:
        for each in measured:
            runs.append(run_baseline(tool, each.task, seconds, replayer))
            step()
    return runs


def _graded(data: Path | None, most: int) -> Iterator[Table]:
    """The same samples by EvalPlus and by us; nothing where either is missing, which is said."""
    folder = data or Path(os.environ.get("SPECASSAY_DATA", ""))
    files = spread(grading.sample_files(folder), most)
    command = evalplus.executable()
    if command is None:
        complain(evalplus.ADVICE)
    elif not files:
        complain(f"no sample files in {folder / 'evalplus' / 'samples'}: --data or $SPECASSAY_DATA says where data are")
    else:
        jobs = cores()
        with progress(len(files), "the same samples by EvalPlus") as step:
            compared = list(grading.compare(folder, files, command, jobs, step))
        yield from grading.tables(compared, jobs)


def _seconds(seconds: Sequence[float]) -> tuple[str, str]:
    if not seconds:
        return NOTHING, NOTHING
    return f"{percentile(seconds, 0.5):,.2f}", f"{sum(seconds):,.1f}"


def _independent_table(measured: Sequence[Measured]) -> Table:
    tried: list[independent.Attempt] = []
    errors = 0
    with (
        Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer,
        progress(len(measured), "independent check") as step,
    ):
        for each in measured:
            try:
                tried += independent.attempts(each.task, each.report, replayer)
            except SpecassayError as problem:
                complain(problem)
                errors += 1
            step()
    return independent.table(tried, errors)


def triples_of(file: FileReport) -> list[str]:
    """The engine that decided each Hoare triple of a file, or `UNDECIDED`."""
    return [
        _engine(verdict, engines)
        for row in file.rows
        for test in row.tests
        if test.clauses  # Not where the input is invalid: such a test is no triple.
        for verdict, engines in (
            (_verdict(test), {clause.engine for clause in test.clauses}),
            *((mutant.verdict, set[str | None](mutant.engines)) for mutant in test.mutants),
        )
    ]


def _verdict(test: TestPart) -> str:
    """Approximate tests are refuted ones."""
    return "refuted" if test.verdict == "approximate" else str(test.verdict)


def _engine(verdict: str, engines: set[str | None]) -> str:
    if verdict not in DEFINITE:
        return UNDECIDED
    asked = [name for name in (EVALUATOR, *choices.names()) if name in engines]
    return asked[-1] if asked else UNDECIDED


def _solver_table(contracts: Mapping[SolverChoice, Sequence[Measured]]) -> Table:
    columns = ("solver", "tasks", "tasks/s", "median ms", "p95 ms", "total s", "subsets", "subsets/s")
    rows = []
    for solver, measured in contracts.items():
        seconds = [measurement.seconds for measurement in measured]
        subsets = sum(len(measurement.report.rows) for measurement in measured)
        rows.append((solver, *_row_of_times(seconds), count(subsets), _rate(subsets, sum(seconds))))
    return plain_table("Contract-violating tests", columns, rows, numeric=columns[1:])


def _phase_table(contracts: Mapping[SolverChoice, Sequence[Measured]]) -> Table:
    """The share of each phase in all the time; what is in no phase is under "other"."""
    names = list(
        dict.fromkeys(
            name for contract in contracts.values() for measurement in contract for name in measurement.report.seconds
        )
    )
    rows = []
    for solver, measured in contracts.items():
        total = sum(measurement.seconds for measurement in measured)
        phases = [sum(measurement.report.seconds.get(name, 0.0) for measurement in measured) for name in names]
        # Phases are timed by themselves, so that rounding may make their sum larger.
        shares = [*phases, max(0.0, total - sum(phases))]
        rows.append((solver, *[percent(share / total) if total else NOTHING for share in shares]))
    columns = ("solver", *names, "other")
    note = "Share of the time. Search: inputs that are tried in the evaluator. Encode: lowering to terms."
    title = "Where the time goes"
    return plain_table(title, columns, rows, numeric=columns[1:], notes=(note,))


def _file_table(files: Sequence[FileReport]) -> Table:
    columns = ("files", "files/s", "median ms", "p95 ms", "total s", "triples", "triples/s")
    seconds = [file.seconds for file in files]
    triples = sum(len(triples_of(file)) for file in files)
    row = (*_row_of_times(seconds), count(triples), _rate(triples, sum(seconds)))
    return plain_table("Specification testing", columns, (row,), numeric=columns)


def _engine_table(files: Sequence[FileReport]) -> Table:
    """The share of the triples that each engine decides."""
    decided = Counter(engine for file in files for engine in triples_of(file))
    total = decided.total()
    rows = tuple(
        (engine, count(decided[engine]), percent(decided[engine] / total) if total else NOTHING)
        for engine in (EVALUATOR, *choices.names(), UNDECIDED)
    )
    columns = ("engine", "triples", "share")
    return plain_table("Who decides the triples", columns, rows, numeric=columns[1:])


def _verifier_table(files: Sequence[FileReport], settings: RunSettings) -> Iterator[Table]:
    """What the real verifier takes for the same triples; nothing where there is none."""
    try:
        check = check_files([file.task for file in files], settings)
    except SolverFailure as missing:
        complain(missing)
        return
    ours = [engine for file in files for engine in triples_of(file)]
    theirs = [one.answer for one in check.checked]
    rows = (
        _engine_row("specassay", len(ours), len(ours) - ours.count(UNDECIDED), sum(file.seconds for file in files)),
        _engine_row(f"Dafny {check.version}", len(theirs), sum(their.definite for their in theirs), check.seconds),
    )
    columns = ("engine", "triples", "definite", "total s", "ms a triple", "triples/s")
    notes = (
        f"{len(files)} files. Ours: all of `specassay spec`. The verifier's: the sum over its {check.calls:,} calls, "
        "each about many triples at once.",
    )
    title = "The same triples by the real verifier"
    yield plain_table(title, columns, rows, numeric=columns[1:], notes=notes)


def _engine_row(name: str, triples: int, definite: int, seconds: float) -> tuple[str, ...]:
    each = f"{1000 * seconds / triples:,.1f}" if triples else NOTHING
    return name, count(triples), count(definite), f"{seconds:,.1f}", each, _rate(triples, seconds)


def _row_of_times(seconds: Sequence[float]) -> tuple[str, ...]:
    """How many, how many a second, median and 95th percentile in milliseconds, and all seconds."""
    total = sum(seconds)
    if not seconds:
        return ("0", *[NOTHING] * 4)
    milliseconds = (f"{1000 * percentile(seconds, share):,.1f}" for share in (0.5, 0.95))
    return (f"{len(seconds):,}", _rate(len(seconds), total), *milliseconds, f"{total:,.1f}")


def _rate(number: int, seconds: float) -> str:
    return f"{number / seconds:,.1f}" if seconds else NOTHING


if __name__ == "__main__":
    main(prog_name="make bench")
