"""specassay tests contracts in Python and specifications in Dafny and Verus.

It answers two questions about them: which inputs break a contract, clause by clause, and which wrong outputs
a specification lets through.

    >>> import specassay
    >>> tasks = specassay.load("sample.py")                     # Tasks(items, problems)
    >>> report = specassay.find_violations(tasks.items[0])      # a Report
    >>> [(row.violates, row.verdict, row.arguments) for row in report.rows]
    >>> pandas.DataFrame(report.rows)                           # a column for each field
    >>> scores = specassay.score("largest.dfy")                 # a MethodScore for each method, as rows
    >>> [(each.method, each.completeness.value) for each in scores]
    >>> earned = specassay.reward(tasks.items[0], "def half(n): ...")
    >>> float(earned)                                           # in [0, 1]

The names below are the whole public API:

- `load(path)`: the tasks of a file or folder, a `ContractTask` or `SpecTask` each, and what could not be read.
- `find_violations(task)`: the contract-violating tests of a Python task, as a `Report` with a row for each set of
  clauses.
- `score(path)`: the scores of the specifications in a Dafny, Verus or Python file, a `MethodScore` each.
- `reward(task, code)`: how well a program does its job and refuses the rest, as a `Reward`, which is a number; its
  parts count as `Weights` say, and programs run as `Settings` say. `rewards(pairs)`: the same for many programs.
- `spec_reward(file, tests)`: how correct and complete a candidate specification is on given tests, as a
  `SpecReward`, which is a number; its parts count as `SpecWeights` say, and it may take what `SpecLimits` say.
  `spec_rewards(pairs)`: the same for many. `read_spec_tests(source)`: `SpecTests`, to be used for many candidates.
- `prompts_for(tasks, strategy)`: a `Prompt` for each task. `program_problems(dataset)` and
  `specification_problems(source)`: a `RewardProblem` each, a prompt with what judges the answers to it.
- `parse_file(path)`: the intermediate representation of a file, a `Program` of `Contract` and `Specification`.
- `read_report(*paths)`: the report of run folders and files of rows, a `RunReport`, with `records` and data frames.
- `strategies.valid(function)`, `strategies.violating(function, clauses)`: Hypothesis strategies of the arguments that
  satisfy the contract of a function, or violate exactly some of its clauses (`pip install 'specassay[strategies]'`).
- `Config`: limits and choices; `read_config()` has those of `[tool.specassay]` in the nearest pyproject.toml.

Rows have attributes and are mappings, too: `row.violates`, `row["violates"]`, `row.to_dict()`. Paths are text or
`pathlib.Path`. What is raised on purpose is a `SpecassayError`: `InputError` (`ParseError` among them) for input that
cannot be used, an option that does not exist among it, with the nearest name; `SolverFailure` for a tool that broke.
Importing this package loads no solver: each name is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .benchmarks.adapters.problems import RewardProblem, program_problems, specification_problems
    from .benchmarks.configuration import Config, read_config
    from .benchmarks.datasets.registry import Tasks, load
    from .benchmarks.datasets.tasks import ContractTask, SpecTask
    from .benchmarks.grading.grade import Settings
    from .benchmarks.grading.rewards import Reward, Weights, reward, rewards
    from .benchmarks.prompting.command import prompts_for
    from .benchmarks.prompting.rendering import Prompt
    from .benchmarks.rewards.specifications import SpecLimits, SpecReward, SpecWeights, spec_reward, spec_rewards
    from .benchmarks.rewards.tests import SpecTests, read_spec_tests
    from .benchmarks.run_report.document import RunReport, read_report
    from .benchmarks.runs import strategies as strategies
    from .benchmarks.runs.library import find_violations, score
    from .benchmarks.runs.task_report import Report
    from .core.errors import InputError, ParseError, SolverFailure, SpecassayError
    from .core.ir.contracts import Contract, Program, Specification
    from .core.spec_testing.score import MethodScore
    from .frontends.registry import parse_file

    __version__: str

_MODULES = {
    "specification_problems": ".benchmarks.adapters.problems",
    "prompts_for": ".benchmarks.prompting.command",
    "program_problems": ".benchmarks.adapters.problems",
    "Settings": ".benchmarks.grading.grade",
    "RewardProblem": ".benchmarks.adapters.problems",
    "Prompt": ".benchmarks.prompting.rendering",
    "Config": ".benchmarks.configuration",
    "Contract": ".core.ir.contracts",
    "SpecTask": ".benchmarks.datasets.tasks",
    "InputError": ".core.errors",
    "MethodScore": ".core.spec_testing.score",
    "ParseError": ".core.errors",
    "Program": ".core.ir.contracts",
    "ContractTask": ".benchmarks.datasets.tasks",
    "Reward": ".benchmarks.grading.rewards",
    "RunReport": ".benchmarks.run_report.document",
    "SolverFailure": ".core.errors",
    "SpecLimits": ".benchmarks.rewards.specifications",
    "SpecReward": ".benchmarks.rewards.specifications",
    "SpecTests": ".benchmarks.rewards.tests",
    "SpecWeights": ".benchmarks.rewards.specifications",
    "SpecassayError": ".core.errors",
    "Specification": ".core.ir.contracts",
    "Report": ".benchmarks.runs.task_report",
    "Tasks": ".benchmarks.datasets.registry",
    "Weights": ".benchmarks.grading.rewards",
    "find_violations": ".benchmarks.runs.library",
    "load": ".benchmarks.datasets.registry",
    "parse_file": ".frontends.registry",
    "read_config": ".benchmarks.configuration",
    "read_report": ".benchmarks.run_report.document",
    "read_spec_tests": ".benchmarks.rewards.tests",
    "reward": ".benchmarks.grading.rewards",
    "rewards": ".benchmarks.grading.rewards",
    "score": ".benchmarks.runs.library",
    "spec_reward": ".benchmarks.rewards.specifications",
    "spec_rewards": ".benchmarks.rewards.specifications",
}

__all__ = [
    "Config",
    "Contract",
    "ContractTask",
    "InputError",
    "MethodScore",
    "ParseError",
    "Program",
    "Prompt",
    "Report",
    "Reward",
    "RewardProblem",
    "RunReport",
    "Settings",
    "SolverFailure",
    "SpecLimits",
    "SpecReward",
    "SpecTask",
    "SpecTests",
    "SpecWeights",
    "SpecassayError",
    "Specification",
    "Tasks",
    "Weights",
    "__version__",
    "find_violations",
    "load",
    "parse_file",
    "program_problems",
    "prompts_for",
    "read_config",
    "read_report",
    "read_spec_tests",
    "reward",
    "rewards",
    "score",
    "spec_reward",
    "spec_rewards",
    "specification_problems",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used (PEP 562)."""
    if name == "__version__":
        from importlib.metadata import version

        return version("specassay")
    if name == "strategies":  # An extra: no name that `import *` has to find.
        return import_module(".benchmarks.runs.strategies", __name__)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
