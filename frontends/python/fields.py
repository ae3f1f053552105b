"""The fields of a class's objects: attributes of which a proof may speak as of parameters.

Reading a field runs no code, every object has it as soon as it is made, and as far as the module says it holds plain
values. Anything else in a class leaves it out: an attribute is a field where all of this is seen in the text.
"""

import ast
from collections.abc import Iterator, Mapping

from .class_texts import RECORDS, SignatureParameter, name_of
from .constants.names import bound_in
from .objects import ModuleObjects
from .styles.model import FunctionNode

_BASES = frozenset({"object", "Generic", "ABC", "DBC", "Protocol", "NamedTuple"})
_HOOKS = frozenset({
    "__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__set_name__", "__new__", "__init_subclass__",
    "__copy__", "__deepcopy__", "__setstate__", "__getstate__", "__reduce__", "__reduce_ex__", "__getnewargs__",
    "__getnewargs_ex__", "__replace__",
})  # fmt: skip
"""Methods by which a class may decide what its attributes are, or how its objects are made."""
_HARMLESS = RECORDS | {
    "total_ordering", "final", "runtime_checkable", "invariant", "inv", "require", "ensure", "snapshot", "pre", "post",
    "raises", "has", "override",
}  # fmt: skip
"""Decorators of classes and constructors that leave their attributes alone."""
_METACLASSES = frozenset({"ABCMeta", "DBCMeta"})
_BESIDE = frozenset({"__dict__", "__new__", "__setattr__", "__delattr__", "__setstate__"})
"""Attributes by which objects are made, or attributes set, without the class."""
_PLAIN_TYPES = frozenset({
    "int", "float", "str", "bool", "bytes", "complex", "list", "dict", "set", "tuple", "frozenset", "None", "Optional",
    "Union", "List", "Dict", "Set", "Tuple", "Sequence", "Iterable", "Collection", "Mapping",
})  # fmt: skip
_PLAIN_CALLS = frozenset({
    "int", "float", "str", "bool", "bytes", "list", "dict", "set", "tuple", "frozenset", "len", "abs", "min", "max",
    "sum", "sorted", "range", "round", "enumerate", "zip", "reversed", "isinstance",
})  # fmt: skip


def fields_of(objects: ModuleObjects, name: str) -> frozenset[str]:
    """The fields of the objects of a class and its subclasses in the module."""
    if name not in objects.classes or not objects.bases(name) <= objects.classes.keys() | _BASES:
        return frozenset()
    family = [objects.classes[each] for each in {*objects.lineage(name), *objects.subclasses(name)}]
    members = {member for node in family for member in _members(objects, node)}
    if (
        members & _HOOKS
        or not all(map(_is_usual, family))
        or any(_forgets(objects.classes[each]) for each in objects.subclasses(name))
    ):
        return frozenset()
    made = objects.method(name, "__init__")
    if made is not None:
        found = _assigned(made)
    elif _is_record(objects, name):
        given = objects.constructor(name)
        found = {one.name for one in given if one.annotation is None or _is_plain_type(one.annotation)}
    else:
        return frozenset()
    return frozenset(found - members - _doubtful(objects, found))


def with_fields(objects: ModuleObjects, name: str, values: Mapping[str, str]) -> str | None:
    """The call of a constructor that gives fields these values; None where not each of them is a parameter's."""
    made = objects.method(name, "__init__")
    become = {} if made is None else _become(made)
    fields: list[SignatureParameter] = objects.constructor(name)
    texts: dict[str, str] = {}
    if not values.keys() <= {become.get(one.name, one.name) for one in fields}:
        return None
    for one in fields:
        text = values.get(become.get(one.name, one.name))
        if text is None and one.default is None:
            text = next(objects.values(one.annotation, None, 1), "None")
        if text is not None:
            texts[one.name] = text
    return f"{name}({', '.join(f'{parameter}={text}' for parameter, text in texts.items())})"


def _become(method: FunctionNode) -> dict[str, str]:
    """By parameter of a constructor the field that it is assigned to as it is."""
    found: dict[str, str] = {}
    for statement in method.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(attr=field)], value=ast.Name(id=name)):
                found[name] = field
            case ast.AnnAssign(target=ast.Attribute(attr=field), value=ast.Name(id=name)):
                found[name] = field
    return found


def _members(objects: ModuleObjects, node: ast.ClassDef) -> Iterator[str]:
    """What a class itself binds: a property, a descriptor or a constant of that name is no field. An annotation binds
    nothing, and a default hides no attribute that an object has."""
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(), value=None):
                pass
            case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value) if name_of(value) in (
                "field",
                "ib",
                "attrib",
            ) or _is_plain(objects, value, {}):
                pass
            case _:
                yield from bound_in([statement])


