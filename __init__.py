"""specassay tests contracts in Python and specifications in Dafny.

It answers two questions about them: which inputs break a contract, clause by clause, and which wrong outputs
a specification lets through. The names below are the public API; importing the package loads none of them.

`read(path)`: the tasks of a file or folder, a `PythonTask` or `DafnyTask` each. `synthesise(task, solver)`:
the contract-violating tests of a Python task, as a `TaskReport`. `score_file(path)`: the scores of the
specifications of a Dafny file, one row a method. `reward(task, code)`: how well a program does its job and
refuses the rest, as a `RewardBreakdown`; `rewards` for many. `parse_file(path)`: the intermediate representation of a
file, a `Program`. What they raise on purpose is a `SpecassayError`: `InputError` (`ParseError` among them)
for input that cannot be used, `SolverFailure` for a tool that broke.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .benchmarks.datasets.registry import read
    from .benchmarks.datasets.tasks import DafnyTask, PythonTask
    from .benchmarks.grading.rewards import RewardBreakdown, Weights, reward, rewards
    from .benchmarks.runs.cvt import TaskReport, synthesise
    from .core.errors import InputError, ParseError, SolverFailure, SpecassayError
    from .core.ir.contracts import Contract, Program, Specification
    from .dafny_harness.run import score_file
    from .frontends.registry import parse_file

    __version__: str

__all__ = [
    "Contract",
    "DafnyTask",
    "InputError",
    "ParseError",
    "Program",
    "PythonTask",
    "RewardBreakdown",
    "SolverFailure",
    "SpecassayError",
    "Specification",
    "TaskReport",
    "Weights",
    "__version__",
    "parse_file",
    "read",
    "reward",
    "rewards",
    "score_file",
    "synthesise",
]

_MODULES = {
    "Contract": ".core.ir.contracts",
    "DafnyTask": ".benchmarks.datasets.tasks",
    "InputError": ".core.errors",
    "ParseError": ".core.errors",
    "Program": ".core.ir.contracts",
    "PythonTask": ".benchmarks.datasets.tasks",
    "RewardBreakdown": ".benchmarks.grading.rewards",
    "SolverFailure": ".core.errors",
    "SpecassayError": ".core.errors",
    "Specification": ".core.ir.contracts",
    "TaskReport": ".benchmarks.runs.cvt",
    "Weights": ".benchmarks.grading.rewards",
    "parse_file": ".frontends.registry",
    "read": ".benchmarks.datasets.registry",
    "reward": ".benchmarks.grading.rewards",
    "rewards": ".benchmarks.grading.rewards",
    "score_file": ".dafny_harness.run",
    "synthesise": ".benchmarks.runs.cvt",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used (PEP 562)."""
    if name == "__version__":
        from importlib.metadata import version

        return version("specassay")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
