"""The command line of `specassay data`: its options. It loads what it needs when it runs."""

from pathlib import Path

import click

from ..exit_codes import ExitCode
from .options import JOBS, OUT, PATH, TASKS, UNSAFE, exit_codes, explained, limit

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON Lines instead of tables.")


@click.group(short_help="Data sets: where they are, how to get them, what is wrong with them.")
def data() -> None:
    """Data sets by name: list them, get them, say where they are, and check them.

    They are looked for in the folder that SPECASSAY_DATA names, then where `get` puts them.
    """


@data.command("list", short_help="List the known data sets.", epilog=exit_codes(None, keeps_rows=False))
@AS_JSON
@explained
def list_data(as_json: bool) -> ExitCode:
    """The data sets that have a name, and where each is on this machine."""
    from .run_data import list_data

    return list_data(as_json=as_json)


@data.command(short_help="Download a data set, or link one.", epilog=exit_codes(None, keeps_rows=False))
@click.argument("name")
@click.option("--from", "source", metavar="URL|PATH", help="Another address; a local file or folder is linked.")
@click.option("--sha256", metavar="DIGEST", help="Checksum of the file, if it is not the version that specassay knows.")
@explained
def get(name: str, source: str | None, sha256: str | None) -> ExitCode:
    """Download the file of a data set and verify its checksum; link a local file or folder.

    No other command downloads data.
    """
    from .run_data import get

    return get(name, source, sha256)


@data.command(short_help="Show where a data set is.", epilog=exit_codes(None, keeps_rows=False))
@click.argument("name")
@explained
def path(name: str) -> ExitCode:
    """Print the files and folders of a data set, one a line."""
    from .run_data import path

    return path(name)


@data.command(short_help="Find defects of data.", epilog=exit_codes("a defect of the data"))
@click.argument("names", metavar="NAME|PATH...", nargs=-1, required=True)
@limit("file_limit", "each Dafny file", "60")
@JOBS
@UNSAFE
@TASKS
@click.option("--cache", type=PATH, metavar="DIR", help="Folder to cache expected outputs in; - disables it.")
@OUT
@AS_JSON
@explained
def check(
    names: tuple[str, ...],
    file_limit: float | None,
    jobs: int | None,
    tasks: tuple[str, ...],
    as_json: bool,
    **places: Path | None,
) -> ExitCode:
    """Look for defects of the data themselves: lines that hold no task, valid inputs that break the contract, outputs
    that the canonical solution does not give, specifications that contradict their tests, duplicates, and tests with
    the wrong number of arguments."""
    from .run_data_check import CheckOptions, check_data

    return check_data(names, CheckOptions(file_limit=file_limit, jobs=jobs, tasks=tasks, as_json=as_json, **places))
