"""Builtins with arguments that are given by keyword alone: `sorted(xs, key=f)`, `max(xs, default=0)`."""

from collections.abc import Callable
from typing import Any

from .abstract_values import AbstractNone, Symbolic
from .aggregates import extreme, in_order, known_flag
from .alternatives import SymbolicArguments, constant, raising, unsupported
from .context import Context
from .iterators import HANDLERS as ITERATORS
from .iterators import zip_strict
from .ordering import SortKey

Keywords = dict[str, Symbolic]
Apply = Callable[[Symbolic, SymbolicArguments], Symbolic]
"""Calls a symbolic callable."""
NamedHandler = Callable[[Context, SymbolicArguments, Keywords, Apply], Symbolic]

NOTHING = constant(None)


def _sorted(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    if len(arguments) != 1:
        return raising(context, "TypeError")
    key = _key(keywords, apply)
    return in_order(context, arguments[0], keywords.get("reverse", constant(False)), key)


def _extreme(least: bool) -> NamedHandler:
    def handler(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
        if not arguments:
            return raising(context, "TypeError")
        return extreme(context, arguments, least, _key(keywords, apply), keywords.get("default"))

    return handler


def _zip(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    strict = known_flag(keywords.get("strict", constant(False)))
    if strict is None:
        return unsupported(context, "zip with a strict that is not known")
    return zip_strict(context, arguments) if strict else ITERATORS[zip](context, arguments)


def _key(keywords: Keywords, apply: Apply) -> SortKey | None:
    """The function of `key=`; None where that is None, or not given."""
    key = keywords.get("key", NOTHING)
    if all(isinstance(abstract, AbstractNone) for _, abstract in key):
        return None
    return lambda value: apply(key, [value])


NAMED: dict[Any, tuple[tuple[str, ...], NamedHandler]] = {
    sorted: (("key", "reverse"), _sorted),
    min: (("key", "default"), _extreme(True)),
    max: (("key", "default"), _extreme(False)),
    zip: (("strict",), _zip),
}
"""Builtins with the arguments that they take by keyword alone."""
