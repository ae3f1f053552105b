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
from ..sorts import Sort
from ..terms import Term
from .arithmetic import ARITHMETIC, BIT_VECTORS
from .containers import MAPS, SEQUENCES, SETS
from .logic import LOGIC
from .python import PYTHON
from .row import Operator, Strict
from .text import STRINGS

OPERATORS: dict[str, Operator] = {
    row.name: row
    for row in (*LOGIC, *ARITHMETIC, *BIT_VECTORS, *STRINGS, *SEQUENCES, *SETS, *MAPS, *PYTHON)
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
