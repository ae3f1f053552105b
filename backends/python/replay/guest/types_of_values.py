"""Values of types, as expressions: runs inside, beside `building.py`, which makes the objects among them.

Types are those that annotations name when they are evaluated (`typing`, PEP 484, 586, 593, 604).

Example: `dict[str, Shape | None]` gives `{}`, `{'a': None}` and `{'a': Square(2)}`, where `Square(2)` is an expression
that `building.py` has found for a class of the package that derives from Shape.

Invariant: an expression is text that the module's own names evaluate. Nothing is proved from it: whether its value has
the type, and what the contract says of it, is seen when it is evaluated in the sandbox.
"""

import builtins
import collections
import collections.abc
import contextlib
import enum
import itertools
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

DEEPEST = 6
"""How deep types and objects are nested."""
VALUES = 12
"""Values of one type."""

UNKNOWN = (
    "1",
    "'a'",
    "[]",
    "[(1, 2)]",
    "0",
    "None",
    "{}",
    "2",
    "[1]",
    "[(1, 2), (2, 3), (3, 4), (4, 1)]",
    "{1: [2]}",
    "''",
    "(1, 2)",
    "True",
    "{'a': 1}",
    "0.5",
    "[(1, 2), (3, 4)]",
    "[[1, 2], [3, 4]]",
    "[1, 2, 3, 4]",
    "-1",
    "b'a'",
    "(lambda *_, **__: 0)",
    "{1: {2: 3}}",
)
"""What is tried for a parameter of which nothing is said."""
PLAIN: Mapping[type, tuple[str, ...]] = {
    int: ("1", "0", "2", "3", "-1", "10"),
    float: ("1.0", "0.0", "0.5", "-1.0"),
    complex: ("1j", "0j"),
    bool: ("True", "False"),
    str: ("'a'", "''", "'ab'", "'b'", "'A'", "'1'"),
    bytes: ("b'a'", "b''"),
    type(None): ("None",),
    list: ("[]", "[1]", "['a']", "[1, 2]"),
    tuple: ("()", "(1,)", "(1, 2)"),
    dict: ("{}", "{'a': 1}"),
    set: ("set()", "{1}"),
    frozenset: ("frozenset()", "frozenset({1})"),
    type: ("int", "str"),
    object: UNKNOWN[:6],
}
_LISTS = (
    list,
    collections.abc.Sequence,
    collections.abc.MutableSequence,
    collections.abc.Iterable,
    collections.abc.Collection,
    collections.abc.Container,
    collections.abc.Reversible,
)
_SETS = (set, collections.abc.Set, collections.abc.MutableSet)
_MAPPINGS = (
    dict,
    collections.abc.Mapping,
    collections.abc.MutableMapping,
    collections.OrderedDict,
    collections.defaultdict,
)
_ITERATORS = (collections.abc.Iterator, collections.abc.Generator)
_WRAPPERS = ("Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly")


