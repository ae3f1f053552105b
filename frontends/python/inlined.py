"""Methods and properties that a proof may follow: they only read the object that they are called on.

Such a method is a helper function of the contract, `self.is_empty()`, without the parameter for the object: its name
means the same in the contract and in the helper, and fields are variables around both. So a method is one where what a
call of it executes is certain: no subclass in the module has another, nothing assigns to its name, no decorator wraps
it. What is assumed of other modules is told in `fields.py`.

Example. In a queue with the fields `head` and `size`, `is_empty` that returns `len(self) == 0` and `__len__` that
returns `self.size`, the guard `if self.is_empty(): raise IndexError` is a clause about `self.size`.
"""

import ast
import contextlib
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from attrs import evolve

from ...core.ir.python_builtins import CHANGING
from .class_texts import methods_of, name_of
from .constants.names import bound_in
from .definitions import inside
from .families import family_of, is_private, only_method, overrides
from .fields import assignable, fields_of
from .module_classes import ModuleClasses, once_a_module
from .names import NO_MEMBERS, ObjectMembers
from .setting import sets_attributes, stored_attributes
from .styles.model import FunctionNode

T = TypeVar("T")
ClassConstant = int | float | str | bytes | tuple[Any, ...] | None
_MAKING = ("__init__", "__post_init__")
_IMPLICIT = ("__len__", "__contains__")
"""Methods that are called where the object itself is mentioned: `len(self)`, `x in self`."""


@once_a_module
def members_of_object(module: ModuleClasses, name: str, receiver: str) -> ObjectMembers:
    """What terms may say of the objects of a class in its methods, where these call them `receiver`."""
    family, fields = family_of(module, name), fields_of(module, name)
    # A class that stores attributes by computed names (`setattr`) may change anything.
    if not family or sets_attributes(module, family):
        return ObjectMembers(fields.plain, fields.unsure, fields.missing)
    methods_found: dict[bool, dict[str, int]] = {False: {}, True: {}}
    taken = stored_attributes(module.tree)
    for class_name in module.lineage(name):
        for method in methods_of(module.classes[class_name]):
            # Constructors, names that something assigns to, and methods that are defined twice: no call of these is
            # certain.
            if method.name in _MAKING or method.name in taken or method is not only_method(module, name, method.name):
                continue
            # A private name of a base is mangled with that class, and means another attribute here.
            if is_private(method.name) and class_name != name:
                continue
            is_property = [name_of(decorator) for decorator in method.decorator_list] == ["property"]
            if method.decorator_list and not is_property:
                continue
            if overrides(module, family, name, method.name) or not _only_reads(
                method, receiver, own=class_name == name
            ):
                continue
            methods_found[is_property][method.name] = method.lineno
    constants = _constants(module, family, name, taken)
    plain, unsure, missing = (some - constants.keys() for some in (fields.plain, fields.unsure, fields.missing))
    return ObjectMembers(plain, unsure, missing, methods_found[False], methods_found[True], constants)


def constants_of_class(module: ModuleClasses, name: str) -> ObjectMembers:
    """What terms may say of a class itself, and of an object that has no fields yet: the constants that it has."""
    family = family_of(module, name)
    if not family or sets_attributes(module, family):
        return NO_MEMBERS
    return ObjectMembers(constants=_constants(module, family, name, stored_attributes(module.tree)))


def members_of_new(module: ModuleClasses, name: str) -> ObjectMembers:
    """What terms may say of an object that its constructor is given: it has no fields but those that the constructor
    assigns."""
    return evolve(constants_of_class(module, name), assigned=assignable(module, name))


def _constants(
    module: ModuleClasses, family: Collection[str], name: str, taken: Collection[str]
) -> dict[str, ClassConstant]:
    """The attributes of a class that one statement in it or its bases gives the value of a literal that nothing can
    change, and nothing else any other."""
    constants_found: dict[str, ClassConstant] = {}
    bodies = [statement for class_name in family for statement in module.classes[class_name].body]
    # The first statement in the lineage that gives the value; `only` makes sure that it is the sole one.
    for statement in (
        statement for class_above in module.lineage(name) for statement in module.classes[class_above].body
    ):
        match statement:
            case ast.Assign(targets=[ast.Name(id=member)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=member), value=ast.expr() as value) if name_of(
                statement.annotation
            ) in ("ClassVar", "Final"):
                pass
            case _:
                continue
        # A second assignment anywhere in the family may run after the first, or in a subclass only.
        only = sum(member in bound_in([body]) for body in bodies) == 1
        if only and member not in taken and not is_private(member) and not member.startswith("__"):
            with contextlib.suppress(ValueError):
                constant = ast.literal_eval(value)
                if _never_changes(constant):
                    constants_found[member] = constant
    return constants_found


