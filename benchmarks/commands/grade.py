"""The command line of `specassay grade`: its options. It loads what it needs when it runs."""

from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    AS_JSON,
    JOBS,
    KS,
    OUT,
    PATH,
    REJECT,
    SOLVER_TO_ASK,
    TASKS,
    UNSAFE,
    Paths,
    exit_codes,
    explained,
    limit,
)


@click.command(
    epilog=exit_codes("a sample that does not pass"),
)
@click.option("--dataset", "datasets", multiple=True, required=True, type=PATH, metavar="F", help="EvalPlus .jsonl.gz.")
@click.option(
    "--samples",
    multiple=True,
    required=True,
    type=PATH,
    metavar="F|DIR",
    help="Programs: JSON Lines with task_id and solution or completion, or DIR/TASK_ID/N.py. May be repeated.",
)
@click.option(
    "--cvts",
    type=PATH,
    metavar="F",
    help="Use the tests in this file of rows of `specassay cvt` instead of making tests.",
)
@KS
@REJECT
@click.option("--paired", is_flag=True, help="Compare every two sample files that share tasks.")
@click.option(
    "--no-alignment",
    is_flag=True,
    help="Do not compare the checks in programs with the clauses of contracts (AAR, AAP).",
)
@click.option(
    "--cpu",
    default=5.0,
    show_default=True,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="CPU time for a sample, or four times that of the canonical solution if that is more.",
)
@click.option(
    "--cpu-call",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="CPU time for a sample on one input, or four times that of the canonical solution if that is more.",
)
@click.option(
    "--wall",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="Time on the clock for a sample.",
)
@click.option(
    "--memory", default=1024, show_default=True, type=click.IntRange(64), metavar="MIB", help="Memory for a sample."
)
@click.option(
    "--output", default=64, show_default=True, type=click.IntRange(1), metavar="MIB", help="Results of a sample."
)
@click.option("--cache", type=PATH, metavar="DIR", help="Folder to cache expected outputs and tests in; - disables it.")
@JOBS
@UNSAFE
@SOLVER_TO_ASK
@limit("solver_limit", "each query to a solver")
@TASKS
@OUT
@AS_JSON
@explained
def grade(datasets: Paths, samples: Paths, tasks: tuple[str, ...], **options: Any) -> ExitCode:
    """Grade programs for the tasks of a data set: on valid inputs and on inputs that violate the contract.

    Programs run in the sandbox. Samples that cannot be run are counted by reason.
    """
    from ..grading import command

    return command.grade(datasets, samples, command.GradeOptions(wanted=tasks, **options))
