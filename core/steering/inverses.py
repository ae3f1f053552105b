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
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from operator import methodcaller
from typing import Any

from ..ir import library
from ..ir.plain_values import is_hashable
from ..ir.python_builtins import PREDICATES, TABLE, names
from ..iteration import in_turn
from .applications import (
    Application,
    lengthened,
    matched_texts,
    of_length,
    other_matches,
    put_together,
    with_item,
    without_item,
)
from .goals import LONGEST, Goal
from .nearby import CHARACTERS, FEW, fresh_keys, like, nearby, places


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
        case "python.attribute":
            return _attributed(term.data, application)
        case "python.method":
            return by_method(term.data[0], application)
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
    # A comparison that shall be false is the opposite comparison that shall be true: one table of values is enough.
    if not application.goal.value:
        symbol = _NEGATED[symbol]
    value, operand = application.value, application.operands[1 - application.place]
    match symbol:
        case "==" | "is":
            yield operand
            # The operand is also tried in the type that is there: a later clause may ask for that type.
            if isinstance(operand, int | float) and isinstance(value, int | float):
                yield type(value)(operand)
        case "in":
            yield from with_item(application, operand)
        case "not in":
            yield from without_item(application, operand)
        # The values at the border come first: a comparison is decided there, and they leave other clauses as they
        # were.
        case "<" | "<=" | ">" | ">=":
            # Below, the operand that changes stands on the left, as in `value < operand`.
            turned = symbol if application.is_receiver else _TURNED[symbol]
            if isinstance(operand, int | float):
                step = 1 if turned in (">", ">=") else -1
                yield from (operand, operand + step, type(value)(operand), type(value)(operand + step))
                # Between two floats there may be no integer, and the goal may be one step away.
                if isinstance(operand, float) or isinstance(value, float):
                    yield math.nextafter(operand, step * math.inf)
            else:
                yield operand
                yield from nearby(operand)


# -- operators


