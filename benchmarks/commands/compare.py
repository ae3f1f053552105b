"""`specassay compare`. It loads what it needs when it runs."""

from typing import Any

import click

from ...core.limits import SECONDS_PER_PAIR
from ..exit_codes import ExitCode
from .options import AS_JSON, JOBS, OUT, UNSAFE, exit_codes, explained

LIMIT = click.option(
    "--limit",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    default=SECONDS_PER_PAIR,
    metavar="SECONDS",
    help="Time for a pair.",
)


@click.command(
    epilog=exit_codes("two of them differ, or are not known to be equal"),
)
@click.argument("sources", metavar="A B...", nargs=-1, required=True)
@click.option("--method", metavar="NAME", help="Only the method or function of this name.")
@click.option(
    "--match",
    metavar="A=B,...",
    help="The parameter of B for each parameter of A. [default: by name, else by position]",
)
@LIMIT
@click.option(
    "--replay",
    type=click.Choice(["dafny"]),
    help="Also confirm separating values with the real Dafny, which has to be installed.",
)
@JOBS
@UNSAFE
@AS_JSON
@OUT
@explained
def compare(
    sources: tuple[str, ...], method: str | None, match: str | None, seconds: float, replay: str | None, **output: Any
) -> ExitCode:
    """Compare contracts and specifications of the same problem: equal, weaker, stronger or incomparable.

    A and B are .dfy, .rs or .py files, EvalPlus data sets or folders; FILE::NAME names one method or function. It
    compares the inputs that each accepts, and the outputs on inputs that both accept. Each clause is proved to follow
    from the other side, or separated from it by an input (and output), or undecided. For more than two, it shows their
    order, and the fewest questions that single one out.
    """
    from ..comparing.sources import compare_sources, parse_match
    from ..comparing.subjects import ComparingOptions

    options = ComparingOptions(seconds=seconds, replay_in_dafny=replay is not None, match=parse_match(match or ""))
    return compare_sources(sources, method, options, **output)
