"""What tasks of one module import alike, so that it is imported once: see `sandbox/guest/fork_server.py`."""

import ast
import hashlib
from functools import lru_cache

from attrs import frozen

from .tasks import ReplayTask

CONTRACTS = frozenset({"icontract", "deal"})
"""Libraries whose import is in the text of one task of a module, and not in that of another."""

MOST_KEPT = 4
"""Modules of which it is kept what they import: a task is loaded again and again before the next one is."""


@frozen(slots=True)
class Shared:
    """`text`: the statements that a module begins with, as far as they only import; `key`: the same for tasks that
    import alike, and for no others."""

    key: str
    text: str


def shared(task: ReplayTask) -> Shared | None:
    """What a task imports as others of its module do; None for one that is of no module."""
    if not task.file:
        return None
    text = task.preamble if task.declared else _imports(f"{task.preamble}\n{task.solution}")
    same = (task.file, task.module, task.search_path, task.stubs, task.classes, bool(task.declared), text)
    return Shared(hashlib.sha256(repr(same).encode()).hexdigest(), text)


@lru_cache(maxsize=MOST_KEPT)
def _imports(text: str) -> str:
    """The statements of a module before the first that does something else than import: in its order, and nothing but
    what the module would have executed anyway, so that whatever they do is done as the module has it done."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    kept: list[ast.stmt] = []
    for statement in body:
        if not _only_imports(statement):
            break
        kept += _without_contracts(statement)
    return ast.unparse(ast.fix_missing_locations(ast.Module(kept, [])))


def _only_imports(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name()], value=value):  # `__all__ = [...]`
            return all(isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.Load) for node in ast.walk(value))
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            inside = [*body, *(each for handler in handlers for each in handler.body), *orelse, *finalbody]
            caught = all(isinstance(handler.type, ast.Name | ast.Tuple | None) for handler in handlers)
            return caught and all(map(_only_imports, inside))
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"), orelse=[]):
            return True
    return False


def _without_contracts(statement: ast.stmt) -> list[ast.stmt]:
    """Without imports of contract libraries."""
    match statement:
        case ast.Import(names=names):
            rest = [each for each in names if each.name.partition(".")[0] not in CONTRACTS]
            return [ast.Import(rest)] if rest else []
        case ast.ImportFrom(module=str(name), level=0) if name.partition(".")[0] in CONTRACTS:
            return []
    return [statement]
