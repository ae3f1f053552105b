"""The command line of `specassay cvt`: its options. It loads what it needs when it runs."""

from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    DIALECT,
    JOBS,
    PATH,
    SOLVER_TO_ASK,
    SOURCES,
    Paths,
    exit_codes,
    explained,
    format_option,
    limit,
    run_options,
)


@click.command(
    epilog=exit_codes("a clause that no input violates (proved for the whole universe)", compares_solvers=True),
)
@SOURCES
@SOLVER_TO_ASK
@limit("solver_limit", "each query to a solver")
@click.option(
    "--budget",
    show_default=True,
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="CPU time for all work on a task. -k may take as long again, at most 15 seconds, and so may --adequacy, at "
    "most 30 seconds.  [default: 30; for each function of a file or folder 4]",
)
@click.option(
    "--max-subsets",
    show_default=True,
    type=click.IntRange(1),
    metavar="N",
    help="How many sets of clauses of a task are decided, small ones first.",
)
@click.option(
    "--universe",
    type=click.Choice(["annotated", "plain", "wide"]),
    show_default=True,
    help="annotated: in files of Python, arguments are of the types that annotations declare; without one they are any "
    "plain values. plain: all are. wide: where no plain value violates a set of clauses, also try Fraction, Decimal, "
    "deque, array, UserString, UserList, numpy scalars (if numpy is installed) and the classes of --class.",
)
@click.option(
    "--class",
    "classes",
    multiple=True,
    metavar="MODULE:NAME",
    help="A class to add to the wide universe; it is called with one value or with none. FILE.py:NAME names one in a "
    "file. May be repeated.",
)
@JOBS
@click.option(
    "--resume",
    is_flag=True,
    help="Continue a stopped run: tasks that are complete in --out are not repeated.",
)
@click.option(
    "-k",
    "tests_per_set",
    show_default=True,
    type=click.IntRange(1, 100),
    metavar="N",
    help="Number of tests for each set of clauses: the simplest one first, then those on a boundary.",
)
@format_option(
    "cvt",
    help="What is written to --out, or printed without it. jsonl: rows. Tests: pytest (a module), evalplus (inputs), "
    "eas (lines for a prompt). Findings: sarif, github (annotations), lines (for editors). All clauses: junit.",
)
@click.option(
    "--adequacy", is_flag=True, help="Mutate the contract, and report the mutants that no test tells from it."
)
@click.option(
    "--strengthen",
    is_flag=True,
    help="Add inputs that distinguish these mutants from the contract. Implies --adequacy.",
)
@click.option(
    "--cross-check",
    is_flag=True,
    help="Dafny only: ask the real verifier about every clause on every input found.",
)
@DIALECT
@click.option(
    "--root",
    "roots",
    multiple=True,
    type=PATH,
    metavar="DIR",
    help="Also import Python modules from this folder; Dafny files may include files from it. May be repeated. "
    "[default: the folders that pytest would find; of a Dafny file its own]",
)
@click.option(
    "--stub",
    "stubs",
    multiple=True,
    metavar="MODULE",
    help="Replace a module that cannot be imported. Code may refer to what is in it, and fails where it uses that. "
    "May be repeated.",
)
@click.option(
    "--python",
    default="",
    metavar="INTERPRETER",
    help="Run Python modules with this interpreter (CPython 3.11 or newer), such as that of a virtual environment, and "
    "with what is installed for it.  [default: the one that runs specassay]",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Files to skip, as in a .gitignore. What .gitignore files exclude is always skipped. May be repeated.",
)
@click.option(
    "--internal",
    is_flag=True,
    help="Also treat assertions and guards after other statements, and those of tests, as contracts.",
)
@click.option("--guards", is_flag=True, help="Print a line for each guard, and not only what fits on a screen.")
@click.option("--sets", is_flag=True, help="Print each set of clauses, with its verdict and its test.")
@click.option("--explain", is_flag=True, help="Print of each proof its clauses, and the operations that it rests on.")
@click.option("--statistics", is_flag=True, help="Print the rates of the run.")
@run_options
@explained
def cvt(sources: Paths, **given: Any) -> ExitCode:
    """Find contract-violating tests: for each set of clauses an input that violates exactly these.

    SOURCE is a .py file, a folder of .py files, or an EvalPlus .jsonl or .jsonl.gz. Each function that states a
    contract is a task. Modules are imported in a sandbox, by their names in their project. There is a row for each
    non-empty set of a task's clauses: violating, infeasible or unknown. Every test was replayed in Python.

    SOURCE may also be a .dfy file or a folder of .dfy files. There the contract is the requires clauses of a method,
    and a test is made of Dafny literals that the reference evaluator has confirmed.
    """
    from .run_cvt import CvtOptions, cvt

    return cvt(sources, CvtOptions(**given))