def _computed(symbol: str, application: Application) -> Iterator[Any]:
    # Only a known result can be computed backwards: "true" or "defined" may be met by many, and are met by near
    # values.
    if application.goal.kind != "equals":
        return
    result, operand, first = (
        application.goal.value,
        application.operands[1 - application.place],
        application.is_receiver,
    )
    match symbol:
        case "+":
            if isinstance(result, int | float):
                yield result - operand
            elif first:
                yield result[: len(result) - len(operand)]
            else:
                yield result[len(operand) :]
        case "-":
            # Differences lose elements: of those that are not in the result, any may have been there.
            if isinstance(result, set | frozenset):
                yield result if first else operand - result
            else:
                yield result + operand if first else operand - result
        case "*":
            # Multiplication is undone twice: the integer quotient keeps the type, the true quotient the exact
            # product.
            yield from (result // operand, result / operand) if isinstance(result, int | float) else ()
            yield result[: len(result) // max(operand, 1)] if isinstance(operand, int) else result
        case "/":
            yield from (result * operand, int(result * operand)) if first else (operand / result,)
        case "//":
            yield from (
                # Both ends of the interval that has this quotient: one keeps the remainder, which another clause may
                # read.
                (result * operand, result * operand + application.value % operand) if first else (operand // result,)
            )
        case "%":
            if first:
                # The number of the same quotient stays near the present one; the remainder itself is the smallest.
                yield from (application.value - application.value % operand + result, result)
            else:
                # A remainder r of a is left by a - r, and r + 1 is the least divisor that can leave r.
                yield from (operand - result, operand + 1)
        case "**":
            yield from (round(result ** (1 / operand)), result ** (1 / operand)) if first else ()
        case "<<" | ">>":
            yield (result >> operand if symbol == "<<" else result << operand) if first else result
        case "^" | "&" | "|":
            yield from (
                (result ^ operand, result, result | operand) if isinstance(result, int) else (result, result - operand)
            )


def _indexed(application: Application) -> Iterator[Any]:
    container, index = application.operands
    goal = application.goal
    if not application.is_receiver:
        if goal.kind == "equals" and isinstance(container, list | tuple | str | bytes):
            yield from (position for position, item in enumerate(container) if item == goal.value)
        yield from (container if isinstance(container, dict) else (0, -1, len(container), len(container) - 1))
        return
    if isinstance(container, re.Match):
        yield from other_matches(application, index, lambda match: match[index])
        return
    if goal.kind != "equals":
        # An element has to be there at all, and may be any other one.
        if isinstance(index, int) and isinstance(container, list | tuple | str | bytes) and goal.kind != "raises":
            yield from lengthened(container, index + 1 if index >= 0 else -index, application.constants)
        if isinstance(container, dict) and is_hashable(index):
            yield from with_item(application, index)
        return
    result = goal.value
    match container, index:
        case dict(), _:
            yield {**container, index: result}
        case ((str() | bytes() | list() | tuple()), slice(start=start, stop=stop, step=None | 1)):
            low, high, _ = slice(start, stop).indices(len(container))
            yield container[:low] + result + container[max(low, high) :]
            yield container[:low] + result
            yield result
        case ((str() | bytes() | list() | tuple()), slice()):
            items = list(container)
            items[index] = list(result)
            yield put_together(container, items)
        case ((str() | bytes() | list() | tuple()), int()):
            for longer in lengthened(container, index + 1 if index >= 0 else -index, application.constants):
                items = list(longer)
                items[index] = result
                yield put_together(container, items)


def _attributed(name: str, application: Application) -> Iterator[Any]:
    """Objects like one, of which an attribute meets a goal: for most goals one near the value that it has."""
    goal, value = application.goal, application.value
    wanted = [goal.value] if goal.kind == "equals" else [*islice(nearby(getattr(value, name)), 4 * FEW)]
    for each in wanted:
        if goal.is_met_by(each):
            yield from library.with_attribute(value, name, each)


# -- calls

_CONTAINERS = (list, tuple, set, frozenset, sorted, reversed, dict, iter)


def _called(function: Any, application: Application) -> Iterator[Any]:
    goal, value = application.goal, application.value
    result = goal.value
    if function in (re.match, re.fullmatch, re.search):
        # Only the text is changed: no pattern is made to fit a text.
        if application.place == 2:
            yield from matched_texts(application.operands[1], goal)
        return
    if is_hashable(function) and (row := library.OF_FUNCTIONS.get(function)) is not None:
        yield from _by_library(row, application)
        return
    if goal.kind == "is":
        yield from _truly(function, application)
        return
    if goal.kind == "defined":
        yield from ("0", "1", 0) if function in (int, float) else ()
        # A text that `int` refuses has the wrong characters or spaces between them; its length is kept where it can
        # be.
        yield from ("0" * len(value), value.replace(" ", "")) if isinstance(value, str) and function is int else ()
        return
    if goal.kind != "equals":
        yield from ("a", "") if isinstance(value, str) else ()
        return
    match function:
        case builtins.len:
            yield from of_length(value, result, application.constants)
        case builtins.int:
            yield from _digits(value, result)
        case builtins.float | builtins.bool:
            yield from (repr(result), str(result), result, int(result))
        case builtins.str | builtins.repr:
            yield type(value)(result)
        case builtins.ord:
            yield chr(result) if isinstance(value, str) else bytes([result])
        case builtins.chr:
            yield ord(result)
        case builtins.abs:
            yield from (result, -result)
        case builtins.round | math.floor | math.ceil | math.trunc:
            yield from (result, float(result))
        case builtins.sum | math.fsum:
            yield from _summing(value, result)
        # The extreme element is changed, or a new one added: the first keeps the length, the second the elements.
        case builtins.min | builtins.max if isinstance(value, list | tuple | set):
            yield from (type(value)([result if element == function(value) else element for element in value]),)
            yield type(value)([*value, result])
        case builtins.min | builtins.max:
            yield result
        case builtins.range:
            yield len(result) if application.place == 1 else value
        case builtins.enumerate:
            yield type(value)([item for _, item in result])
        case builtins.zip:
            # The part of this argument is one column; what is beyond the shortest argument does not matter and stays.
            column = [row[application.place - 1] for row in result]
            yield "".join(column) if isinstance(value, str) else type(value)([*column, *list(value)[len(result) :]])
        case _ if function in _CONTAINERS:
            items = list(result)[::-1] if function is reversed else list(result)
            yield (
                "".join(items) if isinstance(value, str) else type(value)(result if isinstance(value, dict) else items)
            )


def _by_library(row: library.LibraryFunction, application: Application) -> Iterator[Any]:
    goal, given = application.goal, application.operands[1:]
    if application.place != row.at + 1:
        return
    if goal.kind in ("equals", "is") and row.made_from is not None:
        with suppress(struct.error, AssertionError):  # What has no argument that gives it.
            yield from row.made_from(goal.value, given)
    if goal.kind in ("defined", "is"):
        yield from (*row.samples, *row.sampled(given))


def _truly(function: Any, application: Application) -> Iterator[Any]:
    value, outcome = application.value, application.goal.value
    if function is isinstance and application.place == 1:
        kinds = application.operands[2]
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        # A value of each kind that is asked for, and some of other kinds for the opposite.
        yield from (kind() for kind in kinds if kind in (int, float, str, bytes, list, tuple, dict, set, bool))
        yield from (0, "a", None, 0.5, [])
    elif function in (all, any) and isinstance(value, list | tuple):
        for position, item in enumerate(value):
            if bool(item) is not outcome:
                yield from ([*value[:position], neighbour, *value[position + 1 :]] for neighbour in nearby(item))
    elif function in (math.isinf, math.isnan, math.isfinite):
        yield from (0.0, 1.0, math.inf, -math.inf, math.nan)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from (0, 1, type(value)(0), type(value)(1))


def _digits(value: Any, number: int) -> Iterator[Any]:
    """What `int` makes a number of: with as many characters as before, or as few as possible."""
    if isinstance(value, str):
        yield from (str(number).zfill(len(value)), str(number))
    elif isinstance(value, bytes):
        yield from (str(number).zfill(len(value)).encode(), str(number).encode())
    else:
        yield from (number, float(number))


def _summing(value: Any, total: Any) -> Iterator[Any]:
    items = list(value)
    missing = total - sum(items)
    for position in places(len(items)):
        yield type(value)([*items[:position], items[position] + missing, *items[position + 1 :]])
    yield type(value)([*items, missing])
    if items and isinstance(total, int) and total % len(items) == 0:
        yield type(value)([total // len(items)] * len(items))


# Methods backwards: what a receiver, or an argument, may have to be so that a method gives what is wanted.

_SAME = names(row for row in TABLE if row.alike)


def by_method(name: str, application: Application) -> Iterator[Any]:
    """Values of the operand of a method that may change."""
    receiver, *arguments = application.operands
    goal = application.goal
    if not application.is_receiver:
        if isinstance(receiver, re.Pattern):
            yield from matched_texts(receiver, goal)
        elif name == "join" and goal.kind == "equals":
            # Splitting by an empty separator is an error; joined with one, every item is a character.
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
    elif isinstance(receiver, re.Match):
        called = methodcaller(name, *arguments)
        yield from other_matches(application, arguments[0] if name == "group" and arguments else 0, called)
    elif name == "to_bytes" and goal.kind == "equals":
        yield int.from_bytes(goal.value, arguments[1] if len(arguments) > 1 else "big")
    elif library.is_readable(receiver, name):
        yield from library.with_result(receiver, name, goal.value)
    elif name == "count" and goal.kind == "equals":
        yield from _counted(list(receiver), [arguments[0]], goal.value, lambda items: type(receiver)(items))


def _text_by_method(name: str, text: Any, arguments: Sequence[Any], application: Application) -> Iterator[Any]:
    goal, empty = application.goal, type(text)()
    result = goal.value
    if name in PREDICATES and goal.kind == "is":
        yield from _of_kind(name, text, result)
    elif name in ("startswith", "endswith") and goal.kind == "is":
        yield from _with_edge(text, arguments[0], name == "startswith", result)
    # `index` raises unless its argument is there: whatever the goal, the argument is put in.
    elif goal.kind != "equals":
        if name in ("index", "rindex"):
            yield from with_item(application, arguments[0])
        return
    elif name in _SAME:
        yield result
        if arguments and name == "removeprefix":
            yield arguments[0] + result
        if arguments and name == "removesuffix":
            yield result + arguments[0]
    elif name in ("split", "rsplit"):
        # Without a separator, text is split at runs of white space; one space is the shortest of them.
        separator = arguments[0] if arguments and arguments[0] is not None else empty + type(text)(_space(text))
        yield separator.join(result)
    elif name in ("partition", "rpartition"):
        yield empty.join(result)
    elif name == "splitlines":
        yield type(text)(_line(text)).join(result)
    elif name == "count":
        pieces = text.split(arguments[0])
        # A text with n separators has n + 1 pieces.
        yield from _counted(pieces, [empty], result + 1, arguments[0].join)
        yield arguments[0] * result
    elif name in ("find", "index", "rfind", "rindex"):
        if result < 0:
            yield text.replace(arguments[0], empty)
        else:
            # What fills the text up must not contain what is sought, which would be found too early.
            filler = (text.replace(arguments[0], empty) or type(text)(_letter(text))) * (result + 1)
            yield filler[:result] + arguments[0] + text[result + len(arguments[0]) :]
    elif name == "encode":
        yield result.decode(*arguments[:1])
    elif name == "decode":
        yield result.encode(*arguments[:1])
    elif name == "hex":
        yield bytes.fromhex(result)


def _space(text: Any) -> Any:
    return " " if isinstance(text, str) else b" "


def _line(text: Any) -> Any:
    return "\n" if isinstance(text, str) else b"\n"


def _letter(text: Any) -> Any:
    return "a" if isinstance(text, str) else b"a"


def _counted(items: list[Any], filler: list[Any], count: int, built: Callable[[list[Any]], Any]) -> Iterator[Any]:
    """Items of which one is there so often, more of it at the end, in front, or less of it."""
    missing = count - (items.count(filler[0]) if built(items) == items else len(items))
    if 0 <= missing <= LONGEST:
        yield built([*items, *filler * missing])
        yield built([*filler * missing, *items])
        yield built([*items[:1], *filler * missing, *items[1:]])
    elif missing < 0 and len(items) > -missing:
        yield built(items[:missing])
        yield built(items[-missing:])


def _of_kind(name: str, text: Any, holds: bool) -> Iterator[Any]:
    """A text of which a predicate about its characters is so."""
    characters = PREDICATES[name].holds_of
    if isinstance(text, bytes):
        # Bytes have the same predicates over ASCII alone.
        plain = (letter.encode() for letter in _of_kind(name, text.decode("latin-1"), holds) if letter.isascii())
        yield from plain
        return
    if not holds:
        changed = (
            text[:position] + replacement + text[position + 1 :]
            for position in reversed(places(len(text)))
            for replacement in (PREDICATES[name].fails_of or CHARACTERS)
        )
        # In turn, so that a long text does not spend all suggestions on its own positions.
        yield from in_turn(
            [
                changed,
                [""],
                (replacement + text for replacement in "- +a0"),
                (text + replacement for replacement in " a0-"),
            ]
        )
        return
    predicate = getattr(str, name)
    # First all characters that offend are replaced, which keeps the length; only then are they dropped.
    for character in characters:
        yield "".join(letter if predicate(letter) else character for letter in text) or character
    yield "".join(letter for letter in text if predicate(letter))
    yield (characters * (len(text) // len(characters) + 1))[: max(len(text), 1)]
    yield from (text.upper(), text.lower(), text.title())


def _with_edge(text: Any, edges: Any, first: bool, has_edge: bool) -> Iterator[Any]:
    """A text that begins, or ends, with one of the edges, or with none of them."""
    for edge in edges if isinstance(edges, tuple) else (edges,):
        if has_edge:
            yield edge + text if first else text + edge
            # In place of what is there, since other clauses may ask for the length.
            yield edge + text[len(edge) :] if first else text[: max(len(text) - len(edge), 0)] + edge
            yield edge
        elif edge:
            yield text[len(edge) :] if first else text[: len(text) - len(edge)]
            yield text[1:] if first else text[:-1]
            for character in CHARACTERS if isinstance(text, str) else (b"a", b"\0"):
                yield character + text[1:] if first else text[:-1] + character
                yield character + text if first else text + character


def _dict_by_method(
    name: str, value: dict[Any, Any], arguments: Sequence[Any], application: Application
) -> Iterator[Any]:
    goal = application.goal
    if name == "get":
        if goal.kind == "equals":
            yield {**value, arguments[0]: goal.value}
        elif goal.kind == "is":
            yield from with_item(application, arguments[0])
        return
    if goal.kind != "equals":
        return
    keys_wanted = list(goal.value)
    match name:
        case "values":
            keys = [*value, *fresh_keys(value, application.constants)]
            yield dict(zip(keys, keys_wanted, strict=False))
            if len(keys_wanted) == len(value) - 1:
                # One of them is gone, and its key with it.
                for gone in value:
                    yield {key: item for key, item in value.items() if key != gone}
        case "items":
            yield dict(keys_wanted)
        case "keys":
            items = [*value.values(), *like(list(value.values()), application.constants)]
            yield {
                key: value.get(key, items[min(position, len(items) - 1)]) for position, key in enumerate(keys_wanted)
            }
            yield dict(zip(keys_wanted, items, strict=False))
        case "copy":
            yield goal.value


def _set_by_method(name: str, value: Any, arguments: Sequence[Any], goal: Goal) -> Iterator[Any]:
    argument = set(arguments[0]) if arguments else set()
    match name:
        case "issubset" if goal.kind == "is":
            yield type(value)(value & argument if goal.value else value)
        case "issuperset" if goal.kind == "is":
            yield type(value)(value | argument if goal.value else value - argument)
        case "isdisjoint" if goal.kind == "is":
            yield type(value)(value - argument if goal.value else value | argument)
        case _ if goal.kind == "equals":
            yield type(value)(goal.value)
