"""Some small values of a sort: what can be inserted into a collection that has nothing to copy from."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, count, islice, product
from typing import Any

from ...errors import Unsupported
from ...ir.contracts import Constructor, Datatype
from ...ir.shapes import element_of_shaped, is_shaped, rank_of_shaped
from ...ir.sorts import Sort
from ...ir.values import ArrayValue, FrozenMap, Multiset, UninterpretedValue, applied
from ...turns import in_turn
from .circles import fields_of, small_circles

MOST_SAMPLES = 12
"""Values of one sort. Those of a tuple or a datatype are combinations of these, so that their number is a power of
it."""
DEEPEST = 3
"""Constructors with fields inside each other. One level more multiplies the values by those of every field, and only
the first of them are taken."""
_fresh = count()


def samples(sort: Sort, datatypes: Mapping[str, Datatype], depth: int = DEEPEST) -> list[Any]:
    """At most `MOST_SAMPLES` distinct values of a sort, the smallest first. None when datatypes nest deeper
    than `depth`. Raises Unsupported for a sort that has no literals."""
    return list(islice(_samples(sort, datatypes, depth), MOST_SAMPLES))


def fresh_array(elements: tuple[Any, ...]) -> ArrayValue:
    """An array that is no other array."""
    return ArrayValue(elements, ("fresh", next(_fresh)))


def _samples(sort: Sort, datatypes: Mapping[str, Datatype], depth: int) -> Iterator[Any]:
    inner = [samples(argument, datatypes, depth) for argument in sort.args] if sort.kind != "Datatype" else []
    match sort.kind:
        case "Bool":
            yield from (False, True)
        case "Int":
            yield from (0, 1, -1, 2, 3, 10)
        case "Real":
            yield from map(Fraction, ("0", "1", "-1", "1/2", "10"))
        case "BitVec":
            yield from range(min(4, 2 ** int(sort.label or 0)))
        case "Char":
            yield from "abcxyzA0 "
        case "Uninterpreted":
            yield from (UninterpretedValue(str(sort.label), index) for index in range(4))
        case "Seq":
            yield from ((), *((element,) for element in inner[0]))
        case "Array":
            yield from (fresh_array(elements) for elements in ((), *((element,) for element in inner[0])))
        case "Set":
            yield from (frozenset(), *(frozenset({element}) for element in inner[0]))
        case "Multiset":
            yield from (Multiset(), *(Multiset((element,)) for element in inner[0]))
        case "Map":
            yield FrozenMap()
            yield from (FrozenMap({key: value}) for key, value in zip(inner[0], inner[1], strict=False))
        case "Tuple" if is_shaped(sort):
            rank = rank_of_shaped(sort)
            yield (fresh_array(()), *(0 for _ in range(rank)))
            for element in samples(element_of_shaped(sort), datatypes, depth):
                yield (fresh_array((element,)), *(1 for _ in range(rank)))
        case "Tuple":
            yield from product(*inner)
        case "Datatype":
            made = (
                of_constructor(constructor, sort, datatypes, depth - 1)
                for constructor in _declaration(sort, datatypes).constructors
            )
            circular = fields_of(sort, datatypes, lambda each: field_sorts(each, sort, datatypes))
            if not circular:
                yield from chain.from_iterable(made)
            elif depth > 0:
                circles = small_circles(sort, circular, lambda each: samples(each, datatypes, depth - 1))
                yield from in_turn((chain.from_iterable(made), circles))
        case _:
            raise Unsupported(f"values of type {sort}")


def of_constructor(
    constructor: Constructor, sort: Sort, datatypes: Mapping[str, Datatype], depth: int = DEEPEST
) -> Iterator[Any]:
    """Values made by one constructor; none when `depth` is used up and it has fields."""
    if constructor.fields and depth <= 0:
        return
    fields = [samples(field_sort, datatypes, depth) for field_sort in field_sorts(constructor, sort, datatypes)]
    for values in product(*fields):
        yield applied(constructor.name, values)


def field_sorts(constructor: Constructor, sort: Sort, datatypes: Mapping[str, Datatype]) -> list[Sort]:
    """The sorts of a constructor's fields at an instance of its datatype: type parameters replaced."""
    actual = dict(zip(_declaration(sort, datatypes).parameters, sort.args, strict=True))
    return [_instantiate(binder.sort, actual) for binder in constructor.fields]


def _declaration(sort: Sort, datatypes: Mapping[str, Datatype]) -> Datatype:
    try:
        return datatypes[str(sort.label)]
    except KeyError:
        raise Unsupported(f"values of the undeclared type {sort}") from None


def _instantiate(sort: Sort, actual: Mapping[str, Sort]) -> Sort:
    if sort.kind == "Uninterpreted" and str(sort.label) in actual:
        return actual[str(sort.label)]
    return Sort(sort.kind, tuple(_instantiate(argument, actual) for argument in sort.args), sort.label)
