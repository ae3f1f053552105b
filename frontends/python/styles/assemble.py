"""A function's contract as one block of assertions, whatever it is written in."""

import ast
import copy
from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from ....core.errors import Unsupported
from ..deep import unparse
from ..module import parse_module
from ..pieces import Piece, TextOrigin
from ..source import PythonSource, read
from . import deal, docstring, icontract
from .head import Head, head_of, pieces_of, suites_of
from .model import FunctionNode, Module, Promise, bindings_of
from .separate import postcondition_of
from .trailing import trailing

STYLES: tuple[Callable[[Module, FunctionNode], Iterator[Promise]], ...] = (
    icontract.promises,
    deal.promises,
    docstring.promises,
)
"""The styles, in the order in which their promises are checked."""


@frozen(slots=True, eq=False)
class Written:
    """A function that states a contract.

    `block`: its preconditions as a block of assertions, in the order in which they are checked; `unsupported`: why
    there is none. A function that only asserts what it returns has neither. `separate`: the function that asserts what
    this one returns, if there is one.
    """

    node: FunctionNode
    block: PythonSource | None
    ensures: tuple[Promise, ...] = ()
    unsupported: Unsupported | None = None
    separate: ast.FunctionDef | None = None


def written(module: Module, function: FunctionNode) -> Written | None:
    """The contract of a function; None when it states none."""
    head = head_of(module, function)
    try:
        promises = _promises(module, function)
    except Unsupported as problem:
        return Written(function, None, unsupported=problem)
    ensures = tuple(promise for promise in promises if promise.kind == "ensures")
    block = _block(module, head, promises)
    separate = postcondition_of(module.tree, function)
    asserted = function not in module.tests and trailing(function).assertions
    stated = block is not None or ensures or separate is not None or asserted
    return Written(function, block, ensures, separate=separate) if stated else None


def preconditions(module: Module, function: FunctionNode, last_statement: ast.stmt | None) -> PythonSource | None:
    """The block of a function's preconditions, those of its body up to a statement. Raises Unsupported."""
    return _block(module, head_of(module, function, last_statement), _promises(module, function))


def _promises(module: Module, function: FunctionNode) -> list[Promise]:
    for decorator in function.decorator_list:
        names = {node.id for node in ast.walk(decorator) if isinstance(node, ast.Name)}
        # A name with several meanings may be a contract's: to leave it out would make the contract weaker.
        if names & module.doubtful and _library(module, decorator) is None:
            raise module.unsupported(f"the decorator {unparse(decorator)}, which may be a contract", decorator)
    promises_found: list[Promise] = []
    for style in STYLES:
        promises_found += sorted(style(module, function), key=lambda promise: promise.turn)
    return promises_found


def _block(module: Module, head: Head, promises: Sequence[Promise]) -> PythonSource | None:
    requires = [promise for promise in promises if promise.kind == "requires"]
    if not requires and not head.marks:
        return None
    inside = pieces_of(module, head) if head.statements else []
    indentation = inside[0].text if inside else ""
    return block_of(module, [*assertions(requires, indentation), *inside], requires, head.raises)


def block_of(
    module: Module, pieces: Sequence[Piece], promises: Sequence[Promise], raises: Sequence[str | None] = ()
) -> PythonSource:
    """The source of a block that is put together from pieces of a module, `promises` first; `raises` is of the clauses
    after them. Raises InputError when it is too long."""
    ordered = sorted(promises, key=lambda promise: promise.place)
    order = tuple(ordered.index(promise) for promise in promises)
    origin = TextOrigin(module.source.text, tuple(pieces), order, (*(promise.raises for promise in ordered), *raises))
    text = origin.block
    first = origin.span(0, 1, module.source.file).line
    assembled = read(text if text.endswith("\n") else text + "\n", module.source.file, first)
    return PythonSource(assembled.text, assembled.file, first, origin)


def assertions(promises: Sequence[Promise], indentation: str = "") -> Iterator[Piece]:
    """The pieces of one assertion a line."""
    for promise in promises:
        start, end_offset = promise.test[0].start, promise.test[-1].end
        yield Piece(f"{indentation}assert ", start, start, shown=promise.shown)
        yield from promise.test
        yield Piece("\n", end_offset, end_offset)


REFERENCE = "_specassay_reference"
"""What a module without the contract of one function calls that function, whatever it binds to its name later."""
CELLS = "_specassay_cells"
"""What such a module calls a function that mentions the variables around that function: it holds their cells."""


@frozen(slots=True, eq=False)
class Reread:
    """A function of a module, whose tree all its functions share, and the same function in a tree that is changed."""

    module: Module
    function: FunctionNode
    tree: ast.Module
    copied: FunctionNode


