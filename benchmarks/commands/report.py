"""`specassay report`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from attrs import frozen

from ..exit_codes import ExitCode
from ..reporting.output import check_destination, make_folder, write_text
from ..reporting.tables import csv_of
from ..run_report.document import RunReport, read_report
from ..run_report.html import html_of
from ..run_report.latex import latex_of
from ..run_report.markdown import markdown_of
from .options import PATH, Paths, exit_codes, explained

DOCUMENT = "report.html"


@frozen(slots=True)
class Destinations:
    """Where the forms of a report go: files for HTML and Markdown, folders for CSV and LaTeX."""

    html: Path | None = None
    md: Path | None = None
    csv: Path | None = None
    latex: Path | None = None


@click.command(epilog=exit_codes(None, keeps_rows=False))
@click.argument("sources", metavar="RUN|ROWS...", nargs=-1, required=True, type=PATH)
@click.option(
    "--html",
    type=PATH,
    metavar="F.html",
    help="The report for a browser.  [default: report.html in the folder of the run, or here; none if another form is "
    "asked for]",
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

    RUN is a folder that `bench` wrote, ROWS a file that `cvt`, `spec` or `grade` wrote with --out. Several become one
    report: it shows programs beside the contracts of their tasks, and the versions of a problem in several languages
    side by side.
    """
    return write_report(sources, Destinations(html, md, csv, latex), force=force)


def write_report(sources: Sequence[Path], destinations: Destinations, *, force: bool = False) -> ExitCode:
    """Write the report of run folders and files of rows: as HTML, where nothing else is asked for. Raises
    InputError."""
    if destinations == Destinations():
        single_run = len(sources) == 1 and sources[0].is_dir()
        destinations = Destinations(sources[0] / DOCUMENT if single_run else Path(DOCUMENT))
    files = list(_files(read_report(*sources), destinations))
    for path, _ in files:
        check_destination(path, sources, force=force)
    for path, text in files:
        if path.parent in (destinations.csv, destinations.latex):
            make_folder(path.parent)
        write_text(path, text)
        click.echo(str(path))
    return ExitCode.DONE


def _files(report: RunReport, destinations: Destinations) -> Iterator[tuple[Path, str]]:
    """The files with their texts."""
    if destinations.html is not None:
        yield destinations.html, html_of(report)
    if destinations.md is not None:
        yield destinations.md, markdown_of(report)
    if destinations.csv is not None:
        for name, records in report.records.items():
            yield destinations.csv / f"{name}.csv", csv_of(records[0], records)
    if destinations.latex is not None:
        for name, text in latex_of(report).items():
            yield destinations.latex / name, text
