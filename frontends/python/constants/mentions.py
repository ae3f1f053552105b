"""Does a mention of a container read it and let go of it, so that it cannot be changed there or through it later?"""

import ast

from .names import ModuleNames

_SHOWING = frozenset({
    "all", "any", "ascii", "bool", "bytes", "format", "hash", "hex", "id", "isinstance", "len", "print", "repr",
    "str", "type",
})  # fmt: skip
"""Builtins whose result has nothing of their argument."""
_HANDING_ON = frozenset({
    "dict", "enumerate", "filter", "frozenset", "iter", "list", "map", "reversed", "set", "sorted", "sum", "tuple",
    "zip",
})  # fmt: skip
"""Builtins whose result has elements of their arguments."""
_CHOOSING = frozenset({"max", "min"})
_COUNTING = frozenset({"__contains__", "count", "index", "isdisjoint", "issubset", "issuperset"})
_GIVING = frozenset(
    {"copy", "difference", "get", "intersection", "items", "keys", "symmetric_difference", "union", "values"}
)
"""Methods of containers that give elements, or a new container of them."""


def lets_go(names: ModuleNames, node: ast.expr, depth: int) -> bool:
    """Whether what surrounds an expression, whose value has this depth (`depth.py`), only reads that."""
    while True:
        parent = names.parents[node]
        flat = depth <= 1
        match parent:
            case ast.Compare() | ast.UnaryOp() | ast.FormattedValue() | ast.Expr():
                return True
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test) if test is node:
                return True
            case ast.IfExp(test=test) if test is node:
                return True
            case ast.comprehension(iter=iterated):
                return flat or iterated is not node
            case ast.Starred() | ast.Dict() | ast.keyword() | ast.YieldFrom() | ast.For() | ast.AsyncFor():
                return flat and _takes_elements(parent, node)
            case ast.Assign(targets=targets):
                return flat and all(isinstance(each, ast.Tuple | ast.List) for each in targets)
            case ast.BoolOp() | ast.IfExp():
                node = parent
            case ast.BinOp():
                return flat
            case ast.AugAssign(value=value):
                return flat and value is node
            case ast.Subscript(value=value, slice=place, ctx=ast.Load()) if value is node:
                depth -= not isinstance(place, ast.Slice)
                if depth == 0 or (flat and isinstance(place, ast.Slice)):
                    return True
                node = parent
            case ast.Call(func=function, args=arguments) if node in arguments:
                if names.is_builtin(function, _CHOOSING):
                    if len(arguments) == 1:
                        return flat
                    node = parent
                else:
                    return (
                        names.is_builtin(function, _SHOWING)
                        or (names.is_builtin(function, _HANDING_ON) and flat)
                        or (isinstance(function, ast.Attribute) and _keeps_nothing(function) and flat)
                    )
            case ast.Attribute(attr=method, ctx=ast.Load()):
                call = names.parents[parent]
                if not (isinstance(call, ast.Call) and call.func is parent):
                    return False
                return method in _COUNTING or (method in _GIVING and flat)
            case _:
                return False


def _takes_elements(parent: ast.AST, node: ast.expr) -> bool:
    """`*node`, `**node` and a loop over it."""
    match parent:
        case ast.Dict(keys=keys, values=values):
            return any(key is None and value is node for key, value in zip(keys, values, strict=True))
        case ast.keyword(arg=name):
            return name is None
        case ast.For(iter=iterated) | ast.AsyncFor(iter=iterated):
            return iterated is node
    return True


def _keeps_nothing(function: ast.Attribute) -> bool:
    """Whether a method, called with a container, takes its elements: `", ".join(xs)`, `{1, 2}.union(xs)`."""
    match function.value:
        case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
            return function.attr == "join"
        case ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset")):
            return function.attr in _COUNTING | _GIVING
    return False
