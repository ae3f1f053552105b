"""Python values for people: which is simpler, and what is worth trying instead of a value.

Inputs are read by people, so a test that was found is made simpler while it still violates the same clauses: `simpler`
yields candidates, the boldest first, and whoever asks keeps the first one that still fits and goes on from there (delta
debugging).

Example: for `[17, 'abc', 2.5]` the candidates are plain values of any kind first, then shorter lists, then the list
with one item simpler: 0 instead of 17, 'a' instead of 'abc', 2.0 instead of 2.5.

Invariant: nothing here depends on hashes (`text_of`, `in_order`), so that a contract has the same tests in each run.
"""

import ast
import math
import re
from collections.abc import Iterator
from typing import Any

from ..ir.plain_values import Constructed

_KIND_RANK = {
    "int": 0,
    "str": 1,
    "list": 2,
    "float": 3,
    "NoneType": 4,
    "bool": 5,
    "tuple": 6,
    "dict": 7,
    "set": 8,
    "frozenset": 9,
    "complex": 10,
    "bytes": 11,
}

FEW_CHARACTERS = 6
"""Floats of so many characters read well."""
# What of a large value is looked at, where one is compared with another or made simpler: searches do little else, and
# what is behind is cut off by halves anyway. Chosen, not measured.
MOST_WEIGHED, DEEPEST_WEIGHED, MOST_READ = 64, 20, 1000  # items of a container, levels, characters of a text
FIRST_ITEMS, FIRST_CHARACTERS = 6, 12  # that are dropped or changed one by one
DEEPEST_CHANGED = 5  # levels on which items are; a dict has two, its pairs and what is in them
LONGEST_EXPRESSION = 400  # characters
SIMPLEST = 8  # of `SIMPLE`, that are put in the place of an item

SIMPLE: tuple[Any, ...] = (
    0,
    1,
    -1,
    "",
    "a",
    0.0,
    0.5,
    None,
    [],
    [0],
    True,
    (),
    (0,),
    {},
    {"a": 0},
    {0},
    set(),
    frozenset(),
    1j,
    b"",
    ["a"],
    ("a",),
    [None],
    [0.5],
    [[]],
    [()],
    [[0]],
    [(0,)],
    math.inf,
    math.nan,
)


def text_of(value: Any) -> str:
    """The `repr` of a value, with the items of sets sorted: the order in which they stand depends on Python's hash
    seed, which is another one in each run."""
    text = repr(value)
    if "{" not in text:
        return text
    match value:
        case set() | frozenset():
            return f"{type(value).__name__}({', '.join(sorted(map(text_of, value)))})"
        case list() | tuple():
            return f"{type(value).__name__}({', '.join(map(text_of, value))})"
        case dict():
            return f"dict({', '.join(f'{text_of(key)}: {text_of(item)}' for key, item in value.items())})"
    return text


def in_order(items: "set[Any] | frozenset[Any]") -> list[Any]:
    """The items of a set in an order that is the same in each run."""
    return sorted(items, key=text_of)


