"""Operations backwards: what an operand may have to be so that an operation gives what is wanted.

One function for each kind of operation. What they suggest is applied before it is used (`goals.applied`), so a
suggestion that misses costs a little time and is never wrong; what they must not do is leave out the value that a
person would try. Of `text.split(".")` that shall be `["1", "2"]` it is `"1.2"`, of `len(text)` that shall be 4 the text
cut or filled up, of `int(part)` that shall be 7 both `"7"` and, with as many digits as before, `"07"`.

The source is Python's library reference, "Built-in Functions" and "Built-in Types".
"""

import builtins
import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from ..ir.plain_values import is_hashable
from ..ir.python_builtins import PREDICATES, TABLE, names
from ..ir.terms import Term
from ..iteration import in_turn
from .goals import LONGEST, Goal
from .nearby import CHARACTERS, FEW, fresh_keys, like, nearby, places
from .patterns import texts_of_pattern


@frozen(slots=True, eq=False)
class Application:
    """An operation on operands, of which the one at `place` may change, and the `goal` for its result. `constants` are
    those of the contract."""

    term: Term
    operands: Sequence[Any]
    place: int
    goal: Goal
    constants: Sequence[Any]

    @property
    def value(self) -> Any:
        """The operand that may change."""
        return self.operands[self.place]

    @property
    def others(self) -> list[Any]:
        """The other operands; of a call without what is called."""
        first = 1 if self.term.op == "python.call" else 0
        return [
            operand for position, operand in enumerate(self.operands) if position >= first and position != self.place
        ]

    @property
    def is_receiver(self) -> bool:
        """Whether it is the first operand: the object of a method, the left side of an operator."""
        return self.place == 0


def inverses(application: Application) -> Iterator[Any]:
    """Values of the operand that are worth applying, as the operation itself says."""
    try:
        yield from _own(application)
    except (TypeError, ValueError, IndexError, KeyError, OverflowError, ZeroDivisionError, AttributeError):
        # An inverse may be written for operands of other types: then it has nothing to say.
        return


def _own(application: Application) -> Iterator[Any]:
    term = application.term
    match term.op:
        case "python.compare":
            return _compared(term.data, application)
        case "python.binary":
            return _computed(term.data, application)
        case "python.unary":
            return iter([-application.goal.value] if application.goal.kind == "equals" else ())
        case "python.index":
            return _indexed(application)
        case "python.method":
            return _by_method(term.data[0], application)
        case "python.call":
            return _called(application.operands[0], application)
        case "python.list" | "python.tuple" | "python.set":
            return iter(list(application.goal.value)[application.place : application.place + 1])
    return iter(())


# -- comparisons

