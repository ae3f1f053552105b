"""Results of functions of the standard library (`core/ir/library.py`): unknown values of which a few facts are known.

Each function has a handler that says of which kinds its result is, what it may raise, and what holds of the result
whatever it was called with. So what is proved holds of every function with these properties, the real one among them.
The same function has the same result on the same arguments where that is a number or a text; a container is another one
for each call, since it has an identity.

Objects (a date, the parts of a URL) are an `AbstractObject`: what it is asked for are results of their own. They are no
values of terms: `expressions.evaluate` gives none, so that an operation that knows nothing of them does not follow.

Example: `struct.unpack(">HI", data)` is a tuple of two whole numbers, 0 <= first < 65536 and 0 <= second < 2**32, and
raises `struct.error` unless the data has six bytes.

Invariant: for all arguments the real result, and what is really raised, satisfy the facts; a fact that some argument
cannot fulfil would make its inputs impossible.
"""

import datetime
import struct
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from attrs import evolve

from ..ir import library
from ..ir.build import add, eq, ge, integer, ite, le, mul, op, string
from ..ir.sorts import BOOL, INT, REAL, STRING
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    FINITE,
    NOT_A_NUMBER,
    PLAIN,
    AbstractFloat,
    AbstractInt,
    AbstractNode,
    AbstractNone,
    AbstractObject,
    AbstractText,
    AbstractValue,
    Symbolic,
    identity,
    kind_of,
)
from .alternatives import Handler, SymbolicArguments, boolean, each, raising, unsupported
from .comparisons import ordered
from .context import Context, Shape, int_value, result, single, text_value
from .dates import same_flag, some_date, some_datetime
from .equality import equal
from .guards import conjunction, disjunction, negation
from .inputs import InputNode
from .numbers import as_int
from .sequences import from_values, sequence

JSON = ("NoneType", "bool", "int", "float", "str", "list", "dict")
NESTED = 1
"""The level of a result among containers: less of its elements is shown than of an argument's."""


# -- what a result is


def _text(context: Context, key: Hashable) -> Symbolic:
    return text_value(result(context, key, STRING))


def _flag(context: Context, key: Hashable) -> Symbolic:
    return boolean(result(context, key, BOOL))


def _whole(low: int, high: int | None) -> Shape:
    def shape(context: Context, key: Hashable) -> Symbolic:
        term = result(context, key, INT)
        context.know(ge(term, integer(low)))
        if high is not None:
            context.know(le(term, integer(high)))
        return int_value(term)

    return shape


def _float(context: Context, key: Hashable) -> Symbolic:
    return single(number(context, key))


def number(context: Context, key: Hashable) -> AbstractFloat:
    """A number that may also be infinite, or none."""
    kind = result(context, ("kind", key), INT)
    context.facts += [ge(kind, integer(FINITE)), le(kind, integer(NOT_A_NUMBER))]
    return AbstractFloat(kind, result(context, key, INT if context.grid else REAL))


def _perhaps(shape: Shape) -> Shape:
    def wrapped(context: Context, key: Hashable) -> Symbolic:
        there = result(context, ("there", key), BOOL)
        found = [(conjunction(there, guard), abstract) for guard, abstract in shape(context, key)]
        return Symbolic(((negation(there), AbstractNone()), *found))

    return wrapped


def _node(*kinds: str, parts: Mapping[str, tuple[str, ...]] = {}) -> Shape:
    """A value of one of some kinds, `parts` of which have others: `hashed` of a dict are its keys."""

    def shape(context: Context, key: Hashable) -> Symbolic:
        name = str(context.fresh("result", BOOL).data)
        context.kinds = {**context.kinds, **{f"{name}.{part}": inside for part, inside in parts.items()}}
        return InputNode(name, NESTED, context, kinds, kinds if len(kinds) > 1 else PLAIN).symbolic()

    return shape


_TEXTS = _node("list", parts={"item": ("str",)})
_QUERY = _node("dict", parts={"hashed": ("str",), "value": ("list",), "value.item": ("str",)})
_PAIRS = _node("list", parts={"item": ("tuple",), "item.item": ("str",)})
_BYTES = _node("bytes")


