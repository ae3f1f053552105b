"""`specassay data`. What `check` needs loads all that judges, and is imported when it runs."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from ...core.errors import InputError, not_there
from ...frontends.registry import language, suffixes
from ..datasets.benchmark_problem import BenchmarkProblem
from ..datasets.folders import files_of
from ..datasets.sets.adapter import DataSetAdapter
from ..datasets.sets.download import download
from ..datasets.sets.registry import FOLDER_VARIABLE, FoundDataSet, adapter_of, adapters, locate, user_folder
from ..exit_codes import ExitCode
from ..reporting.tables import NOTHING, Table, count, counted, plain_table, show
from ..reporting.text import complain
from .options import JOBS, OUT, TASKS, UNSAFE, cache_option, exit_codes, explained, limit, settings_of

if TYPE_CHECKING:
    from ..cache import Cache
    from ..datasets.tasks import SpecTask
    from ..reporting.findings import ReportedFinding

AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON Lines instead of tables.")


@click.group()
def data() -> None:
    """Data sets by name: list them, get them, say where they are, and check them.

    They are looked for in the folder that SPECASSAY_DATA names, then where `get` puts them.
    """


@data.command("list", short_help="List the known data sets.", epilog=exit_codes(None, keeps_rows=False))
@AS_JSON
@explained
def list_data(as_json: bool) -> ExitCode:
    """The data sets that have a name, and where each is on this machine."""
    rows = []
    for adapter in adapters():
        # A data set that is not there is listed, too: the list says what can be had.
        location = locate(adapter.name)
        names = [] if location is None else [data_set.name for data_set in location.parts]
        files = (
            0 if location is None else sum(_files(source) for data_set in location.parts for source in data_set.places)
        )
        rows.append((adapter, None if location is None else _place(location), names, files))
    if as_json:
        for adapter, folder, names, files in rows:
            about = {"title": adapter.title, "reference": adapter.reference, "address": adapter.address}
            click.echo(json.dumps({"name": adapter.name, "folder": folder, "parts": names, "files": files, **about}))
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


@data.command(short_help="Download a data set, or link one.", epilog=exit_codes(None, keeps_rows=False))
@click.argument("name")
@click.option("--from", "source", metavar="URL|PATH", help="Another address; a local file or folder is linked.")
@click.option("--sha256", metavar="DIGEST", help="Checksum of the file, if it is not the version that specassay knows.")
@explained
def get(name: str, source: str | None, sha256: str | None) -> ExitCode:
    """Download the file of a data set and verify its checksum; link a local file or folder.

    No other command downloads data.
    """
    adapter = adapter_of(name)
    folder = user_folder(name)
    if source is not None and "://" not in source:
        return _link(adapter, Path(source), folder)
    if not adapter.published:
        raise InputError(
            f"{name} is not a single file: clone {adapter.address}, then `specassay data get {name} --from FOLDER`"
        )
    published = adapter.published[0]
    # A mirror of the published file is checked against its checksum; of another file nobody knows one.
    if source is not None and sha256 is None and not source.endswith(published.name):
        raise InputError("give the checksum of this file with --sha256")
    address = source or published.url
    target = folder / (published.name if source is None else Path(urlsplit(source).path).name or published.name)
    download(address, target, sha256 or published.sha256)
    if not adapter.find(folder):
        raise InputError(f"this is not a file of {name}: its name should begin like {published.name}", file=str(target))
    click.echo(f"{target}: {name} {published.version if sha256 is None else ''}".rstrip())
    return ExitCode.DONE


@data.command(short_help="Show where a data set is.", epilog=exit_codes(None, keeps_rows=False))
@click.argument("name")
@explained
def path(name: str) -> ExitCode:
    """Print the files and folders of a data set, one a line."""
    location = locate(name)
    if location is None:
        raise InputError(f"{name} is not on this machine: `specassay data get {name}`")
    for data_set in location.parts:
        for source in data_set.places:
            click.echo(str(source))
    return ExitCode.DONE


@data.command(short_help="List problems, and what there is for each.", epilog=exit_codes(None, keeps_rows=False))
@click.argument("names", metavar="[NAME|PATH]...", nargs=-1)
@AS_JSON
@explained
def problems(names: tuple[str, ...], as_json: bool) -> ExitCode:
    """List the problems of data sets and of your own files, each with its languages and its tests. Without a NAME,
    count them by data set.

    Entries of several data sets for the same problem are joined: the inputs of HumanEval+ judge specifications of
    HumanEval in every language.
    """
    from ..problems.catalogue import everything, problems_of

    found = problems_of(names) if names else everything()
    complain(*found.unread)
    if as_json:
        for problem in found.problems.values():
            click.echo(json.dumps(problem_row(problem)))
    else:
        show([problems_table(found.problems.values()) if names else summary_table(found.problems.values())])
    return ExitCode.BAD_INPUT if found.unread else ExitCode.DONE


@data.command(short_help="Find defects of data.", epilog=exit_codes("a defect of the data"))
@click.argument("names", metavar="NAME|PATH...", nargs=-1, required=True)
@limit("file_limit", "each file of specifications", "60")
@JOBS
@UNSAFE
@TASKS
@cache_option(help="Folder to cache expected outputs in")
@OUT
@AS_JSON
@explained
def check(
    names: tuple[str, ...], tasks: tuple[str, ...], cache: "Cache", out: Path | None, as_json: bool, **options: Any
) -> ExitCode:
    """Look for defects of the data themselves: lines that hold no task, valid inputs that break the contract, outputs
    that the canonical solution does not give, specifications that contradict their tests, duplicates, and tests with
    the wrong number of arguments."""
    from ...core.spec_testing.findings import DATA_DEFECTS
    from ..auditing.data_checks import of_python_tasks, of_specification_files
    from ..auditing.findings import as_row, command_of
    from ..datasets.sets.registry import parts_of
    from ..reporting.findings import ReportedFinding, of_specifications
    from ..reporting.output import progress, row_writer
    from ..reporting.rules import NO_DEFECTS
    from ..runs.parallel import file_reports
    from ..schema import SpecRow
    from .plans import plan_of_parts

    kinds_of_data = DATA_DEFECTS | {"invalid-input", "no-answer", "duplicate-task", "duplicate-input", "not-done"}
    plan = plan_of_parts([data_set for name in names for data_set in parts_of(name)]).only(tasks)
    plan.check()
    complain(*plan.errors)
    python = [task for _, task in plan.contract_tasks]
    specified = [task for _, task in plan.spec_tasks]
    # No wrong outputs are made: only what the tests themselves say counts.
    settings = settings_of(options, mutants=0, made=0)
    findings: list[ReportedFinding] = []
    with (
        row_writer(out, to_stdout=as_json) as write,
        progress(len(python) + len(specified), "check") as step,
    ):

        def add(finding: ReportedFinding) -> None:
            findings.append(finding)
            write(as_row(finding, command_of(finding)))

        for finding in of_python_tasks(python, options["jobs"], cache, step):
            add(finding)
        rows: list[SpecRow] = []
        for file in file_reports(specified, settings):
            step()
            rows += file.rows
            for finding in of_specifications(file.rows):
                if finding.kind in kinds_of_data:
                    add(finding)
        for finding in of_specification_files(specified, rows):
            add(finding)
    if not as_json:
        _show(findings, len(python), specified)
    # What could not be looked at may have defects, too: where nothing else was found, that is no clean bill.
    if plan.errors or any(finding.kind == "not-done" for finding in findings):
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if any(finding.kind not in NO_DEFECTS for finding in findings) else ExitCode.DONE


def _show(findings: "Sequence[ReportedFinding]", python: int, specified: "Sequence[SpecTask]") -> None:
    from ..reporting.details import lines_of_findings
    from ..reporting.text import MOST_CHARACTERS_OF_A_FINDING, tell

    tell(chain.from_iterable(lines_of_findings(findings)), MOST_CHARACTERS_OF_A_FINDING)
    kinds = Counter(finding.kind for finding in findings)
    summary = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items())) or "nothing is wrong"
    click.echo(f"{counted(python, 'Python task')} and {counted(len(specified), 'specification file')}: {summary}.")


def _place(location: FoundDataSet) -> str:
    """The folder that all of a data set is in."""
    return os.path.commonpath([str(source) for data_set in location.parts for source in data_set.places])


def _files(source: Path) -> int:
    if source.is_file():
        return 1
    return sum(1 for suffix in suffixes() for _ in files_of(source, suffix))


def _link(adapter: DataSetAdapter, source: Path, folder: Path) -> ExitCode:
    """A link to a local file or folder, in the place of the data set."""
    if not source.exists():
        raise not_there(source)
    target = folder / source.name if source.is_file() else folder
    previous = target.readlink() if target.is_symlink() else None
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
        if previous is not None:
            target.symlink_to(previous)
        message = f"holds no {adapter.name} ({adapter.title}); files are named as published, see {adapter.address}"
        raise InputError(message, file=str(source))
    click.echo(f"{target}: a link to {source}")
    return ExitCode.DONE


# -- Which problem has what, as rows and tables.

MOST_SHOWN = 200
"""Problems that a table has a line for; `--json` has all."""


def problem_row(problem: BenchmarkProblem) -> dict[str, Any]:
    """A problem as JSON has it."""
    return {
        "problem": problem.name,
        "description": problem.description,
        "function": problem.function,
        "parameters": dict(problem.parameters),
        "result": problem.result,
        "subjects": [
            {
                "dataset": subject.dataset,
                "language": subject.language,
                "file": str(subject.task.file),
                "task_id": subject.task.task_id,
                "method": subject.method or None,
                "has_body": subject.has_body,
            }
            for subject in problem.subjects
        ],
        "tests": [{"from": source.origin, "labels": dict(source.labels)} for source in problem.sources],
    }


def problems_table(problems: Iterable[BenchmarkProblem]) -> Table:
    """A line for each problem."""
    listed = list(problems)
    notes = ["right, wrong, invalid: what tests say of outputs and inputs; `?`: only reading them tells how many."]
    if len(listed) > MOST_SHOWN:
        notes.append(f"{len(listed) - MOST_SHOWN:,} more; --json has all of them.")
    return plain_table(
        counted(len(listed), "problem"),
        ("problem", "languages", "bodies", "tests", "tests from"),
        (
            (
                problem.name,
                _titles(problem.languages),
                _titles(dict.fromkeys(subject.language for subject in problem.subjects if subject.has_body)) or NOTHING,
                _tests(problem) or NOTHING,
                ", ".join(dict.fromkeys(_origins(problem))) or NOTHING,
            )
            for problem in listed[:MOST_SHOWN]
        ),
        notes=tuple(notes),
    )


def summary_table(problems: Iterable[BenchmarkProblem]) -> Table:
    """A line for each data set: how many problems it is about, and what there is for these, wherever it is from."""
    by_dataset: dict[str, Counter[str]] = {}
    for problem in problems:
        named = (*(subject.dataset for subject in problem.subjects), *_origins(problem))
        for dataset in dict.fromkeys(named):
            counts = by_dataset.setdefault(dataset, Counter())
            counts["problems"] += 1
            counts["with tests"] += bool(problem.sources)
            counts["in two languages"] += len(problem.languages) > 1
            counts["with a body"] += any(subject.has_body for subject in problem.subjects)
            counts["described"] += bool(problem.description)
    columns = ("problems", "in two languages", "with tests", "with a body", "described")
    return plain_table(
        "Problems by data set",
        ("data set", *columns),
        ((name, *(count(counts[column]) for column in columns)) for name, counts in by_dataset.items()),
        numeric=set(columns),
        notes=("A problem that several data sets have counts for each, with what all of them have for it.",),
    )


def _origins(problem: BenchmarkProblem) -> Iterable[str]:
    """The data sets that have tests for a problem."""
    return (source.origin.split()[0] for source in problem.sources)


def _titles(names: Iterable[str]) -> str:
    return ", ".join(language(name).title for name in names)


def _tests(problem: BenchmarkProblem) -> str:
    numbers: Counter[str] = Counter()
    unknown: dict[str, None] = {}
    for source in problem.sources:
        for label, number in source.labels.items():
            if number is None:
                unknown[label] = None
            else:
                numbers[label] += number
    return ", ".join(
        f"{'?' if label in unknown else f'{numbers[label]:,}'} {label}"
        for label in ("right", "wrong", "invalid")
        if label in unknown or numbers[label]
    )
