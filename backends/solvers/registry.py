"""The solvers by name, imported when asked for. A new one is a module and its name in `choices.py`, or an entry point
of another package."""

from importlib import import_module

from ...core.errors import InputError
from .choices import BUILT_IN, names, plugins
from .driver import Solver
from .session import TextBackend

__all__ = ["get", "names", "solver"]


def solver(name: str) -> Solver:
    """The solver of this name. Raises InputError for a name that is not registered, or a plug-in that does not load."""
    if name in BUILT_IN:
        found: Solver = import_module(f".{name}", __package__).SOLVER
        return found
    point = plugins().get(name)
    if point is None:
        raise InputError(f"no such solver: {name} (there are {', '.join(names())})")
    try:
        loaded: Solver = point.load()
    except (ImportError, AttributeError) as error:
        raise InputError(f"the solver {name} ({point.value}) does not load: {error}") from error
    return loaded


def get(name: str) -> TextBackend:
    """The backend of this name, in process. Raises InputError as `solver` does."""
    return TextBackend(solver(name))
