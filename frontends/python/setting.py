"""What a module sets and deletes of the attributes of objects and classes, with their names and without."""

import ast
from collections.abc import Collection, Iterator
from functools import lru_cache

from .class_texts import methods_of
from .constants.names import bound_in
from .definitions import IMPLICIT
from .families import READING
from .module_classes import ModuleClasses, once_a_module

_BESIDE = frozenset({"__dict__", "__new__", "__setattr__", "__delattr__", "__setstate__"})
"""Attributes by which objects are made, or attributes set, without the class."""


@once_a_module
def deleted(module: ModuleClasses, *, of_classes: bool) -> frozenset[str]:
    """The attributes that a module deletes by their names; `of_classes`: those of what may be a class alone."""
    deleted_names: set[str] = set()
    for node in ast.walk(module.tree):
        match node:
            case (
                ast.Attribute(value=owner, attr=name, ctx=ast.Del())
                | ast.Call(func=ast.Name(id="delattr"), args=[owner, ast.Constant(value=str(name))])
            ) if not of_classes or _is_class(module, owner):
                deleted_names.add(name)
    return frozenset(deleted_names)


@once_a_module
def set_for_classes(module: ModuleClasses) -> frozenset[str]:
    """The attributes that a module sets by their names for what may be a class: reading them may run code."""
    set_names: set[str] = set()
    for node in ast.walk(module.tree):
        match node:
            case (
                ast.Attribute(value=owner, attr=name, ctx=ast.Store())
                | ast.Call(func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), *_])
            ) if _is_class(module, owner):
                set_names.add(name)
    return frozenset(set_names)


@once_a_module
def changes_classes(module: ModuleClasses) -> bool:
    """Whether a module may set or delete attributes of classes without naming them in the text, or such that decide
    what reading any attribute does. What gives an object attributes is none of that: classes have no `__dict__` that
    can be changed, and `object.__setattr__` refuses them."""
    # `C.__getattr__ = f` changes what reading any attribute does, and names it.
    if not READING.isdisjoint(set_for_classes(module)):
        return True
    harmless_calls = _on_own_object(module)
    for node in ast.walk(module.tree):  # A call before its parts.
        match node:
            case ast.Call(func=ast.Name(id="setattr" | "delattr") as function, args=[_, ast.Constant(value=str()), *_]):
                # With a constant name it is known which attribute: `deleted` and `set_for_classes` have it.
                harmless_calls.add(function)
            # Also where it is only mentioned: it may be called under another name.
            case ast.Name(id="setattr" | "delattr" | "exec") if node not in harmless_calls:
                return True
            case ast.Attribute(
                value=ast.Name("object") | ast.Call(ast.Name("super")), attr="__setattr__" | "__delattr__"
            ):
                pass
            case ast.Attribute(attr="__setattr__" | "__delattr__"):
                return True
            case ast.Attribute(attr="__class__" | "__bases__", ctx=ast.Store() | ast.Del()):
                return True
    return False


def _on_own_object(module: ModuleClasses) -> set[ast.AST]:
    """The functions in calls of methods that are given the object of the method first: `setattr(self, name, value)`.
    Where that is a class, it is one of a metaclass of the module, which families do not have."""
    nodes: set[ast.AST] = set()
    methods = (member_function for node in module.classes.values() for member_function in methods_of(node))
    for method in methods:
        # A class method, and one that is so without a decorator (`__init_subclass__`), is given the class.
        usual = method.args.args and not method.decorator_list and method.name not in IMPLICIT
        if usual and (receiver := method.args.args[0].arg) not in bound_in(method.body):
            calls = (node for node in ast.walk(method) if isinstance(node, ast.Call) and node.args)
            nodes |= {call.func for call in calls if isinstance(call.args[0], ast.Name) and call.args[0].id == receiver}
    return nodes


def _is_class(module: ModuleClasses, owner: ast.expr) -> bool:
    """Whether an expression is a class, as far as its text says: anything but a variable or an attribute may be."""
    match owner:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in module.classes or name.rpartition(".")[2] in ("cls", "__class__")
        case ast.Subscript():
            return False
    return True


def set_by_calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The attributes that calls name that set or delete them, and the function."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="setattr" | "delattr" as how), args=[_, ast.Constant(value=str(name)), *_]):
                yield name, how
            case ast.Call(func=ast.Attribute(ast.Name("object"), "__setattr__"), args=[_, ast.Constant(str(name)), _]):
                yield name, "setattr"


@once_a_module
def sets_attributes(module: ModuleClasses, family: tuple[str, ...]) -> bool:
    """Whether a module may set or delete attributes of a family's objects without naming them in the text."""
    of_other_objects = _of_others(module, family)
    for node in ast.walk(module.tree):  # A call before its parts.
        match node:
            case ast.Call(func=ast.Name(id="setattr" | "delattr") as function, args=[_, ast.Constant(value=str()), *_]):
                of_other_objects.add(function)
            case ast.Call(
                func=ast.Attribute(ast.Name("object"), "__setattr__") as function, args=[_, ast.Constant(), _]
            ):
                of_other_objects.add(function)
            case ast.Name(id="setattr" | "delattr" | "vars" | "exec") if node not in of_other_objects:
                return True
            case ast.Attribute(attr=name, ctx=context) if node not in of_other_objects:
                if name in _BESIDE or (name == "__class__" and not isinstance(context, ast.Load)):
                    return True
    return False


def _of_others(module: ModuleClasses, family: Collection[str]) -> set[ast.AST]:
    """Where methods of classes outside of a family reach for the attributes of their own objects: `self.__dict__`,
    `vars(self)`, `setattr(self, name, value)`; and where they make such: `object.__new__(cls)`."""
    asts: set[ast.AST] = set()
    other_classes = (node for name, node in module.classes.items() if name not in family)
    for method in (member_function for node in other_classes for member_function in methods_of(node)):
        receiver = method.args.args[0].arg if method.args.args and not method.decorator_list else None
        if receiver is None or receiver in bound_in(method.body):
            continue
        for node in ast.walk(method):
            match node:
                # Of whatever function: only `setattr`, `delattr` and `vars` are asked about.
                case ast.Call(func=ast.Name() as function, args=[ast.Name(id=name), *_]) if name == receiver:
                    asts.add(function)
                case ast.Attribute(value=ast.Name(id=name), attr="__dict__") if name == receiver:
                    asts.add(node)
                # `object.__new__(cls)` in `__new__` makes an object of the class it is in, or of one that derives from
                # it, which is none of the family.
                case ast.Call(func=ast.Attribute(attr="__new__") as function, args=[ast.Name(id=name), *_]) if (
                    name == receiver and method.name == "__new__"
                ):
                    asts.add(function)
    return asts


@lru_cache(maxsize=8)
def stored_attributes(tree: ast.AST) -> frozenset[str]:
    """The attributes that a module sets or deletes, of whatever object."""
    stored = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load))
    return frozenset({*(node.attr for node in stored), *(name for name, _ in set_by_calls(tree))})
