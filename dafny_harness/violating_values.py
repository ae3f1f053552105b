"""Values of parameters, for the search of inputs that violate preconditions."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from ..core.errors import Unsupported
from ..core.ir.build import conj, eq, negate, op
from ..core.ir.contracts import Specification
from ..core.ir.sorts import OBJECT
from ..core.ir.terms import Term, const
from ..core.ir.values import ArrayValue, UninterpretedValue
from ..core.ir.variables import is_field
from ..core.synthesis.verdicts import Arguments


def with_objects(inputs: Arguments, specification: Specification) -> Arguments:
    """The input, with an object of its own for each parameter that is one and may not be null."""
    absent = [
        binder.name
        for binder in specification.inputs
        if binder.sort == OBJECT and not is_field(binder.name) and binder.name not in specification.nullable
        if inputs[binder.name].index == 0
    ]
    used = max((value.index for value in inputs.values() if isinstance(value, UninterpretedValue)), default=0)
    own = {name: UninterpretedValue(str(OBJECT.label), number) for number, name in enumerate(absent, used + 1)}
    return {**inputs, **own} if own else inputs


def of_literals(found: Iterable[Arguments]) -> Iterator[Arguments]:
    """The candidates; none for a type without literals, of which solvers have a say yet."""
    with suppress(Unsupported):
        yield from found


def equal(unknown: Term, value: Any) -> Term:
    """An input is this value: of an array, its elements."""
    if isinstance(value, ArrayValue):
        elements = op("array.elements", unknown)
        return conj(negate(op("array.is_null", unknown)), eq(elements, const(value.elements, elements.sort)))
    if value is None:
        return op("array.is_null", unknown)
    return eq(unknown, const(value, unknown.sort))


def measures(unknown: Term) -> list[Term]:
    """The size of a value as Int terms, where its sort has one that solvers know."""
    match unknown.sort.kind:
        case "Int":
            return [unknown, op("neg", unknown)]
        case "Seq":
            return [op("seq.len", unknown)]
        case "Array":
            return [op("array.len", unknown)]
        case _:
            return []
