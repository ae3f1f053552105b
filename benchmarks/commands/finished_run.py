"""The results of a run that `bench` made, from its folder: nothing is computed again.

The store has rows, and not what they are about: the data are read once more, where the run had them, and a result
counts for the task that it was computed from, which its digest says.
"""

from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ...core.errors import InputError
from ..build import build
from ..configuration import Config
from ..reporting.results import Results
from ..runs.run import RunSettings, project_of
from ..schema import ProvenanceRow
from ..store import FILE, StoredRun, open_run
from .bench_work import known_reports, planned_tasks
from .data_plans import plan_of_data
from .plans import Plan, narrowed, run

_NO_LIMITS = ("data", "questions", "tasks", "k", "reject", "cluster", "solver", "engine")
"""Options that are no fields of `Config`."""


@frozen(slots=True)
class FinishedRun:
    """`undone`: how many of its tasks have no result that is theirs."""

    results: Results
    sessions: tuple[ProvenanceRow, ...]
    undone: int


def is_run(folder: Path) -> bool:
    """Whether a run is in a folder."""
    return (folder / FILE).is_file()


def results_of_run(folder: Path) -> FinishedRun:
    """What the run in a folder has found about contracts and specifications. Raises InputError for a store that is
    damaged, a run of another specassay, and data that are not there any more."""
    with open_run(folder) as stored:
        sessions = tuple(stored.used_sessions())
        if not sessions:
            raise InputError("the run has not begun", file=str(folder))
        last = sessions[-1]
        if last.versions.get("build") != build():
            raise InputError(
                "the run was made by another version of specassay; `specassay bench --resume` repeats what this "
                "version may decide otherwise", file=str(folder),
            )  # fmt: skip
        settings = _settings_of(last, folder)
        options = last.options
        plan = plan_of_data(options["data"], project_of(settings.config)).only(options["tasks"])
        asked = options["questions"]
        plan = evolve(
            plan, python=plan.python if "cvt" in asked else {}, dafny=plan.dafny if "spec" in asked else {}
        )
        return _finished(stored, plan, settings, sessions)


def _finished(
    stored: StoredRun, plan: Plan, settings: RunSettings, sessions: tuple[ProvenanceRow, ...]
) -> FinishedRun:
    results = {result.task: result for result in stored.results()}
    known = known_reports(plan, planned_tasks(plan, settings), results)
    # Only what is known, so that nothing is left to compute.
    first = len(plan.python_tasks)
    python = {id(plan.python_tasks[place][1]) for place in known if place < first}
    dafny = {id(plan.dafny_tasks[place - first][1]) for place in known if place >= first}
    remaining = evolve(
        plan,
        python={name: narrowed(gathered, python) for name, gathered in plan.python.items()},
        dafny={name: narrowed(gathered, dafny) for name, gathered in plan.dafny.items()},
    )
    in_order = dict(enumerate(known[place] for place in sorted(known)))
    found = run(remaining, settings, known=in_order)
    return FinishedRun(found, sessions, plan.size - len(known))


def _settings_of(session: ProvenanceRow, folder: Path) -> RunSettings:
    """How the tasks of a session were worked on. Raises InputError."""
    options = session.options
    try:
        limits: dict[str, Any] = {name: value for name, value in options.items() if name not in _NO_LIMITS}
        config = Config(**limits | {"seed": session.seed})
        return RunSettings(solver=options["solver"], engine=options["engine"], config=config)
    except (KeyError, TypeError) as error:
        raise InputError(f"the options of the run cannot be read: {error}", file=str(folder / FILE)) from error

