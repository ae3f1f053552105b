"""Python's operations on values, bounded: what would take unbounded time or memory is out of fuel instead.

Everything here delegates to CPython, so the semantics of an operation is Python's own by construction.

Example: `10 ** 10 ** 10` is never computed: the size of a power is estimated from its operands, and one that is beyond
the fuel raises OutOfFuel. `sum(itertools.count())` is paid for item by item, and ends when the steps are spent. A
pattern such as `(a+)+b`, which may backtrack for ever, is refused before it is matched.

Invariant: only operations without an effect are called (`_has_no_effect`). The values of a contract are
looked at by many clauses; one that changed them would decide the others on other values.
"""

import itertools
import math
import operator
import re
import re._constants as codes  # type: ignore[import-not-found]  # typeshed leaves them out
import re._parser as parser  # type: ignore[import-not-found]  # typeshed leaves it out, too
import struct
import types
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel
from ..ir.library import is_readable
from ..ir.python_builtins import Method, of_type
from .evaluation_limits import LIMITS

UNARY: dict[str, Callable[[Any], Any]] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda item, container: operator.contains(container, item),
    "not in": lambda item, container: not operator.contains(container, item),
    "is": operator.is_,
    "is not": operator.is_not,
}

ATTRIBUTES = frozenset(
    {"__name__", "__class__", "__qualname__", "real", "imag", "numerator", "denominator", "start", "stop", "step"}
)

_REGULAR = (re.match, re.fullmatch, re.search, re.findall, re.sub, re.split)
_LAZY = (
    map,
    zip,
    filter,
    enumerate,
    reversed,
    itertools.accumulate,
    itertools.chain,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.pairwise,
    itertools.permutations,
    itertools.product,
)


def ticking(items: Iterable[Any], fuel: Fuel) -> Iterator[Any]:
    """The same items, each paid for."""
    for item in items:
        fuel.step()
        yield item


def bounded(value: Any, fuel: Fuel) -> Any:
    """A value as an argument of a function that consumes it: iterators that may be endless are paid for by item."""
    if isinstance(value, range):
        fuel.allow(_length(value))
        return value
    if isinstance(value, _LAZY):
        return ticking(value, fuel)
    return value


