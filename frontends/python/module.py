"""The module around a function: the imports, functions and constants that a contract mentions."""

import ast
import bisect
import copy
import re
import struct
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, field, frozen
from lark import Tree

from ...core.errors import ParseError, Unsupported
from ...core.ir.statements import Define, Statement
from ...core.spans import Span
from .constants.keeping import Keeping, keeping
from .constants.names import bound_in
from .names import (
    EXCEPTIONS,
    MODULES,
    Binding,
    CompiledPattern,
    CompiledStruct,
    ModuleException,
    PythonScope,
    Unknown,
    free_names,
    function_bindings,
    method_variable,
)
from .parse import parse
from .source import PythonSource, read
from .statements import BlockLowering


@frozen(slots=True)
class Used:
    """What a contract needs of the module: statements to execute before it, and a scope around it."""

    scope: PythonScope
    statements: tuple[Statement, ...]


@frozen(slots=True)
class MethodText:
    """A method of a class: the helper function that it is to become, and its text without decorators."""

    name: str
    source: PythonSource
    tree: Tree[Any]


@frozen(slots=True)
class ModuleContext:
    """The module around a function; `source` and `tree` are None where nothing is known of it. `function`: the name of
    the function. `objects`: names of the function whose values no term speaks of, and what they are."""

    source: PythonSource | None = None
    tree: ast.Module | None = None
    function: str = ""
    objects: Mapping[str, Unknown] = field(factory=dict)

    def without(self, objects: Mapping[str, Unknown]) -> "ModuleContext":
        """The same around a function of whose names some stand for objects."""
        return evolve(self, objects=objects)

    def methods(self) -> list["MethodText"]:
        """The methods and properties of objects that terms may call."""
        members = [(owner, object_.members) for owner, object_ in self.objects.items()]
        wanted = [
            (owner, name, line) for owner, one in members for name, line in {**one.methods, **one.properties}.items()
        ]
        if self.tree is None or self.source is None or not wanted:
            return []
        # By line, since two classes may have a method of one name.
        nodes = {node.lineno: node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)}
        method_texts: list[MethodText] = []
        for owner, name, line in wanted:
            node = copy.copy(nodes[line])
            node.decorator_list = []
            piece = segment(self.source, node, node)
            [tree] = parse(piece, "block").children
            method_texts.append(MethodText(method_variable(owner, name), piece, tree))
        return method_texts

    def helpers(self, methods: Iterable["MethodText"], scope: PythonScope) -> tuple[Statement, ...]:
        """Methods as helper functions, in what of the module they need."""
        around = scope.inner(frozenset(), dict(self.objects))
        lowered: list[Statement] = []
        for method in methods:
            name, parameters, *rest = method.tree.children
            # The object is what its name means around the helper, and no argument.
            without = Tree(parameters.data, parameters.children[1:], parameters.meta)
            tree = Tree(method.tree.data, [name, without, *rest], method.tree.meta)
            for statement in BlockLowering(method.source, {}).statements([tree], around):
                lowered.append(evolve(statement, name=method.name) if isinstance(statement, Define) else statement)
        return tuple(lowered)

    def needed(self, root: Tree[Any], local: Iterable[str], beside: Sequence[Tree[Any]] = ()) -> Used:
        """What the names in `root` that are not `local` mean, those in functions `beside` it, and what that depends on
        in turn."""
        if self.tree is None:
            return Used(PythonScope(), ())
        kept = keeping(self.tree)
        own = frozenset(local)
        names_needed = [name for name in free_names([root]) if name not in own]
        names_needed += [name for name in free_names(beside) if name not in self.objects]
        variables: set[str] = set()
        imports: dict[str, Binding] = {}
        found: dict[int, tuple[ast.stmt, PythonSource, list[Tree[Any]]]] = {}
        # From name to name: what a name is bound to mentions others. One that cannot be read is *unknown* under its own
        # reason, which is told only where a clause really uses it.
        while names_needed:
            name = names_needed.pop()
            if name in variables or name in imports:
                continue
            try:
                # A builtin: what could give it another meaning is asked all the same.
                if name not in kept.names.bindings:
                    _check(kept, name)
                    continue
                if (raised := _exception(kept, name)) is not None:
                    imports[name] = raised
                    continue
                statement = self._statement(kept, name)
                found_compiled = self._compiled(kept, statement) if name not in own else None
                if found_compiled is not None:
                    imports[name] = found_compiled
                    continue
                piece, trees = self._lowered(name, statement, own)
            except Unsupported as problem:
                imports[name] = Unknown(problem.construct)
                continue
            bound, imported = function_bindings(trees)
            imports.update(imported)
            if name in bound:
                variables.add(name)
                found[id(statement)] = statement, piece, trees
                names_needed += free_names(trees)
            elif name not in imported:
                imports[name] = Unknown(f"name {name!r}")
        scope = PythonScope(frozenset(variables), imports)
        # They were found from the last use backwards; a module executes them in the order of its text.
        ordered = sorted(found.values(), key=lambda item: (item[0].lineno, item[0].col_offset))
        return Used(
            scope,
            tuple(
                statement
                for _, piece, trees in ordered
                for statement in BlockLowering(piece, {}).statements(trees, scope)
            ),
        )

    def _statement(self, kept: Keeping, name: str) -> ast.stmt:
        """The statement that gives a name its value for good. Raises Unsupported where there is none."""
        statement, *more = kept.names.bindings[name]
        # The function itself: what it computes is no part of its own precondition.
        if name == self.function and any(isinstance(each, _FUNCTIONS) for each in (statement, *more)):
            raise Unsupported(f"name {name!r}")
        if more:
            raise Unsupported(f"name {name!r}, which the module binds more than once")
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)) and statement.name != name:
            raise Unsupported(f"name {name!r}, which {statement.name} binds")
        if not isinstance(statement, _LOWERED):
            raise Unsupported(f"name {name!r}, which the module binds by a {type(statement).__name__.lower()}")
        _check(kept, name)
        return statement

    def _compiled(self, kept: Keeping, statement: ast.stmt) -> CompiledPattern | CompiledStruct | None:
        """The pattern or the format that a statement compiles, where that is a constant."""
        match statement:
            case ast.Assign(value=ast.Call() as call) | ast.AnnAssign(value=ast.Call() as call):
                return compiled(call, lambda name: _is_module(kept, name, "re")) or _struct(kept, call)
        return None

    def _lowered(self, name: str, statement: ast.stmt, local: frozenset[str]) -> tuple[PythonSource, list[Tree[Any]]]:
        """The text and trees of the statement that binds a name. Raises Unsupported when that is not one that is
        lowered."""
        if name in local:
            raise Unsupported(f"name {name!r} of the module, which the function binds too")
        assert self.source is not None
        piece = segment(self.source, statement, statement)
        try:
            return piece, parse(piece, "block").children
        except ParseError as error:
            raise Unsupported(f"name {name!r} ({error})") from None