# -- what a function takes, and what it raises


def _raises(context: Context, key: Hashable, *exceptions: str) -> None:
    """It may raise one of these, or not: which, depends on the arguments alone."""
    for exception in exceptions:
        context.fail(result(context, ("raises", exception, key), BOOL), exception)


def _taking(kinds: tuple[str, ...], shape: Shape, *exceptions: str, refuses: bool = True) -> Handler:
    """A function whose first argument is of one of some kinds, and others texts. `refuses`: whether all other plain
    values are a TypeError; else nothing is known of them."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        key = (handler, *map(identity, arguments))

        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            # Which exceptions a type causes is part of the function's contract in the library reference.
            if kind_of(abstract) not in kinds:
                return raising(context, "TypeError") if refuses and kind_of(abstract) in PLAIN else None
            # It may raise, or not: the same for equal arguments, since the condition is named by the key.
            _raises(context, key, *exceptions)
            return shape(context, key)

        # A second argument that is no text may change what the function does.
        if not all(isinstance(abstract, AbstractText) for value in arguments[1:] for _, abstract in value):
            return unsupported(context, "further arguments that are no texts")
        return each(context, arguments[0], apply_to, "a function of the library")

    return handler


# -- files: `os.path` on POSIX, whose functions only look at texts


def _of_path(split: Callable[[Context, Term, Hashable], Symbolic]) -> Handler:
    """A function of a path, which takes texts; of bytes and objects with a path nothing is known."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            # Texts have the structure that the facts describe.
            if isinstance(abstract, AbstractText):
                return split(context, abstract.term, (handler, abstract.term))
            return (
                None
                if kind_of(abstract) == "bytes" or kind_of(abstract) not in PLAIN
                else raising(context, "TypeError")
            )

        return each(context, arguments[0], apply_to, "a function of paths")

    return handler


def _basename(context: Context, path: Term, key: Hashable) -> Symbolic:
    """Assumes: a path is what ends with its last slash, or nothing, and then its base name, which has no slash."""
    before, name = result(context, ("before", key), STRING), result(context, key, STRING)
    slash = string("/")
    context.facts += [
        eq(path, op("str.concat", before, name)),
        negation(op("str.contains", name, slash)),
        disjunction(eq(before, string("")), op("str.suffixof", slash, before)),
    ]
    return text_value(name)


def _extension(context: Context, path: Term, key: Hashable) -> Symbolic:
    """Assumes: a path is its root and then its extension, which is empty, or a dot and then neither dot nor slash."""
    root, extension = result(context, ("root", key), STRING), result(context, ("extension", key), STRING)
    after = result(context, ("after", key), STRING)
    context.facts += [
        eq(path, op("str.concat", root, extension)),
        negation(op("str.contains", after, string("."))),
        negation(op("str.contains", after, string("/"))),
        disjunction(eq(extension, string("")), eq(extension, op("str.concat", string("."), after))),
    ]
    return single(from_values("tuple", [text_value(root), text_value(extension)]))


def _is_absolute(context: Context, path: Term, key: Hashable) -> Symbolic:
    return boolean(op("str.prefixof", string("/"), path))


def _halves(context: Context, path: Term, key: Hashable) -> Symbolic:
    return single(from_values("tuple", [_text(context, ("head", key)), _basename(context, path, key)]))


# -- bytes

_CODES = {"b": (-(2**7), 2**7 - 1), "B": (0, 2**8 - 1), "h": (-(2**15), 2**15 - 1), "H": (0, 2**16 - 1)}
_CODES |= dict.fromkeys("il", (-(2**31), 2**31 - 1)) | dict.fromkeys("IL", (0, 2**32 - 1))
_CODES |= {"q": (-(2**63), 2**63 - 1), "Q": (0, 2**64 - 1)}


