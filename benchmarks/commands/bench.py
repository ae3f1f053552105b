"""The command line of `specassay bench`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exit_codes import ExitCode
from .options import (
    BUDGET,
    DUMP,
    JOBS,
    KS,
    MUTANTS,
    OPERATOR_SET,
    PATH,
    REJECT,
    SEED,
    SOLVER,
    TASKS,
    UNSAFE,
    exit_codes,
    explained,
    limit,
    out_option,
)

if TYPE_CHECKING:
    from .run_file import RunFile


def _read_config(context: click.Context, option: click.Parameter, value: Path | None) -> "RunFile":
    """Take the defaults of the other options from the file; its value has the limits that no option sets."""
    from ...core.errors import InputError
    from .run_file import RunFile, read_run_file

    if value is None:
        return RunFile()

    try:
        found = read_run_file(value)
    except InputError as error:
        raise click.UsageError(str(error)) from error
    given = {**found.limits, **found.options}
    if "k" in given:
        given["ks"] = given.pop("k")
    if "out" in given:
        given["out"] = [given["out"]]  # An option that counts how often it is given.
    context.default_map = {**(context.default_map or {}), **given}
    settable = {param.name for param in context.command.params}
    limits = {name: each for name, each in found.limits.items() if name not in settable}
    return RunFile(limits=limits, place=found.place)


@click.command(
    epilog=exit_codes("a verdict that is not the expected one", compares_solvers=True),
)
@click.option(
    "--config",
    "file",
    type=PATH,
    metavar="F.toml",
    is_eager=True,
    callback=_read_config,
    help="Read the run from a file, whose keys are these options, and limits as in [tool.specassay]. Options on the "
    "command line override it.",
)
@click.option(
    "--data",
    multiple=True,
    metavar="NAME|PATH",
    help="A data set by its name, a folder of data sets, or files and folders as `cvt` and `spec` read them. May be "
    "repeated.  [default: suite, which is bundled]",
)
@click.option(
    "--question",
    "questions",
    multiple=True,
    type=click.Choice(["cvt", "spec", "grade", "compare"]),
    help="Only this question: inputs that violate contracts, outputs that specifications accept, what programs "
    "(--samples) do with such inputs, or which of a contract and a specification of one problem is stronger. May be "
    "repeated.  [default: cvt, spec, and grade with --samples]",
)
@click.option(
    "--samples", multiple=True, type=PATH, metavar="F|DIR", help="Programs, as `grade` reads them. May be repeated."
)
@out_option(
    "specassay-results",
    metavar="DIR",
    help="Folder of the run: run.sqlite, results.jsonl, report.md, report.html.",
    forced="Let --out replace another run, or a file that specassay did not write.",
)
@click.option("--resume", is_flag=True, help="Continue the stopped run in --out: finished tasks are not repeated.")
@click.option("--solver", type=SOLVER, default="both", show_default=True, help="Solvers for contracts.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]),
    default="auto",
    show_default=True,
    help="The engine that decides about specifications.",
)
@BUDGET
@limit("solver_limit", "each query to a solver about a Python task")
@click.option(
    "--file-limit",
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Time for each Dafny file.",
)
@MUTANTS
@OPERATOR_SET
@SEED
@KS
@REJECT
@JOBS
@click.option(
    "--cluster", metavar="ADDRESS", help="Run the tasks on the workers of a scheduler of dask, as tcp://HOST:8786."
)
@click.option("--slurm", "queue", flag_value="slurm", help="Run the tasks on --jobs workers in SLURM's queue.")
@click.option(
    "--queue",
    type=click.Choice(["slurm", "pbs", "sge", "lsf", "oar", "moab", "htcondor"]),
    help="Run the tasks on --jobs workers in the queue of this batch system.",
)
@UNSAFE
@TASKS
@DUMP
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as one JSON object, no tables.")
@explained
def bench(out: Path, as_json: bool, force: bool = False, **given: Any) -> ExitCode:
    """Run `cvt`, `spec`, `grade` and `compare` over the bundled suite, or over data sets. A run that was stopped can
    go on.

    The verdicts on the suite are compared with the expected ones. In a folder, evalplus/*.jsonl.gz are the
    Python tasks and mbpp_dfy/test/*.dfy the Dafny files; the verdict infeasible is wrong where
    evalplus/known_feasible.json has a test.
    """
    from .run_bench import BenchOptions, bench

    return bench(BenchOptions(force=force, **given), out=out, as_json=as_json)
