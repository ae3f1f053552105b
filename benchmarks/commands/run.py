"""The command line of `specassay run`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import Any

import click

from ..exit_codes import ExitCode
from .options import DIALECT, PATH, ROOT, exit_codes, explained


@click.command(
    epilog=exit_codes(
        "a condition that fails, or a method that fails at run time (with --strict also an undecided condition)",
        keeps_rows=False,
    ),
)
@click.argument("file", metavar="FILE", type=PATH)
@click.argument("method", metavar="[METHOD]", required=False)
@click.option(
    "--args",
    "arguments",
    metavar="JSON",
    help='The arguments, by name or in order: \'{"a": [3, 1], "n": 2}\'. A value that JSON lacks is written as a '
    "string with a Dafny expression: '[\"Cons(1, Nil)\"]'.  [default: arguments that meet the precondition are made]",
)
@click.option(
    "--check",
    "checked",
    is_flag=True,
    help="Check assert, invariant, decreases, requires, ensures and modifies as they are reached.",
)
@click.option(
    "--inputs",
    "count",
    type=click.IntRange(1, 10_000),
    default=20,
    show_default=True,
    metavar="N",
    help="Number of inputs that are made for a method with parameters.",
)
@click.option(
    "--limit",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Time for each method.",
)
@click.option("--strict", is_flag=True, help="Also fail if a condition is undecided.")
@DIALECT
@ROOT
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each run.")
@explained
def run(file: Path, method: str | None, **given: Any) -> ExitCode:
    """Run METHOD of a .dfy file (Main, if none is named) in the reference interpreter.

    What it prints and returns is shown. With --check each condition of its ghost code is evaluated when it is reached,
    and one that fails is shown with its place and with the values of the variables there: an invariant that is false is
    found in milliseconds, where a verifier says that it might not hold. Conditions that hold here may fail on other
    inputs. Without METHOD and without a Main, --check runs every method of the file.

    A condition that cannot be decided (a quantifier over all integers, a limit of time or memory) is unknown, and is
    reported once.
    """
    from . import run_run

    return run_run.run(file, method, run_run.RunOptions(**given))
