"""`python -m specassay.benchmarks.peers ROWS… > docs/results.md`."""

import sys
from pathlib import Path

import click

from ...core.errors import SpecassayError
from ..exit_codes import ExitCode
from .document import document


@click.command()
@click.argument("sources", metavar="ROWS...", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(sources: tuple[Path, ...]) -> None:
    """Print published tables beside those of ROWS: files that `cvt`, `grade`, `spec`, `audit`, `weave` and `score-cvts`
    wrote with --out (or --json), and run folders."""
    try:
        click.echo(document(sources), nl=False)
    except SpecassayError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(ExitCode.BAD_INPUT)


if __name__ == "__main__":
    main()