def _check(kept: Keeping, name: str) -> None:
    """Raise Unsupported where a name may have another value than its binding says, or than the builtin."""
    if (doubt := kept.doubt(name)) is not None:
        raise Unsupported(doubt)


_INERT = (ast.FunctionDef, ast.Pass, ast.Assign, ast.AnnAssign, ast.Expr)
_MAKING = frozenset({"__init__", "__new__", "__init_subclass__", "__class_getitem__"})


def _exception(kept: Keeping, name: str, most: int = 5) -> ModuleException | None:
    """The exception class of the module that a name stands for, where making one is what making its builtin base is;
    `most`: how many classes may be between the two."""
    match kept.names.bindings.get(name):
        case [ast.ClassDef(name=own, bases=[ast.Name(id=base)], keywords=[], decorator_list=[], body=body)]:
            inert = all(isinstance(statement, _INERT) for statement in body) and _MAKING.isdisjoint(bound_in(body))
            # A class with `__init__` may raise or change its arguments; one that something is set in may have one by
            # now.
            if own != name or not inert or kept.reached or name in kept.set_attributes | kept.set_members:
                return None
            if base in EXCEPTIONS and base not in kept.names.bindings:
                return ModuleException(name, base) if kept.doubt(base) is None else None
            # A circle of bases, which no running module has, ends as well.
            above = _exception(kept, base, most - 1) if most else None
            return None if above is None else ModuleException(name, above.base)
    return None


def _is_module(kept: Keeping, name: str, module: str) -> bool:
    """Whether a name of the module is that of another module."""
    match kept.names.bindings.get(name):
        case [ast.Import(names=aliases)] if kept.doubt(name) is None:
            return any(alias.name == module and (alias.asname or alias.name) == name for alias in aliases)
    return False


