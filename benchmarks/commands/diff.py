"""The command line of `specassay diff`: its options. It loads what it needs when it runs."""

from collections.abc import Sequence
from pathlib import Path

import click

from ..exit_codes import ExitCode
from .options import PATH, UNSAFE, exit_codes, explained

RUN = "run.sqlite"
"""What a folder of a run holds: `store.FILE`, which is not imported before it is known that a run is meant."""


@click.command(
    epilog=exit_codes(
        "a regression, or a contract or specification that is gone, or is or may be weaker than before",
        keeps_rows=False,
    ),
)
@click.argument("before", metavar="A", type=PATH)
@click.argument("after", metavar="B", type=PATH)
@click.option("--all", "every", is_flag=True, help="Print all changes, not the first of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as one JSON object; of files, as rows.")
@UNSAFE
@explained
def diff(before: Path, after: Path, every: bool, as_json: bool) -> ExitCode:
    """Compare two runs of `specassay bench`, or a file of contracts or specifications before and after a change.

    Runs are compared verdict by verdict, with witnesses: regressions first. A regression is a verdict that says less
    than the one before or contradicts it, or a specification, score or program that is worse. What only one of the runs
    has is listed as new or gone.

    Of .dfy and .py files, or folders of such, each contract or specification is compared with what it was (`specassay
    compare`): one that is weaker now is a finding, with the value that it lets through.
    """
    from ...core.errors import InputError, not_there
    from ...frontends.registry import suffixes

    for path in (before, after):
        if not path.exists():
            raise not_there(path)
    if _are_sources(before, after, suffixes()):
        from .run_compare import compare_versions

        return compare_versions(before, after, as_json=as_json)
    for path in (before, after):
        if not path.is_dir():
            raise InputError("a file, and the other is a folder; compare two files or two folders", file=str(path))
        if not (path / RUN).exists():
            named = f"a folder without {RUN}, so not a run, and without {' or '.join(suffixes())} files"
            raise InputError(named, file=str(path))
    from .run_diff import diff

    return diff(before, after, every=every, as_json=as_json)


def _are_sources(before: Path, after: Path, suffixes: Sequence[str]) -> bool:
    """Whether the two are files, or folders of files, and no runs."""
    return all(path.is_file() for path in (before, after)) or all(
        path.is_dir() and not (path / RUN).exists() and any(any(path.rglob(f"*{suffix}")) for suffix in suffixes)
        for path in (before, after)
    )