class Types:
    """Types in a module, and values of them. `loaded`: classes of its package; `constants`: texts of constants to try.
    `path`: an expression that names a class; `objects`: columns of expressions for objects of a class and of those that
    derive from it, at some depth."""

    def __init__(
        self,
        module: types.ModuleType,
        loaded: Sequence[type],
        constants: Sequence[str],
        path: Callable[[type], str | None],
        objects: Callable[[type, int], Sequence[Sequence[str]]],
    ) -> None:
        self.module, self.loaded, self.constants, self.path, self.objects = module, loaded, constants, path, objects

    def type_of(self, text: str, home: types.ModuleType | None = None) -> Any:
        """The type that the text of an annotation names; a name that only type checkers import is looked up among the
        classes of the package. None where that fails."""
        names = {"typing": typing, **vars(home or self.module)}
        for name in set(re.findall(r"[A-Za-z_]\w*", text)) - names.keys():
            found = next((cls for cls in self.loaded if cls.__name__ == name), getattr(typing, name, None))
            names |= {} if found is None or hasattr(builtins, name) else {name: found}
        # As it is written, or without the modules, which may be imported below `if TYPE_CHECKING` alone.
        for form in (text, re.sub(r"\b[a-z_]\w*\.", "", text)):
            with contextlib.suppress(Exception):
                return eval(form, dict(names))
        return None

    def has_own(self, hint: Any, depth: int) -> bool:
        """Whether a type mentions a class that has to be built."""
        if depth > DEEPEST:
            return False
        if isinstance(hint, str):
            hint = self.type_of(hint)
        if typing.get_origin(hint) is typing.Literal:
            return False
        if isinstance(hint, type) and typing.get_origin(hint) is None:
            return is_own(hint)
        return any(self.has_own(arg, depth + 1) for arg in typing.get_args(hint))

    def plain(self, kind: type) -> Iterator[str]:
        texts = PLAIN[kind]
        own = [text for text in self.constants if _kind(text) is kind]
        yield from (*texts[:2], *own, *texts[2:])

    def values(self, hint: Any, depth: int) -> Iterator[str]:
        """Texts of values of a type."""
        # Of what a type is made of the values take turns (`in_turn`): of `Union[int, str]` the first two are an int and
        # a str, since whoever asks takes a few only. `depth` grows with each object inside another: from 0 on None
        # comes first of `Optional[Node]`, which ends what is defined by itself.
        if isinstance(hint, str):
            hint = self.type_of(hint)
        if isinstance(hint, typing.ForwardRef):
            hint = self.type_of(hint.__forward_arg__)
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        # By the form of the annotation (PEP 484, 586, 593, 604).
        if hint is None or hint is type(None):
            yield "None"
        elif isinstance(hint, typing.TypeVar):
            bounds = hint.__constraints__ or ((hint.__bound__,) if hint.__bound__ is not None else ())
            yield from itertools.chain(*(self.values(bound, depth) for bound in bounds)) if bounds else UNKNOWN
        # A NewType has the values of what it is made of.
        elif hasattr(hint, "__supertype__"):
            yield from self.values(hint.__supertype__, depth)
        elif is_union(hint):
            plain = sorted(inner, key=lambda member: member is not type(None)) if depth >= 0 else inner
            yield from in_turn([self.values(member, depth) for member in plain])
        elif origin is typing.Literal:
            yield from (text for member in inner if (text := self._literal(member)) is not None)
        # Wrappers such as `Annotated` and `Final` are what they wrap.
        elif getattr(hint, "__name__", "") in _WRAPPERS or getattr(origin, "__name__", "") in _WRAPPERS:
            yield from self.values(inner[0], depth)
        elif origin is not None:
            yield from self._generic(origin, inner, depth)
        elif isinstance(hint, type) and hint is not typing.Any:  # Since Python 3.11 Any is a class.
            yield from self._of_class(hint, depth)
        else:
            yield from UNKNOWN

    def _literal(self, value: Any) -> str | None:
        if isinstance(value, enum.Enum):
            path = self.path(type(value))
            return None if path is None else f"{path}.{value.name}"
        return repr(value)

    def _of_class(self, cls: type, depth: int) -> Iterator[str]:
        if cls in PLAIN:
            yield from self.plain(cls)
        elif cls.__name__ == "Callable":
            yield "(lambda *_, **__: 0)"
        elif cls in (*_LISTS, *_SETS, *_MAPPINGS, *_ITERATORS):
            yield from self._generic(cls, (), depth)
        else:
            yield from mixed(self.objects(cls, depth + 1))

    def _generic(self, origin: Any, inner: Sequence[Any], depth: int) -> Iterator[str]:
        # At the top more values are wanted than inside of something.
        most = 4 if depth >= 0 else 4 * VALUES
        parts = [
            list(itertools.islice(self.values(argument, depth), most))
            for argument in inner
            if argument is not Ellipsis and not isinstance(argument, list)
        ]
        first = parts[0] if parts else ["1", "'a'"]
        # Empty, then growing ones, then single ones.
        if origin in _LISTS:
            yield "[]"
            yield from (f"[{', '.join(first[:count])}]" for count in (1, 2, 3) if len(first) >= count)
            yield from (f"[{argument}]" for argument in first[1:])
        elif origin in _SETS or origin is frozenset:
            around = "frozenset({})" if origin is frozenset else "{}"
            yield around.format("set()")
            yield from (around.format(f"{{{', '.join(first[:count])}}}") for count in (1, 2) if len(first) >= count)
        elif origin in _MAPPINGS:
            yield "{}"
            if len(parts) == 2:
                yield from (f"{{{key}: {value}}}" for key, value in zip(*parts, strict=False))
        elif origin in _ITERATORS:
            yield from (f"iter([{', '.join(first[:count])}])" for count in (0, 1, 2))
        elif origin is tuple and Ellipsis in inner:
            yield from ("()", *(f"({argument},)" for argument in first))
        elif origin is tuple:
            yield from (f"({', '.join(row)},)" for row in zip(*parts, strict=False))
        elif origin is collections.abc.Callable:
            results = list(itertools.islice(self.values(inner[-1], depth + 1), 3)) if inner else ["0"]
            yield from (f"(lambda *_, **__: {result})" for result in results)
        elif origin is type:
            kinds = [argument for argument in inner if isinstance(argument, type)]
            yield from (path for kind in kinds if (path := self.path(kind)))
        elif isinstance(origin, type):
            yield from self._of_class(origin, depth)


def is_own(cls: type) -> bool:
    """Whether a class is one that has to be built."""
    return cls not in PLAIN and cls.__module__ not in ("builtins", "typing", "collections.abc", "abc", "numbers")


def is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _kind(text: str) -> type | None:
    try:
        return type(eval(text, {"__builtins__": {}}))
    except Exception:  # It names something: what type that has is asked where names are known.
        return None


def mixed(columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first of each, the second of each, and so on."""
    for place in range(max(map(len, columns), default=0)):
        yield from (column[place] for column in columns if place < len(column))


def in_turn(streams: Sequence[Iterator[str]]) -> Iterator[str]:
    """The same of streams, of which no more is made than is taken."""
    left = list(streams)
    while left:
        for stream in list(left):
            text = next(stream, None)
            if text is None:
                left.remove(stream)
            else:
                yield text


def distinct(texts: Iterable[str]) -> Iterator[str]:
    """Texts without repetition."""
    seen: set[str] = set()
    for text in texts:
        if text not in seen:
            seen.add(text)
            yield text