def _struct(kept: Keeping, call: ast.Call) -> CompiledStruct | None:
    """What `struct.Struct` of a constant is; None for any other call."""
    match call:
        case ast.Call(func=ast.Attribute(ast.Name(id=module), "Struct"), args=[ast.Constant(str(text))], keywords=[]):
            try:
                struct.calcsize(text)
            except (struct.error, UnicodeEncodeError):
                return None
            return CompiledStruct(text) if _is_module(kept, module, "struct") else None
    return None


def compiled(call: ast.Call, is_re: Callable[[str], bool]) -> CompiledPattern | None:
    """What `re.compile` of constants compiles; None for any other call. `is_re`: whether a name is that module's."""
    match call:
        case ast.Call(func=ast.Attribute(ast.Name(id=module), "compile"), args=[pattern, *flags], keywords=[]):
            text = pattern.value if isinstance(pattern, ast.Constant) else None
            number = _flags(flags[0], is_re) if flags else 0
            if isinstance(text, str | bytes) and number is not None and len(flags) <= 1 and is_re(module):
                return CompiledPattern(text, number)
    return None


def _flags(node: ast.expr, is_re: Callable[[str], bool]) -> int | None:
    match node:
        case ast.Attribute(value=ast.Name(id=module), attr=name) if is_re(module):
            flag = MODULES["re"].get(name)
            return int(flag) if isinstance(flag, re.RegexFlag) else None
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            pair = _flags(left, is_re), _flags(right, is_re)
            return None if pair[0] is None or pair[1] is None else pair[0] | pair[1]
    return None


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOWERED = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.Assign, ast.AnnAssign)


def segment(source: PythonSource, first: ast.stmt, last: ast.stmt) -> PythonSource:
    """The text from the start of one statement to the end of another, columns and lines kept."""
    lines = source.text.split("\n")
    decorators = getattr(first, "decorator_list", [])
    start = min([first.lineno, *(decorator.lineno for decorator in decorators)])
    end_line, end_column = last.end_lineno or last.lineno, last.end_col_offset or 0
    chosen = lines[start - 1 : end_line]
    chosen[-1] = _characters(chosen[-1], end_column)
    # The statement may stand behind another one (`a = 1; b = 2`): its column stays what it was.
    before = "" if decorators else _characters(lines[start - 1], first.col_offset)
    blank = "".join(character if character in "\t\f" else " " for character in before)
    chosen[0] = blank + chosen[0][len(before) :]
    return read("\n".join(chosen), source.file, source.first_line + start - 1)


def _characters(line: str, byte_offset: int) -> str:
    """`ast` counts columns in bytes of UTF-8."""
    return line.encode("utf-8", "surrogatepass")[:byte_offset].decode("utf-8", "surrogatepass")


def parse_module(source: PythonSource) -> ast.Module:
    """Python's own tree of a module: it says where functions are. Raises ParseError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        parse(source, "block")  # Our grammar says more about what it found.
        line, column = getattr(error, "lineno", None) or _too_deep(source.text), getattr(error, "offset", None) or 1
        span = Span(source.file, line + source.first_line - 1, column, line + source.first_line - 1, column + 1)
        raise ParseError(span, getattr(error, "msg", None) or "nesting that is too deep") from None


def _too_deep(text: str) -> int:
    """The line, from 1, with which a module is too deep for Python's parser; 1 for another failure. The text up to any
    line before it may be no Python, but it is not too deep: so this is a binary search."""
    lines = text.split("\n")

    def fails(count: int) -> bool:
        try:
            ast.parse("\n".join(lines[:count]))
        except (RecursionError, MemoryError):
            return True
        except (SyntaxError, ValueError):
            return False
        return False

    return bisect.bisect_left(range(1, len(lines) + 1), True, key=fails) + 1 if fails(len(lines)) else 1


def read_context(text: str, function: str, file: str) -> ModuleContext:
    """What the source of a module says around the function of that name. Raises ParseError."""
    source = read(text, file)
    return ModuleContext(source, _tree(source), function)


@lru_cache(maxsize=4)
def _tree(source: PythonSource) -> ast.Module:
    """The tree of a module, the same for each contract of it."""
    return parse_module(source)