def _length(items: range) -> int:
    return max(0, (items.stop - items.start + items.step - (1 if items.step > 0 else -1)) // items.step)


def unary(name: str, value: Any) -> Any:
    return UNARY[name](value)


BOUNDED_BINARY = frozenset({"**", "<<", "*", "%"})
"""The operators of which `binary` looks at the operands; the others are Python's alone."""


def binary(name: str, left: Any, right: Any, fuel: Fuel) -> Any:
    """A binary operator of Python. Raises what Python raises; OutOfFuel before an oversized result is built."""
    # Only operations whose result may be far larger than their operands are limited beforehand.
    if name == "**" and isinstance(left, int) and isinstance(right, int):
        fuel.allow(left.bit_length() * abs(right))
    elif name == "**" and isinstance(left, Fraction) and isinstance(right, int):
        fuel.allow(max(left.numerator.bit_length(), left.denominator.bit_length()) * abs(right))
    elif name == "<<" and isinstance(left, int) and isinstance(right, int):
        fuel.allow(left.bit_length() + max(right, 0))
    elif name == "*":
        for sized, count in ((left, right), (right, left)):
            if isinstance(sized, (str, bytes, list, tuple)) and isinstance(count, int):
                fuel.allow(len(sized) * max(count, 0))
            elif isinstance(sized, int) and isinstance(count, int):
                fuel.allow(sized.bit_length() + count.bit_length())
    # Formatting may call methods of any object, and has fields of any width.
    elif name == "%" and isinstance(left, (str, bytes)):
        raise Unsupported("%-formatting")
    return BINARY[name](left, right)


_CONVERSIONS: dict[str | None, Callable[[Any], Any]] = {"r": repr, "s": str, "a": ascii}
_NUMBER = re.compile(r"\d+")


def formatted(value: Any, conversion: str | None, specification: str, fuel: Fuel) -> str:
    """`format(value, specification)` after a conversion. Raises what Python raises; OutOfFuel before a width or a
    precision beyond what may be built, Unsupported for the text of what is not Python's own here."""
    check_text_of(value)
    if conversion is not None:
        value = _CONVERSIONS[conversion](value)
    for number in _NUMBER.findall(specification):
        # CPython rejects widths of more than 19 digits by itself.
        fuel.allow(int(number) if len(number) < 20 else 0)
    return format(value, specification)


def check_text_of(value: Any) -> None:
    """Raises Unsupported for values whose text is not that of CPython's: helper functions, exceptions that a contract
    raised (they have no arguments here), and what contains some of these."""
    # Types and builtins show as they do in CPython; a helper of the contract shows an address.
    is_helper = callable(value) and not isinstance(value, (type, types.BuiltinFunctionType))
    if is_helper or isinstance(value, BaseException):
        raise Unsupported(f"the text of a {type(value).__name__}")
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        for item in value:
            check_text_of(item)
    if isinstance(value, dict):
        for item in value.values():
            check_text_of(item)


def compare(name: str, left: Any, right: Any, fuel: Fuel) -> Any:
    if name in ("in", "not in"):
        if isinstance(right, range) and type(left) not in (int, bool):
            fuel.allow(_length(right))
        right = bounded(right, fuel) if isinstance(right, _LAZY) else right
    return COMPARE[name](left, right)


def mapping(value: Any) -> dict[Any, Any]:
    """What `**value` unpacks. Raises TypeError unless it is a mapping."""
    if not hasattr(value, "keys"):
        raise TypeError(f"{type(value).__name__} is not a mapping")
    return dict(value)


def call(function: Callable[..., Any], arguments: list[Any], keywords: dict[str, Any], fuel: Fuel) -> Any:
    """Call a builtin, a function of math or re, a type, or a helper of the contract."""
    if id(function) in _LIGHT:
        return function(*arguments, **keywords)
    if id(function) in _CONSUMING:
        return function(*[bounded(argument, fuel) for argument in arguments], **keywords)
    if function is pow and len(arguments) == 2:
        return binary("**", arguments[0], arguments[1], fuel)
    if function in (bytes, bytearray) and arguments and isinstance(arguments[0], int):
        fuel.allow(arguments[0])
    if function is round and len(arguments) == 2 and isinstance(arguments[0], (int, Fraction)):
        fuel.allow(abs(arguments[1]) if isinstance(arguments[1], int) else 0)  # Ten to this power is computed.
    if function is struct.pack and arguments and isinstance(arguments[0], (str, bytes)):
        fuel.allow(struct.calcsize(arguments[0]))  # A format of ten characters may be one of a hundred gigabytes.
    if function in (Decimal, Fraction) and any(isinstance(a, str) and "e" in a.lower() for a in arguments):
        raise OutOfFuel(f"out of fuel: {function.__name__} of a text with an exponent")  # `int` of it may be huge.
    combinatorial = function in (math.factorial, math.comb, math.perm)
    if combinatorial and any(isinstance(a, int) and a > LIMITS.factorial for a in arguments):
        raise OutOfFuel(f"out of fuel: {function.__name__} of a number beyond {LIMITS.factorial:,}")
    if function in (str, repr, ascii, format) and arguments:
        check_text_of(arguments[0])
        if function is format and len(arguments) == 2 and isinstance(arguments[1], str):
            return formatted(arguments[0], None, arguments[1], fuel)
    if function in _REGULAR and len(arguments) > 1:
        text = arguments[2] if function is re.sub and len(arguments) > 2 else arguments[1]
        check_regular_expression(arguments[0], keywords.get("string", text))
    return function(*[bounded(argument, fuel) for argument in arguments], **keywords)


_LIGHT = frozenset(map(id, (range, len, type, isinstance, enumerate, zip, map, filter, reversed, iter, next)))
"""Functions that consume no more than they are given, by identity: what is called may be unhashable."""
_CONSUMING = frozenset(
    map(id, (all, any, sum, min, max, sorted, set, list, tuple, dict, frozenset, int, float, bool, abs, ord))
)
"""Functions of which only the length of what they consume matters."""


def method(receiver: Any, name: str, arguments: list[Any], keywords: dict[str, Any], fuel: Fuel) -> Any:
    """Call a method without effect. Raises Unsupported for others, AttributeError where Python does."""
    if not hasattr(receiver, name):
        return getattr(receiver, name)
    row = _row(receiver, name)
    if row is not None and row.grows:
        if isinstance(receiver, type):
            raise Unsupported(f"method {receiver.__name__}.{name} of a type")
        numbers = [a for a in arguments if isinstance(a, int)]
        texts = [a for a in arguments if isinstance(a, (str, bytes))]
        size = 0 if isinstance(receiver, int) else len(receiver)
        # An upper bound of the result: padded to a number, or each character replaced by a text.
        fuel.allow(max([0, *numbers]) + (size + 1) * (1 + max([0, *map(len, texts)])))
    if not _has_no_effect(receiver, name):
        raise Unsupported(f"method {type(receiver).__name__}.{name}")
    if isinstance(receiver, re.Pattern) and arguments:
        check_regular_expression(receiver.pattern, arguments[-1])
    return getattr(receiver, name)(*[bounded(argument, fuel) for argument in arguments], **keywords)


def _has_no_effect(receiver: Any, name: str) -> bool:
    if isinstance(receiver, (type({}.keys()), type({}.values()), type({}.items()))):
        return name == "isdisjoint"
    if (row := _row(receiver, name)) is not None:
        return row.evaluated and not row.changes
    return is_readable(receiver, name)


def _row(receiver: Any, name: str) -> Method | None:
    """The row of a method of a value, or of the function that a type has."""
    return of_type(receiver if isinstance(receiver, type) else type(receiver), name)


def attribute(receiver: Any, name: str) -> Any:
    """An attribute. Raises AttributeError where Python does, Unsupported for one with unknown effect."""
    if not hasattr(receiver, name):
        return getattr(receiver, name)
    if name in ATTRIBUTES or is_readable(receiver, name):
        return getattr(receiver, name)
    row = of_type(receiver, name) if isinstance(receiver, type) else None
    # A function of a type is as harmless as the method.
    if row is not None and row.evaluated and not row.changes and not row.grows:
        return getattr(receiver, name)
    raise Unsupported(f"attribute .{name}")


_FEW_TURNS = 8
"""A repetition of at most as many turns is a constant."""
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT)


