"""The command line of `specassay cvt`: its options. It loads what it needs when it runs."""

from typing import TYPE_CHECKING, Any

import click

from .options import (
    AS_JSON,
    BASELINE,
    DIALECT,
    DUMP,
    JOBS,
    OUT,
    PATH,
    SELECT,
    SINCE,
    SOLVER,
    SOURCES,
    STRICT,
    UNSAFE,
    WRITE_BASELINE,
    Paths,
    exit_codes,
    explained,
    format_option,
    limit,
)

if TYPE_CHECKING:
    from ..exit_codes import ExitCode


@click.command(
    short_help="Which inputs break a contract?",
    epilog=exit_codes("a clause that no input violates (proved for the whole universe)"),
)
@SOURCES
@click.option("--solver", type=SOLVER, default="z3", show_default=True)
@limit("solver_limit", "each query to a solver")
@click.option(
    "--budget", show_default=True, type=click.FloatRange(0.1), metavar="SECONDS",
    help="For each task, whatever it is spent on, in CPU time. -k and --adequacy may each take as long again, at most "
    "15 and 30 seconds; the file is read before.",
)  # fmt: skip
@click.option(
    "--max-subsets", show_default=True, type=click.IntRange(1), metavar="N",
    help="Sets of clauses to look at in each task, small ones first.",
)  # fmt: skip
@click.option(
    "--universe", type=click.Choice(["plain", "wide"]), show_default=True,
    help="wide: where no plain value violates a set, also try Fraction, Decimal, deque, array, UserString, UserList, "
    "numpy scalars (when installed) and --class.",
)  # fmt: skip
@click.option(
    "--class", "classes", multiple=True, metavar="MODULE:NAME",
    help="A class of the wide universe, called with a value or with nothing; FILE.py:NAME too. May be repeated.",
)  # fmt: skip
@JOBS
@click.option("--resume", is_flag=True, help="Go on with the rows in --out: complete tasks are not done again.")
@click.option(
    "-k", "tests_per_set", show_default=True, type=click.IntRange(1, 100), metavar="N",
    help="Tests for each set of clauses: the simplest, then others, those on a boundary first.",
)  # fmt: skip
@format_option(
    "cvt",
    help="What --out gets (printed without --out): rows; tests as a pytest module, inputs of EvalPlus or lines of a "
    "prompt; findings as SARIF, annotations of GitHub or lines for editors; or all that was looked at as JUnit XML.",
)
@click.option("--adequacy", is_flag=True, help="Mutate the contract: which mutants do the tests not notice?")
@click.option("--strengthen", is_flag=True, help="Add inputs that tell such mutants apart. Implies --adequacy.")
@click.option("--cross-check", is_flag=True, help="Dafny: ask the real verifier about every input and clause.")
@DIALECT
@click.option(
    "--root", "roots", multiple=True, type=PATH, metavar="DIR",
    help="Import Python modules from here, too; Dafny files may include others from here. May be repeated. "
    "[default: as pytest finds the project; a Dafny file's own folder]",
)  # fmt: skip
@click.option(
    "--stub", "stubs", multiple=True, metavar="MODULE",
    help="Replace a module that cannot be imported: what is in it can be mentioned, and not used. May be repeated.",
)  # fmt: skip
@click.option(
    "--python", default="", metavar="INTERPRETER",
    help="Run Python modules with this interpreter (CPython 3.11 or newer) and what is installed for it, as that of a "
    "virtual environment.  [default: the one that runs this]",
)  # fmt: skip
@click.option(
    "--exclude", multiple=True, metavar="PATTERN",
    help="Files of a folder that are not read, as in a .gitignore, which is obeyed anyway. May be repeated.",
)  # fmt: skip
@click.option(
    "--internal", is_flag=True,
    help="Take assertions and guards behind other statements, and those of tests, for contracts too.",
)
@UNSAFE
@STRICT
@BASELINE
@WRITE_BASELINE
@SELECT
@SINCE
@DUMP
@OUT
@AS_JSON
@explained
def cvt(sources: Paths, **given: Any) -> "ExitCode":
    """Find contract-violating tests: for each set of clauses an input that violates exactly these.

    SOURCE is a .py file or a folder of such (every function that states a contract), or an EvalPlus .jsonl or
    .jsonl.gz. Modules are imported in a sandbox, by their names in their project.
    There is a row for each task and each non-empty set of its clauses: violating, infeasible or unknown.
    Every reported test was replayed in Python.

    Of a .dfy file or a folder of such files the contracts are the requires clauses of methods, and arguments
    are Dafny literals that the evaluator has confirmed.
    """
    from .run_cvt import CvtOptions, cvt

    return cvt(sources, CvtOptions(**given))
