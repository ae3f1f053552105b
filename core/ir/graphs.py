"""The value at a node of a graph of constructors, which may come back to itself."""

from collections.abc import Iterator, Sequence
from typing import Any

from .rational_trees import (
    NodeReference,
    RationalTree,
    TreeNode,
    classes_of,
    in_order_reached,
    references,
    renumbered,
)
from .values import applied


def value_at(graph: Sequence[TreeNode], root: int) -> Any:
    """The value at a node of a graph: equal ones for nodes that no reading tells apart."""
    values: dict[int, Any] = {}
    for together in _components(graph, root):
        (first, *others) = together
        if not others and first not in references(graph[first]):
            name, fields = graph[first]
            values[first] = applied(name, tuple(_in_place(each, values) for each in fields))
        else:
            values.update(_of_circles(graph, together, values))
    return values[root]


def _in_place(part: Any, values: dict[int, Any]) -> Any:
    return values[part.number] if isinstance(part, NodeReference) else part


def _of_circles(graph: Sequence[TreeNode], together: Sequence[int], values: dict[int, Any]) -> dict[int, Any]:
    """The values at nodes each of which is reached from each, where what else they reach has values."""
    places = {number: position for position, number in enumerate(together)}
    nodes = []
    for number in together:
        name, fields = graph[number]
        nodes.append(
            (
                name,
                tuple(
                    NodeReference(places[each.number])
                    if isinstance(each, NodeReference) and each.number in places
                    else _in_place(each, values)
                    for each in fields
                ),
            )
        )
    # A tree that is a field may be the same circle again: of `t = Cons(1, t, u)` and `u = Cons(1, u, u)` both are. So
    # the nodes of such trees come behind those of the circle, and which have one value is found out of all together.
    others: dict[RationalTree, int] = {}
    for each in [part for _, fields in nodes for part in fields if isinstance(part, RationalTree)]:
        if each not in others:
            others[each] = first = len(nodes)
            nodes += (renumbered(node, range(first, first + len(each.nodes))) for node in each.nodes)
    whole = [(name, tuple(_as_reference(each, others) for each in fields)) for name, fields in nodes]
    classes = classes_of(whole)
    known = {
        classes[first + number]: tree.at(number) for tree, first in others.items() for number in range(len(tree.nodes))
    }
    # As each node is reached from each, either all are nodes of such a tree or none is.
    if classes[0] in known:
        return {number: known[classes[position]] for number, position in places.items()}
    # The smallest circle has one node for each class, the first of it. Its fields are nodes of the circle or values, so
    # that the numbers of classes that only trees have are never asked for.
    quotient = {classes[position]: node for position, node in reversed(list(enumerate(nodes[: len(together)])))}
    order = {own: position for position, own in enumerate(quotient)}
    smallest = [renumbered(node, [order.get(own, 0) for own in classes]) for node in quotient.values()]
    return {
        number: RationalTree(in_order_reached(smallest, order[classes[position]]))
        for number, position in places.items()
    }


def _as_reference(part: Any, others: dict[RationalTree, int]) -> Any:
    return NodeReference(others[part]) if isinstance(part, RationalTree) and part in others else part


def _components(graph: Sequence[TreeNode], root: int) -> Iterator[list[int]]:
    """The sets of nodes of which each is reached from each, what they reach first (Tarjan, 1972). Graphs may be deep:
    this does not recurse."""
    numbers: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_nodes: list[int] = []
    done: set[int] = set()
    under_way = [(root, references(graph[root]))]
    while under_way:
        node, following = under_way[-1]
        if node not in numbers:
            numbers[node] = lowest[node] = len(numbers)
            open_nodes.append(node)
        for each in following:
            if each not in numbers:
                under_way.append((each, references(graph[each])))
                break
            if each not in done:
                lowest[node] = min(lowest[node], numbers[each])
        else:
            under_way.pop()
            if under_way:
                above = under_way[-1][0]
                lowest[above] = min(lowest[above], lowest[node])
            if lowest[node] == numbers[node]:
                together = open_nodes[open_nodes.index(node) :]
                del open_nodes[-len(together) :]
                done.update(together)
                yield together