def _unpack(exact: bool) -> Handler:
    """Assumes: `struct.unpack` raises `struct.error` unless there are as many bytes as the format has, and
    `unpack_from` unless there are at least so many; each field has the type and the range of its code."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        # The format decides how many fields there are and of which types, so that it has to be a constant.
        ((_, form),) = arguments[0] if len(arguments[0].alternatives) == 1 else ((TRUE, AbstractNone()),)
        if not isinstance(form, AbstractText) or form.term.op != "const":
            return unsupported(context, "a format of a struct that is not known")
        try:
            # CPython itself says which values a format has: an example of the right size is unpacked.
            example = library.example_of_format(form.term.data)
        except struct.error:
            return raising(context, "struct.error")
        if example is None:
            return unsupported(context, "a format of a struct that is very large, or no ASCII")
        data, sample = example
        if "p" in form.term.data:  # How long a Pascal string is, its first byte says.
            return unsupported(context, "a Pascal string in a struct")
        limits = _limits_of_fields(form.term.data, len(sample))

        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            if kind_of(abstract) != "bytes":
                return raising(context, "TypeError") if kind_of(abstract) in PLAIN else None
            items = sequence(context, abstract)
            if items is None:
                return None
            # The number of bytes is checked before any field is read.
            wanted = integer(len(data))
            context.require(eq(items.length, wanted) if exact else ge(items.length, wanted), "struct.error")
            # The same bytes and format give the same fields, wherever they are unpacked.
            fields = [
                _field(context, value, limit, (handler, position, identity(arguments[1]), form.term.data))
                for position, (value, limit) in enumerate(zip(sample, limits, strict=True))
            ]
            return single(from_values("tuple", fields))

        return each(context, arguments[1], apply_to, "struct.unpack")

    return handler


def _limits_of_fields(form: str, count: int) -> list[tuple[int, int] | None]:
    """The limits of each field of a format with standard sizes; None where they are not known."""
    limits: list[tuple[int, int] | None] = []
    number = ""
    # With a native format sizes depend on the machine: no limits then.
    for code in form.lstrip("@=<>!") if form[:1] in "=<>!" else "":
        if code.isdigit():
            number += code
            continue
        # A number repeats the code after it; before `s` it is the length of one field.
        times = int(number or 1)
        number = ""
        if code in _CODES:
            limits += [_CODES[code]] * times
        elif code == "s":
            limits.append(None)
        elif code != "x" and not code.isspace():
            limits += [None] * times
    return limits if len(limits) == count else [None] * count


def _field(context: Context, sample: Any, limits: tuple[int, int] | None, key: Hashable) -> Symbolic:
    match sample:
        case bool():
            return _flag(context, key)
        case int():
            term = result(context, key, INT)
            # A sample says what kind of value there is; the limits are those of the library's documentation.
            context.facts += [] if limits is None else [ge(term, integer(limits[0])), le(term, integer(limits[1]))]
            return int_value(term)
        case float():
            return _float(context, key)
    ((guard, node),) = _BYTES(context, key)
    if isinstance(node, AbstractNode):
        context.facts += [guard, eq(node.node.length, integer(len(sample)))]
    return single(node)


def _from_bytes(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """Assumes: `int.from_bytes` of bytes is the number whose digits to the base 256 they are."""
    # Big or little has to be known, and `signed` is not followed.
    orders = [abstract for value in arguments[1:] for _, abstract in value]
    order = orders[0].term if len(orders) == 1 and isinstance(orders[0], AbstractText) else string("")

    def apply_to(abstract: AbstractValue) -> Symbolic | None:
        if kind_of(abstract) != "bytes" or order.op != "const" or order.data not in ("big", "little"):
            return None
        items = sequence(context, abstract)
        if items is None:
            return None
        term: Term = integer(0)
        # Horner's rule, from the most significant byte on.
        entries = items.entries if order.data == "big" else items.entries[::-1]
        for entry in entries:
            ((_, byte),) = entry.value
            digit = as_int(byte)
            if digit is None:
                return None
            shifted = add(mul(integer(256), term), digit)
            term = shifted if entry.present is TRUE else ite(entry.present, shifted, term)
        # Of longer numbers only the sign is known.
        if items.more is not FALSE:
            longer = result(context, (_from_bytes, identity(arguments[0]), order.data), INT)
            context.know(ge(longer, integer(0)))
            term = ite(items.more, longer, term)
        return int_value(term)

    return each(context, arguments[0], apply_to, "int.from_bytes")


# -- objects


def _object(kind: type, key: Hashable, **parts: Any) -> Symbolic:
    return single(AbstractObject(kind, key, **parts))


def _exact(kind: type) -> Shape:
    """A Decimal or a Fraction."""

    def shape(context: Context, key: Hashable) -> Symbolic:
        held = number(context, key)
        if kind is Fraction:
            held = evolve(held, kind=integer(FINITE))
        return _object(kind, key, number=held)

    return shape


_URL: dict[str, Shape] = dict.fromkeys(("scheme", "netloc", "path", "query", "fragment"), _text)
_URL |= dict.fromkeys(("hostname", "username", "password"), _perhaps(_text))


def _port(context: Context, key: Hashable) -> Symbolic:
    _raises(context, key, "ValueError")
    return _perhaps(_whole(0, 65_535))(context, key)


def _url(kind: str) -> Shape:
    parts: dict[str, Shape] = {**_URL, "port": _port, **({"params": _text} if kind == "urlparse" else {})}
    made = library.MODULES["urllib.parse"][kind]
    return lambda context, key: _object(type(made("")), key, attributes=parts)


_ADDRESS: dict[str, Shape] = dict.fromkeys(
    ("is_private", "is_global", "is_loopback", "is_multicast", "is_link_local", "is_reserved", "is_unspecified"), _flag
)


def _address(context: Context, key: Hashable) -> Symbolic:
    """Assumes: an address is of version 4 or 6."""
    four = result(context, ("four", key), BOOL)

    def version(context: Context, key: Hashable) -> Symbolic:
        return int_value(ite(four, integer(4), integer(6)))

    return _object(object, key, attributes={**_ADDRESS, "version": version})


def attribute(context: Context, owner: AbstractObject, name: str) -> Symbolic | None:
    """An attribute of an object; None for one of which nothing is known."""
    shape = owner.attributes.get(name)
    return None if shape is None else shape(context, (name, owner.key))


def compared(context: Context, symbol: str, left: Symbolic, right: Symbolic) -> Symbolic:
    """A comparison of values of which some are objects."""

    def apply_to(first: AbstractValue) -> Symbolic | None:
        return each(context, right, lambda second: _compared(context, symbol, first, second), f"{symbol} of objects")

    return each(context, left, apply_to, f"{symbol} of objects")


def _compared(context: Context, symbol: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    # Numbers that such objects are compared as.
    if not isinstance(left, AbstractObject) and not isinstance(right, AbstractObject):
        return _by_order(context, symbol, left, right)
    # Two library objects may be one; against None they differ.
    if symbol in ("is", "is not"):
        none = isinstance(left, AbstractNone) or isinstance(right, AbstractNone)
        return boolean(TRUE if symbol == "is not" else FALSE) if none else None
    if symbol not in ("==", "!=", "<", "<=", ">", ">="):
        return None
    # Decimals and fractions compare with numbers by their exact values.
    first, second = _number_of(left), _number_of(right)
    if first is not None and second is not None:
        # A quiet nan compares unequal; a signalling one raises even for `==`, and which it is, is not known.
        refused = _is_decimal_nan(left, right)
        if symbol in ("==", "!=") and refused is not FALSE:
            refused = conjunction(refused, context.fresh("signals", BOOL))
        context.fail(refused, "decimal.InvalidOperation")
        return _by_order(context, symbol, first, second)
    # Of one class, compared by rank: the days, the microseconds, the number of the address.
    if isinstance(left, AbstractObject) and isinstance(right, AbstractObject) and left.kind is right.kind:
        if left.rank is None or right.rank is None:
            return None
        # Naive and aware datetimes are unequal and cannot be ordered.
        same = same_flag(left.aware, right.aware)
        if symbol in ("==", "!="):
            equals = conjunction(same, eq(left.rank, right.rank))
            return boolean(equals if symbol == "==" else negation(equals))
        context.require(same, "TypeError")
        return _by_order(context, symbol, AbstractInt(left.rank), AbstractInt(right.rank))
    return None


def _is_decimal_nan(left: AbstractValue, right: AbstractValue) -> Term:
    """Assumes: comparing by order with a Decimal raises InvalidOperation where either side is no number; `==` may do so
    there, where that signals."""
    if not any(isinstance(side, AbstractObject) and side.kind is Decimal for side in (left, right)):
        return FALSE
    numbers = [side for side in (_number_of(left), _number_of(right)) if isinstance(side, AbstractFloat)]
    return disjunction(*(eq(side.kind, integer(NOT_A_NUMBER)) for side in numbers))


def _number_of(abstract: AbstractValue) -> AbstractValue | None:
    if isinstance(abstract, AbstractObject):
        return abstract.number
    return abstract if kind_of(abstract) in ("int", "bool", "float") else None


def _by_order(context: Context, symbol: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    first, second = single(left), single(right)
    match symbol:
        case "==":
            return boolean(equal(context, first, second))
        case "!=":
            return boolean(negation(equal(context, first, second)))
        case "<" | "<=":
            return boolean(ordered(context, first, second, symbol == "<"))
        case ">" | ">=":
            return boolean(ordered(context, second, first, symbol == ">"))
    return None


_OF_MODULES: dict[tuple[str, str], Handler] = {
    ("base64", "b64decode"): _taking(("str", "bytes"), _BYTES, "binascii.Error", "ValueError"),
    ("datetime", "date.fromisoformat"): _taking(("str",), some_date, "ValueError"),
    ("datetime", "datetime.fromisoformat"): _taking(("str",), some_datetime, "ValueError"),
    ("datetime", "datetime.strptime"): _taking(("str",), some_datetime, "ValueError"),
    ("decimal", "Decimal"): _taking(("str",), _exact(Decimal), "decimal.InvalidOperation", refuses=False),
    ("fnmatch", "fnmatch"): _taking(("str",), _flag, refuses=False),
    ("fnmatch", "fnmatchcase"): _taking(("str",), _flag, refuses=False),
    ("fractions", "Fraction"): _taking(
        ("str",), _exact(Fraction), "ValueError", "ZeroDivisionError", "OverflowError", "MemoryError", refuses=False
    ),
    ("html", "escape"): _taking(("str",), _text, refuses=False),
    ("html", "unescape"): _taking(("str",), _text, refuses=False),
    ("ipaddress", "ip_address"): _taking(("str",), _address, "ValueError", refuses=False),
    ("json", "loads"): _taking(
        ("str", "bytes"),
        _node(*JSON, parts={"hashed": ("str",)}),
        "json.decoder.JSONDecodeError",
        "ValueError",
        "RecursionError",
    ),
    ("os.path", "basename"): _of_path(_basename),
    ("os.path", "isabs"): _of_path(_is_absolute),
    ("os.path", "split"): _of_path(_halves),
    ("os.path", "splitext"): _of_path(_extension),
    ("shlex", "split"): _taking(("str",), _TEXTS, "ValueError", refuses=False),
    ("struct", "unpack"): _unpack(exact=True),
    ("struct", "unpack_from"): _unpack(exact=False),
    ("urllib.parse", "parse_qs"): _taking(("str",), _QUERY, "ValueError", refuses=False),
    ("urllib.parse", "parse_qsl"): _taking(("str",), _PAIRS, "ValueError", refuses=False),
    ("urllib.parse", "unquote"): _taking(("str",), _text, refuses=False),
    ("urllib.parse", "urlparse"): _taking(("str",), _url("urlparse"), "ValueError", refuses=False),
    ("urllib.parse", "urlsplit"): _taking(("str",), _url("urlsplit"), "ValueError", refuses=False),
    ("builtins", "bytes.fromhex"): _taking(("str",), _BYTES, "ValueError"),
    ("builtins", "int.from_bytes"): _from_bytes,
}
HANDLERS: dict[Any, Handler] = {
    row.value: _OF_MODULES[row.module, row.name] for row in library.FUNCTIONS if (row.module, row.name) in _OF_MODULES
}
ARITY: dict[Any, tuple[int, int]] = {
    **{library.MODULES["struct"][name]: (2, 2) for name in ("unpack", "unpack_from")},
    **{library.MODULES["fnmatch"][name]: (2, 2) for name in ("fnmatch", "fnmatchcase")},
    datetime.datetime.strptime: (2, 2),
    int.from_bytes: (1, 2),
}
