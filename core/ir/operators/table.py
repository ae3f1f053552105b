"""The operators of terms: one table, the meaning of each.

Definedness. A term is a value or *undefined* (Python raises; Dafny is ill-formed). A term is undefined when an
argument it needs is undefined, or where the table says so. `and`, `or`, `implies`, `ite`, `forall`, `exists` and
their Python counterparts need their arguments from left to right and stop as soon as the result is known.

Layout of binding operators. `data` is a tuple of n `Binder`; `args` are n terms, one per binder, followed by the
body (and, where the table says so, more). For quantifiers and comprehensions the n terms are domains:
`unbounded`, `range(low, high)` (half open), `elements(collection)`; a domain may mention earlier binders. For `let`
they are the bound values.
"""

from collections.abc import Sequence
from typing import Any

from ...errors import SortError
from ..sorts import BOOL, VALUE, Sort
from ..terms import Term
from .arithmetic import ARITHMETIC, BIT_VECTORS
from .containers import MAPS, SEQUENCES, SETS
from .logic import LOGIC
from .row import Operator, SortRule, Strict, signature
from .text import REGULAR, STRINGS, TEXTS


def _values(arity: int | None) -> SortRule:
    return SortRule(arity, lambda op, sorts, data: VALUE)


# Operators on VALUE: Python's own semantics (language reference, chapter 6). Undefined means: raises.
PYTHON = (
    Operator("python.truth", signature(VALUE, gives=BOOL), meaning="bool(x)"),
    Operator("python.of_bool", signature(BOOL, gives=VALUE)),
    Operator("python.not", _values(1)),
    Operator("python.and", _values(None), meaning="returns an operand, as Python does"),
    Operator("python.or", _values(None)),
    Operator("python.ite", _values(3), meaning="condition, then, else: only the chosen branch is evaluated"),
    Operator("python.unary", _values(1), meaning="data: - + ~"),
    Operator("python.binary", _values(2), meaning="data: + - * / // % ** @ & | ^ << >>"),
    Operator(
        "python.compare",
        _values(2),
        meaning="data: == != < <= > >= in not-in is is-not (with a space in the two-word ones)",
    ),
    Operator(
        "python.call",
        _values(None),
        meaning="callee, arguments; data: a tuple with, per argument, None, '*', '**' or the keyword",
    ),
    Operator(
        "python.method", _values(None), meaning="receiver, arguments; data: (method name, tuple as in python.call)"
    ),
    Operator("python.attribute", _values(1), meaning="data: the name"),
    Operator("python.index", _values(2), meaning="x[i]"),
    Operator(
        "python.slice",
        _values(3),
        meaning="lower, upper, step (const None when absent): a slice object for python.index",
    ),
    Operator("python.list", _values(None), meaning="a display; elements may be python.starred"),
    Operator("python.tuple", _values(None)),
    Operator("python.set", _values(None)),
    Operator(
        "python.dict",
        _values(None),
        meaning="key, value, key, value, ...; a python.starred key with const None: **mapping",
    ),
    Operator("python.starred", _values(1), meaning="only inside displays"),
    Operator(
        "python.comprehension",
        _values(None),
        meaning="data: `Comprehension`; iterables and conditions in order, then the element(s)",
    ),
    Operator(
        "python.assign",
        _values(1),
        meaning="an assignment expression; data: the name that it binds in the function around it",
    ),
    Operator("python.lambda", _values(1), meaning="data: tuple of parameter names; body"),
    Operator("python.object", _values(0), meaning="an object of which no term says anything; data: what it is"),
    Operator(
        "python.library_object",
        _values(0),
        meaning="a parameter that is an object of the standard library; data: its class, the parameter's name",
    ),
    Operator(
        "python.format",
        _values(None),
        meaning="an f-string; data: tuple of literal parts and (conversion, format) for each argument",
    ),
)

PYTHON_OPERATORS = frozenset(row.name for row in PYTHON)
"""The operators of terms whose values only Python types."""

REGULAR_OPERATORS = frozenset(row.name for row in REGULAR)
TEXT_OPERATORS = frozenset(row.name for row in TEXTS)
LENGTHS = frozenset({"seq.len", "array.len", "str.len"})
"""What is never negative."""
MEMBERSHIPS = frozenset({"seq.member", "set.member", "multiset.member", "map.member"})

OPERATORS: dict[str, Operator] = {
    row.name: row for row in (*LOGIC, *ARITHMETIC, *BIT_VECTORS, *STRINGS, *SEQUENCES, *SETS, *MAPS, *PYTHON)
}

STRICT: dict[str, Strict] = {row.name: row.evaluate for row in OPERATORS.values() if row.evaluate is not None}
"""Strict operator → its function. The one definition of these operators: evaluation and folding both use it."""


def row_of(name: str, args: Sequence[Term]) -> Operator:
    """The row of an operator. Raises SortError when there is none, or it takes another number of arguments."""
    row = OPERATORS.get(name)
    if row is None:
        raise SortError(f"no such operator: {name}")
    if row.sorts.arity is not None and len(args) != row.sorts.arity:
        raise SortError(f"{name} takes {row.sorts.arity} arguments, not {len(args)}")
    return row


def result_sort(row: Operator, args: Sequence[Term], data: Any = None) -> Sort:
    """The sort of an operator applied to these arguments.

    Raises SortError when they do not fit, and where they do not determine it (operators whose sort is declared
    elsewhere, empty literals)."""
    if row.sorts.result is None:
        raise SortError(f"the sort of {row.name} must be given")
    return row.sorts.result(row.name, [arg.sort for arg in args], data)
