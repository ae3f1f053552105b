"""Values of a datatype with the same parts in other places."""

import pytest

from specassay.core.errors import Unsupported
from specassay.core.ir.contracts import Constructor, Datatype
from specassay.core.ir.sorts import INT, datatype
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import DatatypeValue
from specassay.core.spec_testing.other_outputs import rearranged
from specassay.core.spec_testing.spec_testing_limits import LIMITS

TREE = datatype("Tree")
NODE = Constructor("Node", (Binder("left", TREE), Binder("value", INT), Binder("right", TREE)))
DECLARED = {"Tree": Datatype("Tree", (), (Constructor("Leaf", ()), NODE))}
LEAF = DatatypeValue("Leaf")


def node(left: DatatypeValue, value: int, right: DatatypeValue) -> DatatypeValue:
    return DatatypeValue("Node", (left, value, right))


def test_the_other_trees_of_two_numbers() -> None:
    one, two = node(LEAF, 1, LEAF), node(LEAF, 2, LEAF)
    others = rearranged(node(one, 2, LEAF), TREE, DECLARED)
    assert {repr(each) for each in others} == {
        repr(each) for each in (node(two, 1, LEAF), node(LEAF, 1, two), node(LEAF, 2, one))
    }


def test_equal_parts_are_not_told_apart_and_a_value_alone_has_no_other() -> None:
    seven = node(LEAF, 7, LEAF)
    assert rearranged(node(seven, 7, LEAF), TREE, DECLARED) == [node(LEAF, 7, seven)]
    assert rearranged(seven, TREE, DECLARED) == rearranged(LEAF, TREE, DECLARED) == []


def test_large_values_are_left_alone_and_others_bounded() -> None:
    tree = LEAF
    for value in range(5):
        tree = node(tree, value, LEAF)
    assert len(rearranged(tree, TREE, DECLARED)) == LIMITS.rearranged_outputs
    assert rearranged(node(tree, 5, LEAF), TREE, DECLARED) == []


def test_a_value_nested_more_deeply_than_python_recurses_is_left_alone() -> None:
    tree = LEAF
    for value in range(50_000):
        tree = node(LEAF, value, tree)
    assert rearranged(tree, TREE, DECLARED) == []


def test_an_undeclared_datatype_is_named() -> None:
    with pytest.raises(Unsupported, match="Tree"):
        rearranged(LEAF, TREE, {})
