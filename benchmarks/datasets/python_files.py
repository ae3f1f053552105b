"""Python source files: every function that states a contract is a task."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ...core.errors import InputError
from ...frontends.python.deep import unparse
from ...frontends.python.files import Found, functions_of, read_file
from ...frontends.python.module import parse_module
from ...frontends.python.source import Source
from ...frontends.python.styles.assemble import REFERENCE, without_contract
from ...frontends.python.styles.model import Function, mentioned_libraries, module_of
from .tasks import PythonTask, parameters_of

SUFFIX = ".py"


def matches(source: Path) -> bool:
    """Whether `source` is named like Python source."""
    return source.name.endswith(SUFFIX)


def read(source: Path) -> Iterator[PythonTask | InputError]:
    """Yield a task for each function that states preconditions, in order. Its id is the file's stem and the
    function's name, or just that when they are the same; functions that share a name have their line in it too.

    A function whose contract is not read is a task that says why. Raises InputError for a file that cannot be read,
    is no Python or has no such function.
    """
    text = read_file(source)
    module = module_of(text, parse_module(text))
    stating = [found for found in functions_of(module) if _has_preconditions(found)]
    names = Counter(found.name for found in stating)
    tasks = [_task(source, text, found, shared=names[found.name] > 1) for found in stating]
    if not any(task.unsupported is None for task in tasks):
        reasons = "; ".join(str(task.unsupported) for task in tasks)
        raise InputError("no function begins with assertions" + (f": {reasons}" if reasons else ""), file=str(source))
    yield from tasks


def _has_preconditions(found: Found) -> bool:
    return found.unsupported is not None or found.written.block is not None


def _task(source: Path, text: Source, found: Found, *, shared: bool) -> PythonTask:
    function, block = found.written.node, found.written.block
    supported = block is not None and found.unsupported is None
    rest = _without_contract(text, function) if supported else None
    name = f"{found.name}:{function.lineno}" if shared else found.name
    return PythonTask(
        task_id=name if name == source.stem else f"{source.stem}.{name}",
        entry_point=function.name,
        parameters=parameters_of(function),
        contract_text="" if block is None else block.text,
        contract_line=function.lineno if block is None else block.first_line,
        origin=None if block is None else block.origin,
        context=text.text,
        solution="" if rest is None else unparse(rest),
        reference=REFERENCE,
        libraries=() if rest is None else mentioned_libraries(rest),
        prompt=ast.get_docstring(function) or "",
        file=str(source),
        line=function.lineno,
        unsupported=None if found.unsupported is None else str(found.unsupported),
    )


def _without_contract(text: Source, function: Function) -> ast.Module:
    """The module without the contract of a function."""
    module = module_of(text, parse_module(text))
    place = function.lineno, function.col_offset
    nodes = (node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef))
    same = next(node for node in nodes if (node.lineno, node.col_offset) == place)
    return without_contract(module, same)
