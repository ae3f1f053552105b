"""Whether evaluating an expression, or calling a function, changes nothing that anybody else could see.

Attributes are taken to be looked up without an effect. Calls are known by name: of builtins, of conversions and
predicates of the standard library and numpy, of methods that no type of the standard library changes anything by, and
of helper functions of the contract. `math.gcd(a, b)` and `text.split(",")` only compute; `items.append(x)` does not,
and of `f(x)` it is known where f is a helper.
"""

import ast
from collections.abc import Collection, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath

from ....core.ir.python_builtins import CHANGING, PURE
from .. import names
from ..constants.names import bound_in


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


BUILTINS = frozenset({*names.BUILTINS, "getattr", "id", "iter", "memoryview"})
"""Builtins whose call changes nothing: those that terms may mention, and a few more."""
CLASSES = _words(
    "ChainMap Counter Decimal Fraction OrderedDict Path PurePath PurePosixPath PureWindowsPath UUID date datetime",
    "defaultdict deque time timedelta timezone",
)
"""Classes of the standard library whose constructors only make a value."""
MODULES = _words(
    "bisect calendar cmath collections copy datetime decimal fractions functools inspect ipaddress itertools keyword",
    "math numbers operator re statistics string textwrap typing unicodedata uuid",
)
"""Modules whose functions only compute. Those that change an argument are in `MUTATORS`."""
FUNCTIONS = _words(
    "ast.literal_eval base64.b64decode base64.b64encode binascii.hexlify binascii.unhexlify html.escape html.unescape",
    "json.dumps json.loads os.cpu_count os.environ.get os.fspath os.getcwd os.getenv os.getpid shlex.split",
    "struct.calcsize struct.pack struct.unpack sys.getrecursionlimit sys.getsizeof threading.current_thread",
    "threading.get_ident time.monotonic time.perf_counter time.time zlib.crc32",
)
"""Functions of other modules of the standard library that compute, or look at the process, by the names under which
these are imported."""
ARRAYS = _words(
    "abs absolute all any array array_equal asanyarray asarray ascontiguousarray atleast_1d atleast_2d atleast_3d",
    "broadcast_shapes count_nonzero diff dtype float32 float64 int32 int64 isclose iscomplexobj isfinite isin isinf",
    "isnan isreal isscalar issubdtype max min ndim prod ravel result_type shape size sort squeeze sum transpose",
    "unique",
)
"""Conversions of numpy, and predicates on an array."""
_IMMUTABLE = (Decimal, Fraction, PurePath, date, datetime, time, timedelta)
_OF_IMMUTABLE = frozenset(
    name for kind in _IMMUTABLE for name in dir(kind) if callable(getattr(kind, name)) and not name.startswith("_")
)
# A deque is rotated in place, and what else goes by these names may be, too. What a clock says is no matter of the
# arguments, on which a guard behind it would not depend alone.
_LEFT_OUT = frozenset({"combine", "normalize", "rotate", "shift", "now", "today", "utcnow"})
METHODS = (
    PURE
    | (_OF_IMMUTABLE - CHANGING - _LEFT_OUT)
    | _words(
        "all any astype digest from_iterable geturl hexdigest iter_unpack max mean min ravel reshape sum tolist unpack",
        "unpack_from",
    )
)
"""Methods that change nothing: of builtin types, of the standard library, and of arrays."""
CHANGING_AN_ARGUMENT = _words(
    "next heapify heappush heappop heappushpop heapreplace shuffle insort insort_left insort_right"
)
"""Builtins and functions of the standard library that change their first argument."""
MUTATORS = CHANGING | CHANGING_AN_ARGUMENT - {"next"} | _words("appendleft extendleft popleft")
"""Methods and functions of builtin types and of the standard library that change a container."""
_FRESH = frozenset({"Counter", "OrderedDict", "bytearray", "defaultdict", "deque", "dict", "list", "set", "sorted"})


def computes(expression: ast.expr, helpers: Collection[str] = ()) -> bool:
    """Whether evaluating an expression changes nothing. `helpers`: functions of which that is known, as they are called
    (`called`)."""
    return all(is_harmless(node, helpers) for node in ast.walk(expression))


def only_computes(function: ast.FunctionDef, helpers: Collection[str] = ()) -> bool:
    """Whether calling a function changes nothing but what it makes itself. What it raises is not looked at."""
    nodes = list(_walk(function))
    # What a function binds it may change: a container that came from outside is stored or named elsewhere, which
    # `leaves_arguments` looks for.
    own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    # A recursion changes nothing if nothing else in it does.
    known = {*helpers, function.name}
    return not any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes) and all(
        is_harmless(node, known) or _changes(node, own) for node in nodes
    )


def leaves_arguments(function: ast.FunctionDef, made: str | None = None) -> bool:
    """Whether a function stores nothing in what it is given, but for a constructor in the object that it makes, `made`,
    and is called when it is mentioned."""
    stored = (ast.Store, ast.Del)
    own = bound_in(function.body)
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name == made:
                continue
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Yield() | ast.YieldFrom() | ast.Await():
                return False
            case ast.Subscript(value=value, ctx=context) if isinstance(context, stored):
                if not (isinstance(value, ast.Name) and value.id in own):
                    return False
    return True


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of what is raised."""
    nodes = [node]
    while nodes:
        each = nodes.pop()
        yield each
        if not isinstance(each, ast.Raise):
            nodes += ast.iter_child_nodes(each)


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
            # `[0] * n` makes a list, whatever is in it.
            return isinstance(left, ast.List) or isinstance(right, ast.List)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id="collections"), attr=name)):
            return name in _FRESH
    return False


def makes_empty(value: ast.expr) -> bool:
    """Whether the value is a new container without an element, which makes a new container of each that it misses, or
    is given them."""
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Call(func=ast.Name(id="dict"), args=[], keywords=[]):
            return True
        case ast.Call(func=ast.Name(id="defaultdict") | ast.Attribute(attr="defaultdict"), args=[ast.Name(id=kind)]):
            return kind in _FRESH
    return False


def is_harmless(node: ast.AST, helpers: Collection[str]) -> bool:
    """Whether a node alone, without what is inside it, changes nothing."""
    match node:
        case ast.Await() | ast.Yield() | ast.YieldFrom():
            return False
        # Anything that is no call and hands control to nobody is harmless; of calls only what is known to be.
        case ast.Call() if (name := called(node)) in helpers or name in FUNCTIONS:
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in BUILTINS or name in CLASSES or is_exception(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)) if owner in MODULES:
            return name not in MUTATORS
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy"), attr=name)):
            return name in ARRAYS
        # A method of an object of which nothing is known: by its name, which no common class has with an effect.
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in METHODS or name in CLASSES
        case ast.Call():
            return False
    return True


def called(node: ast.expr) -> str | None:
    """What an expression calls, where that is `dotted`."""
    return dotted(node.func) if isinstance(node, ast.Call) else None


def dotted(node: ast.expr) -> str | None:
    """A name, or an attribute of what a name stands for, as it is written: `f`, `self.f`, `urllib.parse.quote`."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if (owner := dotted(value)) is not None:
            return f"{owner}.{name}"
    return None


def is_exception(name: str) -> bool:
    return name.endswith(("Error", "Exception", "Warning"))