def complexity(value: Any, depth: int = 0) -> tuple[int, int, float, int]:
    """A key that orders values as a reader would: small, short, few kinds, plain kinds first."""
    of_type = type(value)
    if of_type is int:  # most are
        return 1, 0, float(min(abs(value), 10**15)), int(value < 0)
    if of_type is str:
        return 1 + len(value), 1, float(_odd(value)), _unusual(value)
    kind = _KIND_RANK.get(type(value).__name__, 20)
    if value is None or isinstance(value, bool):
        return 1, kind, 0.0, 0
    if isinstance(value, int):
        return 1, kind, float(min(abs(value), 10**15)), int(value < 0)
    if isinstance(value, float):
        # NaN is the only value that differs from itself; it and the infinities come after any number that a reader
        # knows.
        special = value != value or math.isinf(value)
        return 1, kind, 1e6 if special else abs(value) + _digits_after_the_point(value), int(value < 0)
    if isinstance(value, complex):
        return 2, kind, abs(value) if abs(value) < 1e6 else 1e6, 0
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else value.decode("latin-1")
        return 1 + len(text), kind, float(_odd(text)), _unusual(text)
    # Beyond a depth all containers weigh the same: values that hold themselves would weigh for ever.
    if isinstance(value, (list, tuple, set, frozenset, dict)) and depth < DEEPEST_WEIGHED:
        items = list(value.items()) if isinstance(value, dict) else list(value)
        items = in_order(value) if isinstance(value, set | frozenset) else items
        # Two a container item: brackets and commas are read, too.
        total, weight_of_items = 1 + 2 * len(items), 0.0
        for item in items[:MOST_WEIGHED]:
            if type(item) is int:  # as below, where most of the time of searches is spent
                weight_of_items += min(abs(item), 10**6) / 1e3
                continue
            weight = complexity(item, depth + 1)
            # The item's own 1 is counted in the 2 above.
            total += weight[0] - 1
            weight_of_items += weight[1] + min(weight[2], 1e6) / 1e3
        # The last component is the size, so that of two containers of one weight the shorter comes first.
        return total, kind, weight_of_items, len(items)
    if isinstance(value, Constructed):
        return 2, kind, float(len(value.text)), 0
    return 1000, kind, 0.0, 0


def _odd(text: str) -> int:
    """How far its first characters are from letters: a digit counts once, anything else twice."""
    if not text or text.isalpha():
        return 0
    no_letters = [character for character in text[:MOST_READ] if not character.isalpha()]
    return sum(1 if character.isalnum() else 2 for character in no_letters)


USUAL = "aA01"
"""The letters and digits that stand for any other."""


def _unusual(text: str) -> int:
    """How many of the first letters and digits are others than a reader expects where any will do."""
    return sum(character.isalnum() and character not in USUAL for character in text[:MOST_READ])


def _usual(text: str) -> str:
    """A text with the usual letter or digit of its kind in the place of each."""
    kinds = ((str.isdecimal, "0"), (str.isupper, "A"), (str.isalpha, "a"))
    return "".join(next((usual for holds, usual in kinds if holds(character)), character) for character in text)


def _digits_after_the_point(value: float) -> float:
    """What digits after the point add to the size of a float for a reader: a half, and more for many digits."""
    return 0.5 + 0.01 * max(0, len(repr(value)) - FEW_CHARACTERS) if value % 1 else 0.0


def _with_fewer_digits(value: float) -> Iterator[float]:
    """The value rounded to a few digits, and the neighbours of it with a few after the point: where a limit is just
    beyond the one, it is not beyond the other."""
    for digits in range(1, 6):
        yield float(f"{value:.{digits}g}")
        if abs(value) < 1e6:
            yield math.floor(value * 10**digits) / 10**digits
            yield math.ceil(value * 10**digits) / 10**digits


