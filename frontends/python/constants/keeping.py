"""Whether a name of a module keeps the value that its one binding gives it.

A name bound once to a number, a text or another value that never changes does. A list, set or dict can be changed
wherever somebody holds it, so every mention of its name in the module has to read it and let go of it: `x in KNOWN`,
`len(KNOWN)`, `for name in KNOWN`. What is passed on (`fill(KNOWN)`, `return KNOWN`, `other = KNOWN`) may change. Other
modules are taken to leave the names of a module alone.
"""

import ast
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from ....core.ir.python_builtins import CONTAINERS, function_names, giving
from .depth import Depths
from .names import ModuleNames, module_names

_SHOWING = function_names("flat") | {"id", "print"}
"""Builtins whose result has nothing of their argument."""
_HANDING_ON = function_names("container", "view") | {"sum"}
"""Builtins whose result has elements of their arguments."""
_CHOOSING = frozenset({"max", "min"})
_COUNTING = giving("flat", types=CONTAINERS) | {"__contains__"}
_GIVING = giving("container", "view", "element", types=CONTAINERS)
"""Methods of containers that give elements, or a new container of them."""


def _lets_go(names: ModuleNames, node: ast.expr, depth: int) -> bool:
    """Whether what surrounds an expression, whose value has this depth (`depth.py`), only reads that."""
    # From the expression outwards, until something has read the value, or has it and may keep or change it. What is
    # flat has no elements that could change, so that to hand on these is no harm. With `ROWS = [[1], [2]]` in mind:
    # `len(ROWS)` reads it; `ROWS[0]` is another value, one less deep, about which its own surroundings are asked;
    # `ROWS[0][0]` is a number, which nothing changes; `sorted(ROWS)` hands on lists, and is refused, as `f(ROWS)` is.
    # What is not among the cases is refused: a name that is not looked into costs a verdict, a wrong value makes one.
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
                return flat and all(isinstance(target, ast.Tuple | ast.List) for target in targets)
            case ast.BoolOp() | ast.IfExp():
                node = parent
            case ast.BinOp():
                return flat
            case ast.AugAssign(value=value):
                return flat and value is node
            case ast.Subscript(value=value, slice=subscript, ctx=ast.Load()) if value is node:
                depth -= not isinstance(subscript, ast.Slice)
                if depth == 0 or (flat and isinstance(subscript, ast.Slice)):
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
            # In a display, `**node` has no key.
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


_RUNS_TEXT = frozenset({"exec", "eval", "globals", "__import__"})
_GIVES_NAMES = frozenset({"__globals__", "f_globals", "import_module"})
_SETTING = frozenset({"setattr", "delattr"})


@frozen(slots=True, eq=False)
class Keeping:
    """A module's names, and what may change any of them. `set_attributes`: names whose attributes the module sets;
    `set_members`: attributes that it sets of what it imports. `reached`: what gives the module itself, or runs text."""

    names: ModuleNames
    set_attributes: frozenset[str]
    set_members: frozenset[str]
    reached: str

    # A doubt without reason costs a clause, which is unsupported then; a change that is overlooked makes a wrong proof.
    # So whatever is not known to leave the name alone is a doubt.

    def doubt(self, name: str) -> str | None:
        """Why a name that one statement of the module binds may not have that value when a function is called; None
        when it has. Names of builtins may be asked for, too."""
        # Setting an attribute of an import sets it for everybody.
        if name in self.set_members:
            return f"name {name!r}, which the module sets as an attribute of what it imports"
        bound = self.names.bindings.get(name)
        # A later star import may bind the name again.
        for module, line in self.names.stars:
            if bound is None or bound[0].lineno < line:
                return f"name {name!r}, which `from {module} import *` may bind"
        if bound is None:
            return None
        # Something reaches the module's names as a dict, or runs text in it.
        if self.reached:
            return f"name {name!r} of a module that may change its names by {self.reached}"
        if name in self.set_attributes:
            return f"name {name!r}, of which the module sets attributes"
        if isinstance(bound[0], ast.FunctionDef):
            return self._of_function(bound[0])
        # A value whose depth is unknown may be held elsewhere.
        depth = Depths(self.names).of_name(name)
        if depth is None:
            return f"name {name!r}, whose value may change"
        # Every mention of a container has to let go of it.
        for mention in self.names.mentions.get(name, ()):
            if depth and not _lets_go(self.names, mention, depth):
                return f"name {name!r}, whose value may change on line {mention.lineno}"
        return None

    def _of_function(self, function: ast.FunctionDef) -> str | None:
        """Whether a default of a parameter may change: it is made once, and each call gets the same."""
        for parameter, default in _defaults(function.args):
            depth = Depths(self.names).of(default)
            # Inside of the function each call has the same object: every mention has to let go of it, as for a name of
            # the module.
            held = [
                node
                for statement_node in function.body
                for node in ast.walk(statement_node)
                if isinstance(node, ast.Name) and node.id == parameter and self._is_held(node)
            ]
            if depth is None or (depth and not all(_lets_go(self.names, node, depth) for node in held)):
                return f"function {function.name!r}, where the default of {parameter!r} may change"
        return None

    def _is_held(self, node: ast.Name) -> bool:
        """Whether a name is mentioned with the value that it has; `x += y` may change that."""
        return isinstance(node.ctx, ast.Load) or isinstance(self.names.parents[node], ast.AugAssign)


