"""A process that runs a solver and nothing else starts with little."""

import subprocess
import sys

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.built_in import BUILT_IN
from specassay.backends.solvers.loading import loaded
from specassay.core.errors import InputError

HEAVY = ("specassay.core.ir", "specassay.backends.solvers.registry", "importlib.metadata")


def test_a_worker_imports_its_solver_and_no_language() -> None:
    folder = "specassay.backends.solvers"
    program = f"import sys, {folder}.worker_process, {folder}.one_query; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.startswith(HEAVY)]


def test_the_solver_of_a_name_is_the_registered_one() -> None:
    assert all(loaded(name) is registry.solver(name) for name in BUILT_IN)
    with pytest.raises(InputError, match="no such solver: nothing"):
        loaded("nothing")
