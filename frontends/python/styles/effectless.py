"""Which expressions only compute: evaluating them changes nothing that anybody else could see.

Attributes are taken to be looked up without an effect. Calls are known by name: of builtins, of conversions and
questions of the standard library and numpy, of methods that no type of the standard library changes anything by, and of
helper functions of the contract.
"""

import ast
from collections.abc import Collection

BUILTINS = frozenset({
    "abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr", "complex", "dict", "divmod",
    "enumerate", "filter", "float", "format", "frozenset", "getattr", "hasattr", "hash", "hex", "id", "int",
    "isinstance", "issubclass", "iter", "len", "list", "map", "max", "memoryview", "min", "object", "oct", "ord", "pow",
    "range", "repr", "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple", "type", "zip",
})  # fmt: skip
CLASSES = frozenset({
    "ChainMap", "Counter", "Decimal", "Fraction", "OrderedDict", "Path", "PurePath", "PurePosixPath",
    "PureWindowsPath", "UUID", "date", "datetime", "defaultdict", "deque", "time", "timedelta", "timezone",
})  # fmt: skip
"""Classes of the standard library whose constructors only make a value."""
MODULES = frozenset({
    "bisect", "calendar", "cmath", "collections", "copy", "datetime", "decimal", "fractions", "functools", "inspect",
    "ipaddress", "itertools", "keyword", "math", "numbers", "operator", "re", "statistics", "string", "textwrap",
    "typing", "unicodedata", "uuid",
})  # fmt: skip
"""Modules whose functions only compute. Those that change an argument are in `MUTATORS`."""
ARRAYS = frozenset({
    "abs", "absolute", "all", "any", "array", "array_equal", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d",
    "atleast_2d", "atleast_3d", "broadcast_shapes", "count_nonzero", "diff", "dtype", "float32", "float64", "int32",
    "int64", "isclose", "isfinite", "isin", "isinf", "isnan", "isreal", "iscomplexobj", "isscalar", "issubdtype", "max",
    "min", "ndim", "prod", "ravel", "result_type", "shape", "size", "sort", "squeeze", "sum", "transpose", "unique",
})  # fmt: skip
"""Conversions of numpy, and questions about an array."""
METHODS = frozenset({
    "as_integer_ratio", "as_tuple", "astimezone", "bit_count", "bit_length", "capitalize", "casefold", "center",
    "conjugate", "copy", "count", "date", "decode", "difference", "elements", "encode", "endswith", "end", "expandtabs",
    "find", "findall", "finditer", "format", "format_map", "fromhex", "fullmatch", "get", "group", "groupdict",
    "groups", "hex", "index", "intersection", "is_absolute", "is_integer", "isalnum", "isalpha", "isascii", "isdecimal",
    "isdigit", "isdisjoint", "isidentifier", "islower", "isnumeric", "isoformat", "isprintable", "isspace", "issubset",
    "issuperset", "istitle", "isupper", "items", "join", "keys", "ljust", "lower", "lstrip", "match", "most_common",
    "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit",
    "rstrip", "search", "span", "split", "splitlines", "start", "startswith", "strip", "swapcase",
    "symmetric_difference", "time", "timestamp", "title", "to_bytes", "tolist", "total_seconds", "translate", "union",
    "upper", "utcoffset", "values", "weekday", "isoweekday", "with_suffix", "zfill", "all", "any", "astype", "max",
    "mean", "min", "ravel", "reshape", "sum",
})  # fmt: skip
MUTATORS = frozenset({
    "add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "heapify",
    "heappush", "insert", "insort", "intersection_update", "pop", "popitem", "popleft", "remove", "reverse",
    "setdefault", "shuffle", "sort", "subtract", "symmetric_difference_update", "update",
})  # fmt: skip
"""Methods and functions of the standard library that change a container."""
_FRESH = frozenset({"Counter", "OrderedDict", "bytearray", "defaultdict", "deque", "dict", "list", "set", "sorted"})


def computes(expression: ast.expr, helpers: Collection[str] = ()) -> bool:
    """Whether evaluating an expression changes nothing. `helpers`: names of functions of which that is known."""
    return all(_is_harmless(node, helpers) for node in ast.walk(expression))


def only_computes(function: ast.FunctionDef, helpers: Collection[str] = ()) -> bool:
    """Whether calling a function changes nothing but what it makes itself."""
    nodes = list(ast.walk(function))
    own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    known = {*helpers, function.name}
    return not any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes) and all(
        _is_harmless(node, known) or _changes(node, own) for node in nodes
    )


def _changes(node: ast.AST, own: Collection[str]) -> bool:
    """Whether a node is a call that changes a container that one of some names refers to."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
            return name in own and method in MUTATORS
    return False


def makes_container(value: ast.expr) -> bool:
    """Whether the value is a new container that nothing else refers to."""
    match value:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return isinstance(left, ast.List) or isinstance(right, ast.List)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id="collections"), attr=name)):
            return name in _FRESH
    return False


def _is_harmless(node: ast.AST, helpers: Collection[str]) -> bool:
    match node:
        case ast.Await() | ast.Yield() | ast.YieldFrom():
            return False
        case ast.Call(func=ast.Name(id=name)):
            return name in BUILTINS or name in CLASSES or name in helpers or _is_exception(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)) if owner in MODULES:
            return name not in MUTATORS
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name)):
            return name in ARRAYS
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in METHODS or name in CLASSES
        case ast.Call():
            return False
    return True


def _is_exception(name: str) -> bool:
    return name.endswith(("Error", "Exception", "Warning"))
