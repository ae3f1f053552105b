"""Does a plain value have the type that an annotation declares, and of what kinds are the values that have it?

There are two answers. *Exactly* is what a person would pass: an int for `int`, a list for `Sequence`. Otherwise it is
what a type checker accepts (PEP 484): True for `int`, 1 for `float`, a text for `Sequence[str]`. The second is what
proofs are about where annotations are believed, the first chooses between tests.

An answer has three values, as a part of an annotation may name a class that is not known here: `[1, "a"]` is no
`list[int]`; of `[1]` as a `list[Token]` nothing is known; `None` fits `Token | None` all the same. True and False are
said only where no meaning of the unknown names would change them, which is Kleene's logic in `_any` and `_all`.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

LISTS = frozenset({"list", "List", "Sequence", "MutableSequence", "Iterable", "Collection", "Container", "Reversible"})
SETS = frozenset({"set", "Set", "AbstractSet", "MutableSet", "frozenset", "FrozenSet"})
DICTS = frozenset({"dict", "Dict", "Mapping", "MutableMapping"})
_KINDS: dict[str, tuple[str, ...]] = {
    "int": ("int",),
    "float": ("int", "float"),
    "complex": ("int", "float", "complex"),
    "bool": ("bool",),
    "str": ("str",),
    "bytes": ("bytes",),
    "None": ("NoneType",),
    "tuple": ("tuple",),
    "Tuple": ("tuple",),
    **dict.fromkeys(LISTS, ("list", "tuple")),
    "list": ("list",),
    "List": ("list",),
    **dict.fromkeys(SETS, ("set", "frozenset")),
    **dict.fromkeys(DICTS, ("dict",)),
}
"""The kinds of plain values that a person passes."""
_ACCEPTED: dict[str, tuple[str, ...]] = {
    **_KINDS,
    "int": ("bool", "int"),
    "float": ("bool", "int", "float"),
    "complex": ("bool", "int", "float", "complex"),
    "MutableSequence": ("list",),
    "Sequence": ("list", "tuple", "str", "bytes"),
    "Reversible": ("list", "tuple", "str", "bytes", "dict"),
    **dict.fromkeys(
        ("Iterable", "Collection", "Container"), ("list", "tuple", "str", "bytes", "set", "frozenset", "dict")
    ),
    "set": ("set",),
    "MutableSet": ("set",),
    "frozenset": ("frozenset",),
    "FrozenSet": ("frozenset",),
}
"""Those that a type checker accepts. `Set` may be the one of `typing` or that of `collections.abc`, which frozen sets
are, too."""
TYPES = frozenset({*_ACCEPTED, "Optional", "Union", "Literal", "Annotated", "Final"})
"""The names that annotations are understood by."""


def fits(annotation: str | None, value: Any, *, exactly: bool = True) -> bool | None:
    """Whether a value is of a type; None where that is not known: there is no annotation, or one of another class.
    `exactly`: as a person would pass it, else as a type checker accepts it."""
    node = parsed_annotation(annotation)
    try:
        return None if node is None else _fits(node, value, _KINDS if exactly else _ACCEPTED)
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


_Kinds = Mapping[str, tuple[str, ...]]
_MODULES = frozenset({"typing", "typing_extensions", "t", "builtins", "abc", "collections"})
"""What names of types are looked up in; a class of another module may have the same name."""


def type_name(node: ast.expr) -> str:
    """The name of a type of Python's own; empty for another."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=module) | ast.Attribute(attr=module), attr=name) if module in _MODULES:
            return name
    return ""


def _fits(node: ast.expr, value: Any, kinds: _Kinds) -> bool | None:
    match node:
        case ast.Constant(value=str(text)):
            inner_annotation = parsed_annotation(text)
            return None if inner_annotation is None else _fits(inner_annotation, value, kinds)
        case ast.Constant(value=None):
            return value is None
        case ast.Name() | ast.Attribute():
            return _is_of(type_name(node), value, kinds)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _any([_fits(left, value, kinds), _fits(right, value, kinds)])
        case ast.Dict():
            return _fits_keys(node, value, kinds)
        case ast.Subscript(value=owner, slice=inner_annotation):
            return _fits_generic(
                type_name(owner),
                inner_annotation.elts if isinstance(inner_annotation, ast.Tuple) else [inner_annotation],
                value,
                kinds,
            )
    return None


