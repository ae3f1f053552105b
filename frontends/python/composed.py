"""Objects composed of a contract's constants: `date(2020, 1, 1)` beside the day before it, arrays of a size it names.

They are computed here, from constants alone, and written as expressions.
"""

import ast
import datetime
import decimal
import fractions
import pathlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from .python_limits import LIMITS

Constants = Sequence[int | float | str]

_DAY, _SECOND = datetime.timedelta(days=1), datetime.timedelta(seconds=1)
_CONSTRUCTORS: dict[str, Callable[..., Any]] = {
    "Path": pathlib.PurePosixPath,
    "PurePath": pathlib.PurePosixPath,
    "datetime": datetime.datetime,
    "date": datetime.date,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "Decimal": decimal.Decimal,
    "Fraction": fractions.Fraction,
    "fromisoformat": datetime.datetime.fromisoformat,
}
COLUMNS = ("[1, 2]", "[]", "[-1, 1]", "[1, 1]", "[None, 1.5]", "['a', 'b']", "[0]", "[2, 1]")
"""What is in the columns of a frame."""


def composed(name: str, constants: Constants, calls: Sequence[ast.Call]) -> tuple[str, ...]:
    """Expressions for objects of a class, by its name, that a contract's constants and calls of constructors with
    constant arguments suggest."""
    expressions = [*_written(name, calls), *_from_constants(name, constants)]
    return tuple(dict.fromkeys(expressions))


def _written(name: str, calls: Sequence[ast.Call]) -> Iterator[str]:
    """The objects that calls make, and those next to them."""
    for call in calls:
        match call.func:
            case ast.Name(id=called) | ast.Attribute(attr=called) if called in _CONSTRUCTORS:
                try:
                    arguments = [ast.literal_eval(arg) for arg in call.args]
                    named = {
                        keyword.arg: ast.literal_eval(keyword.value)
                        for keyword in call.keywords
                        if keyword.arg is not None
                    }
                    value = _CONSTRUCTORS[called](*arguments, **named)
                    near = list(_near(name, value))
                # Not the constructor of the library, or arguments that are no literals: it makes nothing that is known
                # here.
                except (ValueError, TypeError, ArithmeticError, decimal.DecimalException):
                    continue
                yield from map(_text, near)


_MADE_HERE = {"date": datetime.date, "datetime": datetime.datetime, "timedelta": datetime.timedelta}


def made_here(text: str) -> Any:
    """The object that an expression makes: a date, datetime or timedelta, as `repr` writes it; None for any other.
    Each call makes another object: two arguments are one only where one expression says so."""
    made = _parts(text)
    if made is None:
        return None
    constructor, arguments, named = made
    try:
        return constructor(*arguments, **dict(named))
    except (ValueError, TypeError, OverflowError):
        return None


@lru_cache(1_000)
def _parts(text: str) -> tuple[Callable[..., Any], tuple[Any, ...], tuple[tuple[str, Any], ...]] | None:
    if not text.startswith("datetime."):
        return None
    match ast.parse(text, mode="eval").body:
        case ast.Attribute(value=ast.Attribute(value=ast.Name("datetime"), attr=name), attr="min" | "max" as limit):
            if name in _MADE_HERE:
                value = getattr(_MADE_HERE[name], limit)
                return value.replace if name != "timedelta" else value.__pos__, (), ()
        case ast.Call(func=ast.Attribute(value=ast.Name("datetime"), attr=name), args=args, keywords=keywords):
            if name in _MADE_HERE:
                try:
                    arguments = tuple(map(ast.literal_eval, args))
                    named = tuple((str(keyword.arg), ast.literal_eval(keyword.value)) for keyword in keywords)
                except ValueError:  # What has a time zone is left to CPython.
                    return None
                return _MADE_HERE[name], arguments, named
    return None


