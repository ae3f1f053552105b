"""The solver of a name in a process that runs nothing else.

It imports the module of that solver and none of the languages that it is asked in: of the quarter of a second of
processor time that such a process took to start, these took more than half.
"""

from importlib import import_module

from .built_in import BUILT_IN
from .driver import Solver


def loaded(name: str) -> Solver:
    """The solver of this name. Raises what `registry.solver` raises."""
    # The registry looks through the metadata of all packages, for solvers that others add.
    module = import_module(f".{name if name in BUILT_IN else 'registry'}", __package__)
    found: Solver = module.SOLVER if name in BUILT_IN else module.solver(name)
    return found
