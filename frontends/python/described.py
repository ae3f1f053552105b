"""What the text of a function says of the objects that its parameters take: attributes that it reads, and words of its
docstring (numpydoc's `G : NetworkX graph`, Google's `graph (Graph): …`). Hints for search; nothing is decided by them.
"""

import ast
import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from .styles.model import FunctionNode

_PLAIN_TYPES = (int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)
_COMMON = frozenset(
    {
        "a",
        "an",
        "and",
        "any",
        "array",
        "bool",
        "boolean",
        "bytes",
        "callable",
        "default",
        "dict",
        "dictionary",
        "file",
        "float",
        "function",
        "if",
        "int",
        "integer",
        "is",
        "iterable",
        "iterator",
        "list",
        "mapping",
        "none",
        "number",
        "object",
        "of",
        "optional",
        "or",
        "path",
        "sequence",
        "set",
        "str",
        "string",
        "the",
        "to",
        "tuple",
        "type",
        "value",
    }
)
"""Words of descriptions that name no class of a package."""
_LINE = re.compile(r"^\s*\*{0,2}([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*(?::|\(([^)]*)\)\s*:)\s*(.*)$")


@frozen(slots=True)
class Described:
    """What is said of one parameter. `reads`: the attributes that the function reads of it, where no plain value has
    them all; `words`: those of its description that may name a class."""

    reads: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def described(function: FunctionNode, functions: Mapping[str, FunctionNode]) -> Mapping[str, Described]:
    """What a function says of its parameters, where it says something. `functions`: those of its module by name, which
    it may pass them to."""
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    words = _words(ast.get_docstring(function) or "")
    descriptions = {
        argument.arg: Described(_reads(function, argument.arg, functions), words.get(argument.arg, ()))
        for argument in arguments
    }
    return {name: description for name, description in descriptions.items() if description.reads or description.words}


def _reads(function: FunctionNode, parameter: str, functions: Mapping[str, FunctionNode]) -> tuple[str, ...]:
    names = set(_attributes(function, parameter))
    for node in (node_inside for statement in function.body for node_inside in ast.walk(statement)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[*call_arguments]) if name in functions:
                taken = [
                    argument_there.arg
                    for argument_there in (*functions[name].args.posonlyargs, *functions[name].args.args)
                ]
                for argument, parameter_there in zip(call_arguments, taken, strict=False):
                    if isinstance(argument, ast.Name) and argument.id == parameter:
                        names.update(_attributes(functions[name], parameter_there))
    is_plain = any(all(hasattr(kind, name) for name in names) for kind in _PLAIN_TYPES)
    return () if is_plain else tuple(sorted(names))


def _attributes(function: FunctionNode, parameter: str) -> Iterator[str]:
    """The attributes that a function reads of a parameter."""
    for node in (node_inside for statement in function.body for node_inside in ast.walk(statement)):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == parameter:
                yield attribute


def _words(docstring: str) -> dict[str, tuple[str, ...]]:
    """Parameter → the words after its name in the line that describes its type."""
    words_by_parameter: dict[str, tuple[str, ...]] = {}
    for line in docstring.splitlines():
        if (match := _LINE.match(line)) is None:
            continue
        text = match[2] if match[2] is not None else match[3]
        words = dict.fromkeys(re.findall(r"[A-Za-z_]\w*", text.partition(",")[0]))
        kept = tuple(word for word in words if word.lower() not in _COMMON)
        # `x, y : int` describes both (numpydoc).
        for name in re.split(r"\s*,\s*", match[1]):
            if kept:
                words_by_parameter.setdefault(name, kept)
    return words_by_parameter