def _is_of(name: str, value: Any, kinds: _Kinds) -> bool | None:
    kind = kinds.get(name)
    return None if kind is None else type(value).__name__ in kind


def keys_of(node: ast.Dict) -> dict[str, tuple[ast.expr, bool]]:
    """The keys of a `TypedDict` that is written as a dict: the type of each value, and whether the key is required."""
    keys: dict[str, tuple[ast.expr, bool]] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        assert isinstance(key, ast.Constant)
        assert isinstance(key.value, str)
        required = True
        # They stand around the type in any order (PEP 655, PEP 705).
        while isinstance(value, ast.Subscript) and type_name(value.value) in ("NotRequired", "Required", "ReadOnly"):
            required = required and type_name(value.value) != "NotRequired"
            value = value.slice
        keys[key.value] = value, required
    return keys


def _fits_keys(node: ast.Dict, value: Any, kinds: _Kinds) -> bool | None:
    keys = keys_of(node)
    if type(value) is not dict or any(present_key not in keys for present_key in value):
        return False
    if any(required and key not in value for key, (_, required) in keys.items()):
        return False
    return _all([_fits(keys[key][0], item, kinds) for key, item in value.items()])


_WITH_ARGUMENT = frozenset({"Optional", "Annotated", "Final"})
"""Types that are what their first argument is: `Optional[()]` is none."""


def _fits_generic(name: str, type_arguments: Sequence[ast.expr], value: Any, kinds: _Kinds) -> bool | None:
    if any(isinstance(argument, ast.Starred) for argument in type_arguments):
        # How many elements `tuple[int, *Ts]` has nobody knows.
        return False if _is_of(name, value, kinds) is False else None
    if not type_arguments and name in _WITH_ARGUMENT:
        return None
    match name:
        case "tuple" | "Tuple" if not type_arguments:
            # The type of the empty tuple (PEP 484).
            return bool(value == ())
        case "Optional":
            return _any([value is None, _fits(type_arguments[0], value, kinds)])
        case "Union":
            return _any([_fits(expression, value, kinds) for expression in type_arguments])
        case "Literal":
            return any(type(literal) is type(value) and literal == value for literal in literals(type_arguments))
        case "Annotated" | "Final":
            return _fits(type_arguments[0], value, kinds)
        case "tuple" | "Tuple" if type(value) is tuple and type_arguments:
            if isinstance(type_arguments[-1], ast.Constant) and type_arguments[-1].value is Ellipsis:
                return _all([_fits(type_arguments[0], item, kinds) for item in value])
            pairs = zip(type_arguments, value, strict=False)
            return len(type_arguments) == len(value) and _all(
                [_fits(expression, item, kinds) for expression, item in pairs]
            )
    # For the rest the container comes before its elements: its type is known even where they cannot be judged.
    outer = _is_of(name, value, kinds)
    if not outer:
        return outer
    if isinstance(value, str | bytes):  # An empty one is an iterable of texts, or of bytes, all the same.
        return _fits(type_arguments[0], _ELEMENTS[type(value)], kinds) if type_arguments else None
    if name in DICTS and len(type_arguments) == 2:
        key, item = type_arguments
        fitting = [
            *(_fits(key, element, kinds) for element in value),
            *(_fits(item, element, kinds) for element in value.values()),
        ]
        return _all(fitting)
    # An element that cannot be judged makes the whole unknown, unless another element is known not to fit.
    return _all([_fits(type_arguments[0], element, kinds) for element in value]) if type_arguments else None


_ELEMENTS: dict[type, object] = {str: "a", bytes: 97}


def kinds_of(annotation: str | None, name: str) -> dict[str, tuple[str, ...]]:
    """The kinds of the plain values that a type checker accepts for a parameter, and for what is in it, by the name of
    the part (`core/encoding/inputs.part_of`). Parts of which nothing is known, as they may be objects, are left out;
    what is there is never less than what the annotation allows."""
    return {
        part_name: tuple(kind for kind in _EVERYTHING if kind in kinds or (kind == "tuple" and any(_lengths(kinds))))
        for part_name, kinds in _parts_of(annotation, name).items()
    }


