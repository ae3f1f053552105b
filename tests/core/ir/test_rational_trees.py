"""Values without an end that come back to themselves: two are equal where no reading tells them apart."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from specassay.core.ir.graphs import value_at
from specassay.core.ir.notation import show_value
from specassay.core.ir.rational_trees import NodeReference, RationalTree, TreeNode
from specassay.core.ir.values import DatatypeValue, applied, order_key


@st.composite
def graphs(draw: st.DrawFn) -> list[TreeNode]:
    """Graphs of trees with a number and two branches, and of leaves."""
    size = draw(st.integers(1, 6))
    reference = st.integers(0, size - 1).map(NodeReference)
    inner = st.tuples(st.integers(0, 1), reference, reference).map(lambda fields: ("Node", fields))
    leaf: TreeNode = ("Leaf", ())
    return draw(st.lists(st.one_of(inner, inner, inner, st.just(leaf)), min_size=size, max_size=size))


def unfolded(graph: list[TreeNode], number: int, depth: int) -> Any:
    """What is read of a node in so many steps."""
    name, fields = graph[number]
    if not depth:
        return name
    return name, *(
        unfolded(graph, each.number, depth - 1) if isinstance(each, NodeReference) else each for each in fields
    )


@given(graphs(), st.data())
def test_values_are_equal_where_no_reading_tells_them_apart(graph: list[TreeNode], data: st.DataObject) -> None:
    one, other = (data.draw(st.integers(0, len(graph) - 1)) for _ in range(2))
    left, right = value_at(graph, one), value_at(graph, other)
    # What tells two nodes of a graph apart is read in fewer steps than it has nodes.
    same = unfolded(graph, one, len(graph)) == unfolded(graph, other, len(graph))
    assert (left == right) is same
    assert (hash(left) == hash(right) and order_key(left) == order_key(right)) or not same


@given(graphs(), st.data())
def test_a_constructor_with_the_fields_of_a_value_is_that_value(graph: list[TreeNode], data: st.DataObject) -> None:
    value = value_at(graph, data.draw(st.integers(0, len(graph) - 1)))
    assert applied(value.constructor, value.fields) == value


def test_what_leads_to_a_circle_is_no_part_of_it() -> None:
    ones = value_at([("Cons", (1, NodeReference(0)))], 0)
    assert isinstance(ones, RationalTree)
    assert ones.fields == (1, ones)
    before = applied("Cons", (2, ones))
    assert before == DatatypeValue("Cons", (2, ones))
    assert before != ones
    assert show_value(before) == "Cons(2, (t0 where t0 = Cons(1, t0)))"
    assert repr(ones) == "(t0 where t0 = Cons(1, t0))"
