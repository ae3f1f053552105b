"""What `specassay diff` does."""

from collections.abc import Sequence
from pathlib import Path

import click

from ...core.errors import InputError
from ..exit_codes import ExitCode
from ..reporting.run_changes import CHANGE_KINDS, ChangeKind, RunChange, changes, origins
from ..reporting.tables import counted
from ..reporting.text import MOST_CHARACTERS, tell
from ..schema import ChangePart, DiffRow, OriginPart, ProvenanceRow, line_of, part_of
from ..store import StoredRun, open_run

TITLES: dict[ChangeKind, str] = {
    "regression": "Regressions",
    "improvement": "Improvements",
    "change": "Other changes",
    "new": "New",
    "gone": "Gone",
}
MOST_PRINTED = 20
"""Changes of a kind that are printed, unless all are asked for. All regressions are."""


def diff(before: Path, after: Path, *, every: bool, as_json: bool) -> ExitCode:
    """Print what changed from one run to the other. Raises InputError."""
    with open_run(before) as first, open_run(after) as second:
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


def _last(run: StoredRun) -> ProvenanceRow:
    sessions = run.sessions()
    if not sessions:
        raise InputError("the run has not begun", file=str(run.folder))
    return sessions[-1]


def _print_json(from_where: Sequence[RunChange], found: Sequence[RunChange], undone: Sequence[int]) -> None:
    def of(kind: ChangeKind) -> list[ChangePart]:
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


def _print(from_where: Sequence[RunChange], found: Sequence[RunChange], *, every: bool) -> None:
    for kind in CHANGE_KINDS:
        mine = [change for change in found if change.kind == kind]
        if not mine:
            continue
        click.echo(f"{TITLES[kind]}: {len(mine):,}")
        shown = mine if every or kind == "regression" else mine[:MOST_PRINTED]
        tell((f"  {_line(change)}" for change in shown), MOST_CHARACTERS)
        if len(mine) > len(shown):
            click.echo(f"  {len(mine) - len(shown):,} more; --all shows them")
    if from_where:
        click.echo("The runs differ in:")
        facts = (f"  {each.subject}: {_value(each.before)} → {_value(each.after)}" for each in from_where)
        tell(facts, MOST_CHARACTERS)
    if not found:
        click.echo("No verdict changed.")


def _value(value: str | None) -> str:
    """What a run was made with: a version, which there is none of where it was not installed, or an option."""
    return "none" if value is None else value


def _line(change: RunChange) -> str:
    about = " ".join(filter(None, (change.question, change.dataset, change.subject, change.item)))
    witness = f": {change.witness}" if change.witness else ""
    match change.kind:
        case "new":
            return f"{about}: {change.after}{witness}"
        case "gone":
            return f"{about}: was {change.before}{witness}"
    return f"{about}: {change.before} → {change.after}{witness}"
