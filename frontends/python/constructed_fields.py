"""What holds of the fields of every object of a class, since its constructor refuses all else.

Example: of `class Span` whose `__init__(self, width)` raises unless `0 <= width < 9`, and then sets `self.width =
width`, each object has `0 <= span.width < 9`.

That is said of fields that the constructor sets, once and from its parameters, and that nothing sets again, where they
hold what cannot change in place (a list that was not empty may be empty by now). It is said of classes without bases or
subclasses in the module, of which it is seen in the text that the constructor does nothing else with the object. What
is assumed is what `fields.py` assumes of other modules.
"""

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from attrs import frozen

from .class_texts import RECORDS, bases_of, methods_of
from .constants.names import bound_in
from .declared import TYPES
from .fields import fields_of
from .module_classes import ModuleClasses, once_a_module
from .plain_values import plain_values
from .setting import changes_classes, set_by_calls, sets_attributes

_MAKING = frozenset({"__new__", "__setattr__", "__setstate__", "__getattribute__", "__init_subclass__", "__copy__"})
_FLAT = "(int, float, complex, str, bytes)"
"""The types of values that are what they were when the object was made."""


@frozen(slots=True, eq=False)
class _Promise:
    """A condition of the constructor, and the fields that the names in it stand for."""

    test: ast.expr
    fields: Mapping[str, str]
    negated: bool


def field_facts(module: ModuleClasses, class_name: str, owner: str, fields: Collection[str]) -> list[str]:
    """Conditions over some fields of an object that is called `owner`, which every object of a class meets."""
    texts = (_text(promise, owner, fields) for promise in _promises(module, class_name))
    return [text for text in texts if text is not None]


@once_a_module
def makes_its_own(module: ModuleClasses, class_name: str) -> bool:
    """Whether a class of the module makes objects of itself alone, as its constructor does, and has no subclasses
    there."""
    node = module.classes.get(class_name)
    # A subclass may have another constructor, a metaclass or a base may make objects without this one.
    if node is None or node.keywords or module.subclasses(class_name) or bases_of(node) not in ([], ["object"]):
        return False
    if not RECORDS.issuperset(module.marks(node)) or not _MAKING.isdisjoint(bound_in(node.body)):
        return False
    return not changes_classes(module) and not sets_attributes(module, (class_name,))


@once_a_module
def settled_fields(module: ModuleClasses, class_name: str) -> dict[str, str | None]:
    """The fields of a class that its constructor sets to what it is given, and nothing sets again, with the annotation
    of that."""
    settled = _settled(module, class_name)
    return {name: of_python(module, annotation) for name, (_, annotation) in settled.items()}


def of_python(module: ModuleClasses, annotation: str | None) -> str | None:
    """An annotation in which a type of Python's own is what its name says; None for another."""
    shadowed = plain_values(module.tree).own & TYPES
    return None if annotation is None or shadowed & {*re.findall(r"\w+", annotation)} else annotation


@once_a_module
def _settled(module: ModuleClasses, class_name: str) -> dict[str, tuple[str, str | None]]:
    """Settled field → the name or attribute that stands for it in the constructor, and its annotation."""
    # A class whose objects may be made in another way promises nothing.
    if not makes_its_own(module, class_name):
        return {}
    # A constructor that does more than set attributes may hand the object out.
    constructor = _constructor(module, class_name)
    if constructor is not None and not _only_sets(constructor):
        return {}
    members = fields_of(module, class_name)
    # Fields that other code sets are not settled.
    kept = (members.plain | members.unsure) - members.missing - {name for name, _ in set_by_calls(module.tree)}
    # A dataclass: the generated constructor sets each field once.
    if module.classes[class_name].decorator_list:
        receiver = "self" if constructor is None else _receiver(constructor)
        parameters = module.constructor(class_name)
        # Here the generated code sets it, which is not in the text: each store that is seen is a second one.
        fixed = [argument for argument in parameters if not _times_set(module, class_name, argument.name)]
        names = {argument.name: argument.annotation if fits_default(argument.default) else None for argument in fixed}
        return {name: (f"{receiver}.{name}", text_of(annotation)) for name, annotation in names.items() if name in kept}
    if constructor is None:
        return {}
    # A default of None contradicts an annotation that does not mention it.
    annotations = {
        argument.arg: argument.annotation for argument in ast.walk(constructor.args) if isinstance(argument, ast.arg)
    }
    annotations |= {name: None for name, default in _defaults(constructor.args) if not fits_default(default)}
    fields: dict[str, tuple[str, str | None]] = {}
    for target, value in (pair for statement in constructor.body for pair in _assigned(statement)):
        match target, value:
            case ast.Attribute(ast.Name(id=owner), attr=name), ast.Name(id=parameter) if (
                owner == _receiver(constructor) and parameter in annotations
            ):
                # A parameter that is bound again, or a private name, is not what it was given.
                rebound = parameter in bound_in(constructor.body) or name.startswith("__")
                # The one store that is seen is this one; a second could set what the constructor would refuse.
                if name in kept and not rebound and _times_set(module, class_name, name) == 1:
                    fields[name] = parameter, text_of(annotations[parameter])
    return fields


def _assigned(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment gives values, each with the expression of its own."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
            values
        ) and not any(isinstance(element, ast.Starred) for element in (*targets, *values)):
            yield from zip(targets, values, strict=True)
        case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr | None]]:
    positional = [*arguments.posonlyargs, *arguments.args][::-1]
    yield from (
        (parameter.arg, default) for parameter, default in zip(positional, arguments.defaults[::-1], strict=False)
    )
    yield from (
        (parameter.arg, default) for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    )


