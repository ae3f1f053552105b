"""`specassay diff`. It loads what it needs when it runs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..exit_codes import ExitCode
from .options import PATH, UNSAFE, exit_codes, explained

if TYPE_CHECKING:
    from ..reporting.run_changes import ChangeKind, RunChange
    from ..schema import ChangePart, ProvenanceRow
    from ..store import StoredRun

RUN = "run.sqlite"
"""What a folder of a run holds: `store.FILE`, which is not imported before it is known that a run is meant."""
TITLES: "dict[ChangeKind, str]" = {
    "regression": "Regressions",
    "improvement": "Improvements",
    "change": "Other changes",
    "new": "New",
    "gone": "Gone",
}
MOST_PRINTED = 20
"""Changes of a kind that are printed, unless all are asked for. All regressions are."""


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

    Of .dfy, .rs and .py files, or folders of such, each contract or specification is compared with what it was
    (`specassay compare`): one that is weaker now is a finding, with the value that it lets through.
    """
    from ...core.errors import InputError, not_there
    from ...frontends.registry import suffixes

    for path in (before, after):
        if not path.exists():
            raise not_there(path)
    if _are_sources(before, after, suffixes()):
        from ..comparing.sources import compare_versions

        return compare_versions(before, after, as_json=as_json)
    for path in (before, after):
        # The two are of different kinds, or neither is what can be compared.
        if not path.is_dir():
            raise InputError("a file, and the other is a folder; compare two files or two folders", file=str(path))
        if not (path / RUN).exists():
            named = f"a folder without {RUN}, so not a run, and without {' or '.join(suffixes())} files"
            raise InputError(named, file=str(path))
    return _diff_runs(before, after, every=every, as_json=as_json)


def _are_sources(before: Path, after: Path, suffixes: Sequence[str]) -> bool:
    """Whether the two are files, or folders of files, and no runs."""
    return all(path.is_file() for path in (before, after)) or all(
        path.is_dir() and not (path / RUN).exists() and any(any(path.rglob(f"*{suffix}")) for suffix in suffixes)
        for path in (before, after)
    )


def _diff_runs(before: Path, after: Path, *, every: bool, as_json: bool) -> ExitCode:
    """Print what changed from one run to the other. Raises InputError."""
    from ..reporting.run_changes import changes, origins
    from ..reporting.tables import counted
    from ..store import open_run

    with open_run(before) as first, open_run(after) as second:
        # A task without a result yet is neither gone nor worse.
        undone = [len(run.pending()) for run in (first, second)]
        from_where = origins(_last(first), _last(second))
        found = changes(first, second)
    if as_json:
        _print_json(from_where, found, undone)
    else:
        for path, number in zip((before, after), undone, strict=True):
            if number:
                click.echo(f"{path}: {counted(number, 'task')} without a result yet", err=True)
        _print(from_where, found, every=every)
    return ExitCode.FINDINGS if any(change.kind == "regression" for change in found) else ExitCode.DONE


def _last(run: "StoredRun") -> "ProvenanceRow":
    from ...core.errors import InputError

    sessions = run.sessions()
    if not sessions:
        raise InputError("the run has not begun", file=str(run.folder))
    return sessions[-1]


def _print_json(from_where: "Sequence[RunChange]", found: "Sequence[RunChange]", undone: Sequence[int]) -> None:
    from ..schema import ChangePart, DiffRow, OriginPart, line_of, part_of

    def of(kind: "ChangeKind") -> "list[ChangePart]":
        return [part_of(ChangePart, change) for change in found if change.kind == kind]

    row = DiffRow(
        not_done=list(undone),
        origin=[OriginPart(name=each.subject, before=each.before, after=each.after) for each in from_where],
        regression=of("regression"),
        improvement=of("improvement"),
        change=of("change"),
        new=of("new"),
        gone=of("gone"),
    )
    click.echo(line_of(row), nl=False)


def _print(from_where: "Sequence[RunChange]", changes: "Sequence[RunChange]", *, every: bool) -> None:
    from ..reporting.run_changes import CHANGE_KINDS
    from ..reporting.text import MOST_CHARACTERS, tell

    for kind in CHANGE_KINDS:
        mine = [change for change in changes if change.kind == kind]
        if not mine:
            continue
        click.echo(f"{TITLES[kind]}: {len(mine):,}")
        printed = mine if every or kind == "regression" else mine[:MOST_PRINTED]
        tell((f"  {_line(change)}" for change in printed), MOST_CHARACTERS)
        if len(mine) > len(printed):
            click.echo(f"  {len(mine) - len(printed):,} more; --all shows them")
    if from_where:
        click.echo("The runs differ in:")
        facts = (f"  {fact.subject}: {_value(fact.before)} → {_value(fact.after)}" for fact in from_where)
        tell(facts, MOST_CHARACTERS)
    if not changes:
        click.echo("No verdict changed.")


def _value(value: str | None) -> str:
    """What a run was made with: a version, which there is none of where it was not installed, or an option."""
    return "none" if value is None else value


def _line(change: "RunChange") -> str:
    about = " ".join(filter(None, (change.question, change.dataset, change.subject, change.item)))
    witness = f": {change.witness}" if change.witness else ""
    match change.kind:
        case "new":
            return f"{about}: {change.after}{witness}"
        case "gone":
            return f"{about}: was {change.before}{witness}"
    return f"{about}: {change.before} → {change.after}{witness}"