def simpler(value: Any, depth: int = 0) -> Iterator[Any]:
    """Values that are simpler than this one or close to one that is, the boldest first."""
    # A shrinker tries them in this order and begins again at the first that still violates the same clauses. So a bold
    # step that works spares the many small ones, and one that does not costs a single evaluation: of 1000 where 17
    # is the least that will do, 0 and then 500 are tried, and from there 0 and 250.
    if depth == 0:
        yield from SIMPLE
    match value:
        case bool() | None:
            return
        case int():
            yield from _nearer_zero(value)
        case float():
            # Whole numbers first; then few digits after the point.
            if math.isfinite(value):
                yield float(int(value))
                yield from (float(n) for n in _nearer_zero(int(value)))
                yield from _with_fewer_digits(value)
        case str():
            yield from _shorter(value)
            # All letters alike, lower case, the usual letters: a reader's eye looks for what differs.
            yield from ("a" * len(value), "A" * len(value), value.lower(), _usual(value))
            for position in range(min(len(value), FIRST_CHARACTERS)):
                yield value[:position] + _usual(value[position]) + value[position + 1 :]
        case bytes():
            yield from (value[:half] for half in {len(value) // 2, len(value) - 1} if 0 <= half < len(value))
        case list():
            yield from (list(shorter_item) for shorter_item in _shorter_items(value, depth))
        case tuple():
            yield from (tuple(shorter_item) for shorter_item in _shorter_items(list(value), depth))
        case dict():
            for shorter_item in _shorter_items(list(value.items()), depth):
                # A pair with its key simplified may have stopped being a pair of key and value.
                if all(isinstance(item, tuple) and len(item) == 2 for item in shorter_item):
                    try:
                        yield dict(shorter_item)
                    # The simplified key cannot be hashed: no such dict.
                    except TypeError:
                        continue
        case Constructed(text=text):
            if len(text) <= LONGEST_EXPRESSION:
                yield from (Constructed(shorter_text) for shorter_text in _shorter_expressions(text))
            yield from (Constructed(shorter_text) for shorter_text in _with_shorter_numbers(text))
        case set() | frozenset():
            for shorter_item in _shorter_items(in_order(value), depth):
                try:
                    yield type(value)(shorter_item)
                except TypeError:
                    continue


def _shorter_expressions(text: str) -> Iterator[str]:
    """The expressions that make an object with less: without one of the calls after it was made, one of the arguments
    or items, or with a plain text or number in the place of a longer one."""
    tree = ast.parse(text, mode="eval").body
    for node in _of_own_classes(tree):
        match node:
            case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(), *_] as steps)) if node is tree:
                yield from _without_one(tree, steps, 1)
            case ast.Call(args=arguments, keywords=keywords):
                yield from _without_one(tree, keywords, 0)
                # What is positional has its place: only the last one may be left to its default.
                yield from _without_one(tree, arguments, len(arguments) - 1)
            case ast.List(elts=items) | ast.Set(elts=items):
                yield from _without_one(tree, items, 0)
        for place, value in ast.iter_fields(node):
            children = value if isinstance(value, list) else [value]
            for position, child in enumerate(children):
                for simple in _simpler_literals(child):
                    children[position] = simple
                    setattr(node, place, children if isinstance(value, list) else simple)
                    yield _written(tree)
                children[position] = child
            setattr(node, place, value)


