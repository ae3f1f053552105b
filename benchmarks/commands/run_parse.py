"""What `specassay parse` does."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from ...core.errors import InputError
from ...frontends import listing
from ...frontends.dafny import Dialect
from ...frontends.registry import parse_file
from ..exit_codes import ExitCode
from ..reporting.program import program_row
from ..reporting.text import complain, printable
from .running import MOST_CHARACTERS_OF_A_LINE


def parse(
    files: Sequence[Path], *, as_json: bool, root: Path | None = None, dialect: Dialect | None = None
) -> ExitCode:
    """The IR of source files. `root`, `dialect`: how Dafny files are read."""
    code = ExitCode.DONE
    for path in files:
        try:
            program = parse_file(path, root=root, dialect=dialect)
        except InputError as error:
            complain(error)
            code = ExitCode.BAD_INPUT
            continue
        for problem in program.unread:
            complain(f"{problem.span}: {problem.construct}")
            code = ExitCode.BAD_INPUT
        if as_json:
            click.echo(json.dumps(program_row(program)))
            continue
        for line in listing.lines(program):
            click.echo(printable(line, MOST_CHARACTERS_OF_A_LINE))
    return code
