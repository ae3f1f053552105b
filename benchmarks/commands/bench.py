"""The command line of `specassay bench`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import DUMP, JOBS, MUTANTS, PATH, SEED, SOLVER, TASKS, UNSAFE, exit_codes, explained, limit, out_option

if TYPE_CHECKING:
    from ..exit_codes import ExitCode


@click.command(short_help="Both, over many tasks.", epilog=exit_codes("a verdict that is not the expected one"))
@click.option("--data", type=PATH, metavar="DIR", help="A folder of data sets, instead of the bundled suite.")
@out_option(
    "specassay-results", metavar="DIR", help="Folder of the run: run.sqlite, results.jsonl, report.md, report.html.",
    forced="Let --out replace another run, or a file that specassay did not write.",
)  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with the run in --out: what is finished is not done again.")
@click.option("--solver", type=SOLVER, default="both", show_default=True)
@MUTANTS
@SEED
@limit("solver_limit", "each query to a solver about a Python task")
@JOBS
@UNSAFE
@TASKS
@DUMP
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object, no tables.")
@explained
def bench(data: Path | None, out: Path, as_json: bool, force: bool = False, **given: Any) -> "ExitCode":
    """Run both questions over the bundled suite, or over the data sets of a folder.

    The verdicts on the suite are compared with the expected ones. In a folder, evalplus/*.jsonl.gz are the
    Python tasks, mbpp_dfy/test/*.dfy the Dafny files, and a verdict is wrong when
    evalplus/known_feasible.json has a test for what is called infeasible.
    """
    from .run_bench import BenchOptions, bench

    return bench(data, BenchOptions(force=force, **given), out=out, as_json=as_json)
