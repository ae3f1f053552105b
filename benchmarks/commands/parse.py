"""`specassay parse`: its options, and what it does. It loads what it needs when it runs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..exit_codes import ExitCode
from .options import DIALECT, PATH, ROOT, Paths, exit_codes, explained

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...core.errors import InputError
    from ...frontends.dafny import Dialect
    from ...frontends.listing import ProgramListing


@click.command(
    epilog=exit_codes(None, keeps_rows=False),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@DIALECT
@ROOT
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each file.")
@explained
def parse(files: Paths, dialect: "Dialect | None", root: Path | None, as_json: bool) -> ExitCode:
    """Show the intermediate representation of .py, .dfy and .rs files, or of those of a dfyconfig.toml.

    What in them is not supported is listed, and is no error.
    """
    from ...core.errors import InputError
    from ...core.language import ReadingOptions
    from ...frontends.registry import language_of
    from ..reporting.program import program_row
    from ..reporting.text import complain, tell

    code = ExitCode.DONE
    for path in _each_file(files):
        try:
            if isinstance(path, InputError):
                raise path
            # The options are for all files: a language that has no such thing takes no notice.
            program = language_of(path).read(path, ReadingOptions(root, dialect))
        except InputError as error:
            # The other files are still read; the exit code keeps that one was not.
            complain(error)
            code = ExitCode.BAD_INPUT
            continue
        for problem in program.unread:
            complain(f"{problem.span}: {problem.construct}")
            code = ExitCode.BAD_INPUT
        if as_json:
            click.echo(json.dumps(program_row(program)))
            continue
        tell(list(_listing(path).lines(program)) or [f"{path}: no contract, no specification and no test"])
    return code


def _each_file(sources: Paths) -> "Iterator[Path | InputError]":
    """The files, and those of projects among them."""
    from ...core.errors import InputError
    from ...frontends.registry import language_of_project

    for source in sources:
        project = language_of_project(source)
        try:
            yield from (source,) if project is None else project.project_files(source)
        except InputError as error:
            yield error


def _listing(path: Path) -> "ProgramListing":
    """How the program of a file is listed: one that has its own notation of types, in that."""
    from ...frontends.listing import ProgramListing
    from ...frontends.registry import language_of

    language = language_of(path)
    if language.show_type is str:
        return ProgramListing()
    return ProgramListing(language.show, language.show_type, language.receiver)
