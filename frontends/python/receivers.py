"""What a method is called on, and objects that are like what a contract reads of a parameter, as expressions."""

import ast
from collections.abc import Iterator, Mapping
from itertools import cycle, islice

from attrs import evolve

from .argument_texts import PLAIN
from .class_texts import SignatureParameter, parameters_of, parameters_without_first
from .deep import unparse
from .definitions import COMPLETED, Definition, uninitialised
from .objects import OBJECT, ModuleObjects
from .python_limits import LIMITS

_STAND_IN = "types.SimpleNamespace("


def is_stand_in(text: str) -> bool:
    """Is it an expression for an object that has the attributes that somebody reads, and nothing else?"""
    return text.startswith(_STAND_IN)


def is_made_up(text: str) -> bool:
    """Is it an expression for an object of no class of the program: a stand-in, or one of a class that completes an
    abstract one? Others with other attributes may be made then."""
    return is_stand_in(text) or text.startswith(COMPLETED)


def stand_in(attributes: Mapping[str, str]) -> str:
    """The expression for an object that has these attributes, by name, and nothing else."""
    return f"{_STAND_IN}{', '.join(f'{name}={text}' for name, text in attributes.items())})"


def base_of(text: str) -> str | None:
    """The object of `(obj := BASE, obj.call())[0]`, before the one call of a method; None for other expressions."""
    match ast.parse(text, mode="eval").body:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(target=ast.Name(id=name), value=base), _])):
            return unparse(base) if name == OBJECT else None
    return None


def beginning_of(text: str) -> str | None:
    """The object of `(obj := BASE, ...)[0]`, before any call of a method; None for other expressions."""
    match ast.parse(text, mode="eval").body:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(target=ast.Name(id=name), value=base), *_])):
            return unparse(base) if name == OBJECT else None
    return None


def after_calls_of_both(first: str, second: str) -> str | None:
    """The object of the first expression after what the second one does with its own, too: of
    `(obj := Door(), obj.open())[0]` and `(obj := Door(1), obj.lock())[0]` it is
    `(obj := Door(), obj.open(), obj.lock())[0]`. None where the second does nothing, or either is of another form."""
    ours, theirs = (ast.parse(text, mode="eval").body for text in (first, second))
    match theirs:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(target=ast.Name(id=name)), *further])) if name == OBJECT:
            pass
        case _:
            return None
    # The first object with its own calls, or a constructor alone.
    match ours:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(target=ast.Name(id=name), value=base), *calls])) if (
            name == OBJECT
        ):
            pass
        case ast.Call(func=ast.Name()):
            base, calls = ours, []
        case _:
            return None
    return f"({OBJECT} := {', '.join(map(unparse, [base, *calls, *further]))})[0]"


def after_call(text: str, call: str) -> str:
    """The object of an expression after one more call of a method: of `Door()` and `open()` it is
    `(obj := Door(), obj.open())[0]`."""
    match ast.parse(text, mode="eval").body:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(target=ast.Name(id=name), value=base), *calls])) if (
            name == OBJECT
        ):
            return f"({OBJECT} := {', '.join(map(unparse, [base, *calls]))}, {OBJECT}.{call})[0]"
    return f"({OBJECT} := {text}, {OBJECT}.{call})[0]"


def receivers(objects: ModuleObjects, definition: Definition) -> tuple[str, ...]:
    """Expressions for what a method is called on, or, of a nested function, for the call that defines it."""
    match definition.kind:
        case "class method":
            own_class = definition.owner
            abstract = objects.module.is_abstract(own_class) if own_class in objects.module.classes else False
            subclasses = objects.module.subclasses(own_class) if own_class in objects.module.classes else []
            # Where the class is abstract, a subclass is the better receiver.
            return tuple([*subclasses, own_class] if abstract else [own_class, *subclasses])
        case "nested function":
            return tuple(islice(_outer_calls(objects, definition), LIMITS.objects))
    if definition.name == "__post_init__":
        instances = (text for text in objects.instances(definition.owner) if not text.startswith("("))
        return tuple(dict.fromkeys((*instances, *_of_other_types(objects, definition.owner))))
    if definition.name == "__init__":
        made_class = objects.completed(definition.owner)
        own = (f"{definition.owner}.__new__({definition.owner})",) if made_class == definition.owner else ()
        return *own, uninitialised(made_class)
    return tuple(objects.instances(definition.owner))


