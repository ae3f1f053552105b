"""How far runs scale, `make scaling`: small tasks on one worker and on two, and a model made of a real run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..reporting.tables import TableData, show
from ..run_report.plots import svg_of
from .efficiency import ClusterRun, measured_runs
from .simulation import Serving, SimulatedRun, simulate
from .task_costs import StoringCost, TaskCost, cost_table, costs_of, growth_table, phase_table, storing_cost

WORKERS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
TASKS = (100_000, 1_000_000)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


@click.group()
def main() -> None:
    """Measure how far runs scale."""


@main.command()
@click.option("--tasks", default=10_000, show_default=True, type=click.IntRange(16), help="Small tasks.")
@click.option("--repeats", default=1, show_default=True, type=click.IntRange(1), help="Times that all is measured.")
def workers(tasks: int, repeats: int) -> None:
    """Small tasks on one worker of a cluster of dask and on two, on this machine."""
    for _ in range(repeats):
        show([efficiency_table(measured_runs(tasks, (1, 2)))])


def efficiency_table(runs: Sequence[ClusterRun]) -> TableData:
    """Against the first run: by the clock, and by processor time, which a busy machine changes less."""
    first = runs[0]
    rows = tuple(
        (
            f"{run.workers}", f"{run.tasks:,}", f"{run.wall:.1f} s", f"{run.working:.1f} s",
            f"{run.coordinating:.1f} s",
            f"{first.wall / run.wall / run.workers * first.workers:.2f}", f"{first.working / run.working:.2f}",
        )
        for run in runs
    )  # fmt: skip
    columns = ("workers", "tasks", "clock", "CPU of workers", "CPU here", "efficiency", "by CPU")
    return TableData("Workers", columns, rows, notes=("CPU here: of the scheduler, and of what stores the results.",))


@main.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Draw the simulation into this file of SVG.")
@click.option("--tasks", "numbers", multiple=True, type=int, default=TASKS, show_default=True, help="Of a simulation.")
@click.option("--chunk-seconds", default=0.004, show_default=True, help="What a chunk costs the coordinating process.")
@click.option("--task-seconds", default=0.0005, show_default=True, help="What a task in it costs, beside its result.")
def model(run: Path, out: Path | None, numbers: Sequence[int], chunk_seconds: float, task_seconds: float) -> None:
    """What the tasks of a RUN cost, and a simulation of more of them on more workers."""
    costs, storing = costs_of(run), storing_cost(run)
    serving = Serving(chunk_seconds, task_seconds + storing.reading + storing.writing)
    tables = [cost_table(costs), phase_table(costs, storing), growth_table(costs)]
    simulated = {name: _simulated(seconds, numbers, serving) for name, seconds in _mixtures(costs).items()}
    show([*tables, storing_table(storing), *(simulation_table(name, runs) for name, runs in simulated.items())])
    if out is not None:
        out.write_text(_drawn(simulated), encoding="utf-8")
        click.echo(out)


def _mixtures(costs: Sequence[TaskCost]) -> dict[str, list[float]]:
    """Tasks as they are in the run, and small ones only: the cheaper half of cvt."""
    contracts = sorted(cost.seconds for cost in costs if cost.question == "cvt")
    found = {"as measured": [cost.seconds for cost in costs]}
    if contracts:
        found["small ones"] = contracts[: max(1, len(contracts) // 2)]
    return found


def _simulated(seconds: Sequence[float], numbers: Sequence[int], serving: Serving) -> list[SimulatedRun]:
    return [simulate(seconds, tasks, number, serving) for tasks in numbers for number in WORKERS]


def simulation_table(name: str, runs: Sequence[SimulatedRun]) -> TableData:
    """A row for each number of tasks and workers."""
    rows = tuple(
        (
            f"{run.tasks:,}", f"{run.workers:,}", _hours(run.seconds), f"{100 * run.efficiency:.0f} %",
            f"{100 * run.served:.0f} %", f"{run.tail:.0f} s",
        )
        for run in runs
    )  # fmt: skip
    return TableData(f"Simulated: {name}", ("tasks", "workers", "time", "efficiency", "storing", "tail"), rows)


def storing_table(storing: StoringCost) -> TableData:
    """What a result costs where it is stored."""
    rows = (
        ("seconds to read it", f"{1000 * storing.reading:.2f} ms"),
        ("seconds to write it", f"{1000 * storing.writing:.2f} ms"),
        ("memory of its report", f"{storing.memory / 1024:.1f} KiB"),
        ("on the disk", f"{storing.stored / 1024:.1f} KiB"),
    )
    return TableData("A result", ("", "mean"), rows)


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds / 60:.1f} min"


def _drawn(simulated: dict[str, list[SimulatedRun]]) -> str:
    import altair

    values = [
        {
            "workers": run.workers, "hours": run.seconds / 3600, "tasks": f"{run.tasks:,} tasks, {name}",
            "ideal": run.ideal / 3600,
        }
        for name, runs in simulated.items()
        for run in runs
    ]  # fmt: skip
    axis = altair.X("workers:Q", scale=altair.Scale(type="log"), title="workers", axis=altair.Axis(format="~s"))
    hours = altair.Scale(type="log")
    colour: Any = altair.Color("tasks:N", title=None, scale=altair.Scale(range=list(COLOURS)))
    base = altair.Chart.from_dict({"data": {"values": values}, "mark": "point"})
    real = base.mark_line(point=True).encode(axis, altair.Y("hours:Q", scale=hours, title="hours"), colour)
    ideal = base.mark_line(strokeDash=[3, 3], opacity=0.6).encode(axis, altair.Y("ideal:Q"), colour)
    chart = (real + ideal).properties(width=560, height=320)
    legend = altair.LegendConfig(orient="bottom", columns=2, labelLimit=400)
    return svg_of(chart.configure(background="white", font="sans-serif", legend=legend).to_dict()) + "\n"


if __name__ == "__main__":
    main()
