"""Python source files: every top-level function that begins with assertions is a task."""

import ast
from collections.abc import Iterator
from pathlib import Path

from ..core.errors import InputError
from ..frontends.python.files import contract_statements, read_file
from .tasks import PythonTask, parameters_of, parse_module

SUFFIX = ".py"


def matches(source: Path) -> bool:
    """Whether `source` is named like Python source."""
    return source.name.endswith(SUFFIX)


def read(source: Path) -> Iterator[PythonTask | InputError]:
    """Yield a task for each function with a contract, in order. Its id is the file's stem and the function's
    name, or just that when they are the same.

    Raises InputError for a file that cannot be read, is no Python or has no such function.
    """
    text = read_file(source).text
    try:
        functions = [node for node in parse_module(text).body if isinstance(node, ast.FunctionDef)]
        tasks = [_task(source, text, function) for function in functions if contract_statements(function)]
    except SyntaxError as error:
        raise InputError(f"not Python: {error.msg}", file=str(source), line=error.lineno) from error
    except (ValueError, RecursionError, MemoryError) as error:
        message = f"Python that cannot be read: {str(error) or 'nested too deeply'}"
        raise InputError(message, file=str(source)) from error
    if not tasks:
        raise InputError("no function begins with assertions", file=str(source))
    yield from tasks


def _task(source: Path, text: str, function: ast.FunctionDef) -> PythonTask:
    contract = contract_statements(function)
    return PythonTask(
        task_id=function.name if function.name == source.stem else f"{source.stem}.{function.name}",
        entry_point=function.name,
        parameters=parameters_of(function),
        contract_text=_block(text, contract),
        contract_line=contract[0].lineno,
        solution=_without_contract(text, function),
        prompt=ast.get_docstring(function) or "",
        file=str(source),
        line=function.lineno,
    )


def _block(text: str, statements: list[ast.stmt]) -> str:
    """The text of consecutive statements, the first one at its column."""
    first, last = statements[0], statements[-1]
    assert last.end_lineno is not None
    lines = [line.encode() for line in text.split("\n")[first.lineno - 1 : last.end_lineno]]
    lines[-1] = lines[-1][: last.end_col_offset]
    before = lines[0][: first.col_offset]
    lines[0] = (before if before.isspace() else b" " * len(before)) + lines[0][first.col_offset :]
    return b"\n".join(lines).decode() + "\n"


class _AssertRemover(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.Pass:
        return ast.copy_location(ast.Pass(), node)


def _without_contract(text: str, function: ast.FunctionDef) -> str:
    """The module with the assertions of a function's contract removed."""
    module = parse_module(text)
    functions = (node for node in module.body if isinstance(node, ast.FunctionDef))
    same = next(node for node in functions if node.lineno == function.lineno)
    for statement in contract_statements(same):
        position = same.body.index(statement)
        same.body[position] = _AssertRemover().visit(statement)
    return ast.unparse(ast.fix_missing_locations(module))
