"""Merging alternatives: values of one kind under several guards become one value with conditional parts."""

from ..ir.build import ite
from ..ir.terms import Term
from . import units
from .abstract_values import (
    BoolShape,
    ComplexShape,
    ConstantShape,
    FloatShape,
    IntShape,
    NodeShape,
    NoneShape,
    Shape,
    TextShape,
)
from .guards import join


def merged(alternatives: list[tuple[Term, Shape]]) -> tuple[tuple[Term, Shape], ...]:
    """The same value with at most one alternative per scalar kind."""
    if len(alternatives) < 2:
        return tuple(alternatives)
    result: list[tuple[Term, Shape]] = []
    places: dict[object, int] = {}
    for guard, shape in alternatives:
        key = _key(shape)
        place = places.get(key) if key is not None else None
        if place is None:
            if key is not None:
                places[key] = len(result)
            result.append((guard, shape))
        else:
            before, other = result[place]
            result[place] = (join(before, guard), _either(before, other, shape))
    return tuple(result)


def _key(shape: Shape) -> object:
    match shape:
        case BoolShape() | IntShape() | FloatShape() | ComplexShape() | TextShape() | NoneShape():
            return type(shape)
        case ConstantShape(value):
            return ConstantShape, id(value)
        case NodeShape(kind, node):
            return NodeShape, kind, id(node)
        case _:
            return id(shape)


def _either(guard: Term, first: Shape, second: Shape) -> Shape:
    match first, second:
        case BoolShape(left), BoolShape(right):
            return BoolShape(ite(guard, left, right))
        case IntShape(left), IntShape(right):
            return IntShape(ite(guard, left, right))
        case TextShape(left), TextShape(right):
            return TextShape(ite(guard, left, right))
        case FloatShape(), FloatShape():
            return _either_float(guard, first, second)
        case ComplexShape(), ComplexShape():
            return ComplexShape(
                _either_float(guard, first.real, second.real), _either_float(guard, first.imaginary, second.imaginary)
            )
        case _:
            return first


def _either_float(guard: Term, first: FloatShape, second: FloatShape) -> FloatShape:
    return FloatShape(ite(guard, first.kind, second.kind), units.either(guard, first.value, second.value))
