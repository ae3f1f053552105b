"""The command line of `specassay solvers`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import Any

import click

from ..exit_codes import ExitCode
from .options import AS_JSON, JOBS, PATH, SOLVER, exit_codes, explained, out_option


@click.command(
    short_help="Compare solvers on queries in files.",
    epilog=exit_codes(
        "solvers that contradict each other, or the :status of a query, where no model tells who is right"
    ),
)
@click.argument("source", metavar="FOLDER|RUN", type=PATH)
@click.option(
    "--solver",
    "solvers",
    type=SOLVER,
    multiple=True,
    help="Only this solver. May be repeated.  [default: all that are installed]",
)
@click.option(
    "--solver-cmd",
    "commands",
    metavar="'[NAME=]PROGRAM …'",
    multiple=True,
    help="Another solver by its command. {} stands for the file of the query, which comes last without it; with < as "
    "the last word the query is the standard input; {seed} stands for --seed. May be repeated.",
)
@click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Processor time for each query.",
)
@click.option(
    "--memory",
    type=click.IntRange(0),
    default=4096,
    show_default=True,
    metavar="MIB",
    help="Address space of each process; 0 for any.",
)
@click.option(
    "--repeats",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    show_default=True,
    help="How many times each query runs.",
)
@click.option(
    "--seed", "random_seed", type=click.IntRange(0), metavar="N", help="Random seed of commands.  [default: their own]"
)
@JOBS
@click.option(
    "--report",
    type=PATH,
    metavar="DIR",
    help="Write a folder: solvers.html and solvers.md with tables and plots, solvers.csv, and the rows, solvers.jsonl.",
)
@click.option("--csv", "csv_file", type=PATH, metavar="F.csv", help="Write every answer to this file.")
@out_option(help="Write the rows to this file, each answer as soon as it is known.")
@click.option("--resume", is_flag=True, help="Continue a stopped comparison, with the answers in --out or --report.")
@click.option(
    "--write-status", is_flag=True, help="Write (set-info :status …) into queries whose definite answers agree."
)
@AS_JSON
@explained
def solvers(**given: Any) -> ExitCode:
    """Ask solvers about every .smt2 file in a folder, each in a process of its own, and compare.

    Shown are the queries on which they contradict each other, how many each decides, in which time (PAR-2), and which
    it decides alone; all of that by logic, too. Where they contradict each other the model of the one that says sat is
    evaluated, which tells who is wrong.
    """
    from .run_solvers import SolversOptions, solvers

    source: Path = given.pop("source")
    return solvers(source, SolversOptions(**given))