def _never_changes(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_never_changes, value))
    return isinstance(value, int | float | str | bytes | None)


def _only_reads(method: FunctionNode, receiver: str, *, own: bool) -> bool:
    """Whether a call of a method changes nothing but names of its own, as far as its text says. `own`: whether it is in
    the class itself, whose private names are other ones than those of its bases."""
    arguments = method.args
    names = [argument_node.arg for argument_node in (*arguments.posonlyargs, *arguments.args)]
    local = bound_in(method.body)
    defaults = [*arguments.defaults, *(kw_default for kw_default in arguments.kw_defaults if kw_default is not None)]
    if isinstance(method, ast.AsyncFunctionDef) or names[:1] != [receiver] or receiver in local:
        return False
    if not all(isinstance(default, ast.Constant) for default in defaults):
        return False
    # What a method stores in names of its own is nobody else's.
    for node in inside(method):
        match node:
            case ast.Attribute(attr=name, ctx=context):
                if not isinstance(context, ast.Load) or (is_private(name) and not own):
                    return False
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Delete() | ast.Global() | ast.Nonlocal():
                return False
            case ast.Yield() | ast.YieldFrom() | ast.Await() | ast.Lambda() | ast.FunctionDef() | ast.ClassDef():
                return False
            case ast.Call(func=ast.Attribute(value=changed, attr=name)) if name in CHANGING:
                if not (isinstance(changed, ast.Name) and changed.id in local):
                    return False
    return True


def used_members(members: ObjectMembers, receiver: str, contract: ast.AST, module: ast.AST) -> ObjectMembers:
    """The members of an object that a contract uses, directly or in the methods that it calls."""
    lines = {**members.methods, **members.properties}
    nodes = {node.lineno: node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}
    # A worklist: a method that is used brings what it uses itself.
    read: set[str] = set()
    waiting: list[ast.AST] = [contract]
    while waiting:
        new = _mentioned(waiting.pop(), receiver, members.match_args) - read
        read |= new
        waiting += [nodes[lines[name]] for name in sorted(new & lines.keys())]
    return evolve(
        members,
        plain=members.plain & read,
        unsure=members.unsure & read,
        missing=members.missing & read,
        assigned=members.assigned & read,
        methods=_among(members.methods, read),
        properties=_among(members.properties, read),
        constants=_among(members.constants, read),
    )


def _mentioned(node: ast.AST, receiver: str, match_args: Collection[str] = ()) -> set[str]:
    """The attributes of an object that a piece of a program may read."""
    attributes_found: set[str] = set()
    for node_inside in ast.walk(node):
        match node_inside:
            # A match reads attributes that no expression names: those of keyword patterns and of positions.
            case ast.Match(subject=ast.Name(id=name)) if name == receiver:
                patterns = [pattern for pattern in ast.walk(node_inside) if isinstance(pattern, ast.MatchClass)]
                attributes_found.update(attribute for pattern in patterns for attribute in pattern.kwd_attrs)
                attributes_found.update(
                    attribute for pattern in patterns for attribute in (match_args if pattern.patterns else ())
                )
                attributes_found.update(_IMPLICIT)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == receiver:
                attributes_found.add(attribute)
            case ast.Call(
                func=ast.Name(id="hasattr" | "getattr"),
                args=[ast.Name(id=name), ast.Constant(value=str(attribute)), *_],
            ) if name == receiver:
                attributes_found.add(attribute)
            case ast.Name(id=name) if name == receiver:
                attributes_found.update(_IMPLICIT)
    return attributes_found


def _among(members: Mapping[str, T], names: Collection[str]) -> dict[str, T]:
    return {name: member for name, member in members.items() if name in names}
