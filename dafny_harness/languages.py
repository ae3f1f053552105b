"""The languages in which specifications are tested: Dafny, and Python with its assertions."""

from typing import Any

from ..core.errors import Unsupported
from ..core.evaluate.machine import Closure
from ..core.ir.contracts import Specification
from ..core.ir.notation import show_value
from ..core.ir.sorts import Sort
from ..core.ir.variables import Valuation
from ..core.spec_testing.language import Language, Rewriting
from ..frontends import dafny, python
from ..frontends.show import show
from .edits import edits


def literals(values: Valuation, specification: Specification) -> dict[str, str]:
    """Parameter or result → its value as text, in the language of the specification."""
    return (PYTHON if specification.is_dynamic else DAFNY).literals(values, specification)


def _dafny_literal(value: Any, sort: Sort) -> str:
    try:
        return dafny.show_term(value.term) if isinstance(value, Closure) else dafny.literal(value, sort)
    except Unsupported:  # an object, which no expression of Dafny makes
        return show(value.term) if isinstance(value, Closure) else show_value(value)


def _python_literal(value: Any, sort: Sort) -> str:
    return python.literal(value)


DAFNY = Language(
    _dafny_literal,
    Rewriting(dafny.parse_expression, edits),
    tests="methods called Main, with test in their name or marked {:test}",
    diff=lambda change, routine: dafny.mutated_lines(change, routine.source),
)
PYTHON = Language(_python_literal)
