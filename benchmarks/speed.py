"""The speed benchmark, `make bench`: tasks a second of each solver, and files and Hoare triples a second."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
from attrs import evolve

from ..core.errors import SolverFailure
from .cross_checking import check_files
from .cvt import REFERENCE_SECONDS, SolverChoice
from .figures import percentile
from .progress import progress
from .replay import Limits, Replayer
from .report import NOTHING
from .runs import Settings, run_dafny, run_python
from .tables import TableData, show
from .tasks import DafnyTask, PythonTask
from .text import complain
from .unified import plan_of_folder, plan_of_suite

SOLVERS: tuple[SolverChoice, ...] = ("z3", "cvc5", "both")


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder of data sets, not the bundled suite.",
)
@click.option("--limit", default=5.0, show_default=True, help="Seconds for each question to a solver.")
@click.option("--verifier/--no-verifier", default=True, help="Time the real Dafny verifier too, where there is one.")
def main(data: Path | None, limit: float, verifier: bool) -> None:
    """Measure how fast both questions are answered, one task after the other; and the real verifier on the same
    triples."""
    plan = plan_of_suite() if data is None else plan_of_folder(data)
    complain(*plan.errors)
    python = [task for gathered in plan.python.values() for task in gathered.tasks]
    dafny = [task for gathered in plan.dafny.values() for task in gathered.tasks]
    settings = Settings(limit=limit)
    with progress(len(SOLVERS) * len(python) + len(dafny), "speed") as step:
        contracts = [(solver, _contracts(python, evolve(settings, solver=solver), step)) for solver in SOLVERS]
        files, triples = _files(dafny, settings, step)
    show([_solver_table(contracts), _file_table(files, triples)])
    if verifier:
        show(_verifier_table(dafny, settings))


def _contracts(tasks: Sequence[PythonTask], settings: Settings, step: Callable[[], None]) -> list[float]:
    """The seconds of each task."""
    seconds = []
    with Replayer(Limits(cpu_seconds=REFERENCE_SECONDS)) as replayer:
        for task in tasks:
            started = time.perf_counter()
            run_python(task, settings, replayer)
            seconds.append(time.perf_counter() - started)
            step()
    return seconds


def _files(tasks: Sequence[DafnyTask], settings: Settings, step: Callable[[], None]) -> tuple[list[float], int]:
    """The seconds of each file, and the number of Hoare triples in all."""
    seconds = []
    triples = 0
    for task in tasks:
        report = run_dafny(task, settings)
        seconds.append(report.seconds)
        triples += sum(1 + len(test["mutants"]) for row in report.rows for test in row["tests"])
        step()
    return seconds, triples


def _solver_table(measured: Sequence[tuple[str, Sequence[float]]]) -> TableData:
    columns = ("solver", "tasks", "tasks/s", "median ms", "p95 ms", "total s")
    rows = tuple((name, *_figures(seconds)) for name, seconds in measured)
    return TableData("Contract-violating tests", columns, rows, numeric=frozenset(columns[1:]))


def _file_table(seconds: Sequence[float], triples: int) -> TableData:
    columns = ("files", "files/s", "median ms", "p95 ms", "total s", "triples", "triples/s")
    row = (*_figures(seconds), f"{triples:,}", _rate(triples, sum(seconds)))
    return TableData("Specification testing", columns, (row,), numeric=frozenset(columns))


def _verifier_table(tasks: Sequence[DafnyTask], settings: Settings) -> Iterator[TableData]:
    """What the real verifier takes for the same triples; nothing where there is none."""
    try:
        check = check_files(tasks, settings)
    except SolverFailure as missing:
        complain(missing)
        return
    answers = [one.answer for one in check.checked]
    columns = ("files", "triples", "definite", "calls", "s/call", "total s", "triples/s")
    row = (
        f"{len(tasks):,}",
        f"{len(answers):,}",
        f"{sum(answer.definite for answer in answers):,}",
        f"{check.calls:,}",
        f"{check.seconds / check.calls:,.2f}" if check.calls else NOTHING,
        f"{check.seconds:,.1f}",
        _rate(len(answers), check.seconds),
    )
    yield TableData(f"The same triples by Dafny {check.version}", columns, (row,), numeric=frozenset(columns))


def _figures(seconds: Sequence[float]) -> tuple[str, ...]:
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
