"""What `specassay bench` is asked to run over: the bundled suite, data sets, files and folders."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from ...core.errors import InputError
from ..datasets import bundled as suite
from ..datasets.folders import files_of
from ..datasets.registry import discover
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


def plan_of_data(names: Sequence[str]) -> Plan:
    """What files and folders hold, and the bundled suite, which is called `suite` and is meant by no name at all.
    Raises InputError."""
    plans: list[Plan] = []
    taken: set[str] = set()
    for name in names or [SUITE]:
        plan = _renamed(plan_of_suite() if name == SUITE else plan_of_path(Path(name)), taken)
        taken |= plan.columns
        plans.append(plan)
    if len(plans) == 1:
        return plans[0]
    return Plan(
        title=f"specassay bench --data {' --data '.join(names)}",
        sources=_united(plan.sources for plan in plans),
        python=_united(plan.python for plan in plans),
        dafny=_united(plan.dafny for plan in plans),
        feasible=_united(plan.feasible for plan in plans),
        mismatches=_united(plan.mismatches for plan in plans),
    )


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


def plan_of_path(path: Path) -> Plan:
    """What a file or folder holds: data sets in a folder as `datasets.discover` knows it, else functions in Python and
    files in Dafny. Raises InputError when that is nothing."""
    title = f"specassay bench --data {path}"
    if path.is_dir():
        try:
            data = discover(path)
        except InputError:
            if not any(next(files_of(path, suffix), None) for suffix in (".py", ".dfy")):
                raise
        else:
            return Plan(
                title=title,
                sources={_name(each): (each,) for each in (*data.python, *data.dafny)},
                python={_name(each): gather([each], PythonTask) for each in data.python},
                dafny={_name(each): gather([each], DafnyTask) for each in data.dafny},
                feasible=data.feasible,
            )
    name = _name(path.absolute())
    in_dafny = path.suffix == ".dfy" or (path.is_dir() and next(files_of(path, ".dfy"), None) is not None)
    in_python = path.suffix != ".dfy" if path.is_file() else next(files_of(path, ".py"), None) is not None
    files = files_of(path, ".py") if in_dafny and in_python else [path]
    return Plan(
        title=title,
        sources={name: (path,)},
        python={name: gather(files, PythonTask)} if in_python or not in_dafny else {},
        dafny={name: gather([path], DafnyTask)} if in_dafny else {},
    )


def _name(path: Path) -> str:
    if path.is_file():
        return path.name.split(".")[0]
    return path.parent.name if path.name == "test" else path.name