def lengths_of(annotation: str | None, name: str) -> dict[str, tuple[int, ...]]:
    """The lengths of the tuples that a type checker accepts for a parameter, and for what is in it, by the name of the
    part; parts are left out that may be tuples of any length, or no tuples."""
    found = {
        part_name: tuple(sorted(int(length) for length in _lengths(kinds)))
        for part_name, kinds in _parts_of(annotation, name).items()
        if "tuple" not in kinds
    }
    return {part_name: lengths for part_name, lengths in found.items() if lengths}


_OF_LENGTH = "tuple of "
"""A tuple of a known length among the kinds of a part, where `tuple` is one of any length."""


def _lengths(kinds: Iterable[str]) -> Iterator[str]:
    return (kind.removeprefix(_OF_LENGTH) for kind in kinds if kind.startswith(_OF_LENGTH))


def _parts_of(annotation: str | None, name: str) -> Mapping[str, set[str]]:
    """The kinds of the parts of which something is known."""
    node = parsed_annotation(annotation)
    kinds_by_part: dict[str, set[str]] = {}
    if node is None or not _collect(node, name, kinds_by_part):
        return {}
    # Where a part may be anything, so may what is in it, whatever another alternative of a union says of that.
    anything = {part_name for part_name, kinds in kinds_by_part.items() if kinds.issuperset(_EVERYTHING)}
    return {
        part_name: kinds
        for part_name, kinds in kinds_by_part.items()
        if part_name not in anything and not any(part_name.startswith(f"{open_part}.") for open_part in anything)
    }


def _collect(node: ast.expr, part_name: str, kinds_by_part: dict[str, set[str]]) -> bool:
    """Add the kinds of an annotation to those of a part; False where it may be anything."""
    match node:
        case ast.Constant(value=str(text)):
            inner_annotation = parsed_annotation(text)
            return inner_annotation is not None and _collect(inner_annotation, part_name, kinds_by_part)
        case ast.Constant(value=None):
            kinds_by_part.setdefault(part_name, set()).add("NoneType")
            return True
        case ast.Name() | ast.Attribute():
            return _collect_name(type_name(node), part_name, kinds_by_part)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _collect_all([left, right], part_name, kinds_by_part)
        case ast.Dict():
            kinds_by_part.setdefault(part_name, set()).add("dict")
            kinds_by_part.setdefault(f"{part_name}.hashed", set()).add("str")
            # Here a dict display stands for a TypedDict: its keys are texts, its values of any of the types that it
            # lists.
            types = [kind for kind, _ in keys_of(node).values()]
            if not _collect_all(types, f"{part_name}.value", kinds_by_part):
                kinds_by_part.setdefault(f"{part_name}.value", set()).update(_EVERYTHING)
            return True
        case ast.Subscript(value=owner, slice=inner_annotation):
            return _collect_generic(
                type_name(owner),
                inner_annotation.elts if isinstance(inner_annotation, ast.Tuple) else [inner_annotation],
                part_name,
                kinds_by_part,
            )
    return False


def _collect_name(name: str, part_name: str, kinds_by_part: dict[str, set[str]]) -> bool:
    kinds = _ACCEPTED.get(name)
    if kinds is None:
        return False
    kinds_by_part.setdefault(part_name, set()).update(kinds)
    # Without arguments, what is in a container may be anything.
    for role in _ROLES:
        if any(kind in kinds for kind in _HOLDERS[role]):
            kinds_by_part.setdefault(f"{part_name}.{role}", set()).update(_EVERYTHING)
    return True


def _collect_all(nodes: Sequence[ast.expr], part_name: str, kinds_by_part: dict[str, set[str]]) -> bool:
    # All of them, also behind one that may be anything: no less may be known of a part than all alternatives say.
    are_collected = [_collect(node, part_name, kinds_by_part) for node in nodes]
    return False not in are_collected


