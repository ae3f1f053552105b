"""Values of a method's parameters and results as literals of its language."""

from collections.abc import Mapping
from typing import Any

from ..core.errors import Unsupported
from ..core.evaluate.machine import Closure
from ..core.ir.contracts import Specification
from ..core.ir.notation import show_value
from ..core.ir.sorts import VALUE, Sort
from ..frontends import dafny, python
from ..frontends.show import show


def literals(values: Mapping[str, Any], specification: Specification) -> dict[str, str]:
    """Parameter or result → its value as text."""
    sorts = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
    return {name: _literal(value, sorts[name]) for name, value in values.items()}


def _literal(value: Any, sort: Sort) -> str:
    if sort == VALUE:
        return python.literal(value)
    if isinstance(value, Closure):
        return f"({', '.join(binder.name for binder in value.parameters)}) => {show(value.closed)}"
    try:
        return dafny.literal(value, sort)
    except Unsupported:  # an object, which no expression of Dafny makes
        return show_value(value)
