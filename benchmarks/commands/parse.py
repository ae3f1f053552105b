"""The command line of `specassay parse`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import DIALECT, PATH, ROOT, Paths, exit_codes, explained

if TYPE_CHECKING:
    from ...frontends.dafny import Dialect
    from ..exit_codes import ExitCode


@click.command(
    short_help="Show the intermediate representation of files.",
    epilog=exit_codes(None, keeps_rows=False),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@DIALECT
@ROOT
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each file.")
@explained
def parse(files: Paths, dialect: "Dialect | None", root: Path | None, as_json: bool) -> "ExitCode":
    """Show the intermediate representation of .py and .dfy files.

    What in them is not supported is listed, and is no error.
    """
    from . import run_parse

    return run_parse.parse(files, as_json=as_json, root=root, dialect=dialect)
