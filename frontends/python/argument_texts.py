"""Texts of values that constructors are called with: by the name of a type, and as the text of a module has them."""

import ast
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TypeGuard

from ...core.steering.patterns import texts_of_pattern
from .class_texts import (
    name_of,
)

PLAIN: Mapping[str, tuple[str, ...]] = {
    "int": ("1", "0", "2", "3", "-1", "10", "100"),
    "float": ("1.0", "0.0", "0.5", "-1.0", "100.0", "float('nan')"),
    "complex": ("1j", "0j"),
    "str": ("'a'", "''", "'ab'", "'A'", "'1'"),
    "bool": ("True", "False"),
    "bytes": ("b'a'", "b''"),
    "None": ("None",),
    "object": ("1", "'a'", "None"),
    "Any": ("1", "'a'", "[]", "None", "[1]"),
    "list": ("[1]", "[]", "[1, 2]", "[2, 1]", "['a']"),
    "tuple": ("(1,)", "()", "(1, 2)"),
    "dict": ("{}", "{'a': 1}"),
    "set": ("{1}", "set()"),
    "frozenset": ("frozenset({1})", "frozenset()"),
    "type": ("int", "str"),
    "Callable": ("(lambda *_, **__: None)", "(lambda *_, **__: 0)", "(lambda value, *_: value)"),
}


UNKNOWN = ("1", "'a'", "[1]", "0", "None", "[1, 2]", "2", "''", "[]", "3", "0.5", "(1, 2)", "{}", "-1", "True")
"""What is tried for a parameter of which nothing is said."""


SAME = {
    "List": "list",
    "Sequence": "list",
    "MutableSequence": "list",
    "Iterable": "list",
    "Collection": "list",
    "Iterator": "list",
    "Dict": "dict",
    "Mapping": "dict",
    "MutableMapping": "dict",
    "Set": "set",
    "AbstractSet": "set",
    "MutableSet": "set",
    "FrozenSet": "frozenset",
    "Tuple": "tuple",
    "Type": "type",
    "Text": "str",
    "Number": "int",
    "Hashable": "object",
    "Sized": "list",
    "DefaultDict": "dict",
    "defaultdict": "dict",
    "OrderedDict": "dict",
}
"""Names of `typing` and `collections.abc`, and the builtin that is tried for them."""


def constants_in(*parts: ast.AST) -> tuple[str, ...]:
    """Texts of the numbers and texts in parts of a module, with the neighbours of whole numbers. What is written for
    people, as messages of errors are, is no value that a program compares."""
    texts: dict[str, None] = {}
    nodes = [node_inside for root in parts for node_inside in _without_messages(root)]
    patterns = {id(node.args[0]) for node in nodes if _takes_pattern(node)}
    for node in nodes:
        if isinstance(node, ast.Constant) and type(node.value) in (int, float, str):
            value = node.value
            if id(node) in patterns:
                # No value is a pattern, but some have to match it.
                near = texts_of_pattern(value)[:2]
            elif isinstance(value, str) and (len(value) > 40 or "\n" in value):
                continue
            else:
                near = (value, value + 1, value - 1) if type(value) is int else (value,)
            texts.update((repr(neighbour), None) for neighbour in near)
    return tuple(islice(texts, 12))


def _takes_pattern(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a node is a call of a function of `re` that takes a pattern first, and a constant one."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[ast.Constant(value=str()), *_]):
            return name in ("compile", "fullmatch", "match", "search")
    return False


def _without_messages(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, but for those of errors that are raised, messages of assertions, and docstrings."""
    waiting = [root]
    while waiting:
        node = waiting.pop(0)
        yield node
        match node:
            # What is told to people says nothing of what arguments look like.
            case ast.Raise() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Assert(test=test):
                waiting.append(test)
            case _:
                waiting += ast.iter_child_nodes(node)


def sequence_of_numbers(annotation: ast.expr | None) -> str | None:
    """Whether an annotation is one of sequences of numbers, and of which."""
    match annotation:
        case ast.Constant(value=str(text)):
            try:
                return sequence_of_numbers(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return None
        case ast.Subscript(
            value=owner, slice=ast.Name(id="int" | "float") | ast.Tuple([ast.Name(id="int" | "float"), _])
        ):
            kind = SAME.get(name_of(owner) or "", name_of(owner))
            return kind if kind in ("list", "tuple") else None
    return None


def kind_of_text(text: str) -> str:
    """The name of the type of what a text is a literal of."""
    return type(ast.literal_eval(text)).__name__
