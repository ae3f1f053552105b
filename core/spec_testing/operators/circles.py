"""Values of codatatypes without an end that come back to themselves: small ones, and what is near one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from ...ir.contracts import Constructor, Datatype, held_sorts
from ...ir.graphs import value_at
from ...ir.rational_trees import NodeReference, RationalTree, TreeNode
from ...ir.sorts import OBJECT, Sort
from ...ir.values import applied
from ...turns import in_turn
from .model import Mutation

LONGEST = 3
"""The nodes of a circle that is drawn."""
FEW = 3
"""Values of each field that are combined."""
FARTHEST = 3
"""As many constructors from the beginning a value is changed."""

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
    listed = [(each, sorts(each)) for each in declared.constructors]
    held = (part for _, found in listed for each in found if each != sort for part in held_sorts(each, datatypes))
    if any(part.kind == "Array" or part == OBJECT for part in held):
        return ()
    return [(each, found) for each, found in listed if sort in found]


def near_circle(
    value: RationalTree, sort: Sort, sorts: Callable[[str], Sequence[Sort]], mutation: Mutation, depth: int = FARTHEST
) -> Iterator[Any]:
    """Values that differ from a circle in one part near its beginning, or in what follows there: without the first
    constructor, with it once more."""
    own = sorts(value.constructor)

    def with_field(position: int, part: Any) -> Any:
        return applied(value.constructor, (*value.fields[:position], part, *value.fields[position + 1 :]))

    def changed(position: int) -> Iterator[Any]:
        part = value.fields[position]
        if own[position] != sort:
            yield from (with_field(position, each) for each in mutation.component(part, own[position]))
            return
        yield part
        yield with_field(position, value)
        if isinstance(part, RationalTree) and depth:
            yield from (with_field(position, each) for each in near_circle(part, sort, sorts, mutation, depth - 1))

    yield from in_turn([changed(position) for position in range(len(own))])