_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "in": "not in", "not in": "in"}
_NEGATED |= {"is": "is not", "is not": "is"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _compared(symbol: str, application: Application) -> Iterator[Any]:
    if application.goal.kind not in ("is", "equals"):
        return
    if not application.goal.value:
        symbol = _NEGATED[symbol]
    value, other = application.value, application.operands[1 - application.place]
    match symbol:
        case "==" | "is":
            yield other
            if isinstance(other, int | float) and isinstance(value, int | float):
                yield type(value)(other)
        case "in":
            yield from _member(application, other)
        case "not in":
            yield from _no_member(application, other)
        case "<" | "<=" | ">" | ">=":
            turned = symbol if application.is_receiver else _TURNED[symbol]
            if isinstance(other, int | float):
                step = 1 if turned in (">", ">=") else -1
                yield from (other, other + step, type(value)(other), type(value)(other + step))
                if isinstance(other, float) or isinstance(value, float):
                    yield math.nextafter(other, step * math.inf)
            else:
                yield other
                yield from nearby(other)


def _member(application: Application, other: Any) -> Iterator[Any]:
    if application.is_receiver:
        yield from (each for each, _ in zip(other, range(LONGEST), strict=False))
        return
    container, item = application.value, other
    match container:
        case str() | bytes():
            yield from (container + item, item + container)
            middle = len(container) // 2
            yield container[:middle] + item + container[middle:]
            yield from (container[:place] + item + container[place + len(item) :] for place in places(len(container)))
        case list() | tuple():
            yield type(container)([*container, item])
            for position in places(len(container)):
                yield type(container)([*container[:position], item, *container[position + 1 :]])
        case set() | frozenset():
            yield type(container)([*container, item])
        case dict():
            for value in like(list(container.values()), application.constants):
                yield {**container, item: value}
                for key in list(container)[:FEW]:
                    yield {item if each == key else each: known for each, known in container.items()}


def _no_member(application: Application, other: Any) -> Iterator[Any]:
    if application.is_receiver:
        if isinstance(other, dict | set | frozenset):
            yield from fresh_keys(other, application.constants)
        return
    container = application.value
    match container:
        case str() | bytes():
            pieces: list[Any] = container.split(other)
            yield from (type(container)().join(pieces), other[:1].join(pieces))
        case dict():
            yield {key: value for key, value in container.items() if key != other}
        case list() | tuple() | set() | frozenset():
            yield type(container)([each for each in container if each != other])


# -- operators


def _computed(symbol: str, application: Application) -> Iterator[Any]:
    if application.goal.kind != "equals":
        return
    wanted, other, first = application.goal.value, application.operands[1 - application.place], application.is_receiver
    match symbol:
        case "+":
            if isinstance(wanted, int | float):
                yield wanted - other
            elif first:
                yield wanted[: len(wanted) - len(other)]
            else:
                yield wanted[len(other) :]
        case "-":
            if isinstance(wanted, set | frozenset):
                yield wanted if first else other - wanted
            else:
                yield wanted + other if first else other - wanted
        case "*":
            yield from (wanted // other, wanted / other) if isinstance(wanted, int | float) else ()
            yield wanted[: len(wanted) // max(other, 1)] if isinstance(other, int) else wanted
        case "/":
            yield from (wanted * other, int(wanted * other)) if first else (other / wanted,)
        case "//":
            yield from (wanted * other, wanted * other + application.value % other) if first else (other // wanted,)
        case "%":
            if first:
                yield from (application.value - application.value % other + wanted, wanted)
            else:
                yield from (other - wanted, other + 1)
        case "**":
            yield from (round(wanted ** (1 / other)), wanted ** (1 / other)) if first else ()
        case "<<" | ">>":
            yield (wanted >> other if symbol == "<<" else wanted << other) if first else wanted
        case "^" | "&" | "|":
            yield from (wanted ^ other, wanted, wanted | other) if isinstance(wanted, int) else (wanted, wanted - other)


def _indexed(application: Application) -> Iterator[Any]:
    container, index = application.operands
    goal = application.goal
    if not application.is_receiver:
        if goal.kind == "equals" and isinstance(container, list | tuple | str | bytes):
            yield from (position for position, each in enumerate(container) if each == goal.value)
        yield from (container if isinstance(container, dict) else (0, -1, len(container), len(container) - 1))
        return
    if goal.kind != "equals":
        # An element has to be there at all, and may be any other one.
        if isinstance(index, int) and isinstance(container, list | tuple | str | bytes) and goal.kind != "raises":
            yield from _stretched(container, index + 1 if index >= 0 else -index, application.constants)
        if isinstance(container, dict) and is_hashable(index):
            yield from _member(application, index)
        return
    wanted = goal.value
    match container, index:
        case dict(), _:
            yield {**container, index: wanted}
        case ((str() | bytes() | list() | tuple()), slice(start=start, stop=stop, step=None | 1)):
            low, high, _ = slice(start, stop).indices(len(container))
            yield container[:low] + wanted + container[max(low, high) :]
            yield container[:low] + wanted
            yield wanted
        case ((str() | bytes() | list() | tuple()), slice()):
            items = list(container)
            items[index] = list(wanted)
            yield _joined(container, items)
        case ((str() | bytes() | list() | tuple()), int()):
            for longer in _stretched(container, index + 1 if index >= 0 else -index, application.constants):
                items = list(longer)
                items[index] = wanted
                yield _joined(container, items)


def _joined(container: Any, items: list[Any]) -> Any:
    return "".join(items) if isinstance(container, str) else type(container)(items)


def _stretched(container: Any, length: int, constants: Sequence[Any]) -> Iterator[Any]:
    """The container, if it is long enough, or with further items at its end."""
    if len(container) >= length:
        yield container
        return
    yield from of_length(container, length, constants)


def of_length(container: Any, length: int, constants: Sequence[Any]) -> Iterator[Any]:
    """A container cut, or filled up, to a length."""
    if not 0 <= length <= LONGEST:
        return
    missing = length - len(container)
    match container:
        case str() | bytes():
            yield from (container[:length], container[len(container) - length :]) if missing <= 0 else ()
            fillers = [container[-1:], container[:1], *("a1A0" if isinstance(container, str) else (b"a", b"\0"))]
            for filler in filter(None, fillers if missing > 0 else ()):
                yield container + filler * missing
                yield filler * missing + container
        case list() | tuple():
            yield from (container[:length], container[len(container) - length :]) if missing <= 0 else ()
            if missing > 0:
                yield type(container)([*container, *_continued(container, missing)])
            for filler in islice(like(container, constants), 2 * FEW) if missing > 0 else ():
                yield type(container)([*container, *[filler] * missing])
        case dict() | set() | frozenset():
            items = sorted(container, key=repr)
            fresh = [*fresh_keys(container, constants), *range(1_000, 1_000 + max(missing, 0))]
            keys = [*items, *dict.fromkeys(fresh)][:length]
            if isinstance(container, dict):
                values = [*container.values(), *like(list(container.values()), constants)]
                for value in values[:FEW] if missing > 0 else [None]:
                    yield {key: container.get(key, value) for key in keys}
            else:
                yield type(container)(keys)


def _continued(items: Any, count: int) -> list[Any]:
    """Further items, each a step from the one before it, so that they are different and in order."""
    last = items[-1] if len(items) else -1
    numbers = [each for each in (last if isinstance(last, tuple) else (last,)) if isinstance(each, int | float)]
    if not numbers:
        return [f"{last}{position}" if isinstance(last, str) else position for position in range(count)]
    step = 1 + int(max(numbers) - min(numbers))
    if isinstance(last, tuple):
        moved = range(step, step * count + 1, step)
        return [tuple(each + by if isinstance(each, int | float) else each for each in last) for by in moved]
    return [numbers[0] + by for by in range(step, step * count + 1, step)]


# -- methods

_SAME = names(row for row in TABLE if row.alike)


def _by_method(name: str, application: Application) -> Iterator[Any]:
    receiver, *arguments = application.operands
    goal = application.goal
    if not application.is_receiver:
        if isinstance(receiver, re.Pattern):
            yield from texts_of_pattern(receiver) if goal.kind == "is" and goal.value else ()
        elif name == "from_bytes" and goal.kind == "equals":
            yield goal.value.to_bytes(len(application.value), arguments[1] if len(arguments) > 1 else "big")
        elif name == "join" and goal.kind == "equals":
            yield from (goal.value.split(receiver) if receiver else list(goal.value),)
        elif name in ("startswith", "endswith") and goal.kind == "is":
            yield receiver[:1] if name == "startswith" else receiver[-1:]
        elif name == "get" and isinstance(receiver, dict):
            yield from receiver
        return
    if isinstance(receiver, str | bytes):
        yield from _text_by_method(name, receiver, arguments, application)
    elif isinstance(receiver, dict):
        yield from _dict_by_method(name, receiver, arguments, application)
    elif isinstance(receiver, set | frozenset):
        yield from _set_by_method(name, receiver, arguments, goal)
    elif name == "to_bytes" and goal.kind == "equals":
        yield int.from_bytes(goal.value, arguments[1] if len(arguments) > 1 else "big")
    elif name == "count" and goal.kind == "equals":
        yield from _counted(list(receiver), [arguments[0]], goal.value, lambda items: type(receiver)(items))


def _text_by_method(name: str, text: Any, arguments: Sequence[Any], application: Application) -> Iterator[Any]:
    goal, empty = application.goal, type(text)()
    wanted = goal.value
    if name in PREDICATES and goal.kind == "is":
        yield from _of_kind(name, text, wanted)
    elif name in ("startswith", "endswith") and goal.kind == "is":
        yield from _with_edge(text, arguments[0], name == "startswith", wanted)
    elif goal.kind != "equals":
        if name in ("index", "rindex"):
            yield from _member(application, arguments[0])
        return
    elif name in _SAME:
        yield wanted
        if arguments and name == "removeprefix":
            yield arguments[0] + wanted
        if arguments and name == "removesuffix":
            yield wanted + arguments[0]
    elif name in ("split", "rsplit"):
        separator = arguments[0] if arguments and arguments[0] is not None else empty + type(text)(_space(text))
        yield separator.join(wanted)
    elif name in ("partition", "rpartition"):
        yield empty.join(wanted)
    elif name == "splitlines":
        yield type(text)(_line(text)).join(wanted)
    elif name == "count":
        pieces = text.split(arguments[0])
        yield from _counted(pieces, [empty], wanted + 1, arguments[0].join)
        yield arguments[0] * wanted
    elif name in ("find", "index", "rfind", "rindex"):
        if wanted < 0:
            yield text.replace(arguments[0], empty)
        else:
            filler = (text.replace(arguments[0], empty) or type(text)(_letter(text))) * (wanted + 1)
            yield filler[:wanted] + arguments[0] + text[wanted + len(arguments[0]) :]
    elif name == "encode":
        yield wanted.decode(*arguments[:1])
    elif name == "decode":
        yield wanted.encode(*arguments[:1])
    elif name == "hex":
        yield bytes.fromhex(wanted)


def _space(text: Any) -> Any:
    return " " if isinstance(text, str) else b" "


def _line(text: Any) -> Any:
    return "\n" if isinstance(text, str) else b"\n"


def _letter(text: Any) -> Any:
    return "a" if isinstance(text, str) else b"a"


def _counted(items: list[Any], filler: list[Any], wanted: int, made: Callable[[list[Any]], Any]) -> Iterator[Any]:
    """Items of which one is there so often, more of it at the end, in front, or less of it."""
    missing = wanted - (items.count(filler[0]) if made(items) == items else len(items))
    if 0 <= missing <= LONGEST:
        yield made([*items, *filler * missing])
        yield made([*filler * missing, *items])
        yield made([*items[:1], *filler * missing, *items[1:]])
    elif missing < 0 and len(items) > -missing:
        yield made(items[:missing])
        yield made(items[-missing:])


def _of_kind(name: str, text: Any, wanted: bool) -> Iterator[Any]:
    """A text of which a predicate about its characters is so."""
    characters = PREDICATES[name].holds_of
    if isinstance(text, bytes):
        plain = (each.encode() for each in _of_kind(name, text.decode("latin-1"), wanted) if each.isascii())
        yield from plain
        return
    if not wanted:
        changed = (
            text[:position] + other + text[position + 1 :]
            for position in reversed(places(len(text)))
            for other in (PREDICATES[name].fails_of or CHARACTERS)
        )
        yield from in_turn([changed, [""], (other + text for other in "- +a0"), (text + other for other in " a0-")])
        return
    predicate = getattr(str, name)
    for character in characters:
        yield "".join(each if predicate(each) else character for each in text) or character
    yield "".join(each for each in text if predicate(each))
    yield (characters * (len(text) // len(characters) + 1))[: max(len(text), 1)]
    yield from (text.upper(), text.lower(), text.title())


def _with_edge(text: Any, edges: Any, first: bool, wanted: bool) -> Iterator[Any]:
    """A text that begins, or ends, with one of the edges, or with none of them."""
    for edge in edges if isinstance(edges, tuple) else (edges,):
        if wanted:
            yield edge + text if first else text + edge
            yield edge + text[len(edge) :] if first else text[: max(len(text) - len(edge), 0)] + edge
            yield edge
        elif edge:
            yield text[len(edge) :] if first else text[: len(text) - len(edge)]
            yield text[1:] if first else text[:-1]
            for other in CHARACTERS if isinstance(text, str) else (b"a", b"\0"):
                yield other + text[1:] if first else text[:-1] + other
                yield other + text if first else text + other


def _dict_by_method(
    name: str, value: dict[Any, Any], arguments: Sequence[Any], application: Application
) -> Iterator[Any]:
    goal = application.goal
    if name == "get":
        if goal.kind == "equals":
            yield {**value, arguments[0]: goal.value}
        elif goal.kind == "is":
            yield from _member(application, arguments[0])
        return
    if goal.kind != "equals":
        return
    wanted = list(goal.value)
    match name:
        case "values":
            keys = [*value, *fresh_keys(value, application.constants)]
            yield dict(zip(keys, wanted, strict=False))
            if len(wanted) == len(value) - 1:
                # One of them is gone, and its key with it.
                for gone in value:
                    yield {key: item for key, item in value.items() if key != gone}
        case "items":
            yield dict(wanted)
        case "keys":
            items = [*value.values(), *like(list(value.values()), application.constants)]
            yield {key: value.get(key, items[min(position, len(items) - 1)]) for position, key in enumerate(wanted)}
            yield dict(zip(wanted, items, strict=False))
        case "copy":
            yield goal.value


def _set_by_method(name: str, value: Any, arguments: Sequence[Any], goal: Goal) -> Iterator[Any]:
    other = set(arguments[0]) if arguments else set()
    match name:
        case "issubset" if goal.kind == "is":
            yield type(value)(value & other if goal.value else value)
        case "issuperset" if goal.kind == "is":
            yield type(value)(value | other if goal.value else value - other)
        case "isdisjoint" if goal.kind == "is":
            yield type(value)(value - other if goal.value else value | other)
        case _ if goal.kind == "equals":
            yield type(value)(goal.value)


# -- calls

_CONTAINERS = (list, tuple, set, frozenset, sorted, reversed, dict, iter)


def _called(function: Any, application: Application) -> Iterator[Any]:
    goal, value = application.goal, application.value
    wanted = goal.value
    if function in (re.match, re.fullmatch, re.search):
        if application.place == 2 and goal.kind == "is" and wanted:
            yield from texts_of_pattern(application.operands[1])
        return
    if goal.kind == "is":
        yield from _truly(function, application)
        return
    if goal.kind == "defined":
        yield from ("0", "1", 0) if function in (int, float) else ()
        yield from ("0" * len(value), value.replace(" ", "")) if isinstance(value, str) and function is int else ()
        return
    if goal.kind != "equals":
        yield from ("a", "") if isinstance(value, str) else ()
        return
    match function:
        case builtins.len:
            yield from of_length(value, wanted, application.constants)
        case builtins.int:
            yield from _digits(value, wanted)
        case builtins.float | builtins.bool:
            yield from (repr(wanted), str(wanted), wanted, int(wanted))
        case builtins.str | builtins.repr:
            yield type(value)(wanted)
        case builtins.ord:
            yield chr(wanted) if isinstance(value, str) else bytes([wanted])
        case builtins.chr:
            yield ord(wanted)
        case builtins.abs:
            yield from (wanted, -wanted)
        case builtins.round | math.floor | math.ceil | math.trunc:
            yield from (wanted, float(wanted))
        case builtins.sum | math.fsum:
            yield from _summing(value, wanted)
        case builtins.min | builtins.max if isinstance(value, list | tuple | set):
            yield from (type(value)([wanted if each == function(value) else each for each in value]),)
            yield type(value)([*value, wanted])
        case builtins.min | builtins.max:
            yield wanted
        case builtins.range:
            yield len(wanted) if application.place == 1 else value
        case builtins.enumerate:
            yield type(value)([item for _, item in wanted])
        case builtins.zip:
            column = [row[application.place - 1] for row in wanted]
            yield "".join(column) if isinstance(value, str) else type(value)([*column, *list(value)[len(wanted) :]])
        case _ if function in _CONTAINERS:
            items = list(wanted)[::-1] if function is reversed else list(wanted)
            yield (
                "".join(items) if isinstance(value, str) else type(value)(wanted if isinstance(value, dict) else items)
            )


def _truly(function: Any, application: Application) -> Iterator[Any]:
    value, wanted = application.value, application.goal.value
    if function is isinstance and application.place == 1:
        kinds = application.operands[2]
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        yield from (kind() for kind in kinds if kind in (int, float, str, bytes, list, tuple, dict, set, bool))
        yield from (0, "a", None, 0.5, [])
    elif function in (all, any) and isinstance(value, list | tuple):
        for position, each in enumerate(value):
            if bool(each) is not wanted:
                yield from ([*value[:position], other, *value[position + 1 :]] for other in nearby(each))
    elif function in (math.isinf, math.isnan, math.isfinite):
        yield from (0.0, 1.0, math.inf, -math.inf, math.nan)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from (0, 1, type(value)(0), type(value)(1))


def _digits(value: Any, wanted: int) -> Iterator[Any]:
    """What `int` makes a number of: with as many characters as before, or as few as possible."""
    if isinstance(value, str):
        yield from (str(wanted).zfill(len(value)), str(wanted))
    elif isinstance(value, bytes):
        yield from (str(wanted).zfill(len(value)).encode(), str(wanted).encode())
    else:
        yield from (wanted, float(wanted))


def _summing(value: Any, wanted: Any) -> Iterator[Any]:
    items = list(value)
    missing = wanted - sum(items)
    for position in places(len(items)):
        yield type(value)([*items[:position], items[position] + missing, *items[position + 1 :]])
    yield type(value)([*items, missing])
    if items and isinstance(wanted, int) and wanted % len(items) == 0:
        yield type(value)([wanted // len(items)] * len(items))
