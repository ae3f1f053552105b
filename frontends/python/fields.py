"""The fields of a class's objects: attributes of which a proof may speak as of parameters.

Reading a field runs no code, and every object has it as soon as it is made. A field is *plain* where it holds plain
values as far as the module says, else *unsure*: then it may hold anything. Whatever else a class does leaves an
attribute out: it is a field where all of this is seen in the text.

What is assumed: that other modules neither derive from the class and change what its methods do, nor set or delete
attributes of its objects from outside.
"""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from .class_texts import RECORDS, SignatureParameter, bases_of, classes_of, methods_of, name_of
from .constants.names import bound_in, module_names
from .objects import OBJECT, ModuleObjects
from .styles.model import FunctionNode

DEEPEST_CALL = 3
"""Methods that a constructor calls, and that these call, of which assignments are looked at. Chosen, not measured."""
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
_CONTAINERS = (list, dict, set, tuple, frozenset)
_PLAIN_MODULES = frozenset({"math", "cmath", "string", "sys"})
"""Modules of which the constants are plain values."""
_PLAIN_CALLS = frozenset({
    "int", "float", "str", "bool", "bytes", "list", "dict", "set", "tuple", "frozenset", "len", "abs", "min", "max",
    "sum", "sorted", "range", "round", "enumerate", "zip", "reversed", "isinstance",
})  # fmt: skip


@frozen(slots=True)
class ObjectFields:
    """The attributes of a class's objects that are always there: `plain`, or `unsure` to hold plain values."""

    plain: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()


NO_FIELDS = ObjectFields()


def family_of(objects: ModuleObjects, name: str) -> tuple[str, ...]:
    """A class, those that its objects may be of, and all that these inherit from, in the module. Empty where anything
    of them may decide what the attributes of objects are, or is not seen in the text."""
    if name not in objects.classes:
        return ()
    kinds = [name, *objects.subclasses(name)]
    family = tuple(dict.fromkeys(each for kind in kinds for each in objects.lineage(kind)))
    nodes = [objects.classes[each] for each in family]
    known = all(objects.bases(each) <= objects.classes.keys() | _BASES for each in kinds)
    known = known and all(_is_only(objects, each) for each in family) and not _has_hidden_classes(objects, family)
    hooks = any(member in _HOOKS for node in nodes for member in _members(objects, node))
    return family if known and not hooks and all(map(_is_usual, nodes)) else ()


def _is_only(objects: ModuleObjects, name: str) -> bool:
    """Whether a class is the only thing that its name stands for, and so are the names of its bases: `queues.Queue` is
    no class of the module, whatever that calls `Queue`."""
    top = module_names(objects.tree).bindings.get(name.partition(".")[0], ())
    several = [each for each, _ in classes_of(objects.tree, "")].count(name) > 1
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in objects.classes[name].bases)
    dotted = any(isinstance(base, ast.Attribute) and name_of(base) in objects.classes for base in bases)
    return len(top) <= 1 and not several and not dotted


def _has_hidden_classes(objects: ModuleObjects, family: Collection[str]) -> bool:
    """Whether a class in a function of the module may derive from one of a family."""
    known = {id(node) for node in objects.classes.values()}
    hidden = (node for node in ast.walk(objects.tree) if isinstance(node, ast.ClassDef) and id(node) not in known)
    last = {name.rpartition(".")[2] for name in family}
    return any(not last.isdisjoint(bases_of(node)) for node in hidden)


def fields_of(objects: ModuleObjects, name: str) -> ObjectFields:
    """The fields of the objects of a class and its subclasses in the module."""
    family = family_of(objects, name)
    if not family or any(_forgets(objects.classes[each]) for each in objects.subclasses(name)):
        return NO_FIELDS
    members = {member for each in family for member in _members(objects, objects.classes[each])}
    made = objects.method(name, "__init__")
    odd: set[str] = set()
    if made is not None:
        found = _assigned(objects, family, name, made)
        # `self.__x` is another attribute in each class that mentions it.
        found = {each for each in found if not is_private(each) or made in methods_of(objects.classes[name])}
    elif _is_record(objects, name):
        given = objects.constructor(name)
        found = {one.name for one in given if not is_private(one.name)}
        odd = {one.name for one in given if one.annotation is not None and not is_plain_type(one.annotation)}
    else:
        return NO_FIELDS
    found -= members
    odd |= _set_by_name(objects, family, found)
    found -= _deleted(objects, family, found)
    odd |= _stores_objects(objects, found)
    return ObjectFields(frozenset(found - odd), frozenset(found & odd))


def is_private(name: str) -> bool:
    """Whether a class mangles a name (reference, section 6.2.1)."""
    return name.startswith("__") and not name.endswith("__")


def overrides(objects: ModuleObjects, family: Iterable[str], name: str, member: str) -> bool:
    """Whether an object of a class may have another member of this name than the class or what it inherits from."""
    own = objects.lineage(name)
    return any(member in bound_in(objects.classes[each].body) for each in family if each not in own)


