"""Which names, attributes and expressions of a module hold plain values (numbers, texts, containers of these), as far
as its text says.

A name or attribute is *odd* where some binding of it in the module, in whatever scope, gives it what may be no plain
value: a function, a class, an object of the module, an iterator, a range, a bound method. What is left after no more
are found is plain. Parameters without an annotation or default that says otherwise are taken for plain: that is the
universe of the proofs.
"""

import ast
import builtins
import cmath
import math
import string
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache

from attrs import define, field

from .class_texts import methods_of, name_of

_VALUES = (bool, int, float, complex, str, bytes, list, dict, set, tuple, frozenset)
PLAIN_TYPES = frozenset(kind.__name__ for kind in _VALUES)
_PLAIN_ANNOTATIONS = PLAIN_TYPES | {
    "None",
    "Optional",
    "Union",
    "List",
    "Dict",
    "Set",
    "Tuple",
    "Sequence",
    "Iterable",
    "Collection",
    "Mapping",
}
_MODULES = {module.__name__: module for module in (math, cmath, string, sys)}
"""Modules of which some members are plain values."""
_SCALARS = frozenset({"int", "float", "str", "bool", "bytes", "complex", "len", "isinstance"})
"""Builtins whose result is a plain value, whatever they are given."""
_COLLECTING = frozenset({"list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max"})
"""Builtins whose result is made of the elements of what they are given."""
_OF_VALUES = frozenset({"abs", "round"})
_ITERATORS = frozenset({"range", "enumerate", "zip", "reversed"})
_VIEWS = frozenset({"items", "keys", "values"})
_PARTS_OF_NUMBERS = frozenset({"real", "imag", "numerator", "denominator"})
"""The attributes of plain values that are no methods."""


def is_plain_type(annotation: ast.expr) -> bool:
    """Whether an annotation mentions plain types alone."""
    names = {name_of(node) for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute)}
    keys = {key for node in ast.walk(annotation) if isinstance(node, ast.Dict) for key in node.keys}
    texts = [node.value for node in ast.walk(annotation) if isinstance(node, ast.Constant) and node not in keys]
    return names <= _PLAIN_ANNOTATIONS and all(
        text is None or text in _PLAIN_ANNOTATIONS or text is Ellipsis for text in texts
    )


def is_of_plain(attribute: str) -> bool:
    """Whether plain values of some type have an attribute."""
    return any(hasattr(kind, attribute) for kind in _VALUES)


