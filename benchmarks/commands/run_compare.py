"""What `specassay compare` does."""

from collections.abc import Sequence
from pathlib import Path

import click

from ...core.errors import InputError
from ..comparing.options import ComparingOptions
from ..comparing.pairs import compare_pair
from ..comparing.rows import row_of_pair
from ..comparing.subjects import Comparand, paired, subjects
from ..comparing.text import lines_of
from ..exit_codes import ExitCode
from ..reporting.output import row_writer
from ..reporting.text import complain, printable
from ..schema import ComparisonRow
from .running import MOST_CHARACTERS_OF_A_LINE


def compare(
    sources: Sequence[str], method: str | None, *, seconds: float, as_json: bool, out: Path | None
) -> ExitCode:
    """Compare the subjects of the sources. Raises InputError where there is nothing to compare."""
    if len(sources) < 2:
        raise InputError("name two files to compare, or two methods as FILE::NAME")
    options = ComparingOptions(seconds=seconds)
    found = [subjects(source, method) for source in sources]
    code = ExitCode.DONE
    with row_writer(out, to_stdout=as_json) as write:
        for first, second in paired(found[0], found[1], (sources[0], sources[1])):
            row = _row(first, second, options)
            if row is None:
                code = ExitCode.BAD_INPUT
                continue
            write(row)
            if not as_json:
                for line in lines_of(row):
                    click.echo(printable(line, MOST_CHARACTERS_OF_A_LINE))
            code = max(code, ExitCode.DONE if "equal" in row.possible else ExitCode.FINDINGS)
    return code


def _row(first: Comparand, second: Comparand, options: ComparingOptions) -> ComparisonRow | None:
    try:
        return row_of_pair(compare_pair(first, second, options))
    except InputError as error:
        complain(error)
        return None
