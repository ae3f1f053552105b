"""What `specassay report` does."""

from collections.abc import Sequence
from pathlib import Path

import click

from ..exit_codes import ExitCode
from ..report.document import read_report
from ..report.html import html_of
from ..reporting.output import write_text


def report(sources: Sequence[Path], out: Path) -> ExitCode:
    """Write the report of run folders and files of rows. Raises InputError."""
    write_text(out, html_of(read_report(*sources)))
    click.echo(f"{out}: the report.")
    return ExitCode.DONE
