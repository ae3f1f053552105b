"""What a style is given and what it yields."""

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Literal

from attrs import field, frozen

from ....core.errors import Unsupported
from ....core.spans import Span
from ..pieces import Piece
from ..source import PythonSource
from .leaving import mark_leaving
from .testing import find_tests, is_test_file

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
DefinitionNode = FunctionNode | ast.ClassDef

ConditionKind = Literal["requires", "ensures"]
RESULT = "result"
"""The name of a function's result in a postcondition."""


@frozen(slots=True, eq=False)
class Module:
    """A module: its text, Python's tree of it, and the contract libraries that it imports.

    `libraries`: a name that the module binds → what it stands for, a module (`icontract`) or its member
    (`icontract.require`). `doubtful`: names that may stand for a contract of a library, or for something else.
    `tests`: functions whose assertions are no contract. `internal`: assertions behind other statements are contracts.
    """

    source: PythonSource
    tree: ast.Module
    libraries: Mapping[str, str] = field(factory=dict)
    doubtful: frozenset[str] = frozenset()
    tests: frozenset[FunctionNode] = frozenset()
    internal: bool = False

    def offset(self, line: int, column: int) -> int:
        """The place in the text of what `ast` says is at a line (1-based) and a column (in bytes of UTF-8)."""
        # Python's parser counts lines by their ends alone; `splitlines` would also end them at a form feed, say. Its
        # columns are bytes, of which a character beyond ASCII has several, and a lone surrogate three.
        start, text = self._lines[line - 1]
        return start + len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))

    @cached_property
    def _lines(self) -> list[tuple[int, str]]:
        """Where each line starts, and its text."""
        lines = self.source.text.split("\n")
        starts = accumulate((len(line) + 1 for line in lines), initial=0)
        return list(zip(starts, lines, strict=False))

    def range(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where the text of a node starts and ends, without brackets around it."""
        end_offset = self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self.offset(node.lineno, node.col_offset), end_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        start, end_offset = self.range(node)
        return self.source.text[start:end_offset]

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """The place of a node. A function's is that of its header's first line."""
        start, end_offset = self.range(node)
        line = node.lineno + self.source.first_line - 1
        text_before, after = self.source.text[:start], self.source.text[:end_offset]
        column = start - (text_before.rfind("\n") + 1) + 1
        end_line = line + self.source.text.count("\n", start, end_offset)
        return Span(self.source.file, line, column, end_line, end_offset - (after.rfind("\n") + 1) + 1)

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

    def decorators(self, function: FunctionNode, library: str) -> Iterator[tuple[str, ast.Call | None, ast.expr]]:
        """The decorators of a function that are of a library, from the top: the member's name, the call (None
        where there is none), and the decorator."""
        for decorator in function.decorator_list:
            called = decorator if isinstance(decorator, ast.Call) else None
            name = self.member(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if name is not None and name.partition(".")[0] == library:
                yield name.partition(".")[2], called, decorator

    def find(self, name: str) -> ast.FunctionDef | None:
        """The function of that name, if that is the only thing the module binds to it."""
        bound_statements = [statement for statement in self.tree.body if getattr(statement, "name", None) == name]
        return (
            bound_statements[0]
            if len(bound_statements) == 1 and isinstance(bound_statements[0], ast.FunctionDef)
            else None
        )


@frozen(slots=True)
class Promise:
    """One clause: what it is about and the pieces of its assertion's test.

    `place` orders clauses as the file does, `turn` as they are checked. `shown` is what to show for it where the text
    of its test says too little, `raises` the class of what is raised where it is false, if not an AssertionError.
    `two_state` is the test of a postcondition in which `before(x)` stands for an argument before the call, where it
    speaks of one.
    """

    kind: ConditionKind
    test: tuple[Piece, ...]
    place: int
    turn: int
    shown: str | None = None
    raises: str | None = None
    two_state: tuple[Piece, ...] | None = None


def before(parameter: str) -> str:
    """The name of an argument as it was before the call: PEP 316 writes `__old__.x`, and no program has this name."""
    return f"__old__{parameter}"


LIBRARIES: Mapping[str, frozenset[str]] = {
    "icontract": frozenset({"require", "ensure", "snapshot", "invariant", "DBC", "DBCMeta", "ViolationError"}),
    "deal": frozenset(
        {
            "pre",
            "post",
            "ensure",
            "raises",
            "reason",
            "has",
            "pure",
            "safe",
            "chain",
            "inv",
            "inherit",
            "example",
            "dispatch",
            "implies",
        }
    ),
}
"""The contract libraries, and what a star import of them is taken to bind."""


def _meanings(tree: ast.Module) -> dict[str, set[str | None]]:
    """The names that a module binds, and what of a contract library to; None: to something else."""
    meanings_by_name: dict[str, set[str | None]] = {}
    for statement in tree.body:
        for name, meaning in bindings_of(statement):
            meanings_by_name.setdefault(name, set()).add(meaning)
    return meanings_by_name


def _derived(tree: ast.Module, libraries: frozenset[str]) -> Iterator[str]:
    """The names that a module assigns something to that is made with a contract library: `short = require(…)`."""
    if not libraries:
        return
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                used = {name_node.id for name_node in ast.walk(node.value) if isinstance(name_node, ast.Name)}
                if used & libraries:
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    yield from (target.id for target in targets if isinstance(target, ast.Name))


def mentioned_libraries(tree: ast.Module) -> tuple[str, ...]:
    """The contract libraries that a module imports, at its top level or in a block there."""
    meanings = (meaning for statement in tree.body for _, meaning in bindings_of(statement))
    return tuple(sorted({meaning.partition(".")[0] for meaning in meanings if meaning is not None}))


def bindings_of(statement: ast.stmt) -> Iterator[tuple[str, str | None]]:
    """The names that a statement of a module binds, and what of a library to."""
    # A name that is bound to anything else hides the library, wherever in the module that happens.
    match statement:
        case ast.Import(names=aliases):
            for alias in aliases:
                root = alias.name.partition(".")[0]
                meaning = alias.name if alias.asname else root
                yield alias.asname or root, meaning if root in LIBRARIES else None
        case ast.ImportFrom(module=str(module), names=aliases, level=0) if module.partition(".")[0] in LIBRARIES:
            for alias in aliases:
                names = sorted(LIBRARIES.get(module, ())) if alias.name == "*" else [alias.name]
                yield from ((alias.asname or name, f"{module}.{name}") for name in names)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, None
        case _:
            for node in ast.iter_child_nodes(statement):
                if isinstance(node, ast.stmt):
                    yield from bindings_of(node)
                elif isinstance(node, ast.ExceptHandler | ast.match_case):
                    yield from (pair for inner_statement in node.body for pair in bindings_of(inner_statement))
                else:
                    inside = (
                        inner_statement for inner_statement in ast.walk(node) if isinstance(inner_statement, ast.Name)
                    )
                    yield from (
                        (inner_statement.id, None)
                        for inner_statement in inside
                        if isinstance(inner_statement.ctx, ast.Store)
                    )


def module_of(
    source: PythonSource, tree: ast.Module, *, internal: bool = False, holds_tests: bool | None = None
) -> Module:
    """The module of a text and Python's tree of it. `internal`: assertions and guards that do not lead a body are taken
    for contracts too, as are those of tests. `holds_tests`: whether the file holds tests; None: by its name."""
    # First, since what counts as a return decides where every head ends.
    mark_leaving(tree)
    meanings = _meanings(tree)
    libraries = {name: only for name, (only, *more) in meanings.items() if only is not None and not more}
    several = {name for name, meaning in meanings.items() if len(meaning) > 1 and meaning != {None}}
    # What is computed from a contract's decorator may be one as well.
    doubtful = frozenset({*several, *_derived(tree, frozenset(libraries) | several)})
    held = is_test_file(source.file) if holds_tests is None else holds_tests
    tests = () if internal else find_tests(tree, all_of_them=held)
    return Module(source, tree, libraries, doubtful, frozenset(tests), internal)