def _near(name: str, value: Any) -> Iterator[Any]:
    """The value as the class has it, and its neighbours."""
    match name, value:
        case "date", datetime.date():
            # Of a datetime, which is a date as well, the date alone.
            day = datetime.date(value.year, value.month, value.day)
            yield from (day, day - _DAY, day + _DAY)
        case "datetime", datetime.datetime():
            yield from (value, value - _SECOND, value + _SECOND, value - _DAY)
        case "timedelta", datetime.timedelta():
            yield from (value, value - _SECOND, value + _SECOND)
        case "Decimal", decimal.Decimal():
            # One in the last place: limits are written as precise as they are meant.
            step = decimal.Decimal(1).scaleb(int(value.as_tuple().exponent)) if value.is_finite() else 0
            yield from (value, value - step, value + step)
        case "Fraction", fractions.Fraction():
            smallest_step = fractions.Fraction(1, value.denominator)
            yield from (value, value - smallest_step, value + smallest_step)
        case (("Path" | "PurePath"), pathlib.PurePath()):
            yield from (value, value / "a", value.parent)


def _text(value: Any) -> str:
    match value:
        case pathlib.PurePath():
            return f"pathlib.Path({str(value)!r})"
        case decimal.Decimal():
            return f"decimal.{value!r}"
        case fractions.Fraction():
            return f"fractions.{value!r}"
    return repr(value)


def _from_constants(name: str, constants: Constants) -> Iterator[str]:
    numbers = [value for value in constants if isinstance(value, int | float) and not isinstance(value, bool)][
        : LIMITS.constants
    ]
    texts = [value for value in constants if isinstance(value, str) and len(value) <= 100][: LIMITS.constants]
    integers = [value for value in numbers if isinstance(value, int)]
    # Numbers of the contract and their neighbours: boundaries.
    near = [value + step for value in integers for step in (0, -1, 1)]
    # By the class: each constructor with the constants that fit it.
    match name:
        case "Path" | "PurePath":
            yield from (f"pathlib.{name}({'a' * text.startswith('.') + text!r})" for text in texts if "\0" not in text)
        case "Pattern":
            yield from (f"re.compile({text!r})" for text in texts if _compiles(text))
        case "date" | "datetime":
            years = [year for year in near if 1000 <= year <= 9999]
            yield from (f"datetime.{name}({year}, 1, 1)" for year in years)
            yield from (f"datetime.{name}({year}, 12, 31)" for year in years)  # two of one year have an order
            # What a contract allows between two of them is a number of days more often than a year.
            first = _CONSTRUCTORS[name](2000, 1, 1)
            yield from (repr(first + days * _DAY) for days in dict.fromkeys(near) if 0 <= days < 1000)
            yield from (f"datetime.{name}(2000, {month}, 1)" for month in near if 1 <= month <= 12)
            yield from (f"datetime.{name}({year}, 1, 1)" for year in near if 1 <= year < 1000)
        case "timedelta":
            yield from (f"datetime.timedelta({days})" for days in near if abs(days) < 10**6)
            yield from (f"datetime.timedelta(seconds={seconds})" for seconds in near if abs(seconds) < 10**9)
        case "Decimal":
            yield from (f"decimal.Decimal({str(number)!r})" for number in (*near, *numbers))
        case "Fraction":
            yield from (f"fractions.Fraction({number})" for number in near)
            yield from (f"fractions.Fraction({sign}, {number})" for number in near if number > 1 for sign in (1, -1))
        case "ndarray" | "NDArray" | "ArrayLike":
            yield from _arrays([size for size in near if 1 <= size <= LIMITS.array_side], numbers)
        case "DataFrame":
            yield from _frames(texts, near)


def _arrays(sizes: Sequence[int], numbers: Sequence[int | float]) -> Iterator[str]:
    for size in dict.fromkeys(sizes):
        yield f"numpy.arange({size})"
        yield f"numpy.ones(({size}, {size}))"
    for number in numbers:
        yield f"numpy.array([{number}, 1])"


def _frames(columns: Sequence[str], numbers: Sequence[int]) -> Iterator[str]:
    """Frames with all columns that are mentioned, of different contents, and without one of them."""
    for content in (*COLUMNS, *(f"[{number}]" for number in numbers[: LIMITS.constants])):
        yield _frame(columns, content)
    for column in columns if len(columns) > 1 else ():
        yield _frame([kept_column for kept_column in columns if kept_column != column], "[1, 2]")
        yield _frame([column], "[1, 2]")


def _frame(columns: Sequence[str], content: str) -> str:
    return f"pandas.DataFrame({{{', '.join(f'{column!r}: {content}' for column in columns)}}})"


def _compiles(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
