"""Values of a method's parameters and results as Dafny literals."""

from collections.abc import Mapping
from typing import Any

from ..core.contracts import Specification
from ..frontends.dafny import literal


def literals(values: Mapping[str, Any], specification: Specification) -> dict[str, str]:
    """Parameter or result → its value as text."""
    sorts = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
    return {name: literal(value, sorts[name]) for name, value in values.items()}
