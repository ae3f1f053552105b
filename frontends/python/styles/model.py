"""What a style is given and what it yields."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from ....core.errors import Unsupported
from ....core.spans import Span
from ..pieces import Piece
from ..source import Source

Function = ast.FunctionDef | ast.AsyncFunctionDef
Kind = Literal["requires", "ensures"]
RESULT = "result"
"""The name of a function's result in a postcondition."""


@frozen(slots=True, eq=False)
class Module:
    """A module: its text, Python's tree of it, and the contract libraries that it imports.

    `libraries`: a name that the module binds → what it stands for, a module (`icontract`) or its member
    (`icontract.require`).
    """

    source: Source
    tree: ast.Module
    libraries: Mapping[str, str] = field(factory=dict)

    def offset(self, line: int, column: int) -> int:
        """The place in the text of what `ast` says is at a line (1-based) and a column (in bytes of UTF-8)."""
        lines = self.source.text.split("\n")
        before = sum(len(each) + 1 for each in lines[: line - 1])
        return before + len(lines[line - 1].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))

    def range(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where the text of a node starts and ends, without brackets around it."""
        end = self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self.offset(node.lineno, node.col_offset), end

    def text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.range(node)
        return self.source.text[start:end]

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """The place of a node. A function's is that of its header's first line."""
        start, end = self.range(node)
        line = node.lineno + self.source.first_line - 1
        before, after = self.source.text[:start], self.source.text[:end]
        column = start - (before.rfind("\n") + 1) + 1
        end_line = line + self.source.text.count("\n", start, end)
        return Span(self.source.file, line, column, end_line, end - (after.rfind("\n") + 1) + 1)

    def unsupported(self, construct: str, node: ast.expr | ast.stmt) -> Unsupported:
        return Unsupported(construct, self.span(node))

    def member(self, node: ast.expr) -> str | None:
        """What of a contract library an expression names: `icontract.require`, say."""
        match node:
            case ast.Name(id=name):
                return self.libraries.get(name)
            case ast.Attribute(value=value, attr=name):
                owner = self.member(value)
                return None if owner is None else f"{owner}.{name}"
        return None

    def decorators(self, function: Function, library: str) -> Iterator[tuple[str, ast.Call | None, ast.expr]]:
        """The decorators of a function that are of a library, from the top: the member's name, the call (None
        where there is none), and the decorator."""
        for decorator in function.decorator_list:
            called = decorator if isinstance(decorator, ast.Call) else None
            name = self.member(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if name is not None and name.partition(".")[0] == library:
                yield name.partition(".")[2], called, decorator

    def find(self, name: str) -> ast.FunctionDef | None:
        """The function of that name, if that is the only thing the module binds to it."""
        found = [each for each in self.tree.body if getattr(each, "name", None) == name]
        return found[0] if len(found) == 1 and isinstance(found[0], ast.FunctionDef) else None


@frozen(slots=True)
class Promise:
    """One clause: what it is about and the pieces of its assertion's test.

    `place` orders clauses as the file does, `turn` as they are checked. `shown` is what to show for it where the text
    of its test says too little, `raises` the class of what is raised where it is false, if not an AssertionError.
    """

    kind: Kind
    test: tuple[Piece, ...]
    place: int
    turn: int
    shown: str | None = None
    raises: str | None = None


def class_of(raised: ast.expr | None) -> str | None:
    """The name of the class that `raise` of an expression raises, as far as that says so."""
    match raised:
        case ast.Call(func=function):
            return class_of(function)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


LIBRARIES: Mapping[str, frozenset[str]] = {
    "icontract": frozenset({"require", "ensure", "snapshot", "invariant", "DBC", "DBCMeta", "ViolationError"}),
    "deal": frozenset({"pre", "post", "ensure", "raises", "reason", "has", "pure", "safe", "chain", "inv", "inherit",
                       "example", "dispatch", "implies"}),
}  # fmt: skip
"""The contract libraries, and what a star import of them is taken to bind."""


def imported_libraries(tree: ast.Module) -> dict[str, str]:
    """The names by which a module knows contract libraries: those that nothing else in it binds."""
    found: dict[str, list[str | None]] = {}
    for statement in tree.body:
        for name, meaning in _bindings(statement):
            found.setdefault(name, []).append(meaning)
    return {name: only for name, (only, *more) in found.items() if only is not None and not more}


def _bindings(statement: ast.stmt) -> Iterable[tuple[str, str | None]]:
    """The names that a statement of a module binds, and what of a library to."""
    match statement:
        case ast.Import(names=aliases):
            for alias in aliases:
                root = alias.name.partition(".")[0]
                meaning = alias.name if alias.asname else root
                yield alias.asname or root, meaning if root in LIBRARIES else None
        case ast.ImportFrom(module=str(module), names=aliases, level=0) if module in LIBRARIES:
            for alias in aliases:
                names = sorted(LIBRARIES[module]) if alias.name == "*" else [alias.name]
                yield from ((alias.asname or name, f"{module}.{name}") for name in names)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, None
        case _:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id, None


def module_of(source: Source, tree: ast.Module) -> Module:
    """The module of a text and Python's tree of it."""
    return Module(source, tree, imported_libraries(tree))
