"""`python -m tests.fuzzing`: random edits of real files through the front ends."""

import sys
from pathlib import Path

import click

from specassay.backends.processes.workers import cores
from specassay.benchmarks.reporting.output import progress

from .corpus import LANGUAGES
from .reading import Failure
from .search import SLICE, Search, run

SHOWN = 20 * SLICE
"""Texts between two lines that say how far the search is."""


@click.command()
@click.option("--language", "languages", type=click.Choice(LANGUAGES), multiple=True, help="Default: each.")
@click.option("--inputs", "-n", default=20_000, show_default=True, help="Texts for each language.")
@click.option("--first", default=0, help="The number of the first text: to go on where another run ended.")
@click.option("--seed", default=0, show_default=True)
@click.option("--seconds", default=10.0, show_default=True, help="Processor time that one text may take.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="SPECASSAY_DATA",
    help="Data sets whose files are edited too ($SPECASSAY_DATA).",
)
@click.option("-j", "workers", type=int, default=cores, help="Worker processes.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="A folder for the texts that fail.")
def main(
    languages: tuple[str, ...],
    inputs: int,
    first: int,
    seed: int,
    seconds: float,
    data: Path | None,
    workers: int,
    out: Path | None,
) -> None:
    """Search for texts on which a front end crashes or hangs. Exit code 1 when there is one, made small. What fails is
    printed as soon as it is known, and now and then the number of texts that were read: a run may be stopped there, and
    `--first` goes on."""
    failed = False
    for language in languages or LANGUAGES:
        found: set[str] = set()
        with progress(-(-inputs // SLICE), f"edited {language} files, in slices of {SLICE}") as step:
            for outcome in run(Search(language, seed, data, seconds), first, inputs, workers):
                for failure in outcome.failures:
                    if failure.key not in found:
                        found.add(failure.key)
                        _report(f"{language}-{len(found)}", failure, out)
                done = outcome.start + outcome.count
                if done % SHOWN == 0 or done == first + inputs:
                    click.echo(f"{language}: texts {first} to {done - 1} of seed {seed}: {len(found)} crash or hang")
                step()
        failed = failed or bool(found)
    sys.exit(1 if failed else 0)


def _report(name: str, failure: Failure, out: Path | None) -> None:
    click.echo(f"{name}: {failure.key}\n{failure.details}\n{failure.text!r}\n")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{name}.txt").write_text(failure.text, encoding="utf-8")


if __name__ == "__main__":
    main()
