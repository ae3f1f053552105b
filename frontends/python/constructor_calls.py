"""Expressions that make objects of a module's classes: whether they pass what constructors declare, and others like
them.

Example: `Item(name='', price=1)` and `Item(name='a', price=-1)` differ in two arguments. `Item(name='', price=-1)` is
like both.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from .class_texts import SignatureParameter, name_of
from .constructed_fields import fits_default, of_python, text_of
from .declared import annotation_expression, fits
from .module_classes import ModuleClasses, once_a_module
from .standard_classes import OBJECTS


@once_a_module
def misfits(module: ModuleClasses, text: str) -> frozenset[str]:
    """The parameters of constructors for which calls of the module's classes in an expression pass literals of another
    type than is declared."""
    return frozenset(
        parameter.name
        for node in ast.walk(ast.parse(text, mode="eval"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in module.classes
        for parameter, argument in _passed(module, node.func.id, node)
        if not _accepts(module, parameter, argument)
    )


def crossed(module: ModuleClasses, first: str, second: str) -> Iterator[str]:
    """The calls of a class's constructor that differ from the first one in an argument, which is as in the second; and
    lists and tuples of such calls that differ in one of them."""
    ours, theirs = (ast.parse(text, mode="eval").body for text in (first, second))
    match ours, theirs:
        case (ast.List(elts=own), ast.List(elts=others)) | (ast.Tuple(elts=own), ast.Tuple(elts=others)):
            texts = [ast.unparse(element) for element in own]
            form = "[{}]" if isinstance(ours, ast.List) else "({},)"
            # One object of the list at a time: with several changed, several clauses would be violated.
            for place, (call, other) in enumerate(zip(own, others, strict=False)):
                for mixed in _crossed(module, call, other):
                    yield form.format(", ".join([*texts[:place], mixed, *texts[place + 1 :]]))
        case _:
            yield from _crossed(module, ours, theirs)


def renumbered(text: str, numbers: Sequence[int]) -> Iterator[str]:
    """The expressions that differ in one whole number, which is one of these, or its neighbour: with -1 of
    `Cart({'a': Item('a', 1)})` it is `Cart({'a': Item('a', -1)})`."""
    tree = ast.parse(text, mode="eval")
    negated = {id(node.operand) for node in ast.walk(tree) if isinstance(node, ast.UnaryOp)}
    for node in _constants_in(tree):
        if type(node.value) is int and id(node) not in negated:
            value = node.value
            others = (number for number in dict.fromkeys((*numbers, value + 1, value - 1)) if number != value)
            yield from (_replaced(text, node, str(number)) for number in others)


def literals_in(text: str) -> list[Any]:
    """The texts and whole numbers that an expression mentions, each once."""
    values = (node.value for node in _constants_in(ast.parse(text, mode="eval")))
    return list(dict.fromkeys(value for value in values if type(value) in (int, str)))


def _constants_in(tree: ast.AST) -> list[ast.Constant]:
    """The constants of an expression, but for the place of the object in `(obj := Door(), obj.open())[0]`."""
    places = {id(node.slice) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    return [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in places]


def objects_in(module: ModuleClasses, text: str, name: str) -> Iterator[tuple[str, str]]:
    """The objects of the module's classes that an expression passes to calls, and the expression in which each has a
    name: of `(obj := Bus(), obj.add(Handler('a')))[0]` it is `Handler('a')`, and `obj.add(name := Handler('a'))`
    stands in the other."""
    for call in ast.walk(ast.parse(text, mode="eval")):
        for argument in call.args if isinstance(call, ast.Call) else ():
            if isinstance(argument, ast.Call) and name_of(argument) in module.classes:
                part = ast.unparse(argument)
                yield part, _replaced(text, argument, f"{name} := {part}")


def _replaced(text: str, node: ast.expr, new: str) -> str:
    """An expression on one line with another text in the place of one of its nodes. (`ast.unparse` would write more
    brackets than people do.)"""
    written = text.encode()  # Columns count bytes.
    return f"{written[: node.col_offset].decode()}{new}{written[node.end_col_offset :].decode()}"


def _crossed(module: ModuleClasses, first: ast.expr, second: ast.expr) -> Iterator[str]:
    match first, second:
        case ast.Call(func=ast.Name(id=name)), ast.Call(func=ast.Name(id=other)) if name == other:
            pass
        case _:
            return
    if name not in module.classes:
        return
    ours, theirs = (
        {parameter.name: ast.unparse(argument) for parameter, argument in _passed(module, name, call)}
        for call in (first, second)
        if isinstance(call, ast.Call)
    )
    # One argument at a time: then the two calls show what this argument changes.
    for parameter in module.constructor(name):
        mixed = {**ours, **{key: text for key, text in theirs.items() if key == parameter.name}}
        if mixed != ours:
            yield f"{name}({', '.join(f'{key}={text}' for key, text in mixed.items())})"


def _passed(module: ModuleClasses, name: str, call: ast.Call) -> Iterator[tuple[SignatureParameter, ast.expr]]:
    """The parameters of a constructor with what a call passes them, as far as that is told one by one."""
    parameters = module.constructor(name)
    by_name = {parameter.name: parameter for parameter in parameters}
    if not any(isinstance(argument, ast.Starred) for argument in call.args):
        yield from zip(parameters, call.args, strict=False)
    for keyword in call.keywords:
        if keyword.arg in by_name:
            yield by_name[keyword.arg], keyword.value


def _accepts(module: ModuleClasses, parameter: SignatureParameter, argument: ast.expr) -> bool:
    try:
        value = _literal(argument)
    except (ValueError, TypeError):
        return True
    if value is None and not fits_default(parameter.default):
        return True
    annotation = text_of(parameter.annotation)
    declared = name_of(annotation_expression(annotation) or ast.Constant(None)) or ""
    if declared in module.classes:
        # An object of the module's own class is no plain value; a protocol may be any.
        return not {"Protocol", "TypedDict"}.isdisjoint(module.bases(declared))
    if declared in OBJECTS:
        return False
    return fits(of_python(module, annotation), value, exactly=False) is not False


def _literal(node: ast.expr) -> Any:
    """The value of a literal, as `literal.py` writes them. Raises ValueError and TypeError for what is none."""
    match node:
        case ast.Name(id="inf" | "nan") | ast.UnaryOp(operand=ast.Name(id="inf" | "nan")):
            return float(ast.unparse(node))
        case ast.Call(func=ast.Name(id="set"), args=[]):
            return set()
        case ast.Call(func=ast.Name(id="frozenset"), args=[elements]):
            return frozenset(ast.literal_eval(elements))
    return ast.literal_eval(node)
