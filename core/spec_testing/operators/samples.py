"""Some small values of a sort: what can be inserted into a collection that has nothing to copy from.

Of codatatypes there are values without an end, which come back to themselves: small ones, and what is near one.

Example: of `int` these are 0, 1, -1 and so on; of `seq<bool>` [], [false], [true]; of `datatype List = Nil | Cons(int,
List)` Nil, Cons(0, Nil), …; of `codatatype Stream = More(int, Stream)` the stream 0, 0, 0, … as a circle of one node.

Invariant: the values are distinct, the smallest first, and the same in each run. A datatype without a finite value of
depth `depth` has none here, and who asks has to do without.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, count, islice, product
from math import inf
from random import Random
from typing import Any

from ...errors import Unsupported
from ...evaluate.environment import AsKey
from ...ir.contracts import Constructor, Datatype, held_sorts
from ...ir.graphs import value_at
from ...ir.rational_trees import NodeReference, RationalTree, TreeNode
from ...ir.shapes import element_of_shaped, is_shaped, rank_of_shaped
from ...ir.sorts import OBJECT, Sort
from ...ir.type_instances import replace_sorts
from ...ir.values import ArrayValue, FrozenMap, Multiset, UninterpretedValue, applied
from ...iteration import in_turn
from .model import Mutation

MOST_SAMPLES = 12
"""Values of one sort. Those of a tuple or a datatype are combinations of these, so that their number is a power of
it."""
DEEPEST = 3
"""Constructors with fields inside each other. One level more multiplies the values by those of every field, and only
the first of them are taken."""
_fresh = count()
LONGEST = 3
"""The nodes of a circle that is drawn."""
FEW = 3
"""Values of each field that are combined."""
FARTHEST = 3
"""How many constructors from the beginning a value is changed."""
DEEPEST_TYPES = 12
"""Datatypes inside each other, in the search for a value that ends: more than programs have, chosen."""


def samples(sort: Sort, datatypes: Mapping[str, Datatype], depth: int = DEEPEST) -> list[Any]:
    """At most `MOST_SAMPLES` distinct values of a sort, the smallest first. None when datatypes nest deeper
    than `depth`. Raises Unsupported for a sort that has no literals."""
    return list(islice(_samples(sort, datatypes, depth), MOST_SAMPLES))


def fresh_array(elements: tuple[Any, ...]) -> ArrayValue:
    """An array that is no other array."""
    return ArrayValue(elements, ("fresh", next(_fresh)))


def _samples(sort: Sort, datatypes: Mapping[str, Datatype], depth: int) -> Iterator[Any]:
    # The samples of the parts: a datatype's fields depend on its constructor instead.
    inner = [samples(argument, datatypes, depth) for argument in sort.args] if sort.kind != "Datatype" else []
    match sort.kind:
        case "Bool":
            yield from (False, True)
        case "Int":
            # Small numbers and both signs; 10 for what begins late.
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
            # Empty and with one element: longer ones are made by mutation.
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
            # No rows, and one element in each dimension.
            rank = rank_of_shaped(sort)
            yield (fresh_array(()), *(0 for _ in range(rank)))
            for element in samples(element_of_shaped(sort), datatypes, depth):
                yield (fresh_array((element,)), *(1 for _ in range(rank)))
        case "Tuple":
            yield from product(*inner)
        case "Datatype":
            # Constructors use up the depth, or recursive types would have no end.
            made = (
                of_constructor(constructor, sort, datatypes, depth - 1)
                for constructor in _declaration(sort, datatypes).constructors
            )
            circular = fields_of(sort, datatypes, lambda field_sort: field_sorts(field_sort, sort, datatypes))
            # A codatatype that never ends (`Stream = Cons(int, Stream)`) has no value that is made from inside out: one
            # that comes back to itself, `s = Cons(0, s)`, is the smallest that it has.
            if not circular:
                yield from chain.from_iterable(made)
            elif depth > 0:
                circles = small_circles(sort, circular, lambda field_sort: samples(field_sort, datatypes, depth - 1))
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
    return [replace_sorts(binder.sort, actual) for binder in constructor.fields]


@lru_cache(maxsize=4096)
def least_height(sort: Sort, datatypes: AsKey, within: frozenset[Sort] = frozenset()) -> float:
    """How many constructors are inside each other in the smallest value of a sort; infinite where each holds another
    one of its sort. `within`: the datatypes that it is part of. A type whose parameters grow (`T<T<int>>` in `T<int>`)
    is given up at `DEEPEST_TYPES`."""
    known: Mapping[str, Datatype] = datatypes.mapping
    match sort.kind:
        case "Tuple":
            return max((least_height(part, datatypes, within) for part in sort.args), default=0)
        case "Function":
            return least_height(sort.args[-1], datatypes, within)
        # A value inside a value of its own type makes none smaller.
        case "Datatype" if sort in within or len(within) > DEEPEST_TYPES or str(sort.label) not in known:
            return inf
        case "Datatype":
            return min(
                height_of(constructor, sort, datatypes, within) for constructor in known[str(sort.label)].constructors
            )
        case _:
            return 0


def height_of(constructor: Constructor, sort: Sort, datatypes: AsKey, within: frozenset[Sort] = frozenset()) -> float:
    """The same of the values that one constructor makes."""
    parts = field_sorts(constructor, sort, datatypes.mapping)
    return 1 + max((least_height(part, datatypes, within | {sort}) for part in parts), default=0)


def _declaration(sort: Sort, datatypes: Mapping[str, Datatype]) -> Datatype:
    try:
        return datatypes[str(sort.label)]
    except KeyError:
        raise Unsupported(f"values of the undeclared type {sort}") from None


Fields = Sequence[tuple[Constructor, Sequence[Sort]]]
"""The constructors that have a field of the codatatype itself, each with the sorts of its fields."""


def small_circles(sort: Sort, fields: Fields, values: Callable[[Sort], Sequence[Any]]) -> Iterator[Any]:
    """Circles of one node, then of two with different parts. `values`: those of a sort, the smallest first."""
    listed = [
        (made.name, sorts, parts)
        for made, sorts in fields
        for parts in product(*([None] if each == sort else list(values(each))[:FEW] for each in sorts))
    ]
    for name, sorts, parts in listed:
        yield value_at([_node(name, sort, sorts, parts, 0)], 0)
    for (first, one, parts), (second, other, others) in product(listed, repeat=2):
        if (first, parts) != (second, others):
            yield value_at([_node(first, sort, one, parts, 1), _node(second, sort, other, others, 0)], 0)


def drawn_circle(sort: Sort, fields: Fields, random: Random, value: Callable[[Sort], Any]) -> Any:
    """A random circle, sometimes after something else. `value` draws one of a sort."""
    length, before = random.randrange(1, LONGEST + 1), random.randrange(LONGEST)
    nodes = []
    for number in range(before + length):
        made, sorts = random.choice(fields)
        parts = [None if each == sort else value(each) for each in sorts]
        nodes.append(_node(made.name, sort, sorts, parts, number + 1 if number + 1 < before + length else before))
    return value_at(nodes, 0)


def _node(name: str, sort: Sort, sorts: Sequence[Sort], parts: Sequence[Any], following: int) -> TreeNode:
    held = (NodeReference(following) if each == sort else part for each, part in zip(sorts, parts, strict=True))
    return name, tuple(held)


def fields_of(sort: Sort, datatypes: Mapping[str, Datatype], sorts: Callable[[Constructor], list[Sort]]) -> Fields:
    """The constructors of a codatatype with a field of the type itself; none of another datatype, and of one that may
    hold arrays or objects, whose contents no value without an end is followed for."""
    declared = datatypes.get(str(sort.label))
    if declared is None or not declared.lazy:
        return ()
    listed = [(constructor, sorts(constructor)) for constructor in declared.constructors]
    held = (
        held_sort
        for _, field_sorts_of in listed
        for each in field_sorts_of
        if each != sort
        for held_sort in held_sorts(each, datatypes)
    )
    if any(part.kind == "Array" or part == OBJECT for part in held):
        return ()
    return [(constructor, field_sorts_of) for constructor, field_sorts_of in listed if sort in field_sorts_of]


def near_circle(
    value: RationalTree, sort: Sort, sorts: Callable[[str], Sequence[Sort]], mutation: Mutation, depth: int = FARTHEST
) -> Iterator[Any]:
    """Values that differ from a circle in one part near its beginning, or in what follows there: without the first
    constructor, with it once more."""
    # The sorts of the fields, of which one is the circle's own.
    own = sorts(value.constructor)

    def with_field(position: int, part: Any) -> Any:
        return applied(value.constructor, (*value.fields[:position], part, *value.fields[position + 1 :]))

    def changed(position: int) -> Iterator[Any]:
        field = value.fields[position]
        if own[position] != sort:
            yield from (with_field(position, changed_part) for changed_part in mutation.component(field, own[position]))
            return
        # Without this node, and with it once more: streams that are one step apart.
        yield field
        yield with_field(position, value)
        # Deeper in, as far as the depth allows; the circle comes back to itself.
        if isinstance(field, RationalTree) and depth:
            yield from (
                with_field(position, changed_part)
                for changed_part in near_circle(field, sort, sorts, mutation, depth - 1)
            )

    yield from in_turn([changed(position) for position in range(len(own))])
