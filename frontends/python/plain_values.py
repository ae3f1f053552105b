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
from collections.abc import Container, Iterable, Iterator
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


def is_plain_type(annotation: ast.expr, own: Container[str] = ()) -> bool:
    """Whether an annotation mentions plain types alone, by none of the names that are a module's `own`."""
    names = {name_of(node) for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute)}
    keys = {key for node in ast.walk(annotation) if isinstance(node, ast.Dict) for key in node.keys}
    texts = [node.value for node in ast.walk(annotation) if isinstance(node, ast.Constant) and node not in keys]
    quoted = {text for text in texts if text is not None and text is not Ellipsis}
    return names | quoted <= _PLAIN_ANNOTATIONS and not any(name in own for name in (*names, *quoted))


def is_of_plain(attribute: str) -> bool:
    """Whether plain values of some type have an attribute."""
    return any(hasattr(kind, attribute) for kind in _VALUES)


@define(slots=True, eq=False)
class PlainValues:
    """What holds plain values in one module. `odd` are names and `odd_attributes` attributes that may hold others;
    `modules` are names of modules with plain members, `own` those that mean what no type of
    Python's own does: classes of the module, and what it imports from others."""

    bound: set[str] = field(factory=set)
    odd: set[str] = field(factory=set)
    stored: set[str] = field(factory=set)
    odd_attributes: set[str] = field(factory=set)
    modules: dict[str, str] = field(factory=dict)
    own: frozenset[str] = frozenset()

    def is_plain(self, node: ast.expr) -> bool:
        """Whether an expression makes a plain value."""
        match node:
            case ast.Constant(value=value):
                return value is not Ellipsis
            # A formatted string is a string whatever is in its fields.
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
            case (
                ast.BoolOp(values=elements)
                | ast.List(elts=elements)
                | ast.Tuple(elts=elements)
                | ast.Set(elts=elements)
            ):
                return all(map(self._is_plain_element, elements))
            case ast.Dict(keys=keys, values=values):
                return all(self.is_plain(key_or_value) for key_or_value in (*keys, *values) if key_or_value is not None)
            # What is plain holds nothing but plain values, so that its elements are plain, and so is what operators
            # make of it.
            case ast.UnaryOp(operand=operand) | ast.NamedExpr(value=operand) | ast.Subscript(value=operand):
                return self.is_plain(operand)
            case ast.BinOp(left=left, right=right):
                return self.is_plain(left) and self.is_plain(right)
            case ast.Compare(left=left, comparators=comparators):
                return all(map(self.is_plain, (left, *comparators)))
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
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in _ITERATORS and name not in self.bound:
                return all(map(self.has_plain_elements, arguments))
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _VIEWS:
                return self.is_plain(owner)
        return self.is_plain(node)

    def _is_plain_attribute(self, owner: ast.expr, name: str) -> bool:
        if isinstance(owner, ast.Name) and owner.id in self.modules:
            return type(getattr(_MODULES[self.modules[owner.id]], name, None)) in _VALUES
        # `text.split` is a bound method, and no value; only parts of numbers are.
        if is_of_plain(name):
            return name in _PARTS_OF_NUMBERS and self.is_plain(owner)
        return name in self.stored and name not in self.odd_attributes

    def _is_plain_call(self, node: ast.Call) -> bool:
        # A name that the module binds may be any function there, though it is called `len`.
        if not isinstance(node.func, ast.Name) or node.func.id in self.bound:
            return False
        name, arguments = node.func.id, node.args
        # `key` and `reverse` decide the order of a result, and are no part of it.
        named = [keyword.value for keyword in node.keywords if keyword.arg not in ("key", "reverse")]
        if name in _SCALARS:
            return True
        if name in _OF_VALUES or (name in ("min", "max") and len(arguments) > 1):
            return all(map(self._is_plain_element, (*arguments, *named)))
        return name in _COLLECTING and all(map(self.has_plain_elements, arguments)) and all(map(self.is_plain, named))

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
    values.own = frozenset(name for node in nodes for name in _own(node))
    for node in nodes:
        _declare(values, node)
    sizes_before = (-1, -1)
    # An odd name makes what is bound to it odd, which may reach names that were looked at before.
    while sizes_before != (len(values.odd), len(values.odd_attributes)):
        sizes_before = (len(values.odd), len(values.odd_attributes))
        for node in nodes:
            for target, plain in _bindings(values, node):
                values.bind(target, plain)
    return values


_OF_TYPES = frozenset({"typing", "typing_extensions", "builtins", "collections", "collections.abc"})
"""Modules whose names are those of types of Python's own."""


