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

from .depth import Depths
from .mentions import lets_go
from .names import ModuleNames, module_names

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
        if name in self.set_members:
            return f"name {name!r}, which the module sets as an attribute of what it imports"
        bound = self.names.bindings.get(name)
        for module, line in self.names.stars:
            if bound is None or bound[0].lineno < line:
                return f"name {name!r}, which `from {module} import *` may bind"
        if bound is None:
            return None
        if self.reached:
            return f"name {name!r} of a module that may change its names by {self.reached}"
        if name in self.set_attributes:
            return f"name {name!r}, of which the module sets attributes"
        if isinstance(bound[0], ast.FunctionDef):
            return self._of_function(bound[0])
        depth = Depths(self.names).of_name(name)
        if depth is None:
            return f"name {name!r}, whose value may change"
        for mention in self.names.mentions.get(name, ()):
            if depth and not lets_go(self.names, mention, depth):
                return f"name {name!r}, whose value may change on line {mention.lineno}"
        return None

    def _of_function(self, function: ast.FunctionDef) -> str | None:
        """Whether a default of a parameter may change: it is made once, and each call gets the same."""
        for parameter, default in _defaults(function.args):
            depth = Depths(self.names).of(default)
            held = [
                node
                for part in function.body
                for node in ast.walk(part)
                if isinstance(node, ast.Name) and node.id == parameter and self._is_held(node)
            ]
            if depth is None or (depth and not all(lets_go(self.names, node, depth) for node in held)):
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
            root = start_of(target)
            if not isinstance(root, ast.Name) or not _is_of_module(names, root):
                continue
            attributes.add(root.id)
            if any(isinstance(each, ast.Import | ast.ImportFrom) for each in names.bindings.get(root.id, ())):
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
        case ast.Name(id=name) if name in _RUNS_TEXT | {"import_module"} and _is_of_module(names, node):
            return name
        case ast.Attribute(attr=name) if name in _GIVES_NAMES:
            return name
        case ast.Attribute(value=ast.Name(id="sys"), attr="modules"):
            return "sys.modules"
        case ast.ImportFrom(module="sys", names=aliases) if any(each.name == "modules" for each in aliases):
            return "sys.modules"
        case ast.Call(func=function, args=[]) if names.is_builtin(function, {"vars", "locals"}):
            return ast.unparse(function) if _is_outside_functions(names, node) else ""
    return ""


def _is_of_module(names: ModuleNames, node: ast.Name) -> bool:
    return any(each is node for each in names.mentions.get(node.id, ()))


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


def _defaults(given: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    positional = [*given.posonlyargs, *given.args]
    with_default = positional[len(positional) - len(given.defaults) :]
    yield from ((each.arg, default) for each, default in zip(with_default, given.defaults, strict=True))
    for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        if default is not None:
            yield each.arg, default
