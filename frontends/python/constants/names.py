"""Where a module's own names are bound and mentioned, by Python's rules of scope (reference, 4.2.1, 4.2.2 and 6.2.4).

A name belongs to the module where no function, lambda or comprehension around it binds it. A class binds names for
its own statements only, and until it has bound one, a mention there means the module's: so mentions in classes count.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_STARS = frozenset(
    {
        "abc",
        "cmath",
        "collections",
        "collections.abc",
        "dataclasses",
        "enum",
        "functools",
        "itertools",
        "math",
        "operator",
        "re",
        "string",
        "typing",
    }
)
"""Modules of the standard library that may be asked what `from m import *` binds."""


@frozen(slots=True, eq=False)
class ModuleNames:
    """`bindings`: by name, the statements of the module that bind it, or define what does by a `global` statement, in
    source order. `mentions`: by name, where it is read; names of builtins are among them. `stars`: the modules of which
    it imports all names, where it is not known what these are, and on which line. `parents`: each node's."""

    bindings: Mapping[str, tuple[ast.stmt, ...]]
    mentions: Mapping[str, tuple[ast.Name, ...]]
    stars: tuple[tuple[str, int], ...]
    parents: Mapping[ast.AST, ast.AST]

    def is_builtin(self, node: ast.expr, among: Collection[str]) -> bool:
        """Whether an expression is the name of one of these builtins, and means it."""
        if not isinstance(node, ast.Name) or node.id not in among or node.id in self.bindings or self.stars:
            return False
        return any(name_node is node for name_node in self.mentions.get(node.id, ()))


@lru_cache(maxsize=8)
def module_names(tree: ast.Module) -> ModuleNames:
    """The names of a module. What binds a name in several places of one statement counts once."""
    walk = _NameWalk()
    for statement in tree.body:
        walk.statement(statement)
    return ModuleNames(
        {name: tuple(binding) for name, binding in walk.bindings.items()},
        {name: tuple(mention) for name, mention in walk.mentions.items()},
        tuple(walk.stars),
        {child_node: node for node in ast.walk(tree) for child_node in ast.iter_child_nodes(node)},
    )


@frozen(slots=True)
class _NameScope:
    """`hidden`: names that functions and comprehensions around bind. `binds`: of a function or class the names that it
    declares global; None in statements of the module itself, which bind whatever they bind."""

    hidden: frozenset[str] = frozenset()
    binds: frozenset[str] | None = None

    def is_module(self, name: str) -> bool:
        """Whether what binds a name here binds the module's."""
        return name not in self.hidden and (self.binds is None or name in self.binds)


@define(slots=True)
class _NameWalk:
    bindings: dict[str, list[ast.stmt]] = field(factory=dict)
    mentions: dict[str, list[ast.Name]] = field(factory=dict)
    stars: list[tuple[str, int]] = field(factory=list)

    def statement(self, statement: ast.stmt) -> None:
        stack: list[tuple[ast.AST, _NameScope]] = [(statement, _NameScope())]
        while stack:
            node, scope = stack.pop()
            for name in bound_by(node):
                if scope.is_module(name):
                    binding = self.bindings.setdefault(name, [])
                    if not binding or binding[-1] is not statement:
                        binding.append(statement)
            match node:
                case ast.ImportFrom(names=[ast.alias(name="*")]) if (module := _module(node)) not in _STARS:
                    self.stars.append((module, node.lineno))
                # Also where a class binds the name: before it has, a mention means the module's.
                case ast.Name(id=name, ctx=ast.Load()) if name not in scope.hidden:
                    self.mentions.setdefault(name, []).append(node)
            stack.extend(_parts(node, scope))


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that one node binds or deletes in the scope that it is in, its parts left aside."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.ImportFrom(names=[ast.alias(name="*")]):
            # What a star binds is known of these modules of the standard library only: importing any other would run
            # its code.
            if (module := _module(node)) in _STARS:
                imported = import_module(module)
                yield from getattr(imported, "__all__", None) or (name for name in vars(imported) if name[0] != "_")
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in aliases)


def _module(node: ast.ImportFrom) -> str:
    return "." * node.level + (node.module or "")


def _parts(node: ast.AST, scope: _NameScope) -> Iterator[tuple[ast.AST, _NameScope]]:
    """The parts of a node, each with the scope that it is in."""
    if isinstance(node, _COMPREHENSIONS):
        # A comprehension has a scope of its own, but for its first iterable (reference, 6.2.4).
        first, *more = node.generators
        targets = {
            target.id for loop in node.generators for target in ast.walk(loop.target) if isinstance(target, ast.Name)
        }
        inner_scope = _NameScope(scope.hidden | targets, scope.binds)
        # The iterable of the first loop alone is evaluated in the scope around the comprehension.
        yield first.iter, scope
        yield from ((child_node, inner_scope) for child_node in (first.target, *first.ifs, *more))
        yield from (
            (child_node, inner_scope)
            for child_node in ast.iter_child_nodes(node)
            if not isinstance(child_node, ast.comprehension)
        )
        return
    # Default values and decorators belong to the scope around, the body to that of the function.
    inner_scope, body_ids = scope, set[int]()
    if body := list(_body(node)):
        # `global` gives a name back to the module.
        declared = frozenset(
            name for statement in in_scope(body) if isinstance(statement, ast.Global) for name in statement.names
        )
        inner_scope = _NameScope((scope.hidden | _hidden(node, body)) - declared, declared)
        body_ids = {id(child_node) for child_node in body}
    for child_node in ast.iter_child_nodes(node):
        yield child_node, inner_scope if id(child_node) in body_ids else scope


def _body(node: ast.AST) -> Iterable[ast.AST]:
    """What a function, lambda or class evaluates in a scope of its own; nothing of another node. Defaults, annotations,
    decorators and bases belong to the scope around."""
    match node:
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body) | ast.ClassDef(body=body):
            return body
        case ast.Lambda(body=body):
            return [body]
    return []


def _hidden(node: ast.AST, body: Iterable[ast.AST]) -> frozenset[str]:
    """The names that a function hides from what is in it: its parameters, and what it binds. A class hides none."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return frozenset()
    parameter_names = {argument.arg for argument in ast.iter_child_nodes(node.args) if isinstance(argument, ast.arg)}
    return frozenset(parameter_names | bound_in(body))


def bound_in(body: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind or delete in the scope that they are in."""
    return {name for node in body for name in _bound_in(node)}


_BOUND: WeakKeyDictionary[ast.AST, frozenset[str]] = WeakKeyDictionary()


def _bound_in(node: ast.AST) -> frozenset[str]:
    # The same functions and classes are asked about for each function of a module.
    if node not in _BOUND:
        _BOUND[node] = frozenset(name for scope_node in in_scope([node]) for name in bound_by(scope_node))
    return _BOUND[node]


def in_scope(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of one scope, not those of scopes in it; an assignment expression in a comprehension binds in the scope
    around that."""
    stack = list(body)
    while stack:
        node = stack.pop()
        yield node
        body_ids = {id(child_node) for child_node in _body(node)}
        if isinstance(node, ast.comprehension):
            # Its targets are names of the comprehension; an assignment expression in what it evaluates is one of the
            # scope around.
            stack += [node.iter, *node.ifs]
        else:
            stack += [child_node for child_node in ast.iter_child_nodes(node) if id(child_node) not in body_ids]
