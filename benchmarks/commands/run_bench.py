"""What `specassay bench` does."""

import json
from pathlib import Path

import click
from attrs import frozen

from ..exit_codes import ExitCode
from ..reporting.output import make_folder, write_text
from ..reporting.tables import show
from ..reporting.text import complain
from ..runs.run import RunSettings
from ..runs.task_report import SolverChoice
from .options import config
from .plans import document, plan_of_folder, plan_of_suite, tables
from .presenting import Presentation
from .running import run_plan

ROWS = "results.jsonl"
DOCUMENT = "report.md"


@frozen(slots=True, kw_only=True)
class BenchOptions:
    """The options of the command, as they are given there."""

    solver: SolverChoice
    mutants: int
    seed: int
    solver_limit: float
    jobs: int | None
    tasks: tuple[str, ...]
    dump: Path | None

    def settings(self) -> RunSettings:
        """How the tasks are worked on."""
        limits = config(
            solver_limit=self.solver_limit, jobs=self.jobs, mutants=self.mutants, seed=self.seed, dump=self.dump
        )
        return RunSettings(solver=self.solver, config=limits)


def bench(data: Path | None, options: BenchOptions, *, out: Path, as_json: bool) -> ExitCode:
    """Both questions over the bundled suite, or the data sets in the folder `data`."""
    plan = plan_of_suite() if data is None else plan_of_folder(data)
    make_folder(out)
    results = run_plan(plan.only(options.tasks), options.settings(), "bench", Presentation(out=out / ROWS))
    write_text(out / DOCUMENT, document(plan, results))
    if as_json:
        click.echo(json.dumps(results.as_json()))
    else:
        show(tables(results))
        click.echo(f"{out / ROWS}: every verdict. {out / DOCUMENT}: these tables, findings and witnesses.")
    complain(*(f"not as expected: {mismatch}" for mismatch in results.mismatches))
    return results.code
