"""What `specassay bench` is asked to run over: the bundled suite, data sets, files and folders."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from ..datasets import bundled as suite
from ..datasets.python_project import FOUND, Project
from ..datasets.sets.adapter import DataSetPart
from ..datasets.sets.registry import parts_of
from ..datasets.tasks import DafnyTask, PythonTask
from ..reporting.expectations import mismatches
from ..runs.run import gather
from .plans import Plan

SUITE = "suite"

V = TypeVar("V")


def plan_of_suite() -> Plan:
    """The bundled suite, compared with its expected verdicts."""
    data, expected = suite.data(), suite.expected()
    return Plan(
        title="specassay bench: the bundled suite",
        sources={SUITE: (suite.folder(),)},
        python={SUITE: gather(data.python, PythonTask)},
        dafny={SUITE: gather(data.dafny, DafnyTask)},
        feasible=data.feasible,
        mismatches={SUITE: lambda report: mismatches(report, expected)},
    )


def plan_of_data(names: Sequence[str], project: Project = FOUND) -> Plan:
    """What data sets, files and folders hold (`parts_of`), and the bundled suite, which no name at all means, too.
    `project`: where Python code is imported from, as far as a user says so. Raises InputError."""
    plans: list[Plan] = []
    taken: set[str] = set()
    for name in names or [SUITE]:
        plan = _renamed(plan_of_suite() if name == SUITE else plan_of_parts(parts_of(name), project), taken)
        taken |= plan.columns
        plans.append(plan)
    if not names:
        return plans[0]
    return Plan(
        title=f"specassay bench --data {' --data '.join(names)}",
        sources=_united(plan.sources for plan in plans),
        python=_united(plan.python for plan in plans),
        dafny=_united(plan.dafny for plan in plans),
        feasible=_united(plan.feasible for plan in plans),
        mismatches=_united(plan.mismatches for plan in plans),
    )


def names_of_data(names: Sequence[str]) -> list[str]:
    """What was asked for, so that it means the same elsewhere: paths are absolute."""
    return [str(Path(name).absolute()) if Path(name).exists() else name for name in names or [SUITE]]


def _united(parts: Iterable[Mapping[str, V]]) -> dict[str, V]:
    return {name: value for part in parts for name, value in part.items()}


def _renamed(plan: Plan, taken: Collection[str]) -> Plan:
    """The plan with other names for columns that others have."""
    names: dict[str, str] = {}
    for name in sorted(plan.columns):
        number, free = 2, name
        while free in taken or free in names.values():
            free, number = f"{name}-{number}", number + 1
        names[name] = free
    return evolve(
        plan,
        sources={names[name]: paths for name, paths in plan.sources.items()},
        python={names[name]: gathered for name, gathered in plan.python.items()},
        dafny={names[name]: gathered for name, gathered in plan.dafny.items()},
        mismatches={names[name]: each for name, each in plan.mismatches.items()},
    )


def plan_of_parts(parts: Sequence[DataSetPart], project: Project = FOUND) -> Plan:
    """The tasks of data sets. Parts whose tests expect wrong outputs are for `specassay audit` only."""
    used = [part for part in parts if not part.wrong_tests]
    return Plan(
        sources={part.name: part.sources if part.root is None else (part.root,) for part in used},
        python={part.name: gather(part.python, PythonTask, project) for part in used if part.python},
        dafny={part.name: gather(part.dafny, DafnyTask) for part in used if part.dafny},
        feasible=_united(part.feasible for part in used),
    )
