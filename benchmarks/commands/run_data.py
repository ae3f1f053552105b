"""What `specassay data list`, `get`, `path` and `check` do."""

import json
import os
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

import click
from attrs import frozen

from ...core.errors import InputError, not_there
from ...core.spec_testing.findings import DATA_DEFECTS
from ..auditing.data_checks import of_dafny_files, of_python_tasks
from ..auditing.findings import as_row, command_of
from ..configuration import DEFAULT
from ..datasets.folders import files_of
from ..datasets.sets.adapter import DataSetAdapter
from ..datasets.sets.download import download
from ..datasets.sets.registry import FOLDER_VARIABLE, FoundDataSet, adapter_of, adapters, locate, parts_of, user_folder
from ..datasets.tasks import DafnyTask
from ..exit_codes import ExitCode
from ..grading.cache import NO_CACHE, Cache, default_folder
from ..grading.command import NOWHERE
from ..reporting.details import lines_of_findings
from ..reporting.findings import ReportedFinding, of_dafny
from ..reporting.output import progress, row_writer
from ..reporting.rules import NO_DEFECTS
from ..reporting.tables import NOTHING, count, counted, plain_table, show
from ..reporting.text import MOST_CHARACTERS_OF_A_FINDING, complain, tell
from ..runs.parallel import file_reports
from ..runs.run import RunSettings
from ..schema import SpecRow
from .options import config
from .plans import plan_of_parts

KINDS_OF_DATA = DATA_DEFECTS | {"invalid-input", "no-answer", "duplicate-task", "duplicate-input", "not-done"}


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
            f"{name} is no single file: clone {adapter.address}, then `specassay data get {name} --from FOLDER`"
        )
    published = adapter.published[0]
    if source is not None and sha256 is None and not source.endswith(published.name):
        raise InputError("give the checksum of this file with --sha256")
    address = source or published.url
    target = folder / (published.name if source is None else Path(urlsplit(source).path).name or published.name)
    download(address, target, sha256 or published.sha256)
    if not adapter.find(folder):
        raise InputError(f"this is no file of {name}: its name should begin like {published.name}", file=str(target))
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


@frozen(slots=True, kw_only=True)
class CheckOptions:
    """The options of the command, as they are given there."""

    file_limit: float | None = DEFAULT.file_limit
    jobs: int | None = None
    tasks: tuple[str, ...] = ()
    cache: Path | None = None
    out: Path | None = None
    as_json: bool = False


def check_data(names: Sequence[str], options: CheckOptions) -> ExitCode:
    """Print what is wrong with data. Raises InputError for what is not there at all."""
    plan = plan_of_parts([part for name in names for part in parts_of(name)]).only(options.tasks)
    plan.check()
    complain(*plan.errors)
    python = [task for _, task in plan.python_tasks]
    dafny = [task for _, task in plan.dafny_tasks]
    cache = NO_CACHE if options.cache == NOWHERE else Cache(options.cache or default_folder())
    found: list[ReportedFinding] = []
    with (
        row_writer(options.out, to_stdout=options.as_json) as write,
        progress(len(python) + len(dafny), "check") as step,
    ):

        def tell(finding: ReportedFinding) -> None:
            found.append(finding)
            write(as_row(finding, command_of(finding)))

        for finding in of_python_tasks(python, options.jobs, cache, step):
            tell(finding)
        rows: list[SpecRow] = []
        for file in file_reports(dafny, _settings(options)):
            step()
            rows += file.rows
            for finding in of_dafny(file.rows):
                if finding.kind in KINDS_OF_DATA:
                    tell(finding)
        for finding in of_dafny_files(dafny, rows):
            tell(finding)
    if not options.as_json:
        _show(found, len(python), dafny)
    # What could not be looked at may have defects, too: where nothing else was found, that is no clean bill.
    if plan.errors or any(finding.kind == "not-done" for finding in found):
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if any(finding.kind not in NO_DEFECTS for finding in found) else ExitCode.DONE


def _settings(options: CheckOptions) -> RunSettings:
    """No wrong outputs are made: only what the tests themselves say counts."""
    return RunSettings(config=config(file_limit=options.file_limit, jobs=options.jobs, mutants=0), made=0)


def _show(found: Sequence[ReportedFinding], python: int, dafny: Sequence[DafnyTask]) -> None:
    tell(chain.from_iterable(lines_of_findings(found)), MOST_CHARACTERS_OF_A_FINDING)
    kinds = Counter(finding.kind for finding in found)
    said = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items())) or "nothing is wrong"
    click.echo(f"{counted(python, 'Python task')} and {counted(len(dafny), 'Dafny file')}: {said}.")
