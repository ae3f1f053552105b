"""Code in a chatty answer: prose around it, Markdown fences, several blocks.

As EvalPlus' sanitiser (`evalplus/sanitize.py`) the result keeps the imports and the definitions that the function
needs, and drops prose, examples and tests.
"""

import ast
import re
from collections.abc import Iterator

from ..tasks import parse_module

FENCE = re.compile(r"^[ \t]*(```+|~~~+)[^\n`]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
STARTS = re.compile(r"(?:import|from|def|async def|class|@)\b|@|[A-Za-z_]\w*\s*(?::[^=\n]+)?=[^=]")
MOST_PARSES = 200
"""How often prose is searched for code before it is given up."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def defines(code: str, entry_point: str) -> bool:
    """Whether a module's text is Python and binds `entry_point` at its top level."""
    module = _module(code)
    return module is not None and any(entry_point in _bound(node) for node in module.body)


def extract(answer: str, entry_point: str) -> str | None:
    """The module in an answer that defines `entry_point`, reduced to what it needs; None when there is none.

    Of several blocks the last that defines the function counts: answers correct themselves. Blocks before it give what
    it needs and does not define.
    """
    blocks = [block for block in (match[2] for match in FENCE.finditer(answer)) if _module(_dedented(block))]
    texts = [_dedented(block) for block in blocks]
    for position in range(len(texts) - 1, -1, -1):
        if defines(texts[position], entry_point):
            return _reduced("\n".join((*texts[:position], texts[position])), entry_point)
    for text in _outside_fences(answer):
        if defines(text, entry_point):
            return _reduced(text, entry_point)
    return None


def _dedented(block: str) -> str:
    lines = block.splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) + "\n"


def _outside_fences(answer: str) -> Iterator[str]:
    """Candidates for the code in prose without (closed) fences: from each line that may begin code, the longest part
    that is Python."""
    lines = [line for line in answer.splitlines() if not line.lstrip().startswith(("```", "~~~"))]
    parses = 0
    for start in (number for number, line in enumerate(lines) if STARTS.match(line)):
        end = len(lines)
        while end > start:
            if parses == MOST_PARSES:
                return
            parses += 1
            try:
                parse_module("\n".join(lines[start:end]) + "\n")
            except SyntaxError as error:
                # Nothing from the line of the error on is part of the code.
                broken = start + (error.lineno or 1) - 1
                end = min(end - 1, max(broken, start))
            except (ValueError, RecursionError, MemoryError):
                break
            else:
                yield "\n".join(lines[start:end]) + "\n"
                break


def _module(code: str) -> ast.Module | None:
    try:
        return parse_module(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _bound(node: ast.stmt) -> set[str]:
    """The names that a top-level statement binds."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            return {name}
    return set()


def _reduced(code: str, entry_point: str) -> str:
    """The imports of a module, and the definitions that `entry_point` needs, in order."""
    module = parse_module(code)
    needed = _needed(module, entry_point)
    lines = code.splitlines()
    kept = []
    for node in module.body:
        if isinstance(node, ast.Import | ast.ImportFrom) or _bound(node) & needed:
            first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
            kept.append("\n".join(lines[first - 1 : node.end_lineno]))
    return "\n\n".join(kept) + "\n"


def _needed(module: ast.Module, entry_point: str) -> set[str]:
    """The names that a function refers to, directly or through others."""
    uses: dict[str, set[str]] = {}
    for node in module.body:
        names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        for name in _bound(node):
            uses.setdefault(name, set()).update(names)
    reached: set[str] = set()
    open_names = [entry_point]
    while open_names:
        name = open_names.pop()
        if name not in reached and name in uses:
            reached.add(name)
            open_names += uses[name]
    return reached