def fits_default(default: ast.expr | None) -> bool:
    """Whether a default says nothing against an annotation, as None does that many write for a type without it."""
    return default is None or (isinstance(default, ast.Constant) and default.value is not None)


def text_of(annotation: ast.expr | str | None) -> str | None:
    return ast.unparse(annotation) if isinstance(annotation, ast.expr) else annotation


def _constructor(module: ModuleClasses, class_name: str) -> ast.FunctionDef | None:
    """What is executed where an object is made, where it is written."""
    node = module.classes[class_name]
    constructor_name = "__post_init__" if node.decorator_list else "__init__"
    return next(
        (
            method
            for method in methods_of(node)
            if method.name == constructor_name and isinstance(method, ast.FunctionDef)
        ),
        None,
    )


def _receiver(constructor: ast.FunctionDef) -> str:
    return next((argument.arg for argument in (*constructor.args.posonlyargs, *constructor.args.args)), "")


@once_a_module
def _promises(module: ModuleClasses, class_name: str) -> tuple[_Promise, ...]:
    settled = _settled(module, class_name)
    constructor = _constructor(module, class_name) if settled else None
    if constructor is None:
        return ()
    fields = {place: name for name, (place, _) in settled.items()}
    return tuple(
        _Promise(test, fields, negated)
        for test, negated in _checks(constructor.body)
        if _is_about(test, constructor, fields)
    )


def _is_about(test: ast.expr, constructor: ast.FunctionDef, fields: Mapping[str, str]) -> bool:
    """Whether a condition of a constructor is about settled fields, and nothing else of the object or of the call."""
    receiver = _receiver(constructor)
    # The object may occur in the test only as the owner of fields: every mention of it is one of `read`.
    names = [node.id for node in ast.walk(test) if isinstance(node, ast.Name)]
    read = [f"{receiver}.{attribute.attr}" for attribute in _attributes(test) if _is(attribute.value, receiver)]
    parameters = {argument.arg for argument in ast.walk(constructor.args) if isinstance(argument, ast.arg)} - {receiver}
    mentioned = {*read, *({*names} & (parameters | bound_in(constructor.body)))}
    return bool(mentioned) and mentioned <= fields.keys() and len(read) == names.count(receiver)


def _checks(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.expr, bool]]:
    """The tests that each object has passed that the constructor made, and whether they were false then."""
    for statement in body:
        match statement:
            case ast.Assert(test=test):
                yield test, False
            # With an `else` the object may have passed by either way.
            case ast.If(test=test, body=[*_, ast.Raise()], orelse=[]):
                yield test, True


def _only_sets(constructor: ast.FunctionDef) -> bool:
    """Whether a constructor does nothing with the object but set and read attributes, and always gets to its end."""
    nodes = [node for statement in constructor.body for node in ast.walk(statement)]
    if any(
        # Each of these may leave the constructor before a check, hide what a check raised, or keep the object for
        # later.
        isinstance(node, ast.Return | ast.Try | ast.With | ast.Yield | ast.Lambda | ast.FunctionDef)
        for node in nodes
    ):
        return False
    receiver = _receiver(constructor)
    mentioned = [node for node in nodes if _is(node, receiver)]
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    read = [node for node in nodes if isinstance(node, ast.Attribute) and _is(node.value, receiver)]
    # The object itself goes nowhere (`register(self)`), and no method of it runs before all checks have.
    return len(mentioned) == len(read) and not any(id(attribute) in called for attribute in read)


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _times_set(module: ModuleClasses, class_name: str, name: str) -> int:
    """How often a module may set or delete an attribute of objects of a class: not where a method of another class does
    so with its own object."""
    elsewhere: set[int] = set()
    for other_class, node in module.classes.items():
        for method in methods_of(node) if other_class != class_name else ():
            receiver = next((argument.arg for argument in (*method.args.posonlyargs, *method.args.args)), "")
            # There the receiver is an object of the other class, in all of the method.
            if not method.decorator_list and receiver not in bound_in(method.body):
                elsewhere |= {id(attribute) for attribute in _attributes(method) if _is(attribute.value, receiver)}
    stored = (node for node in _attributes(module.tree) if node.attr == name and id(node) not in elsewhere)
    return sum(not isinstance(node.ctx, ast.Load) for node in stored)


def _attributes(tree: ast.AST) -> Iterator[ast.Attribute]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def _text(promise: _Promise, owner: str, fields: Collection[str]) -> str | None:
    """The condition as an expression over `owner.field`, of fields that hold what does not change; None for one about
    other fields."""
    test = _OverFields(promise.fields, owner).visit(ast.parse(ast.unparse(promise.test), mode="eval").body)
    names = sorted({node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute) and _is(node.value, owner)})
    if not {*names} <= {*fields}:
        return None
    # The constructor tested the value as it was then: of a container that is no statement about what it holds now.
    flat = " and ".join(f"isinstance({owner}.{name}, {_FLAT})" for name in names)
    condition = ast.unparse(test)
    return f"not ({flat}) or {f'not ({condition})' if promise.negated else f'({condition})'}"


class _OverFields(ast.NodeTransformer):
    """Puts fields in the place of the names that they were set from."""

    def __init__(self, fields: Mapping[str, str], owner: str) -> None:
        self.fields, self.owner = fields, owner

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._field(self.fields[node.id]) if node.id in self.fields else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if ast.unparse(node) in self.fields:
            return self._field(node.attr)
        return self.generic_visit(node)

    def _field(self, name: str) -> ast.expr:
        return ast.Attribute(ast.Name(self.owner, ast.Load()), name, ast.Load())
