"""What the text of a class says: its bases and methods, and the parameters of these."""

import ast
from collections.abc import Iterator

from attrs import frozen

from .definitions import signature_of
from .styles.model import FunctionNode

FLAGS = frozenset({"Flag", "IntFlag"})
"""Enumerations of which members may be joined."""
ENUMS = frozenset({"Enum", "IntEnum", "StrEnum"}) | FLAGS
ABSTRACT = frozenset({"Protocol", "ABC"})
RECORDS = frozenset({"dataclass", "define", "frozen", "mutable", "attrs", "s", "attrib"})
"""Decorators that make a constructor of the annotated names of a class (dataclasses, attrs)."""


@frozen(slots=True)
class SignatureParameter:
    """A parameter of a constructor or a method."""

    name: str
    annotation: ast.expr | None
    default: ast.expr | None
    by_name: bool = False


def classes_of(node: ast.AST, outer: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield outer + child.name, child
            yield from classes_of(child, f"{outer}{child.name}.")
        elif isinstance(child, ast.If | ast.Try):
            yield from classes_of(child, outer)


def name_of(node: ast.AST) -> str | None:
    """The last part of a dotted name, without what it is called with or subscripted by."""
    match node:
        case ast.Call(func=inside) | ast.Subscript(value=inside):
            return name_of(inside)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def bases_of(node: ast.ClassDef) -> list[str]:
    return [name for base in node.bases if (name := name_of(base)) is not None]


def methods_of(node: ast.ClassDef) -> Iterator[FunctionNode]:
    yield from (member for member in node.body if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef))


def members_of(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            yield from (name for name in names if not name.startswith("_"))


def is_special(annotation: ast.expr | None) -> bool:
    """Whether an annotation in a dataclass may say that this is no field of its objects (`InitVar[int]`, also as a
    text), or that those after it are given by their names."""
    text = "" if annotation is None else ast.unparse(annotation)
    return any(marker in text for marker in ("ClassVar", "InitVar", "KW_ONLY"))


def is_contract(decorator: ast.expr) -> bool:
    return name_of(decorator) in ("require", "ensure", "snapshot", "pre", "post", "override")


def is_no_argument(value: ast.expr | None) -> bool:
    """Whether the default of a field says that the constructor does not take it."""
    if not isinstance(value, ast.Call):
        return False
    return any(keyword.arg == "init" and getattr(keyword.value, "value", True) is False for keyword in value.keywords)


def default_of(value: ast.expr | None) -> ast.expr | None:
    """The default of a field, None where the constructor has to be given its value: `field(validator=...)` of attrs,
    and `Field(gt=0)` and `Field(...)` of pydantic, say nothing of a default."""
    match value:
        case ast.Call(args=args, keywords=keywords) if name_of(value) in _SPECIFIERS:
            positional = args[:1] if name_of(value) == "Field" else []
            named = [keyword.value for keyword in keywords if keyword.arg in _DEFAULTS]
            return next((node for node in (*positional, *named) if not is_ellipsis(node)), None)
    return value


_SPECIFIERS = frozenset({"Field", "attrib", "field", "ib"})
_DEFAULTS = frozenset({"default", "default_factory", "factory"})


def is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def makes(method: FunctionNode, name: str) -> bool:
    """Whether a method of a class makes an object of it."""
    if isinstance(method, ast.AsyncFunctionDef) or method.name.startswith("_"):
        return False
    if not any(name_of(decorator) in ("classmethod", "staticmethod") for decorator in method.decorator_list):
        return False
    returned = method.returns
    text = returned.value if isinstance(returned, ast.Constant) else None if returned is None else name_of(returned)
    return text in (name, "Self")


def parameters_of(function: FunctionNode) -> list[SignatureParameter]:
    """The parameters that a call gives values to; not the starred ones. What the function calls is to be called."""
    declared_arguments = function.args
    # A parameter that is called without an annotation is asked for a callable.
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    asked_callables = [call.args[0] for call in calls if name_of(call.func) == "callable" and call.args]
    called = {
        called_name.id
        for called_name in (*(call.func for call in calls), *asked_callables)
        if isinstance(called_name, ast.Name)
    }
    return [
        SignatureParameter(
            argument.arg,
            ast.Name("Callable") if argument.annotation is None and argument.arg in called else argument.annotation,
            default,
            by_name=argument in declared_arguments.kwonlyargs,
        )
        for argument, default in signature_of(function)
        if argument not in (declared_arguments.vararg, declared_arguments.kwarg)
    ]


def parameters_without_first(method: FunctionNode) -> list[SignatureParameter]:
    """The parameters of a method, without the object or the class."""
    static = any(name_of(decorator) == "staticmethod" for decorator in method.decorator_list)
    return parameters_of(method) if static and method.name != "__new__" else parameters_of(method)[1:]
