"""A Python file to the contracts of its functions.

The contract of a function is the longest prefix of its body, after the docstring, that consists of statements
which contracts are made of and ends with one that executes an assert. A helper function only defines its own.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ...core.contracts import Contract, Problem, Program
from ...core.errors import InputError, Unsupported
from ...core.spans import Span
from ...core.terms import Term
from .contract import contract_of
from .expressions import Lowering
from .module import context_of, parse_module, segment
from .names import MODULE_SCOPE
from .parse import parse
from .source import Source, read

CONTRACT_STATEMENTS = (
    ast.Assert,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.If,
    ast.For,
    ast.While,
    ast.Try,
    ast.FunctionDef,
    ast.Import,
    ast.ImportFrom,
    ast.Raise,
    ast.Pass,
    ast.Expr,
    ast.Delete,
    ast.Global,
    ast.Nonlocal,
)
"""What may stand before the last assert of a contract."""

MAX_BYTES = 8_000_000
"""The largest file that is opened."""


def parse_file(path: Path | str) -> Program:
    """The contracts of all functions of a module that start with assertions.

    Functions whose contracts are not read (methods, nested, asynchronous and generator functions, starred and
    keyword-only parameters) are in `problems`. Raises InputError for a file that cannot be read, ParseError
    for text that is no Python.
    """
    source = read_file(Path(path))
    module = parse_module(source)
    contracts: list[Contract] = []
    problems: list[Problem] = []
    helpers: set[ast.AST] = set()
    for found in _functions(module):
        node = found.node
        prefix = contract_statements(node)
        if not prefix or node in helpers:
            continue
        helpers.update(inner for statement in prefix for inner in ast.walk(statement))
        reason = found.unsupported or _unsupported(node)
        if reason:
            problems.append(Problem(reason, _span(source, node)))
        else:
            contracts.append(_contract(source, module, node, prefix, problems))
    return Program(source.file, tuple(contracts), problems=tuple(problems))


def read_file(path: Path) -> Source:
    """The text of a Python file in the encoding it declares (PEP 263). Raises InputError."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"larger than {MAX_BYTES:,} bytes; split the file", file=str(path))
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    if not content.strip():
        raise InputError("the file is empty", file=str(path))
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise InputError(f"not Python source text: {error}", file=str(path)) from None
    return read(text, str(path))


@frozen(slots=True)
class _Function:
    node: ast.FunctionDef | ast.AsyncFunctionDef
    unsupported: str | None
    """Why its contract is not read, if so."""


def _functions(module: ast.Module) -> Iterator[_Function]:
    """Every function of the module in source order."""
    stack: list[tuple[ast.AST, str | None]] = [(node, None) for node in reversed(module.body)]
    while stack:
        node, reason = stack.pop()
        inner = reason
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                kind = "asynchronous function " if isinstance(node, ast.AsyncFunctionDef) else reason
                yield _Function(node, None if kind is None else kind + name)
                inner = "nested function "
            case ast.ClassDef(name=name):
                inner = f"method {name}." if reason is None else reason
        stack.extend((child, inner) for child in reversed(list(ast.iter_child_nodes(node))))


def contract_statements(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """The statements of a function's contract; none when it has no leading assertions."""
    body = node.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    last = 0
    for position, statement in enumerate(body):
        if not isinstance(statement, CONTRACT_STATEMENTS):
            break
        if not isinstance(statement, ast.FunctionDef) and _asserts(statement):
            last = position + 1
    return body[:last]


def _asserts(statement: ast.stmt) -> bool:
    return any(isinstance(inner, ast.Assert) for inner in (statement, *_own_nodes(statement)))


def _unsupported(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str | None:
    parameters = node.args
    if parameters.vararg or parameters.kwarg or parameters.kwonlyargs:
        return f"starred or keyword-only parameters of {node.name}"
    if any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in _own_nodes(node)):
        return f"generator function {node.name}"
    return None


def _contract(
    source: Source,
    module: ast.Module,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    prefix: list[ast.stmt],
    problems: list[Problem],
) -> Contract:
    parameters = [*node.args.posonlyargs, *node.args.args]
    hints = [None if each.annotation is None else ast.unparse(each.annotation) for each in parameters]
    defaults: list[Term | None] = [None] * (len(parameters) - len(node.args.defaults))
    for default in node.args.defaults:
        try:
            defaults.append(_default(source, default))
        except Unsupported as problem:
            problems.append(Problem(f"default of a parameter: {problem.construct}", problem.span))
            defaults.append(None)
    assigned = frozenset(
        inner.id for inner in _own_nodes(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    )
    return contract_of(
        segment(source, prefix[0], prefix[-1]),
        node.name,
        [each.arg for each in parameters],
        context_of(source, module, node.name),
        hints,
        defaults,
        assigned,
    )


def _default(source: Source, default: ast.expr) -> Term:
    text = read(ast.get_source_segment(source.text, default) or "", source.file, default.lineno)
    return Lowering(text, MODULE_SCOPE).term(parse(text, "expression"))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes inside a function or a statement, not those of functions, classes and comprehensions in it."""
    stack = list(ast.iter_child_nodes(node))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(
            node,
            (
                ast.FunctionDef,
                ast.AsyncFunctionDef,
                ast.ClassDef,
                ast.Lambda,
                ast.ListComp,
                ast.SetComp,
                ast.DictComp,
                ast.GeneratorExp,
            ),
        ):
            stack.extend(ast.iter_child_nodes(node))


def _span(source: Source, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Span:
    return Span(
        source.file,
        node.lineno,
        node.col_offset + 1,
        node.end_lineno or node.lineno,
        (node.end_col_offset or 0) + 1,
    )
