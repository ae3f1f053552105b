"""The rates of a run, computed once: intervals by resampling take their time."""

from collections.abc import Mapping
from typing import TypeVar

from attrs import frozen

from ...core.metrics import Score
from ..schema import PythonStatisticsPart
from . import candidates, dafny_part, python_part
from .candidates import ProgramScores
from .entries import Contents, by_dataset

T = TypeVar("T")


@frozen(slots=True)
class RunRates:
    """By data set, with several of these `all` last: the statistics of contracts, and the rates of specifications by
    name. `programs`: of each file."""

    python: Mapping[str, PythonStatisticsPart]
    dafny: Mapping[str, Mapping[str, Score]]
    programs: tuple[ProgramScores, ...]


def rates_of(contents: Contents) -> RunRates:
    """The rates of all that a report is about."""
    methods = [entry for entry in contents.methods if entry.row.method is not None]
    return RunRates(
        {name: python_part.statistics(entries) for name, entries in by_dataset(contents.python).items()},
        {name: dafny_part.scores(entries) for name, entries in by_dataset(methods).items()},
        tuple(map(candidates.scores_of, contents.programs)),
    )


def overall(found: Mapping[str, T]) -> T | None:
    """Those of all data sets together; None without any."""
    return list(found.values())[-1] if found else None