def parameter_fields(objects: ModuleObjects, name: str) -> frozenset[str]:
    """The fields that the constructor of a class gives the values of its parameters."""
    made = objects.method(name, "__init__")
    become = {} if made is None else _become(made)
    return frozenset(become.get(one.name, one.name) for one in objects.constructor(name))


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


def is_free(objects: ModuleObjects, name: str, fields: Iterable[str]) -> bool:
    """Whether what has made an object may give fields values that its constructor refuses, or does not take.

    They are public then, nothing keeps attributes from being set, and the constructor may raise or takes them not."""
    fields = tuple(fields)
    nodes = [objects.classes[each] for each in objects.lineage(name)]
    kept = any(isinstance(each, ast.keyword) and each.arg == "frozen" for node in nodes for each in ast.walk(node))
    if kept or "NamedTuple" in objects.bases(name) or any(field.startswith("_") for field in fields) or not fields:
        return False
    made = [each for node in nodes for each in methods_of(node) if each.name in ("__init__", "__post_init__")]
    may_raise = any(isinstance(each, ast.Raise | ast.Assert) for method in made for each in ast.walk(method))
    return may_raise or with_fields(objects, name, dict.fromkeys(fields, "None")) is None


def with_attributes(base: str, values: Mapping[str, str]) -> str:
    """An object with these values in its fields, set after it was made."""
    given = "".join(f", setattr({OBJECT}, {name!r}, {text})" for name, text in values.items())
    return f"({OBJECT} := {base}{given})[0]"


def _become(method: FunctionNode) -> dict[str, str]:
    """By parameter of a constructor the field that it is assigned to as it is."""
    found: dict[str, str] = {}
    for statement in method.body:
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                pairs = [*zip(targets, values, strict=False)]
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            if isinstance(target, ast.Attribute) and isinstance(value, ast.Name):
                found[value.id] = target.attr
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


def _assigned(
    objects: ModuleObjects, family: Collection[str], name: str, method: FunctionNode, depth: int = 0
) -> set[str]:
    """The attributes that a constructor assigns in any case: by a statement of its own, in all branches, or of a method
    that it calls by one, and it never returns before."""
    # Behind a `return` an attribute may not be assigned: only some objects would have it. Calling what yields runs
    # nothing of it.
    leaves = (ast.Return, ast.Yield, ast.YieldFrom)
    if depth > DEEPEST_CALL or not method.args.args or any(isinstance(each, leaves) for each in ast.walk(method)):
        return set()
    return _assigned_in(objects, family, name, method, method.body, depth) or set()


def _assigned_in(
    objects: ModuleObjects, family: Collection[str], name: str, method: FunctionNode, body: Sequence[ast.stmt],
    depth: int,
) -> set[str] | None:  # fmt: skip
    """What a block of a method assigns in any case; None where nothing comes after it, since it raises."""
    receiver = method.args.args[0].arg
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.Raise():
                return None
            case ast.If(body=then, orelse=orelse):
                branches = [_assigned_in(objects, family, name, method, each, depth) for each in (then, orelse)]
                ways = [each for each in branches if each is not None]
                if not ways:
                    return None
                found |= set.intersection(*ways)
                continue
        called = _called_on(objects, family, name, method, statement)
        if called is not None:
            found |= _assigned(objects, family, name, called, depth + 1)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) and statement.value else targets
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                match each:
                    case ast.Attribute(value=ast.Name(id=owner), attr=field) if owner == receiver:
                        found.add(field)
    return found


def _called_on(
    objects: ModuleObjects, family: Collection[str], name: str, method: FunctionNode, statement: ast.stmt
) -> FunctionNode | None:
    """The method that a statement of a method calls on the same object: `self.reset()`, `super().__init__(...)`."""
    receiver = method.args.args[0].arg
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attribute))) if (
            owner == receiver
        ):
            found = objects.method(name, attribute)
            known = found is not None and not overrides(objects, family, name, attribute)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(ast.Name("super"), []), attr=attribute))):
            # With several bases, `super()` of one may be another one of them.
            lineage = objects.lineage(name)
            known = all(len(objects.classes[each].bases) < 2 for each in family)
            home = [method in methods_of(objects.classes[each]) for each in lineage].index(True)
            found = objects.method(lineage[home + 1], attribute) if home + 1 < len(lineage) else None
        case _:
            return None
    is_usual = isinstance(found, ast.FunctionDef) and not found.decorator_list
    return found if known and is_usual else None


