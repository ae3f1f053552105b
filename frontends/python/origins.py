"""Where names in annotations come from: which class of which module `date`, `day` or `dt.date` is where it is written.

A name means what the nearest scope around it binds it to, as Python looks it up (reference, 4.2.2): a class of the
module or a local one, what an import makes of it, or a builtin. A name that several bindings of one scope give several
meanings has none.

Example: after `import datetime as dt` and `class date: ...` the origin of `dt.date` is `datetime.date`, and `date` is
the module's own.
"""

import ast
import builtins
from collections.abc import Iterator, Mapping
from functools import lru_cache

from .constants.names import module_names
from .standard_classes import LIBRARIES, OBJECTS

OWN, LOCAL = "<own>", "<local>"
"""The origin of what a module defines itself, and of what a class or function in it does."""
OF_CLASS = "module"
"""What stands before the name of a class in an annotation where that is none of Python's own types."""
TYPES = frozenset({"abc", "builtins", "collections", "typing", "typing_extensions"})
"""Modules whose names are those of types of Python's own."""
_HOMES = TYPES | {"numbers", "os"} | {text.partition(".")[0] for texts in OBJECTS.values() for text in texts}
_HOMES |= LIBRARIES.keys()
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def origins_at(tree: ast.Module, line: int) -> Mapping[str, str]:
    """The origins of the names that the annotations of the function at a line may mention, as dotted names. A name that
    has another meaning by the end of the module than at that line has none."""
    origins = _bound(tree, OWN)
    if line:
        origins |= dict.fromkeys(changed_after(tree, line) & origins.keys(), LOCAL)
    around: ast.AST = tree
    while True:
        inner = next(
            (
                scope
                for scope in _scopes_in(around)
                if _first_line(scope) <= line <= (scope.end_lineno or 0) and scope.lineno != line
            ),
            None,
        )
        if inner is None:
            return origins
        # A class binds names for its own statements only, not for functions in its methods.
        if not isinstance(inner, ast.ClassDef) or _is_next_to(inner, line):
            origins = {**origins, **_bound(inner, LOCAL)}
        around = inner


@lru_cache(maxsize=64)
def changed_after(tree: ast.Module, line: int) -> frozenset[str]:
    """The names that a module binds behind a line, and that mean something else before it: a builtin, or what a
    statement there binds."""
    return frozenset(
        name
        for name, statements in module_names(tree).bindings.items()
        if any(statement.lineno > line for statement in statements)
        and (hasattr(builtins, name) or any(statement.lineno <= line for statement in statements))
    )


def origin(node: ast.expr, origins: Mapping[str, str]) -> str | None:
    """The dotted name of what a name or attribute means; None where nothing binds it, as for builtins."""
    match node:
        case ast.Name(id=name):
            return origins.get(name)
        case ast.Attribute(value=owner, attr=name):
            outer = origin(owner, origins)
            return None if outer is None else f"{outer}.{name}"
    return None


def standard_name(node: ast.expr, origins: Mapping[str, str]) -> str | None:
    """What a class is called in the modules that objects are known of; empty for one from elsewhere, and None where
    nothing binds its name."""
    dotted = origin(node, origins)
    if dotted is None:
        return None
    home, _, name = dotted.partition(".")
    return name.rpartition(".")[2] if home in _HOMES else ""


def _is_next_to(scope: ast.ClassDef, line: int) -> bool:
    """Whether no other function or class of a class stands between it and the function at a line."""
    return any(inner.lineno == line for inner in _scopes_in(scope))


def _first_line(scope: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return min((decorator.lineno for decorator in scope.decorator_list), default=scope.lineno)


def _scopes_in(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes that stand in a scope, not in another one inside of it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _SCOPES):
            yield child
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _scopes_in(child)


def _bound(scope: ast.AST, own: str) -> dict[str, str]:
    """What a scope binds by definitions, imports and assignments: `own` where that is no import alone."""
    origins: dict[str, str] = {}
    for name, found in _bindings(scope):
        # `try: from a import Literal` and `except ImportError: from b import Literal` mean the same by the same name.
        known = origins.get(name, found)
        same = known == found or ("." in known and known.rpartition(".")[2] == found.rpartition(".")[2])
        origins[name] = known if same and found != OWN else own
    return origins


def _bindings(scope: ast.AST) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(scope):
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, OWN
            case ast.Import(names=aliases):
                for alias in aliases:
                    # `import a.b` binds `a`.
                    first = alias.name.partition(".")[0]
                    yield (first, first) if alias.asname is None else (alias.asname, alias.name)
            case ast.ImportFrom(module=module, names=aliases, level=level):
                for alias in aliases:
                    yield alias.asname or alias.name, f"{'.' * level}{module or ''}.{alias.name}"
            case ast.Assign(targets=targets):
                nodes = (node for target in targets for node in ast.walk(target))
                yield from ((node.id, OWN) for node in nodes if isinstance(node, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield name, OWN
            # Into blocks of the same scope, and not into functions and classes, whose names are their own.
            case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                yield from _bindings(child)
