"""The functions of the standard library that contracts prepare their values with, one row each: the only list of them.

Each reads nothing but its arguments and changes nothing, and returns a value that never changes, or a new one. So the
front end names it, the evaluator calls it, the search goes back through it (`made_from`), and a proof takes its result
for an unknown one of which it knows a few facts (`core/encoding/library_results.py`).

Example: of `date.fromisoformat(text)` that shall be a day of 1999 the row says that the text may be "1999-01-01".
"""

import ast
import base64
import binascii
import datetime
import fnmatch
import html
import ipaddress
import json
import os.path
import shlex
import struct
import textwrap
import unicodedata
import urllib.parse
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal, DecimalException, InvalidOperation
from fractions import Fraction
from typing import Any

from attrs import frozen

from .python_builtins import Gives

MadeFrom = Callable[[Any, Sequence[Any]], Iterable[Any]]
Samples = Callable[[Sequence[Any]], Iterable[Any]]


@frozen(slots=True)
class LibraryFunction:
    """A function or a class under its name in a module, or `Class.method`."""

    module: str
    name: str
    value: Any
    at: int = 0
    """The position of the argument that `made_from` gives."""
    made_from: MadeFrom | None = None
    """That argument for a wanted result, given all arguments as they are. May raise or miss: it is tried."""
    samples: tuple[Any, ...] = ()
    """Some of that argument for which the function has a result."""
    sampled: Samples = lambda _: ()
    """The same, given all arguments as they are."""
    gives: Gives = "flat"


def _written(result: Any, _: Sequence[Any]) -> Iterator[Any]:
    yield str(result)


def _iso(result: Any, _: Sequence[Any]) -> Iterator[Any]:
    yield result.isoformat()


LARGEST_STRUCT = 1 << 16
"""Bytes of a structure of which values are made: a format of ten characters may ask for a hundred gigabytes."""


def example_of_format(form: str) -> tuple[bytes, tuple[Any, ...]] | None:
    """Bytes that have a format of `struct`, all zero, and the fields that they unpack to; None for a format beyond
    `LARGEST_STRUCT` and one that is not ASCII. Raises struct.error for what is no format."""
    if not form.isascii() or (size := struct.calcsize(form)) > LARGEST_STRUCT:
        return None
    return bytes(size), struct.unpack(form, bytes(size))


def _packed(result: Any, arguments: Sequence[Any]) -> Iterator[Any]:
    if example_of_format(arguments[0]) is None:
        return
    made = struct.pack(arguments[0], *result)
    yield made
    yield made + arguments[1][len(made) :]


def _zeros(arguments: Sequence[Any]) -> Iterator[Any]:
    example = example_of_format(arguments[0])
    if example is not None:
        yield example[0]


def _of_format(result: Any, arguments: Sequence[Any]) -> Iterator[Any]:
    yield result.strftime(arguments[1])


def _json(result: Any, arguments: Sequence[Any]) -> Iterator[Any]:
    text = json.dumps(result)
    yield text.encode() if isinstance(arguments[0], bytes) else text


_DAYS = ("2000-01-01", "2000-01-02")
_TIME = datetime.datetime(2000, 1, 1)
_URLS = ("http://a/b", "https://a.b:8080/c?d=e#f", "http:", "//a", "")
_NUMBERS = ("0", "1", "0.5", "-1")
_PATHS = ("a", "a.txt", "/a/b.txt", "")

FOLLOWED = frozenset({"date", "datetime", "timedelta"})
"""Classes of parameters that proofs follow. Of a date no subclass is meant: a datetime does not compare with it."""

