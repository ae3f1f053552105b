"""A function's contract as one block of assertions, whatever it is written in."""

import ast
from collections.abc import Iterator, Sequence

from attrs import frozen

from ....core.errors import Unsupported
from ..pieces import Origin, Piece
from ..source import Source, read
from .head import SCOPES, Head, head_of, pieces_of
from .model import LIBRARIES, Function, Module, Promise
from .registry import STYLES


@frozen(slots=True, eq=False)
class Written:
    """A function that states a contract.

    `block`: its preconditions as a block of assertions, in the order in which they are checked; `unsupported`: why
    there is none.
    """

    node: Function
    block: Source | None
    ensures: tuple[Promise, ...] = ()
    unsupported: Unsupported | None = None


def written(module: Module, function: Function) -> Written | None:
    """The contract of a function; None when it states none."""
    head = head_of(function)
    try:
        promises = _promises(module, function)
    except Unsupported as problem:
        return Written(function, None, unsupported=problem)
    ensures = tuple(promise for promise in promises if promise.kind == "ensures")
    block = _block(module, head, promises)
    return Written(function, block, ensures) if block is not None or ensures else None


def preconditions(module: Module, function: Function, before: ast.stmt | None) -> Source | None:
    """The block of a function's preconditions, those of its body up to a statement. Raises Unsupported."""
    return _block(module, head_of(function, before), _promises(module, function))


def _promises(module: Module, function: Function) -> list[Promise]:
    found: list[Promise] = []
    for style in STYLES:
        found += sorted(style(module, function), key=lambda promise: promise.turn)
    return found


def _block(module: Module, head: Head, promises: Sequence[Promise]) -> Source | None:
    requires = [promise for promise in promises if promise.kind == "requires"]
    if not requires and not head.marks:
        return None
    inside = pieces_of(module, head) if head.statements else []
    indentation = inside[0].text if inside else ""
    return block_of(module, [*assertions(requires, indentation), *inside], requires, head.raises)


def block_of(
    module: Module, pieces: Sequence[Piece], promises: Sequence[Promise], raises: Sequence[str | None] = ()
) -> Source:
    """The source of a block that is put together from pieces of a module, `promises` first; `raises` is of the clauses
    after them. Raises InputError when it is too long."""
    ordered = sorted(promises, key=lambda promise: promise.place)
    order = tuple(ordered.index(promise) for promise in promises)
    origin = Origin(module.source.text, tuple(pieces), order, (*(each.raises for each in ordered), *raises))
    text = origin.block
    first = origin.span(0, 1, module.source.file).line
    made = read(text if text.endswith("\n") else text + "\n", module.source.file, first)
    return Source(made.text, made.file, first, origin)


def assertions(promises: Sequence[Promise], indentation: str = "") -> Iterator[Piece]:
    """The pieces of one assertion a line."""
    for promise in promises:
        start, end = promise.test[0].start, promise.test[-1].end
        yield Piece(f"{indentation}assert ", start, start, shown=promise.shown)
        yield from promise.test
        yield Piece("\n", end, end)


def without_contracts(module: Module, function: Function | None) -> ast.Module:
    """The module without the clauses of one function, and without contract libraries.

    The decorators of other functions become assertions at their start, as far as they are preconditions: they run
    when the function is called. Changes the module's tree.
    """
    # First all that has to be read in the tree as it is, then the changes.
    prologues = {
        id(node): _prologue(module, node)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node is not function
    }
    if function is not None:
        head_of(function).remove_clauses()
    for node in ast.walk(module.tree):
        match node:
            case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                node.decorator_list = [each for each in decorators if _library(module, each) is None]
                node.body[:0] = prologues.get(id(node), [])
            case ast.ClassDef(decorator_list=decorators, bases=bases):
                node.decorator_list = [each for each in decorators if _library(module, each) is None]
                node.bases = [each for each in bases if module.member(each) is None]
                node.keywords = [each for each in node.keywords if module.member(each.value) is None]
    module.tree.body[:] = [each for each in module.tree.body if not _imports_library(each)] or [ast.Pass()]
    return ast.fix_missing_locations(module.tree)


def _library(module: Module, decorator: ast.expr) -> str | None:
    return module.member(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _prologue(module: Module, function: Function) -> list[ast.stmt]:
    if not any(_library(module, each) for each in function.decorator_list):
        return []
    try:
        requires = [promise for promise in _promises(module, function) if promise.kind == "requires"]
    except Unsupported:
        return []  # What calls it is replayed without its contract.
    text = "".join(piece.text for piece in assertions(requires))
    return ast.parse(text).body


def _imports_library(statement: ast.stmt) -> bool:
    match statement:
        case ast.ImportFrom(module=str(name), level=0):
            return name.partition(".")[0] in LIBRARIES
        case ast.Import(names=names):
            names[:] = [each for each in names if each.name.partition(".")[0] not in LIBRARIES]
            return not names
    return False


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes inside a function or a statement, not those of functions, classes and comprehensions in it."""
    stack = list(ast.iter_child_nodes(node))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, SCOPES):
            stack.extend(ast.iter_child_nodes(node))
