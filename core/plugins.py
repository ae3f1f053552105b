"""What other packages add, found by the entry points that their metadata declare (the packaging user guide, "Entry
points"). Looking for names imports nothing of them, so that `--help` and a choice stay light.

    [project.entry-points."specassay.datasets"]
    orders = "my_package.orders:READER"
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from .errors import InputError

Group = Literal["solvers", "datasets", "operators", "frontends"]
"""What can be added: a solver (`backends/solvers/driver.py`), a reader (`benchmarks/datasets/registry.py`), a set of
mutation operators (`core/spec_testing/operators/model.py`), a front end (`frontends/registry.py`)."""


@cache
def plugins(group: Group) -> Mapping[str, EntryPoint]:
    """What other packages add to a group, by name, in the order of names."""
    found = {point.name: point for point in entry_points(group=f"specassay.{group}")}
    return {name: found[name] for name in sorted(found)}


def load(group: Group, name: str) -> Any:
    """The object that another package adds under this name; the caller knows its type.

    Raises InputError when its module does not import, for whatever reason, or has no such object.
    """
    point = plugins(group)[name]
    try:
        return point.load()
    except Exception as error:
        package = "another package" if point.dist is None else f"the package {point.dist.name}"
        raise InputError(
            f"{name} of specassay.{group}, which {package} adds ({point.value}), does not load: {error}"
        ) from error