def reread(module: Module, function: FunctionNode) -> Reread:
    """The module of a function read once more, to be changed."""
    tree = parse_module(module.source)
    # Several functions may have one name (overloads, getters and setters), but each has a place of its own.
    nodes = (node for node in ast.walk(tree) if isinstance(node, FunctionNode))
    position = function.lineno, function.col_offset
    return Reread(module, function, tree, next(node for node in nodes if (node.lineno, node.col_offset) == position))


def without_contract(read: Reread) -> ast.Module:
    """The module without the clauses of one function, which it also binds to `REFERENCE`.

    Everything else stays as it is: the contracts of other functions and classes are checked by the libraries themselves
    when they are called. An import of a contract library that nothing mentions any more goes, so that a module whose
    contracts are its functions' own runs without the library. Changes the tree that was read once more.
    """
    _strip(read, read.copied)
    _bind(read)
    return _without_idle_imports(read)


def _bind(read: Reread) -> None:
    """Bind the function to `REFERENCE` where it is defined."""
    suite = next(suite for suite in suites_of(read.tree) if read.copied in suite)
    suite.insert(suite.index(read.copied) + 1, ast.parse(f"{REFERENCE} = {read.copied.name}").body[0])


def without_promises(read: Reread) -> ast.Module:
    """The module in which one function keeps the checks that its body begins with and promises nothing, and which binds
    it to `REFERENCE`. All else as for `without_contract`. Changes the tree that was read once more."""
    copied = read.copied
    promising = {read.function.body.index(statement) for statement in trailing(read.function).assertions}
    copied.body = [statement for number, statement in enumerate(copied.body) if number not in promising]
    copied.decorator_list = _others(read)
    _bind(read)
    return _without_idle_imports(read)


def with_method(read: Reread, closure: Sequence[str], *, checked: bool) -> ast.Module:
    """The module, in which `REFERENCE` is bound to a method without its clauses as its class is made; `closure` are the
    variables around it that the contract mentions. The method of the class itself keeps its contract if it is to be
    `checked`: objects are made by methods, and only such are inputs. Changes the tree that was read once more."""
    method = read.copied
    bare = copy.deepcopy(method)
    _strip(read, bare)
    bare.name, bare.decorator_list = REFERENCE, [_binding(closure)]
    if method.name == "__post_init__":
        method.body = [ast.Pass()]  # An object is as it is when this method begins.
    elif not checked:
        _strip(read, method)
    suite = next(suite for suite in suites_of(read.tree) if method in suite)
    method_position = suite.index(method)
    suite[method_position:method_position] = [bare, ast.Delete([ast.Name(REFERENCE, ast.Del())])]
    return _without_idle_imports(read)


def with_inner(read: Reread, closure: Sequence[str]) -> ast.Module:
    """The module without the clauses of a nested function, which is bound to `REFERENCE` whenever the function around
    it defines it. Changes the tree that was read once more."""
    _strip(read, read.copied)
    read.copied.decorator_list.append(_binding(closure))
    return _without_idle_imports(read)


def _strip(read: Reread, copied: FunctionNode) -> None:
    head_of(read.module, read.function).remove_clauses(read.function, copied)
    copied.decorator_list = _others(read)


def _others(read: Reread) -> list[ast.expr]:
    """The decorators of the function that are of no contract library."""
    return [decorator for decorator in read.copied.decorator_list if _library(read.module, decorator) is None]


def _without_idle_imports(read: Reread) -> ast.Module:
    module = read.module
    if module.libraries or module.doubtful:
        mentioned = {node.id for node in ast.walk(read.tree) if isinstance(node, ast.Name)}
        for statements in list(suites_of(read.tree)):
            statements[:] = [statement for statement in statements if not _is_idle(module, statement, mentioned)] or [
                ast.Pass()
            ]
    return ast.fix_missing_locations(read.tree)


def _binding(closure: Sequence[str]) -> ast.expr:
    """A decorator that binds what it is given in the module, and the variables around it; it changes nothing."""
    cells = f"({''.join(f'{name}, ' for name in closure)})"
    bound = f"{REFERENCE}=function, {CELLS}=lambda: {cells}"
    return ast.parse(f"lambda function: globals().update({bound}) or function", mode="eval").body


def _library(module: Module, decorator: ast.expr) -> str | None:
    return module.member(decorator.func if isinstance(decorator, ast.Call) else decorator)


def _is_idle(module: Module, statement: ast.stmt, mentioned: set[str]) -> bool:
    """Whether a statement imports nothing but names of contract libraries that are not mentioned. Takes such names out
    of an import of several."""
    if not isinstance(statement, ast.Import | ast.ImportFrom):
        return False
    if any(alias.name == "*" for alias in statement.names):
        bound = [name for name, meaning in bindings_of(statement) if meaning is not None]
        return bool(bound) and mentioned.isdisjoint(bound)
    statement.names[:] = [
        alias
        for alias in statement.names
        if (name := alias.asname or alias.name.partition(".")[0]) not in module.libraries or name in mentioned
    ]
    return not statement.names