FUNCTIONS: tuple[LibraryFunction, ...] = (
    LibraryFunction(
        "ast",
        "literal_eval",
        ast.literal_eval,
        0,
        lambda result, _: [repr(result)],
        ("0", "[]", "{}"),
        gives="other",
    ),
    LibraryFunction(
        "base64",
        "b64decode",
        base64.b64decode,
        0,
        lambda result, _: [base64.b64encode(result).decode()],
        ("YQ==", ""),
    ),
    LibraryFunction("base64", "b64encode", base64.b64encode, 0, lambda result, _: [base64.b64decode(result)], (b"a",)),
    LibraryFunction(
        "binascii", "hexlify", binascii.hexlify, 0, lambda result, _: [binascii.unhexlify(result)], (b"a",)
    ),
    LibraryFunction("binascii", "unhexlify", binascii.unhexlify, 0, lambda result, _: [result.hex()], ("61", "")),
    LibraryFunction("datetime", "date", datetime.date),
    LibraryFunction(
        "datetime", "date.fromisoformat", datetime.date.fromisoformat, 0, _iso, ("2000-01-01", "2000-01-02")
    ),
    LibraryFunction("datetime", "datetime", datetime.datetime),
    LibraryFunction(
        "datetime",
        "datetime.fromisoformat",
        datetime.datetime.fromisoformat,
        0,
        _iso,
        (*_DAYS, "2000-01-01T00:00:00+00:00"),
    ),
    LibraryFunction(
        "datetime",
        "datetime.strptime",
        datetime.datetime.strptime,
        0,
        _of_format,
        sampled=lambda arguments: _of_format(_TIME, arguments),
    ),
    LibraryFunction("datetime", "time", datetime.time),
    LibraryFunction("datetime", "time.fromisoformat", datetime.time.fromisoformat, 0, _iso, ("00:00", "00:01")),
    LibraryFunction("datetime", "timedelta", datetime.timedelta),
    LibraryFunction("datetime", "timezone", datetime.timezone),
    LibraryFunction("decimal", "Decimal", Decimal, 0, _written, _NUMBERS),
    LibraryFunction("fnmatch", "filter", fnmatch.filter, 0, lambda result, _: [result], (["a"],), gives="flat list"),
    LibraryFunction("fnmatch", "fnmatch", fnmatch.fnmatch),
    LibraryFunction("fnmatch", "fnmatchcase", fnmatch.fnmatchcase),
    LibraryFunction("fractions", "Fraction", Fraction, 0, _written, _NUMBERS),
    LibraryFunction("html", "escape", html.escape, 0, lambda result, _: [html.unescape(result)], ("a",)),
    LibraryFunction("html", "unescape", html.unescape, 0, lambda result, _: [result, html.escape(result)], ("a",)),
    LibraryFunction(
        "ipaddress",
        "ip_address",
        ipaddress.ip_address,
        0,
        _written,
        ("1.1.1.1", "10.0.0.1", "::1", "2001:4860::1"),
    ),
    LibraryFunction("ipaddress", "ip_network", ipaddress.ip_network, 0, _written, ("1.0.0.0/8", "::/64")),
    LibraryFunction("json", "loads", json.loads, 0, _json, ("0", "{}", "[]", '""', "null"), gives="other"),
    LibraryFunction(
        "os.path",
        "basename",
        os.path.basename,
        0,
        lambda result, arguments: [os.path.join(os.path.dirname(arguments[0]), result), result],
        _PATHS,
    ),
    LibraryFunction(
        "os.path",
        "dirname",
        os.path.dirname,
        0,
        lambda result, arguments: [os.path.join(result, os.path.basename(arguments[0]))],
        _PATHS,
    ),
    LibraryFunction(
        "os.path",
        "isabs",
        os.path.isabs,
        0,
        lambda result, arguments: ["/" + arguments[0], arguments[0].lstrip("/")],
        _PATHS,
    ),
    LibraryFunction("os.path", "join", os.path.join),
    LibraryFunction("os.path", "normpath", os.path.normpath, 0, lambda result, _: [result], _PATHS),
    LibraryFunction("os.path", "split", os.path.split, 0, lambda result, _: [os.path.join(*result)], _PATHS),
    LibraryFunction(
        "os.path", "splitext", os.path.splitext, 0, lambda result, _: ["".join(result), "a" + result[1]], _PATHS
    ),
    LibraryFunction(
        "shlex",
        "split",
        shlex.split,
        0,
        lambda result, _: [shlex.join(result)],
        ("a", "a b", ""),
        gives="flat list",
    ),
    LibraryFunction("struct", "calcsize", struct.calcsize),
    LibraryFunction("struct", "pack", struct.pack),
    LibraryFunction("struct", "unpack", struct.unpack, 1, _packed, sampled=_zeros),
    LibraryFunction("struct", "unpack_from", struct.unpack_from, 1, _packed, sampled=_zeros),
    LibraryFunction("textwrap", "dedent", textwrap.dedent, 0, lambda result, _: [result], ("a",)),
    LibraryFunction("unicodedata", "normalize", unicodedata.normalize, 1, lambda result, _: [result], ("a",)),
    LibraryFunction(
        "urllib.parse",
        "parse_qs",
        urllib.parse.parse_qs,
        0,
        lambda result, _: [urllib.parse.urlencode(result, doseq=True)],
        ("a=b", ""),
        gives="other",
    ),
    LibraryFunction(
        "urllib.parse",
        "parse_qsl",
        urllib.parse.parse_qsl,
        0,
        lambda result, _: [urllib.parse.urlencode(result)],
        ("a=b", ""),
        gives="flat list",
    ),
    LibraryFunction(
        "urllib.parse", "quote", urllib.parse.quote, 0, lambda result, _: [urllib.parse.unquote(result)], ("a",)
    ),
    LibraryFunction(
        "urllib.parse",
        "unquote",
        urllib.parse.unquote,
        0,
        lambda result, _: [urllib.parse.quote(result), result],
        ("a",),
    ),
    LibraryFunction("urllib.parse", "urljoin", urllib.parse.urljoin),
    LibraryFunction("urllib.parse", "urlparse", urllib.parse.urlparse, 0, lambda result, _: [result.geturl()], _URLS),
    LibraryFunction("urllib.parse", "urlsplit", urllib.parse.urlsplit, 0, lambda result, _: [result.geturl()], _URLS),
    LibraryFunction("uuid", "UUID", uuid.UUID, 0, _written, (str(uuid.UUID(int=4 << 76 | 8 << 60)), "0" * 32)),
    LibraryFunction("builtins", "bytes.fromhex", bytes.fromhex, 0, lambda result, _: [result.hex()], ("61", "")),
    LibraryFunction(
        "builtins",
        "int.from_bytes",
        int.from_bytes,
        0,
        lambda result, arguments: [result.to_bytes(len(arguments[0]), *arguments[1:2])],
        (b"\0", b"\1"),
    ),
)

