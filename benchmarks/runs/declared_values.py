"""Values for what a library describes: likely ones first, then those around each bound, then ones of other types.

A tree says what a place in an input takes (`guest/declared.py`). Only the library knows whether a value is valid; what
is made here is tried. Values are texts of Python expressions.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ..datasets.declarations import definition_of
from ..datasets.tasks import parse_module
from .run_limits import LIMITS

Tree = Mapping[str, Any]
Solve = Callable[[Tree], Sequence[str]]
"""Texts for a place whose constraints need a solver: of a pattern, say."""

LARGEST = 2**1000
"""Numbers from here on are only tried as they are, as floats."""
LONGEST_SPELLED = 60
"""A text that is longer is written as a product."""
OTHERS = ("None", "'x'", "[]", "{}", "-1", "0.5", "object()", "b'\\xff'", "True")
"""Values of other types."""
SAMPLES: Mapping[str, tuple[str, ...]] = {
    "bool": ("True", "False"),
    "none": ("None",),
    "any": ("1", "'a'", "None", "{}", "[]", "{'a': 1}"),
    "date": ("'2024-01-31'", "datetime.date(2000, 1, 1)", "datetime.date.max", "datetime.date.min"),
    "datetime": (
        "'2024-01-31T12:00:00Z'",
        "datetime.datetime(2000, 1, 1)",
        "datetime.datetime(9999, 1, 1)",
        "datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)",
        "datetime.datetime(9999, 1, 1, tzinfo=datetime.timezone.utc)",
    ),
    "time": ("'12:30:00'",),
    "timedelta": (
        "datetime.timedelta(seconds=1)",
        "datetime.timedelta(0)",
        "datetime.timedelta(seconds=-1)",
        "datetime.timedelta(days=100000)",
    ),
    "uuid": (
        "'12345678-1234-4234-8234-123456789abc'",
        "uuid.UUID(int=1)",
        "'12345678-1234-1234-8234-123456789abc'",
        "'12345678-1234-5234-8234-123456789abc'",
        "'12345678-1234-7234-8234-123456789abc'",
    ),
    "url": ("'https://example.org/a'", "'http://example.org'", "'ftp://example.org'", "'redis://localhost'"),
    "multi-host-url": ("'postgresql://u:p@localhost:5432/a'", "'redis://localhost'", "'mongodb://localhost:1'"),
    "complex": ("1j",),
    "callable": ("len",),
    "function-plain": ("1", "'a'", "'1'", "{}", "[]", "None", "1.5"),
}

CONVERTED: Mapping[str, tuple[str, ...]] = {
    "int": ("'1'", "1.0", "'7'"),
    "float": ("'1.5'", "'1'"),
    "bool": ("1", "'true'"),
    "str": ("b'abc'", "b'a'"),
    "bytes": ("'abc'", "'a'"),
    "date": ("'2024-01-31'",),
    "datetime": ("'2024-01-31T12:00:00Z'",),
    "time": ("'12:30:00'",),
    "timedelta": ("'PT1S'", "1"),
    "decimal": ("'1'", "1"),
    "complex": ("'1j'",),
    "uuid": ("'12345678-1234-4234-8234-123456789abc'",),
}
"""Values that a library converts, unless it is strict."""


def values(tree: Tree, solve: Solve, hints: Sequence[str] = ()) -> list[str]:
    """Texts of values for a place, without repetition. `hints`: texts to try where such a value may do."""
    found = dict.fromkeys(islice(_values(tree, solve, hints), LIMITS.declared_values))
    return [*found, *(each for each in (*OTHERS, "'a' * 1000") if each not in found)]


Wrap = Callable[[str], str]
"""The text of a whole value with a text at one place in it."""


def places(tree: Tree, path: str, solve: Solve, depth: int = 0) -> Iterator[tuple[str, Tree, Wrap]]:
    """The places inside a value, by their paths, each with what it takes and how a value there becomes a whole one of
    which everything else is likely valid."""
    if depth > LIMITS.declared_levels:
        return
    inner: list[tuple[str, Tree, Wrap]] = []
    items = tree.get("items")
    match tree["kind"]:
        case "model":
            fields = tree.get("fields", {})
            plain = {key: likely(fields[key], solve) for key in tree.get("required", ()) if key in fields}
            inner = (
                [(f"{path}.{tree['names'][key]}", sub, partial(_with, plain, key)) for key, sub in fields.items()]
                if "names" in tree
                else []
            )
            if "others" in tree:
                yield path, tree, str
        case "union" | "tagged-union":
            inner = [(name, member, str) for name, member in tree.get("members", ())]
        case "tuple" if items is None:
            choices = [likely(member, solve) for member in tree.get("choices", ())]
            inner = [
                (f"{path}[{place}]", member, partial(_replaced, choices, place))
                for place, member in enumerate(tree.get("choices", ()))
            ]
        case "list" | "set" | "frozenset" | "deque" | "tuple" as kind if items is not None:
            more = [likely(items, solve)] * max(0, (tree.get("min_length") or 1) - 1)
            inner = [(f"{path}[*]", items, partial(_elements, kind, more))]
        case "dict" if items is not None:
            keys = tree.get("keys", {"kind": "str"})
            key, value = likely(keys, solve), likely(items, solve)
            inner = [
                (f"{path}[*]", items, lambda text: f"{{{key}: {text}}}"),
                (f"{path}[key]", keys, lambda text: f"{{{text}: {value}}}"),
            ]
    # A value deep inside is wrapped from the inside out: of `orders: list[Order]` with `Order.zip`, a text for
    # `orders[*].zip` becomes an order, which becomes a list, in which all else is likely valid. So a refusal is about
    # that one place.
    for name, sub, wrap in inner:
        yield name, sub, wrap
        for deeper, place, wrapped in places(sub, name, solve, depth + 1):
            yield deeper, place, partial(_composed, wrap, wrapped)


def _composed(outer: Wrap, inner: Wrap, text: str) -> str:
    return outer(inner(text))


def _replaced(items: Sequence[str], place: int, text: str) -> str:
    return f"({''.join(f'{each}, ' for each in [*items[:place], text, *items[place + 1 :]])})"


def _with(plain: Mapping[str, str], key: str, text: str) -> str:
    return _dict({**plain, key: text})


def _dict(inside: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{key!r}: {text}' for key, text in inside.items())}}}"


def _elements(kind: str, more: Sequence[str], text: str) -> str:
    inside = ", ".join([text, *more])
    return f"[{inside}]" if kind == "list" else f"{kind}([{inside}])"


def likely(tree: Tree, solve: Solve) -> str:
    """The value that is most likely valid."""
    return next(_values(tree, solve, ()), "None")


def _values(tree: Tree, solve: Solve, hints: Sequence[str]) -> Iterator[str]:
    kind = tree["kind"]
    yield from tree.get("samples", ())
    match kind:
        case "int":
            yield from _numbers(tree, 1)
        case "float":
            yield from _numbers(tree, 0.5)
            yield from ("1e308", "-1e308", "inf", "-inf", "nan")
        case "decimal":
            yield from (f"decimal.Decimal('{number}')" for number in _numbers(tree, 1))
            yield from (
                "decimal.Decimal('0.123456789')",
                "decimal.Decimal('123456789012345678901')",
                "decimal.Decimal('1e30')",
                "decimal.Decimal('0.001')",
                "decimal.Decimal('12.345')",
                "decimal.Decimal('NaN')",
                "decimal.Decimal('Infinity')",
            )
            if isinstance(tree.get("decimal_places"), int):
                yield f"decimal.Decimal('{10.0 ** -(tree['decimal_places'] + 1):.{tree['decimal_places'] + 1}f}')"
        case "url" if tree.get("max_length"):
            yield from SAMPLES["url"]
            yield f"'https://example.org/' + 'a' * {tree['max_length']}"
        case "str" | "bytes":
            yield from _texts(tree, solve)
        case "list" | "set" | "frozenset" | "deque":
            yield from _containers(tree, solve, hints)
        case "tuple" if "items" in tree:
            yield from _containers(tree, solve, hints)
        case "dict":
            yield from _dicts(tree, solve, hints)
        case "model":
            yield from _models(tree, solve, hints)
        case "tuple":
            items = [likely(each, solve) for each in tree["choices"]]
            yield f"({''.join(f'{item}, ' for item in items)})"
        case _:
            yield from SAMPLES.get(kind, ())
            for choice in tree.get("choices", ()):
                yield from islice(_values(choice, solve, hints), LIMITS.declared_values // 4)
    yield from tree.get("constants", ())
    # Where a library converts, these are as good as values of the type, and no test of anything; where it is strict,
    # they are what it refuses.
    yield from CONVERTED.get(kind, ()) if tree.get("strict") else ()
    if kind in ("str", "int", "float", "function-plain", "any", "chain"):
        # Of another type than declared, they only show what the type is good for.
        yield from sorted(hints, key=lambda hint: type(ast.literal_eval(hint)).__name__ != kind)
    if tree.get("nullable"):
        yield "None"


def _numbers(tree: Tree, step: float) -> Iterator[str]:
    """Numbers around each bound, those within all bounds first; each also as the next multiples."""
    bounds = [tree[name] for name in ("ge", "gt", "le", "lt") if isinstance(tree.get(name), int | float)]
    points = [point + move for point in bounds for move in (0, step, -step, 1, -1)]
    points += [1, 0, -1, 2, 5, 10, 100, -100, 10**6]
    multiple = tree.get("multiple_of")
    if isinstance(multiple, int | float) and multiple:
        # A bound may be infinite, and a large number may have no multiple below infinity: neither can be rounded.
        turns = [point // multiple for point in points if abs(point) < LARGEST]
        points += [(round(turn) + more) * multiple for turn in turns if abs(turn) < LARGEST for more in (0, 1)]
    if tree["kind"] != "float":
        points = [int(point) for point in points if abs(point) < LARGEST]
    yield from (repr(point) for point in sorted(points, key=lambda point: not _is_within(tree, point)))


def _is_within(tree: Tree, point: float) -> bool:
    low, above, high, below = (tree.get(name) for name in ("ge", "gt", "le", "lt"))
    multiple = tree.get("multiple_of")
    number = int | float
    return not (
        (isinstance(low, number) and point < low)
        or (isinstance(above, number) and point <= above)
        or (isinstance(high, number) and point > high)
        or (isinstance(below, number) and point >= below)
        or (isinstance(multiple, number) and multiple and point % multiple)
    )


def _lengths(tree: Tree) -> list[int]:
    """Lengths around the bounds, one within them first."""
    least, most = tree.get("min_length") or 0, tree.get("max_length")
    highest = 1 if most is None else min(1, most)
    first = highest if least <= 1 else least
    around = [first, least, least + 1, least - 1, *([] if most is None else [most, most + 1, most - 1]), 0]
    # What a validator compares with a small number may be a length.
    numbers = [int(text) for text in tree.get("constants", ()) if text.isdecimal() and int(text) <= LONGEST_SPELLED]
    around += [number + step for number in numbers for step in (0, 1, -1)]
    return list(dict.fromkeys(each for each in around if 0 <= each <= 10**6))


def _texts(tree: Tree, solve: Solve) -> Iterator[str]:
    # A solver knows the pattern; the texts below are for all that it does not say.
    if tree.get("pattern") is not None:
        yield from solve(tree)
    before = "b" if tree["kind"] == "bytes" else ""
    for fill in "a", "1", " ", "A", "!":
        for length in _lengths(tree):
            text = f"{before}{fill * length!r}" if length <= LONGEST_SPELLED else f"{before}{fill!r} * {length}"
            yield text
    if not before:
        yield from (
            "'abc'",
            "'1'",
            "'a b'",
            "'é'",
            "'a.b'",
            "'a/b'",
            "'a-b'",
            "'a_b'",
            "'https://example.org'",
            "'a@example.org'",
            "'2024-01-01'",
            "'\\n'",
            "'1.0.0'",
            "'a:b'",
            "'/a'",
            "'{}'",
        )


def _containers(tree: Tree, solve: Solve, hints: Sequence[str]) -> Iterator[str]:
    kind, items = tree["kind"], tree.get("items", {"kind": "any"})
    first = likely(items, solve)

    def written(elements: Sequence[str]) -> str:
        return _elements(kind, elements[1:], elements[0]) if elements else _elements(kind, (), "")

    distinct = list(dict.fromkeys(islice(_values(items, solve, hints), LIMITS.declared_values)))
    for length in _lengths(tree):
        if length > LIMITS.declared_elements:
            continue
        # Equal items come first: they need one value that fits, and only distinct ones need several.
        if length <= LONGEST_SPELLED and kind == "list":
            yield written([first] * length)
        elif kind == "list":
            yield f"[{first}] * {length}"
        elif length <= len(distinct):
            yield written(distinct[:length])
        elif items["kind"] in ("int", "any"):
            yield f"{kind}(range({length}))"
        else:
            yield f"{kind}(map(str, range({length})))"
    # The same one twice, and two out of order.
    if kind in ("list", "tuple"):
        yield from (written(several) for several in ([first] * 2, distinct[:2], distinct[1::-1]))
    least = max(0, (tree.get("min_length") or 1) - 1)
    for text in [*distinct, *OTHERS]:
        yield written([text, *[first] * least])


def _dicts(tree: Tree, solve: Solve, hints: Sequence[str]) -> Iterator[str]:
    keys, items = tree.get("keys", {"kind": "str"}), tree.get("items", {"kind": "any"})
    key, value = likely(keys, solve), likely(items, solve)
    for length in _lengths(tree):
        if length == 0:
            yield "{}"
        elif length == 1:
            yield f"{{{key}: {value}}}"
        elif length <= LIMITS.declared_entries:
            yield f"{{{'each' if keys['kind'] == 'int' else 'str(each)'}: {value} for each in range({length})}}"
    yield from (f"{{{key}: {text}}}" for text in _picked(values(items, solve, hints), 60))
    yield from (f"{{{text}: {value}}}" for text in _picked(values(keys, solve, hints), 40) if text[0] not in "[{")


def _models(tree: Tree, solve: Solve, hints: Sequence[str]) -> Iterator[str]:
    """An input with what is required, then the same with another value at one place, or one left out."""
    fields, required = tree.get("fields", {}), tree.get("required", [])
    plain = {key: likely(fields[key], solve) for key in required}

    yield _dict(plain)
    for key in required:
        yield _dict({other: text for other, text in plain.items() if other != key})
    each = max(6, LIMITS.declared_values // max(1, len(fields)))
    if "others" in tree:
        yield _dict({**plain, tree["others"]: "1"})
    for key, inner in fields.items():
        picked = _picked(values(inner, solve, hints), each)
        yield from (_dict({**plain, key: text}) for text in picked)


def _picked(texts: Sequence[str], most: int) -> list[str]:
    """The first and the last of some values, which are those of other types."""
    return list(dict.fromkeys([*texts[: most // 2], *texts[-(most // 2) :]]))


def hints_of(text: str, name: str, field: str) -> list[str]:
    """Texts of constants in a class of a module: those of functions whose decorators name the field first."""
    try:
        node = definition_of(parse_module(text), name)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    if node is None:
        return []
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)]
    naming = [function for function in functions if field in set(_constants(*function.decorator_list))]
    found = dict.fromkeys(repr(each) for each in (*_constants(*naming), *_constants(node)))
    return list(found)[: LIMITS.hints]


def _constants(*nodes: ast.AST) -> Iterator[object]:
    for node in (inner for each in nodes for inner in ast.walk(each)):
        if isinstance(node, ast.Constant) and _is_short(node.value):
            yield node.value


def _is_short(value: object) -> bool:
    match value:
        case bool():
            return False
        case int():  # Python refuses to write thousands of digits, which a hexadecimal number may have
            return value.bit_length() < LIMITS.hinted_bits
        case str() | float():
            return len(str(value)) < LIMITS.hinted_characters
    return False
