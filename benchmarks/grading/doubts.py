"""Why the checks that stand in the text of a program may not be what runs when its function is called.

A check is found in the text, and the name of the function may stand for something else by the time of a call: a
decorator, another binding, a changed builtin. Where the text leaves that open, nothing is known of its checks. Honest
programs do none of this; what they do is followed (`guards.py`).
"""

import ast
from collections.abc import Collection, Iterator, Sequence

from ...frontends.python.constants.names import bound_in
from .dependencies import may_return

_NAMES = frozenset(
    {
        *("builtins", "__builtins__", "globals", "vars", "exec", "setattr", "delattr", "__import__", "importlib"),
        *("ctypes", "gc", "inspect", "atexit", "signal", "threading", "multiprocessing", "weakref"),
    }
)
"""What can change the meaning of names from afar."""
_ATTRIBUTES = frozenset(
    {
        *("modules", "settrace", "setprofile", "_getframe", "gi_frame", "f_globals", "f_locals", "f_back"),
        *("__code__", "__globals__", "__dict__", "__class__", "__defaults__", "__kwdefaults__", "__closure__"),
        *("__wrapped__", "__bases__", "__builtins__", "__subclasses__"),
    }
)
_STARS = frozenset({"typing", "math", "collections", "itertools", "functools"})
"""Modules of which all names may be imported: they change none that checks are made of."""
_ALIKE = frozenset(
    {
        *("typing", "math", "cmath", "collections", "itertools", "functools", "operator", "re", "string", "numbers"),
        *("decimal", "fractions", "statistics", "copy", "heapq", "bisect", "enum", "dataclasses", "abc", "textwrap"),
        *("datetime", "calendar", "json", "hashlib", "array", "types", "unicodedata", "numpy", "__future__"),
    }
)
"""Modules whose functions return the same for the same arguments, whoever calls them, where and when."""
_NOT_ALIKE = frozenset({"id", "hash", "open", "input", "object"})
_MOMENTS = frozenset({"now", "today", "utcnow", "random"})
"""Builtins and attributes that differ from process to process, or from one moment to the next."""
_SPECIAL = frozenset(
    {"__instancecheck__", "__subclasscheck__", "__init_subclass__", "__class_getitem__", "__prepare__"}
)


def doubt_of(module: ast.Module, function: ast.FunctionDef, blocks: Sequence[str]) -> str:
    """Why it is not known that what runs is this function of a module, as its text has it; empty where nothing speaks
    against it. `blocks`: the texts of its checks."""
    return next(_doubts(module, function, blocks), "")


def _doubts(module: ast.Module, function: ast.FunctionDef, blocks: Sequence[str]) -> Iterator[str]:
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    names = {node.name for node in functions}
    # The last binding of a name is what callers get.
    for place, statement in enumerate(module.body):
        later = {*bound_in(module.body[place + 1 :])} if statement in functions else set()
        if isinstance(statement, ast.FunctionDef) and statement.name in later and statement is function:
            yield f"{statement.name} is bound again"
        elif not isinstance(statement, ast.FunctionDef) and bound_in([statement]) & names:
            yield f"a function is bound again at line {statement.lineno}"
    # A generator checks nothing until somebody iterates.
    if any(may_yield(statement) for statement in function.body):
        yield "what is called is a generator, and checks nothing then"
    # A decorator that passes its function through is harmless; any other decides what runs.
    undecorated = {node.name: node for node in functions if not node.decorator_list}
    for decorator in function.decorator_list:
        if not _passes_through(decorator, undecorated):
            yield f"the decorator {ast.unparse(decorator)} decides what runs"
    imported = {name for statement in module.body if _imports(statement) for name in bound_in([statement])}
    # Whatever may change builtins or other functions leaves everything open.
    for node in ast.walk(module):
        if (name := _changes(node, imported | names)) is not None:
            yield f"{name} may change what runs"
    yield from _evaluated_at_loading(module)
    state = _state(module)
    used = {node.id for block in blocks for node in ast.walk(ast.parse(block)) if isinstance(node, ast.Name)}
    # State that calls change makes a check depend on history.
    if kept := sorted(state & used):
        yield f"a check depends on {kept[0]}, which calls change"
    # A check that asks for the user, the clock or the process works here and not elsewhere.
    if around := next(_surroundings(module, blocks), None):
        yield f"a check depends on {around}, which is not the same everywhere"


def _surroundings(module: ast.Module, blocks: Sequence[str]) -> Iterator[str]:
    """What checks depend on, by the names that they use, that tells of the process, its user or the moment: a check
    that works here may not work for others."""
    foreign = {name for node in ast.walk(module) for name in _from_elsewhere(node)}
    # What is made of such names, by a function or a statement of the module, is such a name, too.
    spread = foreign | _NOT_ALIKE
    # The closure over definitions: a name that is made of such a name is one.
    while (
        more := {
            name
            for statement in module.body
            if not _imports(statement) and not spread.isdisjoint(_names(statement))
            for name in bound_in([statement])
        }
        - spread
    ):
        spread |= more
    used = {name for block in blocks for name in _names(ast.parse(block))}
    yield from sorted(spread & used)
    for block in blocks:
        yield from (
            node.attr
            for node in ast.walk(ast.parse(block))
            if isinstance(node, ast.Attribute) and node.attr in _MOMENTS
        )