EXCEPTIONS: dict[str, type[Exception]] = {
    f"{kind.__module__}.{kind.__qualname__}": kind
    for kind in (binascii.Error, DecimalException, InvalidOperation, json.JSONDecodeError, struct.error)
}
"""Exceptions of these functions that are no builtin ones, by the names that statements have for them."""
OF_FUNCTIONS: dict[Any, LibraryFunction] = {row.value: row for row in FUNCTIONS}
MODULES: dict[str, dict[str, Any]] = {}
"""Module → what of it is listed, but for methods of its classes."""
for _row in FUNCTIONS:
    if "." not in _row.name and _row.module != "builtins":
        MODULES.setdefault(_row.module, {})[_row.name] = _row.value
for _kind in EXCEPTIONS.values():
    MODULES.setdefault("json" if _kind is json.JSONDecodeError else _kind.__module__, {})[_kind.__name__] = _kind
CLASS_METHODS: dict[tuple[type, str], Any] = {
    (_row.value.__self__, _row.name.partition(".")[2]): _row.value for _row in FUNCTIONS if "." in _row.name
}


def is_flat(module: str, name: str) -> bool:
    """Whether a function of a module is listed, and has a result that never changes."""
    value = MODULES.get(module, {}).get(name)
    return value in OF_FUNCTIONS and OF_FUNCTIONS[value].gives == "flat"


