"""Merging alternatives: values of one kind under several guards become one value with conditional parts."""

from ..ir.build import ite
from ..ir.terms import Term
from . import units
from .abstract_values import (
    AbstractBool,
    AbstractComplex,
    AbstractConstant,
    AbstractFloat,
    AbstractInt,
    AbstractNode,
    AbstractNone,
    AbstractText,
    AbstractValue,
)
from .guards import disjunction


def merged(alternatives: list[tuple[Term, AbstractValue]]) -> tuple[tuple[Term, AbstractValue], ...]:
    """The same value with at most one alternative per scalar kind."""
    if len(alternatives) < 2:
        return tuple(alternatives)
    # The guards of a value exclude each other, and still do afterwards: under `before or guard` the first part is meant
    # where `before` holds, and the other one elsewhere. `x if p else 2` is one int, `ite(p, x, 2)`, and not two: loops
    # would double the alternatives in each round. A container is only merged with itself: of two, all parts would have
    # to be merged one by one.
    result: list[tuple[Term, AbstractValue]] = []
    places: dict[object, int] = {}
    for guard, abstract in alternatives:
        key = _key(abstract)
        place = places.get(key) if key is not None else None
        if place is None:
            if key is not None:
                places[key] = len(result)
            result.append((guard, abstract))
        else:
            before, other = result[place]
            result[place] = (disjunction(before, guard), _either(before, other, abstract))
    return tuple(result)


def _key(abstract: AbstractValue) -> object:
    match abstract:
        case AbstractBool() | AbstractInt() | AbstractFloat() | AbstractComplex() | AbstractText() | AbstractNone():
            return type(abstract)
        case AbstractConstant(value):
            return AbstractConstant, id(value)
        case AbstractNode(kind, node):
            return AbstractNode, kind, id(node)
        case _:
            return id(abstract)


def _either(guard: Term, first: AbstractValue, second: AbstractValue) -> AbstractValue:
    match first, second:
        case AbstractBool(left), AbstractBool(right):
            return AbstractBool(ite(guard, left, right))
        case AbstractInt(left), AbstractInt(right):
            return AbstractInt(ite(guard, left, right))
        case AbstractText(left), AbstractText(right):
            return AbstractText(ite(guard, left, right))
        case AbstractFloat(), AbstractFloat():
            return _either_float(guard, first, second)
        case AbstractComplex(), AbstractComplex():
            return AbstractComplex(
                _either_float(guard, first.real, second.real), _either_float(guard, first.imaginary, second.imaginary)
            )
        case _:
            return first


def _either_float(guard: Term, first: AbstractFloat, second: AbstractFloat) -> AbstractFloat:
    return AbstractFloat(ite(guard, first.kind, second.kind), units.either(guard, first.value, second.value))
