"""Does a plain value have the type that an annotation declares? For choosing between tests: nothing follows from it.

An answer has three values, as a part of an annotation may name a class that is not known here: `[1, "a"]` is no
`list[int]`; of `[1]` as a `list[Token]` nothing is known; `None` fits `Token | None` all the same. True and False are
said only where no meaning of the unknown names would change them, which is Kleene's logic in `_any` and `_all`.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

LISTS = frozenset({"list", "List", "Sequence", "MutableSequence", "Iterable", "Collection", "Container", "Reversible"})
SETS = frozenset({"set", "Set", "AbstractSet", "MutableSet", "frozenset", "FrozenSet"})
DICTS = frozenset({"dict", "Dict", "Mapping", "MutableMapping"})
_KINDS: dict[str, Callable[[Any], bool]] = {
    "int": lambda value: type(value) is int,
    "float": lambda value: type(value) in (int, float),
    "complex": lambda value: type(value) in (int, float, complex),
    "bool": lambda value: type(value) is bool,
    "str": lambda value: type(value) is str,
    "bytes": lambda value: type(value) is bytes,
    "None": lambda value: value is None,
    "tuple": lambda value: type(value) is tuple,
    "Tuple": lambda value: type(value) is tuple,
}


def fits(annotation: str | None, value: Any) -> bool | None:
    """Whether a value is of a type; None where that is not known: there is no annotation, or one of another class."""
    node = parsed_annotation(annotation)
    try:
        return None if node is None else _fits(node, value)
    except RecursionError:
        return None


def annotation_expression(annotation: str | None) -> ast.expr | None:
    """The expression that an annotation is; None where there is none, or the text is no expression."""
    if annotation is None:
        return None
    try:
        return ast.parse(annotation, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


# One tree for each text: nobody may change it.
parsed_annotation = lru_cache(maxsize=1024)(annotation_expression)


def _fits(node: ast.expr, value: Any) -> bool | None:
    match node:
        case ast.Constant(value=str(text)):
            return fits(text, value)
        case ast.Constant(value=None):
            return value is None
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _is_of(name, value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _any([_fits(left, value), _fits(right, value)])
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _fits_generic(name, inner.elts if isinstance(inner, ast.Tuple) else [inner], value)
    return None


def _is_of(name: str, value: Any) -> bool | None:
    if name in _KINDS:
        return _KINDS[name](value)
    for names, kinds in ((LISTS, (list, tuple)), (SETS, (set, frozenset)), (DICTS, (dict,))):
        if name in names:
            return isinstance(value, kinds) and (type(value) is list or name not in ("list", "List"))
    return None


def _fits_generic(name: str, parts: Sequence[ast.expr], value: Any) -> bool | None:
    match name:
        case "Optional":
            return _any([value is None, _fits(parts[0], value)])
        case "Union":
            return _any([_fits(part, value) for part in parts])
        case "Literal":
            return any(type(each) is type(value) and each == value for each in literals(parts))
        case "Annotated" | "Final":
            return _fits(parts[0], value)
        case "tuple" | "Tuple" if type(value) is tuple:
            if isinstance(parts[-1], ast.Constant) and parts[-1].value is Ellipsis:
                return _all([_fits(parts[0], item) for item in value])
            pairs = zip(parts, value, strict=False)
            return len(parts) == len(value) and _all([_fits(part, item) for part, item in pairs])
    outer = _is_of(name, value)
    if not outer:
        return outer
    if name in DICTS and len(parts) == 2:
        key, item = parts
        return _all([*(_fits(key, each) for each in value), *(_fits(item, each) for each in value.values())])
    return _all([_fits(parts[0], each) for each in value])


def literals(parts: Sequence[ast.expr]) -> Iterator[Any]:
    """The values that the parts of a `Literal[…]` are, without the members of enumerations."""
    for part in parts:
        try:
            yield ast.literal_eval(part)
        except (ValueError, TypeError, RecursionError, MemoryError):
            continue


def _any(found: Sequence[bool | None]) -> bool | None:
    return True if True in found else None if None in found else False


def _all(found: Sequence[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True