def _is_usual(node: ast.ClassDef) -> bool:
    """Whether what makes a class is known to leave the attributes of its objects alone."""
    made = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    decorators = [*node.decorator_list, *(decorator for each in made for decorator in each.decorator_list)]
    return (
        len(made) <= 1
        and all(each.arg == "metaclass" and name_of(each.value) in _METACLASSES for each in node.keywords)
        and all(name_of(each) in _HARMLESS for each in decorators)
    )


def _forgets(node: ast.ClassDef) -> bool:
    """Whether a subclass has a constructor that may not call that of its base."""
    own = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
    if own is None:
        return any(isinstance(each, ast.FunctionDef) and each.name == "__new__" for each in node.body)
    first = [each for each in own.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    called = (each.value.func for each in first if isinstance(each.value, ast.Call))
    return not any(isinstance(each, ast.Attribute) and each.attr == "__init__" for each in called)


def _is_record(objects: ModuleObjects, name: str) -> bool:
    node = objects.classes[name]
    decorated = any(name_of(each) in RECORDS for each in node.decorator_list)
    return (decorated or "NamedTuple" in objects.bases(name)) and objects.method(name, "__new__") is None


def _assigned(method: FunctionNode) -> set[str]:
    """The attributes that a constructor assigns in any case: by a statement of its own, and it never returns before."""
    # Behind a `return` an attribute may not be assigned: only some objects would have it.
    if any(isinstance(each, ast.Return) for each in ast.walk(method)) or not method.args.args:
        return set()
    receiver = method.args.args[0].arg
    found: set[str] = set()
    for statement in method.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) and statement.value else targets
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                match each:
                    case ast.Attribute(value=ast.Name(id=name), attr=field) if name == receiver:
                        found.add(field)
    return found


def _doubtful(objects: ModuleObjects, names: set[str]) -> set[str]:
    """Of attributes those that the module deletes, or stores what may be no plain value in."""
    found = _by_name(objects.tree, names)
    plain: set[int] = set()
    hints = {
        one.arg: one.annotation
        for node in ast.walk(objects.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        if one.annotation is not None and not _is_plain_type(one.annotation)
    }
    for node in ast.walk(objects.tree):
        match node:
            case ast.Assign(targets=targets, value=value) if _is_plain(objects, value, hints):
                plain.update(id(each) for target in targets for each in ast.walk(target))
            case ast.AnnAssign(target=target, annotation=annotation, value=value) if _is_plain_type(annotation) and (
                value is None or _is_plain(objects, value, hints)
            ):
                plain.update(id(each) for each in ast.walk(target))
            case ast.AugAssign(target=target, value=value) if _is_plain(objects, value, hints):
                plain.update(id(each) for each in ast.walk(target))
    for node in ast.walk(objects.tree):
        if isinstance(node, ast.Attribute) and node.attr in names:
            stored = isinstance(node.ctx, ast.Store) and id(node) not in plain
            if stored or isinstance(node.ctx, ast.Del):
                found.add(node.attr)
    return found


def _by_name(tree: ast.AST, names: set[str]) -> set[str]:
    """The attributes that a module may set without an assignment to them."""
    found: set[str] = set()
    known: set[ast.AST] = set()
    for node in ast.walk(tree):  # A call before its parts.
        match node:
            case ast.Call(func=ast.Name(id="setattr" | "delattr") as function, args=[_, ast.Constant(value=name), *_]):
                known.add(function)
                found |= names & {name}
            case ast.Name(id="setattr" | "delattr" | "vars" | "exec") if node not in known:
                return names
            case ast.Attribute(attr=name, ctx=context):
                if name in _BESIDE or (name == "__class__" and not isinstance(context, ast.Load)):
                    return names
    return found


def _is_plain(objects: ModuleObjects, value: ast.expr, hints: Mapping[str, ast.expr | None]) -> bool:
    """Whether an expression makes plain values of plain ones, as far as it says."""
    for node in ast.walk(value):
        match node:
            case ast.Call(func=function) if not (isinstance(function, ast.Name) and function.id in _PLAIN_CALLS):
                return False
            case ast.Name(id=name) if name in hints or name in objects.classes or name in objects.functions:
                return False
            case ast.Lambda() | ast.Await() | ast.Yield() | ast.YieldFrom() | ast.Starred():
                return False
    return True


def _is_plain_type(annotation: ast.expr) -> bool:
    names = {name_of(node) for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute)}
    texts = [node.value for node in ast.walk(annotation) if isinstance(node, ast.Constant)]
    return names <= _PLAIN_TYPES and all(text is None or text in _PLAIN_TYPES or text is Ellipsis for text in texts)
