"""The command line of `specassay report`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import PATH, Paths, exit_codes, explained

if TYPE_CHECKING:
    from ..exit_codes import ExitCode

DOCUMENT = "report.html"


def _beside(context: click.Context, option: click.Parameter, value: Path | None) -> Path:
    """Where the report goes: into the folder of the run, if there is one."""
    sources: Paths = context.params.get("sources", ())
    if value is not None:
        return value
    return sources[0] / DOCUMENT if len(sources) == 1 and sources[0].is_dir() else Path(DOCUMENT)


@click.command(short_help="A report of rows for people.", epilog=exit_codes("never; a report judges nothing"))
@click.argument("sources", metavar="RUN|ROWS...", nargs=-1, required=True, type=PATH, is_eager=True)
@click.option(
    "--html", "out", type=PATH, metavar="F.html", callback=_beside,
    help="The report.  [default: report.html in the folder of the run, or here]",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite files that specassay did not write.")
@explained
def report(sources: Paths, out: Path) -> "ExitCode":
    """Make a report of a run: one HTML file that needs no network.

    RUN is a folder that `bench` wrote, ROWS a file that `cvt`, `spec` or `grade` wrote with --out. Rows of several are
    put together: programs with the contracts of their tasks, problems of both languages with each other.
    """
    from .run_report import report

    return report(sources, out)
