"""How many containers that may change are within each other in a value that a module makes.

0 of `3` and `(1, 2)`, 1 of `[1, 2]`, 2 of `[[1], [2]]`; what is taken out of a value has one less. Only what is seen
to be made anew has a depth: what a function returns may be held elsewhere, and what an iterator gives is used up.
"""

import ast
from collections.abc import Iterable

from attrs import define, field

from ....core.ir import library
from ....core.ir.python_builtins import function_names, giving
from ..names import BUILTINS, MODULES
from .names import ModuleNames, bound_by

_OF_PLAIN = function_names("flat") - {"type"}
"""Builtins that return what never changes."""
_COLLECTING = {"list": 1, "sorted": 1, "set": 1, "dict": 1, "tuple": 0, "frozenset": 0}
"""Builtins that make a container of what another has, and whether that may change."""
_HANDING_ON = frozenset({"enumerate", "zip", "reversed"})
_CHOOSING = function_names("element")
_LISTING = giving("flat list")
_COMBINING = giving("container")


@define(slots=True)
class Depths:
    """Asks of the expressions of one module. None: not known."""

    names: ModuleNames
    asked: set[str] = field(factory=set)
    """The names whose depth is being computed: a definition in a circle has none."""

    def of_name(self, name: str) -> int | None:
        """The depth of what a name of the module is bound to, where one statement does; builtins have none inside."""
        bound = self.names.bindings.get(name)
        if bound is None:
            return 0 if name in BUILTINS and not self.names.stars else None
        # Of two bindings either may hold when the value is read. A name that is defined by itself would be asked for
        # ever.
        if len(bound) > 1 or name in self.asked:
            return None
        self.asked.add(name)
        try:
            return self._bound(name, bound[0])
        finally:
            self.asked.discard(name)

    def _bound(self, name: str, statement: ast.stmt) -> int | None:
        match statement:
            case ast.FunctionDef() | ast.Import() | ast.ImportFrom():
                # A function or an import that binds another name (`def f(): global name`) says nothing of this one.
                return 0 if name in bound_by(statement) else None
            case (
                ast.Assign(targets=[ast.Name()], value=value)
                | ast.AnnAssign(target=ast.Name(), value=ast.expr() as value)
            ):
                return self.of(value)
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
                # Which element a name gets is not looked at: of flat values each is flat.
                return 0 if self.inside(value) == 0 else None
            case ast.Assign(value=value):
                return 0 if self.of(value) == 0 else None
        return None

    def of(self, node: ast.expr, plain: frozenset[str] = frozenset()) -> int | None:
        """The depth of the value of an expression. `plain`: variables of comprehensions around it of depth 0."""
        # Only what is seen to be made anew has a depth; any other expression has none.
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.Lambda():
                return 0
            case ast.Name(id=name):
                return 0 if name in plain else self.of_name(name)
            case ast.UnaryOp(operand=operand):
                return self._all_plain([operand], plain)
            # `[[1]] + [2]` has the elements of both.
            case ast.BinOp(left=left, right=right):
                return _most(self.of(part_node, plain) for part_node in (left, right))
            case ast.Compare(left=left, comparators=comparators):
                return _zero(_most(self.of(part_node, plain) for part_node in (left, *comparators)))
            case ast.BoolOp(values=values):
                return _most(self.of(value, plain) for value in values)
            case ast.IfExp(body=then, orelse=orelse):
                return _most(self.of(part_node, plain) for part_node in (then, orelse))
            case ast.NamedExpr(value=value):
                return self._all_plain([value], plain)
            case ast.Tuple(elts=elements):
                return _around(self._parts(elements, plain), 0)
            case ast.List(elts=elements) | ast.Set(elts=elements):
                return _around(self._parts(elements, plain), 1)
            case ast.Dict(keys=keys, values=values):
                # `**other` in a display brings the values of another dict.
                spread = [value for key, value in zip(keys, values, strict=True) if key is None]
                comparators = [value for key, value in zip(keys, values, strict=True) if key is not None]
                inside = [self.inside(part_node, plain) for part_node in spread]
                return _around(_most([*inside, *(self.of(part_node, plain) for part_node in comparators)]), 1)
            case ast.ListComp() | ast.SetComp() | ast.DictComp():
                return _around(self._element(node, plain), 1)
            # A slice is a new list of the same elements.
            case ast.Subscript(value=value, slice=ast.Slice()):
                return self.of(value, plain)
            case ast.Subscript(value=value):
                return self.inside(value, plain)
            # Attributes of known modules are functions and numbers.
            case ast.Attribute(value=ast.Name(id=name), attr=member) if name not in plain:
                return 0 if member in MODULES.get(self._module(name), {}) else None
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=name), attr=submodule), attr=member) if (
                name not in plain
            ):
                return 0 if member in MODULES.get(f"{self._module(name)}.{submodule}", {}) else None
            case ast.Call(func=function):
                return self._call(node, function, plain)
        return None

    def inside(self, node: ast.expr, plain: frozenset[str] = frozenset()) -> int | None:
        """The depth of what iterating over the value of an expression gives."""
        match node:
            case ast.GeneratorExp():
                return self._element(node, plain)
            # What these give is what they are given, in another order or fewer.
            case ast.Call(func=function, args=arguments) if self.names.is_builtin(function, _HANDING_ON):
                return _most(self.inside(argument, plain) for argument in arguments)
            case ast.Call(func=function, args=[ast.Name() as called, *arguments]) if self.names.is_builtin(
                function, {"map"}
            ) and self.names.is_builtin(called, _OF_PLAIN):
                return _zero(_most(self.inside(argument, plain) for argument in arguments))
            case ast.Call(func=function, args=[_, iterated]) if self.names.is_builtin(function, {"filter"}):
                return self.inside(iterated, plain)
            case ast.Call(func=ast.Attribute(value=receiver, attr="items" | "keys" | "values"), args=[]):
                return self.inside(receiver, plain)
        # Iterating takes one level off; text is iterated into text, so that 0 stays.
        own_depth = self.of(node, plain)
        return None if own_depth is None else max(own_depth - 1, 0)

    def _element(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, plain: frozenset[str]
    ) -> int | None:
        for loop in node.generators:
            # A variable of a loop is flat, or nothing is known: `[[x] for x in ([1], 2)]`.
            if loop.is_async or self.inside(loop.iter, plain) != 0:
                return None
            plain |= {target.id for target in ast.walk(loop.target) if isinstance(target, ast.Name)}
        element_nodes = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return _most(self.of(element, plain) for element in element_nodes)

    def _parts(self, expressions: Iterable[ast.expr], plain: frozenset[str]) -> int | None:
        return _most(
            self.inside(expression.value, plain) if isinstance(expression, ast.Starred) else self.of(expression, plain)
            for expression in expressions
        )

    def _all_plain(self, expressions: Iterable[ast.expr], plain: frozenset[str]) -> int | None:
        return 0 if self._parts(expressions, plain) == 0 else None

    def _call(self, call: ast.Call, function: ast.expr, plain: frozenset[str]) -> int | None:
        arguments = call.args
        named = [keyword.value for keyword in call.keywords]
        if self.names.is_builtin(function, _OF_PLAIN):
            return _zero(self._parts([*arguments, *named], plain))
        if self.names.is_builtin(function, _COLLECTING.keys()) and isinstance(function, ast.Name):
            # Only the outer container is new: what was in the other one is in both.
            inside = _most([0, *(self.inside(argument, plain) for argument in arguments)])
            if function.id == "dict":
                inside = _most([inside, self._parts(named, plain)])
            return _around(inside, _COLLECTING[function.id])
        # `max([…])` gives an element of its argument, and `max(a, b)` one of its arguments.
        if self.names.is_builtin(function, _CHOOSING):
            return (
                self.inside(arguments[0], plain)
                if len(arguments) == 1 and not named
                else self._all_plain(arguments, plain)
            )
        if isinstance(function, ast.Attribute):
            return self._method(function, [*arguments, *named], plain)
        return None

    def _method(self, function: ast.Attribute, argument_nodes: list[ast.expr], plain: frozenset[str]) -> int | None:
        module = function.value.id if isinstance(function.value, ast.Name) else ""
        if module not in plain and (path := self._module(module)):
            if library.is_flat(path, function.attr) or (path, function.attr) == ("struct", "Struct"):
                return 0
            if function.attr not in MODULES.get(path, {}):
                return None
            return 1 if function.attr in _LISTING else 0
        receiver = self.of(function.value, plain)
        if receiver == 0:
            return 1 if function.attr in _LISTING else 0
        # A union, a copy: flat where all that comes in is flat, and no statement about deeper ones.
        if receiver == 1 and function.attr in _COMBINING:
            return 1 if all(self.inside(expression, plain) == 0 for expression in argument_nodes) else None
        return None

    def _module(self, name: str) -> str:
        """The module that a name is an import of, "" for what is none."""
        match self.names.bindings.get(name, ()):
            case [ast.Import(names=aliases)]:
                return next((alias.name for alias in aliases if (alias.asname or alias.name) == name), "")
        return ""


def _most(depths: Iterable[int | None]) -> int | None:
    """The greatest of several, 0 of none."""
    greatest = 0
    for depth in depths:
        if depth is None:
            return None
        greatest = max(greatest, depth)
    return greatest


def _zero(depth: int | None) -> int | None:
    return None if depth is None else 0


def _around(inside: int | None, own_depth: int) -> int | None:
    """The depth of a container of values of a depth; `own_depth`: whether it may change itself."""
    return None if inside is None else inside + 1 if inside else own_depth
