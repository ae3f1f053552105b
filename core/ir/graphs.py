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
        (first, *further_nodes) = together
        # No circle: a value like any other, of values that are known by now.
        if not further_nodes and first not in references(graph[first]):
            name, fields = graph[first]
            values[first] = applied(name, tuple(_in_place(field_value, values) for field_value in fields))
        else:
            values.update(_of_circles(graph, together, values))
    return values[root]


def _in_place(field_value: Any, values: dict[int, Any]) -> Any:
    return values[field_value.number] if isinstance(field_value, NodeReference) else field_value


def _of_circles(graph: Sequence[TreeNode], together: Sequence[int], values: dict[int, Any]) -> dict[int, Any]:
    """The values at nodes each of which is reached from each, where what else they reach has values."""
    places = {number: position for position, number in enumerate(together)}
    nodes = []
    # References inside of the component become numbers in it; all others already have values.
    for number in together:
        name, fields = graph[number]
        nodes.append(
            (
                name,
                tuple(
                    NodeReference(places[field_value.number])
                    if isinstance(field_value, NodeReference) and field_value.number in places
                    else _in_place(field_value, values)
                    for field_value in fields
                ),
            )
        )
    # A tree that is a field may be the same circle again: of `t = Cons(1, t, u)` and `u = Cons(1, u, u)` both are. So
    # the nodes of such trees come behind those of the circle, and which have one value is found out of all together.
    trees_inside: dict[RationalTree, int] = {}
    for field_value in [
        field_of_node for _, fields in nodes for field_of_node in fields if isinstance(field_of_node, RationalTree)
    ]:
        if field_value not in trees_inside:
            trees_inside[field_value] = first = len(nodes)
            nodes += (renumbered(node, range(first, first + len(field_value.nodes))) for node in field_value.nodes)
    all_nodes = [
        (name, tuple(_as_reference(field_value, trees_inside) for field_value in fields)) for name, fields in nodes
    ]
    # Partition refinement over all nodes together (Moore 1956).
    classes = classes_of(all_nodes)
    tree_by_class = {
        # Nodes by class: those of inner trees give the value of a circle that equals one.
        classes[first + number]: tree.at(number)
        for tree, first in trees_inside.items()
        for number in range(len(tree.nodes))
    }
    # As each node is reached from each, either all are nodes of such a tree or none is.
    if classes[0] in tree_by_class:
        return {number: tree_by_class[classes[position]] for number, position in places.items()}
    # The smallest circle has one node for each class, the first of it. Its fields are nodes of the circle or values, so
    # that the numbers of classes that only trees have are never asked for.
    quotient = {classes[position]: node for position, node in reversed(list(enumerate(nodes[: len(together)])))}
    order = {class_number: position for position, class_number in enumerate(quotient)}
    smallest = [
        renumbered(node, [order.get(class_number, 0) for class_number in classes]) for node in quotient.values()
    ]
    return {
        number: RationalTree(in_order_reached(smallest, order[classes[position]]))
        for number, position in places.items()
    }


def _as_reference(field_value: Any, tree_numbers: dict[RationalTree, int]) -> Any:
    return (
        NodeReference(tree_numbers[field_value])
        if isinstance(field_value, RationalTree) and field_value in tree_numbers
        else field_value
    )


def _components(graph: Sequence[TreeNode], root: int) -> Iterator[list[int]]:
    """The sets of nodes of which each is reached from each, what they reach first (Tarjan, 1972). Graphs may be deep:
    this does not recurse."""
    numbers: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_nodes: list[int] = []
    done: set[int] = set()
    under_way = [(root, references(graph[root]))]
    while under_way:
        # A stack of (node, its successors): the iterator says where to go on.
        node, following = under_way[-1]
        if node not in numbers:
            numbers[node] = lowest[node] = len(numbers)
            open_nodes.append(node)
        # An unvisited successor is entered; one on the stack lowers the link.
        for reached_node in following:
            if reached_node not in numbers:
                under_way.append((reached_node, references(graph[reached_node])))
                break
            if reached_node not in done:
                lowest[node] = min(lowest[node], numbers[reached_node])
        # All successors are done: the link goes up to the node before.
        else:
            under_way.pop()
            if under_way:
                above = under_way[-1][0]
                lowest[above] = min(lowest[above], lowest[node])
            # The root of a component: all nodes above it on the stack belong to it.
            if lowest[node] == numbers[node]:
                together = open_nodes[open_nodes.index(node) :]
                del open_nodes[-len(together) :]
                done.update(together)
                yield together