def check_regular_expression(pattern: object, text: object) -> None:
    """Raises OutOfFuel where matching the text may take more than `matcher_steps`: Python's regular expressions
    backtrack, and cannot be interrupted from Python.

    A repetition inside another, or a choice inside one, may try exponentially many ways to match a text; k repetitions
    after each other some n**k. Patterns are read by Python's own parser (`re._parser`).
    """
    if not isinstance(pattern, (str, bytes)) or not isinstance(text, (str, bytes)):
        return
    try:
        repetitions, nested = _shape(pattern)
    except (re_error, RecursionError, OverflowError):
        return  # Python says what is wrong with it.
    length = len(text) + 1
    steps = length ** (repetitions + 1) if not nested else 2 ** min(length, LIMITS.matcher_steps.bit_length())
    if steps > LIMITS.matcher_steps:
        more = f"more than {LIMITS.matcher_steps:,} steps"
        raise OutOfFuel(f"out of fuel: a regular expression that may take {more} on {length - 1} characters")


re_error = codes.error


@lru_cache(maxsize=256)
def _shape(pattern: str | bytes) -> tuple[int, bool]:
    """How many repetitions a pattern has, and whether what one of them repeats may itself match in several ways."""
    return _of(parser.parse(pattern), inside=False)


def _of(node: Any, inside: bool) -> tuple[int, bool]:
    repetitions, nested = 0, False
    if isinstance(node, tuple) and node and node[0] in _REPEATS:
        _, (_, most, body) = node
        # Only a repetition that can go on for long, inside another such, makes matching exponential.
        variable = most is codes.MAXREPEAT or most > _FEW_TURNS
        count, deeper = _of(body, inside or variable)
        return count + variable, deeper or (variable and inside)
    if isinstance(node, tuple) and node and node[0] is codes.BRANCH:
        nested = inside
    if isinstance(node, (tuple, list, parser.SubPattern)):
        for child in node:
            count, deeper = _of(child, inside)
            repetitions, nested = repetitions + count, nested or deeper
    return repetitions, nested
