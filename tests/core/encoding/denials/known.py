"""What the encoding knows, by its own tables, and what bodies of functions are lowered to."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from specassay.core.encoding import calls, expressions
from specassay.core.ir.statements import Statement, statements_of
from specassay.frontends.python import parse_contract

from .programs import IMPORTS

KINDS = (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset, range, Counter, re.Pattern, re.Match)


def operators() -> frozenset[str]:
    """The operators with a handler."""
    return frozenset(expressions._HANDLERS)


def functions() -> list[Any]:
    """The functions with a handler."""
    return [*calls.HANDLERS, *calls.NAMED]


def methods() -> frozenset[str]:
    """The methods that values may have. `scanner` is not documented."""
    names = (name for kind in KINDS for name in dir(kind) if callable(getattr(kind, name)))
    return frozenset(name for name in names if not name.startswith("_")) - {"scanner"}


def statement_kinds() -> frozenset[str]:
    """The statements that are executed."""
    names = "Assign Break Check Continue Define Evaluate For If Raise Return Try While"
    return frozenset(names.split())


def lowered(texts: Iterable[str]) -> Iterator[tuple[Statement, ...]]:
    """The statements of bodies of functions over x and y."""
    for text in texts:
        inside = text.replace("\n", "\n    ")
        contract = parse_contract(
            f"{IMPORTS}def p(x, y):\n    {inside}\nassert p(x, y)", name="contract", parameters=("x", "y")
        )
        yield tuple(statements_of(contract.body))
