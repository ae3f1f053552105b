"""Operations backwards: what an operand may have to be so that an operation gives what is wanted.

One function for each kind of operation. What they suggest is applied before it is used (`goals.applied`), so a
suggestion that misses costs a little time and is never wrong; what they must not do is leave out the value that a
person would try. Of `text.split(".")` that shall be `["1", "2"]` it is `"1.2"`, of `len(text)` that shall be 4 the text
cut or filled up, of `int(part)` that shall be 7 both `"7"` and, with as many digits as before, `"07"`.

Methods are in `inverses_of_methods.py`. The source is Python's library reference, "Built-in Functions" and "Built-in
Types".
"""

import builtins
import math
import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from ..ir import library
from ..ir.plain_values import is_hashable
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
from .inverses_of_methods import by_method
from .nearby import FEW, nearby, places


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
