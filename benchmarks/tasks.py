"""The tasks that data sets consist of, whatever file they come from."""

import ast
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from .replay import ReplayTask


@frozen(slots=True)
class Parameter:
    """A parameter of a Python function; `hint` and `default` are source text."""

    name: str
    hint: str | None = None
    default: str | None = None


@frozen(slots=True, kw_only=True)
class PythonTask:
    """A Python function with a contract.

    `contract_text` is a block of statements, as written; its first line is line `contract_line` of `file`
    when that is Python source. `preamble` followed by `solution` is a module that defines `entry_point`
    without its contract. `base_input` and `plus_input` are valid inputs as the file has them, without any
    conversion: one list of arguments each. `atol` is the absolute tolerance with which outputs are compared.
    `line` is where the task is in `file`.
    """

    task_id: str
    entry_point: str
    parameters: tuple[Parameter, ...]
    contract_text: str
    solution: str
    file: str
    line: int
    preamble: str = ""
    prompt: str = ""
    contract_line: int = 1
    atol: float = 0.0
    base_input: tuple[Any, ...] = field(default=(), repr=False)
    plus_input: tuple[Any, ...] = field(default=(), repr=False)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def hints(self) -> tuple[str | None, ...]:
        return tuple(parameter.hint for parameter in self.parameters)

    @property
    def replay_task(self) -> ReplayTask:
        """What the replayer needs to know of the task."""
        return ReplayTask(
            task_id=self.task_id,
            parameters=self.parameter_names,
            contract_text=self.contract_text,
            preamble=self.preamble,
            solution=self.solution,
            entry_point=self.entry_point,
        )


@frozen(slots=True, kw_only=True)
class DafnyTask:
    """A Dafny file with specified methods. `label` is a person's judgement of the specification, where there
    is one (STRONG, WEAK, WRONG, UNKNOWN)."""

    task_id: str
    file: Path
    label: str | None = None


@frozen(slots=True)
class Data:
    """What a data folder holds. `feasible`: see `evalplus.read_feasible`."""

    python: tuple[Path, ...] = ()
    dafny: tuple[Path, ...] = ()
    feasible: Mapping[str, tuple[frozenset[int], ...]] = field(factory=dict)


def parse_module(text: str) -> ast.Module:
    """A module, without warnings about it. Raises SyntaxError, ValueError, RecursionError, MemoryError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def find_function(module: ast.Module, name: str) -> ast.FunctionDef | None:
    """The top-level function `name` that a module ends up with, None if it has none."""
    found = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name]
    return found[-1] if found else None


def parameters_of(function: ast.FunctionDef) -> tuple[Parameter, ...]:
    """The parameters of a function, in the order of `inspect.signature`: `*args` and `**kwargs` by their
    names."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    absent = [None] * (len(positional) - len(given.defaults))
    pairs: list[tuple[ast.arg, ast.expr | None]] = []
    pairs += zip(positional, [*absent, *given.defaults], strict=True)
    if given.vararg:
        pairs.append((given.vararg, None))
    pairs += zip(given.kwonlyargs, given.kw_defaults, strict=True)
    if given.kwarg:
        pairs.append((given.kwarg, None))
    return tuple(Parameter(name.arg, _text(name.annotation), _text(default)) for name, default in pairs)


def _text(node: ast.expr | None) -> str | None:
    return None if node is None else ast.unparse(node)
