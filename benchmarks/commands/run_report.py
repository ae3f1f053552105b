"""What `specassay report` does."""

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

DOCUMENT = "report.html"


@frozen(slots=True)
class Destinations:
    """Where the forms of a report go: files for HTML and Markdown, folders for CSV and LaTeX."""

    html: Path | None = None
    md: Path | None = None
    csv: Path | None = None
    latex: Path | None = None


def report(sources: Sequence[Path], wanted: Destinations, *, force: bool = False) -> ExitCode:
    """Write the report of run folders and files of rows: as HTML, where nothing else is asked for. Raises
    InputError."""
    if wanted == Destinations():
        alone = len(sources) == 1 and sources[0].is_dir()
        wanted = Destinations(sources[0] / DOCUMENT if alone else Path(DOCUMENT))
    found = list(_files(read_report(*sources), wanted))
    for path, _ in found:
        check_destination(path, sources, force=force)
    for path, text in found:
        if path.parent in (wanted.csv, wanted.latex):
            make_folder(path.parent)
        write_text(path, text)
        click.echo(str(path))
    return ExitCode.DONE


def _files(made: RunReport, wanted: Destinations) -> Iterator[tuple[Path, str]]:
    """The files with their texts."""
    if wanted.html is not None:
        yield wanted.html, html_of(made)
    if wanted.md is not None:
        yield wanted.md, markdown_of(made)
    if wanted.csv is not None:
        for name, records in made.records.items():
            yield wanted.csv / f"{name}.csv", csv_of(records[0], records)
    if wanted.latex is not None:
        for name, text in latex_of(made).items():
            yield wanted.latex / name, text
