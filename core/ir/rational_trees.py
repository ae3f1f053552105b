"""Values of codatatypes that have no end and come back to themselves, as rational trees: infinite trees with finitely
many different subtrees (Courcelle, Fundamental properties of infinite trees, 1983).

`codatatype Stream = Cons(head: int, tail: Stream)` has `Cons(1, Cons(2, Cons(1, …)))`. It is a circle of two nodes, and
the smallest one, whose nodes are numbered as they are reached from the first, is the same for equal values. So
equality, which no reading of finitely many fields proves, is decided: it is that of these circles.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen


@frozen(slots=True)
class NodeReference:
    """A field that is the value at another node, by its number."""

    number: int


TreeNode = tuple[str, tuple[Any, ...]]
"""The constructor, and the fields: values, or references."""


@frozen(slots=True, cache_hash=True, repr=False)
class RationalTree:
    """The value at the first of the nodes. Each is reached from each, no two have the same value, and they are numbered
    in the order in which they are reached. What leads to a circle and is not part of it is a constructor applied to
    its fields as other values are."""

    nodes: tuple[TreeNode, ...]

    @property
    def constructor(self) -> str:
        return self.nodes[0][0]

    @property
    def fields(self) -> tuple[Any, ...]:
        """The fields of the value, of which some are rational trees themselves."""
        return _fields(self)

    @property
    def parts(self) -> tuple[Any, ...]:
        """What the fields of all nodes hold that is no node."""
        return tuple(
            field_value
            for _, fields in self.nodes
            for field_value in fields
            if not isinstance(field_value, NodeReference)
        )

    def at(self, number: int) -> "RationalTree":
        """The value at one of the nodes."""
        return RationalTree(in_order_reached(self.nodes, number))

    def applied(self, constructor: str, fields: tuple[Any, ...]) -> "RationalTree | None":
        """The value of a constructor with these fields, of which this is one, where that is a node of the same circle:
        of `Cons(2, t)`, where t is 1, 2, 1, …, the second."""
        for number, (name, held) in enumerate(self.nodes):
            if name == constructor and all(map(self._is, held, fields)):
                return self.at(number)
        return None

    def _is(self, field_value: Any, value: Any) -> bool:
        if isinstance(field_value, NodeReference):
            return (
                isinstance(value, RationalTree)
                and len(value.nodes) == len(self.nodes)
                and (self.at(field_value.number) == value)
            )
        return bool(field_value == value)

    def __repr__(self) -> str:
        """`(t0 where t0 = Cons(1, t1), t1 = Cons(2, t0))`."""
        listed = enumerate(self.nodes)
        nodes = (f"t{number} = {name}({', '.join(map(_shown, held))})" for number, (name, held) in listed)
        return f"(t0 where {', '.join(nodes)})"


def _shown(field_value: Any) -> str:
    return f"t{field_value.number}" if isinstance(field_value, NodeReference) else repr(field_value)


@lru_cache(maxsize=4096)
def _fields(tree: RationalTree) -> tuple[Any, ...]:
    return tuple(
        tree.at(field_value.number) if isinstance(field_value, NodeReference) else field_value
        for field_value in tree.nodes[0][1]
    )


def references(node: TreeNode) -> Iterator[int]:
    """The numbers of the nodes that are fields of a node."""
    return (field_value.number for field_value in node[1] if isinstance(field_value, NodeReference))


def renumbered(node: TreeNode, numbers: Sequence[int] | Mapping[int, int]) -> TreeNode:
    """The node where those that it refers to have other numbers: old → new."""
    name, fields = node
    renumbered_fields = (
        NodeReference(numbers[field_value.number]) if isinstance(field_value, NodeReference) else field_value
        for field_value in fields
    )
    return name, tuple(renumbered_fields)


def in_order_reached(nodes: Sequence[TreeNode], root: int) -> tuple[TreeNode, ...]:
    """The nodes that are reached from the root, numbered in that order."""
    numbers, order = {root: 0}, [root]
    for node_number in order:  # which grows on the way
        for number in references(nodes[node_number]):
            if number not in numbers:
                numbers[number] = len(order)
                order.append(number)
    return tuple(renumbered(nodes[node_number], numbers) for node_number in order)


def classes_of(nodes: Sequence[TreeNode]) -> list[int]:
    """For each node the number of its class; two are in one class where no reading tells them apart. Classes are
    divided by the classes of the fields until nothing more divides (Moore, 1956)."""
    # All nodes in one class at first.
    classes, count = [0] * len(nodes), 1
    while True:
        numbers: dict[Hashable, int] = {}
        class_numbers = []
        # The signature of a node: its class, its constructor, and the classes of what it refers to.
        for class_before, (name, held) in zip(classes, nodes, strict=True):
            field_keys = tuple(
                (True, classes[field_value.number]) if isinstance(field_value, NodeReference) else (False, field_value)
                for field_value in held
            )
            class_numbers.append(numbers.setdefault((class_before, name, field_keys), len(numbers)))
        # No class was divided: the partition is stable.
        if len(numbers) == count:
            return class_numbers
        classes, count = class_numbers, len(numbers)