def _own(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ClassDef(name=name):
            yield name
        case ast.ImportFrom(module=module, names=names) if module not in _OF_TYPES:
            yield from (alias.asname or alias.name for alias in names)


def _declare(plain_names: PlainValues, node: ast.AST) -> None:
    """Note what a node binds whatever other names hold."""
    match node:
        case ast.ClassDef(name=name, body=body):
            plain_names.name(name, False)
            # A method is no plain value: an attribute of the same name, even of another object, may be this one.
            for method in methods_of(node):
                plain_names.odd_attributes.add(method.name)
                static = any(name_of(bound_node) == "staticmethod" for bound_node in method.decorator_list)
                # The first parameter of a method is an object of the class, or the class itself.
                for receiver in [] if static else [*method.args.posonlyargs, *method.args.args][:1]:
                    plain_names.name(receiver.arg, False)
            plain_names.odd_attributes.update(
                bound_node.name for bound_node in body if isinstance(bound_node, ast.ClassDef)
            )
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            plain_names.name(name, False)
        case ast.Import(names=names):
            for bound_node in names:
                name = bound_node.asname or bound_node.name.partition(".")[0]
                plain_names.name(name, False)
                # Some modules have plain constants, as `math.pi`: reading one through this name is safe.
                if bound_node.name in _MODULES:
                    plain_names.modules[name] = bound_node.name
        case ast.ImportFrom(module=module, names=names):
            for bound_node in names:
                value = getattr(_MODULES.get(module or "", builtins), bound_node.name, None)
                # What comes from any other module may be any object.
                plain_names.name(bound_node.asname or bound_node.name, module in _MODULES and type(value) in _VALUES)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            plain_names.name(name, False)
        case ast.MatchMapping(rest=str(name)):
            plain_names.name(name, False)
        case ast.Name(id=name, ctx=ast.Store()):
            plain_names.bound.add(name)
        case ast.Attribute(attr=name, ctx=ast.Store()):
            plain_names.stored.add(name)
        case ast.arguments():
            for parameter in _parameters(node):
                annotation = parameter.annotation
                plain_names.name(parameter.arg, annotation is None or is_plain_type(annotation, plain_names.own))


def _parameters(node: ast.arguments) -> Iterator[ast.arg]:
    yield from (*node.posonlyargs, *node.args, *node.kwonlyargs)
    yield from (starred for starred in (node.vararg, node.kwarg) if starred is not None)


def _bindings(plain_names: PlainValues, node: ast.AST) -> Iterable[tuple[ast.expr, bool]]:
    """The targets that a node binds, and whether what they get is plain as far as is known by now."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=elements)) if len(targets) == len(
            elements
        ) and not any(isinstance(part, ast.Starred) for part in (*targets, *elements)):
            return [(target, plain_names.is_plain(part)) for target, part in zip(targets, elements, strict=True)]
        case ast.Assign(targets=targets, value=value):
            plain = plain_names.is_plain(value)
            return [(target, plain) for target in targets]
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            return [
                (target, is_plain_type(annotation, plain_names.own) and (value is None or plain_names.is_plain(value)))
            ]
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            return [(target, plain_names.is_plain(value))]
        case ast.For(target=target, iter=iterable) | ast.comprehension(target=target, iter=iterable):
            return [(target, plain_names.has_plain_elements(iterable))]
        case ast.AsyncFor(target=target):
            return [(target, False)]
        case ast.withitem(optional_vars=ast.expr() as target):
            return [(target, False)]
        case ast.ClassDef(body=body):  # What a class binds, its objects have as an attribute.
            assigned = [
                (target, assignment.value)
                for assignment in body
                if isinstance(assignment, ast.Assign)
                for target in assignment.targets
            ]
            return [
                (ast.Attribute(ast.Name("", ast.Load()), assignment.id, ast.Store()), plain_names.is_plain(value))
                for target, value in assigned
                for assignment in ast.walk(target)
                if isinstance(assignment, ast.Name)
            ]
        case ast.arguments(posonlyargs=first, args=positional, defaults=defaults):
            with_default = zip(
                [*first, *positional][len(first) + len(positional) - len(defaults) :], defaults, strict=True
            )
            named = zip(node.kwonlyargs, node.kw_defaults, strict=True)
            pairs = [(parameter, value) for parameter, value in (*with_default, *named) if value is not None]
            return [(ast.Name(parameter.arg, ast.Store()), plain_names.is_plain(value)) for parameter, value in pairs]
    return []
