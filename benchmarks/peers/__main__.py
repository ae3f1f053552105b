"""`python -m specassay.benchmarks.peers ROWS… > docs/results.md`."""

import sys
from pathlib import Path

import click

from ...core.errors import SpecassayError
from ..exit_codes import ExitCode
from ..grading.command import load_tasks
from .document import document
from .similarity import similarity


@click.command()
@click.argument("sources", metavar="ROWS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--samples", metavar="F", multiple=True, type=click.Path(path_type=Path), help="Programs, for CodeBLEU.")
@click.option(
    "--dataset", metavar="F", multiple=True, type=click.Path(path_type=Path), help="The tasks that they are for."
)
def main(sources: tuple[Path, ...], samples: tuple[Path, ...], dataset: tuple[Path, ...]) -> None:
    """Print published tables beside those of ROWS: files that `cvt`, `grade`, `spec`, `weave` and `score-cvts` wrote
    with --out (or --json), and run folders. With --samples and --dataset, which may be repeated, there is a table of
    CodeBLEU, too; that needs the extra `codebleu`."""
    if bool(samples) != bool(dataset):
        raise click.UsageError("--samples and --dataset need each other")
    try:
        similar = similarity(samples, load_tasks(dataset, ())[0]) if samples else []
        click.echo(document(sources, similar), nl=False)
    except SpecassayError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(ExitCode.BAD_INPUT)


if __name__ == "__main__":
    main()
