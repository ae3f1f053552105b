"""The builtin functions of Python and the methods of its builtin types, one row each: the only list of their names.

The evaluator asks which it may call, the encoding how many arguments they take, the search backwards what their results
look like, the front end which change what they are called on, the English what they say. Who encodes one adds a handler
under its name (`core/encoding/methods.py`, `calls.py`).

Example: the row of `zfill` says that text and bytes have it, that it takes one argument, that its result may be longer
than everything that it is made of (so that its size is checked before it is built), and may be the text itself.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

from attrs import frozen

Gives = Literal["flat", "flat list", "container", "view", "element", "other"]
"""What a result is: nothing that has parts that may change; a list of such; a new container of the elements of the
receiver; a view of these; one of these; or of no kind that is told apart."""
Sees = Literal["all", "class", "case", "spaces", "whole"]
"""What a method of texts asks of a character: perhaps all, whether it is in the class of its predicate, which other
case it has, whether it is a space, or only which character it is."""
MANY = 99
"""Arguments. More are in no contract, so that this stands for any number."""


@frozen(slots=True)
class Method:
    """A method of `types`, which takes from `least` to `most` arguments by position."""

    types: tuple[type, ...]
    name: str
    least: int = 0
    most: int = 0
    changes: bool = False
    """Whether it changes its receiver. No other method has an effect."""
    evaluated: bool = True
    """Whether the evaluator calls it: not where its time or memory is not bounded by what it is given."""
    grows: bool = False
    """Whether its result may be much longer than its receiver and its arguments together."""
    alike: bool = False
    """Whether there are receivers that are their own result."""
    gives: Gives = "flat"
    sees: Sees = "all"
    holds_of: str = ""
    """Of a predicate of texts, characters of which it holds."""
    fails_of: str = ""
    """Of a predicate of texts that holds of most characters, some of which it does not hold."""
    english: tuple[str, str] = ("", "")
    """The verb, and what follows it, by which a sentence says that the result is true."""


_TEXTS, _SETS = (str, bytes), (set, frozenset)
_CONTAINERS = (list, tuple, range)
_DICTS = (dict, Counter)


def _predicate(
    name: str, holds_of: str, verb: str, rest: str, fails_of: str = "", types: tuple[type, ...] = _TEXTS
) -> Method:
    return Method(types, name, sees="class", holds_of=holds_of, fails_of=fails_of, english=(verb, rest))


TABLE: tuple[Method, ...] = (
    Method(_TEXTS, "lower", sees="case", alike=True),
    Method(_TEXTS, "upper", sees="case", alike=True),
    Method((str,), "casefold", sees="case", alike=True),
    Method(_TEXTS, "swapcase", sees="case", alike=True),
    Method(_TEXTS, "title", sees="case", alike=True),
    Method(_TEXTS, "capitalize", sees="case", alike=True),
    _predicate("isalnum", "a0A1", "consist", "of one or more letters or digits"),
    _predicate("isalpha", "aAbB", "consist", "of one or more letters"),
    _predicate("isascii", "aA0", "consist", "of ASCII characters", fails_of="é"),
    _predicate("isdecimal", "0123456789", "consist", "of one or more decimal digits", types=(str,)),
    _predicate("isdigit", "0123456789", "consist", "of one or more digits"),
    _predicate("isidentifier", "a_A", "be", "an identifier of Python", types=(str,)),
    _predicate("islower", "ab", "be", "lowercase text with at least one letter"),
    _predicate("isnumeric", "0123456789", "consist", "of one or more numeric characters", types=(str,)),
    _predicate("isprintable", "aA0", "consist", "of printable characters", fails_of="\x7f\n", types=(str,)),
    _predicate("isspace", " \t", "consist", "of one or more whitespace characters", fails_of="a0"),
    _predicate("istitle", "Aa", "be", "in title case"),
    _predicate("isupper", "AB", "be", "uppercase text with at least one letter"),
    Method(_TEXTS, "strip", 0, 1, sees="spaces", alike=True),
    Method(_TEXTS, "lstrip", 0, 1, sees="spaces", alike=True),
    Method(_TEXTS, "rstrip", 0, 1, sees="spaces", alike=True),
    Method(_TEXTS, "startswith", 1, 3, sees="whole", english=("start", "with")),
    Method(_TEXTS, "endswith", 1, 3, sees="whole", english=("end", "with")),
    Method(_TEXTS, "find", 1, 3, sees="whole"),
    Method(_TEXTS, "rfind", 1, 3, sees="whole"),
    Method(_TEXTS, "index", 1, 3, sees="whole"),
    Method(_TEXTS, "rindex", 1, 3, sees="whole"),
    Method(_TEXTS, "count", 1, 3, sees="whole"),
    Method(_TEXTS, "replace", 2, 3, sees="whole", grows=True, alike=True),
    Method(_TEXTS, "removeprefix", 1, 1, sees="whole", alike=True),
    Method(_TEXTS, "removesuffix", 1, 1, sees="whole", alike=True),
    Method(_TEXTS, "partition", 1, 1, sees="whole"),
    Method(_TEXTS, "rpartition", 1, 1, sees="whole"),
    Method(_TEXTS, "join", 1, 1, sees="whole", grows=True),
    Method(_TEXTS, "split", 0, 2, gives="flat list"),
    Method(_TEXTS, "rsplit", 0, 2, gives="flat list"),
    Method(_TEXTS, "splitlines", 0, 1, gives="flat list"),
    Method(_TEXTS, "center", 1, 2, grows=True, alike=True),
    Method(_TEXTS, "ljust", 1, 2, grows=True, alike=True),
    Method(_TEXTS, "rjust", 1, 2, grows=True, alike=True),
    Method(_TEXTS, "zfill", 1, 1, grows=True, alike=True),
    Method(_TEXTS, "expandtabs", 0, 1, grows=True, alike=True),
    Method((str,), "translate", 1, 1, evaluated=False),
    Method((bytes,), "translate", 1, 2),
    Method((str,), "maketrans", 1, 3, evaluated=False),
    Method((bytes,), "maketrans", 2, 2),
    Method((str,), "format", 0, MANY, evaluated=False),
    Method((str,), "format_map", 1, 1, evaluated=False),
    Method((str,), "encode", 0, 2),
    Method((bytes,), "decode", 0, 2),
    Method((bytes,), "fromhex", 1, 1),
    Method((bytes,), "hex", 0, 2),
    Method((int,), "bit_count"),
    Method((int,), "bit_length"),
    Method((int,), "from_bytes", 1, 2),
    Method((int,), "to_bytes", 0, 2, grows=True),
    Method((int, float), "as_integer_ratio"),
    Method((int, float), "is_integer", english=("be", "a whole number")),
    Method((int, float, complex), "conjugate"),
    Method((float,), "hex"),
    Method((float,), "fromhex", 1, 1),
    Method((list, tuple), "index", 1, 3, sees="whole"),
    Method((range,), "index", 1, 1, sees="whole"),
    Method(_CONTAINERS, "count", 1, 1, sees="whole"),
    Method((list, *_SETS, *_DICTS), "copy", gives="container", alike=True),
    Method(_DICTS, "get", 1, 2, gives="element", sees="whole"),
    Method(_DICTS, "keys", gives="view", sees="whole"),
    Method(_DICTS, "values", gives="view", sees="whole"),
    Method(_DICTS, "items", gives="view", sees="whole"),
    Method(_SETS, "union", 0, MANY, gives="container"),
    Method(_SETS, "intersection", 0, MANY, gives="container"),
    Method(_SETS, "difference", 0, MANY, gives="container"),
    Method(_SETS, "symmetric_difference", 1, 1, gives="container"),
    Method(_SETS, "issubset", 1, 1, english=("contain", "no elements other than those of")),
    Method(_SETS, "issuperset", 1, 1, english=("contain", "all elements of")),
    Method(_SETS, "isdisjoint", 1, 1, english=("share", "no element with")),
    Method((Counter,), "elements", gives="other"),
    Method((Counter,), "most_common", 0, 1, gives="other"),
    Method((Counter,), "total"),
    Method((re.Pattern,), "match", 1, 3),
    Method((re.Pattern,), "fullmatch", 1, 3),
    Method((re.Pattern,), "search", 1, 3),
    Method((re.Pattern,), "findall", 1, 3, gives="flat list"),
    Method((re.Pattern,), "finditer", 1, 3, evaluated=False),
    Method((re.Pattern,), "split", 1, 2, gives="flat list"),
    Method((re.Pattern,), "sub", 2, 3),
    Method((re.Match,), "group", 0, MANY),
    Method((re.Match,), "groups", 0, 1),
    Method((re.Match,), "groupdict", 0, 1),
    Method((re.Match,), "start", 0, 1),
    Method((re.Match,), "end", 0, 1),
    Method((re.Match,), "span", 0, 1),
    Method((list, set), "clear", changes=True),
    Method((list,), "append", 1, 1, changes=True),
    Method((list,), "extend", 1, 1, changes=True),
    Method((list,), "insert", 2, 2, changes=True),
    Method((list, set), "remove", 1, 1, changes=True),
    Method((list,), "pop", 0, 1, changes=True, gives="element"),
    Method((list,), "reverse", changes=True),
    Method((list,), "sort", changes=True),
    Method((set,), "add", 1, 1, changes=True),
    Method((set,), "discard", 1, 1, changes=True),
    Method((set,), "pop", changes=True, gives="element"),
    Method((set,), "update", 0, MANY, changes=True),
    Method((set,), "difference_update", 0, MANY, changes=True),
    Method((set,), "intersection_update", 0, MANY, changes=True),
    Method((set,), "symmetric_difference_update", 1, 1, changes=True),
    Method(_DICTS, "clear", changes=True),
    Method(_DICTS, "pop", 1, 2, changes=True, gives="element"),
    Method(_DICTS, "popitem", changes=True, gives="element"),
    Method(_DICTS, "setdefault", 1, 2, changes=True, gives="element"),
    Method(_DICTS, "update", 0, 1, changes=True),
    Method((Counter,), "subtract", 0, 1, changes=True),
)
METHODS: dict[tuple[type, str], Method] = {(owner, row.name): row for row in TABLE for owner in row.types}


ALL_TYPES = tuple({owner for owner, _ in METHODS})
CONTAINERS = (list, tuple, dict, set, frozenset)


def names(rows: Iterable[Method]) -> frozenset[str]:
    return frozenset(row.name for row in rows)


def giving(*kinds: Gives, types: tuple[type, ...] = ALL_TYPES) -> frozenset[str]:
    """The names of methods of some types that change nothing and whose results are of one of some kinds."""
    return names(row for row in TABLE if not row.changes and row.gives in kinds and not {*types}.isdisjoint(row.types))


def of_type(owner: type, name: str) -> Method | None:
    """The method that instances of a type have under a name; None for one without a row. A bool has those of int."""
    return METHODS.get((int if owner is bool else owner, name))


def seeing(asked_property: Sees) -> frozenset[str]:
    """The names of methods of texts that ask this of a character."""
    return names(row for row in TABLE if row.sees == asked_property)


@frozen(slots=True)
class BuiltinFunction:
    """A builtin function or type, which takes from `least` to `most` arguments by position."""

    value: Any
    least: int = 1
    most: int = 1
    gives: Gives = "flat"
    """What its result is, of its arguments. Of one that gives a `view` these are asked for later."""


FUNCTIONS: tuple[BuiltinFunction, ...] = (
    *map(BuiltinFunction, (abs, all, any, ascii, bin, callable, chr, hash, hex, len, oct, ord, repr)),
    *(BuiltinFunction(value, 2, 2) for value in (divmod, hasattr, isinstance, issubclass)),
    *(BuiltinFunction(value, 1, 2) for value in (format, round)),
    *(BuiltinFunction(value, 0, 1) for value in (bool, float)),
    *(BuiltinFunction(value, 0, 2) for value in (complex, int)),
    *(BuiltinFunction(value, 0, 3) for value in (bytes, str)),
    *(BuiltinFunction(value, 1, 3) for value in (range, type)),
    BuiltinFunction(pow, 2, 3),
    *(BuiltinFunction(value, 0, 1, "container") for value in (dict, frozenset, list, set, tuple)),
    BuiltinFunction(sorted, 1, 1, "container"),
    *(BuiltinFunction(value, 1, MANY, "element") for value in (max, min)),
    BuiltinFunction(sum, 1, 2, "element"),
    BuiltinFunction(enumerate, 1, 2, "view"),
    BuiltinFunction(filter, 2, 2, "view"),
    BuiltinFunction(iter, 1, 2, "view"),
    BuiltinFunction(map, 2, MANY, "view"),
    BuiltinFunction(reversed, 1, 1, "view"),
    BuiltinFunction(zip, 0, MANY, "view"),
    BuiltinFunction(bytearray, 0, 3, "other"),
    BuiltinFunction(object, 0, 0, "other"),
    BuiltinFunction(slice, 1, 3, "other"),
)


def functions_giving(*kinds: Gives) -> frozenset[Any]:
    """The builtins whose results are of one of some kinds."""
    return frozenset(row.value for row in FUNCTIONS if row.gives in kinds)


def function_names(*kinds: Gives) -> frozenset[str]:
    """The names of these."""
    return frozenset(value.__name__ for value in functions_giving(*kinds))


CHANGING = names(row for row in TABLE if row.changes)
"""Methods of some builtin type that change their receiver."""
PURE = names(row for row in TABLE if not row.changes)
PREDICATES = {row.name: row for row in TABLE if row.sees == "class"}
"""Predicates of all characters of a text, by name."""