def _stores_objects(objects: ModuleObjects, names: set[str]) -> set[str]:
    """Of attributes those that the module stores what may be no plain value in."""
    found: set[str] = set()
    plain: set[int] = set()
    hints = {
        one.arg: one.annotation
        for node in ast.walk(objects.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        if one.annotation is not None and not is_plain_type(one.annotation)
    }
    for node in ast.walk(objects.tree):
        match node:
            case ast.Assign(targets=targets, value=value) if _is_plain(objects, value, hints):
                plain.update(id(each) for target in targets for each in ast.walk(target))
            case ast.AnnAssign(target=target, annotation=annotation, value=value) if is_plain_type(annotation) and (
                value is None or _is_plain(objects, value, hints)
            ):
                plain.update(id(each) for each in ast.walk(target))
            case ast.AugAssign(target=target, value=value) if _is_plain(objects, value, hints):
                plain.update(id(each) for each in ast.walk(target))
    for node in ast.walk(objects.tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Store()) if name in names and id(node) not in plain:
                found.add(name)
            case ast.Attribute(value=ast.Attribute(attr=name), attr=inner) if name in names and not _is_of_plain(inner):
                found.add(name)
    return found


def _is_of_plain(attribute: str) -> bool:
    """Whether plain values of some type have an attribute."""
    return any(hasattr(kind, attribute) for kind in (bool, int, float, complex, str, bytes, *_CONTAINERS))


def _set_by_name(objects: ModuleObjects, family: Collection[str], names: set[str]) -> set[str]:
    """Of attributes those that the module sets by a call that names them."""
    known = {name for name, how in set_by_calls(objects.tree) if how != "delattr"}
    return names & known


def _deleted(objects: ModuleObjects, family: Collection[str], names: set[str]) -> set[str]:
    """The attributes that a module may delete, or may do anything with without mentioning them; of those that it sets
    for classes reading may run code."""
    found = {name for name, how in set_by_calls(objects.tree) if how == "delattr"}
    for node in ast.walk(objects.tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Del()):
                found.add(name)
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store()) if _is_class(objects, owner):
                found.add(name)
            case ast.Call(func=ast.Name(id="setattr"), args=[owner, ast.Constant(value=str(name)), *_]) if _is_class(
                objects, owner
            ):
                found.add(name)
    return names if sets_attributes(objects, family) else names & found


def _is_class(objects: ModuleObjects, owner: ast.expr) -> bool:
    """Whether an expression is a class, as far as its text says: anything but a variable or an attribute may be."""
    match owner:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in objects.classes or name.rpartition(".")[2] in ("cls", "__class__")
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


def sets_attributes(objects: ModuleObjects, family: Collection[str]) -> bool:
    """Whether a module may set or delete attributes of a family's objects without naming them in the text."""
    known = _of_others(objects, family)
    for node in ast.walk(objects.tree):  # A call before its parts.
        match node:
            case ast.Call(func=ast.Name(id="setattr" | "delattr") as function, args=[_, ast.Constant(value=str()), *_]):
                known.add(function)
            case ast.Call(
                func=ast.Attribute(ast.Name("object"), "__setattr__") as function, args=[_, ast.Constant(), _]
            ):
                known.add(function)
            case ast.Name(id="setattr" | "delattr" | "vars" | "exec") if node not in known:
                return True
            case ast.Attribute(attr=name, ctx=context) if node not in known:
                if name in _BESIDE or (name == "__class__" and not isinstance(context, ast.Load)):
                    return True
    return False


def _of_others(objects: ModuleObjects, family: Collection[str]) -> set[ast.AST]:
    """Where methods of classes outside of a family reach for the attributes of their own objects: `self.__dict__`,
    `vars(self)`, `setattr(self, name, value)`."""
    found: set[ast.AST] = set()
    others = (node for name, node in objects.classes.items() if name not in family)
    for method in (each for node in others for each in methods_of(node)):
        receiver = method.args.args[0].arg if method.args.args and not method.decorator_list else None
        if receiver is None or receiver in bound_in(method.body):
            continue
        for node in ast.walk(method):
            match node:
                case ast.Call(func=ast.Name() as function, args=[ast.Name(id=name), *_]) if name == receiver:
                    found.add(function)
                case ast.Attribute(value=ast.Name(id=name), attr="__dict__") if name == receiver:
                    found.add(node)
    return found


def _is_plain(objects: ModuleObjects, value: ast.expr, hints: Mapping[str, ast.expr | None]) -> bool:
    """Whether an expression makes plain values of plain ones, as far as it says."""
    for node in ast.walk(value):
        match node:
            case ast.Call(func=function) if not (isinstance(function, ast.Name) and function.id in _PLAIN_CALLS):
                return False
            case ast.Name(id=name) if name in hints or name in objects.classes or name in objects.functions:
                return False
            case ast.Name(id=name) if name in _imported(objects.tree):
                return False
            case ast.Lambda() | ast.Await() | ast.Yield() | ast.YieldFrom() | ast.Starred():
                return False
    return True


@lru_cache(maxsize=8)
def _imported(tree: ast.AST) -> frozenset[str]:
    """The names that a module imports which may be no plain values, nor modules that only have such."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                bound = {(each.asname or each.name.partition(".")[0]): each.name for each in names}
                found.update(name for name, module in bound.items() if module not in _PLAIN_MODULES)
            case ast.ImportFrom(module=module, names=names) if module not in _PLAIN_MODULES:
                found.update(each.asname or each.name for each in names)
    return frozenset(found)


def is_plain_type(annotation: ast.expr) -> bool:
    """Whether an annotation mentions plain types alone."""
    names = {name_of(node) for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute)}
    texts = [node.value for node in ast.walk(annotation) if isinstance(node, ast.Constant)]
    return names <= _PLAIN_TYPES and all(text is None or text in _PLAIN_TYPES or text is Ellipsis for text in texts)
