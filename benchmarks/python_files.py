"""Python source files: every function that states a contract is a task."""

import ast
from collections.abc import Iterator
from pathlib import Path

from ..core.errors import InputError
from ..frontends.python.files import Found, functions_of, read_file
from ..frontends.python.module import parse_module
from ..frontends.python.source import Source
from ..frontends.python.styles.assemble import without_contracts
from ..frontends.python.styles.model import Module, module_of
from .tasks import PythonTask, parameters_of

SUFFIX = ".py"


def matches(source: Path) -> bool:
    """Whether `source` is named like Python source."""
    return source.name.endswith(SUFFIX)


def read(source: Path) -> Iterator[PythonTask | InputError]:
    """Yield a task for each function that states preconditions, in order. Its id is the file's stem and the
    function's name, or just that when they are the same.

    A function whose contract is not read is a task that says why. Raises InputError for a file that cannot be read,
    is no Python or has no such function.
    """
    text = read_file(source)
    module = module_of(text, parse_module(text))
    tasks = [_task(source, text, module, found) for found in functions_of(module) if _has_preconditions(found)]
    if not any(task.unsupported is None for task in tasks):
        reasons = "; ".join(str(task.unsupported) for task in tasks)
        raise InputError("no function begins with assertions" + (f": {reasons}" if reasons else ""), file=str(source))
    yield from tasks


def _has_preconditions(found: Found) -> bool:
    return found.unsupported is not None or found.written.block is not None


def _task(source: Path, text: Source, module: Module, found: Found) -> PythonTask:
    function, block = found.written.node, found.written.block
    supported = block is not None and found.unsupported is None
    return PythonTask(
        task_id=found.name if found.name == source.stem else f"{source.stem}.{found.name}",
        entry_point=function.name,
        parameters=parameters_of(function),
        contract_text="" if block is None else block.text,
        contract_line=function.lineno if block is None else block.first_line,
        origin=None if block is None else block.origin,
        context=text.text,
        solution=_without_contract(text, function.lineno) if supported else "",
        prompt=ast.get_docstring(function) or "",
        file=str(source),
        line=function.lineno,
        unsupported=None if found.unsupported is None else str(found.unsupported),
    )


def _without_contract(text: Source, line: int) -> str:
    """The module without the contract of the function at a line, and without contract libraries."""
    module = module_of(text, parse_module(text))
    functions = (node for node in module.tree.body if isinstance(node, ast.FunctionDef))
    return ast.unparse(without_contracts(module, next(node for node in functions if node.lineno == line)))
