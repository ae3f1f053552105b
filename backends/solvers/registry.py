"""The solvers by name, imported when asked for. A new one is a module and its name in `built_in.py`, or an entry point
of another package."""

from collections.abc import Iterable
from importlib import import_module

from ...core.errors import InputError
from ...core.plugins import load
from .built_in import BUILT_IN
from .choices import added, names
from .driver import Solver
from .session import TextBackend


def solver(name: str) -> Solver:
    """The solver of this name. Raises InputError for a name that is not registered, or a plug-in that does not load."""
    if name in BUILT_IN:
        solver_loaded: Solver = import_module(f".{name}", __package__).SOLVER
        return solver_loaded
    if name not in added():
        raise InputError(f"no such solver: {name} (there are {', '.join(names())})")
    loaded: Solver = load("solvers", name)
    return loaded


def get(name: str) -> TextBackend:
    """The backend of this name, in process. Raises InputError as `solver` does."""
    return TextBackend(solver(name))


def in_order(chosen: Iterable[str]) -> tuple[str, ...]:
    """Solvers in the order in which a portfolio asks them: those that declare fewer theories first. What they decide
    they decide fast, and what they do not is not sent to them. Equals stay in their order: z3 before cvc5."""
    return tuple(sorted(chosen, key=lambda name: len(solver(name).theories)))