# -- the objects that they return

OBJECTS = frozenset({"datetime", "decimal", "fractions", "ipaddress", "urllib.parse", "uuid"})
"""The modules whose objects never change: reading an attribute of one, or calling a method, has no effect."""
_CLOCKS = frozenset({"now", "today", "utcnow"})
_OF_TYPES: dict[type, tuple[Any, ...]] = {
    Decimal: tuple(map(Decimal, ("0", "1", "-1", "0.001", "NaN", "Infinity", "-Infinity"))),
    ipaddress.IPv4Address: tuple(map(ipaddress.ip_address, ("8.8.8.8", "10.0.0.1", "127.0.0.1", "224.0.0.1", "::1"))),
    ipaddress.IPv6Address: tuple(map(ipaddress.ip_address, ("2001:4860::1", "::1", "fe80::1", "ff02::1", "8.8.8.8"))),
    uuid.UUID: tuple(uuid.UUID(int=version << 76 | 8 << 60) for version in (4, 1, 3, 5)),
}
"""Objects that differ in what is asked of them."""


def is_readable(value: Any, name: str) -> bool:
    """Whether reading this attribute of a value, or calling this method, is known to change nothing and to tell only of
    the value."""
    return type(value).__module__ in OBJECTS and not name.startswith("_") and name not in _CLOCKS


def with_attribute(value: Any, name: str, result: Any) -> Iterator[Any]:
    """Objects like one, of which an attribute is likely to be what is wanted."""
    # By type: which attribute can be given which value, and what else it takes to be an object.
    match value:
        case datetime.date() | datetime.time():
            yield value.replace(**{name: result})
        case datetime.timedelta():
            yield datetime.timedelta(**{name: result})
        case Fraction():
            pair = {"numerator": value.numerator, "denominator": value.denominator, name: result}
            yield Fraction(pair["numerator"], pair["denominator"])
            # The simplest fraction with this denominator, too.
            yield Fraction(1, result)
        case tuple() if name in getattr(value, "_fields", ()):
            # A tuple with `_fields` is a named one, which mypy does not conclude.
            yield value._replace(**{name: result})  # type: ignore[attr-defined]
        # The parts of an address are one text, which is put together again.
        case urllib.parse.SplitResult() | urllib.parse.ParseResult():
            host, port = value.hostname or "a", value.port
            parts = {
                "hostname": host,
                "port": port,
                "username": value.username,
                "password": value.password,
                name: result,
            }
            user = "" if parts["username"] is None else f"{parts['username']}@"
            yield value._replace(
                netloc=f"{user}{parts['hostname']}" + ("" if parts["port"] is None else f":{parts['port']}")
            )
    yield from _OF_TYPES.get(type(value), ())


def with_result(value: Any, name: str, result: Any) -> Iterator[Any]:
    """Objects like one, of which a method is likely to return what is wanted."""
    match value, name:
        case Decimal(), "as_tuple":
            yield Decimal(result)
        case datetime.timedelta(), "total_seconds":
            yield datetime.timedelta(seconds=result)
        case datetime.date(), "weekday" | "isoweekday":
            yield value + datetime.timedelta(days=result - getattr(value, name)())
        case datetime.datetime(), "date":
            yield datetime.datetime.combine(result, value.timetz())
        case datetime.datetime(), "time":
            yield datetime.datetime.combine(value.date(), result)
    yield from _OF_TYPES.get(type(value), ())


def neighbours(value: Any) -> Iterator[Any]:
    """Objects just before and after one in their order."""
    match value:
        case datetime.date() | datetime.timedelta():
            day = datetime.timedelta(days=1)
            yield from (value - day, value + day)
        case Decimal() | Fraction():
            yield from (value - 1, value + 1, -value)
