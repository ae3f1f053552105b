"""What `specassay data list`, `get` and `path` do. What `check` does loads all that judges, and stands by itself."""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

import click

from ...core.errors import InputError, not_there
from ..datasets.folders import files_of
from ..datasets.sets.adapter import DataSetAdapter
from ..datasets.sets.download import download
from ..datasets.sets.registry import FOLDER_VARIABLE, FoundDataSet, adapter_of, adapters, locate, user_folder
from ..exit_codes import ExitCode
from ..reporting.tables import NOTHING, count, plain_table, show


def list_data(*, as_json: bool) -> ExitCode:
    """Print every data set that has a name, and where it is."""
    rows = []
    for adapter in adapters():
        found = locate(adapter.name)
        parts = [] if found is None else [part.name for part in found.parts]
        files = 0 if found is None else sum(_files(source) for part in found.parts for source in part.sources)
        rows.append((adapter, None if found is None else _place(found), parts, files))
    if as_json:
        for adapter, folder, parts, files in rows:
            about = {"title": adapter.title, "reference": adapter.reference, "address": adapter.address}
            click.echo(json.dumps({"name": adapter.name, "folder": folder, "parts": parts, "files": files, **about}))
        return ExitCode.DONE
    table = plain_table(
        "Data sets",
        ("name", "files", "where", "what it is"),
        (
            (adapter.name, count(files) if files else NOTHING, folder or "not here", adapter.title)
            for adapter, folder, _, files in rows
        ),
        numeric={"files"},
        notes=(f"Looked for in ${FOLDER_VARIABLE}, then where `specassay data get NAME` puts them.",),
    )
    show([table])
    return ExitCode.DONE


def _place(found: FoundDataSet) -> str:
    """The folder that all of a data set is in."""
    return os.path.commonpath([str(source) for part in found.parts for source in part.sources])


def _files(source: Path) -> int:
    if source.is_file():
        return 1
    return sum(1 for suffix in (".py", ".dfy") for _ in files_of(source, suffix))


def get(name: str, source: str | None, sha256: str | None) -> ExitCode:
    """Download a data set, or link a local one. Raises InputError and SolverFailure."""
    adapter = adapter_of(name)
    folder = user_folder(name)
    if source is not None and "://" not in source:
        return _link(adapter, Path(source), folder)
    if not adapter.published:
        raise InputError(
            f"{name} is not a single file: clone {adapter.address}, then `specassay data get {name} --from FOLDER`"
        )
    published = adapter.published[0]
    if source is not None and sha256 is None and not source.endswith(published.name):
        raise InputError("give the checksum of this file with --sha256")
    address = source or published.url
    target = folder / (published.name if source is None else Path(urlsplit(source).path).name or published.name)
    download(address, target, sha256 or published.sha256)
    if not adapter.find(folder):
        raise InputError(f"this is not a file of {name}: its name should begin like {published.name}", file=str(target))
    click.echo(f"{target}: {name} {published.version if sha256 is None else ''}".rstrip())
    return ExitCode.DONE


def _link(adapter: DataSetAdapter, source: Path, folder: Path) -> ExitCode:
    """A link to a local file or folder, in the place of the data set."""
    if not source.exists():
        raise not_there(source)
    target = folder / source.name if source.is_file() else folder
    before = target.readlink() if target.is_symlink() else None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_symlink():
            target.unlink()
        target.symlink_to(source.absolute())
    except OSError as error:
        raise InputError(f"cannot be linked: {error.strerror or error}", file=str(target)) from error
    if not adapter.find(folder):
        # Only in its place can it be seen whether it is the data set. Where it is not, the link that was there stays.
        target.unlink()
        if before is not None:
            target.symlink_to(before)
        message = f"holds no {adapter.name} ({adapter.title}); files are named as published, see {adapter.address}"
        raise InputError(message, file=str(source))
    click.echo(f"{target}: a link to {source}")
    return ExitCode.DONE


def path(name: str) -> ExitCode:
    """Print where a data set is. Raises InputError where it is not on this machine."""
    found = locate(name)
    if found is None:
        raise InputError(f"{name} is not on this machine: `specassay data get {name}`")
    for part in found.parts:
        for source in part.sources:
            click.echo(str(source))
    return ExitCode.DONE