def _from_elsewhere(node: ast.AST) -> Iterator[str]:
    """Names that an import binds to what is not known to be alike everywhere."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                if alias.name.split(".")[0] not in _ALIKE:
                    yield alias.asname or alias.name.split(".")[0]
        case ast.ImportFrom(module=module, names=names) if (module or "").split(".")[0] not in _ALIKE:
            yield from (alias.asname or alias.name for alias in names)


def _names(statement: ast.AST) -> set[str]:
    """The names whose values something depends on: `hash(x)` as a statement asks whether x has a hash, and is the same
    everywhere."""
    dropped = {
        node.value.func
        for node in ast.walk(statement)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    }
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and node not in dropped}


def _changes(node: ast.AST, shared: Collection[str]) -> str | None:
    # By the form of the node: names and attributes by which a program can change what runs.
    match node:
        case ast.Name(id=name) if name in _NAMES:
            return name
        case ast.Attribute(attr=name) if name in _ATTRIBUTES:
            return name
        case ast.Import(names=names) if wrong := [each.name for each in names if each.name.split(".")[0] in _NAMES]:
            return wrong[0]
        case ast.ImportFrom(module=str(name)) if name.split(".")[0] in _NAMES:
            return name
        case ast.ImportFrom(module=name, names=[ast.alias(name="*")]) if name not in _STARS:
            return f"everything of {name}"
        case ast.ClassDef(keywords=[_, *_]):
            return "a metaclass"
        case ast.FunctionDef(name=name) if name in _SPECIAL:
            return name
        case ast.Global(names=[name, *_]):
            return f"global {name}"
        case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in shared:
            return f"an attribute of {name}"
    return None


def _imports(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _evaluated_at_loading(module: ast.Module) -> Iterator[str]:
    for statement in module.body:
        names = (node.id for node in ast.walk(statement) if isinstance(node, ast.Name))
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef) and not {"eval", "compile"}.isdisjoint(names):
            yield f"line {statement.lineno} evaluates text"


def may_yield(statement: ast.stmt) -> bool:
    """Whether a statement makes a generator of the function that it stands in."""
    rest: list[ast.AST] = [statement]
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            rest += ast.iter_child_nodes(node)
    return False


def _state(module: ast.Module) -> set[str]:
    """Names of the module, and parameters with defaults, that some function changes."""
    # Names of the module that hold values.
    kept = {
        name
        for statement in module.body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef) and not _imports(statement)
        for name in bound_in([statement])
    }
    found: set[str] = set()
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef):
            continue
        args = function.args
        # Mutable defaults are state as well.
        defaults = [*args.args[len(args.args) - len(args.defaults) :], *args.kwonlyargs]
        own = bound_in(function.body) | {argument.arg for argument in (*args.posonlyargs, *args.args)}
        outside = (kept - own) | {argument.arg for argument in defaults} | {function.name}
        for node in ast.walk(function):
            # An item assignment, a method call, `next` or an augmented assignment changes them.
            match node:
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in outside:
                    found.add(name)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in outside:
                    found.add(name)
                case ast.Call(func=ast.Name(id="next"), args=[ast.Name(id=name), *_]) if name in outside:
                    found.add(name)
                case ast.AugAssign(target=ast.Name(id=name)) if name in {argument.arg for argument in defaults}:
                    found.add(name)
    return found


def _passes_through(decorator: ast.expr, functions: dict[str, ast.FunctionDef]) -> bool:
    """Whether a decorator calls what it is given once for each call, with the same arguments, whatever these are."""
    match decorator:
        case ast.Name(id=name) if name in functions:
            return _maker_passes(functions[name])
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in functions:
            match _without_docstring(functions[name].body):
                case [ast.FunctionDef(decorator_list=[]) as maker, ast.Return(value=ast.Name(id=returned))]:
                    return returned == maker.name and _maker_passes(maker)
    return False


def _maker_passes(maker: ast.FunctionDef) -> bool:
    match maker.args, _without_docstring(maker.body):
        case (
            ast.arguments(posonlyargs=[], args=[ast.arg(arg=given)], vararg=None, kwonlyargs=[], kwarg=None),
            [ast.FunctionDef() as wrapper, ast.Return(value=ast.Name(id=returned))],
        ) if returned == wrapper.name and all(map(_is_wraps, wrapper.decorator_list)):
            return _wrapper_passes(wrapper, given)
    return False


def _wrapper_passes(wrapper: ast.FunctionDef, given: str) -> bool:
    *before, last = wrapper.body
    own = [argument.arg for argument in (*wrapper.args.posonlyargs, *wrapper.args.args)]
    rest = [own_argument.arg for own_argument in (wrapper.args.vararg, wrapper.args.kwarg) if own_argument is not None]
    # What stands before the call must neither return nor bind a name that is passed on, and must leave the function
    # alone.
    if any(map(may_return, before)) or bound_in(before) & {*own, *rest, given}:
        return False
    if any(isinstance(node, ast.Name) and node.id == given for statement in before for node in ast.walk(statement)):
        return False
    match last:
        case ast.Return(value=ast.Call(func=ast.Name(id=name), args=positional, keywords=named)) if name == given:
            # All arguments, in their order: a wrapper that drops or changes one calls another function, as far as
            # checks go.
            passed = [ast.unparse(own_argument) for own_argument in positional] + [
                ast.unparse(own_argument.value) for own_argument in named
            ]
            starred = [f"*{wrapper.args.vararg.arg}"] if wrapper.args.vararg else []
            keywords = [wrapper.args.kwarg.arg] if wrapper.args.kwarg else []
            return passed == [*own, *starred, *keywords] and not wrapper.args.kwonlyargs
    return False


def _is_wraps(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(func=ast.Name(id="wraps") | ast.Attribute(value=ast.Name(id="functools"), attr="wraps")):
            return True
    return False


def _without_docstring(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant()), *rest]:
            return list(rest)
    return list(body)
