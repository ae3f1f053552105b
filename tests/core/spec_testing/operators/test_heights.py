"""Datatypes whose values end in those of other datatypes."""

from math import inf
from random import Random

import pytest

from specassay.core.evaluate.environment import AsKey
from specassay.core.ir.sorts import Sort
from specassay.core.spec_testing.contents import contents
from specassay.core.spec_testing.drawn_inputs import Drawn
from specassay.core.spec_testing.operators.samples import least_height
from specassay.frontends.dafny import parse_program

TREES = parse_program(
    """codatatype Stream<T> = Nil | Cons(head: T, tail: Stream<T>)
    datatype Tree = Node(children: Stream<Tree>)
    datatype Number = Succ(Number) | Zero(Option<Number>)
    datatype Option<T> = Some(T) | None
    datatype Never = Never(Never)
    codatatype Endless = More(int, Endless)
    method M(a: Tree, b: Number, c: (Stream<Tree>, Number), d: Never, e: Endless, g: int) { }""",
    "t.dfy",
)
(METHOD,) = TREES.specifications
SORTS = [binder.sort for binder in METHOD.inputs]


def test_the_smallest_value_of_a_datatype_may_end_in_another() -> None:
    known = AsKey(TREES.datatypes)
    assert [least_height(sort, known) for sort in SORTS] == [2, 2, 2, inf, inf, 0]


@pytest.mark.parametrize("sort", SORTS[:3], ids=str)
def test_values_are_drawn_that_end_in_another(sort: Sort) -> None:
    """The constructor with fewest fields may hold another value of the type, and circles others in them."""
    drawn = [Drawn(METHOD, TREES, {}, Random(seed)).value(sort) for seed in range(40)]
    assert len(set(map(contents, drawn))) > 5