@define(slots=True, eq=False)
class PlainValues:
    """What holds plain values in one module. `odd` are names and `odd_attributes` attributes that may hold others;
    `modules` are names of modules with plain members."""

    bound: set[str] = field(factory=set)
    odd: set[str] = field(factory=set)
    stored: set[str] = field(factory=set)
    odd_attributes: set[str] = field(factory=set)
    modules: dict[str, str] = field(factory=dict)

    def is_plain(self, node: ast.expr) -> bool:
        """Whether an expression makes a plain value."""
        match node:
            case ast.Constant(value=value):
                return value is not Ellipsis
            case ast.JoinedStr():
                return True
            case ast.Name(id=name):
                return name in self.bound and name not in self.odd
            case ast.Attribute(value=owner, attr=name):
                return self._is_plain_attribute(owner, name)
            case ast.Call():
                return self._is_plain_call(node)
            case ast.IfExp(body=then, orelse=orelse):
                return self.is_plain(then) and self.is_plain(orelse)
            case ast.BoolOp(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return all(map(self._is_plain_element, parts))
            case ast.Dict(keys=keys, values=values):
                return all(self.is_plain(part) for part in (*keys, *values) if part is not None)
            case ast.UnaryOp(operand=inner) | ast.NamedExpr(value=inner) | ast.Subscript(value=inner):
                return self.is_plain(inner)
            case ast.BinOp(left=left, right=right):
                return self.is_plain(left) and self.is_plain(right)
            case ast.Compare(left=left, comparators=others):
                return all(map(self.is_plain, (left, *others)))
            case ast.ListComp(elt=element) | ast.SetComp(elt=element):
                return self.is_plain(element)
            case ast.DictComp(key=key, value=value):
                return self.is_plain(key) and self.is_plain(value)
        return False

    def _is_plain_element(self, node: ast.expr) -> bool:
        return self.has_plain_elements(node.value) if isinstance(node, ast.Starred) else self.is_plain(node)

    def has_plain_elements(self, node: ast.expr) -> bool:
        """Whether what an expression makes, a plain value or an iterator, has plain elements."""
        match node:
            case ast.GeneratorExp(elt=element):
                return self.is_plain(element)
            case ast.Call(func=ast.Name(id=name), args=given) if name in _ITERATORS and name not in self.bound:
                return all(map(self.has_plain_elements, given))
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _VIEWS:
                return self.is_plain(owner)
        return self.is_plain(node)

    def _is_plain_attribute(self, owner: ast.expr, name: str) -> bool:
        if isinstance(owner, ast.Name) and owner.id in self.modules:
            return type(getattr(_MODULES[self.modules[owner.id]], name, None)) in _VALUES
        if is_of_plain(name):
            return name in _PARTS_OF_NUMBERS and self.is_plain(owner)
        return name in self.stored and name not in self.odd_attributes

    def _is_plain_call(self, node: ast.Call) -> bool:
        if not isinstance(node.func, ast.Name) or node.func.id in self.bound:
            return False
        name, given = node.func.id, node.args
        named = [keyword.value for keyword in node.keywords if keyword.arg not in ("key", "reverse")]
        if name in _SCALARS:
            return True
        if name in _OF_VALUES or (name in ("min", "max") and len(given) > 1):
            return all(map(self._is_plain_element, (*given, *named)))
        return name in _COLLECTING and all(map(self.has_plain_elements, given)) and all(map(self.is_plain, named))

    def bind(self, target: ast.expr, plain: bool) -> None:
        """Note that a target gets a value."""
        for node in ast.walk(target):
            match node:
                case ast.Name(id=name, ctx=ast.Store()):
                    self.name(name, plain)
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    self.stored.add(name)
                    if not plain:
                        self.odd_attributes.add(name)

    def name(self, name: str, plain: bool) -> None:
        self.bound.add(name)
        if not plain:
            self.odd.add(name)


@lru_cache(maxsize=8)
def plain_values(tree: ast.Module) -> PlainValues:
    """What holds plain values in a module. It is computed from above: names are plain until a binding says otherwise,
    which may make others odd."""
    values = PlainValues()
    nodes = list(ast.walk(tree))
    for node in nodes:
        _declare(values, node)
    before = (-1, -1)
    while before != (len(values.odd), len(values.odd_attributes)):
        before = (len(values.odd), len(values.odd_attributes))
        for node in nodes:
            for target, plain in _bindings(values, node):
                values.bind(target, plain)
    return values


def _declare(found: PlainValues, node: ast.AST) -> None:
    """Note what a node binds whatever other names hold."""
    match node:
        case ast.ClassDef(name=name, body=body):
            found.name(name, False)
            for method in methods_of(node):
                found.odd_attributes.add(method.name)
                static = any(name_of(each) == "staticmethod" for each in method.decorator_list)
                for receiver in [] if static else [*method.args.posonlyargs, *method.args.args][:1]:
                    found.name(receiver.arg, False)
            found.odd_attributes.update(each.name for each in body if isinstance(each, ast.ClassDef))
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            found.name(name, False)
        case ast.Import(names=names):
            for each in names:
                name = each.asname or each.name.partition(".")[0]
                found.name(name, False)
                if each.name in _MODULES:
                    found.modules[name] = each.name
        case ast.ImportFrom(module=module, names=names):
            for each in names:
                value = getattr(_MODULES.get(module or "", builtins), each.name, None)
                found.name(each.asname or each.name, module in _MODULES and type(value) in _VALUES)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            found.name(name, False)
        case ast.MatchMapping(rest=str(name)):
            found.name(name, False)
        case ast.Name(id=name, ctx=ast.Store()):
            found.bound.add(name)
        case ast.Attribute(attr=name, ctx=ast.Store()):
            found.stored.add(name)
        case ast.arguments():
            for parameter in _parameters(node):
                annotation = parameter.annotation
                found.name(parameter.arg, annotation is None or is_plain_type(annotation))


def _parameters(node: ast.arguments) -> Iterator[ast.arg]:
    yield from (*node.posonlyargs, *node.args, *node.kwonlyargs)
    yield from (each for each in (node.vararg, node.kwarg) if each is not None)


def _bindings(found: PlainValues, node: ast.AST) -> Iterable[tuple[ast.expr, bool]]:
    """The targets that a node binds, and whether what they get is plain as far as is known by now."""
    match node:
        case ast.Assign(targets=targets, value=value):
            plain = found.is_plain(value)
            return [(target, plain) for target in targets]
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            return [(target, is_plain_type(annotation) and (value is None or found.is_plain(value)))]
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            return [(target, found.is_plain(value))]
        case ast.For(target=target, iter=iterable) | ast.comprehension(target=target, iter=iterable):
            return [(target, found.has_plain_elements(iterable))]
        case ast.AsyncFor(target=target):
            return [(target, False)]
        case ast.withitem(optional_vars=ast.expr() as target):
            return [(target, False)]
        case ast.ClassDef(body=body):  # What a class binds, its objects have as an attribute.
            assigned = [
                (target, part.value) for part in body if isinstance(part, ast.Assign) for target in part.targets
            ]
            return [
                (ast.Attribute(ast.Name("", ast.Load()), part.id, ast.Store()), found.is_plain(value))
                for target, value in assigned
                for part in ast.walk(target)
                if isinstance(part, ast.Name)
            ]
        case ast.arguments(posonlyargs=first, args=others, defaults=defaults):
            with_default = zip([*first, *others][len(first) + len(others) - len(defaults) :], defaults, strict=True)
            named = zip(node.kwonlyargs, node.kw_defaults, strict=True)
            pairs = [(parameter, value) for parameter, value in (*with_default, *named) if value is not None]
            return [(ast.Name(parameter.arg, ast.Store()), found.is_plain(value)) for parameter, value in pairs]
    return []