def _of_own_classes(tree: ast.expr) -> Iterator[ast.AST]:
    """The nodes of an expression, but for those inside calls of other modules: a reader knows `datetime.date(2000, 1,
    1)` better than the year 1."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop(0)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner))) if owner != "obj":
                pass
            # A class that completes an abstract one is as short as it can be.
            case ast.Call(func=ast.Name(id="type")):
                pass
            case _:
                yield node
                waiting += ast.iter_child_nodes(node)


def _written(tree: ast.expr) -> str:
    """The text of an expression that makes an object."""
    match tree:
        # `(obj := Stack(1), obj.push(1))[0]`: without calls the object itself is left.
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(value=made)])):
            return ast.unparse(made)
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(target=name, value=made), *steps])):
            return f"({name.id} := {', '.join(map(ast.unparse, [made, *steps]))})[0]"
    return ast.unparse(tree)


def _without_one(tree: ast.expr, nodes: list[Any], first: int) -> Iterator[str]:
    """The text of a tree without one of these nodes of it, from the `first` on."""
    for position in range(max(first, 0), len(nodes)):
        node = nodes.pop(position)
        yield _written(tree)
        nodes.insert(position, node)


def _simpler_literals(node: Any) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=ast.Constant(value=str() | bytes()) as shorter, op=ast.Mult()):
            yield shorter
        case ast.Constant(value=str(text)) if len(text) > 1:
            yield ast.Constant("a")
        case ast.Constant(value=int(number)) if not isinstance(number, bool) and number > 1:
            yield from (ast.Constant(0), ast.Constant(1))


def texts_in(value: Any) -> Iterator[str]:
    """The texts in a value, keys and texts that objects are made of among them."""
    match value:
        case str():
            yield value
        case list() | tuple():
            for item in value:
                yield from texts_in(item)
        case set() | frozenset():
            yield from texts_in(in_order(value))
        case dict():
            yield from texts_in([*value, *value.values()])
        case Constructed(text=expression):
            yield from (ast.literal_eval(literal) for literal in _TEXT.findall(expression))


def with_text(value: Any, text: str, name: str) -> Any:
    """The value with another text in each place of this one."""
    match value:
        case str():
            return name if value == text else value
        case list() | tuple() | set() | frozenset():
            return type(value)(with_text(item, text, name) for item in value)
        case dict():
            return {with_text(key, text, name): with_text(item, text, name) for key, item in value.items()}
        case Constructed(text=expression):
            return Constructed(_TEXT.sub(lambda m: repr(name) if ast.literal_eval(m[0]) == text else m[0], expression))
    return value


_TEXT = re.compile(r"(?<![\w'\"])'(?:[^'\\\n]|\\.)*'|(?<![\w'\"])\"(?:[^\"\\\n]|\\.)*\"")
"""A text in an expression, as `repr` writes it: without a prefix."""
_LONG_NUMBER = re.compile(r"\d+\.\d{2,}")


def _with_shorter_numbers(text: str) -> Iterator[str]:
    """The text of an object in which one of the floats that it is made of has fewer digits."""
    for found in _LONG_NUMBER.finditer(text):
        for number in _with_fewer_digits(float(found[0])):
            yield f"{text[: found.start()]}{number!r}{text[found.end() :]}"


def _nearer_zero(value: int) -> Iterator[int]:
    step = abs(value)
    sign = 1 if value > 0 else -1
    while step:
        yield value - sign * step
        step //= 2


def _shorter(text: str) -> Iterator[str]:
    half = len(text) // 2
    while half:
        yield text[:-half]
        yield text[half:]
        half //= 2
    for position in range(min(len(text), FIRST_CHARACTERS)):
        yield text[:position] + text[position + 1 :]


def _shorter_items(items: list[Any], depth: int) -> Iterator[list[Any]]:
    half = len(items)
    # Delta debugging's ddmin (Zeller and Hildebrandt 2002): the halves and their complements, then quarters, down to
    # single items.
    while half:
        yield items[: len(items) - half]
        yield items[half:]
        half //= 2
    for position in range(min(len(items), FIRST_ITEMS)):
        yield items[:position] + items[position + 1 :]
    if depth < DEEPEST_CHANGED:
        # Equal items change together first, for a clause may ask that they stay equal.
        yield from _equal_items(items, depth)
        for position, item in enumerate(items[:FIRST_ITEMS]):
            simple_values = SIMPLE[:SIMPLEST] if depth == 0 else ()
            for replacement in (*simple_values, *simpler(item, depth + 1)):
                yield [*items[:position], replacement, *items[position + 1 :]]
    # The long list of one item: what is left where only the length matters.
    if items and len(items) > FIRST_ITEMS:
        yield [items[0]] * len(items)


def _equal_items(items: list[Any], depth: int) -> Iterator[list[Any]]:
    """Yield the items with all equal ones simplified together, since their equality may matter."""
    done: list[Any] = []
    for item in items[:FIRST_ITEMS]:
        if sum(1 for equal in items if _same(item, equal)) > 1 and not any(_same(item, equal) for equal in done):
            done.append(item)
            for equal in (*SIMPLE[:SIMPLEST], *simpler(item, depth + 1)):
                yield [equal if _same(item, member) else member for member in items]


def _same(first: Any, second: Any) -> bool:
    return type(first) is type(second) and bool(first == second)
