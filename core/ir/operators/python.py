"""Operators on VALUE: Python's own semantics (language reference, chapter 6). Undefined means: raises."""

from ..sorts import BOOL, VALUE
from .row import Operator, SortRule, signature


def _values(arity: int | None) -> SortRule:
    return SortRule(arity, lambda op, sorts, data: VALUE)


PYTHON = (
    Operator("python.truth", signature(VALUE, gives=BOOL), meaning="bool(x)"),
    Operator("python.of_bool", signature(BOOL, gives=VALUE)),
    Operator("python.not", _values(1)),
    Operator("python.and", _values(None),
             meaning="returns an operand, as Python does"),
    Operator("python.or", _values(None)),
    Operator("python.ite", _values(3),
             meaning="condition, then, else: only the chosen branch is evaluated"),
    Operator("python.unary", _values(1),
             meaning="data: - + ~"),
    Operator("python.binary", _values(2),
             meaning="data: + - * / // % ** @ & | ^ << >>"),
    Operator("python.compare", _values(2),
             meaning="data: == != < <= > >= in not-in is is-not (with a space in the two-word ones)"),
    Operator("python.call", _values(None),
             meaning="callee, arguments; data: a tuple with, per argument, None, '*', '**' or the keyword"),
    Operator("python.method", _values(None),
             meaning="receiver, arguments; data: (method name, tuple as in python.call)"),
    Operator("python.attribute", _values(1),
             meaning="data: the name"),
    Operator("python.index", _values(2),
             meaning="x[i]"),
    Operator("python.slice", _values(3),
             meaning="lower, upper, step (const None when absent): a slice object for python.index"),
    Operator("python.list", _values(None),
             meaning="a display; elements may be python.starred"),
    Operator("python.tuple", _values(None)),
    Operator("python.set", _values(None)),
    Operator("python.dict", _values(None),
             meaning="key, value, key, value, ...; a python.starred key with const None: **mapping"),
    Operator("python.starred", _values(1),
             meaning="only inside displays"),
    Operator("python.comprehension", _values(None),
             meaning="data: `Comprehension`; iterables and conditions in order, then the element(s)"),
    Operator("python.assign", _values(1),
             meaning="an assignment expression; data: the name that it binds in the function around it"),
    Operator("python.lambda", _values(1),
             meaning="data: tuple of parameter names; body"),
    Operator("python.format", _values(None),
             meaning="an f-string; data: tuple of literal parts and (conversion, format) for each argument"),
)  # fmt: skip
