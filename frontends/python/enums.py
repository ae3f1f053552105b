"""Enumerations of a module as terms: which members a class has, and what they are equal to (the module `enum`).

A class is read where its text alone decides that: its one base is of `enum`, perhaps after `int` or `str`, each member
is assigned a literal or `auto()`, no two members have equal values, and its methods decide nothing about members (what
a decorator makes of one may itself be a member). Such a class has no subclasses, so that its objects are its members.

Members of `Enum` are equal to themselves alone. Those of `IntEnum`, `StrEnum` and with `int` or `str` before `Enum` are
numbers or texts, and compare as these do.

Example. `class Level(IntEnum): LOW = 1; HIGH = 5` has the members LOW, which is 1, and HIGH, which is 5.
"""

import ast
from collections.abc import Collection, Mapping, Sequence

from .constants.keeping import Keeping, keeping
from .module_classes import ModuleClasses
from .names import NO_MEMBERS, ObjectMembers

EnumValue = int | float | str | bytes | None
_VALUE_TYPES: Mapping[tuple[str, ...], type[int] | type[str] | None] = {
    ("Enum",): None,
    ("IntEnum",): int,
    ("StrEnum",): str,
    ("int", "Enum"): int,
    ("str", "Enum"): str,
}
"""Bases of a class → the type to which its members also belong."""
ATTRIBUTES = frozenset({"name", "value"})
"""What every member has."""
_RESERVED = ATTRIBUTES | {"mro"}
_INNER = frozenset(
    {"_value_", "_name_", "__class__", "__objclass__", "__dict__", "__setattr__", "_member_map_", "_value2member_map_"}
)
"""Attributes by which a program may change what a member is."""
_DESCRIPTORS = frozenset({"property", "staticmethod", "classmethod"})
"""Decorators whose results are no members."""


def members_of_enum(module: ModuleClasses, name: str) -> ObjectMembers:
    """The members of an enumeration, and what terms may say of one; of another class `NO_MEMBERS`."""
    kept = keeping(module.tree)
    match kept.names.bindings.get(name):
        case [ast.ClassDef() as node] if node in module.tree.body and node.name == name and not node.keywords:
            pass
        case _:
            return NO_MEMBERS
    # Anything that may change the members while the module runs leaves none of them certain.
    if kept.reached or kept.names.stars or name in kept.set_attributes or _changes_members(module.tree):
        return NO_MEMBERS
    bases = tuple(
        ast.unparse(base) if _is_builtin(kept, base, ("int", "str")) else _name_in_enum(kept, base)
        for base in node.bases
    )
    # A mixed-in type or a decorator may define `__eq__`, `__new__` or values of its own.
    if bases not in _VALUE_TYPES or any(
        _name_in_enum(kept, decorator) != "unique" for decorator in node.decorator_list
    ):
        return NO_MEMBERS
    values = _values(kept, node, bases)
    return NO_MEMBERS if not values else ObjectMembers(ATTRIBUTES, members=values, by_value=bases != ("Enum",))


def _changes_members(tree: ast.Module) -> bool:
    """Whether the text of a module reaches for what a member is made of."""
    for node in ast.walk(tree):
        match node:
            # Also as a text, for `setattr` and the like.
            case ast.Attribute(attr=name) | ast.Constant(value=str(name)) | ast.keyword(arg=str(name)) if (
                name in _INNER
            ):
                return True
            case ast.Name(id="vars"):
                return True
    return False


def _name_in_enum(kept: Keeping, node: ast.expr) -> str:
    """The name in the module `enum` that an expression stands for; empty for any other."""
    match node:
        case ast.Name(id=name):
            statements = kept.names.bindings.get(name, ())
            match statements:
                case [ast.ImportFrom(module="enum", level=0, names=aliases)] if kept.doubt(name) is None:
                    return next((alias.name for alias in aliases if (alias.asname or alias.name) == name), "")
        case ast.Attribute(value=ast.Name(id=source), attr=attribute):
            match kept.names.bindings.get(source):
                case [ast.Import(names=aliases)] if kept.doubt(source) is None:
                    is_of_enum = any(
                        alias.name == "enum" and (alias.asname or alias.name) == source for alias in aliases
                    )
                    return attribute if is_of_enum else ""
    return ""


def _is_builtin(kept: Keeping, node: ast.expr, among: Collection[str]) -> bool:
    """Whether an expression is the name of one of these builtins, which the module does not bind."""
    return isinstance(node, ast.Name) and node.id in among and node.id not in kept.names.bindings


def _values(kept: Keeping, node: ast.ClassDef, bases: Sequence[str]) -> dict[str, EnumValue]:
    """The values of the members by their names, in order; empty where the text does not tell them."""
    values_by_name: dict[str, EnumValue] = {}
    automatic = 0
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=function, args=[], keywords=[])):
                # What follows another value depends on the version of Python: all are automatic, or none is.
                if _name_in_enum(kept, function) != "auto" or automatic != len(values_by_name) or "str" in bases:
                    return {}
                automatic += 1
                value: object = name.lower() if bases == ("StrEnum",) else automatic
            case ast.Assign(targets=[ast.Name(id=name)], value=written):
                try:
                    value = ast.literal_eval(written)
                except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                    return {}
                if automatic:
                    return {}
            case ast.FunctionDef(name=method) if not method.startswith("_") and method not in _RESERVED:
                if not all(_is_builtin(kept, decorator, _DESCRIPTORS) for decorator in statement.decorator_list):
                    return {}
                continue
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                continue
            case _:
                return {}
        kind = _VALUE_TYPES[tuple(bases)]
        # `class Level(int, Enum)` makes `int(value)` of what is assigned: only of an int is that the value itself.
        fits = isinstance(value, int | float | str | bytes | None) if kind is None else type(value) is kind
        # A member with the value of an earlier one is that member under another name.
        if (
            name.startswith("_")
            or name in _RESERVED
            or name in values_by_name
            or not fits
            or value in values_by_name.values()
        ):
            return {}
        assert isinstance(value, int | float | str | bytes | None)
        values_by_name[name] = value
    methods = {method.name for method in node.body if isinstance(method, ast.FunctionDef)}
    return {} if methods & values_by_name.keys() else values_by_name