def _collect_generic(
    name: str, type_arguments: Sequence[ast.expr], part_name: str, kinds_by_part: dict[str, set[str]]
) -> bool:
    if not type_arguments and name in _WITH_ARGUMENT:
        return False
    match name:
        case "Optional":
            return _collect_all([type_arguments[0], ast.Constant(None)], part_name, kinds_by_part)
        case "Union":
            return _collect_all(type_arguments, part_name, kinds_by_part)
        case "Annotated" | "Final":
            return _collect(type_arguments[0], part_name, kinds_by_part)
        case "Literal":
            values = [*literals(type_arguments)]
            kinds_by_part.setdefault(part_name, set()).update(type(value).__name__ for value in values)
            return len(values) == len(type_arguments)
    kinds = _ACCEPTED.get(name)
    if kinds is None:
        return False
    if type_arguments:
        refused = {
            kind.__name__
            for kind, element in _ELEMENTS.items()
            if _fits(type_arguments[0], element, _ACCEPTED) is False
        }
        kinds = tuple(kind for kind in kinds if kind not in refused)
    # Kinds are gathered for each part of the value: of `list[int]` for the list and for its items.
    known = name in ("tuple", "Tuple") and not any(map(_is_repeated, type_arguments))
    kinds_by_part.setdefault(part_name, set()).update([f"{_OF_LENGTH}{len(type_arguments)}"] if known else kinds)
    if name in DICTS:
        inside = dict(zip(("hashed", "value"), type_arguments, strict=False)) if len(type_arguments) == 2 else {}
    else:
        elements = [
            expression
            for expression in type_arguments
            if not (isinstance(expression, ast.Constant) and expression.value is Ellipsis)
        ]
        inside = {
            role: _union(elements) for role in ("item", "hashed") if any(kind in kinds for kind in _HOLDERS[role])
        }
    # A part that is not understood may be anything, for a narrower set would rule out values that are allowed.
    for role, element in inside.items():
        if not _collect(element, f"{part_name}.{role}", kinds_by_part):
            kinds_by_part.setdefault(f"{part_name}.{role}", set()).update(_EVERYTHING)
    if "value" not in inside and "dict" in kinds:
        kinds_by_part.setdefault(f"{part_name}.value", set()).update(_EVERYTHING)
    return True


def _is_repeated(node: ast.expr) -> bool:
    """Whether an argument of `tuple[…]` stands for any number of elements."""
    match node:
        case ast.Constant(value=value):
            return value is Ellipsis
        case ast.Starred():
            return True
        case ast.Subscript(value=owner):
            return type_name(owner) == "Unpack"
    return False


def _union(nodes: Sequence[ast.expr]) -> ast.expr:
    first, *further_nodes = nodes or [ast.Name("object")]
    for name_node in further_nodes:
        first = ast.BinOp(first, ast.BitOr(), name_node)
    return first


_HOLDERS = {"item": ("list", "tuple"), "hashed": ("dict", "set", "frozenset"), "value": ("dict",)}
_ROLES = ("item", "hashed", "value")
_EVERYTHING = (
    "NoneType",
    "bool",
    "int",
    "float",
    "complex",
    "str",
    "bytes",
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
)


def choices_of(annotation: str | None) -> tuple[Any, ...]:
    """The values of an annotation that lists them all: `Literal["r", "w"]`, perhaps with None; else nothing."""
    node = parsed_annotation(annotation)
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            listed_choices = choices_of(ast.unparse(left))
            return (*listed_choices, None) if listed_choices else ()
        case ast.Subscript(value=owner, slice=inner_annotation) if type_name(owner) == "Optional":
            listed_choices = choices_of(ast.unparse(inner_annotation))
            return (*listed_choices, None) if listed_choices else ()
        case ast.Subscript(value=owner, slice=inner_annotation) if type_name(owner) == "Literal":
            listed = inner_annotation.elts if isinstance(inner_annotation, ast.Tuple) else [inner_annotation]
            values = tuple(literals(listed))
            return values if len(values) == len(listed) else ()
    return ()


def literals(listed: Sequence[ast.expr]) -> Iterator[Any]:
    """The values that the parts of a `Literal[…]` are, without the members of enumerations."""
    for expression in listed:
        try:
            yield ast.literal_eval(expression)
        except (ValueError, TypeError, RecursionError, MemoryError):
            continue


def _any(answers: Sequence[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _all(answers: Sequence[bool | None]) -> bool | None:
    return False if False in answers else None if None in answers else True
