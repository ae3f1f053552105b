"""The command line of `specassay report`: its options. It loads what it needs when it runs."""

from pathlib import Path

import click

from ..exit_codes import ExitCode
from .options import PATH, Paths, exit_codes, explained


@click.command(short_help="Make a report of a run.", epilog=exit_codes(None, keeps_rows=False))
@click.argument("sources", metavar="RUN|ROWS...", nargs=-1, required=True, type=PATH)
@click.option(
    "--html",
    type=PATH,
    metavar="F.html",
    help="The report for a browser.  [default: report.html in the folder of the run, or here; none with the others]",
)
@click.option("--md", type=PATH, metavar="F.md", help="The short report, for a comment on a pull request.")
@click.option(
    "--csv",
    type=PATH,
    metavar="DIR",
    help="A file each of contracts, sets of clauses, methods, programs and scores.",
)
@click.option("--latex", type=PATH, metavar="DIR", help="Tables in the layout of the papers.")
@click.option("--force", is_flag=True, help="Overwrite files that specassay did not write.")
@explained
def report(
    sources: Paths, html: Path | None, md: Path | None, csv: Path | None, latex: Path | None, force: bool = False
) -> ExitCode:
    """Make a report of a run: one HTML file that needs no network.

    RUN is a folder that `bench` wrote, ROWS a file that `cvt`, `spec` or `grade` wrote with --out. Several
    become one report: it shows programs beside the contracts of their tasks, and the Python and the Dafny version of a
    problem beside each other.
    """
    from .run_report import Destinations, report

    return report(sources, Destinations(html, md, csv, latex), force=force)