@lru_cache(maxsize=8)
def keeping(tree: ast.Module) -> Keeping:
    """What a module says about its names."""
    names = module_names(tree)
    attributes, members, reached = set[str](), set[str](), ""
    for node in names.parents:
        for target, attribute in _sets(names, node):
            # `config.limits["n"].most = 3` starts from `config`, whose parts may be what another name holds.
            root = start_of(target)
            # A local of a function is another object, unless it was given one of the module: that is seen where it is
            # mentioned.
            if not isinstance(root, ast.Name) or not _is_of_module(names, root):
                continue
            attributes.add(root.id)
            if any(isinstance(statement, ast.Import | ast.ImportFrom) for statement in names.bindings.get(root.id, ())):
                members.add(attribute)
        reached = reached or _reaches(names, node)
    return Keeping(names, frozenset(attributes), frozenset(members), reached or ("setattr" if "" in members else ""))


def _sets(names: ModuleNames, node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The object of which a node sets an attribute, and that; "" where it is not known which."""
    match node:
        case ast.Attribute(value=value, attr=attribute, ctx=ast.Store() | ast.Del()):
            yield value, attribute
        case ast.Call(func=function, args=[value, attribute, *_]) if names.is_builtin(function, _SETTING):
            yield value, str(attribute.value) if isinstance(attribute, ast.Constant) else ""


def _reaches(names: ModuleNames, node: ast.AST) -> str:
    """What gives the module as an object, its names as a dict, or runs text in it, if the node does; else ""."""
    match node:
        # To ask what is in it changes nothing.
        case ast.Attribute() | ast.Name(id="globals") if _is_asked_for_names(names, node):
            return ""
        case ast.Name(id=name) if name in _RUNS_TEXT | {"import_module"} and _is_of_module(names, node):
            return name
        case ast.Attribute(attr=name) if name in _GIVES_NAMES:
            return name
        case ast.Attribute(value=ast.Name(id="sys"), attr="modules"):
            return "sys.modules"
        case ast.ImportFrom(module="sys", names=aliases) if any(alias.name == "modules" for alias in aliases):
            return "sys.modules"
        case ast.Call(func=function, args=[]) if names.is_builtin(function, {"vars", "locals"}):
            # In a function these are its own names.
            return ast.unparse(function) if _is_outside_functions(names, node) else ""
    return ""


def _is_asked_for_names(names: ModuleNames, node: ast.expr) -> bool:
    """Whether only the names in it are asked for: `"m" in sys.modules`, `"x" not in globals()`."""
    parent = names.parents[node]
    if isinstance(parent, ast.Call) and parent.func is node and not parent.args and not parent.keywords:
        node, parent = parent, names.parents[parent]
    match parent:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[container]):
            return container is node
    return False


def _is_of_module(names: ModuleNames, node: ast.Name) -> bool:
    return any(name_node is node for name_node in names.mentions.get(node.id, ()))


def _is_outside_functions(names: ModuleNames, node: ast.AST | None) -> bool:
    while node is not None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return False
        node = names.parents.get(node)
    return True


def start_of(node: ast.expr) -> ast.expr:
    """The name that an expression of items and attributes starts from."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node


def _defaults(declared_arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    positional = [*declared_arguments.posonlyargs, *declared_arguments.args]
    with_default = positional[len(positional) - len(declared_arguments.defaults) :]
    yield from (
        (argument_with_default.arg, default)
        for argument_with_default, default in zip(with_default, declared_arguments.defaults, strict=True)
    )
    for kwonlyarg, default in zip(declared_arguments.kwonlyargs, declared_arguments.kw_defaults, strict=True):
        if default is not None:
            yield kwonlyarg.arg, default
