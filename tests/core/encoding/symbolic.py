"""Python values as symbolic values, and back: what an operation of the encoding makes of known arguments is known."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from specassay.core.encoding.abstract_values import (
    AbstractBool,
    AbstractConstant,
    AbstractDict,
    AbstractFloat,
    AbstractInt,
    AbstractNone,
    AbstractSequence,
    AbstractSet,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
)
from specassay.core.encoding.alternatives import constant
from specassay.core.encoding.context import Context, single
from specassay.core.encoding.sequences import filtered, from_values
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import integer
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.statements import Check
from specassay.core.ir.terms import TRUE, Term, var
from specassay.frontends.python import parse_contract

_KINDS = {"list": list, "tuple": tuple, "iterator": list, "bytes": bytes}
_KINDS |= dict.fromkeys(("dict_keys", "dict_values", "dict_items"), list)


def symbolic(value: Any) -> Symbolic:
    """A value that is known."""
    match value:
        case list() | tuple():
            return single(from_values(type(value).__name__, list(map(symbolic, value))))
        case set() | frozenset():
            return single(AbstractSet(type(value).__name__, tuple(Entry(TRUE, symbolic(each)) for each in value)))
        case dict():
            keys = tuple(Entry(TRUE, symbolic(key)) for key in value)
            return single(AbstractDict(integer(len(value)), keys, tuple(map(symbolic, value.values()))))
        case _:
            return constant(value)


def abstract(value: Any) -> AbstractValue:
    """The one alternative of a value that is known."""
    ((_, only),) = symbolic(value)
    return only


def some_of(kind: str, values: Sequence[Any]) -> Symbolic:
    """A sequence of some of the values: the one at i is in it where `pi` is true."""
    entries = tuple(Entry(var(f"p{place}", BOOL), symbolic(value)) for place, value in enumerate(values))
    return single(filtered(kind, entries))


def choices(values: Sequence[Any]) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """The worlds of `some_of`, each with the values that are in the sequence there."""
    for chosen in product((False, True), repeat=len(values)):
        world = {f"p{place}": present for place, present in enumerate(chosen)}
        yield world, [value for value, present in zip(values, chosen, strict=True) if present]


def known(term: Term, world: Mapping[str, Any] = {}) -> Any:
    found = evaluate(term, world)
    assert found.state == "defined", found
    return found.value


def meant(value: Symbolic, world: Mapping[str, Any] = {}) -> Any:
    """The Python value that is meant in a world; exactly one alternative is."""
    (only,) = [each for guard, each in value if known(guard, world) is True]
    match only:
        case AbstractNone():
            return None
        case AbstractBool(term) | AbstractInt(term) | AbstractText(term):
            return known(term, world)
        case AbstractFloat(kind, number):
            assert known(kind, world) == 0
            return float(known(number, world)) / (8 if number.sort.kind == "Int" else 1)
        case AbstractConstant(data):
            return data
        case AbstractSequence(kind, length, entries):
            items = [meant(each.value, world) for each in entries if known(each.present, world) is True]
            assert known(length, world) == len(items)
            return _KINDS[kind](items)
        case AbstractDict(length, keys, values):
            pairs = zip(keys, values, strict=True)
            items = [(key.value, value) for key, value in pairs if known(key.present, world) is True]
            assert known(length, world) == len(items)
            return {meant(key, world): meant(value, world) for key, value in items}
        case AbstractSet():
            return {meant(each.value, world) for each in only.members if known(each.present, world) is True}
    raise AssertionError(only)


def term_of(expression: str) -> Term:
    """A Python expression over some of n, x, y and xs, as it stands in a contract."""
    (check,) = parse_contract(f"assert ({expression}) == x", name="f", parameters=("n", "x", "y", "xs")).body
    assert isinstance(check, Check)
    return check.test.args[0]


def exceptions(context: Context, world: Mapping[str, Any] = {}) -> list[str]:
    """What is raised in a world, in order."""
    return [each.exception for each in context.raised if known(each.guard, world) is True]


def raised_by(execute: Callable[[], object]) -> str:
    """The name of the exception that CPython raises; the test fails where it raises none."""
    with pytest.raises(Exception) as raised:  # noqa: PT011  # which one it is, is the question
        execute()
    return raised.type.__name__