_OF_OTHER_TYPES = ast.parse("Literal[0.5, 'a', None, -1, [], True, 2.5, b'a', (1, 2), {}, 1j]", mode="eval").body


def _of_other_types(objects: ModuleObjects, owner: str) -> Iterator[str]:
    """Calls of a constructor, which checks nothing itself, with one argument of any type in place of the declared."""
    fields = objects.module.constructor(owner) if owner in objects.module.classes else []
    for position, field in enumerate(fields):
        parameter = evolve(field, annotation=_OF_OTHER_TYPES, default=None)
        free = [*fields[:position], parameter, *fields[position + 1 :]]
        yield from (f"{owner}({text})" for text in islice(objects.arguments(free, 0), LIMITS.objects // 4))


def similar(objects: ModuleObjects, contract: ast.AST, parameter: str, abstract: str = "") -> tuple[str, ...]:
    """Objects with what a contract reads of a parameter: of classes of the module, and such as have nothing else.
    `abstract`: the class that it is declared to be of, where that makes no objects."""
    nodes = [node for node in ast.walk(contract) if isinstance(node, ast.Attribute | ast.Call)]
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    read = {
        node.attr: id(node) in called
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == parameter
    }
    # A plain value has these attributes, too: then nothing shows that an object is meant.
    if not read or (not abstract and any(hasattr(kind, name) for name in read for kind in _PLAIN_TYPES)):
        return ()
    fitting_classes = [
        name
        for name in objects.module.classes
        if read.keys() <= objects.module.attributes(name) and not objects.module.is_abstract(name)
    ]
    # Many classes may have what is read, in a parser or a compiler sixty: then each has few objects here.
    of_each = min(LIMITS.objects, max(LIMITS.similar_objects // max(len(fitting_classes), 1), 1))
    similar_objects = [text for name in fitting_classes for text in islice(objects.instances(name), of_each)]
    # Methods need code; attributes alone can be given by a stand-in.
    if abstract:
        columns = {name: _values_of_member(objects, abstract, name) for name in sorted(read)}
        for row in islice(zip(*map(cycle, columns.values()), strict=True), max(map(len, columns.values()))):
            members = dict(zip(columns, row, strict=True))
            similar_objects.append(
                stand_in({name: f"(lambda *_, **__: {text})" if read[name] else text for name, text in members.items()})
            )
    elif not any(read.values()):
        values = (*PLAIN["int"][:3], *objects.constants[: LIMITS.counts], "'a'", "[]", "None")
        similar_objects += [stand_in(dict.fromkeys(sorted(read), value)) for value in dict.fromkeys(values)]
    return tuple(similar_objects)


def _values_of_member(objects: ModuleObjects, owner: str, name: str) -> list[str]:
    """Values that a method of a class is declared to return, or that a field is declared to have."""
    method = objects.module.method(owner, name)
    annotation = objects.module.field_annotation(owner, name) if method is None else method.returns
    return [*islice(dict.fromkeys(objects.values(annotation, None, 0)), LIMITS.objects)] or ["None"]


_PLAIN_TYPES = (int, float, complex, str, bytes, list, tuple, dict, set)


def _outer_calls(objects: ModuleObjects, definition: Definition) -> Iterator[str]:
    outer = definition.around
    assert outer is not None
    # What is inside a function is there after a call of it; inside a method, after a call on each of some objects.
    if outer.kind == "function":
        node = objects.module.functions.get(outer.name)
        if node is not None:
            parameters = parameters_of(node)
            outer_parameters = [
                SignatureParameter(parameter.name, parameter.annotation, parameter.default, parameter.by_name)
                for parameter in parameters
            ]
            yield from (f"{outer.name}({text})" for text in objects.arguments(outer_parameters, 1))
        return
    method = objects.module.method(outer.owner, outer.name) if outer.owner in objects.module.classes else None
    if method is None or outer.kind not in ("method", "class method", "static method"):
        return
    owners = tuple(islice(objects.instances(outer.owner), 6)) if outer.kind == "method" else (outer.owner,)
    outer_parameters = parameters_of(method) if outer.kind == "static method" else parameters_without_first(method)
    for text in islice(objects.arguments(outer_parameters, 1), 8):
        yield from (f"{owner}.{outer.name}({text})" for owner in owners)
