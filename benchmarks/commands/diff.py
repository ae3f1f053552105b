"""The command line of `specassay diff`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import PATH, exit_codes, explained

if TYPE_CHECKING:
    from ..exit_codes import ExitCode


@click.command(short_help="What changed between two runs.", epilog=exit_codes("a regression"))
@click.argument("before", metavar="RUN_A", type=PATH)
@click.argument("after", metavar="RUN_B", type=PATH)
@click.option("--all", "every", is_flag=True, help="Print all changes, not the first of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as one JSON object.")
@explained
def diff(before: Path, after: Path, every: bool, as_json: bool) -> "ExitCode":
    """Compare two runs of `specassay bench`, verdict by verdict, with witnesses: regressions first.

    A regression is a verdict that says less than before, one that contradicts it, a specification, score or program
    that is worse. What only one of the runs has is listed as new or gone.
    """
    from .run_diff import diff

    return diff(before, after, every=every, as_json=as_json)
